//! The Gemini API. As Gemini 3 does, it refuses calls whose signature was not sent back.

use serde_json::Value;

use super::{join, list, string, tool, user};
use crate::request::{Image, Item, NormalizedRequest};

pub(super) fn read(body: &Value, request: &mut NormalizedRequest) -> Result<(), String> {
    let config = &body["generationConfig"];
    request.max_output_tokens = config["maxOutputTokens"].as_u64();
    request.temperature = config["temperature"].as_f64();
    let forced = &body["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"][0];
    request.forced_tool = forced.as_str().map(str::to_owned);
    for tools in list(body, "tools")? {
        for declared in list(tools, "functionDeclarations")? {
            request.tools.push(tool(declared, "parametersJsonSchema")?);
        }
    }
    for part in list(&body["systemInstruction"], "parts")? {
        request.system += &string(part, "text")?;
    }
    for content in list(body, "contents")? {
        let parts = list(content, "parts")?;
        match content["role"].as_str() {
            Some("user") => read_user(parts, request)?,
            Some("model") => read_model(parts, request)?,
            _ => return Err(format!("unknown role in {content}")),
        }
    }
    Ok(())
}

fn read_user(parts: &[Value], request: &mut NormalizedRequest) -> Result<(), String> {
    let (mut texts, mut images) = (Vec::new(), Vec::new());
    for part in parts {
        if let Some(response) = part.get("functionResponse") {
            let words = [&response["response"]["output"], &response["response"]["error"]];
            request.items.push(Item::ToolResult {
                call_id: response["id"].as_str().unwrap_or_default().to_owned(),
                tool: string(response, "name")?,
                text: join(words.into_iter().filter_map(Value::as_str)),
                is_error: response["response"].get("error").is_some(),
            });
        } else if let Some(data) = part.get("inlineData") {
            let (mime, base64) = (string(data, "mimeType")?, string(data, "data")?);
            images.push(Image { mime, base64 });
        } else {
            texts.push(string(part, "text")?);
        }
    }
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    request.items.extend(user(&texts, images));
    Ok(())
}

fn read_model(parts: &[Value], request: &mut NormalizedRequest) -> Result<(), String> {
    let mut said = String::new();
    let mut is_first_call = true;
    let mut items = Vec::new();
    for part in parts {
        if let Some(call) = part.get("functionCall") {
            if std::mem::take(&mut is_first_call) && part.get("thoughtSignature").is_none() {
                return Err("a call lacks its thoughtSignature".to_owned());
            }
            if !said.is_empty() {
                items.push(Item::Assistant(std::mem::take(&mut said)));
            }
            items.push(Item::ToolCall {
                id: call["id"].as_str().unwrap_or_default().to_owned(),
                name: string(call, "name")?,
                arguments: call["args"].clone(),
            });
        } else if part["thought"] == true {
            items.push(Item::Reasoning(string(part, "text")?));
        } else {
            said += &string(part, "text")?;
        }
    }
    if !said.is_empty() {
        items.push(Item::Assistant(said));
    }
    request.items.extend(items);
    Ok(())
}
