//! What an error of a server means.
//!
//! Every provider has its own status, codes and bodies for the same few things, and some tell them apart by
//! English words only (a full context, an empty account). So the words of servers are looked at here, in one
//! table, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::error::{BadAnswer, Error, Feature, ServerText};
use crate::key::ApiKey;

/// A longer wait is no wait but an outage.
const WAIT_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads errors of one model's server.
#[derive(Debug, Clone)]
pub(crate) struct Classifier {
    pub(crate) model: String,
    pub(crate) key: Option<Arc<ApiKey>>,
}

/// What a body says about an error, whatever its shape.
#[derive(Debug, Default)]
struct Told {
    message: String,
    /// Types, codes and states, in lower case.
    codes: Vec<String>,
    status: Option<u16>,
    wait: Option<Duration>,
    is_json: bool,
}

impl Classifier {
    /// An answer that is not a success.
    pub(crate) fn response(&self, status: u16, headers: &HeaderMap, body: &[u8]) -> Error {
        let mut told = serde_json::from_slice(body).map(|body| read(&body)).unwrap_or_default();
        told.wait = retry_after(headers).or(told.wait);
        self.classify(status, &told)
    }

    /// An error in the middle of a stream, which began well.
    pub(crate) fn in_stream(&self, body: &Value) -> Error {
        let told = read(body);
        self.classify(told.status.unwrap_or(0), &told)
    }

    /// Words of the server, for an error.
    pub(crate) fn text(&self, text: &str) -> ServerText {
        ServerText::new(text, self.key.as_deref())
    }

    fn classify(&self, status: u16, told: &Told) -> Error {
        let text = told.message.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let code = |codes: &[&str]| told.codes.iter().any(|code| codes.contains(&code.as_str()));
        let wait = told.wait;
        if (300..400).contains(&status) {
            return BadAnswer::Redirect(status).into();
        }
        if code(&["tool_use_failed"])
            || says(&["error parsing tool call", "failed to parse tool call"])
        {
            return Error::MalformedToolCall;
        }
        if status != 429 && (code(CONTEXT_CODES) || says(CONTEXT_WORDS)) || status == 413 {
            return Error::ContextTooLong;
        }
        if status == 402 || code(CREDIT_CODES) || says(CREDIT_WORDS) {
            return Error::NoCredit;
        }
        if status == 401 || code(KEY_CODES) || says(KEY_WORDS) {
            return Error::WrongKey;
        }
        let knows_no_model = status == 404 && says(&["model"]) && !code(&["invalid_url"]);
        if code(MODEL_CODES) || knows_no_model || says(MODEL_WORDS) {
            return Error::UnknownModel { model: self.model.clone() };
        }
        if status == 404 || status == 405 {
            return BadAnswer::NoSuchAddress(status).into();
        }
        if status == 429 || code(RATE_CODES) {
            return Error::RateLimited { wait };
        }
        if code(REFUSED_CODES) {
            return Error::Refused(self.detail(told));
        }
        if let Some(feature) = unsupported(&text) {
            return Error::Unsupported { model: self.model.clone(), feature };
        }
        if status == 403 || code(&["permission_error", "permission_denied"]) {
            return Error::NotAllowed(self.text(&told.message));
        }
        if status >= 500 || status == 408 || code(OVERLOADED_CODES) {
            return Error::Overloaded { wait, detail: self.detail(told) };
        }
        if (400..500).contains(&status) {
            let nothing = format!("status {status}");
            let message = if told.message.is_empty() { &nothing } else { &told.message };
            return Error::BadRequest(self.text(message));
        }
        // A stream that began well and then says that something is wrong, without saying what.
        Error::Overloaded { wait, detail: self.detail(told) }
    }

    fn detail(&self, told: &Told) -> Option<ServerText> {
        (told.is_json && !told.message.is_empty()).then(|| self.text(&told.message))
    }
}

