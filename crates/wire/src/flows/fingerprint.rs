//! How an element is described so that it can be found again on another day, on a page that has changed
//! a little. The page kit writes it; which element fits is decided outside the page.

use serde::{Deserialize, Serialize};

/// Longer names, texts and attributes are cut to so many characters, on both sides of a comparison.
pub const FACT_CHARS_MAX: usize = 160;

/// Everything about an element that may still be true when the page has changed. Nothing in it is a
/// position alone: a place on the page never finds an element.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Fingerprint {
    /// Its ARIA role, given or implied.
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// Its HTML tag, in lower case.
    pub tag: String,
    /// The `type` of an input or a button.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// The text of its label, where it has one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What a person reads in it, if that is not its name.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its own attributes that may name it.
    pub attributes: Vec<NamingAttribute>,
    /// How many elements that were shown had its role and name, itself among them.
    pub alike: u32,
    /// Which of those it was, from 0. Said to a person; it never decides.
    pub place: u32,
    /// The item it stands in: a row, card, list item, dialog or group.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemFacts>,
    /// The heading it stands under.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The landmark or form it stands in: its role, with its name where it has one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landmark: Option<String>,
    /// What the nearest elements before and after it say, nearest first.
    pub neighbours: Vec<String>,
    /// The frame it is in, unless that is the page itself.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameFacts>,
}

impl Fingerprint {
    /// Its role, or its tag where it has none.
    #[must_use]
    pub fn kind(&self) -> &str {
        [&*self.role, &*self.tag].into_iter().find(|word| !word.is_empty()).unwrap_or("element")
    }
}

/// One of `id`, `name`, `href`, `value`, `autocomplete`, `placeholder`, `title`, `alt`, `for` or `data-…`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NamingAttribute {
    pub name: String,
    pub value: String,
    /// It looks made by a program (`css-1x2y3z`, `:r5:`): another build will have another one.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub generated: bool,
}

/// A row, card, list item, dialog or group, by what it says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ItemFacts {
    pub role: String,
    /// Its text without that of the element itself and without what its own buttons say.
    pub text: String,
}

/// A frame inside a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FrameFacts {
    /// Its address without query and fragment.
    pub address: String,
    /// What the frame element is called: its title, label or name.
    pub title: String,
}

/// An element of a page as it is now, with the number by which it can be acted on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    pub number: u32,
    /// A person can see it, perhaps after scrolling.
    pub is_shown: bool,
    pub is_enabled: bool,
    pub fingerprint: Fingerprint,
}
