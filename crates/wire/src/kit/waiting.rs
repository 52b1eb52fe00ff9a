//! Waiting for something to become so in a frame.

use serde::{Deserialize, Serialize};

use super::ElementFacts;
use crate::target::Target;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WaitUntilParams {
    pub condition: Condition,
    pub timeout_ms: u32,
}

/// What the kit can wait for by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Condition {
    /// An element that fits the target is in this state.
    Element { target: Target, state: ElementState },
    /// A person could read this text, or can no more.
    Text { text: String, gone: bool },
    /// The document is parsed, or all of it is loaded.
    Load { complete: bool },
    /// Nothing was added to or taken from the page for so long, and no resource came in.
    Quiet { quiet_ms: u32 },
    /// The page answers to input: parsed, laid out, and its main thread free.
    Interactive,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ElementState {
    Attached,
    Detached,
    #[default]
    Visible,
    Hidden,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Waited {
    pub waited_ms: u32,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementFacts>,
}
