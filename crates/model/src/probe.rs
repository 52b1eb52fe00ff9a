//! Finds out what a model can do, by asking it twice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Map, Value, json};
use tabwright_wire::{Content, PictureFormat};

use crate::error::{Error, Feature};
use crate::event::{Answer, Event, Model};
use crate::message::{AssistantMessage, Message, Request, Tool};
use crate::usage::Usage;

/// A red square.
const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEX/AAAZ4gk3AAAAG0lEQVR42u3BgQAAAADDoPlT3\
                       +AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC";
/// Enough for a model that reasons first.
const OUTPUT_TOKENS_MAX: u32 = 4_096;
const TOOL: &str = "report";

/// What works.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Probe {
    /// It answers with text.
    pub text: bool,
    /// The answer comes in pieces, and not at once at its end.
    pub streaming: bool,
    /// It calls a tool with the right arguments.
    pub tools: bool,
    /// It sees what is on a picture. None where it was not shown one.
    pub images: Option<bool>,
    /// How long the first piece of the first answer took.
    pub first_piece: Duration,
    /// How long all of it took.
    pub took: Duration,
    /// What finding it out has cost.
    pub usage: Usage,
}

/// Asks for a few words first, then for a tool call about a picture. An error of the first request is told, since
/// nothing works then; one of the second is told unless it says that the model lacks something.
pub async fn probe(model: &dyn Model, with_image: bool) -> Result<Probe, Error> {
    let began = Instant::now();
    let mut probe = Probe::default();
    let Heard { message, pieces, first_piece } =
        ask(model, &words_request(), &mut probe.usage).await?;
    probe.text = !message.text().trim().is_empty();
    probe.streaming = pieces > 1;
    probe.first_piece = first_piece;
    match ask(model, &tool_request(with_image), &mut probe.usage).await {
        Ok(Heard { message, .. }) => {
            probe.tools = reported_colour(&message).is_some();
            probe.images =
                with_image.then(|| reported_colour(&message).is_some_and(|it| it.contains("red")));
        }
        Err(Error::Unsupported { feature: Feature::Tools, .. }) => {}
        Err(Error::Unsupported { feature: Feature::Images, .. }) if with_image => {
            probe.images = Some(false);
            let heard = ask(model, &tool_request(false), &mut probe.usage).await?;
            probe.tools = reported_colour(&heard.message).is_some();
        }
        Err(error) => return Err(error),
    }
    probe.took = began.elapsed();
    Ok(probe)
}

/// An answer, in how many pieces it came, and when the first of them did.
struct Heard {
    message: AssistantMessage,
    pieces: usize,
    first_piece: Duration,
}

async fn ask(model: &dyn Model, request: &Request, usage: &mut Usage) -> Result<Heard, Error> {
    let began = Instant::now();
    let mut stream = model.stream(request);
    let (mut pieces, mut first_piece) = (0, None);
    while let Some(event) = stream.next().await {
        match event? {
            Event::Text(_) | Event::Reasoning(_) => {
                pieces += 1;
                first_piece.get_or_insert_with(|| began.elapsed());
            }
            Event::Usage(more) => *usage += more,
            Event::End(Answer { message, .. }) => {
                let first_piece = first_piece.unwrap_or_else(|| began.elapsed());
                return Ok(Heard { message, pieces, first_piece });
            }
            Event::ToolCall(_) | Event::Retry(_) => {}
        }
    }
    Err(Error::CutStream)
}

fn words_request() -> Request {
    Request {
        messages: vec![Message::user("Count from one to twenty in words.")],
        max_output_tokens: Some(OUTPUT_TOKENS_MAX),
        ..Request::default()
    }
}

fn tool_request(with_image: bool) -> Request {
    let what = if with_image { "this picture" } else { "a ripe tomato" };
    let text = format!("Which colour has {what}? Answer with a call of the tool `{TOOL}`.");
    let mut content = vec![Content::Text { text }];
    if with_image {
        content.push(Content::Image { base64: PICTURE.to_owned(), format: PictureFormat::Png });
    }
    let schema = json!({ "type": "object", "required": ["colour"], "properties": {
        "colour": { "type": "string", "description": "one English word" } } });
    let tool = Tool {
        name: TOOL.to_owned(),
        description: "Reports a colour.".to_owned(),
        input_schema: schema.as_object().map_or_else(Map::new, Clone::clone),
    };
    Request {
        tools: Arc::new([tool]),
        messages: vec![Message::User { content }],
        max_output_tokens: Some(OUTPUT_TOKENS_MAX),
        ..Request::default()
    }
}

fn reported_colour(message: &AssistantMessage) -> Option<String> {
    let call = message.tool_calls().find(|call| call.name == TOOL)?;
    let colour = call.arguments.object()?.get("colour").and_then(Value::as_str)?;
    Some(colour.to_lowercase())
}
