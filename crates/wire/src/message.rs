//! What travels on a channel: invokes, their answers, calls and cancellations.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::CallId;

/// Written with serde, read by [`Message::parse`]: an internally tagged enum cannot borrow its raw
/// JSON when serde reads it, and copying a large result only to find its tag is what we avoid.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message<'a> {
    /// Wants exactly one `invokeResult` or `invokeError` with the same id.
    Invoke {
        call_id: CallId,
        name: Cow<'a, str>,
        #[cfg_attr(feature = "ts", ts(type = "[unknown]"))]
        args: &'a RawValue,
    },
    InvokeResult {
        call_id: CallId,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        result: &'a RawValue,
    },
    InvokeError {
        call_id: CallId,
        error: RemoteError,
    },
    /// Wants no answer.
    Call {
        name: Cow<'a, str>,
        #[cfg_attr(feature = "ts", ts(type = "[unknown]"))]
        args: &'a RawValue,
    },
    /// The caller no longer waits: stop the work and do not answer.
    Cancel {
        call_id: CallId,
    },
}

/// An error as the other side tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[error("{message}")]
#[serde(rename_all = "camelCase")]
pub struct RemoteError {
    pub code: RemoteErrorCode,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", schemars(extend("x-fallback" = "unknown")))]
pub enum RemoteErrorCode {
    /// No method of that name on this channel.
    UnknownMethod,
    /// The arguments do not fit the method.
    BadArguments,
    /// The other side has as many calls under way as it takes.
    Busy,
    /// The answer would be larger than a frame may be.
    TooLarge,
    /// There is no such tab, or it went away.
    NoSuchTab,
    /// The browser lets no extension into this page.
    ForbiddenPage,
    /// The tab navigated away before its page had answered.
    PageLeft,
    /// The process of the tab's page has ended.
    PageCrashed,
    /// A time limit inside the other side ran out.
    Timeout,
    /// Anything else the handler failed with.
    Failed,
    /// A code from a newer peer.
    #[serde(other)]
    Unknown,
}

#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    #[error("the message does not have the shape of its type: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a message of type `{kind}` needs a `{field}`")]
    Missing { kind: &'static str, field: &'static str },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Invoke,
    InvokeResult,
    InvokeError,
    Call,
    Cancel,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawMessage<'a> {
    #[serde(rename = "type")]
    kind: Kind,
    call_id: Option<CallId>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<RemoteError>,
}

impl<'a> Message<'a> {
    pub fn parse(body: &'a RawValue) -> Result<Self, MessageError> {
        let raw: RawMessage<'a> = serde_json::from_str(body.get())?;
        let kind = match raw.kind {
            Kind::Invoke => "invoke",
            Kind::InvokeResult => "invokeResult",
            Kind::InvokeError => "invokeError",
            Kind::Call => "call",
            Kind::Cancel => "cancel",
        };
        let missing = |field| MessageError::Missing { kind, field };
        let call_id = raw.call_id.ok_or_else(|| missing("callId"));
        Ok(match raw.kind {
            Kind::Invoke => Self::Invoke {
                call_id: call_id?,
                name: raw.name.ok_or_else(|| missing("name"))?,
                args: raw.args.ok_or_else(|| missing("args"))?,
            },
            // serde reads `"result": null` as absent, and null is a good result.
            Kind::InvokeResult => Self::InvokeResult {
                call_id: call_id?,
                result: raw.result.unwrap_or(RawValue::NULL),
            },
            Kind::InvokeError => Self::InvokeError {
                call_id: call_id?,
                error: raw.error.ok_or_else(|| missing("error"))?,
            },
            Kind::Call => Self::Call {
                name: raw.name.ok_or_else(|| missing("name"))?,
                args: raw.args.ok_or_else(|| missing("args"))?,
            },
            Kind::Cancel => Self::Cancel { call_id: call_id? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let args = raw(r#"[{"text":"hi"}]"#);
        let error = RemoteError { code: RemoteErrorCode::Busy, message: "later".into() };
        let messages = [
            Message::Invoke { call_id: CallId(7), name: "echo".into(), args: &args },
            Message::InvokeResult { call_id: CallId(7), result: &args },
            Message::InvokeError { call_id: CallId(7), error },
            Message::Call { name: "report".into(), args: &args },
            Message::Cancel { call_id: CallId(7) },
        ];
        for message in messages {
            let text = serde_json::to_string(&message).unwrap();
            let body = raw(&text);
            let again = Message::parse(&body).unwrap();
            assert_eq!(serde_json::to_string(&again).unwrap(), text);
        }
    }

    #[test]
    fn a_missing_field_is_named() {
        let body = raw(r#"{"type":"invoke","name":"echo","args":[]}"#);
        let error = Message::parse(&body).unwrap_err();
        assert_eq!(error.to_string(), "a message of type `invoke` needs a `callId`");
    }

    #[test]
    fn a_code_from_a_newer_peer_is_still_an_error() {
        let body =
            raw(r#"{"type":"invokeError","callId":1,"error":{"code":"moonPhase","message":"x"}}"#);
        let Message::InvokeError { error, .. } = Message::parse(&body).unwrap() else { panic!() };
        assert_eq!(error.code, RemoteErrorCode::Unknown);
    }

    proptest::proptest! {
        #[test]
        fn no_object_makes_it_panic(kind in "[a-zA-Z]*", id in proptest::num::i64::ANY) {
            let body = raw(&format!(r#"{{"type":"{kind}","callId":{id}}}"#));
            let _ = Message::parse(&body);
        }
    }
}
