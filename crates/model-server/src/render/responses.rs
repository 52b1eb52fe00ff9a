//! OpenAI's responses, as far as Codex listens.

use serde_json::{Value, json};
use tabwright_model::{StopReason, Usage};

use super::{Frame, event, pieces};
use crate::answer::{Answer, AnswerPart};
use crate::request::Wire;

pub(super) fn frames(
    model: &str,
    turn: usize,
    answer: &Answer,
    usage: Option<Usage>,
) -> Vec<Frame> {
    let event = |data: Value| event(Wire::Responses, &data);
    let response = |status: &str, output: &[Value]| {
        json!({ "id": format!("resp_{turn}"), "object": "response", "model": model, "status": status,
            "output": output })
    };
    let begun = response("in_progress", &[]);
    let mut frames = vec![event(json!({ "type": "response.created", "response": begun }))];
    let mut output = Vec::new();
    for (index, part) in answer.parts.iter().enumerate() {
        let id = format!("item_{turn}_{index}");
        let begin = |item: Value| {
            event(
                json!({ "type": "response.output_item.added", "output_index": index, "item": item }),
            )
        };
        let delta = |kind: &str, piece: &str| {
            event(json!({ "type": kind, "item_id": id, "output_index": index,
                "content_index": 0, "summary_index": 0, "delta": piece }))
        };
        let (item, is_call) = match part {
            AnswerPart::Text(text) => {
                let item = |content: Value| {
                    json!({ "id": id, "type": "message",
                        "role": "assistant", "content": content })
                };
                frames.push(begin(item(json!([]))));
                let more = |text: &&str| delta("response.output_text.delta", text);
                frames.extend(pieces(text).iter().map(more));
                let content = json!([{ "type": "output_text", "text": text, "annotations": [] }]);
                (item(content), false)
            }
            AnswerPart::Reasoning(text) => {
                let item =
                    |summary: Value| json!({ "id": id, "type": "reasoning", "summary": summary });
                frames.push(begin(item(json!([]))));
                let more = |text: &&str| delta("response.reasoning_summary_text.delta", text);
                frames.extend(pieces(text).iter().map(more));
                (item(json!([{ "type": "summary_text", "text": text }])), false)
            }
            AnswerPart::Call { .. } | AnswerPart::RawCall { .. } => {
                let (name, arguments) = match part {
                    AnswerPart::Call { name, arguments } => (name, arguments.to_string()),
                    AnswerPart::RawCall { name, arguments } => (name, arguments.clone()),
                    _ => continue,
                };
                let item = |arguments: &str| {
                    let mut item = json!({ "id": id, "type": "function_call",
                        "call_id": format!("call_{turn}_{index}"), "name": name, "arguments": arguments });
                    if let Some((space, name)) = name.rsplit_once("__") {
                        (item["namespace"], item["name"]) = (space.into(), name.into());
                    }
                    item
                };
                frames.push(begin(item("")).call());
                let more =
                    |text: &&str| delta("response.function_call_arguments.delta", text).call();
                frames.extend(pieces(&arguments).iter().map(more));
                (item(&arguments), true)
            }
        };
        let end =
            json!({ "type": "response.output_item.done", "output_index": index, "item": item });
        let end = event(end);
        frames.push(if is_call { end.call() } else { end });
        output.push(item);
    }
    let (kind, mut ended) = match answer.stop_reason() {
        StopReason::EndTurn | StopReason::ToolCalls => {
            ("response.completed", response("completed", &output))
        }
        StopReason::Length => {
            let mut ended = response("incomplete", &output);
            ended["incomplete_details"] = json!({ "reason": "max_output_tokens" });
            ("response.incomplete", ended)
        }
    };
    if let Some(usage) = usage {
        ended["usage"] = json!({ "input_tokens": usage.input, "output_tokens": usage.output,
            "total_tokens": usage.input + usage.output,
            "input_tokens_details": { "cached_tokens": usage.cached },
            "output_tokens_details": { "reasoning_tokens": 0 } });
    }
    frames.push(event(json!({ "type": kind, "response": ended })).end());
    frames
}
