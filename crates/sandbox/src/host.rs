//! What a host brings: an API for scripts, and answers to the calls it makes.

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

/// Answers the calls of an API. The futures are tasks of the runtime on which the run was asked for,
/// and are dropped when it ends. One that panics breaks the sandbox down.
pub trait Host: Send + Sync + 'static {
    /// `params` and the answer are JSON.
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>>;
}

/// Why the host did not do what a script asked. The script sees it as an `Error` with `code` and
/// `fix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct HostError {
    pub code: String,
    pub message: String,
    /// What the script's author can do about it.
    pub fix: String,
}

/// ES modules that make up what scripts see. They import each other by name, and the engine's own
/// module `host`; scripts can import none of them. A circle of imports is refused.
///
/// The module `host` exports `call(name, params)`, `sleep(ms)`, `log(level, text)` and `now()`.
/// Of the entry, `begin(context)` gives the object whose properties are the names a script sees;
/// `describe(value)`, if there, turns a value into something that can be printed. Classes that
/// scripts can reach must be exported by their modules: exported functions and prototypes are
/// frozen, so that one run cannot change them for the next.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    /// Name and source.
    pub modules: &'static [(&'static str, &'static str)],
    pub entry: &'static str,
}
