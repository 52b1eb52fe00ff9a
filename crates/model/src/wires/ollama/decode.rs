//! Reads the stream of Ollama: one JSON object per line, with whole tool calls.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::assembly::Assembly;
use crate::classify::Classifier;
use crate::config::Provider;
use crate::error::Error;
use crate::event::StopReason;
use crate::message::Replay;
use crate::think_tags::ThinkTags;
use crate::usage::Usage;
use crate::wires::common::parse;

#[derive(Debug)]
pub(in crate::wires) struct Decoder {
    classifier: Arc<Classifier>,
    tags: ThinkTags,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    message: Option<Message>,
    #[serde(default)]
    done: Option<bool>,
    #[serde(default)]
    done_reason: Option<String>,
    #[serde(default)]
    prompt_eval_count: Option<u64>,
    #[serde(default)]
    eval_count: Option<u64>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<Call>>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    arguments: Value,
}

impl Decoder {
    pub(in crate::wires) fn new(classifier: Arc<Classifier>) -> Self {
        Self { classifier, tags: ThinkTags::default() }
    }

    fn message(&mut self, message: Message, answer: &mut Assembly) -> Result<(), Error> {
        if let Some(thinking) = message.thinking.filter(|it| !it.is_empty()) {
            answer.reasoning(&thinking)?;
            answer.sign_reasoning(Replay { provider: Provider::Ollama, data: Value::Null })?;
        }
        self.tags.push(message.content.as_deref().unwrap_or_default(), answer)?;
        for call in message.tool_calls.into_iter().flatten() {
            let Some(function) = call.function else { return Err(Error::MalformedToolCall) };
            let (id, name) = (call.id.unwrap_or_default(), function.name.unwrap_or_default());
            answer.whole_call(&id, &name, &function.arguments, None)?;
        }
        Ok(())
    }
}

impl crate::assembly::Decoder for Decoder {
    fn event(&mut self, data: &str, answer: &mut Assembly) -> Result<(), Error> {
        let line: Line = parse(data)?;
        if let Some(error) = line.error.filter(|error| !error.is_null()) {
            return Err(self.classifier.in_stream(&json!({ "error": error })));
        }
        if let Some(message) = line.message {
            self.message(message, answer)?;
        }
        if line.prompt_eval_count.is_some() || line.eval_count.is_some() {
            answer.usage(Usage {
                input: line.prompt_eval_count.unwrap_or(0),
                output: line.eval_count.unwrap_or(0),
                ..Usage::default()
            });
        }
        if line.done == Some(true) {
            self.tags.finish(answer)?;
            answer.stop(match line.done_reason.as_deref() {
                Some("length") => StopReason::Length,
                _ => StopReason::EndTurn,
            });
            answer.done();
        }
        Ok(())
    }
}
