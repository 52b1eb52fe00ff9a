//! Where a tool call is worked on, wherever that is.

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabwright_wire::{ClientSlot, Problem};

/// Hears how a long call goes, in words.
pub(crate) type OnProgress = Box<dyn Fn(&str) + Send + Sync>;

pub(crate) trait Desk: Send + Sync + 'static {
    /// Works on a call. Dropping the future ends the work.
    fn call<'a>(&'a self, call: Call, progress: &'a OnProgress) -> BoxFuture<'a, Outcome>;
    /// Who holds the only slot, in `single` mode.
    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>>;
}

/// A tool called by an agent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Call {
    /// Which session it belongs to.
    pub(crate) session: String,
    /// How the agent calls itself.
    pub(crate) client: String,
    pub(crate) tool: String,
    #[serde(default)]
    pub(crate) arguments: Map<String, Value>,
}

/// What came of a call, for the agent.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Outcome {
    pub(crate) pieces: Vec<Piece>,
    /// The same for programs.
    pub(crate) facts: Map<String, Value>,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Piece {
    Text {
        text: String,
    },
    /// A PNG.
    Image {
        base64: String,
    },
}

impl Outcome {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { pieces: vec![Piece::Text { text: text.into() }], ..Self::default() }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn failed(problem: Problem) -> Self {
        Self { problem: Some(problem), ..Self::default() }
    }
}
