//! Chats with the page agent: sessions, what was said in them, the runs of tasks, and what happens in a run.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::TabId;
use crate::problem::Problem;

/// An id that sorts by the time at which it was made: 26 characters of Crockford's base 32.
macro_rules! ulid_type {
    ($(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        pub struct $name(String);

        impl $name {
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = UlidError;

            fn try_from(text: String) -> Result<Self, UlidError> {
                let fits = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
                let is_ulid = text.len() == 26 && text.bytes().all(fits);
                if is_ulid { Ok(Self(text)) } else { Err(UlidError) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = UlidError;

            fn from_str(text: &str) -> Result<Self, UlidError> {
                text.to_ascii_uppercase().try_into()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("an id has 26 digits and capital letters")]
pub struct UlidError;

ulid_type! {
    /// A chat.
    ChatId
}
ulid_type! {
    /// A run of a task in a chat.
    RunId
}

/// A chat, without what was said in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatSession {
    pub id: ChatId,
    /// The beginning of its first task, unless the person gave it another.
    pub title: String,
    /// In milliseconds since 1970, like all times here.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_ms: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated_ms: u64,
    /// The model that it asks, by its name in the settings; none means the default.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What a provider that keeps the conversation itself wants back.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub provider_state: Value,
    /// Of the last request; none is shown as `Context: unavailable`.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<ChatUsage>,
    /// The last run.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<ChatRun>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionList {
    /// The one that was used last comes first.
    pub sessions: Vec<ChatSession>,
}

/// Tokens of one request to a model and its answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatUsage {
    /// All that the model read.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub input: u64,
    /// How much of it the provider had in its cache.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub cached: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub output: u64,
    /// How much the model can read at most, where the settings say it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
}

/// How a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum RunState {
    Running,
    /// It has asked the person something.
    Waiting,
    /// The person has taken over, or must set something right. It can be resumed.
    Paused,
    Finished,
    /// It can be resumed once the reason is gone.
    Failed,
    /// The person stopped it.
    Stopped,
}

impl RunState {
    /// Will something still happen by itself, or by an answer?
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::Waiting | Self::Paused)
    }
}

/// How far a run may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunLimits {
    pub steps: u32,
    /// Of its own time, without that of the person's.
    pub minutes: u32,
    /// Read and written, together.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub tokens: u64,
    /// Hundredths of the currency in which the model's price is given; 0 means no limit.
    pub cents: u32,
}

/// How far a run has gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunSpent {
    pub steps: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ms: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub tokens: u64,
    /// None where the model has no price.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cents: Option<f64>,
}

/// Something that the agent asks the person. It waits as long as it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunAsk {
    /// Named by the answer, so that it is for this question and no later one.
    pub id: String,
    pub question: String,
    /// Answers to choose from. Other words of the person's will do, too.
    pub choices: Vec<String>,
}

/// A task that is carried out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatRun {
    pub id: RunId,
    pub session: ChatId,
    pub task: String,
    /// The model, by its name in the settings; none means the default.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The browser in which it works, where the person chose one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    pub state: RunState,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_ms: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated_ms: u64,
    pub limits: RunLimits,
    pub spent: RunSpent,
    /// What the person is asked, while it waits.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<RunAsk>,
    /// What it found out or did, once it has finished.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Whether the task was done, once it has finished.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// What it was asked to give back as data.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub data: Value,
    /// Why it failed or paused.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunList {
    /// The oldest first.
    pub runs: Vec<ChatRun>,
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ChatRole {
    /// The person, or the loop on their behalf.
    User,
    /// The model.
    Assistant,
    /// What came of a call.
    Tool,
}

/// A tool that the model called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatCall {
    pub id: String,
    pub tool: String,
    /// What it does, in one line for the person; what the model wrote in it is set apart ([`crate::quote_page`]).
    /// Older versions kept none.
    #[serde(default)]
    pub does: String,
    /// As JSON, or as the model wrote them where they are none.
    pub arguments: String,
}

/// A piece of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Its place in the chat, from 0.
    pub number: u32,
    pub run: RunId,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_ms: u64,
    pub role: ChatRole,
    /// What pages say in it stands between marks.
    pub text: String,
    /// What the model called.
    pub calls: Vec<ChatCall>,
    /// The call of which this is the result.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The call failed.
    pub failed: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageList {
    pub messages: Vec<ChatMessage>,
    /// There are more after the last of these.
    pub more: bool,
}

