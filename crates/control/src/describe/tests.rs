use serde_json::json;
use tabwright_wire::verbs::*;
use tabwright_wire::{NoParams, for_each_verb};
use tabwright_wire::{SentencePart, plain_sentence, sentence_parts};

use super::*;
use crate::logged::Logged;

/// What is typed stands in a question, and nowhere in the log.
const TYPED: &str = "TYPED-4711";

/// A call of each verb with all its parameters, none of which is what it is by default.
fn samples() -> Vec<(&'static str, Value)> {
    let target = json!({ "role": "button", "name": "Pay", "nth": 2 });
    let point = json!({ "x": 3.0, "y": 4.0 });
    vec![
        ("tabs", json!({ "about": "trains" })),
        (
            "open",
            json!({ "url": "https://a.test/", "in": "window", "background": true, "group": "Mine" }),
        ),
        ("close", json!({ "all": true })),
        ("switch", json!({ "about": "trains" })),
        ("group", json!({ "tabs": [2, 3], "name": "Money" })),
        ("window", json!({ "tabs": [2, 3], "window": 4 })),
        ("back", json!({})),
        ("forward", json!({})),
        ("reload", json!({ "bypassCache": true })),
        (
            "snapshot",
            json!({ "mode": "viewport", "maxChars": 9, "since": 8, "within": 7, "skip": 6 }),
        ),
        (
            "click",
            json!({
                "target": target, "frame": 2, "at": point, "button": "right", "count": 2, "holdMs": 300,
                "modifiers": ["shift"], "force": true, "input": "synthesised",
            }),
        ),
        ("hover", json!({ "target": target, "frame": 2, "at": point, "input": "trusted" })),
        (
            "type",
            json!({
                "target": target, "text": TYPED, "frame": 2, "append": true, "submit": true, "input": "trusted",
            }),
        ),
        ("insert", json!({ "text": TYPED, "target": target, "frame": 2, "input": "trusted" })),
        ("clear", json!({ "target": target, "frame": 2, "input": "trusted" })),
        (
            "select",
            json!({ "target": target, "options": ["one", "two"], "frame": 2, "input": "trusted" }),
        ),
        ("check", json!({ "target": target, "on": false, "frame": 2, "input": "trusted" })),
        (
            "press",
            json!({ "keys": ["Enter", TYPED], "target": target, "frame": 2, "input": "trusted" }),
        ),
        (
            "drag",
            json!({
                "from": target, "to": 9, "fromAt": point, "toAt": point, "via": [point], "frame": 2,
                "input": "trusted",
            }),
        ),
        (
            "scroll",
            json!({ "target": target, "motion": { "type": "by", "x": 5.0, "y": 6.0 }, "frame": 2 }),
        ),
        ("follow", json!({ "text": "Home", "position": 3, "newTab": true })),
        (
            "upload",
            json!({ "target": target, "files": ["/a.png", "/b.png"], "frame": 2, "input": "trusted" }),
        ),
        ("download", json!({ "url": "https://a.test/f", "target": target, "to": "f.zip" })),
        ("dialog", json!({ "accept": false, "text": TYPED })),
        ("wait", json!({ "for": { "type": "text", "text": "Done", "gone": true }, "frame": 2 })),
        ("text", json!({ "target": target, "frame": 2, "maxChars": 9 })),
        ("html", json!({ "target": target, "frame": 2, "compression": "reading", "maxChars": 9 })),
        ("markdown", json!({ "target": target, "frame": 2, "main": true, "maxChars": 9 })),
        ("links", json!({ "words": "home", "max": 9 })),
        ("tables", json!({ "target": target, "frame": 2, "maxRows": 9, "skipRows": 8 })),
        (
            "screenshot",
            json!({
                "target": target, "frame": 2, "full": true, "marks": true, "scale": "device", "maxBytes": 9,
            }),
        ),
        ("pdf", json!({ "landscape": true, "background": true })),
        (
            "query",
            json!({
                "target": target, "frame": 2, "facts": ["rect"], "attribute": "href", "fingerprint": true, "max": 9,
            }),
        ),
        ("console", json!({ "after": 8, "level": "warning", "max": 9 })),
        ("network", json!({ "after": 8, "url": "*.png", "id": 7, "max": 9, "maxChars": 6 })),
        ("mouse", json!({ "do": "down", "at": point, "button": "right", "wheel": point })),
        (
            "eval",
            json!({ "script": "f", "frame": 2, "target": target, "all": true, "args": [TYPED] }),
        ),
        (
            "emulate",
            json!({
                "device": "pixel-8", "viewport": { "width": 800, "height": 600 }, "scale": 2.0,
                "colorScheme": "dark", "reducedMotion": true, "offline": false, "reset": true,
            }),
        ),
        ("zoom", json!({ "to": { "percent": 150.0 } })),
        ("read-aloud", json!({ "text": TYPED, "lang": "fr" })),
        ("hush", json!({})),
        ("bookmarks", json!({ "query": "trains", "max": 9 })),
        ("history", json!({ "query": "trains", "max": 9, "days": 8 })),
        ("bookmark", json!({ "url": "https://a.test/", "title": "My bank", "folder": "Bar" })),
        ("unbookmark", json!({ "id": "12" })),
        ("search-web", json!({ "query": "trains", "provider": "ddg", "in": "window" })),
        (
            "search-providers",
            json!({
                "choose": "ddg", "add": { "name": "mine", "url": "https://a.test/?q={query}" }, "remove": "old",
            }),
        ),
        ("clipboard", json!({ "write": TYPED })),
        ("resume", json!({})),
    ]
}

