//! Ollama's chat.

use serde_json::{Value, json};
use tabwright_model::{StopReason, Usage};

use super::{Frame, as_json, event, pieces};
use crate::answer::{Answer, AnswerPart};
use crate::request::Wire;

pub(super) fn frames(model: &str, answer: &Answer, usage: Option<Usage>) -> Vec<Frame> {
    let line = |mut message: Value| {
        message["role"] = "assistant".into();
        event(Wire::Ollama, &json!({ "model": model, "message": message, "done": false }))
    };
    let mut frames = Vec::new();
    for part in &answer.parts {
        match part {
            AnswerPart::Text(text) => {
                frames.extend(pieces(text).iter().map(|text| line(json!({ "content": text }))));
            }
            AnswerPart::Reasoning(text) => frames.extend(
                pieces(text).iter().map(|text| line(json!({ "content": "", "thinking": text }))),
            ),
            AnswerPart::Call { .. } | AnswerPart::RawCall { .. } => {
                let (name, arguments) = match part {
                    AnswerPart::Call { name, arguments } => (name, arguments.clone()),
                    AnswerPart::RawCall { name, arguments } => (name, as_json(arguments)),
                    _ => continue,
                };
                let call = json!({ "function": { "name": name, "arguments": arguments } });
                frames.push(line(json!({ "content": "", "tool_calls": [call] })).call());
            }
        }
    }
    let reason = match answer.stop_reason() {
        StopReason::EndTurn | StopReason::ToolCalls => "stop",
        StopReason::Length => "length",
    };
    let mut end = json!({ "model": model, "message": { "role": "assistant", "content": "" },
        "done": true, "done_reason": reason });
    if let Some(usage) = usage {
        end["prompt_eval_count"] = usage.input.into();
        end["eval_count"] = usage.output.into();
    }
    frames.push(event(Wire::Ollama, &end).end());
    frames
}
