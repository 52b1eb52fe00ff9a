//! Writes requests of Ollama. It keeps what it has read as long as the model is loaded, so requests only
//! have to begin alike.

use serde::Serialize;
use serde_json::Value;
use url::Url;

use crate::config::{Effort, ModelConfig, Provider};
use crate::message::{AssistantMessage, Message, Part, Request, ToolResult};
use crate::wires::common::{FunctionTool, SentArguments, join, replayed, text_and_images};

/// How long the model stays loaded, and what it has read with it.
const KEEP_ALIVE: &str = "10m";

pub(in crate::wires) fn endpoint(base: Url) -> Url {
    join(base, "api", "chat")
}

#[derive(Serialize)]
pub(in crate::wires) struct Body<'a> {
    model: &'a str,
    stream: bool,
    keep_alive: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<Value>,
    #[serde(skip_serializing_if = "Options::is_empty")]
    options: Options,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<FunctionTool<'a>>,
    messages: Vec<Sent<'a>>,
}

#[derive(Serialize)]
struct Options {
    /// Without it Ollama reads 4,096 tokens, and drops the start of the conversation silently.
    #[serde(skip_serializing_if = "Option::is_none")]
    num_ctx: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

impl Options {
    fn is_empty(&self) -> bool {
        self.num_ctx.is_none() && self.num_predict.is_none() && self.temperature.is_none()
    }
}

#[derive(Serialize, Default)]
struct Sent<'a> {
    role: &'static str,
    content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<SentCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
}

#[derive(Serialize)]
struct SentCall<'a> {
    id: &'a str,
    function: CalledFunction<'a>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: &'a str,
    arguments: SentArguments<'a>,
}

pub(in crate::wires) fn body<'a>(config: &'a ModelConfig, request: &'a Request) -> Body<'a> {
    Body {
        model: &config.model,
        stream: true,
        keep_alive: KEEP_ALIVE,
        think: config.reasoning.map(|effort| think(&config.model, effort)),
        options: Options {
            num_ctx: config.context_window,
            num_predict: request.max_output_tokens.or(config.max_output_tokens),
            temperature: request.temperature.or(config.temperature),
        },
        tools: request.tools.iter().map(FunctionTool::of).collect(),
        messages: messages(config, request),
    }
}

/// One family of models has degrees of it; the others know yes and no.
fn think(model: &str, effort: Effort) -> Value {
    match model.contains("gpt-oss") {
        true => effort.name().into(),
        false => true.into(),
    }
}

fn messages<'a>(config: &ModelConfig, request: &'a Request) -> Vec<Sent<'a>> {
    let takes_images = config.takes_images();
    let mut sent = Vec::new();
    if !request.system.is_empty() {
        sent.push(words("system", request.system.clone()));
    }
    for message in &request.messages {
        match message {
            Message::User { content } => {
                let (text, images) = text_and_images(content, takes_images);
                let images: Vec<_> = images.into_iter().map(|(_, base64)| base64).collect();
                if !text.is_empty() || !images.is_empty() {
                    sent.push(Sent { images, ..words("user", text.into_owned()) });
                }
            }
            Message::Assistant(message) => sent.extend(assistant(message)),
            Message::ToolResults { results } => write_results(results, takes_images, &mut sent),
        }
    }
    if let Some(state) = &request.state {
        sent.push(words("user", state.clone()));
    }
    sent
}

fn words<'a>(role: &'static str, content: String) -> Sent<'a> {
    Sent { role, content, ..Sent::default() }
}

/// None for a message that has nothing in it.
fn assistant(message: &AssistantMessage) -> Option<Sent<'_>> {
    let text = message.text();
    let tool_calls: Vec<_> = message
        .tool_calls()
        .map(|call| SentCall {
            id: &call.id,
            function: CalledFunction {
                name: &call.name,
                arguments: SentArguments::new(&call.arguments),
            },
        })
        .collect();
    if text.is_empty() && tool_calls.is_empty() {
        return None;
    }
    let thoughts = message.parts.iter().filter_map(|part| match part {
        Part::Reasoning { text, replay } => {
            replayed(replay.as_ref(), Provider::Ollama).map(|_| text.as_str())
        }
        _ => None,
    });
    let thinking = Some(thoughts.collect::<String>()).filter(|it| !it.is_empty());
    Some(Sent { thinking, tool_calls, ..words("assistant", text) })
}

/// Templates of models show pictures in messages of the person only, so they follow the results.
fn write_results<'a>(results: &'a [ToolResult], takes_images: bool, sent: &mut Vec<Sent<'a>>) {
    let mut captions = Vec::new();
    let mut pictures = Vec::new();
    for result in results {
        let (text, images) = text_and_images(&result.content, takes_images);
        sent.push(Sent {
            tool_name: Some(&result.tool),
            tool_call_id: Some(&result.call_id),
            ..words("tool", text.into_owned())
        });
        if !images.is_empty() {
            captions.push(format!("Result of {} ({})", result.tool, result.call_id));
            pictures.extend(images.into_iter().map(|(_, base64)| base64));
        }
    }
    if !pictures.is_empty() {
        let caption = format!("{}:", captions.join(", "));
        sent.push(Sent { images: pictures, ..words("user", caption) });
    }
}
