//! What comes back from a model, as it comes.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::message::{AssistantMessage, Request, ToolCall};
use crate::repair::Repair;
use crate::usage::Usage;

/// A model that can be asked.
pub trait Model: Send + Sync + std::fmt::Debug {
    /// Asks it. Nothing is sent before the stream is polled first; whoever drops the stream ends the
    /// request at once. After an error or [`Event::End`] nothing comes.
    fn stream(&self, request: &Request) -> EventStream;
}

/// The answer as it comes. It owns all it needs.
pub type EventStream = BoxStream<'static, Result<Event, Error>>;

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// More text for the person.
    Text(String),
    /// More of what the model thinks.
    Reasoning(String),
    /// A whole tool call. Calls are told only when the whole answer has come, so that a stream that
    /// breaks off has told none.
    ToolCall(ToolCall),
    /// What one request cost. With retries there may be several: they add up.
    Usage(Usage),
    /// A request failed before anything of its answer was told, and is made again after a wait.
    Retry(Retry),
    /// The answer is complete.
    End(Answer),
}

/// Why and when a request is made again.
#[derive(Debug, Clone, PartialEq)]
pub struct Retry {
    /// The first retry is 1.
    pub attempt: u32,
    /// How long until then.
    pub wait: Duration,
    /// What happened.
    pub error: Error,
}

/// A complete answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// To be appended to the conversation as it is.
    pub message: AssistantMessage,
    /// Why the model stopped.
    pub stop: StopReason,
    /// What had to be repaired in its tool calls.
    pub repairs: Vec<Repair>,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StopReason {
    /// It has said what it wanted to say.
    EndTurn,
    /// It waits for the results of its tool calls.
    ToolCalls,
    /// The answer was as long as it may be. A tool call that was cut by it is left out.
    Length,
}

/// Reads a stream to its end, for whoever has no use for the pieces.
pub async fn collect(mut stream: EventStream) -> Result<(Answer, Usage), Error> {
    let mut usage = Usage::default();
    while let Some(event) = stream.next().await {
        match event? {
            Event::Usage(more) => usage += more,
            Event::End(answer) => return Ok((answer, usage)),
            _ => {}
        }
    }
    Err(Error::CutStream)
}
