//! Anthropic's messages, with the rules that the real server holds to: no empty text, results first, and at most
//! four marks.

use serde_json::{Value, json};

use super::{join, list, string, tool, user};
use crate::request::{Image, Item, NormalizedRequest};

const MARKS_MAX: usize = 4;

pub(super) fn read(body: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    if body["stream"] != true || !body["max_tokens"].is_u64() {
        return Err("a stream with max_tokens is expected".to_owned());
    }
    if request.cache_marks > MARKS_MAX {
        return Err(format!("{} marks of the cache are too many", request.cache_marks));
    }
    request.max_output_tokens = body["max_tokens"].as_u64();
    request.forced_tool = body["tool_choice"]["name"].as_str().map(str::to_owned);
    for declared in list(body, "tools")? {
        request.tools.push(tool(declared, "input_schema")?);
    }
    for block in list(body, "system")? {
        request.system += &string(block, "text")?;
    }
    for message in list(body, "messages")? {
        // Claude Code writes some of them as text alone.
        let alone =
            message["content"].as_str().map(|text| [json!({ "type": "text", "text": text })]);
        let blocks = match &alone {
            Some(blocks) => blocks,
            None => list(message, "content")?,
        };
        match message["role"].as_str() {
            // What a system says in between is heard as the person is.
            Some("user" | "system") => read_user(blocks, request)?,
            Some("assistant") => read_assistant(blocks, request)?,
            _ => return Err(format!("unknown role in {message}")),
        }
    }
    Ok(())
}

fn read_user(blocks: &[Value], request: &mut NormalizedRequest) -> Result<(), String> {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    for block in blocks {
        match block["type"].as_str() {
            Some("tool_result") if texts.is_empty() => {
                let (words, pictures) = match &block["content"] {
                    Value::String(text) => (vec![text.clone()], Vec::new()),
                    _ => content(list(block, "content")?)?,
                };
                images.extend(pictures);
                request.items.push(Item::ToolResult {
                    call_id: string(block, "tool_use_id")?,
                    tool: String::new(),
                    text: join(words.iter().map(String::as_str)),
                    is_error: block["is_error"] == true,
                });
            }
            Some("tool_result") => return Err("a result stands behind text".to_owned()),
            _ => {
                let (words, pictures) = content(std::slice::from_ref(block))?;
                texts.extend(words);
                images.extend(pictures);
            }
        }
    }
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    request.items.extend(user(&texts, images));
    Ok(())
}

fn content(blocks: &[Value]) -> Result<(Vec<String>, Vec<Image>), String> {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    for block in blocks {
        match block["type"].as_str() {
            Some("text") => texts.push(filled(block)?),
            Some("image") => images.push(Image {
                mime: string(&block["source"], "media_type")?,
                base64: string(&block["source"], "data")?,
            }),
            _ => return Err(format!("unknown block {block}")),
        }
    }
    Ok((texts, images))
}

fn filled(block: &Value) -> Result<String, String> {
    let text = string(block, "text")?;
    if text.is_empty() { Err("an empty text".to_owned()) } else { Ok(text) }
}

fn read_assistant(blocks: &[Value], request: &mut NormalizedRequest) -> Result<(), String> {
    let mut said = String::new();
    for block in blocks {
        let item = match block["type"].as_str() {
            Some("text") => {
                said += &filled(block)?;
                continue;
            }
            Some("thinking") => {
                let text = string(block, "thinking")?;
                if string(block, "signature")? != format!("signed {}", text.len()) {
                    return Err("the signature of the reasoning is wrong".to_owned());
                }
                Item::Reasoning(text)
            }
            Some("tool_use") => Item::ToolCall {
                id: string(block, "id")?,
                name: string(block, "name")?,
                arguments: block["input"].clone(),
            },
            _ => return Err(format!("unknown block {block}")),
        };
        if !said.is_empty() {
            request.items.push(Item::Assistant(std::mem::take(&mut said)));
        }
        request.items.push(item);
    }
    if !said.is_empty() {
        request.items.push(Item::Assistant(said));
    }
    Ok(())
}
