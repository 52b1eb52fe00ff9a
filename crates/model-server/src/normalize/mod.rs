//! Reads the requests of all wires back into one form. What cannot be read is told, so that a test fails with
//! a reason.

mod anthropic;
mod gemini;
mod ollama;
mod openai;
mod responses;

use std::collections::BTreeMap;

use serde_json::Value;
use tabwright_model::Tool;

use crate::request::{Image, Item, NormalizedRequest, Wire};

/// The wire that speaks at a path, and the model that the path names.
pub(crate) fn wire_at(path: &str) -> Option<(Wire, Option<&str>)> {
    if path.ends_with("/chat/completions") {
        Some((Wire::OpenAi, None))
    } else if path.ends_with("/responses") {
        Some((Wire::Responses, None))
    } else if path.ends_with("/v1/messages") {
        Some((Wire::Anthropic, None))
    } else if path.ends_with("/api/chat") {
        Some((Wire::Ollama, None))
    } else {
        let (_, model) = path.strip_suffix(":streamGenerateContent")?.rsplit_once("/models/")?;
        Some((Wire::Gemini, Some(model)))
    }
}

/// The request, or what is wrong with it.
pub(crate) fn normalize(
    wire: Wire,
    model: Option<&str>,
    headers: BTreeMap<String, String>,
    body: Value,
) -> Result<NormalizedRequest, String> {
    let mut request = NormalizedRequest {
        wire,
        model: model.or(body["model"].as_str()).unwrap_or_default().to_owned(),
        system: String::new(),
        tools: Vec::new(),
        forced_tool: None,
        items: Vec::new(),
        max_output_tokens: None,
        temperature: body["temperature"].as_f64(),
        cache_marks: count_marks(&body),
        headers,
        body: Value::Null,
    };
    match wire {
        Wire::OpenAi => openai::read(&body, &mut request)?,
        Wire::Responses => responses::read(&body, &mut request)?,
        Wire::Anthropic => anthropic::read(&body, &mut request)?,
        Wire::Gemini => gemini::read(&body, &mut request)?,
        Wire::Ollama => ollama::read(&body, &mut request)?,
    }
    merge_users(&mut request.items);
    name_results(&mut request.items);
    request.body = body;
    Ok(request)
}

/// What the person says in a row is one item, with nothing empty.
fn merge_users(items: &mut Vec<Item>) {
    let mut merged: Vec<Item> = Vec::new();
    for item in std::mem::take(items) {
        match (merged.last_mut(), item) {
            (Some(Item::User { text, images }), Item::User { text: more, images: further }) => {
                *text = join([text.as_str(), &more]);
                images.extend(further);
            }
            (_, item) => merged.push(item),
        }
    }
    *items = merged;
}

/// Results of wires that know calls by id only get the tool's name, and the other way round: results without
/// an id are those of the calls before, in order.
fn name_results(items: &mut [Item]) {
    let mut open: Vec<(String, String)> = Vec::new();
    for item in items {
        match item {
            Item::ToolCall { id, name, .. } => open.push((id.clone(), name.clone())),
            Item::ToolResult { call_id, tool, .. } => {
                let at = open.iter().position(|(id, name)| match call_id.is_empty() {
                    true => name == tool,
                    false => id == call_id,
                });
                if let Some(at) = at {
                    let (id, name) = open.remove(at);
                    (*call_id, *tool) = (id, name);
                }
            }
            _ => {}
        }
    }
}

fn count_marks(body: &Value) -> usize {
    match body {
        Value::Array(items) => items.iter().map(count_marks).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let is_mark = ["cache_control", "prompt_cache_breakpoint"].contains(&name.as_str());
                usize::from(is_mark) + count_marks(value)
            })
            .sum(),
        _ => 0,
    }
}

fn join<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<_> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], String> {
    match &value[name] {
        Value::Array(items) => Ok(items),
        Value::Null => Ok(&[]),
        other => Err(format!("{name} is no list: {other}")),
    }
}

fn string(value: &Value, name: &str) -> Result<String, String> {
    value[name].as_str().map(str::to_owned).ok_or_else(|| format!("{name} is missing in {value}"))
}

fn tool(value: &Value, schema: &str) -> Result<Tool, String> {
    let input_schema = value[schema].as_object().cloned();
    Ok(Tool {
        name: string(value, "name")?,
        description: string(value, "description")?,
        input_schema: input_schema.ok_or_else(|| format!("{schema} is missing in {value}"))?,
    })
}

/// The picture in `data:image/png;base64,…`.
fn data_url(url: &str) -> Result<Image, String> {
    let parts = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
    let (mime, base64) = parts.ok_or_else(|| format!("no picture: {url}"))?;
    Ok(Image { mime: mime.to_owned(), base64: base64.to_owned() })
}

fn user(texts: &[&str], images: Vec<Image>) -> Option<Item> {
    let text = join(texts.iter().copied());
    (!text.is_empty() || !images.is_empty()).then_some(Item::User { text, images })
}

/// Wires that take no pictures in results have a line before them, which says whose they are.
fn is_caption(text: &str) -> bool {
    text.starts_with("Result of ") && text.ends_with("):")
}
