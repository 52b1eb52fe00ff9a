//! What clients and the models' APIs behind them refuse in a list of tools, one rule per row. One tool that breaks one
//! of them costs an agent all of our tools, or silently what the rule is about.

use rmcp::model::Tool;
use serde_json::{Map, Value, json};

use super::TOOLS;

type Fields = Map<String, Value>;
type Rule = (&'static str, fn(&Fields) -> Result<(), String>);

/// Words of JSON Schema that Gemini's API knows. It refuses a request with any other.
const GEMINI_KEYWORDS: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "minProperties",
    "maxProperties",
    "required",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "default",
    "example",
    "anyOf",
    "propertyOrdering",
];
/// Words that VS Code takes out for GPT models, so that nothing must depend on them.
const VS_CODE_TAKES_OUT: &[&str] = &[
    "minLength",
    "maxLength",
    "pattern",
    "default",
    "format",
    "minimum",
    "maximum",
    "multipleOf",
    "patternProperties",
    "unevaluatedProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
];
/// Words that OpenAI's strict mode refuses.
const OPENAI_REFUSES: &[&str] = &[
    "allOf",
    "oneOf",
    "not",
    "dependentRequired",
    "dependentSchemas",
    "if",
    "then",
    "else",
    "patternProperties",
    "default",
];
const OPENAI_PROPERTIES_MAX: usize = 100;
const OPENAI_DEPTH_MAX: usize = 5;
const OPENAI_NAMES_CHARS_MAX: usize = 15_000;
const OPENAI_ENUM_MAX: usize = 500;
/// OpenAI's limit for a tool's description, and VS Code's for every description for GPT models.
const DESCRIPTION_CHARS_MAX: usize = 1_024;
const NAME_CHARS_MAX: usize = 64;
/// Cursor counts the name of the server too.
const CURSOR_NAME_CHARS_MAX: usize = 60 - "tabwright:".len();

/// For every schema, however deep.
const OF_SCHEMAS: &[Rule] = &[
    ("VS Code, Gemini: an array says what its items are", |schema| {
        let is_array = schema.get("type").is_some_and(|kind| kind == "array");
        let items = schema.get("items");
        holds(!is_array || items.is_some_and(Value::is_object), "no `items`")
    }),
    ("Gemini: an enum has a type, and its values are words", |schema| {
        let Some(values) = schema.get("enum") else { return Ok(()) };
        let words = values.as_array().is_some_and(|values| {
            values.iter().all(|value| value.as_str().is_some_and(|value| !value.is_empty()))
        });
        holds(
            words && schema.get("type").is_some_and(|kind| kind == "string"),
            "an enum of other things",
        )
    }),
    ("Gemini, inspector --strict: one type, not a list of them", |schema| {
        holds(schema.get("type").is_none_or(Value::is_string), "a list of types")
    }),
    ("inspector --strict: every schema says what it takes", |schema| {
        let says = ["type", "anyOf", "enum"].iter().any(|word| schema.contains_key(*word));
        holds(says, "it takes anything")
    }),
    ("Gemini: only the words that it knows", |schema| {
        none_but(schema, |word| GEMINI_KEYWORDS.contains(&word))
    }),
    ("Vertex AI: nothing beside `anyOf`", |schema| {
        holds(!schema.contains_key("anyOf") || schema.len() == 1, "something beside `anyOf`")
    }),
    ("OpenAI strict: nothing that it refuses", |schema| {
        none_but(schema, |word| !OPENAI_REFUSES.contains(&word))
    }),
    ("OpenAI strict: an object is closed when all that it has is required", |schema| {
        let open =
            schema.get("additionalProperties").is_some_and(|more| more != &Value::Bool(false));
        holds(!open, "it takes properties without a name")
    }),
    ("OpenAI strict: an enum is not too long", |schema| {
        let values = schema.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
        holds(values <= OPENAI_ENUM_MAX, "too many values")
    }),
    ("VS Code: nothing that it takes out", |schema| {
        none_but(schema, |word| !VS_CODE_TAKES_OUT.contains(&word))
    }),
    ("VS Code: what is required is there", |schema| {
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            let known = schema.get("properties").is_some_and(|known| known.get(name).is_some());
            holds(known, &format!("`{name}` is required and not there"))?;
        }
        Ok(())
    }),
    ("VS Code: a description is not too long", |schema| {
        let chars =
            schema.get("description").and_then(Value::as_str).map_or(0, |it| it.chars().count());
        holds(chars <= DESCRIPTION_CHARS_MAX, "too long")
    }),
    ("Gemini: an object inside has properties", |schema| {
        let is_object = schema.get("type").is_some_and(|kind| kind == "object");
        // Clients leave the arguments of a tool without any out.
        let has_some = schema.get("properties").and_then(Value::as_object).is_some();
        holds(!is_object || has_some, "no properties")
    }),
    ("Anthropic: names of properties are plain", |schema| {
        for name in
            schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys)
        {
            holds(is_plain_name(name), &format!("`{name}`"))?;
        }
        Ok(())
    }),
    ("inspector --strict: nothing is elsewhere", |schema| {
        none_but(schema, |word| !word.starts_with('$'))
    }),
];

