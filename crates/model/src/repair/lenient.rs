//! Reads JSON as models write it: in fences or prose, with single quotes, trailing commas, line breaks in
//! strings, or Python's constants. It never completes what is incomplete.

use serde_json::{Map, Number, Value};

const DEPTH_MAX: usize = 64;

/// The one value in a text. None where there is none, or more than one that differ.
pub(super) fn find_value(text: &str) -> Option<Value> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let text = unfenced(text);
    if let Some((value, rest)) = read_value(text)
        && rest.trim().is_empty()
    {
        return Some(value);
    }
    let (mut value, mut rest) = read_value(&text[text.find('{')?..])?;
    while let Some(at) = rest.find('{') {
        let Some((next, after)) = read_value(&rest[at..]) else { break };
        // Some servers send `{}` first, or everything twice. Else nobody knows which one is meant.
        let is_first_empty = value.as_object().is_some_and(Map::is_empty);
        if !is_first_empty && next != value {
            return None;
        }
        (value, rest) = (next, after);
    }
    Some(value)
}

/// What is inside of a code fence, if that is all there is.
fn unfenced(text: &str) -> &str {
    let Some((_, inside)) = text.split_once("```") else { return text };
    let Some((inside, _)) = inside.rsplit_once("```") else { return text };
    let language = inside.len() - inside.trim_start_matches(|it: char| it.is_alphanumeric()).len();
    // A word in the first line is the language, unless it is the value itself.
    match inside[language..].starts_with(['\n', '\r', ' ']) {
        true => inside[language..].trim(),
        false => inside.trim(),
    }
}

/// A value at the start of the text, and what is behind it.
pub(super) fn read_value(text: &str) -> Option<(Value, &str)> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    Some((value, &text[reader.at..]))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        if is_next {
            self.at += expected.len_utf8();
        }
        is_next
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH_MAX {
            return None;
        }
        match self.peek()? {
            '{' => self.object(depth).map(Value::Object),
            '[' => self.array(depth).map(Value::Array),
            '"' | '\'' => self.string().map(Value::String),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        self.at += 1;
        while !self.take('}') {
            let key = match self.peek()? {
                '"' | '\'' => self.string()?,
                _ => self.bare_key()?,
            };
            if !self.take(':') {
                return None;
            }
            let value = self.value(depth + 1)?;
            object.insert(key, value);
            if !self.take(',') && self.peek()? != '}' {
                return None;
            }
        }
        Some(object)
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.take(']') {
            items.push(self.value(depth + 1)?);
            if !self.take(',') && self.peek()? != ']' {
                return None;
            }
        }
        Some(items)
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.peek()?;
        let mut out = String::new();
        let mut letters = self.text[self.at + 1..].char_indices();
        let start = self.at + 1;
        while let Some((at, letter)) = letters.next() {
            match letter {
                _ if letter == quote => {
                    self.at = start + at + 1;
                    return Some(out);
                }
                '\\' => match letters.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'b' => out.push('\u{8}'),
                    'f' => out.push('\u{c}'),
                    'u' => {
                        let (letter, taken) = unicode(&self.text[start + at..])?;
                        out.push(letter);
                        // The reader stands behind `\u` already.
                        letters.nth(taken - 3);
                    }
                    other => out.push(other),
                },
                other => out.push(other),
            }
        }
        None
    }

    fn bare_key(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '-')?;
        let key = rest[..end].to_owned();
        self.at += end;
        (!key.is_empty()).then_some(key)
    }

    fn word(&mut self) -> Option<Value> {
        let rest = self.rest();
        let ends = |it: char| it.is_whitespace() || matches!(it, ',' | '}' | ']' | ':' | '`' | '<');
        let end = rest.find(ends).unwrap_or(rest.len());
        let value = match &rest[..end] {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            "null" | "None" => Value::Null,
            number => Value::Number(number.parse::<Number>().ok()?),
        };
        self.at += end;
        Some(value)
    }
}

/// The character of `\uXXXX` or of a surrogate pair at the start, and how many characters it takes.
fn unicode(text: &str) -> Option<(char, usize)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
    };
    let first = unit(text)?;
    if let Some(letter) = char::from_u32(first.into()) {
        return Some((letter, 6));
    }
    match text.get(6..).and_then(unit) {
        Some(second) => {
            let letter = char::decode_utf16([first, second]).next()?.ok()?;
            Some((letter, 12))
        }
        None => Some((char::REPLACEMENT_CHARACTER, 6)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn json_as_models_write_it_is_read() {
        for (text, value) in [
            (r#"{"a": 1}"#, json!({"a": 1})),
            ("```json\n{\"a\": 1}\n```", json!({"a": 1})),
            ("```{\"a\": 1}```", json!({"a": 1})),
            ("Here it is:\n```\n{'a': [1, 2,],}\n```\nDone.", json!({"a": [1, 2]})),
            ("I will click. {\"a\": true} That is all.", json!({"a": true})),
            ("{a: None, b: True, 'c-d': False}", json!({"a": null, "b": true, "c-d": false})),
            ("{\"a\": \"two\nlines\"}", json!({"a": "two\nlines"})),
            (r#"{'a': 'it\'s \u00e9 \ud83d\ude00 \q'}"#, json!({"a": "it's é 😀 q"})),
            (r#"{'a': '\ud83d!'}"#, json!({"a": "\u{fffd}!"})),
            ("{'a': -1.5e3}", json!({"a": -1500.0})),
            ("{}{\"a\": 1}", json!({"a": 1})),
            ("{\"a\": 1}\n{\"a\": 1}", json!({"a": 1})),
            (r#""{\"a\": 1}""#, json!("{\"a\": 1}")),
            ("42", json!(42)),
        ] {
            assert_eq!(find_value(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_incomplete_or_ambiguous_is_not_guessed() {
        let deep = "[".repeat(10_000);
        for text in [
            "",
            "{",
            "{\"a\"",
            "{\"a\": 1",
            "{\"a\": \"b",
            "{\"a\": [1, 2}",
            "{\"a\": 1}{\"a\": 2}",
            "no call",
            "{'a': \\u12}",
            "{'a': '\\u12é'}",
            "{:1}",
            "{\"a\" 1}",
            &deep,
        ] {
            assert_eq!(find_value(text), None, "{text}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::from),
            ".{0,12}".prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                prop::collection::vec((".{0,6}", inner), 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn right_json_is_read_as_it_is(value in any_json()) {
            let text = value.to_string();
            prop_assert_eq!(read_value(&text), Some((value.clone(), "")));
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(read_value(&pretty), Some((value, "")));
        }

        #[test]
        fn a_cut_object_is_never_completed(value in any_json(), cut in any::<prop::sample::Index>()) {
            let text = serde_json::json!({ "a": value }).to_string();
            let at = text.floor_char_boundary(cut.index(text.len()));
            prop_assert!(!matches!(read_value(&text[..at]), Some((Value::Object(_), _))));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,200}", json in "[\\[\\]{}'\"`\\\\u0-9a-f:, \n<é]{0,80}") {
            _ = find_value(&text);
            _ = find_value(&json);
        }
    }
}
