//! The Gemini API. It signs the first call of an answer, as Gemini 3 does.

use serde_json::{Value, json};
use tabwright_model::{StopReason, Usage};

use super::{Frame, as_json, event, pieces};
use crate::answer::{Answer, AnswerPart};
use crate::fault::Fault;
use crate::request::Wire;

pub(super) fn frames(model: &str, answer: &Answer, usage: Option<Usage>) -> Vec<Frame> {
    let chunk = |parts: Vec<Value>, finish: Option<&str>| {
        let mut candidate = json!({ "content": { "role": "model", "parts": parts }, "index": 0 });
        if let Some(finish) = finish {
            candidate["finishReason"] = finish.into();
        }
        json!({ "candidates": [candidate], "modelVersion": model })
    };
    let event = |data: &Value| event(Wire::Gemini, data);
    let mut frames = Vec::new();
    let mut calls = 0;
    for part in &answer.parts {
        match part {
            AnswerPart::Text(text) => frames.extend(
                pieces(text).iter().map(|text| event(&chunk(vec![json!({ "text": text })], None))),
            ),
            AnswerPart::Reasoning(text) => {
                frames.extend(pieces(text).iter().map(|text| {
                    event(&chunk(vec![json!({ "text": text, "thought": true })], None))
                }));
            }
            AnswerPart::Call { .. } | AnswerPart::RawCall { .. } => {
                let (name, arguments) = match part {
                    AnswerPart::Call { name, arguments } => (name, arguments.clone()),
                    AnswerPart::RawCall { name, arguments } => (name, as_json(arguments)),
                    _ => continue,
                };
                let mut part = json!({ "functionCall": { "name": name, "args": arguments } });
                if calls == 0 {
                    part["thoughtSignature"] = format!("signed {name}").into();
                }
                calls += 1;
                frames.push(event(&chunk(vec![part], None)).call());
            }
        }
    }
    let finish = match (&answer.fault, answer.stop_reason()) {
        (Some(Fault::Refused), _) => "SAFETY",
        (_, StopReason::EndTurn | StopReason::ToolCalls) => "STOP",
        (_, StopReason::Length) => "MAX_TOKENS",
    };
    let mut end = chunk(vec![json!({ "text": "" })], Some(finish));
    if let Some(usage) = usage {
        end["usageMetadata"] = json!({ "promptTokenCount": usage.input,
            "cachedContentTokenCount": usage.cached, "candidatesTokenCount": usage.output,
            "totalTokenCount": usage.input + usage.output });
    }
    frames.push(event(&end).end());
    frames
}
