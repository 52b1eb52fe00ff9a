//! Reads the stream of the Gemini API. Tool calls come whole, and signatures beside them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::assembly::Assembly;
use crate::classify::Classifier;
use crate::config::Provider;
use crate::error::Error;
use crate::event::StopReason;
use crate::message::Replay;
use crate::usage::Usage;
use crate::wires::common::parse;

#[derive(Debug)]
pub(in crate::wires) struct Decoder {
    classifier: Arc<Classifier>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    #[serde(default)]
    candidates: Option<Vec<Candidate>>,
    #[serde(default)]
    prompt_feedback: Option<Feedback>,
    #[serde(default)]
    usage_metadata: Option<UsageMetadata>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    finish_reason: Option<String>,
    #[serde(default)]
    finish_message: Option<String>,
}

#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    parts: Option<Vec<Part>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thought: Option<bool>,
    #[serde(default)]
    thought_signature: Option<String>,
    #[serde(default)]
    function_call: Option<FunctionCall>,
}

#[derive(Deserialize)]
struct FunctionCall {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    args: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    #[serde(default)]
    block_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UsageMetadata {
    #[serde(default)]
    prompt_token_count: Option<u64>,
    #[serde(default)]
    tool_use_prompt_token_count: Option<u64>,
    #[serde(default)]
    cached_content_token_count: Option<u64>,
    #[serde(default)]
    candidates_token_count: Option<u64>,
    #[serde(default)]
    thoughts_token_count: Option<u64>,
}

impl Decoder {
    pub(in crate::wires) fn new(classifier: Arc<Classifier>) -> Self {
        Self { classifier }
    }

    fn stop(&self, candidate: &Candidate, answer: &mut Assembly) -> Result<(), Error> {
        let Some(reason) = candidate.finish_reason.as_deref() else { return Ok(()) };
        answer.stop(match reason {
            "FINISH_REASON_UNSPECIFIED" => return Ok(()),
            "MAX_TOKENS" => StopReason::Length,
            "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" => {
                return Err(Error::MalformedToolCall);
            }
            "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII"
            | "IMAGE_SAFETY" => {
                let words = candidate.finish_message.as_deref().unwrap_or(reason);
                return Err(Error::Refused(Some(self.classifier.text(words))));
            }
            _ => StopReason::EndTurn,
        });
        Ok(())
    }
}

impl crate::assembly::Decoder for Decoder {
    fn event(&mut self, data: &str, answer: &mut Assembly) -> Result<(), Error> {
        let chunk: Chunk = parse(data)?;
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Err(self.classifier.in_stream(&json!({ "error": error })));
        }
        if let Some(usage) = chunk.usage_metadata {
            answer.usage(read_usage(&usage));
        }
        if let Some(reason) = chunk.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            return Err(Error::Refused(Some(self.classifier.text(&reason))));
        }
        let mut candidates = chunk.candidates.into_iter().flatten();
        let Some(mut candidate) = candidates.find(|it| it.index.unwrap_or(0) == 0) else {
            return Ok(());
        };
        let parts = candidate.content.take().and_then(|content| content.parts);
        parts.into_iter().flatten().try_for_each(|part| read_part(part, answer))?;
        self.stop(&candidate, answer)
    }
}

fn read_part(part: Part, answer: &mut Assembly) -> Result<(), Error> {
    let Part { text, thought, thought_signature: signature, function_call } = part;
    let text = text.unwrap_or_default();
    if let Some(call) = function_call {
        let mut data = Map::new();
        if let Some(signature) = signature {
            data.insert("signature".to_owned(), signature.into());
        }
        let id = call.id.unwrap_or_default();
        if !id.is_empty() {
            data.insert("id".to_owned(), true.into());
        }
        let replay = (!data.is_empty()).then(|| replay(Value::Object(data)));
        return answer.whole_call(&id, &call.name.unwrap_or_default(), &call.args, replay);
    }
    match (thought.unwrap_or(false), signature) {
        (true, None) => answer.reasoning(&text),
        (true, Some(signature)) => {
            answer.open_reasoning()?;
            answer.reasoning(&text)?;
            answer.sign_reasoning(replay(json!({ "signature": signature })))
        }
        (false, None) => answer.text(&text),
        (false, Some(signature)) => {
            answer.signed_text(&text, replay(json!({ "signature": signature })))
        }
    }
}

fn replay(data: Value) -> Replay {
    Replay { provider: Provider::Gemini, data }
}

fn read_usage(usage: &UsageMetadata) -> Usage {
    let sum =
        |one: Option<u64>, other: Option<u64>| one.unwrap_or(0).saturating_add(other.unwrap_or(0));
    Usage {
        input: sum(usage.prompt_token_count, usage.tool_use_prompt_token_count),
        cached: usage.cached_content_token_count.unwrap_or(0),
        cache_written: 0,
        output: sum(usage.candidates_token_count, usage.thoughts_token_count),
    }
}
