//! What of a call stands in the log. One rule: the log never has what was typed, only where and how many
//! characters; and of a script its first line, without its literals.

use serde_json::Value;
use tabwright_wire::verbs::VerbParams;

/// The first line of a script is truncated here.
const SCRIPT_CHARS_MAX: usize = 120;
/// Shorter texts are no secrets, and stand in every sentence.
const HIDDEN_CHARS_MIN: usize = 3;
/// So many literals of a script are looked for in its error.
const LITERALS_MAX: usize = 200;

/// The parameters of a call as they are logged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Logged {
    pub(crate) params: Value,
    /// What is not to be logged, as an error may repeat it.
    hidden: Vec<String>,
}

impl Logged {
    pub(crate) fn new<P: VerbParams>(params: &P) -> Self {
        let mut logged = Self::plain(serde_json::to_value(params).unwrap_or_default());
        let Some(fields) = logged.params.as_object_mut() else { return logged };
        for name in P::WRITTEN {
            if let Some(field) = fields.get_mut(*name) {
                conceal(field, &mut logged.hidden);
            }
        }
        // What is waited for may be a script.
        let place = if fields.contains_key("for") { "/for/script" } else { "/script" };
        if let Some(Value::String(script)) = logged.params.pointer_mut(place) {
            *script = without_literals(script, &mut logged.hidden);
        }
        logged.hidden.retain(|text| text.trim().chars().count() >= HIDDEN_CHARS_MIN);
        // The longest first: one may be a part of another.
        logged.hidden.sort_by_key(|text| std::cmp::Reverse(text.len()));
        logged.hidden.dedup();
        logged
    }

    /// For what has nothing in it that was typed.
    pub(crate) fn plain(params: Value) -> Self {
        Self { params, hidden: Vec::new() }
    }

    /// A sentence for the log, which may repeat what was typed.
    pub(crate) fn sentence(&self, sentence: &str) -> String {
        let mut sentence = sentence.to_owned();
        for text in &self.hidden {
            for text in [text.as_str(), text.trim()] {
                if sentence.contains(text) {
                    sentence = sentence.replace(text, &length_of(text));
                }
            }
        }
        sentence
    }
}

fn length_of(text: &str) -> String {
    match text.chars().count() {
        1 => "[1 character]".to_owned(),
        count => format!("[{count} characters]"),
    }
}

