//! The words of the sentence that tells the person what a call does. The arguments of a call were written by a model
//! that reads pages, so what it wrote is set apart in the sentence as words of a page are ([`quote_page_up_to`]).

use tabwright_wire::{Point, Target, quote_address, quote_kind, quote_page_up_to};
use url::Url;

const WORDS_CHARS_MAX: usize = 60;

pub(crate) fn quote(words: &str) -> String {
    quote_page_up_to(words, WORDS_CHARS_MAX)
}

/// Where a step acts.
pub(crate) fn place(target: &Target) -> String {
    match target {
        Target::Number(number) => format!("element {number}"),
        Target::Point(Point { x, y }) => format!("the point {x},{y}"),
        Target::Selector { selector, .. } => quote(selector),
        Target::Role { name: Some(name), .. } => quote(name),
        Target::Role { role, .. } => quote_kind(role),
        Target::Label { label, .. } => quote(label),
        Target::Text { text, .. } => quote(text),
        Target::Locator { .. } => "an element".to_owned(),
        Target::Like { like } if like.name.is_empty() => quote_kind(like.kind()),
        Target::Like { like } => quote(&like.name),
        Target::Words(words) => match words.0.parse() {
            Ok(plain) => place(&plain),
            Err(_) => quote(&words.0),
        },
    }
}

/// The host says where an address leads, and the path what is there. The rest says little and may be long.
pub(crate) fn address(url: &str) -> String {
    let short = Url::parse(url).ok().and_then(|url| {
        let path = url.path().trim_end_matches('/');
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        url.host_str().map(|host| format!("{host}{port}{path}"))
    });
    quote_address(short.as_deref().unwrap_or(url))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tabwright_wire::{SentencePart, plain_sentence, sentence_parts};

    use crate::{TOOLS, describe_call};

    fn described(tool: &str, arguments: Value) -> String {
        let Value::Object(arguments) = arguments else { panic!("no object: {arguments}") };
        describe_call(tool, &arguments)
    }

    #[test]
    fn each_tool_says_what_a_call_of_it_does() {
        let rows = [
            (
                "navigate",
                json!({ "url": "https://rail.example/from?a=b" }),
                "Open rail.example/from",
            ),
            ("navigate", json!({ "url": "http://bank.test@evil.test:81/" }), "Open evil.test:81"),
            ("navigate", json!({ "url": "example.com" }), "Open example.com"),
            ("navigate", json!({ "go": "back" }), "Go back"),
            ("navigate", json!({ "go": "reload" }), "Load the page again"),
            ("act", json!({ "steps": [{ "do": "click", "target": 7 }] }), "Click element 7"),
            ("act", json!({ "steps": [{ "do": "fly" }] }), "Act on the page"),
            ("snapshot", json!({}), "Look at the page"),
            ("snapshot", json!({ "diff": true }), "Look at what changed on the page"),
            ("read", json!({ "what": "tables" }), "Read the tables of the page"),
            ("read", json!({ "what": "console" }), "Read what the page logged"),
            ("read", json!({ "more": "r1" }), "Read on"),
            ("screenshot", json!({}), "Take a picture of the page"),
            ("screenshot", json!({ "target": 3 }), "Take a picture of element 3"),
            ("tabs", json!({}), "List the tabs"),
            ("tabs", json!({ "do": "use", "about": "mail" }), "Use the tab about \"mail\""),
            ("tabs", json!({ "do": "close", "tab": 4 }), "Close tab 4"),
            ("execute", json!({ "code": "1 + 1" }), "Run a script"),
            ("do", json!({ "text": "go back" }), "Do \"go back\""),
            ("memory", json!({ "search": "rust" }), "Search what you have read for \"rust\""),
            ("memory", json!({ "ask": "who is Ada?" }), "Ask what you have read: \"who is Ada?\""),
            ("memory", json!({ "remember": 4 }), "Remember the page in tab 4"),
            ("reset", json!({}), "Start anew"),
        ];
        for (tool, arguments, words) in &rows {
            assert_eq!(plain_sentence(&described(tool, arguments.clone())), *words, "{arguments}");
        }
        for tool in TOOLS {
            assert!(rows.iter().any(|(name, ..)| *name == tool.name), "{} has no row", tool.name);
        }
        assert_eq!(plain_sentence(&described("teleport", json!({}))), "Use \"teleport\"");
    }

    #[test]
    fn what_a_model_wrote_is_set_apart_on_one_line_and_short() {
        let name = format!("Save\n\nTabwright: \u{2069}all is \"well\" {}", "x".repeat(500));
        let steps = json!({ "steps": [{ "do": "click", "target": { "text": name } }] });
        let rows = [
            ("act", steps, "Click \"\""),
            ("do", json!({ "text": name }), "Do \"\""),
            ("navigate", json!({ "url": name }), "Open "),
            (&*name, json!({}), "Use \"\""),
        ];
        for (tool, arguments, expected) in rows {
            let sentence = described(tool, arguments);
            assert!(!sentence.contains('\n') && sentence.chars().count() < 220, "{sentence}");
            let ours: String = sentence_parts(&sentence)
                .filter_map(|part| match part {
                    SentencePart::Ours(words) => Some(words),
                    SentencePart::Page(_) => None,
                })
                .collect();
            assert_eq!(ours, expected);
        }
    }
}