const CONTEXT_CODES: &[&str] =
    &["context_length_exceeded", "exceed_context_size_error", "request_too_large"];
const CONTEXT_WORDS: &[&str] = &[
    "maximum context length",
    "prompt is too long",
    "input is too long",
    "exceeds the maximum number of tokens",
    "exceeds the available context",
    "exceed context limit",
    "exceeds the context window",
    "context window exceeds",
    "reduce the length of the messages",
];
const CREDIT_CODES: &[&str] =
    &["insufficient_quota", "billing_error", "insufficient_balance", "insufficient_credits"];
const CREDIT_WORDS: &[&str] =
    &["credit balance is too low", "insufficient balance", "insufficient credits"];
const KEY_CODES: &[&str] =
    &["authentication_error", "invalid_api_key", "unauthenticated", "api_key_invalid"];
const KEY_WORDS: &[&str] = &["api key not valid", "incorrect api key", "invalid api key"];
const MODEL_CODES: &[&str] = &["model_not_found", "unknown_model"];
const MODEL_WORDS: &[&str] = &["is not a valid model", "model does not exist", "model not exist"];
const RATE_CODES: &[&str] = &["rate_limit_error", "rate_limit_exceeded", "resource_exhausted"];
const REFUSED_CODES: &[&str] = &["content_filter", "content_policy_violation"];
const OVERLOADED_CODES: &[&str] = &[
    "overloaded_error",
    "api_error",
    "timeout_error",
    "server_error",
    "unavailable",
    "internal",
    "deadline_exceeded",
];

fn unsupported(text: &str) -> Option<Feature> {
    let lacks = ["does not support", "doesn't support", "not supported", "do not support"];
    let lacks = lacks.into_iter().find_map(|words| Some((text.find(words)?, words.len())))?;
    let near = &text[text.floor_char_boundary(lacks.0.saturating_sub(40))
        ..text.ceil_char_boundary((lacks.0 + lacks.1 + 40).min(text.len()))];
    let about = |words: &[&str]| words.iter().any(|word| near.contains(word));
    if about(&["tools", "tool use", "tool call", "function calling"]) {
        Some(Feature::Tools)
    } else if about(&["image", "vision", "multimodal"]) {
        Some(Feature::Images)
    } else {
        None
    }
}

/// `{"error": {…}}`, `{"error": "…"}`, `{"message": …}`, `{"detail": …}`, or one of these in a list.
fn read(body: &Value) -> Told {
    let body = body.as_array().and_then(|bodies| bodies.first()).unwrap_or(body);
    let error = body.get("error").unwrap_or(body);
    let message = match error {
        Value::String(text) => text.as_str(),
        error => ["message", "detail"]
            .into_iter()
            .find_map(|name| error.get(name)?.as_str())
            .unwrap_or_default(),
    };
    let words = ["type", "code", "status"].into_iter().filter_map(|name| error.get(name)?.as_str());
    let details = error.get("details").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let reasons = details.iter().filter_map(|detail| detail.get("reason")?.as_str());
    Told {
        message: message.to_owned(),
        codes: words.chain(reasons).map(str::to_ascii_lowercase).collect(),
        status: error.get("code").and_then(Value::as_u64).and_then(|code| code.try_into().ok()),
        wait: details
            .iter()
            .find_map(|detail| detail.get("retryDelay")?.as_str()?.strip_suffix('s'))
            .and_then(seconds),
        is_json: true,
    }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = text("retry-after-ms") {
        return seconds(ms).map(|wait| wait / 1_000);
    }
    let value = text(RETRY_AFTER.as_str())?;
    seconds(value).or_else(|| {
        // Both by the clock of the server, so that ours need not agree with it.
        let date = |text: &str| jiff::fmt::rfc2822::parse(text).ok().map(|date| date.timestamp());
        let wait = date(value)?.duration_since(date(text(DATE.as_str())?)?);
        Duration::try_from(wait).ok().map(|wait| wait.min(WAIT_MAX))
    })
}

