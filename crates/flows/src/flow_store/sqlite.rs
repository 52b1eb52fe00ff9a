//! Flows in SQLite.

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabwright_store::rusqlite::types::Type;
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _, Row, Transaction};
use tabwright_store::{Store, StoreError};
use tabwright_wire::flows::{Flow, GESTURES_MAX, Gesture};

use super::{
    Appended, FlowRun, FlowRunId, FlowStore, RUNS_MAX, Recording, RecordingId, Saved, VERSIONS_MAX,
    VersionInfo,
};

#[derive(Debug)]
pub struct SqliteFlows {
    store: Store,
}

impl SqliteFlows {
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    async fn rows<T: Send + 'static>(
        &self,
        select: &'static str,
        parameters: impl rusqlite::Params + Send + 'static,
        read: fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.store
            .read(move |connection| {
                connection.prepare(select)?.query_map(parameters, read)?.collect()
            })
            .await
    }
}

/// The newest version of each flow; the name is that of the row, since a rename leaves the bodies as they are.
const NEWEST: &str =
    "SELECT flow.name, v.version, v.body FROM flow JOIN flow_version v ON v.flow = flow.id
     AND v.version = (SELECT max(version) FROM flow_version WHERE flow = flow.id)";

#[async_trait]
impl FlowStore for SqliteFlows {
    async fn add(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError> {
        let note = note.to_owned();
        self.store
            .write(move |transaction| {
                let insert = "INSERT INTO flow (name) VALUES (?1) ON CONFLICT DO NOTHING";
                if transaction.execute(insert, [&flow.name])? == 0 {
                    return Ok(Saved::Taken);
                }
                let id = transaction.last_insert_rowid();
                insert_version(transaction, id, 1, &Flow { version: 1, ..flow }, saved_ms, &note)?;
                Ok(Saved::Version(1))
            })
            .await
    }

    async fn save(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError> {
        let note = note.to_owned();
        self.store
            .write(move |transaction| {
                let Some((id, newest)) = newest(transaction, &flow.name)? else {
                    return Ok(Saved::Gone);
                };
                if flow.version != newest {
                    return Ok(Saved::Outdated { newest });
                }
                let version = newest + 1;
                insert_version(
                    transaction,
                    id,
                    version,
                    &Flow { version, ..flow },
                    saved_ms,
                    &note,
                )?;
                let prune = "DELETE FROM flow_version WHERE flow = ?1 AND version + ?2 <= ?3";
                transaction.execute(prune, (id, VERSIONS_MAX, version))?;
                Ok(Saved::Version(version))
            })
            .await
    }

    async fn flow(&self, name: &str) -> Result<Option<Flow>, StoreError> {
        let name = name.to_owned();
        let select = format!("{NEWEST} WHERE flow.name = ?1");
        self.store
            .read(move |connection| connection.query_row(&select, [name], flow_at).optional())
            .await
    }

    async fn flows(&self, after: Option<&str>, limit: u32) -> Result<Vec<Flow>, StoreError> {
        let after = after.unwrap_or_default().to_owned();
        let select = format!("{NEWEST} WHERE flow.name > ?1 ORDER BY flow.name LIMIT ?2");
        self.store
            .read(move |connection| {
                connection.prepare(&select)?.query_map((after, limit), flow_at)?.collect()
            })
            .await
    }

    async fn versions(&self, name: &str) -> Result<Vec<VersionInfo>, StoreError> {
        let select = "SELECT version, saved_ms, note FROM flow_version
             WHERE flow = (SELECT id FROM flow WHERE name = ?1) ORDER BY version DESC";
        self.rows(select, [name.to_owned()], |row| {
            Ok(VersionInfo {
                version: row.get(0)?,
                saved_ms: natural(row.get(1)?),
                note: row.get(2)?,
            })
        })
        .await
    }

    async fn version(&self, name: &str, version: u32) -> Result<Option<Flow>, StoreError> {
        let name = name.to_owned();
        let select =
            "SELECT flow.name, v.version, v.body FROM flow JOIN flow_version v ON v.flow = flow.id
             WHERE flow.name = ?1 AND v.version = ?2";
        self.store
            .read(move |connection| {
                connection.query_row(select, (name, version), flow_at).optional()
            })
            .await
    }

    async fn rename(&self, name: &str, new_name: &str) -> Result<Saved, StoreError> {
        let (name, new_name) = (name.to_owned(), new_name.to_owned());
        self.store
            .write(move |transaction| {
                let Some((id, version)) = newest(transaction, &name)? else {
                    return Ok(Saved::Gone);
                };
                let update = "UPDATE OR IGNORE flow SET name = ?2 WHERE id = ?1";
                let renamed = transaction.execute(update, (id, new_name))?;
                Ok(if renamed == 1 { Saved::Version(version) } else { Saved::Taken })
            })
            .await
    }

    async fn delete(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        let delete = "DELETE FROM flow WHERE name = ?1";
        Ok(self.store.write(move |transaction| transaction.execute(delete, [name])).await? == 1)
    }

    async fn add_recording(&self, recording: Recording) -> Result<RecordingId, StoreError> {
        let insert = "INSERT INTO flow_recording (body) VALUES (?1)";
        self.store
            .write(move |transaction| {
                transaction.execute(insert, [json(&recording)])?;
                Ok(RecordingId(natural(transaction.last_insert_rowid())))
            })
            .await
    }

    async fn recording(&self, id: RecordingId) -> Result<Option<Recording>, StoreError> {
        let select = "SELECT id, body FROM flow_recording WHERE id = ?1";
        Ok(self.rows(select, [whole(id.0)], recording_at).await?.pop())
    }

    async fn recordings(&self) -> Result<Vec<Recording>, StoreError> {
        let select = "SELECT id, body FROM flow_recording ORDER BY id";
        self.rows(select, (), recording_at).await
    }

    async fn put_recording(&self, recording: Recording) -> Result<(), StoreError> {
        let update = "UPDATE flow_recording SET body = ?2 WHERE id = ?1";
        let row = (whole(recording.id.0), json(&recording));
        self.store.write(move |transaction| transaction.execute(update, row)).await?;
        Ok(())
    }

    async fn delete_recording(&self, id: RecordingId) -> Result<bool, StoreError> {
        let delete = "DELETE FROM flow_recording WHERE id = ?1";
        let id = whole(id.0);
        Ok(self.store.write(move |transaction| transaction.execute(delete, [id])).await? == 1)
    }

    async fn append(
        &self,
        id: RecordingId,
        gestures: Vec<Gesture>,
    ) -> Result<Appended, StoreError> {
        let id = whole(id.0);
        self.store
            .write(move |transaction| {
                let mut appended = Appended::default();
                let exists = "SELECT EXISTS (SELECT 1 FROM flow_recording WHERE id = ?1)";
                if !transaction.query_row(exists, [id], |row| row.get::<_, bool>(0))? {
                    return Ok(Appended { refused: gestures.len(), ..appended });
                }
                for gesture in gestures {
                    append_one(transaction, id, &gesture, &mut appended)?;
                }
                Ok(appended)
            })
            .await
    }

    async fn gestures(&self, id: RecordingId) -> Result<Vec<Gesture>, StoreError> {
        let select = "SELECT body FROM flow_gesture WHERE recording = ?1 AND body IS NOT NULL ORDER BY number";
        self.rows(select, [whole(id.0)], |row| json_at(row, 0)).await
    }

    async fn undo(&self, id: RecordingId, gestures: &[String]) -> Result<(), StoreError> {
        let (id, gestures) = (whole(id.0), gestures.to_vec());
        let update = "UPDATE flow_gesture SET body = NULL WHERE recording = ?1 AND id = ?2";
        self.store
            .write(move |transaction| {
                for gesture in gestures {
                    transaction.execute(update, (id, gesture))?;
                }
                Ok(())
            })
            .await
    }

    async fn add_run(&self, run: FlowRun) -> Result<Option<FlowRunId>, StoreError> {
        self.store
            .write(move |transaction| {
                let Some((flow, _)) = newest(transaction, &run.flow)? else { return Ok(None) };
                let insert = "INSERT INTO flow_run (flow, is_open, body) VALUES (?1, ?2, ?3)";
                transaction.execute(insert, (flow, run.outcome.is_none(), json(&run)))?;
                let id = transaction.last_insert_rowid();
                let prune = "DELETE FROM flow_run WHERE flow = ?1 AND id NOT IN
                     (SELECT id FROM flow_run WHERE flow = ?1 ORDER BY id DESC LIMIT ?2)";
                transaction.execute(prune, (flow, RUNS_MAX))?;
                Ok(Some(FlowRunId(natural(id))))
            })
            .await
    }

    async fn put_run(&self, run: FlowRun) -> Result<(), StoreError> {
        let update = "UPDATE flow_run SET is_open = ?2, body = ?3 WHERE id = ?1";
        let row = (whole(run.id.0), run.outcome.is_none(), json(&run));
        self.store.write(move |transaction| transaction.execute(update, row)).await?;
        Ok(())
    }

    async fn run(&self, id: FlowRunId) -> Result<Option<FlowRun>, StoreError> {
        let select = "SELECT r.id, flow.name, r.body FROM flow_run r JOIN flow ON flow.id = r.flow WHERE r.id = ?1";
        Ok(self.rows(select, [whole(id.0)], run_at).await?.pop())
    }

    async fn runs(&self, flow: &str, limit: u32) -> Result<Vec<FlowRun>, StoreError> {
        let select = "SELECT r.id, flow.name, r.body FROM flow_run r JOIN flow ON flow.id = r.flow
             WHERE flow.name = ?1 ORDER BY r.id DESC LIMIT ?2";
        self.rows(select, (flow.to_owned(), limit), run_at).await
    }

    async fn open_runs(&self) -> Result<Vec<FlowRun>, StoreError> {
        let select = "SELECT r.id, flow.name, r.body FROM flow_run r JOIN flow ON flow.id = r.flow
             WHERE r.is_open = 1 ORDER BY r.id";
        self.rows(select, (), run_at).await
    }
}

/// The id and newest version of a flow.
fn newest(connection: &Connection, name: &str) -> rusqlite::Result<Option<(i64, u32)>> {
    let select = "SELECT flow.id, max(v.version) FROM flow JOIN flow_version v ON v.flow = flow.id
         WHERE flow.name = ?1 GROUP BY flow.id";
    connection.query_row(select, [name], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn insert_version(
    transaction: &Transaction<'_>,
    id: i64,
    version: u32,
    flow: &Flow,
    saved_ms: u64,
    note: &str,
) -> rusqlite::Result<usize> {
    let insert = "INSERT INTO flow_version (flow, version, saved_ms, note, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    transaction.execute(insert, (id, version, whole(saved_ms), note, json(flow)))
}

fn append_one(
    transaction: &Transaction<'_>,
    recording: i64,
    gesture: &Gesture,
    appended: &mut Appended,
) -> rusqlite::Result<()> {
    let known = "SELECT EXISTS (SELECT 1 FROM flow_gesture WHERE recording = ?1 AND id = ?2)";
    let count = "SELECT count(body) FROM flow_gesture WHERE recording = ?1";
    let insert = "INSERT INTO flow_gesture (recording, number, id, body)
         VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM flow_gesture WHERE recording = ?1), ?2, ?3)";
    if transaction.query_row(known, (recording, &gesture.id), |row| row.get::<_, bool>(0))? {
        appended.known += 1;
    } else if transaction.query_row(count, [recording], |row| row.get::<_, u32>(0))? as usize
        >= GESTURES_MAX
    {
        appended.refused += 1;
    } else {
        transaction.execute(insert, (recording, &gesture.id, json(gesture)))?;
        appended.added += 1;
    }
    Ok(())
}

fn flow_at(row: &Row<'_>) -> rusqlite::Result<Flow> {
    let flow: Flow = json_at(row, 2)?;
    Ok(Flow { name: row.get(0)?, version: row.get(1)?, ..flow })
}

fn recording_at(row: &Row<'_>) -> rusqlite::Result<Recording> {
    let recording: Recording = json_at(row, 1)?;
    Ok(Recording { id: RecordingId(natural(row.get(0)?)), ..recording })
}

fn run_at(row: &Row<'_>) -> rusqlite::Result<FlowRun> {
    let run: FlowRun = json_at(row, 2)?;
    Ok(FlowRun { id: FlowRunId(natural(row.get(0)?)), flow: row.get(1)?, ..run })
}

fn json_at<T: DeserializeOwned>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    let text: String = row.get(at)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, Type::Text, Box::new(error)))
}

/// All that is kept here can be written as JSON: its maps have texts as keys.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// SQLite has no unsigned numbers; ours are far from where it matters.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn natural(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