/// For the arguments of a tool as a whole.
const OF_ARGUMENTS: &[Rule] = &[
    ("VS Code: the arguments are an object with properties", |schema| {
        let is_object = schema.get("type").is_some_and(|kind| kind == "object");
        holds(is_object && schema.get("properties").is_some_and(Value::is_object), "not an object")
    }),
    ("VS Code, OpenAI strict: no choice at the top", |schema| {
        let choices = ["oneOf", "anyOf", "allOf", "not", "if", "then", "else", "enum"];
        none_but(schema, |word| !choices.contains(&word))
    }),
    ("OpenAI strict: not too deep", |schema| holds(depth(schema) <= OPENAI_DEPTH_MAX, "too deep")),
    ("OpenAI strict: not too many properties and words", |schema| {
        let (mut properties, mut chars) = (0, 0);
        visit(schema, "", &mut |schema, _| {
            let names = schema.get("properties").and_then(Value::as_object);
            properties += names.map_or(0, Map::len);
            chars += names.into_iter().flat_map(Map::keys).map(String::len).sum::<usize>();
            let values = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
            chars += values.filter_map(Value::as_str).map(str::len).sum::<usize>();
        });
        holds(properties <= OPENAI_PROPERTIES_MAX && chars <= OPENAI_NAMES_CHARS_MAX, "too large")
    }),
];

#[test]
fn every_clients_validator_takes_the_tools() {
    for tool in TOOLS.iter() {
        assert_eq!(broken_rules(tool), Vec::<String>::new());
    }
}

#[test]
fn each_rule_refuses_what_it_is_about() {
    for (arguments, rule) in [
        (json!({ "type": "array" }), "an array says what its items are"),
        (
            json!({ "type": "array", "items": [{ "type": "string" }] }),
            "an array says what its items are",
        ),
        (json!({ "enum": ["a"] }), "an enum has a type"),
        (json!({ "type": "integer", "enum": [1, 2] }), "an enum has a type"),
        (json!({ "type": ["string", "null"] }), "one type"),
        (json!({ "description": "anything" }), "every schema says what it takes"),
        (json!({ "type": "string", "const": "a" }), "only the words that it knows"),
        (json!({ "anyOf": [{ "type": "string" }], "description": "a" }), "nothing beside `anyOf`"),
        (json!({ "oneOf": [{ "type": "string" }] }), "nothing that it refuses"),
        (
            json!({ "type": "object", "properties": {}, "additionalProperties": true }),
            "an object is closed",
        ),
        (json!({ "type": "string", "enum": vec!["a"; 501] }), "an enum is not too long"),
        (json!({ "type": "integer", "minimum": 1 }), "nothing that it takes out"),
        (
            json!({ "type": "object", "properties": {}, "required": ["a"] }),
            "what is required is there",
        ),
        (
            json!({ "type": "string", "description": "a".repeat(1_025) }),
            "a description is not too long",
        ),
        (json!({ "type": "object" }), "an object inside has properties"),
        (
            json!({ "type": "object", "properties": { "a b": { "type": "string" } } }),
            "names of properties",
        ),
        (json!({ "$ref": "#/$defs/a" }), "nothing is elsewhere"),
    ] {
        let within = json!({ "type": "object", "properties": { "a": arguments } });
        assert_breaks(&within, rule);
    }
    let deep = (0..6).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "object", "properties": { "a": inner } }),
    );
    let many: Fields = (0..101).map(|n| (format!("a{n}"), json!({ "type": "string" }))).collect();
    for (arguments, rule) in [
        (json!({ "type": "string" }), "the arguments are an object"),
        (json!({ "type": "object", "properties": {}, "anyOf": [] }), "no choice at the top"),
        (deep, "not too deep"),
        (json!({ "type": "object", "properties": many }), "not too many properties"),
    ] {
        assert_breaks(&arguments, rule);
    }
}

