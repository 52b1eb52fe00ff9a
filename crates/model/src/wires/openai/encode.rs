//! Writes requests of chat completions.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use url::Url;

use crate::config::{ModelConfig, Provider};
use crate::message::{AssistantMessage, Message, Part, Request, ToolChoice, ToolResult};
use crate::wires::common::{
    FunctionTool, Piece, SentArguments, cache_marks, join, pieces, replayed, text_and_images,
    version_in,
};

pub(in crate::wires) fn endpoint(base: Url) -> Url {
    join(base, "", "chat/completions")
}

#[derive(Serialize)]
pub(in crate::wires) struct Body<'a> {
    model: &'a str,
    stream: bool,
    stream_options: StreamOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_options: Option<Mode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<FunctionTool<'a>>,
    messages: Vec<Sent<'a>>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct Mode {
    mode: &'static str,
}

const EXPLICIT: Mode = Mode { mode: "explicit" };

#[derive(Serialize)]
struct Named<'a> {
    r#type: &'static str,
    function: Name<'a>,
}

#[derive(Serialize)]
struct Name<'a> {
    name: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Sent<'a> {
    System {
        content: Content<'a>,
    },
    User {
        content: Content<'a>,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_content: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_details: Option<&'a Value>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<SentCall<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: Content<'a>,
    },
}

/// Plain text where that is all: some servers take nothing else.
#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Plain(Cow<'a, str>),
    Blocks(Vec<Block<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt_cache_breakpoint: Option<Mode>,
    },
    ImageUrl {
        image_url: ImageUrl,
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt_cache_breakpoint: Option<Mode>,
    },
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
}

#[derive(Serialize)]
struct SentCall<'a> {
    id: &'a str,
    r#type: &'static str,
    function: CalledFunction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<&'a Value>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: &'a str,
    arguments: String,
}

pub(in crate::wires) fn body<'a>(config: &'a ModelConfig, request: &'a Request) -> Body<'a> {
    let is_official = config.is_official();
    let max = request.max_output_tokens.or(config.max_output_tokens);
    let caching = request.caching.as_ref().filter(|_| config.prompt_caching);
    // Since GPT-5.6 a cache is written at marks only, and writing costs. By itself the server marks the last
    // message, which is the state here, and would never be read again.
    let takes_marks = is_official
        && config.model.starts_with("gpt-")
        && version_in(&config.model).is_some_and(|version| version >= (5, 6));
    let writer = Writer {
        takes_images: config.takes_images(),
        marks: cache_marks(&request.messages),
        is_marking: takes_marks && caching.is_some(),
        uses_blocks: takes_marks,
    };
    Body {
        model: &config.model,
        stream: true,
        stream_options: StreamOptions { include_usage: true },
        // The new name is refused by many compatible servers, the old one by OpenAI's newer models.
        max_completion_tokens: max.filter(|_| is_official),
        max_tokens: max.filter(|_| !is_official),
        temperature: request.temperature.or(config.temperature),
        reasoning_effort: config.reasoning.map(crate::config::Effort::name),
        prompt_cache_key: caching
            .filter(|_| is_official)
            .map(|caching| caching.conversation.as_str())
            .filter(|conversation| !conversation.is_empty()),
        prompt_cache_options: takes_marks.then_some(EXPLICIT),
        tool_choice: match &request.tool_choice {
            ToolChoice::Auto => None,
            ToolChoice::Named(name) => Some(Named { r#type: "function", function: Name { name } }),
        },
        tools: request.tools.iter().map(FunctionTool::of).collect(),
        messages: writer.messages(request),
    }
}

struct Writer {
    takes_images: bool,
    marks: [Option<usize>; 2],
    is_marking: bool,
    /// Only blocks can be marked. All text is in blocks then, so that a mark that moves on changes nothing.
    uses_blocks: bool,
}

impl Writer {
    fn messages<'a>(&self, request: &'a Request) -> Vec<Sent<'a>> {
        let mut sent = Vec::new();
        if !request.system.is_empty() {
            let system = vec![text(&request.system)];
            sent.push(Sent::System { content: self.content(system, self.is_marking) });
        }
        for (at, message) in request.messages.iter().enumerate() {
            let mark = self.is_marking && self.marks.contains(&Some(at));
            match message {
                Message::User { content } => {
                    let blocks: Vec<_> = pieces(content, self.takes_images).map(block).collect();
                    if !blocks.is_empty() {
                        sent.push(Sent::User { content: self.content(blocks, mark) });
                    }
                }
                Message::Assistant(message) => sent.extend(assistant(message)),
                Message::ToolResults { results } => self.results(results, mark, &mut sent),
            }
        }
        if let Some(state) = &request.state {
            sent.push(Sent::User { content: self.content(vec![text(state)], false) });
        }
        sent
    }

    /// A result holds text only, so pictures follow in a message of their own; nothing may stand between
    /// the results.
    fn results<'a>(&self, results: &'a [ToolResult], mark: bool, sent: &mut Vec<Sent<'a>>) {
        let mut pictures = Vec::new();
        let last = results.len().saturating_sub(1);
        let written: Vec<_> = results
            .iter()
            .map(|result| (result, text_and_images(&result.content, self.takes_images)))
            .collect();
        let has_pictures = written.iter().any(|(_, (_, images))| !images.is_empty());
        for (at, (result, (words, images))) in written.into_iter().enumerate() {
            let blocks = vec![Block::Text { text: words, prompt_cache_breakpoint: None }];
            let content = self.content(blocks, mark && at == last && !has_pictures);
            sent.push(Sent::Tool { tool_call_id: &result.call_id, content });
            if !images.is_empty() {
                let caption = format!("Result of {} ({}):", result.tool, result.call_id);
                pictures.push(Block::Text { text: caption.into(), prompt_cache_breakpoint: None });
                pictures.extend(images.into_iter().map(|(mime, base64)| image(mime, base64)));
            }
        }
        if has_pictures {
            sent.push(Sent::User { content: self.content(pictures, mark) });
        }
    }

    fn content<'a>(&self, mut blocks: Vec<Block<'a>>, mark: bool) -> Content<'a> {
        if !self.uses_blocks
            && let Some(text) = plain(&mut blocks)
        {
            return Content::Plain(text);
        }
        if mark && let Some(last) = blocks.last_mut() {
            match last {
                Block::Text { prompt_cache_breakpoint, .. }
                | Block::ImageUrl { prompt_cache_breakpoint, .. } => {
                    *prompt_cache_breakpoint = Some(EXPLICIT);
                }
            }
        }
        Content::Blocks(blocks)
    }
}

