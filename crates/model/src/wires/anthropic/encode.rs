//! Writes requests of Anthropic's messages.
//!
//! The cache is marked in three places, of the four that there may be: behind the system text, which covers the
//! tools too; where the request before this one ended, which is read; and where this one ends, which is
//! written. The state stands behind all of them.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use crate::config::{Effort, ModelConfig, Provider};
use crate::message::{Message, Part, Request, ToolChoice, ToolResult};
use crate::wires::common::{Piece, SentArguments, cache_marks, join, pieces, replayed, version_in};

/// The wire wants a limit. Newer models count their reasoning in it.
const MAX_TOKENS_DEFAULT: u32 = 16_384;
/// From this version on a model decides itself how long it thinks; before, it wants a number of tokens.
const ADAPTIVE_SINCE: (u32, u32) = (4, 6);

pub(in crate::wires) fn endpoint(base: Url) -> Url {
    join(base, "v1", "messages")
}

#[derive(Serialize)]
pub(in crate::wires) struct Body<'a> {
    model: &'a str,
    stream: bool,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Thinking>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'a>>,
    messages: Vec<Sent<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Thinking {
    Adaptive,
    Enabled { budget_tokens: u32 },
}

#[derive(Serialize)]
struct OutputConfig {
    effort: &'static str,
}

#[derive(Serialize)]
struct Named<'a> {
    r#type: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct Sent<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

/// A block, and whether the cache is marked behind it.
#[derive(Serialize)]
struct Block<'a> {
    #[serde(flatten)]
    kind: Kind<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Kind<'a> {
    Text {
        text: &'a str,
    },
    Image {
        source: Source<'a>,
    },
    Thinking {
        thinking: &'a str,
        signature: &'a Value,
    },
    RedactedThinking {
        data: &'a Value,
    },
    ToolUse {
        id: Cow<'a, str>,
        name: &'a str,
        input: SentArguments<'a>,
    },
    ToolResult {
        tool_use_id: Cow<'a, str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        content: Vec<Block<'a>>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

#[derive(Serialize)]
struct Source<'a> {
    r#type: &'static str,
    media_type: &'static str,
    data: &'a str,
}

#[derive(Serialize, Clone, Copy)]
struct CacheControl {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<&'static str>,
}