macro_rules! by_name {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, $facts:tt;)*) => {
        /// What the person and the log are told of a call with these parameters, if the verb takes them.
        fn described(verb: &str, params: &Value) -> Option<Description> {
            match verb {
                $($name => describe_as::<$params>(verb, params),)*
                other => panic!("there is no verb {other}"),
            }
        }

        /// All parameters of the verb, those too that are left out.
        fn fields_of(verb: &str, params: &Value) -> Map<String, Value> {
            match verb {
                $($name => all_fields::<$params>(params),)*
                other => panic!("there is no verb {other}"),
            }
        }
    };
}
for_each_verb!(by_name);

fn describe_as<P: VerbParams>(verb: &str, params: &Value) -> Option<Description> {
    let params: P = serde_json::from_value(params.clone()).ok()?;
    Some(describe(verb, &params, &Logged::new(&params).params))
}

fn all_fields<P: VerbParams>(params: &Value) -> Map<String, Value> {
    let params: P = serde_json::from_value(params.clone()).unwrap();
    serde_json::to_value(params).unwrap().as_object().cloned().unwrap_or_default()
}

fn say_of(verb: &str, params: &Value) -> String {
    let described = described(verb, params);
    described.unwrap_or_else(|| panic!("{verb} does not take {params}")).shown
}

/// The same call with another value there: nothing else in it changes.
fn changed(value: &Value) -> Value {
    match value {
        Value::Bool(is_so) => Value::Bool(!is_so),
        Value::Number(number) => json!(number.as_f64().unwrap_or_default() as u32 + 1),
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(items) => items.iter().map(changed).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), changed(value))).collect()
        }
        Value::Null => Value::Null,
    }
}

#[test]
fn every_parameter_that_is_not_its_default_is_shown() {
    let sampled: Vec<_> = samples().iter().map(|(verb, _)| *verb).collect();
    let verbs: Vec<_> = VERBS.iter().map(|verb| verb.name).collect();
    assert_eq!(sampled, verbs, "a sample for each verb, in their order");
    for (verb, sample) in &samples() {
        let whole = say_of(verb, sample);
        let fields = fields_of(verb, sample);
        for (field, value) in &fields {
            if NOT_SAID.contains(&field.as_str()) {
                continue;
            }
            assert!(!value.is_null(), "the sample of {verb} has no {field}");
            let mut without = sample.clone();
            without.as_object_mut().unwrap().remove(field);
            if let Some(without) = described(verb, &without) {
                assert_ne!(without.shown, whole, "{verb}: {field} changes nothing");
            }
            let mut other = fields.clone();
            other.insert(field.clone(), changed(value));
            let said: Vec<_> = fields.keys().map(String::as_str).collect();
            let differs = sentence(verb, &said, &fields) != sentence(verb, &said, &other);
            assert!(differs, "{verb}: the value of {field} changes nothing: {whole}");
        }
    }
}

#[test]
fn what_is_typed_is_shown_and_not_logged() {
    let mut typed = 0;
    for (verb, sample) in &samples() {
        let Description { shown, logged } = described(verb, sample).unwrap();
        assert_eq!(shown.contains(TYPED), sample.to_string().contains(TYPED), "{shown}");
        assert!(!logged.contains(TYPED), "{logged}");
        typed += usize::from(shown.contains(TYPED));
        // What the log leaves out, it says the length of.
        assert_eq!(logged.contains("characters]"), shown.contains(TYPED), "{logged}");
    }
    assert_eq!(typed, 7);
}

