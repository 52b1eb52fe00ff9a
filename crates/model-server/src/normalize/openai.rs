//! Chat completions.

use serde_json::Value;

use super::{data_url, is_caption, list, string, tool, user};
use crate::request::{Item, NormalizedRequest};

pub(super) fn read(body: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    if body["stream"] != true || body["stream_options"]["include_usage"] != true {
        return Err("a stream with usage is expected".to_owned());
    }
    let limits = [&body["max_completion_tokens"], &body["max_tokens"]];
    request.max_output_tokens = limits.into_iter().find_map(Value::as_u64);
    request.forced_tool = body["tool_choice"]["function"]["name"].as_str().map(str::to_owned);
    for declared in list(body, "tools")? {
        request.tools.push(tool(&declared["function"], "parameters")?);
    }
    for message in list(body, "messages")? {
        read_message(message, request)?;
    }
    Ok(())
}

fn read_message(message: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    let (texts, images) = content(&message["content"])?;
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    match message["role"].as_str() {
        Some("system") => request.system = texts.concat(),
        Some("user") => {
            let is_caption = |text: &&str| images.is_empty() || !is_caption(text);
            let texts: Vec<_> = texts.into_iter().filter(is_caption).collect();
            request.items.extend(user(&texts, images));
        }
        Some("assistant") => {
            if let Some(text) = message["reasoning_content"].as_str() {
                request.items.push(Item::Reasoning(text.to_owned()));
            }
            let text = texts.concat();
            if !text.is_empty() {
                request.items.push(Item::Assistant(text));
            }
            for call in list(message, "tool_calls")? {
                let arguments = string(&call["function"], "arguments")?;
                request.items.push(Item::ToolCall {
                    id: string(call, "id")?,
                    name: string(&call["function"], "name")?,
                    arguments: serde_json::from_str(&arguments).map_err(|it| it.to_string())?,
                });
            }
        }
        Some("tool") => request.items.push(Item::ToolResult {
            call_id: string(message, "tool_call_id")?,
            tool: String::new(),
            text: texts.join("\n"),
            is_error: false,
        }),
        _ => return Err(format!("unknown role in {message}")),
    }
    Ok(())
}

fn content(content: &Value) -> Result<(Vec<String>, Vec<crate::request::Image>), String> {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    match content {
        Value::Null => {}
        Value::String(text) => texts.push(text.clone()),
        Value::Array(blocks) => {
            for block in blocks {
                match block["type"].as_str() {
                    Some("text") => texts.push(string(block, "text")?),
                    Some("image_url") => {
                        images.push(data_url(&string(&block["image_url"], "url")?)?);
                    }
                    _ => return Err(format!("unknown block {block}")),
                }
            }
        }
        other => return Err(format!("unknown content {other}")),
    }
    Ok((texts, images))
}
