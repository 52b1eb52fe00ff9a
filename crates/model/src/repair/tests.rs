use proptest::prelude::*;
use serde_json::json;

use super::*;

fn tools() -> Vec<Tool> {
    let tool = |name: &str, schema: Value| Tool {
        name: name.to_owned(),
        description: String::new(),
        input_schema: schema.as_object().unwrap().clone(),
    };
    vec![
        tool(
            "act",
            json!({
                "type": "object", "required": ["steps"],
                "properties": {
                    "tab": { "type": "integer" },
                    "steps": { "type": "array", "items": {
                        "type": "object", "required": ["do"],
                        "properties": {
                            "do": { "type": "string", "enum": ["click", "type"] },
                            "target": { "anyOf": [{ "type": "integer" }, { "type": "string" }] },
                            "text": { "type": "string" },
                            "force": { "type": "boolean" },
                        },
                    } },
                    "ratio": { "type": "number" },
                    "keys": { "type": "array", "items": { "type": "string" } },
                },
            }),
        ),
        tool(
            "do",
            json!({
                "type": "object", "required": ["utterance"],
                "properties": { "utterance": { "type": "string" } },
            }),
        ),
        tool(
            "wait",
            json!({ "type": "object", "properties": { "seconds": { "type": "integer" } } }),
        ),
        tool("tabs", json!({ "type": "object", "properties": {} })),
    ]
}

/// What becomes of the arguments of a call.
fn repaired(tool: &str, raw: &str) -> Option<Value> {
    let arguments = match serde_json::from_str(raw) {
        Ok(Value::Object(object)) => Arguments::Object(object),
        _ => Arguments::Malformed(raw.to_owned()),
    };
    let call = ToolCall { id: "1".to_owned(), name: tool.to_owned(), arguments, replay: None };
    let mut message = AssistantMessage { parts: vec![Part::ToolCall(call)] };
    repair(&mut message, &tools());
    message.tool_calls().next()?.arguments.object().map(|object| Value::Object(object.clone()))
}

