//! CDP frames as clients send and get them. Bodies stay raw.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::value::RawValue;
use tabwright_wire::CdpError;

use crate::ambiguity::ambiguity;

/// A command from a client.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Command<'a> {
    pub id: i64,
    #[serde(borrow)]
    pub method: Cow<'a, str>,
    #[serde(borrow)]
    pub params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub session_id: Option<Cow<'a, str>>,
}

impl<'a> Command<'a> {
    /// Reads a frame. One that names a member twice is none, nor is a list of what a command consists of.
    pub fn read(frame: &'a str) -> Result<Self, serde_json::Error> {
        if !frame.trim_start().starts_with('{') {
            return Err(serde_json::Error::custom("a command is an object"));
        }
        serde_json::from_str(frame)
    }

    /// Why its parameters could mean one thing to the gate and another to Chrome, if so.
    #[must_use]
    pub fn ambiguity(&self) -> Option<String> {
        self.params.and_then(ambiguity)
    }
}

/// CDP's codes for what the relay itself refuses.
pub(crate) const PARSE_ERROR: i32 = -32700;
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
pub(crate) const INVALID_PARAMS: i32 = -32602;
pub(crate) const SERVER_ERROR: i32 = -32000;
pub(crate) const SESSION_NOT_FOUND: i32 = -32001;

pub(crate) fn result(id: i64, session: Option<&str>, body: &str) -> String {
    format!(r#"{{"id":{id},"result":{body}{}}}"#, session_field(session))
}

pub(crate) fn error(id: i64, session: Option<&str>, error: &CdpError) -> String {
    let error = serde_json::to_string(error).unwrap_or_default();
    format!(r#"{{"id":{id},"error":{error}{}}}"#, session_field(session))
}

pub(crate) fn event(session: Option<&str>, method: &str, params: &str) -> String {
    format!(r#"{{"method":"{method}","params":{params}{}}}"#, session_field(session))
}

fn session_field(session: Option<&str>) -> String {
    let Some(id) = session else { return String::new() };
    // Ours and Chrome's are plain; one that a client made up may be anything.
    if id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return format!(r#","sessionId":"{id}""#);
    }
    format!(r#","sessionId":{}"#, serde_json::Value::from(id))
}

pub(crate) fn refusal(code: i32, message: impl Into<String>) -> CdpError {
    CdpError { code, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_that_names_each_member_once_is_a_command() {
        let command = Command::read(r#" {"method":"A.b","id":1,"more":[]}"#).unwrap();
        assert_eq!((command.id, &*command.method), (1, "A.b"));
        for frame in [
            "",
            "null",
            r#"[1,"A.b",{},"S"]"#,
            r#"{"id":1,"method":"A.b","method":"C.d"}"#,
            r#"{"id":1,"method":"A.b","\u006dethod":"C.d"}"#,
            r#"{"id":1,"id":2,"method":"A.b"}"#,
            r#"{"id":1,"method":"A.b","sessionId":"S","sessionId":"T"}"#,
            r#"{"id":1,"method":"A.b","params":{},"params":{}}"#,
            r#"{"id":1,"method":"A.b"} {}"#,
        ] {
            assert!(Command::read(frame).is_err(), "{frame}");
        }
    }
}
