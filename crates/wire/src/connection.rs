//! How an extension gets in, and how both sides know that the other still lives.

use serde::{Deserialize, Serialize};

use crate::ids::ProfileId;

/// The query of `/extension`. The same address asked over plain HTTP says why a socket would be
/// refused: a browser hides the status of a failed WebSocket from the script that opened it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ExtensionQuery {
    pub token: Option<String>,
    pub profile: ProfileId,
    pub protocol: u32,
    /// Version of the extension, so that a refusal can say which side to update.
    pub version: String,
}

/// A word about the connection itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "method", content = "params", rename_all = "camelCase")]
pub enum Control {
    /// Extension → daemon, first frame of all.
    Hello(Hello),
    /// Daemon → extension: you hold the slot.
    Welcome(Welcome),
    /// Daemon → extension.
    Ping,
    /// Extension → daemon, answer to a ping.
    Pong,
    /// Extension → daemon, unasked.
    KeepAlive,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// What the person calls this browser; clients choose by it.
    pub name: String,
    /// "Chromium", "Google Chrome", "Microsoft Edge", …
    pub product: String,
    pub product_version: String,
    pub extension_version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    pub daemon_version: String,
}

/// `POST /pair`: a code that `tabwright pair` showed, for the token.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PairRequest {
    pub code: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PairResponse {
    pub token: String,
}

impl std::fmt::Debug for PairResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PairResponse { token: … }")
    }
}
