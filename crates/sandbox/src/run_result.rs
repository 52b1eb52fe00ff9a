//! What came of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Debug)]
pub struct RunResult {
    /// What the script returned, as JSON; `None` for `undefined`.
    pub value: Option<Box<RawValue>>,
    pub log: Vec<LogLine>,
    pub error: Option<ScriptError>,
    /// Part of the log or of the value is missing: it was larger than the limit.
    pub cut: bool,
    /// What scripts kept between runs is gone.
    pub state_lost: bool,
    /// Calls made to the host.
    pub calls: u32,
    pub took: Duration,
    /// What the sandbox holds now, all that scripts keep in it included.
    pub memory_bytes: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    pub level: LogLevel,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    Debug,
    Log,
    Info,
    Warn,
    Error,
}

impl LogLevel {
    /// An unknown name is an ordinary line: a log never fails.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "debug" => Self::Debug,
            "info" => Self::Info,
            "warn" => Self::Warn,
            "error" => Self::Error,
            _ => Self::Log,
        }
    }
}

/// Why a script did not come to its end. Lines and columns count from 1 in the script as it was
/// given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ScriptError {
    pub kind: ErrorKind,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Of the host's error, or of any error thrown with a `code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl ScriptError {
    pub(crate) fn of(kind: ErrorKind, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            line: None,
            column: None,
            code: None,
            fix: Some(fix.into()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    Thrown,
    Syntax,
    Time,
    Memory,
    /// It kept printing long after its log was full.
    Output,
    Calls,
    Stack,
    Cancelled,
}