#[test]
fn each_rule_about_names_refuses_what_it_is_about() {
    let tool = |name: &'static str, description: String| {
        let schema =
            json!({ "type": "object", "properties": {} }).as_object().cloned().unwrap_or_default();
        broken_rules(&Tool::new(name, description, std::sync::Arc::new(schema))).join("\n")
    };
    assert_eq!(tool("fine", "does it".to_owned()), "");
    assert!(tool("not fine", "does it".to_owned()).contains("a plain name"));
    assert!(
        tool("a_name_that_is_much_longer_than_any_other_one_that_is_here", "does it".to_owned())
            .contains("Cursor")
    );
    assert!(tool("fine", String::new()).contains("a description"));
    assert!(tool("fine", "a".repeat(1_025)).contains("a description"));
}

#[track_caller]
fn assert_breaks(arguments: &Value, rule: &str) {
    let schema = arguments.as_object().cloned().unwrap_or_default();
    let broken = broken_rules(&Tool::new("tool", "does it", std::sync::Arc::new(schema)));
    assert!(broken.iter().any(|broken| broken.contains(rule)), "{rule}: {arguments}: {broken:?}");
}

/// Each rule that the tool breaks, with the place where.
fn broken_rules(tool: &Tool) -> Vec<String> {
    let mut broken = Vec::new();
    let mut check = |place: &str, rule: &str, outcome: Result<(), String>| {
        if let Err(reason) = outcome {
            broken.push(format!("{place}: {rule}: {reason}"));
        }
    };
    let name = &*tool.name;
    check(name, "OpenAI, Anthropic, Gemini: a plain name", holds(is_plain_name(name), name));
    check(name, "Cursor: a short name", holds(name.len() <= CURSOR_NAME_CHARS_MAX, name));
    let words = tool.description.as_deref().unwrap_or_default().chars().count();
    let described = (1..=DESCRIPTION_CHARS_MAX).contains(&words);
    check(name, "VS Code, OpenAI: a description, not too long", holds(described, "it is not so"));
    // Codex and Claude Code show structured content instead of text and pictures.
    check(
        name,
        "Codex, Claude Code: the output is text",
        holds(tool.output_schema.is_none(), "a schema"),
    );
    for (rule, hold) in OF_ARGUMENTS {
        check(name, rule, hold(&tool.input_schema));
    }
    visit(&tool.input_schema, name, &mut |schema, place| {
        for (rule, hold) in OF_SCHEMAS {
            check(place, rule, hold(schema));
        }
    });
    broken
}

/// Every schema inside the schema, itself first.
fn visit(schema: &Fields, place: &str, hear: &mut dyn FnMut(&Fields, &str)) {
    hear(schema, place);
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if let Value::Object(property) = property {
            visit(property, &format!("{place}.{name}"), hear);
        }
    }
    if let Some(Value::Object(items)) = schema.get("items") {
        visit(items, &format!("{place}[]"), hear);
    }
    for choice in schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        if let Value::Object(choice) = choice {
            visit(choice, &format!("{place}?"), hear);
        }
    }
}

/// Objects inside objects.
fn depth(schema: &Fields) -> usize {
    let children =
        schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::values);
    let deepest = children.chain(schema.get("items")).filter_map(Value::as_object).map(depth).max();
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    deepest.unwrap_or(0) + usize::from(is_object)
}

fn is_plain_name(name: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    (1..=NAME_CHARS_MAX).contains(&name.len()) && name.chars().all(plain)
}

fn none_but(schema: &Fields, allowed: impl Fn(&str) -> bool) -> Result<(), String> {
    match schema.keys().find(|word| !allowed(word)) {
        Some(word) => Err(format!("`{word}`")),
        None => Ok(()),
    }
}

fn holds(condition: bool, otherwise: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(otherwise.to_owned()) }
}
