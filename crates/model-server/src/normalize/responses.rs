//! OpenAI's responses, as Codex asks for them.

use serde_json::{Map, Value};
use tabwright_model::Tool;

use super::{data_url, join, list, string, user};
use crate::request::{Image, Item, NormalizedRequest};

pub(super) fn read(body: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    if body["stream"] != true {
        return Err("a stream is expected".to_owned());
    }
    request.max_output_tokens = body["max_output_tokens"].as_u64();
    request.system = body["instructions"].as_str().unwrap_or_default().to_owned();
    for declared in list(body, "tools")? {
        match declared["type"].as_str() {
            // The tools of an MCP server.
            Some("namespace") => {
                let space = string(declared, "name")?;
                for inner in list(declared, "tools")? {
                    request.tools.push(tool(inner, Some(&space))?);
                }
            }
            Some("function") => request.tools.push(tool(declared, None)?),
            // Such as those that the server itself would run.
            _ => {}
        }
    }
    for item in list(body, "input")? {
        read_item(item, request)?;
    }
    Ok(())
}

fn tool(declared: &Value, space: Option<&str>) -> Result<Tool, String> {
    Ok(Tool {
        name: full_name(&string(declared, "name")?, space),
        description: declared["description"].as_str().unwrap_or_default().to_owned(),
        input_schema: declared["parameters"].as_object().cloned().unwrap_or_else(Map::new),
    })
}

/// As a policy knows the tools of an MCP server, whoever asks.
fn full_name(name: &str, space: Option<&str>) -> String {
    space.map_or_else(|| name.to_owned(), |space| format!("{space}__{name}"))
}

fn read_item(item: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    let kind = item["type"].as_str().unwrap_or("message");
    let read = match kind {
        "message" => {
            let (texts, images) = content(&item["content"])?;
            let texts: Vec<_> = texts.iter().map(String::as_str).collect();
            match item["role"].as_str() {
                Some("system" | "developer") => {
                    request.system = join([request.system.as_str(), &join(texts)]);
                    None
                }
                Some("user") => user(&texts, images),
                Some("assistant") => Some(Item::Assistant(texts.concat())),
                _ => return Err(format!("unknown role in {item}")),
            }
        }
        "reasoning" => {
            let texts = list(item, "summary")?.iter().filter_map(|part| part["text"].as_str());
            Some(Item::Reasoning(join(texts)))
        }
        "function_call" => {
            let arguments = string(item, "arguments")?;
            Some(Item::ToolCall {
                id: string(item, "call_id")?,
                name: full_name(&string(item, "name")?, item["namespace"].as_str()),
                arguments: serde_json::from_str(&arguments).map_err(|it| it.to_string())?,
            })
        }
        "function_call_output" => {
            let (texts, images) = content(&item["output"])?;
            request.items.push(Item::ToolResult {
                call_id: string(item, "call_id")?,
                tool: String::new(),
                text: join(texts.iter().map(String::as_str)),
                is_error: false,
            });
            user(&[], images)
        }
        _ => return Err(format!("unknown item {item}")),
    };
    request.items.extend(read);
    Ok(())
}

fn content(content: &Value) -> Result<(Vec<String>, Vec<Image>), String> {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    if let Some(text) = content.as_str() {
        return Ok((vec![text.to_owned()], images));
    }
    for block in content.as_array().into_iter().flatten() {
        match block["type"].as_str() {
            Some("input_text" | "output_text" | "text") => texts.push(string(block, "text")?),
            Some("input_image") => images.push(data_url(&string(block, "image_url")?)?),
            _ => return Err(format!("unknown block {block}")),
        }
    }
    Ok((texts, images))
}
