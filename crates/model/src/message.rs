//! What is sent to a model: the conversation, the tools and the limits.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use tabwright_wire::{Content, PictureFormat};

use crate::config::Provider;

/// One request. Messages are only ever appended, so that a provider's cache can serve what it has seen;
/// what changes at every step is [`Request::state`].
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Who the model is, and what holds for the whole conversation.
    pub system: String,
    /// In an order that does not change during a conversation.
    pub tools: Arc<[Tool]>,
    /// Whether the model has to call a tool.
    pub tool_choice: ToolChoice,
    /// The conversation, the oldest first.
    pub messages: Vec<Message>,
    /// The last thing the model reads. It is not kept in the conversation, and stands behind everything
    /// that is cached.
    pub state: Option<String>,
    /// How long the answer may be; none means the setting of the model.
    pub max_output_tokens: Option<u32>,
    /// Instead of the setting of the model.
    pub temperature: Option<f32>,
    /// None where the request will not be continued, so that caching it only costs.
    pub caching: Option<Caching>,
}

/// How a conversation is kept in the provider's cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caching {
    /// The id of the conversation. Requests with the same one are sent to where the cache is.
    pub conversation: String,
    /// The next request may come much later than the usual five minutes, because a person is asked.
    pub may_pause: bool,
}

/// Whether the model has to call a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// As it likes.
    #[default]
    Auto,
    /// This one. Ollama knows no such thing, and is left to choose.
    Named(String),
}

/// A tool as the model sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Letters, digits, `_` and `-`.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// The JSON Schema of its arguments, an object.
    pub input_schema: Map<String, Value>,
}

/// A piece of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "camelCase")]
pub enum Message {
    /// What the person or the program says.
    User {
        /// Text and pictures, in order.
        content: Vec<Content>,
    },
    /// What the model said.
    Assistant(AssistantMessage),
    /// What came of the tool calls of the message before: one result for each.
    ToolResults {
        /// In the order of the calls.
        results: Vec<ToolResult>,
    },
}

impl Message {
    /// Text of the person or the program.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { content: vec![Content::Text { text: text.into() }] }
    }
}

/// What a model said in one answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantMessage {
    /// In the order in which they came.
    pub parts: Vec<Part>,
}

impl AssistantMessage {
    /// All text of it.
    #[must_use]
    pub fn text(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        self.parts.iter().filter_map(text).collect()
    }

    /// The tool calls in it, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// It says nothing and calls nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tool_calls().next().is_none() && self.text().trim().is_empty()
    }
}

/// A part of what a model said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Part {
    /// For the person.
    Text {
        /// The words.
        text: String,
        /// What the provider wants back with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replay: Option<Replay>,
    },
    /// What it thought before.
    Reasoning {
        /// The words, or a summary, or nothing where the provider keeps them to itself.
        text: String,
        /// What the provider wants back with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replay: Option<Replay>,
    },
    /// A call of a tool.
    ToolCall(ToolCall),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's id of the call, or one of ours where it gives none.
    pub id: String,
    /// The tool; it may be one that does not exist.
    pub name: String,
    /// What it is called with.
    pub arguments: Arguments,
    /// What the provider wants back with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

/// The arguments of a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arguments {
    /// As they should be. Nobody has checked them against the schema yet.
    Object(Map<String, Value>),
    /// What could not be repaired. It is never sent back; the model has to be told by a result.
    Malformed(String),
}

impl Arguments {
    /// The arguments, unless they are malformed.
    #[must_use]
    pub fn object(&self) -> Option<&Map<String, Value>> {
        match self {
            Self::Object(object) => Some(object),
            Self::Malformed(_) => None,
        }
    }
}

/// Something opaque that a provider wants back unchanged: a signature of its reasoning, an encrypted
/// block. Other providers never see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    pub(crate) provider: Provider,
    pub(crate) data: Value,
}

/// An id for a call that has none. Nine letters and digits are what every provider takes back, should the
/// conversation go on with another one.
pub(crate) fn new_call_id() -> String {
    std::iter::repeat_with(fastrand::alphanumeric).take(9).collect()
}

/// What came of a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// [`ToolCall::id`].
    pub call_id: String,
    /// [`ToolCall::name`]; some providers know a result by it.
    pub tool: String,
    /// Text and pictures, in order.
    pub content: Vec<Content>,
    /// The call failed; the text says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}
