//! Answers as each wire writes them: one frame per event.

mod anthropic;
mod gemini;
mod ollama;
mod openai;
mod responses;

use serde_json::{Value, json};
use tabwright_model::Usage;

use crate::answer::Answer;
use crate::fault::{Fault, error};
use crate::request::{NormalizedRequest, Wire};

/// An event as it goes over the wire.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) bytes: String,
    /// It has a part of a tool call.
    is_call: bool,
    /// It tells why the model stops, or comes after that.
    is_end: bool,
}

/// The frames of an answer, as far as its fault lets them come.
pub(crate) fn frames(
    asked: &NormalizedRequest,
    answer: &Answer,
    usage: Option<Usage>,
) -> Vec<Frame> {
    let (wire, model) = (asked.wire, asked.model.as_str());
    // Programs that keep a conversation know its parts by their ids, so none may come twice.
    let turn = asked.turns();
    let mut frames = match wire {
        Wire::OpenAi => openai::frames(model, answer, usage),
        Wire::Responses => responses::frames(model, turn, answer, usage),
        Wire::Anthropic => anthropic::frames(model, turn, answer, usage),
        Wire::Gemini => gemini::frames(model, answer, usage),
        Wire::Ollama => ollama::frames(model, answer, usage),
    };
    match answer.fault {
        Some(Fault::CutAfter(count) | Fault::HangAfter(count)) => frames.truncate(count),
        Some(Fault::CutInCall) => {
            let last = frames.iter().rposition(|frame| frame.is_call).unwrap_or(0);
            frames.truncate(last + 1);
            if let Some(last) = frames.last_mut() {
                let half = last.bytes.floor_char_boundary(last.bytes.len() / 2);
                last.bytes.truncate(half);
            }
        }
        Some(Fault::NoStop) => frames.retain(|frame| !frame.is_end),
        Some(Fault::Malformed) => frames.insert(1, raw(wire, "{\"half\": ")),
        Some(Fault::ErrorAfter(count)) => {
            frames.truncate(count);
            frames.push(event(wire, &error(wire, 503, "overloaded_error", "Overloaded")));
        }
        _ => {}
    }
    frames
}

fn raw(wire: Wire, data: &str) -> Frame {
    let bytes = match wire {
        Wire::Ollama => format!("{data}\n"),
        _ => format!("data: {data}\n\n"),
    };
    Frame { bytes, is_call: false, is_end: false }
}

fn event(wire: Wire, data: &Value) -> Frame {
    let mut frame = raw(wire, &data.to_string());
    if matches!(wire, Wire::Anthropic | Wire::Responses)
        && let Some(kind) = data.get("type").and_then(Value::as_str)
    {
        frame.bytes = format!("event: {kind}\n{}", frame.bytes);
    }
    frame
}

impl Frame {
    fn call(self) -> Self {
        Self { is_call: true, ..self }
    }

    fn end(self) -> Self {
        Self { is_end: true, ..self }
    }
}

/// A text as a model streams it: a few letters at a time.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.char_indices().nth(7).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(at);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The arguments of a call where the wire has JSON and not text.
fn as_json(arguments: &str) -> Value {
    json!(arguments)
}
