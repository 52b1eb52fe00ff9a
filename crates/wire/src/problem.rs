//! A refusal over HTTP, in the shape of RFC 9457 with a code for programs and a fix for people.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{title}")]
pub struct Problem {
    pub status: u16,
    pub code: ProblemCode,
    /// What happened.
    pub title: String,
    /// What to do next.
    pub fix: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", schemars(extend("x-fallback" = "unknown")))]
pub enum ProblemCode {
    BadToken,
    BadHost,
    BadOrigin,
    BadRequest,
    NotFound,
    ProtocolMismatch,
    SlotTaken,
    BadPairingCode,
    NoBrowser,
    UnknownBrowser,
    BrowserDisconnected,
    BrowserRefused,
    BrowserTimeout,
    BrowserBusy,
    LaunchFailed,
    NoSuchTab,
    ForbiddenPage,
    ElementNotFound,
    ElementAmbiguous,
    ElementGone,
    ElementHidden,
    ElementCovered,
    ElementDisabled,
    ElementReadOnly,
    ElementMoving,
    WrongKind,
    NoOption,
    NoEffect,
    WaitTimeout,
    DialogOpen,
    NoDialog,
    NavigationFailed,
    ScriptFailed,
    StoppedByPerson,
    /// A rule or the person does not let it.
    Denied,
    /// A secret is not there, or not for this site.
    SecretProblem,
    /// Nothing that was said is known here, or it lacks something.
    NotUnderstood,
    Unsupported,
    FileProblem,
    PageFailed,
    UpgradeRequired,
    Internal,
    #[serde(other)]
    Unknown,
}
