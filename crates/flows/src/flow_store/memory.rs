//! Flows that are kept only as long as the process lives.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parking_lot::Mutex;
use tabwright_store::StoreError;
use tabwright_wire::flows::{Flow, GESTURES_MAX, Gesture};

use super::{
    Appended, FlowRun, FlowRunId, FlowStore, RUNS_MAX, Recording, RecordingId, Saved, VERSIONS_MAX,
    VersionInfo,
};

#[derive(Debug, Default)]
pub struct MemoryFlows(Mutex<Kept>);

/// A gesture by its id; none where it was undone.
type Row = (String, Option<Gesture>);

#[derive(Debug, Default)]
struct Kept {
    flows: BTreeMap<String, Vec<(VersionInfo, Flow)>>,
    recordings: BTreeMap<RecordingId, (Recording, Vec<Row>)>,
    runs: BTreeMap<FlowRunId, FlowRun>,
    last_id: u64,
}

impl Kept {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

fn newest(versions: &[(VersionInfo, Flow)]) -> u32 {
    versions.last().map_or(0, |(info, _)| info.version)
}

#[async_trait]
impl FlowStore for MemoryFlows {
    async fn add(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError> {
        let mut kept = self.0.lock();
        if kept.flows.contains_key(&flow.name) {
            return Ok(Saved::Taken);
        }
        let info = VersionInfo { version: 1, saved_ms, note: note.to_owned() };
        let flow = Flow { version: 1, ..flow };
        kept.flows.insert(flow.name.clone(), vec![(info, flow)]);
        Ok(Saved::Version(1))
    }

    async fn save(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError> {
        let mut kept = self.0.lock();
        let Some(versions) = kept.flows.get_mut(&flow.name) else { return Ok(Saved::Gone) };
        let newest = newest(versions);
        if flow.version != newest {
            return Ok(Saved::Outdated { newest });
        }
        let version = newest + 1;
        let info = VersionInfo { version, saved_ms, note: note.to_owned() };
        versions.push((info, Flow { version, ..flow }));
        versions.retain(|(info, _)| info.version + VERSIONS_MAX > version);
        Ok(Saved::Version(version))
    }

    async fn flow(&self, name: &str) -> Result<Option<Flow>, StoreError> {
        Ok(self.0.lock().flows.get(name).and_then(|it| it.last()).map(|(_, flow)| flow.clone()))
    }

    async fn flows(&self, after: Option<&str>, limit: u32) -> Result<Vec<Flow>, StoreError> {
        let kept = self.0.lock();
        let behind =
            kept.flows.iter().filter(|(name, _)| after.is_none_or(|after| name.as_str() > after));
        let newest = behind.filter_map(|(_, versions)| versions.last());
        Ok(newest.take(limit as usize).map(|(_, flow)| flow.clone()).collect())
    }

    async fn versions(&self, name: &str) -> Result<Vec<VersionInfo>, StoreError> {
        let kept = self.0.lock();
        let versions = kept.flows.get(name).into_iter().flatten();
        Ok(versions.rev().map(|(info, _)| info.clone()).collect())
    }

    async fn version(&self, name: &str, version: u32) -> Result<Option<Flow>, StoreError> {
        let kept = self.0.lock();
        let mut versions = kept.flows.get(name).into_iter().flatten();
        Ok(versions.find(|(info, _)| info.version == version).map(|(_, flow)| flow.clone()))
    }

    async fn rename(&self, name: &str, new_name: &str) -> Result<Saved, StoreError> {
        let mut kept = self.0.lock();
        if name != new_name && kept.flows.contains_key(new_name) {
            return Ok(Saved::Taken);
        }
        let Some(mut versions) = kept.flows.remove(name) else { return Ok(Saved::Gone) };
        for (_, flow) in &mut versions {
            new_name.clone_into(&mut flow.name);
        }
        for run in kept.runs.values_mut().filter(|run| run.flow == name) {
            new_name.clone_into(&mut run.flow);
        }
        let version = newest(&versions);
        kept.flows.insert(new_name.to_owned(), versions);
        Ok(Saved::Version(version))
    }

    async fn delete(&self, name: &str) -> Result<bool, StoreError> {
        let mut kept = self.0.lock();
        kept.runs.retain(|_, run| run.flow != name);
        Ok(kept.flows.remove(name).is_some())
    }

    async fn add_recording(&self, recording: Recording) -> Result<RecordingId, StoreError> {
        let mut kept = self.0.lock();
        let id = RecordingId(kept.next_id());
        kept.recordings.insert(id, (Recording { id, ..recording }, Vec::new()));
        Ok(id)
    }

    async fn recording(&self, id: RecordingId) -> Result<Option<Recording>, StoreError> {
        Ok(self.0.lock().recordings.get(&id).map(|(recording, _)| recording.clone()))
    }

    async fn recordings(&self) -> Result<Vec<Recording>, StoreError> {
        let kept = self.0.lock();
        Ok(kept.recordings.values().map(|(recording, _)| recording.clone()).collect())
    }

    async fn put_recording(&self, recording: Recording) -> Result<(), StoreError> {
        if let Some((known, _)) = self.0.lock().recordings.get_mut(&recording.id) {
            *known = recording;
        }
        Ok(())
    }

    async fn delete_recording(&self, id: RecordingId) -> Result<bool, StoreError> {
        Ok(self.0.lock().recordings.remove(&id).is_some())
    }

    async fn append(
        &self,
        id: RecordingId,
        gestures: Vec<Gesture>,
    ) -> Result<Appended, StoreError> {
        let mut appended = Appended::default();
        let mut kept = self.0.lock();
        let Some((_, rows)) = kept.recordings.get_mut(&id) else {
            return Ok(Appended { refused: gestures.len(), ..appended });
        };
        for gesture in gestures {
            if rows.iter().any(|(id, _)| *id == gesture.id) {
                appended.known += 1;
            } else if rows.iter().filter(|(_, gesture)| gesture.is_some()).count() >= GESTURES_MAX {
                appended.refused += 1;
            } else {
                rows.push((gesture.id.clone(), Some(gesture)));
                appended.added += 1;
            }
        }
        Ok(appended)
    }

    async fn gestures(&self, id: RecordingId) -> Result<Vec<Gesture>, StoreError> {
        let kept = self.0.lock();
        let rows = kept.recordings.get(&id).map(|(_, rows)| rows.as_slice()).unwrap_or_default();
        Ok(rows.iter().filter_map(|(_, gesture)| gesture.clone()).collect())
    }

    async fn undo(&self, id: RecordingId, gestures: &[String]) -> Result<(), StoreError> {
        if let Some((_, rows)) = self.0.lock().recordings.get_mut(&id) {
            for (_, gesture) in rows.iter_mut().filter(|(id, _)| gestures.contains(id)) {
                *gesture = None;
            }
        }
        Ok(())
    }

    async fn add_run(&self, run: FlowRun) -> Result<Option<FlowRunId>, StoreError> {
        let mut kept = self.0.lock();
        if !kept.flows.contains_key(&run.flow) {
            return Ok(None);
        }
        let id = FlowRunId(kept.next_id());
        let flow = run.flow.clone();
        kept.runs.insert(id, FlowRun { id, ..run });
        let of_flow: Vec<_> =
            kept.runs.iter().filter(|(_, run)| run.flow == flow).map(|(id, _)| *id).collect();
        for old in of_flow.iter().rev().skip(RUNS_MAX as usize) {
            kept.runs.remove(old);
        }
        Ok(Some(id))
    }

    async fn put_run(&self, run: FlowRun) -> Result<(), StoreError> {
        if let Some(known) = self.0.lock().runs.get_mut(&run.id) {
            *known = FlowRun { flow: known.flow.clone(), ..run };
        }
        Ok(())
    }

    async fn run(&self, id: FlowRunId) -> Result<Option<FlowRun>, StoreError> {
        Ok(self.0.lock().runs.get(&id).cloned())
    }

    async fn runs(&self, flow: &str, limit: u32) -> Result<Vec<FlowRun>, StoreError> {
        let kept = self.0.lock();
        let runs = kept.runs.values().rev().filter(|run| run.flow == flow);
        Ok(runs.take(limit as usize).cloned().collect())
    }

    async fn open_runs(&self) -> Result<Vec<FlowRun>, StoreError> {
        Ok(self.0.lock().runs.values().filter(|run| run.outcome.is_none()).cloned().collect())
    }
}
