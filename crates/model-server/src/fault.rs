//! What goes wrong, in each wire's own words.

use serde_json::{Value, json};

use crate::request::Wire;

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The key is not known.
    WrongKey,
    /// The account is empty.
    NoCredit,
    /// There is no such model.
    UnknownModel,
    /// Too many requests.
    RateLimited {
        /// How long to wait, if it is said.
        retry_after_s: Option<u64>,
    },
    /// The server cannot answer now.
    Overloaded,
    /// The conversation is too long.
    ContextTooLong,
    /// The model takes no tools.
    NoTools,
    /// A proxy answers with a web page and status 502.
    BadGateway,
    /// A web page instead of an answer, with success.
    WebPage,
    /// A redirect to this address.
    Redirect(String),
    /// Any status and body.
    Status(u16, String),
    /// The connection is closed without a word.
    Drop,
    /// Nothing comes at all.
    Hang,
    /// Nothing comes after so many events.
    HangAfter(usize),
    /// The connection breaks after so many events.
    CutAfter(usize),
    /// The connection breaks in the middle of the last tool call.
    CutInCall,
    /// The body ends properly, without a reason to stop.
    NoStop,
    /// An event that is no JSON, after the first one.
    Malformed,
    /// An error is told in the middle, after so many events.
    ErrorAfter(usize),
    /// The model declines.
    Refused,
}

/// An answer that is not a success.
pub(crate) struct ErrorResponse {
    pub(crate) status: u16,
    pub(crate) header: Option<(&'static str, String)>,
    pub(crate) content_type: &'static str,
    pub(crate) body: String,
}

/// What is answered instead, where there is no answer at all.
pub(crate) fn response(fault: &Fault, wire: Wire, model: &str) -> Option<ErrorResponse> {
    let json = |status: u16, body: Value| {
        let body = body.to_string();
        Some(ErrorResponse { status, header: None, content_type: "application/json", body })
    };
    let page = |status: u16| {
        let body = "<!doctype html><title>Bad gateway</title>".to_owned();
        Some(ErrorResponse { status, header: None, content_type: "text/html", body })
    };
    match fault {
        Fault::WrongKey => match wire {
            Wire::Gemini => json(
                400,
                json!({ "error": { "code": 400, "status": "INVALID_ARGUMENT",
                    "message": "API key not valid. Please pass a valid API key.",
                    "details": [{ "reason": "API_KEY_INVALID" }] } }),
            ),
            wire => json(401, error(wire, 401, "authentication_error", "invalid key")),
        },
        Fault::NoCredit => match wire {
            Wire::OpenAi | Wire::Responses => {
                json(429, error(wire, 429, "insufficient_quota", "quota exceeded"))
            }
            Wire::Anthropic => {
                let words = "Your credit balance is too low to access the API";
                json(400, error(wire, 400, "invalid_request_error", words))
            }
            wire => json(402, error(wire, 402, "billing_error", "no credit")),
        },
        Fault::UnknownModel => {
            let words = format!("model '{model}' not found");
            json(404, error(wire, 404, "not_found_error", &words))
        }
        Fault::RateLimited { retry_after_s } => {
            let body = error(wire, 429, "rate_limit_error", "slow down");
            let response = json(429, body)?;
            let header = retry_after_s.map(|seconds| ("retry-after", seconds.to_string()));
            Some(ErrorResponse { header, ..response })
        }
        Fault::Overloaded => {
            let status = if wire == Wire::Anthropic { 529 } else { 503 };
            json(status, error(wire, status, "overloaded_error", "Overloaded"))
        }
        Fault::ContextTooLong => {
            let words = match wire {
                Wire::OpenAi | Wire::Responses => {
                    "This model's maximum context length is 9 tokens."
                }
                Wire::Anthropic => "prompt is too long: 10 tokens > 9 maximum",
                Wire::Gemini => {
                    "The input token count (10) exceeds the maximum number of tokens allowed (9)."
                }
                Wire::Ollama => "the input length exceeds the context window",
            };
            json(400, error(wire, 400, "invalid_request_error", words))
        }
        Fault::NoTools => {
            let words = format!("{model} does not support tools");
            json(400, error(wire, 400, "invalid_request_error", &words))
        }
        Fault::BadGateway => page(502),
        Fault::WebPage => page(200),
        Fault::Redirect(to) => {
            Some(ErrorResponse { header: Some(("location", to.clone())), ..json(307, json!({}))? })
        }
        Fault::Status(status, body) => {
            let (content_type, body) = ("application/json", body.clone());
            Some(ErrorResponse { status: *status, header: None, content_type, body })
        }
        Fault::Drop
        | Fault::Hang
        | Fault::HangAfter(_)
        | Fault::CutAfter(_)
        | Fault::CutInCall
        | Fault::NoStop
        | Fault::Malformed
        | Fault::ErrorAfter(_)
        | Fault::Refused => None,
    }
}

/// An error as the wire writes it.
pub(crate) fn error(wire: Wire, status: u16, kind: &str, message: &str) -> Value {
    match wire {
        Wire::OpenAi | Wire::Responses => {
            json!({ "error": { "message": message, "type": kind, "code": kind, "param": null } })
        }
        Wire::Anthropic => {
            json!({ "type": "error", "error": { "type": kind, "message": message } })
        }
        Wire::Gemini => {
            let state = match status {
                404 => "NOT_FOUND",
                429 => "RESOURCE_EXHAUSTED",
                503 => "UNAVAILABLE",
                _ => "INVALID_ARGUMENT",
            };
            json!({ "error": { "code": status, "message": message, "status": state } })
        }
        Wire::Ollama => json!({ "error": message }),
    }
}
