//! OpenAI's chat completions, and everything that is compatible with them.

mod decode;
mod encode;

pub(super) use decode::Decoder;
pub(super) use encode::{body, endpoint};
