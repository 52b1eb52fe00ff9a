//! What is kept of recordings and runs.

use serde::{Deserialize, Serialize};
use tabwright_wire::TabId;
use tabwright_wire::flows::{Flow, ParameterType};

use crate::finding::Found;
use crate::normalize::Marks;
use crate::template::Values;

macro_rules! number_type {
    ($(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number_type! {
    /// A recording, by its number in the store.
    RecordingId
}
number_type! {
    /// A run of a flow, by its number in the store.
    FlowRunId
}

/// A recording without its gestures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    pub id: RecordingId,
    /// What the flow will be called; empty where the person has not said.
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// Whose tabs are recorded.
    pub browser: Option<String>,
    /// The tabs that are recorded. Others that they open belong to it as well.
    pub tabs: Vec<TabId>,
    pub started_ms: u64,
    pub state: RecordingState,
    /// What was done then does not count, however late it is told.
    #[serde(default)]
    pub pauses: Vec<Pause>,
    #[serde(default)]
    pub marks: Marks,
}

/// A time in which nothing is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pause {
    pub from_ms: u64,
    /// None as long as it lasts.
    pub to_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordingState {
    #[default]
    Recording,
    Paused,
}

/// A version of a flow without its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionInfo {
    pub version: u32,
    pub saved_ms: u64,
    pub note: String,
}

/// A run of a flow, as far as it has come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FlowRun {
    pub id: FlowRunId,
    pub flow: String,
    pub version: u32,
    /// Without secrets: whoever resumes the run is asked for them again.
    pub values: Values,
    pub started_ms: u64,
    pub ended_ms: Option<u64>,
    /// None as long as it runs.
    pub outcome: Option<RunOutcome>,
    pub steps: Vec<DoneStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum RunOutcome {
    Done,
    /// A person or a client ended it.
    Stopped,
    /// Why, as a sentence.
    Failed {
        reason: String,
    },
    /// The daemon ended in the middle of it.
    Interrupted,
}

/// A call of the flow API that is done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneStep {
    /// Of the script, from 1.
    pub line: u32,
    /// In words.
    pub sentence: String,
    /// Where the page was then, without query and fragment: a run is resumed only there.
    pub url: String,
    pub took_ms: u32,
    /// How its target was found, where it was not as recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub healed: Option<Found>,
}

impl FlowRun {
    /// A run that begins now. Secrets are not kept.
    #[must_use]
    pub fn begin(flow: &Flow, values: &Values, started_ms: u64) -> Self {
        let is_secret = |name: &String| {
            flow.parameters
                .get(name)
                .is_none_or(|parameter| parameter.kind == ParameterType::Secret)
        };
        let values = values.iter().filter(|(name, _)| !is_secret(name));
        Self {
            flow: flow.name.clone(),
            version: flow.version,
            values: values.map(|(name, value)| (name.clone(), value.clone())).collect(),
            started_ms,
            ..Self::default()
        }
    }
}
