//! Ollama's own chat API. Its OpenAI-compatible one cannot set the size of the context.

mod decode;
mod encode;

pub(super) use decode::Decoder;
pub(super) use encode::{body, endpoint};
