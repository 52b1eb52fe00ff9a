//! Reads the stream of chat completions, as strictly as servers are.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::assembly::Assembly;
use crate::classify::Classifier;
use crate::config::Provider;
use crate::error::{BadAnswer, Error};
use crate::event::StopReason;
use crate::limits::PARTS_MAX;
use crate::message::Replay;
use crate::think_tags::ThinkTags;
use crate::usage::Usage;
use crate::wires::common::parse;

#[derive(Debug)]
pub(in crate::wires) struct Decoder {
    classifier: Arc<Classifier>,
    tags: ThinkTags,
    refusal: String,
    /// Under which name the server tells reasoning.
    reasoning_field: Option<&'static str>,
    reasoning_details: Vec<Value>,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Value>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    index: Option<u64>,
    /// `message` is what a server sends that does not stream.
    #[serde(default, alias = "message")]
    delta: Option<Delta>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    content: Option<Value>,
    #[serde(default)]
    reasoning_content: Option<String>,
    #[serde(default)]
    reasoning: Option<Value>,
    #[serde(default)]
    reasoning_details: Option<Vec<Value>>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Deserialize)]
struct CallDelta {
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<FunctionDelta>,
    #[serde(default)]
    extra_content: Option<Value>,
}

#[derive(Default, Deserialize)]
struct FunctionDelta {
    #[serde(default)]
    name: Option<String>,
    /// Text in pieces, or an object from servers that do not stream calls.
    #[serde(default)]
    arguments: Value,
}

impl Decoder {
    pub(in crate::wires) fn new(classifier: Arc<Classifier>) -> Self {
        Self {
            classifier,
            tags: ThinkTags::default(),
            refusal: String::new(),
            reasoning_field: None,
            reasoning_details: Vec::new(),
        }
    }

    fn delta(&mut self, delta: Delta, answer: &mut Assembly) -> Result<(), Error> {
        if let Some(text) = &delta.reasoning_content {
            self.reasoning_field = Some("reasoning_content");
            answer.reasoning(text)?;
        } else if let Some(Value::String(text)) = &delta.reasoning {
            self.reasoning_field = Some("reasoning");
            answer.reasoning(text)?;
        }
        for detail in delta.reasoning_details.into_iter().flatten() {
            self.add_detail(detail)?;
        }
        match &delta.content {
            Some(Value::String(text)) => self.tags.push(text, answer)?,
            Some(Value::Array(parts)) => read_parts(parts, answer)?,
            _ => {}
        }
        if let Some(refusal) = &delta.refusal
            && self.refusal.len() < 4096
        {
            self.refusal.push_str(refusal);
        }
        delta.tool_calls.into_iter().flatten().try_for_each(|call| read_call(call, answer))
    }

    /// Blocks of reasoning come in pieces, and are wanted back as blocks.
    fn add_detail(&mut self, detail: Value) -> Result<(), Error> {
        let Value::Object(detail) = detail else { return Ok(()) };
        let same = |before: &&mut Value| {
            ["type", "index"].into_iter().all(|name| before.get(name) == detail.get(name))
                && detail.contains_key("index")
        };
        let Some(Value::Object(before)) = self.reasoning_details.last_mut().filter(same) else {
            if self.reasoning_details.len() >= PARTS_MAX {
                return Err(BadAnswer::TooMuch("too many parts").into());
            }
            self.reasoning_details.push(Value::Object(detail));
            return Ok(());
        };
        for (name, value) in detail {
            match (before.get_mut(&name), value) {
                (Some(Value::String(before)), Value::String(more))
                    if ["text", "summary", "data"].contains(&name.as_str()) =>
                {
                    before.push_str(&more);
                }
                (_, Value::Null) => {}
                (_, value) => _ = before.insert(name, value),
            }
        }
        Ok(())
    }

    fn finish(&mut self, reason: &str, answer: &mut Assembly) -> Result<(), Error> {
        if reason == "content_filter" || !self.refusal.is_empty() {
            let words = (!self.refusal.is_empty()).then(|| self.classifier.text(&self.refusal));
            return Err(Error::Refused(words));
        }
        answer.stop(match reason {
            "tool_calls" | "function_call" => StopReason::ToolCalls,
            "length" | "max_tokens" => StopReason::Length,
            "error" => return Err(Error::Overloaded { wait: None, detail: None }),
            _ => StopReason::EndTurn,
        });
        self.tags.finish(answer)?;
        self.sign_reasoning(answer)
    }

