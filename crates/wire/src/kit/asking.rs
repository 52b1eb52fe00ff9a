//! Elements looked up without acting on them, and handed to a script of the page.

use serde::{Deserialize, Serialize};

use crate::flows::{Candidate, Fingerprint};
use crate::target::{Rect, Target};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QueryParams {
    pub target: Target,
    /// No more are told of than this; all are counted.
    pub count_max: u32,
    pub facts: Vec<QueryFact>,
    /// An attribute to tell of.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Tell what each can be found by on another day, with `visible` and `enabled`.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fingerprint: bool,
    /// Texts are cut here.
    pub chars_max: u32,
}

/// What to tell of each element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryFact {
    /// Role and name.
    Name,
    /// Visible, enabled, editable, checked, focused, in view.
    State,
    /// As the DOM has it.
    TextContent,
    /// As a person reads it.
    InnerText,
    InnerHtml,
    /// What a field holds; never that of a password or a secret.
    InputValue,
    Rect,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundElements {
    pub total: u32,
    pub elements: Vec<FoundElement>,
}

/// An element with what was asked of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundElement {
    pub number: u32,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visible: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editable: Option<bool>,
    /// Only of what can be ticked.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_view: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_content: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inner_text: Option<String>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inner_html: Option<String>,
    /// Nothing where it is no field.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_value: Option<String>,
    /// Nothing where it has none.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// In the frame's viewport.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Box<Fingerprint>>,
}

impl FoundElement {
    /// With its fingerprint, if that was asked for.
    #[must_use]
    pub fn candidate(self) -> Option<Candidate> {
        Some(Candidate {
            number: self.number,
            is_shown: self.visible.unwrap_or(false),
            is_enabled: self.enabled.unwrap_or(false),
            fingerprint: *self.fingerprint?,
        })
    }
}

/// Gets elements ready for a script of the page's own world, which calls for them by a secret name:
/// it dispatches an event of that name on the document, and at once gets one of the name with `!`
/// dispatched on each element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HandOverParams {
    pub target: Target,
    /// All that fit, instead of the only one.
    pub all: bool,
    pub event: String,
    pub timeout_ms: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HandedOver {
    pub count: u32,
}

/// From now on the element's value is nobody's to read: not in a snapshot, not in a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ConcealParams {
    pub number: u32,
}
