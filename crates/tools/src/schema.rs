//! JSON Schemas of tool arguments, derived from their types and made short: every agent reads them at
//! every start.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

/// What models do not need to know: the types already say it, or the tool corrects it.
const NOISE: [&str; 6] =
    ["title", "format", "minimum", "maximum", "default", "additionalProperties"];

pub(crate) fn input<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    shorten(&mut schema);
    let Value::Object(mut schema) = schema else { return Map::new() };
    // Clients expect it, even where there is none.
    schema.entry("properties").or_insert_with(|| Map::new().into());
    schema
}

/// Any element or point, as [`tabwright_wire::Target`] reads it.
pub(crate) fn target(_: &mut SchemaGenerator) -> Schema {
    // Described inside: Vertex AI takes nothing beside `anyOf`.
    json_schema!({ "anyOf": [
        { "type": "integer", "description": "element number" },
        { "type": "string", "description": "text=…, label=…, role=button:Name, CSS, x,y" },
    ]})
}

/// A target in a tool that comes after one where it is explained.
pub(crate) fn same_target(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [
        { "type": "integer" },
        { "type": "string", "description": "as in act" },
    ]})
}

/// Where a drag ends, or which end of the page to scroll to.
pub(crate) fn target_or_end(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] })
}

pub(crate) fn keys(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "items": { "type": "string" }, "description": "Enter, Control+a",
    })
}

pub(crate) fn mouse_button(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["left", "right", "middle"] })
}

pub(crate) fn modifiers(_: &mut SchemaGenerator) -> Schema {
    let names = ["alt", "control", "meta", "shift"];
    json_schema!({ "type": "array", "items": { "type": "string", "enum": names } })
}

/// Turns the alternatives of a tagged enum into one object that has all their properties. It promises
/// less than the alternatives do, and is a third as long; the tool's description tells which go together.
pub(crate) fn merge_variants(schema: &mut Schema) {
    let Some(Value::Array(variants)) = schema.remove("oneOf") else { return };
    let (mut merged, mut tag_name) = (Map::new(), None);
    for variant in variants {
        let Value::Object(mut variant) = variant else { continue };
        let Some(Value::Object(properties)) = variant.remove("properties") else { continue };
        for (name, property) in properties {
            match (merged.get_mut(&name), property.get("const")) {
                (None, Some(tag)) => {
                    let tags = serde_json::json!({ "type": "string", "enum": [tag] });
                    tag_name = Some(name.clone());
                    merged.insert(name, tags);
                }
                (Some(tags), Some(tag)) => {
                    if let Some(Value::Array(tags)) = tags.get_mut("enum") {
                        tags.push(tag.clone());
                    }
                }
                (None, None) => _ = merged.insert(name, property),
                (Some(_), None) => {}
            }
        }
    }
    schema.insert("type".to_owned(), "object".into());
    schema.insert("required".to_owned(), tag_name.into_iter().collect());
    schema.insert("properties".to_owned(), merged.into());
}

fn shorten(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(shorten),
        Value::Object(fields) => {
            fields.retain(|name, _| !NOISE.contains(&name.as_str()));
            forget_null(fields);
            join_constants(fields);
            for (name, value) in fields.iter_mut() {
                match value {
                    // Here the keys are names of properties, and none of them is noise.
                    Value::Object(properties) if name == "properties" => {
                        properties.values_mut().for_each(shorten);
                    }
                    other => shorten(other),
                }
            }
        }
        _ => {}
    }
}

/// Variants without fields are an enum of strings, whether they are explained or not.
fn join_constants(fields: &mut Map<String, Value>) {
    let constants = match fields.get("oneOf") {
        Some(Value::Array(variants)) => {
            variants.iter().map(|variant| variant.get("const").cloned()).collect()
        }
        _ => None::<Vec<_>>,
    };
    if let Some(constants) = constants {
        fields.remove("oneOf");
        fields.insert("enum".to_owned(), constants.into());
    }
    // Their type is plain to see, but some models' APIs refuse a list of tools that does not say it.
    if fields.contains_key("enum") {
        fields.insert("type".to_owned(), "string".into());
    }
}

/// What may be left out need not be null.
fn forget_null(fields: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = &choices[..] {
            let only = only.clone();
            fields.remove("anyOf");
            for (name, value) in only {
                fields.entry(name).or_insert(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[allow(dead_code, reason = "only its schema is of interest")]
    struct Args {
        /// The name
        title: String,
        max_chars: Option<u32>,
        mode: Option<Mode>,
        #[serde(default)]
        steps: Vec<Step>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only its schema is of interest")]
    enum Mode {
        Full,
        Short,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "do", rename_all = "camelCase")]
    #[schemars(transform = merge_variants)]
    #[allow(dead_code, reason = "only its schema is of interest")]
    enum Step {
        Click { count: Option<u32> },
        Type { text: String },
    }

    #[test]
    fn a_schema_says_what_a_model_needs_and_no_more() {
        let schema = Value::Object(input::<Args>());
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "title": { "type": "string", "description": "The name" },
                    "maxChars": { "type": "integer" },
                    "mode": { "type": "string", "enum": ["full", "short"] },
                    "steps": { "type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "do": { "type": "string", "enum": ["click", "type"] },
                            "count": { "type": "integer" },
                            "text": { "type": "string" },
                        },
                        "required": ["do"],
                    }},
                },
                "required": ["title"],
            })
        );
    }
}
