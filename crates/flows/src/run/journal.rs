//! What a run has done, so that it can go on after whatever interrupted it.

use async_trait::async_trait;
use tabwright_wire::{Problem, ProblemCode, TabId};

/// A call of the flow API that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneCall {
    pub method: String,
    /// As JSON.
    pub arguments: String,
    /// As JSON.
    pub answer: String,
    /// The tab in which the flow was afterwards.
    pub tab: TabId,
}

#[async_trait]
pub trait Journal: Send + Sync {
    /// The calls that were done before, in their order.
    async fn past(&self) -> Result<Vec<DoneCall>, Problem>;

    /// A call is about to be done: returns when that is on disk.
    async fn begun(&self, number: u32, method: &str, arguments: &str) -> Result<(), Problem>;

    async fn done(&self, number: u32, call: &DoneCall) -> Result<(), Problem>;
}

/// The script does something else now than it did when it was interrupted.
pub(super) fn changed(number: u32) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!(
            "the flow was changed since it was interrupted: step {number} is another one"
        ),
        fix: "Run it from the beginning".to_owned(),
    }
}
