//! What a call does, in words for the person who is asked about it.

use serde::Serialize;
use serde_json::Value;

/// Values in a question are truncated here.
const VALUE_CHARS_MAX: usize = 120;
/// What the person must see all of: the files that leave, the script that runs.
const WHOLE_CHARS_MAX: usize = 3_000;

/// For the person: `type "Ada" into {"label":"Name"}`, from what the verb is told.
pub(crate) fn describe(verb: &str, params: &impl Serialize) -> String {
    let params = serde_json::to_value(params).unwrap_or_default();
    let told =
        ["target", "url", "text", "keys", "query", "files", "script", "options", "from", "to"];
    let mut words = verb.to_owned();
    for name in told {
        let Some(value) = params.get(name).filter(|value| !value.is_null()) else { continue };
        words.push(' ');
        words.push_str(&describe_value(name, value));
    }
    // What is waited for may be a script.
    if let Some(script) = params.pointer("/for/script") {
        words.push(' ');
        words.push_str(&describe_value("script", script));
    }
    words
}

/// For an element whose name the page has chosen, at any length.
pub(crate) fn describe_element(verb: &str, element: &str) -> String {
    format!("{verb} {}", truncate(element, VALUE_CHARS_MAX))
}

fn describe_value(name: &str, value: &Value) -> String {
    match (name, value) {
        ("files", Value::Array(files)) => {
            let names: Vec<_> = files.iter().map(plain).collect();
            let count =
                if names.len() == 1 { String::new() } else { format!("{} files: ", names.len()) };
            truncate(&format!("{count}{}", names.join(", ")), WHOLE_CHARS_MAX)
        }
        ("script", Value::String(script)) if script.chars().count() > VALUE_CHARS_MAX => {
            let count = script.chars().count();
            format!("a script of {count} characters: \"{}\"", truncate(script, WHOLE_CHARS_MAX))
        }
        (_, Value::Number(number)) => format!("[{number}]"),
        _ => truncate(&plain(value), VALUE_CHARS_MAX),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        other => other.to_string(),
    }
}

/// Says how much is not shown.
fn truncate(text: &str, chars_max: usize) -> String {
    let count = text.chars().count();
    if count <= chars_max {
        return text.to_owned();
    }
    let shown: String = text.chars().take(chars_max).collect();
    format!("{shown}… ({} more characters)", count - chars_max)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_file_is_named_and_counted() {
        let one = describe("upload", &json!({ "target": "#f", "files": ["/home/me/cat.png"] }));
        assert_eq!(one, r##"upload "#f" "/home/me/cat.png""##);
        let files: Vec<_> = (1..=9).map(|n| format!("/a/long/path/to/a/file/{n}.png")).collect();
        let many = describe("upload", &json!({ "files": files }));
        assert!(many.starts_with("upload 9 files: "), "{many}");
        assert!(many.contains("/9.png"), "{many}");
    }

    #[test]
    fn a_script_is_shown_whole_with_its_length() {
        let script = format!("/* {} */ steal()", "harmless ".repeat(50));
        for params in [json!({ "script": script }), json!({ "for": { "script": script } })] {
            let words = describe("eval", &params);
            assert!(words.contains("a script of 464 characters"), "{words}");
            assert!(words.contains("steal()"), "{words}");
        }
        let endless = describe("eval", &json!({ "script": "x".repeat(5_000) }));
        assert!(endless.ends_with("(2000 more characters)\""), "{endless}");
    }

    #[test]
    fn other_values_are_short() {
        let words = describe("type", &json!({ "target": 7, "text": "y".repeat(500) }));
        assert!(
            words.starts_with("type [7] \"yyy") && words.ends_with("more characters)"),
            "{words}"
        );
    }
}
