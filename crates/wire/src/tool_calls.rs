//! Tool calls of agents, as they cross from the process of an agent to the daemon and back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::problem::Problem;

/// A tool called by an agent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// Which session it belongs to.
    pub session: String,
    /// How the agent calls itself.
    pub client: String,
    pub tool: String,
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// Where a [`TaskToolCall`] is sent.
pub const TASK_CALL_PATH: &str = "/api/v1/tasks/call";

/// A tool called by a command-line agent that works on a task.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskToolCall {
    /// Given to the agent for this task alone.
    pub ticket: String,
    pub tool: String,
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// What a tool gives back to the agent that called it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ToolOutput {
    /// What the model reads.
    pub content: Vec<Content>,
    /// What programs read: the tab, a handle to read on.
    pub facts: Map<String, Value>,
    /// Why the call failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Content {
    Text {
        text: String,
    },
    Image {
        base64: String,
        #[serde(default)]
        format: PictureFormat,
    },
}

/// How a picture is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PictureFormat {
    #[default]
    Png,
    Jpeg,
}

impl PictureFormat {
    #[must_use]
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    /// How names of its files end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }
}

/// A line of the answer to a tool call: progress as often as there is some, and the output at last.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ToolEvent {
    Progress(String),
    Output(ToolOutput),
}

impl ToolOutput {
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![Content::Text { text: text.into() }], ..Self::default() }
    }

    #[must_use]
    pub fn failed(problem: Problem) -> Self {
        Self { problem: Some(problem), ..Self::default() }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    /// Its texts, without the pictures.
    #[must_use]
    pub fn joined_text(&self) -> String {
        let texts = self.content.iter().filter_map(|content| match content {
            Content::Text { text } => Some(text.as_str()),
            Content::Image { .. } => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}