/// All text as one, where there are no pictures.
fn plain<'a>(blocks: &mut [Block<'a>]) -> Option<Cow<'a, str>> {
    let texts = blocks.iter_mut().map(|block| match block {
        Block::Text { text, .. } => Some(text),
        Block::ImageUrl { .. } => None,
    });
    let texts: Vec<_> = texts.collect::<Option<_>>()?;
    match <[_; 1]>::try_from(texts) {
        Ok([only]) => Some(std::mem::take(only)),
        Err(texts) => {
            let texts: Vec<_> = texts.iter().map(|text| text.as_ref()).collect();
            Some(Cow::Owned(texts.join("\n")))
        }
    }
}

fn block(piece: Piece<'_>) -> Block<'_> {
    match piece {
        Piece::Text(words) => text(words),
        Piece::Image { mime, base64 } => image(mime, base64),
    }
}

fn text(text: &str) -> Block<'_> {
    Block::Text { text: text.into(), prompt_cache_breakpoint: None }
}

fn image<'a>(mime: &str, base64: &str) -> Block<'a> {
    let image_url = ImageUrl { url: format!("data:{mime};base64,{base64}") };
    Block::ImageUrl { image_url, prompt_cache_breakpoint: None }
}

/// None for a message that has nothing in it.
fn assistant(message: &AssistantMessage) -> Option<Sent<'_>> {
    let words = message.text();
    let tool_calls: Vec<_> = message
        .tool_calls()
        .map(|call| SentCall {
            id: &call.id,
            r#type: "function",
            function: CalledFunction {
                name: &call.name,
                arguments: serde_json::to_string(&SentArguments::new(&call.arguments))
                    .unwrap_or_default(),
            },
            extra_content: replayed(call.replay.as_ref(), Provider::OpenAi)
                .and_then(|data| data.get("extra_content")),
        })
        .collect();
    if words.is_empty() && tool_calls.is_empty() {
        return None;
    }
    // Servers that told reasoning want it back with the calls it led to, under the name that they gave it;
    // after a final answer some refuse it.
    let reasoning = Some(reasoning(message)).filter(|_| !tool_calls.is_empty()).unwrap_or_default();
    let named = |name: &str| {
        reasoning.text.clone().filter(|text| reasoning.field == Some(name) && !text.is_empty())
    };
    Some(Sent::Assistant {
        reasoning_content: named("reasoning_content"),
        reasoning: named("reasoning").filter(|_| reasoning.details.is_none()),
        reasoning_details: reasoning.details,
        content: (!words.is_empty()).then_some(words),
        tool_calls,
    })
}

#[derive(Default)]
struct Reasoning<'a> {
    text: Option<String>,
    field: Option<&'a str>,
    details: Option<&'a Value>,
}

fn reasoning(message: &AssistantMessage) -> Reasoning<'_> {
    let mut all = Reasoning::default();
    for part in &message.parts {
        let Part::Reasoning { text, replay } = part else { continue };
        if let Some(data) = replayed(replay.as_ref(), Provider::OpenAi) {
            all.field = all.field.or(data.get("field").and_then(Value::as_str));
            all.details = all.details.or(data.get("details"));
        }
        all.text.get_or_insert_default().push_str(text);
    }
    all
}
