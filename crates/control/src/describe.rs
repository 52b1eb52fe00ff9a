//! What a call does, in words for the person who is asked about it.

use serde::Serialize;

/// Values in a question are truncated here.
const VALUE_CHARS_MAX: usize = 120;

/// For the person: `type "Ada" into {"label":"Name"}`, from what the verb is told.
pub(crate) fn describe(verb: &str, params: &impl Serialize) -> String {
    let params = serde_json::to_value(params).unwrap_or_default();
    let told =
        ["target", "url", "text", "keys", "query", "files", "script", "options", "from", "to"];
    let mut words = verb.to_owned();
    for name in told {
        let Some(value) = params.get(name).filter(|value| !value.is_null()) else { continue };
        let value = match value {
            serde_json::Value::String(text) => format!("\"{text}\""),
            serde_json::Value::Number(number) => format!("[{number}]"),
            other => other.to_string(),
        };
        words.push(' ');
        words.extend(value.chars().take(VALUE_CHARS_MAX));
    }
    words
}
