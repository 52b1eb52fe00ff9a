//! Writes requests of the Gemini API. Its cache works by itself, as long as requests begin alike.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use crate::config::{Effort, ModelConfig, Provider};
use crate::message::{AssistantMessage, Message, Part, Request, ToolChoice, ToolResult};
use crate::wires::common::{Piece, SentArguments, pieces, replayed, text_and_images, version_in};

/// Takes the place of a signature that Gemini never gave, because another model made the call. Without one
/// Gemini 3 refuses the conversation.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

pub(in crate::wires) fn endpoint(mut base: Url, model: &str) -> Url {
    let model = model.strip_prefix("models/").unwrap_or(model);
    if let Ok(mut path) = base.path_segments_mut() {
        path.pop_if_empty().push("models").push(&format!("{model}:streamGenerateContent"));
    }
    base.set_query(Some("alt=sse"));
    base
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::wires) struct Body<'a> {
    #[serde(skip_serializing_if = "GenerationConfig::is_empty")]
    generation_config: GenerationConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<ToolConfig<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tools<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<System<'a>>,
    contents: Vec<Sent<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<ThinkingConfig>,
}

impl GenerationConfig {
    fn is_empty(&self) -> bool {
        self.max_output_tokens.is_none()
            && self.temperature.is_none()
            && self.thinking_config.is_none()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThinkingConfig {
    include_thoughts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_budget: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolConfig<'a> {
    function_calling_config: FunctionCalling<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FunctionCalling<'a> {
    mode: &'static str,
    allowed_function_names: [&'a str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tools<'a> {
    function_declarations: Vec<Declaration<'a>>,
}

/// `parameters` would take a part of JSON Schema only.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Declaration<'a> {
    name: &'a str,
    description: &'a str,
    parameters_json_schema: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct System<'a> {
    parts: [SentPart<'a>; 1],
}

#[derive(Serialize)]
struct Sent<'a> {
    role: &'static str,
    parts: Vec<SentPart<'a>>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct SentPart<'a> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    thought: bool,
    #[serde(flatten)]
    payload: Payload<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thought_signature: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Payload<'a> {
    Text(&'a str),
    InlineData {
        #[serde(rename = "mimeType")]
        mime_type: &'static str,
        data: &'a str,
    },
    FunctionCall {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        name: &'a str,
        args: SentArguments<'a>,
    },
    FunctionResponse {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        name: &'a str,
        response: Response<'a>,
    },
}

impl Default for Payload<'_> {
    fn default() -> Self {
        Self::Text("")
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Response<'a> {
    Output(Cow<'a, str>),
    Error(Cow<'a, str>),
}

pub(in crate::wires) fn body<'a>(config: &'a ModelConfig, request: &'a Request) -> Body<'a> {
    let declare = |tool: &'a crate::message::Tool| Declaration {
        name: &tool.name,
        description: &tool.description,
        parameters_json_schema: &tool.input_schema,
    };
    Body {
        generation_config: GenerationConfig {
            max_output_tokens: request.max_output_tokens.or(config.max_output_tokens),
            temperature: request.temperature.or(config.temperature),
            thinking_config: config.reasoning.map(|effort| thinking(&config.model, effort)),
        },
        tool_config: match &request.tool_choice {
            ToolChoice::Auto => None,
            ToolChoice::Named(name) => {
                let function_calling_config =
                    FunctionCalling { mode: "ANY", allowed_function_names: [name] };
                Some(ToolConfig { function_calling_config })
            }
        },
        tools: (!request.tools.is_empty()).then(|| {
            [Tools { function_declarations: request.tools.iter().map(declare).collect() }]
        }),
        system_instruction: (!request.system.is_empty())
            .then(|| System { parts: [text(&request.system)] }),
        contents: contents(config, request),
    }
}

fn thinking(model: &str, effort: Effort) -> ThinkingConfig {
    let (thinking_level, thinking_budget) = match (is_before_3(model), effort) {
        (false, effort) => (Some(effort.name()), None),
        (true, Effort::Low) => (None, Some(1_024)),
        (true, Effort::Medium) => (None, Some(8_192)),
        (true, Effort::High) => (None, Some(24_576)),
    };
    ThinkingConfig { include_thoughts: true, thinking_level, thinking_budget }
}

/// A name without a number is that of the latest one.
fn is_before_3(model: &str) -> bool {
    version_in(model).is_some_and(|version| version < (3, 0))
}

fn contents<'a>(config: &ModelConfig, request: &'a Request) -> Vec<Sent<'a>> {
    let takes_images = config.takes_images();
    // Only ids that the server gave are known to it.
    let own_ids: BTreeSet<_> = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Assistant(message) => Some(message.tool_calls()),
            _ => None,
        })
        .flatten()
        .filter(|call| has_own_id(call))
        .map(|call| call.id.as_str())
        .collect();
    let mut sent = Vec::new();
    for message in &request.messages {
        let (role, parts) = match message {
            Message::User { content } => {
                ("user", pieces(content, takes_images).map(piece).collect())
            }
            Message::Assistant(message) => ("model", model_parts(message, &config.model)),
            Message::ToolResults { results } => {
                ("user", results_parts(results, &own_ids, takes_images))
            }
        };
        if !parts.is_empty() {
            sent.push(Sent { role, parts });
        }
    }
    if let Some(state) = &request.state {
        match sent.last_mut() {
            Some(last) if last.role == "user" => last.parts.push(text(state)),
            _ => sent.push(Sent { role: "user", parts: vec![text(state)] }),
        }
    }
    sent
}

fn has_own_id(call: &crate::message::ToolCall) -> bool {
    replayed(call.replay.as_ref(), Provider::Gemini)
        .is_some_and(|data| data.get("id").is_some_and(|id| id == true))
}

fn text(text: &str) -> SentPart<'_> {
    SentPart { payload: Payload::Text(text), ..SentPart::default() }
}

