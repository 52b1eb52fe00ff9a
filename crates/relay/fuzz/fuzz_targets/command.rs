//! No frame makes the relay panic, and what the gate judges is what Chrome reads: a command that passes
//! names every key once, so that a reader who takes the first and one who takes the last agree.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tabwright_relay::Command;

fuzz_target!(|frame: &str| {
    let Ok(command) = Command::read(frame) else { return };
    // Of numbers and letters that this reader does not take it cannot tell.
    let Ok(last) = serde_json::from_str::<Value>(frame) else { return };
    assert_eq!(last["method"], *command.method);
    assert_eq!(last["id"], command.id);
    assert_eq!(last.get("sessionId").and_then(Value::as_str), command.session_id.as_deref());
    if command.ambiguity().is_some() {
        return;
    }
    if let Some(params) = command.params {
        assert_eq!(keys_written(params.get()), keys_read(&last["params"]), "a key counts twice");
    }
});

/// How many keys stand in the text: strings that a colon follows.
fn keys_written(json: &str) -> usize {
    let bytes = json.as_bytes();
    let (mut at, mut keys) = (0, 0);
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
            continue;
        }
        at += 1;
        while bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        at += 1;
        let next = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
        keys += usize::from(next == Some(&b':'));
    }
    keys
}

/// How many keys a reader finds that keeps one of each.
fn keys_read(value: &Value) -> usize {
    let mut waiting = vec![value];
    let mut keys = 0;
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(values) => waiting.extend(values),
            Value::Object(members) => {
                let names: HashSet<&String> = members.keys().collect();
                keys += names.len();
                waiting.extend(members.values());
            }
            _ => {}
        }
    }
    keys
}
