//! An element said step by step, as Playwright's locators are: where to look, then what among that.

use serde::{Deserialize, Serialize};

/// Each step looks inside, or chooses among, what the one before has found. All that fit count, seen
/// or not, and to act there must be one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Locator {
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub steps: Vec<LocatorStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum LocatorStep {
    /// Inside: a CSS selector, which also looks into open shadow roots.
    Css {
        selector: String,
    },
    Xpath {
        xpath: String,
    },
    /// Inside: the smallest elements that say it.
    Text {
        words: Words,
    },
    Role {
        role: String,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Words>,
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        #[serde(default)]
        state: RoleState,
    },
    /// Inside: fields by their label.
    Label {
        words: Words,
    },
    Placeholder {
        words: Words,
    },
    AltText {
        words: Words,
    },
    Title {
        words: Words,
    },
    /// Inside: by `data-testid`.
    TestId {
        words: Words,
    },
    /// Inside: what has the focus, which may be a frame.
    Focused,
    /// The element with this number in a snapshot.
    Number {
        number: u32,
    },
    /// Among: by place, from 0; -1 is the last.
    Nth {
        index: i32,
    },
    /// Among: those that fit all of this.
    Filter {
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        has: Option<Locator>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        has_not: Option<Locator>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        has_text: Option<Words>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        has_not_text: Option<Words>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        visible: Option<bool>,
    },
    /// Among: those that the other finds, too.
    And {
        locator: Locator,
    },
    /// And those that the other finds.
    Or {
        locator: Locator,
    },
    /// Inside the frame that the element holds. Never reaches a page kit: the driver takes it.
    Frame,
}

/// What an element with a role must be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RoleState {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<bool>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Of a heading.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Count what assistive technology does not get to see, too.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_hidden: Option<bool>,
}

/// What a text must be like. Runs of white space count as one space.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Words {
    pub text: String,
    /// The whole of it, in the same case; else a part, in any case.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default)]
    pub exact: bool,
    /// The text is a regular expression with these flags.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
}

impl Locator {
    /// Steps before the first frame, and those inside it.
    #[must_use]
    pub fn at_frame(&self) -> Option<(Self, Self)> {
        let at = self.steps.iter().position(|step| matches!(step, LocatorStep::Frame))?;
        let (before, inside) = self.steps.split_at(at);
        Some((Self { steps: before.to_vec() }, Self { steps: inside[1..].to_vec() }))
    }
}