fn piece(piece: Piece<'_>) -> SentPart<'_> {
    match piece {
        Piece::Text(words) => text(words),
        Piece::Image { mime, base64 } => image(mime, base64),
    }
}

fn image<'a>(mime_type: &'static str, data: &'a str) -> SentPart<'a> {
    SentPart { payload: Payload::InlineData { mime_type, data }, ..SentPart::default() }
}

fn model_parts<'a>(message: &'a AssistantMessage, model: &str) -> Vec<SentPart<'a>> {
    let signature = |data: Option<&'a Value>| data.and_then(|data| data.get("signature")?.as_str());
    let own = |replay: &'a Option<crate::message::Replay>| {
        signature(replayed(replay.as_ref(), Provider::Gemini))
    };
    let is_signed = message.tool_calls().any(|call| own(&call.replay).is_some());
    let mut needs_signature = !is_signed && !is_before_3(model);
    let mut parts = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text { text: words, replay } => {
                let thought_signature = own(replay);
                if !words.is_empty() || thought_signature.is_some() {
                    parts.push(SentPart { thought_signature, ..text(words) });
                }
            }
            // What it thought is of no use to it without its signature.
            Part::Reasoning { text: words, replay } => {
                let thought_signature = own(replay);
                if thought_signature.is_some() {
                    parts.push(SentPart { thought: true, thought_signature, ..text(words) });
                }
            }
            Part::ToolCall(call) => {
                let missing = std::mem::take(&mut needs_signature).then_some(NO_SIGNATURE);
                parts.push(SentPart {
                    payload: Payload::FunctionCall {
                        id: has_own_id(call).then_some(call.id.as_str()),
                        name: &call.name,
                        args: SentArguments::new(&call.arguments),
                    },
                    thought_signature: own(&call.replay).or(missing),
                    ..SentPart::default()
                });
            }
        }
    }
    parts
}

/// Pictures stand behind all results: only the newest models take them inside.
fn results_parts<'a>(
    results: &'a [ToolResult],
    own_ids: &BTreeSet<&str>,
    takes_images: bool,
) -> Vec<SentPart<'a>> {
    let mut parts = Vec::new();
    let mut pictures = Vec::new();
    for result in results {
        let (words, images) = text_and_images(&result.content, takes_images);
        let response = match result.is_error {
            true => Response::Error(words),
            false => Response::Output(words),
        };
        let id = own_ids.contains(result.call_id.as_str()).then_some(result.call_id.as_str());
        let payload = Payload::FunctionResponse { id, name: &result.tool, response };
        parts.push(SentPart { payload, ..SentPart::default() });
        pictures.extend(images.into_iter().map(|(mime, base64)| image(mime, base64)));
    }
    parts.extend(pictures);
    parts
}
