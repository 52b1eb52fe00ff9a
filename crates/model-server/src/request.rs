//! A request of any wire, in one form.

use std::collections::BTreeMap;

use serde_json::Value;
use tabwright_model::Tool;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// OpenAI's chat completions.
    OpenAi,
    /// OpenAI's responses, as far as Codex speaks them. Our own models do not.
    Responses,
    /// Anthropic's messages.
    Anthropic,
    /// The Gemini API.
    Gemini,
    /// Ollama's chat.
    Ollama,
}

/// What a model is asked, whatever wire it came by.
#[derive(Debug, Clone, PartialEq)]
pub struct NormalizedRequest {
    /// By which it came.
    pub wire: Wire,
    /// The model that is wanted.
    pub model: String,
    /// Who the model is.
    pub system: String,
    /// In the order of the request.
    pub tools: Vec<Tool>,
    /// The tool that the model has to call.
    pub forced_tool: Option<String>,
    /// The conversation. What the person says in a row is one item, so the state line is the end of the last
    /// one.
    pub items: Vec<Item>,
    /// How long the answer may be.
    pub max_output_tokens: Option<u64>,
    /// As it was set.
    pub temperature: Option<f64>,
    /// How many places are marked for the cache.
    pub cache_marks: usize,
    /// The headers, by lower-case names.
    pub headers: BTreeMap<String, String>,
    /// As it came.
    pub body: Value,
}

/// A piece of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// What the person or the program says, with pictures of results, too.
    User {
        /// Pieces of text are on lines of their own.
        text: String,
        /// In their order.
        images: Vec<Image>,
    },
    /// What the model thought, as far as it is told again.
    Reasoning(String),
    /// What the model said.
    Assistant(String),
    /// A tool that the model called.
    ToolCall {
        /// Empty where the wire has none.
        id: String,
        /// The tool.
        name: String,
        /// What it was called with.
        arguments: Value,
    },
    /// What came of it.
    ToolResult {
        /// Of the call; empty where the wire has none.
        call_id: String,
        /// The tool, found by the id where the wire does not say it.
        tool: String,
        /// All its text.
        text: String,
        /// Where the wire tells it.
        is_error: bool,
    },
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Empty where the wire does not say it.
    pub mime: String,
    /// The picture itself.
    pub base64: String,
}

impl NormalizedRequest {
    /// The last thing that the person or the program said.
    #[must_use]
    pub fn last_user_text(&self) -> &str {
        let user = self.items.iter().rev().find_map(|item| match item {
            Item::User { text, .. } => Some(text.as_str()),
            _ => None,
        });
        user.unwrap_or_default()
    }

    /// All that the program has told the model until now, the oldest first.
    #[must_use]
    pub fn told(&self) -> String {
        let text = |item: &Item| match item {
            Item::User { text, .. } | Item::ToolResult { text, .. } => Some(text.clone()),
            _ => None,
        };
        self.items.iter().filter_map(text).collect::<Vec<_>>().join("\n")
    }

    /// The last result of a tool.
    #[must_use]
    pub fn last_result(&self) -> Option<&str> {
        self.items.iter().rev().find_map(|item| match item {
            Item::ToolResult { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// How many answers the model has given in this conversation.
    #[must_use]
    pub fn turns(&self) -> usize {
        let is_own = |item: &Item| {
            matches!(item, Item::Reasoning(_) | Item::Assistant(_) | Item::ToolCall { .. })
        };
        let starts = std::iter::once(false).chain(self.items.iter().map(is_own));
        let pairs = starts.zip(self.items.iter().map(is_own));
        pairs.filter(|(before, own)| *own && !before).count()
    }

    /// The request as one text in the order in which a model reads it, without the marks of the cache: what a
    /// provider's cache can serve is the start that two of them share.
    #[must_use]
    pub fn canonical(&self) -> String {
        let tools = self.tools.iter().map(|tool| {
            format!(
                "{} {} {}\n",
                tool.name,
                tool.description,
                Value::Object(tool.input_schema.clone())
            )
        });
        let mut text: String = tools.collect();
        text += &self.system;
        for item in &self.items {
            text.push('\n');
            text += &match item {
                Item::User { text, images } => {
                    let images: String = images.iter().map(|image| image.base64.as_str()).collect();
                    format!("user {text}{images}")
                }
                Item::Reasoning(text) => format!("reasoning {text}"),
                Item::Assistant(text) => format!("assistant {text}"),
                Item::ToolCall { name, arguments, .. } => format!("call {name} {arguments}"),
                Item::ToolResult { text, .. } => format!("result {text}"),
            };
        }
        text
    }

    /// How many bytes of [`NormalizedRequest::canonical`] are the same as in an earlier request.
    #[must_use]
    pub fn shared_with(&self, earlier: &Self) -> usize {
        let (one, other) = (self.canonical(), earlier.canonical());
        one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
    }
}
