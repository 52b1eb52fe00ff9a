//! Anthropic's messages.

use serde_json::{Value, json};
use tabwright_model::{StopReason, Usage};

use super::{Frame, event, pieces};
use crate::answer::{Answer, AnswerPart};
use crate::fault::Fault;
use crate::request::Wire;

pub(super) fn frames(
    model: &str,
    turn: usize,
    answer: &Answer,
    usage: Option<Usage>,
) -> Vec<Frame> {
    let event = |data: Value| event(Wire::Anthropic, &data);
    let start = usage.map(|usage| {
        json!({ "input_tokens": usage.input.saturating_sub(usage.cached + usage.cache_written),
            "cache_read_input_tokens": usage.cached, "cache_creation_input_tokens": usage.cache_written,
            "output_tokens": 1 })
    });
    let mut message = json!({ "id": format!("msg_{turn}"), "type": "message", "role": "assistant",
        "model": model, "content": [] });
    if let Some(usage) = start {
        message["usage"] = usage;
    }
    let mut frames = vec![
        event(json!({ "type": "message_start", "message": message })),
        event(json!({ "type": "ping" })),
    ];
    for (index, part) in answer.parts.iter().enumerate() {
        let begin = |block: Value| {
            event(json!({ "type": "content_block_start", "index": index, "content_block": block }))
        };
        let delta = |delta: Value| {
            event(json!({ "type": "content_block_delta", "index": index, "delta": delta }))
        };
        match part {
            AnswerPart::Text(text) => {
                frames.push(begin(json!({ "type": "text", "text": "" })));
                let pieces = pieces(text);
                frames.extend(
                    pieces.iter().map(|text| delta(json!({ "type": "text_delta", "text": text }))),
                );
            }
            AnswerPart::Reasoning(text) => {
                frames.push(begin(json!({ "type": "thinking", "thinking": "", "signature": "" })));
                let pieces = pieces(text);
                let thoughts = pieces
                    .iter()
                    .map(|text| delta(json!({ "type": "thinking_delta", "thinking": text })));
                frames.extend(thoughts);
                let signature = format!("signed {}", text.len());
                frames.push(delta(json!({ "type": "signature_delta", "signature": signature })));
            }
            AnswerPart::Call { .. } | AnswerPart::RawCall { .. } => {
                let (name, arguments) = match part {
                    AnswerPart::Call { name, arguments } => (name, arguments.to_string()),
                    AnswerPart::RawCall { name, arguments } => (name, arguments.clone()),
                    _ => continue,
                };
                let id = format!("toolu_{turn}_{index}");
                let block = json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
                frames.push(begin(block).call());
                for piece in pieces(&arguments) {
                    let piece = json!({ "type": "input_json_delta", "partial_json": piece });
                    frames.push(delta(piece).call());
                }
            }
        }
        frames.push(event(json!({ "type": "content_block_stop", "index": index })));
    }
    let stop = match (&answer.fault, answer.stop_reason()) {
        (Some(Fault::Refused), _) => "refusal",
        (_, StopReason::EndTurn) => "end_turn",
        (_, StopReason::ToolCalls) => "tool_use",
        (_, StopReason::Length) => "max_tokens",
    };
    let mut end = json!({ "type": "message_delta", "delta": { "stop_reason": stop } });
    if let Some(usage) = usage {
        end["usage"] = json!({ "output_tokens": usage.output });
    }
    frames.push(event(end).end());
    frames.push(event(json!({ "type": "message_stop" })).end());
    frames
}
