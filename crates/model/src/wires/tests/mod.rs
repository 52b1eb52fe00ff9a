//! The wires without a network: what is written, and what is made of streams as servers send them.

mod golden;
mod hostile;
mod prefix;
mod streams;

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde_json::{Value, json};

use crate::classify::Classifier;
use crate::config::{ModelConfig, Provider};
use crate::error::Error;
use crate::event::{Event, StopReason};
use crate::framing::Framing;
use crate::message::{Arguments, Message, Part, Request, Tool};
use crate::wires;

fn tools() -> Arc<[Tool]> {
    let tool = |name: &str, description: &str, schema: Value| Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        input_schema: schema.as_object().unwrap().clone(),
    };
    Arc::new([
        tool(
            "act",
            "Do steps on the page.",
            json!({ "type": "object", "required": ["steps"], "properties": {
                "steps": { "type": "array", "items": { "type": "object" } } } }),
        ),
        tool(
            "read",
            "Read the page.",
            json!({ "type": "object", "properties": { "tab": { "type": "integer" } } }),
        ),
    ])
}

/// What is told about a body that comes in these pieces.
fn read_pieces(provider: Provider, pieces: &[&[u8]]) -> Vec<Result<Event, Error>> {
    let framing = wires::framing(provider);
    read_framed(provider, framing, pieces.iter().map(|it| Ok(Bytes::copy_from_slice(it))).collect())
}

fn read_framed(
    provider: Provider,
    framing: Framing,
    pieces: Vec<Result<Bytes, Error>>,
) -> Vec<Result<Event, Error>> {
    let classifier = Arc::new(Classifier { model: "m".to_owned(), key: None });
    let decoder = wires::decoder(provider, classifier);
    let bytes = stream::iter(pieces).boxed();
    let mut events: Vec<_> = crate::reader::read(bytes, framing, decoder, tools())
        .collect()
        .now_or_never()
        .expect("nothing has to be waited for");
    name_calls(&mut events);
    events
}

/// Ids that we made up are random.
fn name_calls(events: &mut [Result<Event, Error>]) {
    let mut count = 0;
    for event in events.iter_mut().flatten() {
        match event {
            Event::ToolCall(call) => {
                call.id = format!("id {count}");
                count += 1;
            }
            Event::End(answer) => {
                let calls = answer.message.parts.iter_mut().filter_map(|part| match part {
                    Part::ToolCall(call) => Some(call),
                    _ => None,
                });
                for (at, call) in calls.enumerate() {
                    call.id = format!("id {at}");
                }
            }
            _ => {}
        }
    }
}

/// The events in a form that a test can hold on one line.
fn in_short(events: &[Result<Event, Error>]) -> String {
    let short = |event: &Result<Event, Error>| match event {
        Ok(Event::Text(text)) => format!("text {text:?}"),
        Ok(Event::Reasoning(text)) => format!("reasoning {text:?}"),
        Ok(Event::ToolCall(call)) => match &call.arguments {
            Arguments::Object(object) => {
                format!("{} {}", call.name, serde_json::to_string(object).unwrap())
            }
            Arguments::Malformed(raw) => format!("{} malformed {raw:?}", call.name),
        },
        Ok(Event::Usage(usage)) => {
            let crate::usage::Usage { input, cached, cache_written, output } = usage;
            format!("usage {input}/{cached}/{cache_written}/{output}")
        }
        Ok(Event::Retry(_)) => "retry".to_owned(),
        Ok(Event::End(answer)) => match answer.stop {
            StopReason::EndTurn => "end".to_owned(),
            StopReason::ToolCalls => "end with calls".to_owned(),
            StopReason::Length => "end by length".to_owned(),
        },
        Err(error) => format!("error: {error}"),
    };
    events.iter().map(short).collect::<Vec<_>>().join("; ")
}

fn told(provider: Provider, body: &str) -> String {
    in_short(&read_pieces(provider, &[body.as_bytes()]))
}

/// A model with nothing set, at the provider's own server.
fn config(provider: Provider) -> ModelConfig {
    let model = match provider {
        Provider::OpenAi => "gpt-5.6",
        Provider::Anthropic => "claude-opus-5",
        Provider::Gemini => "gemini-3-pro",
        Provider::Ollama => "qwen3",
    };
    ModelConfig { vision: Some(true), ..ModelConfig::new(provider, model) }
}

fn body(config: &ModelConfig, request: &Request) -> String {
    let body = wires::encode(config, request).unwrap();
    String::from_utf8(body.to_vec()).unwrap()
}

/// What the model of this provider said in a stream, as a message of the conversation.
fn said(provider: Provider, stream: &str) -> Message {
    let mut events = read_pieces(provider, &[stream.as_bytes()]);
    match events.pop() {
        Some(Ok(Event::End(answer))) => Message::Assistant(answer.message),
        other => panic!("{other:?}"),
    }
}
