//! What the extension and `tabwright native-host` say to each other.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "method", rename_all = "camelCase")]
pub enum NativeRequest {
    /// Where is the daemon, and what is its token? `start` also starts it when it is not running:
    /// asked when the browser starts or a person clicks, never by a mere reconnect, so that
    /// `tabwright stop` stays stopped.
    Connect { start: bool },
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NativeResponse {
    Daemon { port: u16, token: String, running: bool, daemon_version: String },
    Failed { message: String },
}

impl std::fmt::Debug for NativeResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Daemon { port, running, .. } => {
                write!(f, "Daemon {{ port: {port}, running: {running}, token: … }}")
            }
            Self::Failed { message } => write!(f, "Failed {{ message: {message:?} }}"),
        }
    }
}
