//! Ollama's chat.

use serde_json::Value;

use super::{is_caption, list, string, tool, user};
use crate::request::{Image, Item, NormalizedRequest};

pub(super) fn read(body: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    if body["stream"] != true {
        return Err("a stream is expected".to_owned());
    }
    request.max_output_tokens = body["options"]["num_predict"].as_u64();
    request.temperature = body["options"]["temperature"].as_f64();
    for declared in list(body, "tools")? {
        request.tools.push(tool(&declared["function"], "parameters")?);
    }
    for message in list(body, "messages")? {
        read_message(message, request)?;
    }
    Ok(())
}

fn read_message(message: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    let text = string(message, "content")?;
    let images = list(message, "images")?.iter().filter_map(Value::as_str);
    // The wire does not say what kind of picture it is.
    let images: Vec<_> =
        images.map(|base64| Image { mime: String::new(), base64: base64.to_owned() }).collect();
    match message["role"].as_str() {
        Some("system") => request.system = text,
        Some("user") => {
            let is_caption = !images.is_empty() && is_caption(&text);
            let text = if is_caption { "" } else { text.as_str() };
            request.items.extend(user(&[text], images));
        }
        Some("assistant") => {
            if let Some(thinking) = message["thinking"].as_str() {
                request.items.push(Item::Reasoning(thinking.to_owned()));
            }
            if !text.is_empty() {
                request.items.push(Item::Assistant(text));
            }
            for call in list(message, "tool_calls")? {
                request.items.push(Item::ToolCall {
                    id: call["id"].as_str().unwrap_or_default().to_owned(),
                    name: string(&call["function"], "name")?,
                    arguments: call["function"]["arguments"].clone(),
                });
            }
        }
        Some("tool") => request.items.push(Item::ToolResult {
            call_id: message["tool_call_id"].as_str().unwrap_or_default().to_owned(),
            tool: string(message, "tool_name")?,
            text,
            is_error: false,
        }),
        _ => return Err(format!("unknown role in {message}")),
    }
    Ok(())
}
