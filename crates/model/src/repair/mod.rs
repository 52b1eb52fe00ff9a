//! Repairs tool calls that a model wrote almost right, without asking it again.
//!
//! Small and local models often encode arguments twice, put them into code fences, write a call as
//! text, or give a number as a string. Each of these has one meaning only, so it is repaired here. What has
//! two meanings is left as it is, and what is incomplete is never completed: half a call may mean the
//! opposite of the whole one.

mod coerce;
mod lenient;
mod text_calls;

use serde_json::{Map, Value};

use crate::message::{Arguments, AssistantMessage, Part, Tool, ToolCall};

/// How often arguments may be encoded into each other.
const ENCODINGS_MAX: usize = 3;

/// Something that was repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Arguments that were no JSON object: encoded twice, fenced, with single quotes, a bare value.
    Arguments,
    /// Values of another type than the schema has.
    Types,
    /// The name of the tool had something around it.
    Name,
    /// A call that was written as text.
    CallInText,
}

/// Repairs the calls of an answer. What cannot be repaired stays [`Arguments::Malformed`].
pub(crate) fn repair(message: &mut AssistantMessage, tools: &[Tool]) -> Vec<Repair> {
    let mut repairs = Vec::new();
    if message.tool_calls().next().is_none() && text_calls::move_calls(message, tools) {
        repairs.push(Repair::CallInText);
    }
    for part in &mut message.parts {
        if let Part::ToolCall(call) = part {
            repair_call(call, tools, &mut repairs);
        }
    }
    repairs
}

fn repair_call(call: &mut ToolCall, tools: &[Tool], repairs: &mut Vec<Repair>) {
    if let Some(name) = repaired_name(&call.name, tools) {
        call.name = name;
        repairs.push(Repair::Name);
    }
    let Some(tool) = tools.iter().find(|tool| tool.name == call.name) else { return };
    if let Arguments::Malformed(raw) = &call.arguments
        && let Some(object) = read_arguments(raw, &tool.input_schema, ENCODINGS_MAX)
    {
        call.arguments = Arguments::Object(object);
        repairs.push(Repair::Arguments);
    }
    if let Arguments::Object(object) = &mut call.arguments {
        if let Some(inner) = unwrapped(object, tool) {
            *object = inner;
            repairs.push(Repair::Arguments);
        }
        if coerce::coerce_object(object, &tool.input_schema) {
            repairs.push(Repair::Types);
        }
    }
}

/// The name of a known tool inside a name that is none: `functions.act`, `act<|channel|>commentary`.
fn repaired_name(name: &str, tools: &[Tool]) -> Option<String> {
    let known = |name: &str| tools.iter().any(|tool| tool.name == name);
    if known(name) {
        return None;
    }
    let start = name.split("<|").next().unwrap_or(name).trim();
    let end = start.rsplit(['.', ':', '/']).next().unwrap_or(start);
    [start, end].into_iter().find(|name| known(name)).map(str::to_owned)
}

fn read_arguments(
    raw: &str,
    schema: &Map<String, Value>,
    encodings: usize,
) -> Option<Map<String, Value>> {
    match lenient::find_value(raw) {
        Some(Value::Object(object)) => Some(object),
        Some(Value::Null) => Some(Map::new()),
        Some(Value::String(inner)) => {
            let decoded = encodings
                .checked_sub(1)
                .filter(|_| inner.trim_start().starts_with(['{', '"', '`']))
                .and_then(|left| read_arguments(&inner, schema, left));
            decoded.or_else(|| bare(Value::String(inner), schema))
        }
        Some(other) => bare(other, schema),
        // Plain words are the value of a tool that takes words, unless they could be half an object.
        None if raw.contains(['{', '[', '"']) => None,
        None => bare(Value::String(raw.trim().to_owned()), schema),
    }
}

/// The arguments of a tool with a single field, from its value alone.
fn bare(value: Value, schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let properties = schema.get("properties")?.as_object()?;
    let required: Vec<_> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let only = match (&required[..], properties.len()) {
        ([only], _) => *only,
        ([], 1) => properties.keys().next()?,
        _ => return None,
    };
    let field = properties.get(only)?;
    let mut value = value;
    let fits = coerce::fits(&value, field)
        || (coerce::coerce(&mut value, field) && coerce::fits(&value, field));
    fits.then(|| Map::from_iter([(only.to_owned(), value)]))
}

/// Arguments inside arguments: `{"arguments": {…}}`, with or without the name of the tool beside them.
fn unwrapped(object: &Map<String, Value>, tool: &Tool) -> Option<Map<String, Value>> {
    let properties = tool.input_schema.get("properties").and_then(Value::as_object)?;
    let (key, inner) =
        text_calls::ARGUMENT_KEYS.iter().find_map(|key| Some((*key, object.get(*key)?)))?;
    let is_wrapper = !properties.contains_key(key)
        && object.iter().all(|(name, value)| {
            name == key || (name == "name" && value.as_str() == Some(tool.name.as_str()))
        });
    match inner {
        Value::Object(inner) if is_wrapper => Some(inner.clone()),
        Value::String(inner) if is_wrapper => {
            read_arguments(inner, &tool.input_schema, ENCODINGS_MAX)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