#[test]
fn a_call_is_said_in_plain_words() {
    for (verb, params, words) in [
        ("close", json!({}), "close"),
        ("close", json!({ "all": true }), "close all tabs"),
        ("search-providers", json!({}), "search-providers"),
        ("search-providers", json!({ "choose": "ddg" }), r#"search-providers choose "ddg""#),
        (
            "search-providers",
            json!({ "add": { "name": "mine", "url": "https://a.test/?q={query}" } }),
            r#"search-providers add name "mine", "https://a.test/?q={query}""#,
        ),
        (
            "bookmark",
            json!({ "title": "Bank", "folder": "Bar" }),
            r#"bookmark with the title "Bank" in the folder "Bar""#,
        ),
        ("unbookmark", json!({ "id": "12" }), r#"unbookmark "12""#),
        (
            "group",
            json!({ "name": "Money", "tabs": [2, 3] }),
            r#"group with the tabs 2, 3 into the tab group "Money""#,
        ),
        ("group", json!({ "tab": 2 }), "group out of their tab group"),
        ("window", json!({ "tab": 2 }), "window into a new window"),
        ("emulate", json!({ "offline": true }), "emulate offline"),
        (
            "emulate",
            json!({ "viewport": { "width": 8, "height": 6 } }),
            "emulate viewport height 6, width 8",
        ),
        ("clipboard", json!({ "write": "hello" }), r#"clipboard write "hello""#),
        ("clipboard", json!({}), "clipboard read"),
        ("click", json!({ "target": 7 }), "click [7]"),
        (
            "click",
            json!({ "target": { "label": "Name" }, "timeoutMs": 9 }),
            r#"click label "Name""#,
        ),
        (
            "type",
            json!({ "target": 7, "text": "Ada", "submit": true }),
            r#"type [7] "Ada" and press Enter"#,
        ),
        ("check", json!({ "target": 7 }), "check [7]"),
        ("check", json!({ "target": 7, "on": false }), "check [7] off"),
        ("dialog", json!({ "accept": false }), "dialog with Cancel"),
        ("drag", json!({ "from": 1, "to": 2 }), "drag from [1] to [2]"),
        (
            "open",
            json!({ "url": "https://a.test/", "in": "window" }),
            r#"open "https://a.test/" in a new window"#,
        ),
        (
            "wait",
            json!({ "for": { "type": "text", "text": "Done", "gone": true } }),
            r#"wait for text gone, "Done""#,
        ),
        (
            "wait",
            json!({ "for": { "type": "function", "script": "1" } }),
            r#"wait for function "1""#,
        ),
        ("zoom", json!({ "to": "in" }), r#"zoom to "in""#),
    ] {
        assert_eq!(plain_sentence(&say_of(verb, &params)), words);
    }
}

#[test]
fn every_file_is_named_and_counted() {
    let one = say_of("upload", &json!({ "target": "#f", "files": ["/home/me/cat.png"] }));
    assert_eq!(plain_sentence(&one), r##"upload "#f" "/home/me/cat.png""##);
    let files: Vec<_> = (1..=9).map(|n| format!("/a/long/path/to/a/file/{n}.png")).collect();
    let many = say_of("upload", &json!({ "target": 7, "files": files }));
    assert!(many.starts_with("upload [7] 9 files: "), "{many}");
    assert!(many.contains("/9.png"), "{many}");
    let files: Vec<_> = (1..=120).map(|n| format!("/{n}.png")).collect();
    let words = say_of("upload", &json!({ "target": 7, "files": files }));
    assert!(words.ends_with(" and 20 more files"), "{words}");
}

#[test]
fn what_others_chose_is_set_apart() {
    let url = "https://evil.test/\u{202e}gnp.exe\n\" from bank.test";
    let words = say_of("download", &json!({ "url": url, "to": "x".repeat(10_000) }));
    let ours: String = sentence_parts(&words)
        .map(|part| match part {
            SentencePart::Ours(words) => words,
            SentencePart::Page(_) => "…",
        })
        .collect();
    assert_eq!(ours, r#"download "…" to "…" (9880 more characters)"#);
    assert!(!words.contains(['\u{202e}', '\n']), "{words:?}");
}

#[test]
fn a_script_is_shown_whole_with_its_length() {
    let script = format!("/* {} */ steal()", "harmless ".repeat(50));
    let waits = json!({ "for": { "type": "function", "script": script } });
    for (verb, params) in [("eval", json!({ "script": script })), ("wait", waits)] {
        let words = say_of(verb, &params);
        assert!(words.contains("a script of 464 characters"), "{words}");
        assert!(words.contains("steal()"), "{words}");
    }
    let endless = say_of("eval", &json!({ "script": "x".repeat(25_000) }));
    assert!(endless.ends_with("(5000 more characters)"), "{endless}");
}

#[test]
fn a_line_of_a_script_ends_where_its_comment_ends() {
    for end in ["\n", "\r\n", "\u{2028}"] {
        let words = say_of("eval", &json!({ "script": format!("1 // harmless{end}steal()") }));
        assert!(words.contains("harmless ⏎ ") && words.contains("⏎ steal()"), "{words}");
    }
}

#[test]
fn other_values_are_short() {
    let words = say_of("type", &json!({ "target": 7, "text": "y".repeat(500) }));
    assert!(
        words.starts_with("type [7] \"\u{2068}yyy") && words.ends_with("more characters)"),
        "{words}"
    );
}
