//! Reads the stream of Anthropic's messages.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::assembly::Assembly;
use crate::classify::Classifier;
use crate::config::Provider;
use crate::error::Error;
use crate::event::StopReason;
use crate::message::Replay;
use crate::wires::common::parse;

#[derive(Debug)]
pub(in crate::wires) struct Decoder {
    classifier: Arc<Classifier>,
    usage: UsageDelta,
    /// Of the reasoning that is being read.
    signature: String,
}

/// An event. Kinds that are not known are left out, as Anthropic asks for.
#[derive(Deserialize)]
struct StreamEvent {
    r#type: String,
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    message: Option<Start>,
    #[serde(default)]
    content_block: Option<Block>,
    #[serde(default)]
    delta: Option<Delta>,
    #[serde(default)]
    usage: Option<UsageDelta>,
}

#[derive(Deserialize)]
struct Start {
    #[serde(default)]
    usage: Option<UsageDelta>,
}

#[derive(Deserialize)]
struct Block {
    r#type: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    data: Option<String>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    input: Option<Value>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    signature: Option<String>,
    #[serde(default)]
    partial_json: Option<String>,
    #[serde(default)]
    stop_reason: Option<String>,
}

/// What is told again counts instead of what was told before.
#[derive(Debug, Default, Clone, Copy, Deserialize)]
struct UsageDelta {
    #[serde(default)]
    input_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: Option<u64>,
}

impl Decoder {
    pub(in crate::wires) fn new(classifier: Arc<Classifier>) -> Self {
        Self { classifier, usage: UsageDelta::default(), signature: String::new() }
    }

    fn usage(&mut self, more: UsageDelta, answer: &mut Assembly) {
        let all = &mut self.usage;
        all.input_tokens = more.input_tokens.or(all.input_tokens);
        all.cache_creation_input_tokens =
            more.cache_creation_input_tokens.or(all.cache_creation_input_tokens);
        all.cache_read_input_tokens = more.cache_read_input_tokens.or(all.cache_read_input_tokens);
        all.output_tokens = more.output_tokens.or(all.output_tokens);
        let cached = all.cache_read_input_tokens.unwrap_or(0);
        let cache_written = all.cache_creation_input_tokens.unwrap_or(0);
        let plain = all.input_tokens.unwrap_or(0);
        answer.usage(crate::usage::Usage {
            input: plain.saturating_add(cached).saturating_add(cache_written),
            cached,
            cache_written,
            output: all.output_tokens.unwrap_or(0),
        });
    }

    fn block(
        &mut self,
        index: Option<u64>,
        block: Block,
        answer: &mut Assembly,
    ) -> Result<(), Error> {
        match block.r#type.as_str() {
            "text" => answer.text(block.text.as_deref().unwrap_or_default()),
            "thinking" => {
                self.signature.clear();
                answer.open_reasoning()?;
                answer.reasoning(block.thinking.as_deref().unwrap_or_default())
            }
            "redacted_thinking" => {
                answer.open_reasoning()?;
                answer.sign_reasoning(replay(json!({ "redacted": block.data })))
            }
            "tool_use" => {
                let (id, name) = (block.id.unwrap_or_default(), block.name.unwrap_or_default());
                answer.open_call(index, &id, &name, None)?;
                // Usually empty here, with the arguments to come; some servers send them at once.
                match block.input {
                    Some(Value::Object(input)) if !input.is_empty() => {
                        answer.call_arguments(index, &Value::Object(input).to_string())
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn delta(
        &mut self,
        index: Option<u64>,
        delta: &Delta,
        answer: &mut Assembly,
    ) -> Result<(), Error> {
        match delta.r#type.as_deref() {
            Some("text_delta") => answer.text(delta.text.as_deref().unwrap_or_default()),
            Some("thinking_delta") => {
                answer.reasoning(delta.thinking.as_deref().unwrap_or_default())
            }
            Some("signature_delta") => {
                self.signature.push_str(delta.signature.as_deref().unwrap_or_default());
                answer.sign_reasoning(replay(json!({ "signature": self.signature })))
            }
            Some("input_json_delta") => match delta.partial_json.as_deref().unwrap_or_default() {
                "" => Ok(()),
                piece => answer.call_arguments(index, piece),
            },
            _ => Ok(()),
        }
    }
}

impl crate::assembly::Decoder for Decoder {
    fn event(&mut self, data: &str, answer: &mut Assembly) -> Result<(), Error> {
        let event: StreamEvent = parse(data)?;
        if event.r#type == "error" {
            return Err(self.classifier.in_stream(&parse(data)?));
        }
        let usage = event.message.and_then(|message| message.usage).or(event.usage);
        if let Some(usage) = usage {
            self.usage(usage, answer);
        }
        match (event.r#type.as_str(), event.content_block, event.delta) {
            ("content_block_start", Some(block), _) => self.block(event.index, block, answer),
            ("content_block_delta", _, Some(delta)) => self.delta(event.index, &delta, answer),
            ("message_delta", _, Some(delta)) => match delta.stop_reason.as_deref() {
                Some(reason) => stop(reason, answer),
                None => Ok(()),
            },
            ("message_stop", ..) => {
                answer.done();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn stop(reason: &str, answer: &mut Assembly) -> Result<(), Error> {
    answer.stop(match reason {
        "tool_use" => StopReason::ToolCalls,
        "max_tokens" => StopReason::Length,
        "refusal" => return Err(Error::Refused(None)),
        "model_context_window_exceeded" => return Err(Error::ContextTooLong),
        _ => StopReason::EndTurn,
    });
    Ok(())
}

fn replay(data: Value) -> Replay {
    Replay { provider: Provider::Anthropic, data }
}
