//! Models of all four providers against the scripted server.

#![allow(clippy::unwrap_used)]

mod answers;
mod conversation;
mod faults;
mod life;
mod probe;

use std::sync::Arc;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tabwright_model::{
    ApiKey, Error, Event, HttpModel, Message, Model as _, ModelConfig, Provider, Request,
    RetryPolicy, Tool,
};
use tabwright_model_server::{Answer, ModelServer};

const KEY: &str = "sk-abcdefghijklmnop";

fn model(config: ModelConfig, retries: RetryPolicy) -> HttpModel {
    HttpModel::new(config, Some(ApiKey::new(KEY).unwrap()), retries).unwrap()
}

fn tools() -> Arc<[Tool]> {
    let schema = json!({ "type": "object", "required": ["steps"], "properties": {
        "steps": { "type": "array", "items": { "type": "string" } },
        "tab": { "type": "integer" } } });
    let tool = |name: &str| Tool {
        name: name.to_owned(),
        description: format!("The tool {name}."),
        input_schema: schema.as_object().unwrap().clone(),
    };
    Arc::new([tool("act"), tool("read")])
}

fn request() -> Request {
    Request {
        system: "You help.".to_owned(),
        tools: tools(),
        messages: vec![Message::user("Book it.")],
        ..Request::default()
    }
}

/// All that a model tells about the first answer of a script, without retries.
async fn ask(provider: Provider, answer: Answer) -> Vec<Result<Event, Error>> {
    let server = ModelServer::scripted([answer]).await.unwrap();
    let model = model(server.config(provider), RetryPolicy::NEVER);
    model.stream(&request()).collect().await
}

fn text_of(events: &[Result<Event, Error>]) -> String {
    let text = |event: &Result<Event, Error>| match event {
        Ok(Event::Text(text)) => Some(text.clone()),
        _ => None,
    };
    events.iter().filter_map(text).collect()
}

fn calls_of(events: &[Result<Event, Error>]) -> Vec<(String, Value)> {
    let call = |event: &Result<Event, Error>| match event {
        Ok(Event::ToolCall(call)) => {
            let arguments = call.arguments.object().cloned().map_or(Value::Null, Value::Object);
            Some((call.name.clone(), arguments))
        }
        _ => None,
    };
    events.iter().filter_map(call).collect()
}