#[test]
fn arguments_that_are_almost_right_are_repaired() {
    for (tool, raw, arguments) in [
        ("act", r#""{\"tab\": 3, \"steps\": []}""#, json!({"tab": 3, "steps": []})),
        ("act", r#""\"{\\\"tab\\\": 3}\"""#, json!({"tab": 3})),
        ("act", "```json\n{\"tab\": 3}\n```", json!({"tab": 3})),
        ("act", "{'tab': 3, 'steps': [],}", json!({"tab": 3, "steps": []})),
        ("act", r#"{"tab": "3"}"#, json!({"tab": 3})),
        ("act", r#"{"tab": 3.0}"#, json!({"tab": 3})),
        ("act", r#"{"ratio": "0.5"}"#, json!({"ratio": 0.5})),
        (
            "act",
            r#"{"steps": "[{\"do\": \"click\", \"target\": 5}]"}"#,
            json!({"steps": [{"do": "click", "target": 5}]}),
        ),
        (
            "act",
            r#"{"steps": {"do": "Click", "force": "TRUE", "text": 42}}"#,
            json!({"steps": [{"do": "click", "force": true, "text": "42"}]}),
        ),
        ("act", r#"{"keys": "Enter"}"#, json!({"keys": ["Enter"]})),
        ("act", r#"{"arguments": {"tab": "1"}}"#, json!({"tab": 1})),
        ("act", r#"{"name": "act", "parameters": "{\"tab\": 1}"}"#, json!({"tab": 1})),
        ("do", r#""open the news""#, json!({"utterance": "open the news"})),
        ("do", "open the news", json!({"utterance": "open the news"})),
        ("do", "42", json!({"utterance": "42"})),
        ("wait", "5", json!({"seconds": 5})),
        ("wait", "null", json!({})),
    ] {
        assert_eq!(repaired(tool, raw), Some(arguments), "{tool} {raw}");
    }
}

#[test]
fn what_fits_is_left_alone() {
    for raw in [
        r#"{"steps": [{"do": "click", "target": "5"}]}"#,
        r#"{"steps": [{"do": "click", "target": 5}], "other": "7"}"#,
        r#"{"tab": null}"#,
        r#"{"tab": "three"}"#,
        r#"{"tab": 1.5}"#,
        r#"{"steps": [{"do": "fly"}]}"#,
        r#"{"arguments": {"tab": "1"}, "tab": 2}"#,
    ] {
        assert_eq!(repaired("act", raw), serde_json::from_str(raw).ok(), "{raw}");
    }
}

#[test]
fn what_has_no_clear_meaning_stays_malformed() {
    for (tool, raw) in [
        ("act", "{\"tab\": 3"),
        ("act", "{\"steps\": [{\"do\": \"click\""),
        ("act", "click the button"),
        ("act", "{\"tab\": 1}{\"tab\": 2}"),
        ("do", "{\"utterance\": \"open"),
        ("tabs", "7"),
        ("unknown", "{'tab': 3}"),
    ] {
        assert_eq!(repaired(tool, raw), None, "{tool} {raw}");
    }
}

#[test]
fn the_name_of_a_tool_is_found_inside_a_name() {
    for (name, found) in [
        ("functions.act", Some("act")),
        ("default_api:act", Some("act")),
        ("act<|channel|>commentary", Some("act")),
        (" act ", Some("act")),
        ("act", None),
        ("react", None),
        ("act.x", None),
    ] {
        assert_eq!(repaired_name(name, &tools()).as_deref(), found, "{name}");
    }
}

/// The text that is left, and the calls that were found in it.
fn in_text(text: &str) -> (String, Vec<(String, Value)>) {
    let part = Part::Text { text: text.to_owned(), replay: None };
    let mut message = AssistantMessage { parts: vec![part] };
    repair(&mut message, &tools());
    let calls = message.tool_calls().map(|call| {
        (call.name.clone(), Value::Object(call.arguments.object().cloned().unwrap_or_default()))
    });
    (message.text(), calls.collect())
}

#[test]
fn a_call_that_is_written_as_text_becomes_a_call() {
    for (text, left) in [
        (r#"{"name": "act", "arguments": {"tab": 1}}"#, ""),
        ("I look.\n{\"name\": \"act\", \"parameters\": {\"tab\": \"1\"}}", "I look."),
        ("I look.\n\n```json\n{\"name\": \"act\", \"arguments\": {\"tab\": 1}}\n```\n", "I look."),
        ("<tool_call>\n{\"name\": \"act\", \"arguments\": {\"tab\": 1}}\n</tool_call>", ""),
        ("Well.\n<function=act>{\"tab\": 1}</function>", "Well."),
        ("[TOOL_CALLS][{\"name\": \"act\", \"arguments\": {\"tab\": 1}}]", ""),
        (r#"{"tool_calls": [{"function": {"name": "act", "arguments": "{\"tab\": 1}"}}]}"#, ""),
        (r#"{"act": {"tab": 1}}"#, ""),
        ("{'name': 'functions.act', 'args': {'tab': 1,},}", ""),
    ] {
        let (rest, calls) = in_text(text);
        assert_eq!(rest, left, "{text}");
        assert_eq!(calls, [("act".to_owned(), json!({"tab": 1}))], "{text}");
    }
    let two = "<tool_call>{\"name\": \"tabs\"}</tool_call>\n<tool_call>{\"name\": \"wait\", \
               \"arguments\": {}}</tool_call>";
    let (rest, calls) = in_text(two);
    assert_eq!((rest.as_str(), calls.len()), ("", 2));
}

#[test]
fn what_only_speaks_of_a_call_stays_text() {
    for text in [
        "The page says {\"name\": \"act\", \"arguments\": {}}",
        "{\"name\": \"act\", \"arguments\": {}} is what the page says",
        "{\"name\": \"rm\", \"arguments\": {}}",
        "{\"name\": \"act\", \"arguments\": {\"tab\": 1}",
        "{\"price\": 3}",
        "<tool_call>",
        "```",
        "[1, 2, 3]",
        "[]",
        "",
    ] {
        assert_eq!(in_text(text), (text.to_owned(), Vec::new()), "{text}");
    }
}

#[test]
fn text_beside_a_real_call_is_not_searched() {
    let text = "{\"name\": \"tabs\"}".to_owned();
    let call = ToolCall {
        id: "1".to_owned(),
        name: "wait".to_owned(),
        arguments: Arguments::Object(Map::new()),
        replay: None,
    };
    let parts = vec![Part::ToolCall(call), Part::Text { text, replay: None }];
    let mut message = AssistantMessage { parts };
    assert_eq!(repair(&mut message, &tools()), []);
    assert_eq!(message.tool_calls().count(), 1);
}

#[test]
fn a_long_text_of_openings_is_read_in_time() {
    let text = "{\n".repeat(400_000);
    assert_eq!(in_text(&text).1, []);
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(text in "[a-z{}\\[\\]\"':,`<>/_= \n\\\\0-9]{0,120}") {
        _ = in_text(&text);
        _ = repaired("act", &text);
        _ = repaired("do", &text);
    }

    #[test]
    fn a_repair_is_stable(text in "[a-z{}\\[\\]\"':, 0-9]{0,60}") {
        if let Some(once) = repaired("act", &text) {
            prop_assert_eq!(repaired("act", &once.to_string()), Some(once));
        }
    }

    #[test]
    fn arguments_survive_being_encoded_and_fenced(tab in any::<i32>(), words in "\\PC{0,20}", times in 0..3_usize) {
        let arguments = json!({ "tab": tab, "steps": [{ "do": "type", "text": words }] });
        let mut raw = arguments.to_string();
        for _ in 0..times {
            raw = Value::String(raw).to_string();
        }
        prop_assert_eq!(repaired("act", &raw), Some(arguments.clone()));
        prop_assert_eq!(repaired("act", &format!("```json\n{arguments}\n```")), Some(arguments));
    }
}