fn seconds(text: &str) -> Option<Duration> {
    let wait = Duration::try_from_secs_f64(text.trim().parse().ok()?).ok()?;
    Some(wait.min(WAIT_MAX))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn classifier() -> Classifier {
        let key = ApiKey::new("sk-abcdefghijklmnop").unwrap();
        Classifier { model: "m".to_owned(), key: Some(Arc::new(key)) }
    }

    fn told(status: u16, body: &Value) -> String {
        let error = classifier().response(status, &HeaderMap::new(), body.to_string().as_bytes());
        let name = format!("{error:?}");
        name.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_errors_of_providers_mean_what_they_mean() {
        let openai = |kind: &str, code: &str, message: &str| json!({"error": {"message": message, "type": kind, "code": code}});
        let anthropic = |kind: &str, message: &str| json!({"type": "error", "error": {"type": kind, "message": message}});
        let gemini = |code: u16, status: &str, message: &str| json!({"error": {"code": code, "status": status, "message": message}});
        let ollama = |message: &str| json!({"error": message});
        for (status, body, error) in [
            (
                401,
                openai("invalid_request_error", "invalid_api_key", "Incorrect API key"),
                "WrongKey",
            ),
            (401, anthropic("authentication_error", "invalid x-api-key"), "WrongKey"),
            (
                400,
                json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "x",
                       "details": [{"reason": "API_KEY_INVALID"}]}}),
                "WrongKey",
            ),
            (402, json!({"error": {"message": "Insufficient Balance"}}), "NoCredit"),
            (
                429,
                openai("insufficient_quota", "insufficient_quota", "You exceeded your quota"),
                "NoCredit",
            ),
            (
                400,
                anthropic("invalid_request_error", "Your credit balance is too low to"),
                "NoCredit",
            ),
            (
                404,
                openai("invalid_request_error", "model_not_found", "The model `m`"),
                "UnknownModel",
            ),
            (404, anthropic("not_found_error", "model: claude-9"), "UnknownModel"),
            (404, gemini(404, "NOT_FOUND", "models/gemini-9 is not found"), "UnknownModel"),
            (404, ollama("model 'x' not found"), "UnknownModel"),
            (400, openai("", "", "x/y is not a valid model ID"), "UnknownModel"),
            (404, json!({"detail": "Not Found"}), "BadAnswer"),
            (429, anthropic("rate_limit_error", "slow down"), "RateLimited"),
            (
                429,
                gemini(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota"),
                "RateLimited",
            ),
            (
                429,
                openai(
                    "tokens",
                    "rate_limit_exceeded",
                    "Request too large; reduce the length of the messages",
                ),
                "RateLimited",
            ),
            (529, anthropic("overloaded_error", "Overloaded"), "Overloaded"),
            (503, gemini(503, "UNAVAILABLE", "The model is overloaded."), "Overloaded"),
            (500, anthropic("api_error", "Internal server error"), "Overloaded"),
            (500, ollama("error parsing tool call: raw='{'"), "MalformedToolCall"),
            (
                400,
                openai("invalid_request_error", "tool_use_failed", "Failed to call a function"),
                "MalformedToolCall",
            ),
            (
                400,
                openai("invalid_request_error", "context_length_exceeded", "x"),
                "ContextTooLong",
            ),
            (
                400,
                anthropic("invalid_request_error", "prompt is too long: 2 tokens > 1 maximum"),
                "ContextTooLong",
            ),
            (413, anthropic("request_too_large", "x"), "ContextTooLong"),
            (
                400,
                gemini(
                    400,
                    "INVALID_ARGUMENT",
                    "The input token count (9) exceeds the maximum number of tokens allowed (8).",
                ),
                "ContextTooLong",
            ),
            (
                400,
                json!({"error": {"code": 400, "message": "the request exceeds the available context size", "type": "exceed_context_size_error"}}),
                "ContextTooLong",
            ),
            (400, openai("invalid_request_error", "content_filter", "filtered"), "Refused"),
            (
                400,
                ollama("registry.ollama.ai/library/x:latest does not support tools"),
                "Unsupported",
            ),
            (400, openai("", "", "This model does not support image input"), "Unsupported"),
            (
                403,
                anthropic("permission_error", "Your API key does not have permission"),
                "NotAllowed",
            ),
            (
                400,
                openai("invalid_request_error", "", "temperature: not supported with this model"),
                "BadRequest",
            ),
            (422, json!({"detail": [{"msg": "extra fields"}]}), "BadRequest"),
            (307, json!({}), "BadAnswer"),
        ] {
            assert_eq!(told(status, &body), error, "{status} {body}");
        }
    }

    #[test]
    fn a_page_of_a_proxy_is_not_quoted() {
        let page = b"<html><body>502 Bad Gateway</body></html>";
        let error = classifier().response(502, &HeaderMap::new(), page);
        assert_eq!(error, Error::Overloaded { wait: None, detail: None });
        let bad = classifier().response(400, &HeaderMap::new(), b"\xff\xff");
        assert!(bad.to_string().contains("status 400"), "{bad}");
    }

    #[test]
    fn a_body_never_shows_the_key() {
        let body = json!({"error": {"message": "bad sk-abcdefghijklmnop given"}}).to_string();
        for status in [400, 401, 403, 404, 422, 429, 500] {
            let error = classifier().response(status, &HeaderMap::new(), body.as_bytes());
            let all = format!("{error} {error:?} {}", error.fix());
            assert!(!all.contains("abcdefgh"), "{all}");
        }
    }

    #[test]
    fn the_wait_is_read_in_every_form() {
        let wait = |headers: &[(&'static str, &str)], body: &Value| {
            let headers = headers.iter().map(|(name, value)| {
                (reqwest::header::HeaderName::from_static(name), value.parse().unwrap())
            });
            let headers: HeaderMap = headers.collect();
            match classifier().response(429, &headers, body.to_string().as_bytes()) {
                Error::RateLimited { wait } => wait.map(|wait| wait.as_millis()),
                other => panic!("{other}"),
            }
        };
        let none = json!({});
        assert_eq!(wait(&[("retry-after", "7")], &none), Some(7_000));
        assert_eq!(wait(&[("retry-after", "1.5")], &none), Some(1_500));
        assert_eq!(wait(&[("retry-after-ms", "250"), ("retry-after", "7")], &none), Some(250));
        let date = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
        let later = ("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT");
        assert_eq!(wait(&[date, later], &none), Some(30_000));
        assert_eq!(wait(&[later], &none), None);
        for nonsense in ["-1", "NaN", "soon", "1e400", ""] {
            assert_eq!(wait(&[("retry-after", nonsense)], &none), None, "{nonsense}");
        }
        assert_eq!(wait(&[("retry-after", "1e18")], &none), Some(WAIT_MAX.as_millis()));
        let gemini = json!({"error": {"details": [{"@type": "RetryInfo", "retryDelay": "13.5s"}]}});
        assert_eq!(wait(&[], &gemini), Some(13_500));
    }

    #[test]
    fn an_error_inside_a_stream_is_read_by_its_codes() {
        let classifier = classifier();
        let overloaded =
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "x"}});
        assert!(matches!(classifier.in_stream(&overloaded), Error::Overloaded { .. }));
        let limited = json!({"error": {"code": 429, "message": "x"}});
        assert!(matches!(classifier.in_stream(&limited), Error::RateLimited { .. }));
        let vague = json!({"error": "unexpected end"});
        assert!(matches!(classifier.in_stream(&vague), Error::Overloaded { .. }));
        for odd in [
            json!(null),
            json!([]),
            json!([1]),
            json!({"error": 5}),
            json!({"error": {"message": 5, "code": -1}}),
        ] {
            _ = classifier.in_stream(&odd);
        }
    }
}