/// How far a tool call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CallState {
    Started,
    /// The words say what is waited for.
    Waiting,
    Done,
    Failed,
    /// Something before it brought a surprise.
    Skipped,
}

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all_fields = "camelCase")]
pub enum RunEvent {
    #[serde(rename = "run.started")]
    Started { run: ChatRun },
    /// The person or the daemon let it go on.
    #[serde(rename = "run.resumed")]
    Resumed { spent: RunSpent },
    /// The model has answered: what it says, and what it calls.
    #[serde(rename = "run.step")]
    Step { step: u32, text: String, calls: Vec<ChatCall> },
    /// More of what the model writes. Only told live: the step has the whole.
    #[serde(rename = "run.delta")]
    Delta { text: String, is_reasoning: bool },
    /// What the model began to write does not count: it is asked again.
    #[serde(rename = "run.retry")]
    Retry { reason: String, wait_ms: u32 },
    #[serde(rename = "run.tool")]
    Tool {
        call: String,
        tool: String,
        /// [`ChatCall::does`].
        #[serde(default)]
        does: String,
        state: CallState,
        /// What came of it, or what it waits for; empty while it has only started.
        words: String,
        /// Where it was done.
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabId>,
        /// A picture came with the result; it can be read by this number for a while.
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<u32>,
    },
    /// The person added words to the task. It hears them before its next step.
    #[serde(rename = "run.added")]
    Added { text: String },
    #[serde(rename = "run.ask")]
    Ask { ask: RunAsk },
    #[serde(rename = "run.answered")]
    Answered { ask: String, answer: String },
    #[serde(rename = "run.usage")]
    Usage { usage: ChatUsage, spent: RunSpent },
    /// A provider that keeps the conversation itself has named it.
    #[serde(rename = "run.provider_session")]
    ProviderSession {
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        state: Value,
    },
    /// Something that the loop did to the conversation, for the person to know.
    #[serde(rename = "run.notice")]
    Notice { text: String },
    #[serde(rename = "run.paused")]
    Paused {
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<Problem>,
    },
    #[serde(rename = "run.finished")]
    Finished { run: ChatRun },
    #[serde(rename = "run.failed")]
    Failed { run: ChatRun },
    #[serde(rename = "run.stopped")]
    Stopped { run: ChatRun },
}

impl RunEvent {
    /// Nothing more comes of this run, until the person resumes it.
    #[must_use]
    pub fn is_end(&self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Failed { .. } | Self::Stopped { .. })
    }
}

/// An event with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatEvent {
    /// Rises with every event of a chat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub id: u64,
    pub session: ChatId,
    pub run: RunId,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub time_ms: u64,
    pub event: RunEvent,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatEventList {
    pub events: Vec<ChatEvent>,
    /// Where to read on: the `after` of the next question.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last: u64,
}

/// A chat as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    pub file_name: String,
    pub text: String,
}

/// How a chat is written to a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    #[default]
    Markdown,
    Json,
}

/// A chat, by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionParams {
    pub session: ChatId,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionFilter {
    /// Only chats in which these words stand.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// So many at most; 50 without it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The model that it asks, by its name in the settings.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RenameSessionParams {
    pub session: ChatId,
    pub title: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MessagesParams {
    pub session: ChatId,
    /// From this number on; without it from the beginning.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// So many at most; 200 without it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportSessionParams {
    pub session: ChatId,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<ExportFormat>"))]
    pub format: ExportFormat,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartRunParams {
    pub session: ChatId,
    pub task: String,
    /// The model, by its name in the settings; else that of the chat, else the default.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// A tab of the person's that it may use. Without one it works in tabs that it opens itself.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabId>,
    /// Fewer or more steps than the settings say.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerRunParams {
    pub session: ChatId,
    /// [`RunAsk::id`].
    pub ask: String,
    pub answer: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AddToRunParams {
    pub session: ChatId,
    /// What the agent is to know or do besides.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadPictureParams {
    pub session: ChatId,
    /// The number that `run.tool` has told.
    pub picture: u32,
}

/// A picture that came with the result of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatPicture {
    pub base64: String,
    pub mime: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunEventsParams {
    pub session: ChatId,
    /// Events after the one with this id; without it, all that are kept.
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// How long to wait for one where there is none; at most 20 s.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u32>,
}
