//! Where flows are kept with their versions, recordings with their gestures, and runs with the steps that are done.

#[cfg(test)]
mod contract;
mod history;
mod memory;
mod records;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::flows::{Flow, Gesture};

pub use history::{Change, diff};
pub use memory::MemoryFlows;
pub use records::{
    DoneStep, FlowRun, FlowRunId, Pause, Recording, RecordingId, RecordingState, RunOutcome,
    VersionInfo,
};
pub use sqlite::SqliteFlows;

/// Older versions of a flow are dropped.
pub const VERSIONS_MAX: u32 = 50;
/// Older runs of a flow are dropped.
pub const RUNS_MAX: u32 = 100;

/// What became of a change of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It is the newest version now.
    Version(u32),
    /// There is no flow of this name.
    Gone,
    /// Another flow has this name.
    Taken,
    /// Somebody else has saved this version since it was read.
    Outdated { newest: u32 },
}

/// What became of gestures that were handed over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Appended {
    pub added: usize,
    /// Were there already, or have been undone.
    pub known: usize,
    /// Did not fit any more.
    pub refused: usize,
}

/// Every write is on disk when its future is done.
#[async_trait]
pub trait FlowStore: fmt::Debug + Send + Sync {
    /// Adds a flow as its version 1.
    async fn add(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError>;

    /// Adds a version to the flow of this name. `flow.version` is the one that was changed: if it is not the
    /// newest any more, nothing is saved.
    async fn save(&self, flow: Flow, saved_ms: u64, note: &str) -> Result<Saved, StoreError>;

    /// The newest version.
    async fn flow(&self, name: &str) -> Result<Option<Flow>, StoreError>;

    /// The newest versions of flows in the order of their names, those behind `after`.
    async fn flows(&self, after: Option<&str>, limit: u32) -> Result<Vec<Flow>, StoreError>;

    /// The versions that are kept, the newest first.
    async fn versions(&self, name: &str) -> Result<Vec<VersionInfo>, StoreError>;

    async fn version(&self, name: &str, version: u32) -> Result<Option<Flow>, StoreError>;

    /// With all its versions and runs; the newest version's number comes back.
    async fn rename(&self, name: &str, new_name: &str) -> Result<Saved, StoreError>;

    /// With all its versions and runs; whether there was one.
    async fn delete(&self, name: &str) -> Result<bool, StoreError>;

    /// Its id is given here, whatever it says.
    async fn add_recording(&self, recording: Recording) -> Result<RecordingId, StoreError>;

    async fn recording(&self, id: RecordingId) -> Result<Option<Recording>, StoreError>;

    /// All of them, the oldest first. One is kept until a flow is made of it or it is discarded.
    async fn recordings(&self) -> Result<Vec<Recording>, StoreError>;

    /// Puts it in the place of what was known of it; does nothing if it is gone.
    async fn put_recording(&self, recording: Recording) -> Result<(), StoreError>;

    /// With its gestures; whether there was one.
    async fn delete_recording(&self, id: RecordingId) -> Result<bool, StoreError>;

    /// Adds gestures in their order, each once by its id, as many as fit. Nothing is added to a recording that
    /// is gone.
    async fn append(&self, id: RecordingId, gestures: Vec<Gesture>)
    -> Result<Appended, StoreError>;

    /// In the order in which they came, without those that were undone.
    async fn gestures(&self, id: RecordingId) -> Result<Vec<Gesture>, StoreError>;

    /// Takes gestures out for good: they do not come back when they are sent again.
    async fn undo(&self, id: RecordingId, gestures: &[String]) -> Result<(), StoreError>;

    /// Its id is given here. None where the flow is gone.
    async fn add_run(&self, run: FlowRun) -> Result<Option<FlowRunId>, StoreError>;

    /// Puts it in the place of what was known of it; does nothing if it is gone.
    async fn put_run(&self, run: FlowRun) -> Result<(), StoreError>;

    async fn run(&self, id: FlowRunId) -> Result<Option<FlowRun>, StoreError>;

    /// The runs of a flow, the newest first.
    async fn runs(&self, flow: &str, limit: u32) -> Result<Vec<FlowRun>, StoreError>;

    /// Runs of all flows that have not ended, the oldest first: after a start, those that a crash interrupted.
    async fn open_runs(&self) -> Result<Vec<FlowRun>, StoreError>;
}

/// Makes an older version the newest one. The versions in between are kept.
pub async fn roll_back(
    store: &dyn FlowStore,
    name: &str,
    version: u32,
    saved_ms: u64,
) -> Result<Saved, StoreError> {
    let (Some(old), Some(newest)) = (store.version(name, version).await?, store.flow(name).await?)
    else {
        return Ok(Saved::Gone);
    };
    let flow = Flow { name: name.to_owned(), version: newest.version, ..old };
    store.save(flow, saved_ms, &format!("back to version {version}")).await
}
