//! What the model answers.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tabwright_model::{StopReason, Usage};
use tokio::sync::watch;

use crate::fault::Fault;

/// One answer, or what happens instead of it.
#[derive(Debug, Clone)]
pub struct Answer {
    /// In this order.
    pub parts: Vec<AnswerPart>,
    /// What the server says that it cost.
    pub usage: Reported,
    /// Why it stops; none finds it out by the parts.
    pub stop: Option<StopReason>,
    /// What goes wrong.
    pub fault: Option<Fault>,
    /// The stream waits here, after so many events.
    pub pause: Option<(usize, Gate)>,
    /// How long it takes from one event to the next.
    pub every: Option<Duration>,
}

/// A part of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerPart {
    /// For the person.
    Text(String),
    /// What it thinks before.
    Reasoning(String),
    /// A tool call as it should be.
    Call {
        /// The tool.
        name: String,
        /// What it is called with.
        arguments: Value,
    },
    /// A tool call whose arguments are this text, whatever it is. Where a wire has no text there, it is a JSON
    /// string.
    RawCall {
        /// The tool.
        name: String,
        /// What it is called with.
        arguments: String,
    },
}

/// What the server says about the cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reported {
    /// About what it would be: a token is four bytes, and what an earlier request began with is cached.
    #[default]
    Estimated,
    /// Nothing.
    Nothing,
    /// This.
    Exactly(Usage),
}

impl Answer {
    /// An answer of these parts.
    #[must_use]
    pub fn new(parts: Vec<AnswerPart>) -> Self {
        let usage = Reported::Estimated;
        Self { parts, usage, stop: None, fault: None, pause: None, every: None }
    }

    /// The model says this.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(vec![AnswerPart::Text(text.into())])
    }

    /// The model calls this tool.
    #[must_use]
    pub fn call(name: impl Into<String>, arguments: Value) -> Self {
        Self::new(vec![AnswerPart::Call { name: name.into(), arguments }])
    }

    /// This happens, to a short answer where there has to be one.
    #[must_use]
    pub fn fault(fault: Fault) -> Self {
        Self::text("Hello.").with_fault(fault)
    }

    /// One more part.
    #[must_use]
    pub fn and(mut self, part: AnswerPart) -> Self {
        self.parts.push(part);
        self
    }

    /// One more call.
    #[must_use]
    pub fn and_call(self, name: impl Into<String>, arguments: Value) -> Self {
        self.and(AnswerPart::Call { name: name.into(), arguments })
    }

    /// With this cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Reported::Exactly(usage);
        self
    }

    /// It stops for this reason, whatever the parts are.
    #[must_use]
    pub fn with_stop(mut self, stop: StopReason) -> Self {
        self.stop = Some(stop);
        self
    }

    /// This goes wrong with it.
    #[must_use]
    pub fn with_fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// The stream waits after so many events until the gate is opened.
    #[must_use]
    pub fn pause_after(mut self, events: usize, gate: &Gate) -> Self {
        self.pause = Some((events, gate.clone()));
        self
    }

    /// It takes so long from one event to the next.
    #[must_use]
    pub fn every(mut self, wait: Duration) -> Self {
        self.every = Some(wait);
        self
    }

    pub(crate) fn stop_reason(&self) -> StopReason {
        let is_call = |part: &AnswerPart| {
            matches!(part, AnswerPart::Call { .. } | AnswerPart::RawCall { .. })
        };
        let usual = match self.parts.iter().any(is_call) {
            true => StopReason::ToolCalls,
            false => StopReason::EndTurn,
        };
        self.stop.unwrap_or(usual)
    }
}

/// Something that a stream waits for, and that the test opens.
#[derive(Debug, Clone)]
pub struct Gate(Arc<watch::Sender<bool>>);

impl Gate {
    /// A closed one.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Lets everything through that waits.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    pub(crate) async fn passed(&self) {
        // The sender is held here, so it cannot be gone.
        _ = self.0.subscribe().wait_for(|is_open| *is_open).await;
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}