const FIVE_MINUTES: CacheControl = CacheControl { r#type: "ephemeral", ttl: None };
const ONE_HOUR: CacheControl = CacheControl { r#type: "ephemeral", ttl: Some("1h") };

pub(in crate::wires) fn body<'a>(config: &'a ModelConfig, request: &'a Request) -> Body<'a> {
    let caching = request.caching.as_ref().filter(|_| config.prompt_caching);
    let max = request.max_output_tokens.or(config.max_output_tokens).unwrap_or(MAX_TOKENS_DEFAULT);
    let (thinking, output_config) = thinking(config, max);
    let mut system = Vec::new();
    if !request.system.is_empty() {
        let long = caching.map(|caching| if caching.may_pause { ONE_HOUR } else { FIVE_MINUTES });
        system.push(Block { cache_control: long, ..text(&request.system) });
    }
    Body {
        model: &config.model,
        stream: true,
        max_tokens: max,
        // A model that thinks takes none.
        temperature: request.temperature.or(config.temperature).filter(|_| thinking.is_none()),
        tool_choice: match &request.tool_choice {
            // Nor can it be made to call a tool.
            ToolChoice::Named(name) if thinking.is_none() => Some(Named { r#type: "tool", name }),
            _ => None,
        },
        thinking,
        output_config,
        tools: request.tools.iter().map(tool).collect(),
        system,
        messages: messages(config, request, caching.is_some()),
    }
}

fn thinking(config: &ModelConfig, max_tokens: u32) -> (Option<Thinking>, Option<OutputConfig>) {
    let Some(effort) = config.reasoning else { return (None, None) };
    if version_in(&config.model).is_none_or(|version| version >= ADAPTIVE_SINCE) {
        return (Some(Thinking::Adaptive), Some(OutputConfig { effort: effort.name() }));
    }
    let wanted = match effort {
        Effort::Low => 2_048,
        Effort::Medium => 8_192,
        Effort::High => 16_384,
    };
    // There has to be room for the answer, and less than 1024 is refused.
    let budget_tokens = wanted.min(max_tokens.saturating_sub(1_024));
    match budget_tokens {
        1_024.. => (Some(Thinking::Enabled { budget_tokens }), None),
        _ => (None, None),
    }
}

fn tool(tool: &crate::message::Tool) -> Tool<'_> {
    let crate::message::Tool { name, description, input_schema } = tool;
    Tool { name, description, input_schema }
}

fn messages<'a>(config: &ModelConfig, request: &'a Request, is_caching: bool) -> Vec<Sent<'a>> {
    let takes_images = config.takes_images();
    let marks = cache_marks(&request.messages);
    let mut sent: Vec<Sent<'_>> = Vec::new();
    for (at, message) in request.messages.iter().enumerate() {
        let (role, mut content) = match message {
            Message::User { content } => ("user", blocks(content, takes_images)),
            Message::Assistant(message) => {
                ("assistant", message.parts.iter().filter_map(part).collect())
            }
            Message::ToolResults { results } => {
                ("user", results.iter().map(|it| result(it, takes_images)).collect())
            }
        };
        if is_caching
            && marks.contains(&Some(at))
            && let Some(last) = content.last_mut()
        {
            last.cache_control = Some(FIVE_MINUTES);
        }
        if !content.is_empty() {
            sent.push(Sent { role, content });
        }
    }
    if let Some(state) = &request.state {
        match sent.last_mut() {
            Some(last) if last.role == "user" => last.content.push(text(state)),
            _ => sent.push(Sent { role: "user", content: vec![text(state)] }),
        }
    }
    sent
}

fn blocks(content: &[tabwright_wire::Content], takes_images: bool) -> Vec<Block<'_>> {
    let block = |piece| match piece {
        Piece::Text(words) => text(words),
        Piece::Image { mime, base64 } => plain(Kind::Image {
            source: Source { r#type: "base64", media_type: mime, data: base64 },
        }),
    };
    pieces(content, takes_images).map(block).collect()
}

fn text(text: &str) -> Block<'_> {
    plain(Kind::Text { text })
}

fn plain(kind: Kind<'_>) -> Block<'_> {
    Block { kind, cache_control: None }
}

/// Reasoning is sent back exactly as it came, and only what Anthropic itself signed.
fn part(part: &Part) -> Option<Block<'_>> {
    match part {
        Part::Text { text: words, .. } => (!words.trim().is_empty()).then(|| text(words)),
        Part::Reasoning { text, replay } => {
            let data = replayed(replay.as_ref(), Provider::Anthropic)?;
            match (data.get("redacted"), data.get("signature")) {
                (Some(data), _) => Some(plain(Kind::RedactedThinking { data })),
                (None, Some(signature)) => {
                    Some(plain(Kind::Thinking { thinking: text, signature }))
                }
                (None, None) => None,
            }
        }
        Part::ToolCall(call) => Some(plain(Kind::ToolUse {
            id: safe_id(&call.id),
            name: &call.name,
            input: SentArguments::new(&call.arguments),
        })),
    }
}

fn result(result: &ToolResult, takes_images: bool) -> Block<'_> {
    plain(Kind::ToolResult {
        tool_use_id: safe_id(&result.call_id),
        content: blocks(&result.content, takes_images),
        is_error: result.is_error,
    })
}

/// Ids of other providers have characters that Anthropic refuses.
fn safe_id(id: &str) -> Cow<'_, str> {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    match id.chars().all(is_safe) {
        true => Cow::Borrowed(id),
        false => id.chars().map(|letter| if is_safe(letter) { letter } else { '_' }).collect(),
    }
}
