//! Chat completions.

use serde_json::{Value, json};
use tabwright_model::{StopReason, Usage};

use super::{Frame, event, pieces, raw};
use crate::answer::{Answer, AnswerPart};
use crate::fault::Fault;
use crate::request::Wire;

pub(super) fn frames(model: &str, answer: &Answer, usage: Option<Usage>) -> Vec<Frame> {
    let chunk = |delta: Value, finish: Option<&str>| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        event(
            Wire::OpenAi,
            &json!({ "object": "chat.completion.chunk", "model": model, "choices": [choice] }),
        )
    };
    let mut frames = vec![chunk(json!({ "role": "assistant", "content": "" }), None)];
    let mut index = 0;
    for part in &answer.parts {
        match part {
            AnswerPart::Text(text) => {
                frames.extend(
                    pieces(text).iter().map(|text| chunk(json!({ "content": text }), None)),
                );
            }
            AnswerPart::Reasoning(text) => frames.extend(
                pieces(text).iter().map(|text| chunk(json!({ "reasoning_content": text }), None)),
            ),
            AnswerPart::Call { .. } | AnswerPart::RawCall { .. } => {
                let (name, arguments) = match part {
                    AnswerPart::Call { name, arguments } => (name, arguments.to_string()),
                    AnswerPart::RawCall { name, arguments } => (name, arguments.clone()),
                    _ => continue,
                };
                let start = json!({ "index": index, "id": format!("call_{index}"), "type": "function",
                    "function": { "name": name, "arguments": "" } });
                frames.push(chunk(json!({ "tool_calls": [start] }), None).call());
                for piece in pieces(&arguments) {
                    let more = json!({ "index": index, "function": { "arguments": piece } });
                    frames.push(chunk(json!({ "tool_calls": [more] }), None).call());
                }
                index += 1;
            }
        }
    }
    let finish = match (&answer.fault, answer.stop_reason()) {
        (Some(Fault::Refused), _) => "content_filter",
        (_, StopReason::EndTurn) => "stop",
        (_, StopReason::ToolCalls) => "tool_calls",
        (_, StopReason::Length) => "length",
    };
    frames.push(chunk(json!({}), Some(finish)).end());
    if let Some(usage) = usage {
        let told = json!({ "prompt_tokens": usage.input, "completion_tokens": usage.output,
            "total_tokens": usage.input + usage.output,
            "prompt_tokens_details": { "cached_tokens": usage.cached, "cache_write_tokens": usage.cache_written } });
        frames.push(event(Wire::OpenAi, &json!({ "choices": [], "usage": told })).end());
    }
    frames.push(raw(Wire::OpenAi, "[DONE]").end());
    frames
}
