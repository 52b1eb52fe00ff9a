//! CDP frames as clients send and get them. Bodies stay raw.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_wire::CdpError;

/// A command from a client.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Command<'a> {
    pub(crate) id: i64,
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) session_id: Option<Cow<'a, str>>,
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
