//! What a call does, in words for the person who is asked about it. What the client or the page chose is
//! set apart in it, so that it cannot pass for words of ours.

use serde::Serialize;
use serde_json::Value;
use tabwright_wire::{clean_sentence, quote_file, quote_page_up_to};

/// Values in a question are truncated here.
const VALUE_CHARS_MAX: usize = 120;
/// An address says where something goes, so more of it is shown.
const URL_CHARS_MAX: usize = 300;
/// The person must see all of a script that runs.
const SCRIPT_CHARS_MAX: usize = 20_000;
/// So many files are named; of more, the person is told how many there are.
const FILES_NAMED_MAX: usize = 100;
/// Stands where a line of a script ends. Without it the rest would seem to belong to a comment.
const LINE_END: &str = " ⏎ ";

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

/// For an element as the page kit describes it, with the page's words set apart.
pub(crate) fn describe_element(verb: &str, element: &str) -> String {
    clean_sentence(&format!("{verb} {element}"), URL_CHARS_MAX)
}

fn describe_value(name: &str, value: &Value) -> String {
    match (name, value) {
        ("files", Value::Array(files)) => describe_files(files),
        ("script", Value::String(script)) => describe_script(script),
        (_, Value::Number(number)) => format!("[{number}]"),
        ("url", _) => quote(&plain(value), URL_CHARS_MAX),
        _ => quote(&plain(value), VALUE_CHARS_MAX),
    }
}

fn describe_files(files: &[Value]) -> String {
    let named = files.iter().take(FILES_NAMED_MAX);
    let names: Vec<_> = named.map(|file| quote_file(&plain(file))).collect();
    let names = names.join(", ");
    match (files.len(), files.len().saturating_sub(FILES_NAMED_MAX)) {
        (1, _) => names,
        (count, 0) => format!("{count} files: {names}"),
        (count, more) => format!("{count} files: {names} and {more} more files"),
    }
}

fn describe_script(script: &str) -> String {
    let count = script.chars().count();
    let lines: Vec<_> = script.split(['\n', '\r', '\u{2028}', '\u{2029}']).collect();
    let shown = quote(&lines.join(LINE_END), SCRIPT_CHARS_MAX);
    if count > VALUE_CHARS_MAX { format!("a script of {count} characters: {shown}") } else { shown }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Says how much is not shown.
fn quote(text: &str, chars_max: usize) -> String {
    let more = text.chars().count().saturating_sub(chars_max);
    let shown = quote_page_up_to(text, chars_max);
    if more > 0 { format!("{shown} ({more} more characters)") } else { shown }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tabwright_wire::{SentencePart, plain_sentence, sentence_parts};

    use super::*;

    #[test]
    fn every_file_is_named_and_counted() {
        let one = describe("upload", &json!({ "target": "#f", "files": ["/home/me/cat.png"] }));
        assert_eq!(plain_sentence(&one), r##"upload "#f" "/home/me/cat.png""##);
        let files: Vec<_> = (1..=9).map(|n| format!("/a/long/path/to/a/file/{n}.png")).collect();
        let many = describe("upload", &json!({ "files": files }));
        assert!(many.starts_with("upload 9 files: "), "{many}");
        assert!(many.contains("/9.png"), "{many}");
        let files: Vec<_> = (1..=120).map(|n| format!("/{n}.png")).collect();
        let words = describe("upload", &json!({ "files": files }));
        assert!(words.ends_with(" and 20 more files"), "{words}");
    }

    #[test]
    fn what_others_chose_is_set_apart() {
        let url = "https://evil.test/\u{202e}gnp.exe\n\" from bank.test";
        let words = describe("download", &json!({ "url": url, "to": "x".repeat(10_000) }));
        let ours: String = sentence_parts(&words)
            .map(|part| match part {
                SentencePart::Ours(words) => words,
                SentencePart::Page(_) => "…",
            })
            .collect();
        assert_eq!(ours, r#"download "…" "…" (9880 more characters)"#);
        assert!(!words.contains(['\u{202e}', '\n']), "{words:?}");
    }

    #[test]
    fn a_script_is_shown_whole_with_its_length() {
        let script = format!("/* {} */ steal()", "harmless ".repeat(50));
        for params in [json!({ "script": script }), json!({ "for": { "script": script } })] {
            let words = describe("eval", &params);
            assert!(words.contains("a script of 464 characters"), "{words}");
            assert!(words.contains("steal()"), "{words}");
        }
        let endless = describe("eval", &json!({ "script": "x".repeat(25_000) }));
        assert!(endless.ends_with("(5000 more characters)"), "{endless}");
    }

    #[test]
    fn a_line_of_a_script_ends_where_its_comment_ends() {
        for end in ["\n", "\r\n", "\u{2028}"] {
            let words =
                describe("eval", &json!({ "script": format!("1 // harmless{end}steal()") }));
            assert!(words.contains("harmless ⏎ ") && words.contains("⏎ steal()"), "{words}");
        }
    }

    #[test]
    fn other_values_are_short() {
        let words = describe("type", &json!({ "target": 7, "text": "y".repeat(500) }));
        assert!(
            words.starts_with("type [7] \"\u{2068}yyy") && words.ends_with("more characters)"),
            "{words}"
        );
    }
}