    fn sign_reasoning(&mut self, answer: &mut Assembly) -> Result<(), Error> {
        let details = std::mem::take(&mut self.reasoning_details);
        let data = match (self.reasoning_field.take(), details.is_empty()) {
            (None, true) => return Ok(()),
            (Some(field), true) => json!({ "field": field }),
            (None, false) => json!({ "details": details }),
            (Some(field), false) => json!({ "field": field, "details": details }),
        };
        let replay = Replay { provider: Provider::OpenAi, data };
        match answer.first_reasoning() {
            Some(slot) => *slot = Some(replay),
            None => answer.sign_reasoning(replay)?,
        }
        Ok(())
    }
}

impl crate::assembly::Decoder for Decoder {
    fn event(&mut self, data: &str, answer: &mut Assembly) -> Result<(), Error> {
        if data.trim() == "[DONE]" {
            answer.done();
            return Ok(());
        }
        let chunk: Chunk = parse(data)?;
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Err(self.classifier.in_stream(&json!({ "error": error })));
        }
        if let Some(usage) = &chunk.usage
            && let Some(usage) = read_usage(usage)
        {
            answer.usage(usage);
        }
        // Only one answer was asked for.
        let first = chunk.choices.into_iter().flatten().find(|it| it.index.unwrap_or(0) == 0);
        let Some(choice) = first else { return Ok(()) };
        if let Some(delta) = choice.delta {
            self.delta(delta, answer)?;
        }
        match choice.finish_reason.as_deref() {
            None | Some("") => Ok(()),
            Some(reason) => self.finish(reason, answer),
        }
    }
}

/// Content in parts: text, and what some models think.
fn read_parts(parts: &[Value], answer: &mut Assembly) -> Result<(), Error> {
    for part in parts {
        let text = |name: &str| part.get(name).and_then(Value::as_str);
        match text("type") {
            Some("text") => answer.text(text("text").unwrap_or_default())?,
            Some("thinking") => {
                let inner = part.get("thinking").and_then(Value::as_array);
                for inner in inner.into_iter().flatten() {
                    let text = inner.get("text").and_then(Value::as_str);
                    answer.reasoning(text.unwrap_or_default())?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Servers number calls, or give them ids, or neither, and some say id and name with every piece.
fn read_call(call: CallDelta, answer: &mut Assembly) -> Result<(), Error> {
    let CallDelta { index, id, function, extra_content } = call;
    let FunctionDelta { name, arguments } = function.unwrap_or_default();
    let (id, name) = (id.unwrap_or_default(), name.unwrap_or_default());
    let is_new = match answer.open_at(index) {
        Some((open, _)) if !id.is_empty() => open != id,
        Some((_, open)) if !name.is_empty() => {
            index.is_none() || (!open.is_empty() && open != name)
        }
        Some(_) => false,
        None => !id.is_empty() || !name.is_empty(),
    };
    if is_new {
        let replay = extra_content.filter(|it| !it.is_null()).map(|extra| Replay {
            provider: Provider::OpenAi,
            data: json!({ "extra_content": extra }),
        });
        answer.open_call(index, &id, &name, replay)?;
    } else if !name.is_empty() {
        answer.name_call(index, &name)?;
    }
    match arguments {
        Value::Null => Ok(()),
        Value::String(piece) if piece.is_empty() => Ok(()),
        Value::String(piece) => answer.call_arguments(index, &piece),
        other => answer.call_arguments(index, &other.to_string()),
    }
}

fn read_usage(usage: &Value) -> Option<Usage> {
    let number = |names: &[&str]| {
        names.iter().try_fold(usage, |value, name| value.get(name)).and_then(Value::as_u64)
    };
    let input = number(&["prompt_tokens"])?;
    let output = number(&["completion_tokens"]).unwrap_or(0);
    // Some servers do not count reasoning among what was completed.
    let rest = number(&["total_tokens"]).map_or(0, |total| total.saturating_sub(input));
    let cached = number(&["prompt_tokens_details", "cached_tokens"]);
    Some(Usage {
        input,
        cached: cached.or(number(&["prompt_cache_hit_tokens"])).unwrap_or(0),
        cache_written: number(&["prompt_tokens_details", "cache_write_tokens"]).unwrap_or(0),
        output: output.max(rest),
    })
}
