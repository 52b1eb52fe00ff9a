//! Turns values into the types that a schema asks for, where that loses nothing.

use serde_json::{Map, Value};

use super::lenient;

/// Whether anything was changed.
pub(super) fn coerce_object(object: &mut Map<String, Value>, schema: &Map<String, Value>) -> bool {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return false;
    };
    let mut changed = false;
    for (name, value) in object {
        if let Some(schema) = properties.get(name) {
            changed |= coerce(value, schema);
        }
    }
    changed
}

/// Whether anything was changed.
pub(super) fn coerce(value: &mut Value, schema: &Value) -> bool {
    if let Some(choices) = choices(schema) {
        return coerce_choice(value, choices);
    }
    if has_type(value, schema) {
        return coerce_inside(value, schema);
    }
    let Some(mut made) = converted(value, schema) else { return false };
    coerce_inside(&mut made, schema);
    *value = made;
    true
}

/// Is the value of the schema's type, and one of its constants?
pub(super) fn fits(value: &Value, schema: &Value) -> bool {
    if let Some(choices) = choices(schema) {
        return choices.iter().any(|choice| fits(value, choice));
    }
    let listed = |names: &Vec<Value>| names.contains(value);
    has_type(value, schema)
        && schema.get("enum").and_then(Value::as_array).is_none_or(listed)
        && schema.get("const").is_none_or(|only| only == value)
}

fn choices(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].into_iter().find_map(|name| schema.get(name)?.as_array())
}

fn coerce_choice(value: &mut Value, choices: &[Value]) -> bool {
    if let Some(choice) = choices.iter().find(|choice| fits(value, choice)) {
        return coerce(value, choice);
    }
    for choice in choices {
        let mut made = value.clone();
        if coerce(&mut made, choice) && fits(&made, choice) {
            *value = made;
            return true;
        }
    }
    false
}

/// The types of a schema; empty where it does not say.
fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_type(value: &Value, schema: &Value) -> bool {
    let types = types(schema);
    let is = |name: &&str| match *name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    };
    types.is_empty() || types.iter().any(is)
}

fn coerce_inside(value: &mut Value, schema: &Value) -> bool {
    match value {
        Value::Object(object) => {
            schema.as_object().is_some_and(|schema| coerce_object(object, schema))
        }
        Value::Array(items) => schema.get("items").is_some_and(|schema| {
            items.iter_mut().fold(false, |changed, item| coerce(item, schema) | changed)
        }),
        Value::String(text) => coerce_case(text, schema),
        _ => false,
    }
}

/// A constant that is written with other capitals.
fn coerce_case(text: &mut String, schema: &Value) -> bool {
    let Some(names) = schema.get("enum").and_then(Value::as_array) else { return false };
    let mut names = names.iter().filter_map(Value::as_str);
    if names.clone().any(|name| name == text) {
        return false;
    }
    match names.find(|name| name.eq_ignore_ascii_case(text.trim())) {
        Some(name) => {
            *text = name.to_owned();
            true
        }
        None => false,
    }
}

fn converted(value: &Value, schema: &Value) -> Option<Value> {
    types(schema).into_iter().find_map(|wanted| match (wanted, value) {
        ("integer", Value::Number(number)) => whole(number.as_f64()?),
        ("integer", Value::String(text)) => {
            let text = text.trim();
            text.parse::<i64>().ok().map(Value::from).or_else(|| whole(text.parse().ok()?))
        }
        ("number", Value::String(text)) => {
            let number: serde_json::Number = text.trim().parse().ok()?;
            Some(Value::Number(number))
        }
        ("boolean", Value::String(text)) => {
            let text = text.trim();
            let is = |word| text.eq_ignore_ascii_case(word);
            (is("true") || is("false")).then(|| Value::Bool(is("true")))
        }
        ("boolean", Value::Number(number)) => match number.as_i64()? {
            0 => Some(Value::Bool(false)),
            1 => Some(Value::Bool(true)),
            _ => None,
        },
        ("string", Value::Number(_) | Value::Bool(_)) => Some(Value::String(value.to_string())),
        ("object", Value::String(text)) => lenient::find_value(text).filter(Value::is_object),
        ("array", Value::String(text)) => {
            let read = lenient::read_value(text.trim()).filter(|(_, rest)| rest.is_empty());
            read.map(|(read, _)| read).filter(Value::is_array).or_else(|| wrapped(value, schema))
        }
        ("array", Value::Null) => None,
        ("array", _) => wrapped(value, schema),
        (_, Value::Array(items)) => match &items[..] {
            [only] if has_type(only, schema) => Some(only.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// One value where a list is wanted.
fn wrapped(value: &Value, schema: &Value) -> Option<Value> {
    let mut item = value.clone();
    let fits = schema.get("items").is_none_or(|schema| {
        fits(&item, schema) || (coerce(&mut item, schema) && fits(&item, schema))
    });
    fits.then(|| Value::Array(vec![item]))
}

#[allow(clippy::cast_possible_truncation, reason = "only what is small and whole is converted")]
fn whole(number: f64) -> Option<Value> {
    let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
    is_whole.then(|| Value::from(number as i64))
}
