//! The four wire formats. Each has a folder with an `encode.rs`, which writes a request, and a `decode.rs`,
//! which reads the events of the answer. Neither does I/O.
//!
//! Bodies are structs that are written in the order of their fields: first what never changes in a
//! conversation (limits, tools, system), then the messages, then the state. So a body begins with the same
//! bytes as the one before, up to where the conversation goes on.

mod anthropic;
mod common;
mod gemini;
mod ollama;
mod openai;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::assembly::Decoder;
use crate::classify::Classifier;
use crate::config::{ConfigError, ModelConfig, Provider};
use crate::error::{Error, ServerText};
use crate::framing::Framing;
use crate::key::ApiKey;
use crate::message::Request;

/// Where a model's requests go.
pub(crate) fn endpoint(config: &ModelConfig) -> Result<Url, ConfigError> {
    let base = config.base()?;
    Ok(match config.provider {
        Provider::OpenAi => openai::endpoint(base),
        Provider::Anthropic => anthropic::endpoint(base),
        Provider::Gemini => gemini::endpoint(base, &config.model),
        Provider::Ollama => ollama::endpoint(base),
    })
}

/// The headers of every request, with the key.
pub(crate) fn headers(
    config: &ModelConfig,
    key: Option<&ApiKey>,
) -> Result<HeaderMap, ConfigError> {
    let mut headers = HeaderMap::new();
    for (name, value) in &config.headers {
        let bad = || ConfigError::BadHeader(name.clone());
        let header = HeaderName::try_from(name).map_err(|_| bad())?;
        headers.insert(header, HeaderValue::try_from(value).map_err(|_| bad())?);
    }
    if config.provider == Provider::Anthropic {
        let version = HeaderName::from_static("anthropic-version");
        headers.entry(version).or_insert(HeaderValue::from_static("2023-06-01"));
    }
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    let (name, prefix) = match config.provider {
        Provider::OpenAi | Provider::Ollama => ("authorization", "Bearer "),
        Provider::Anthropic => ("x-api-key", ""),
        Provider::Gemini => ("x-goog-api-key", ""),
    };
    if let Some(value) = key.and_then(|key| key.header(prefix)) {
        headers.insert(name, value);
    }
    Ok(headers)
}

/// The body of a request.
pub(crate) fn encode(config: &ModelConfig, request: &Request) -> Result<Bytes, Error> {
    let body = match config.provider {
        Provider::OpenAi => serde_json::to_vec(&openai::body(config, request)),
        Provider::Anthropic => serde_json::to_vec(&anthropic::body(config, request)),
        Provider::Gemini => serde_json::to_vec(&gemini::body(config, request)),
        Provider::Ollama => serde_json::to_vec(&ollama::body(config, request)),
    };
    let body =
        body.map_err(|error| Error::BadRequest(ServerText::new(&error.to_string(), None)))?;
    Ok(Bytes::from(body))
}

pub(crate) fn framing(provider: Provider) -> Framing {
    match provider {
        Provider::OpenAi | Provider::Anthropic | Provider::Gemini => Framing::Events,
        Provider::Ollama => Framing::JsonLines,
    }
}

pub(crate) fn decoder(provider: Provider, classifier: Arc<Classifier>) -> Box<dyn Decoder> {
    match provider {
        Provider::OpenAi => Box::new(openai::Decoder::new(classifier)),
        Provider::Anthropic => Box::new(anthropic::Decoder::new(classifier)),
        Provider::Gemini => Box::new(gemini::Decoder::new(classifier)),
        Provider::Ollama => Box::new(ollama::Decoder::new(classifier)),
    }
}
