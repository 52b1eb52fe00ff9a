//! Takes out of what is logged what nobody should find there.

use serde_json::{Map, Value, json};

mod keys;
mod text;

pub(crate) use text::text;

const REDACTED: &str = "[redacted]";
const LETTERS_MAX: usize = 200;
const ITEMS_MAX: usize = 50;
const DEPTH_MAX: usize = 20;
const DETAIL_BYTES_MAX: usize = 4_096;

/// The detail of an operation, from JSON text to JSON text; empty for nothing.
pub(crate) fn detail(detail: &str) -> String {
    let told = match serde_json::from_str(detail) {
        _ if detail.is_empty() => return String::new(),
        Ok(Value::Null) => return String::new(),
        Ok(told) => value(&told, 0).to_string(),
        // Whatever it is, it is logged as words.
        Err(_) => Value::String(cut(detail)).to_string(),
    };
    if told.len() <= DETAIL_BYTES_MAX {
        return told;
    }
    let beginning: String = told.chars().take(LETTERS_MAX).collect();
    json!({ "cut": beginning, "bytes": told.len() }).to_string()
}

fn value(whole: &Value, depth: usize) -> Value {
    match whole {
        Value::String(words) => Value::String(cut(words)),
        Value::Number(number) if text::is_card_number(&number.to_string()) => REDACTED.into(),
        Value::Array(_) | Value::Object(_) if depth == DEPTH_MAX => "[too deep]".into(),
        Value::Array(items) => {
            let mut told: Vec<Value> =
                items.iter().take(ITEMS_MAX).map(|item| value(item, depth + 1)).collect();
            if items.len() > ITEMS_MAX {
                told.push(format!("… ({} items)", items.len()).into());
            }
            told.into()
        }
        Value::Object(fields) => object(fields, depth),
        other => other.clone(),
    }
}

fn object(fields: &Map<String, Value>, depth: usize) -> Value {
    // `{"target": "#password", "text": …}` tells by its target what the text is.
    let aims_at_secret = fields.get("target").is_some_and(names_something_secret);
    let told = fields.iter().take(ITEMS_MAX).map(|(key, field)| {
        let secret =
            keys::is_secret(key) || (aims_at_secret && matches!(key.as_str(), "text" | "value"));
        let told = if secret && !is_reference(field) && !field.is_null() {
            REDACTED.into()
        } else {
            value(field, depth + 1)
        };
        (cut(key), told)
    });
    Value::Object(told.collect())
}

fn names_something_secret(target: &Value) -> bool {
    match target {
        Value::String(words) => keys::is_secret(words),
        Value::Array(items) => items.iter().any(names_something_secret),
        Value::Object(fields) => fields.values().any(names_something_secret),
        _ => false,
    }
}

/// A reference to a secret tells nothing of it.
fn is_reference(field: &Value) -> bool {
    field.as_str().is_some_and(text::is_reference)
}

/// Long words with their length. Looks for secrets a little past the cut, so that none is cut in
/// two and missed.
fn cut(words: &str) -> String {
    let seen: String = words.chars().take(LETTERS_MAX * 20).collect();
    let told = text(&seen);
    if words.chars().count() <= LETTERS_MAX {
        return told;
    }
    let beginning: String = told.chars().take(LETTERS_MAX).collect();
    format!("{beginning}… ({} characters)", words.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go_and_the_rest_stays() {
        let cases = [
            (json!(null), ""),
            (json!({"target": "12", "text": "hello"}), r#"{"target":"12","text":"hello"}"#),
            (
                json!({"a": [{"Api-Token": {"x": 1}}], "user_PASSWORD": 7, "spinner": "on"}),
                r#"{"a":[{"Api-Token":"[redacted]"}],"spinner":"on","user_PASSWORD":"[redacted]"}"#,
            ),
            (
                json!({"password": "${secret:bank}", "text": "${secret:bank}"}),
                r#"{"password":"${secret:bank}","text":"${secret:bank}"}"#,
            ),
            (
                json!({"target": {"css": "input#password"}, "text": "hunter2"}),
                r#"{"target":{"css":"input#password"},"text":"[redacted]"}"#,
            ),
            (json!({"args": ["4111 1111 1111 1111"]}), r#"{"args":["[redacted]"]}"#),
            (json!({"number": 4111111111111111_u64}), r#"{"number":"[redacted]"}"#),
            (
                json!({"url": "https://a.de/?q=1&access_token=abc#x"}),
                r#"{"url":"https://a.de/?q=1&access_token=[redacted]#x"}"#,
            ),
        ];
        for (told, kept) in cases {
            assert_eq!(detail(&told.to_string()), kept);
        }
        assert_eq!(detail(""), "");
        assert_eq!(detail("{half token=abc"), r#""{half token=[redacted]""#);
    }

    #[test]
    fn what_is_long_is_cut_and_says_how_long_it_was() {
        let told = detail(&json!({ "text": "ä".repeat(300) }).to_string());
        assert_eq!(told, format!(r#"{{"text":"{}… (300 characters)"}}"#, "ä".repeat(200)));

        let many: Value = (0..100).map(|n| json!({ "text": format!("{n}").repeat(100) })).collect();
        let told = detail(&many.to_string());
        assert!(told.len() < 1_000, "{told}");
        let cut: Value = serde_json::from_str(&told).unwrap();
        assert!(cut["bytes"].as_u64().unwrap() > 4_096);

        let deep = (0..1_000).fold(json!("password=x1y2"), |inner, _| json!([inner]));
        assert!(!detail(&deep.to_string()).contains("x1y2"));
    }
}