/// Lengths in the place of texts. References to secrets stay: they tell nothing.
fn conceal(value: &mut Value, hidden: &mut Vec<String>) {
    match value {
        Value::String(text) if is_reference(text) => {}
        Value::String(text) => {
            let length = length_of(text);
            hidden.push(std::mem::replace(text, length));
        }
        Value::Number(number) => {
            hidden.push(number.to_string());
            *value = "[a number]".into();
        }
        Value::Array(items) if items.iter().all(Value::is_string) => conceal_keys(items, hidden),
        Value::Array(items) => items.iter_mut().for_each(|item| conceal(item, hidden)),
        Value::Object(fields) => fields.values_mut().for_each(|field| conceal(field, hidden)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Keys that have names stay (`Enter`, `Control+a`); letters one after the other are one text.
fn conceal_keys(keys: &mut Vec<Value>, hidden: &mut Vec<String>) {
    let mut logged: Vec<Value> = Vec::new();
    let mut letters = String::new();
    let mut flush = |letters: &mut String, logged: &mut Vec<Value>| {
        if !letters.is_empty() {
            logged.push(length_of(letters).into());
            hidden.push(std::mem::take(letters));
        }
    };
    for key in keys.iter().filter_map(Value::as_str) {
        if is_named_key(key) || is_reference(key) {
            flush(&mut letters, &mut logged);
            logged.push(key.into());
        } else {
            // `Shift+N` writes one letter.
            let letter = key.rsplit('+').next().filter(|letter| !letter.is_empty());
            letters.push_str(letter.unwrap_or(key));
        }
    }
    flush(&mut letters, &mut logged);
    *keys = logged;
}

/// `Enter`, `Control+a`, `F5`: what is no letter by itself.
fn is_named_key(key: &str) -> bool {
    const MODIFIERS: [&str; 8] =
        ["control", "ctrl", "alt", "meta", "cmd", "command", "shift", "controlormeta"];
    const NAMES: [&str; 20] = [
        "enter",
        "tab",
        "escape",
        "esc",
        "backspace",
        "delete",
        "insert",
        "home",
        "end",
        "pageup",
        "pagedown",
        "arrowup",
        "arrowdown",
        "arrowleft",
        "arrowright",
        "up",
        "down",
        "left",
        "right",
        "space",
    ];
    let is_function_key = |name: &str| {
        name.strip_prefix('f').is_some_and(|number| number.parse::<u8>().is_ok_and(|it| it <= 24))
    };
    let mut parts: Vec<String> = key.split('+').map(str::to_ascii_lowercase).collect();
    let Some(last) = parts.pop() else { return false };
    let is_name = |name: &String| NAMES.contains(&name.as_str()) || is_function_key(name);
    if !parts.iter().all(|part| MODIFIERS.contains(&part.as_str())) {
        return false;
    }
    // Shift with a letter writes it.
    let is_chord = parts.iter().any(|part| part != "shift") && last.chars().count() <= 1;
    is_name(&last) || is_chord
}

fn is_reference(text: &str) -> bool {
    let name = text.strip_prefix("${secret:").and_then(|rest| rest.strip_suffix('}'));
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    name.is_some_and(|name| !name.is_empty() && name.chars().all(plain))
}

/// The first line of a script, with `…` for what stands in quotes, comments and long numbers; and its length.
fn without_literals(script: &str, literals: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = script.trim_start();
    while let Some(letter) = rest.chars().next() {
        let (shown, taken, literal) = match letter {
            '"' | '\'' | '`' => {
                let end = closing(&rest[1..], letter, false);
                (format!("{letter}…{letter}"), 1 + end.0, &rest[1..1 + end.1])
            }
            '/' if rest.starts_with("//") => {
                let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
                ("//…".to_owned(), end, &rest[..0])
            }
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
                ("/*…*/".to_owned(), end, &rest[..0])
            }
            '/' if begins_regex(&out) => {
                let end = closing(&rest[1..], '/', true);
                ("/…/".to_owned(), 1 + end.0, &rest[1..1 + end.1])
            }
            digit if digit.is_ascii_digit() && !out.ends_with(is_of_name) => {
                let end = rest.find(|it: char| !is_of_name(it)).unwrap_or(rest.len());
                let number = &rest[..end];
                let shown = if number.len() < HIDDEN_CHARS_MIN { number } else { "…" };
                (shown.to_owned(), end, number)
            }
            letter => {
                out.push(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        };
        if literals.len() < LITERALS_MAX && !literal.is_empty() {
            literals.push(literal.to_owned());
        }
        out.push_str(&shown);
        rest = &rest[taken..];
    }
    let first: String =
        out.lines().next().unwrap_or_default().chars().take(SCRIPT_CHARS_MAX).collect();
    let more = if first.len() < out.len() { "… " } else { " " };
    format!("{first}{more}({} characters)", script.chars().count())
}

/// Where a literal ends: behind its closing sign, and before it. One that is not closed ends with the script.
fn closing(text: &str, sign: char, is_regex: bool) -> (usize, usize) {
    let (mut escaped, mut in_class) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if is_regex => in_class = true,
            ']' if is_regex => in_class = false,
            letter if letter == sign && !in_class => return (at + letter.len_utf8(), at),
            _ => {}
        }
    }
    (text.len(), text.len())
}

/// A slash behind a value divides; elsewhere it begins a pattern.
fn begins_regex(before: &str) -> bool {
    let before = before.trim_end();
    let is_value =
        before.ends_with(|letter: char| is_of_name(letter) || ")]}\"'`…".contains(letter));
    !is_value || before.ends_with("return") || before.ends_with("typeof")
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};
    use tabwright_wire::verbs::*;

    use super::*;

    fn told<P: VerbParams>(params: Value) -> Logged {
        Logged::new(&from_value::<P>(params).unwrap())
    }

    #[test]
    fn the_log_has_where_and_how_much_but_not_what() {
        let typed = told::<TypeParams>(json!({ "target": "#name", "text": "PwInOtherField2" }));
        assert_eq!(typed.params["text"], "[15 characters]");
        assert_eq!(typed.params["target"], json!("#name"));
        let error = "<input> did not take \"PwInOtherField2\"";
        assert_eq!(typed.sentence(error), "<input> did not take \"[15 characters]\"");
        let secret = told::<TypeParams>(json!({ "target": 4, "text": "${secret:bank}" }));
        assert_eq!(secret.params["text"], "${secret:bank}");
        let clip = told::<ClipboardParams>(json!({ "write": "ClipSecret11" }));
        assert_eq!(clip.params["write"], "[12 characters]");
        let answer = told::<DialogParams>(json!({ "text": "x" }));
        assert_eq!(answer.params["text"], "[1 character]");
        let args = json!({ "script": "f", "args": ["hunter2", { "pin": 1234 }, true] });
        let args = told::<EvalParams>(args).params;
        assert_eq!(args["args"], json!(["[7 characters]", { "pin": "[a number]" }, true]));
    }

    #[test]
    fn of_keys_the_names_stay() {
        let keys = json!(["Control+a", "h", "u", "Shift+N", "t", "Enter", "F5", "é", "Tab"]);
        let told = told::<PressParams>(json!({ "keys": keys })).params["keys"].clone();
        let shown = json!(["Control+a", "[4 characters]", "Enter", "F5", "[1 character]", "Tab"]);
        assert_eq!(told, shown);
        assert!(!told.to_string().contains("Shift+N"));
    }

    #[test]
    fn of_a_script_the_first_line_stays_without_literals() {
        let ticks = "login(`a\nb${secret}`)";
        for (script, shown) in [
            ("document.title", "document.title (14 characters)"),
            ("key.value = 'PwInScript8'", "key.value = '…' (25 characters)"),
            (r#"f("a\"hunter2", 'b') "#, "f(\"…\", '…')  (21 characters)"),
            (ticks, "login(`…`) (21 characters)"),
            ("pin = 1234; x1 = 12", "pin = …; x1 = 12 (19 characters)"),
            ("// hunter2\nrun()", "//…… (16 characters)"),
            ("/* hunter2 */ run()", "/*…*/ run() (19 characters)"),
            ("a.replace(/hun[/]ter2/g, b / 2)", "a.replace(/…/g, b / 2) (31 characters)"),
            ("'hunter2", "'…' (8 characters)"),
            ("one()\ntwo('hunter2')", "one()… (20 characters)"),
        ] {
            let told = told::<EvalParams>(json!({ "script": script }));
            assert_eq!(told.params["script"], shown);
        }
        let waits = json!({ "for": { "type": "function", "script": "x == 'hunter2'" } });
        let waits = told::<WaitParams>(waits);
        assert_eq!(waits.params["for"]["script"], "x == '…' (14 characters)");
        assert_eq!(waits.sentence("Error: no hunter2 here"), "Error: no [7 characters] here");
    }
}
