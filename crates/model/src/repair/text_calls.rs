//! Tool calls that a model wrote as text, because its server does not read them, or because it was
//! never taught the server's form.
//!
//! Only what ends the answer and begins on a line of its own is taken for a call, and only if every
//! tool in it exists. A call that is quoted inside a sentence stays text.

use serde_json::{Map, Value};

use super::lenient;
use crate::message::{Arguments, AssistantMessage, Part, Tool, ToolCall, new_call_id};

/// Under which names models put arguments.
pub(super) const ARGUMENT_KEYS: [&str; 4] = ["arguments", "parameters", "args", "input"];
const NAME_KEYS: [&str; 4] = ["name", "tool", "tool_name", "function"];
/// How much of the end of a text is looked at, and from how many lines.
const TEXT_BYTES_MAX: usize = 64 << 10;
const STARTS_MAX: usize = 64;
const CALLS_MAX: usize = 16;

const OPENINGS: [&str; 9] = [
    "<tool_call>",
    "<|tool_call|>",
    "<tool_code>",
    "[TOOL_CALLS]",
    "```json",
    "```tool_call",
    "```tool_code",
    "```",
    "<|python_tag|>",
];
const CLOSINGS: [&str; 5] =
    ["</tool_call>", "<|/tool_call|>", "</tool_code>", "</function>", "```"];

/// Moves the calls at the end of the last text into calls of their own. Whether there were any.
pub(super) fn move_calls(message: &mut AssistantMessage, tools: &[Tool]) -> bool {
    let Some(Part::Text { text, replay: None }) = message.parts.last_mut() else { return false };
    let Some((start, calls)) = find_calls(text, tools) else { return false };
    text.truncate(start);
    text.truncate(text.trim_end().len());
    if text.is_empty() {
        message.parts.pop();
    }
    message.parts.extend(calls.into_iter().map(|(name, arguments)| {
        Part::ToolCall(ToolCall { id: new_call_id(), name, arguments, replay: None })
    }));
    true
}

fn find_calls(text: &str, tools: &[Tool]) -> Option<(usize, Vec<(String, Arguments)>)> {
    let from = text.ceil_char_boundary(text.len().saturating_sub(TEXT_BYTES_MAX));
    let line_starts = text[from..].match_indices('\n').map(|(at, _)| from + at + 1);
    let starts = (from == 0).then_some(0).into_iter().chain(line_starts);
    let may_begin = |at: &usize| text[*at..].trim_start().starts_with(['{', '[', '<', '`']);
    starts.filter(may_begin).take(STARTS_MAX).find_map(|at| {
        let calls = read_blocks(&text[at..], tools)?;
        (!calls.is_empty()).then_some((at, calls))
    })
}

/// The calls, if the text has nothing but calls.
fn read_blocks(text: &str, tools: &[Tool]) -> Option<Vec<(String, Arguments)>> {
    let mut rest = text.trim();
    let mut calls = Vec::new();
    while !rest.is_empty() {
        if let Some(closing) =
            CLOSINGS.iter().find(|it| !calls.is_empty() && rest.starts_with(**it))
        {
            rest = rest[closing.len()..].trim_start();
            continue;
        }
        if let Some(opening) = OPENINGS.iter().find(|it| rest.starts_with(**it)) {
            rest = rest[opening.len()..].trim_start();
        }
        let name = rest.strip_prefix("<function=").and_then(|rest| rest.split_once('>'));
        if let Some((_, after)) = name {
            rest = after.trim_start();
        }
        let (value, after) = lenient::read_value(rest)?;
        rest = after.trim_start().trim_start_matches([',', ';']).trim_start();
        match (name, value) {
            (Some((name, _)), Value::Object(arguments)) => {
                calls.push(known(name.trim(), Arguments::Object(arguments), tools)?);
            }
            (Some(_), _) => return None,
            (None, value) => read_call(&value, tools, &mut calls)?,
        }
        if calls.len() > CALLS_MAX {
            return None;
        }
    }
    Some(calls)
}

fn read_call(value: &Value, tools: &[Tool], calls: &mut Vec<(String, Arguments)>) -> Option<()> {
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| read_call(item, tools, calls)),
        Value::Object(object) => {
            if let Some(items @ Value::Array(_)) = object.get("tool_calls") {
                return read_call(items, tools, calls);
            }
            if let Some(Value::Object(inner)) = object.get("function") {
                return read_call(&Value::Object(inner.clone()), tools, calls);
            }
            calls.push(named(object, tools).or_else(|| keyed(object, tools))?);
            Some(())
        }
        _ => None,
    }
}

/// `{"name": "act", "arguments": {…}}`.
fn named(object: &Map<String, Value>, tools: &[Tool]) -> Option<(String, Arguments)> {
    let name = NAME_KEYS.iter().find_map(|key| object.get(*key)?.as_str())?;
    let arguments = match ARGUMENT_KEYS.iter().find_map(|key| object.get(*key)) {
        Some(Value::Object(arguments)) => Arguments::Object(arguments.clone()),
        Some(Value::String(text)) => Arguments::Malformed(text.clone()),
        None | Some(Value::Null) => Arguments::Object(Map::new()),
        Some(_) => return None,
    };
    known(name, arguments, tools)
}

/// `{"act": {…}}`.
fn keyed(object: &Map<String, Value>, tools: &[Tool]) -> Option<(String, Arguments)> {
    match object.iter().next()? {
        (name, Value::Object(arguments)) if object.len() == 1 => {
            known(name, Arguments::Object(arguments.clone()), tools)
        }
        _ => None,
    }
}

fn known(name: &str, arguments: Arguments, tools: &[Tool]) -> Option<(String, Arguments)> {
    let name = super::repaired_name(name, tools).unwrap_or_else(|| name.to_owned());
    tools.iter().any(|tool| tool.name == name).then_some((name, arguments))
}
