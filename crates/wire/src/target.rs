//! How a caller says which element is meant.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::flows::Fingerprint;
use crate::locator::Locator;

/// A place in pixels, of a viewport unless said otherwise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// An element or a place. Where several elements fit, the visible ones count, and `nth` (from 0)
/// chooses among them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Target))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[serde(untagged)]
pub enum Target {
    /// The number it has in a snapshot.
    Number(u32),
    Point(Point),
    Selector {
        /// CSS; it also looks into open shadow roots.
        selector: String,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
    Role {
        /// An ARIA role: `button`, `link`, `textbox`.
        role: String,
        /// Its name, whole or a part, in any case.
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
    Label {
        /// The label, or the placeholder, of a field.
        label: String,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
    Text {
        /// What the smallest element with this text says, whole or a part, in any case.
        text: String,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
    Locator {
        locator: Locator,
    },
    Like {
        /// How it was described when it was recorded. What may be it is found, the best first, and acting
        /// on it needs exactly one.
        like: Box<Fingerprint>,
    },
    /// A target written as one string; see [`Target::from_str`].
    Words(TargetWords),
}

/// A target written as one string: `12`, `100,200`, `text=Sign in`, `label=Email`,
/// `role=button:Save`, or a CSS selector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct TargetWords(pub String);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "`{0}` names no element; use a number from a snapshot, `x,y`, `text=…`, `label=…`, \
     `role=button:Save` or a CSS selector"
)]
pub struct TargetError(String);

impl Target {
    /// With words read: what the kit is asked with.
    pub fn plain(self) -> Result<Self, TargetError> {
        match self {
            Self::Words(TargetWords(words)) => words.parse(),
            plain => Ok(plain),
        }
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(words: &str) -> Result<Self, TargetError> {
        let words = words.trim();
        if words.is_empty() {
            return Err(TargetError(words.to_owned()));
        }
        let bare = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(words);
        if let Ok(number) = bare.parse() {
            return Ok(Self::Number(number));
        }
        if let Some((x, y)) = words.split_once(',')
            && let (Ok(x), Ok(y)) = (x.trim().parse(), y.trim().parse())
        {
            return Ok(Self::Point(Point { x, y }));
        }
        let after = |prefix| words.strip_prefix(prefix).map(str::trim);
        // An empty variable of a shell must not find whatever comes first.
        let is_empty = ["text=", "label=", "role="].map(after).contains(&Some(""));
        if is_empty || after("role=").is_some_and(|role| role.ends_with(':')) {
            return Err(TargetError(words.to_owned()));
        }
        Ok(if let Some(text) = after("text=") {
            Self::Text { text: text.to_owned(), nth: None }
        } else if let Some(label) = after("label=") {
            Self::Label { label: label.to_owned(), nth: None }
        } else if let Some(role) = after("role=") {
            let (role, name) = role
                .split_once(':')
                .map_or((role, None), |(role, name)| (role, Some(name.trim().to_owned())));
            Self::Role { role: role.trim().to_owned(), name, nth: None }
        } else {
            let selector = words.strip_prefix("css=").unwrap_or(words).to_owned();
            Self::Selector { selector, nth: None }
        })
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "[{number}]"),
            Self::Point(Point { x, y }) => write!(f, "the point {x},{y}"),
            Self::Selector { selector, .. } => write!(f, "`{selector}`"),
            Self::Role { role, name: Some(name), .. } => write!(f, "{role} \"{name}\""),
            Self::Role { role, .. } => write!(f, "{role}"),
            Self::Label { label, .. } => write!(f, "the field \"{label}\""),
            Self::Text { text, .. } => write!(f, "\"{text}\""),
            Self::Locator { .. } => write!(f, "a locator"),
            Self::Like { like } if like.name.is_empty() => write!(f, "a recorded {}", like.kind()),
            Self::Like { like } => write!(f, "a recorded {} \"{}\"", like.kind(), like.name),
            Self::Words(TargetWords(words)) => write!(f, "{words}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_string_can_say_every_kind_of_target() {
        let role = |name: Option<&str>| Target::Role {
            role: "button".to_owned(),
            name: name.map(str::to_owned),
            nth: None,
        };
        for (words, target) in [
            ("12", Target::Number(12)),
            ("[12]", Target::Number(12)),
            ("10, 20.5", Target::Point(Point { x: 10.0, y: 20.5 })),
            ("text=Sign in", Target::Text { text: "Sign in".to_owned(), nth: None }),
            ("label=Email", Target::Label { label: "Email".to_owned(), nth: None }),
            ("role=button:Save: all", role(Some("Save: all"))),
            ("role=button", role(None)),
            ("a[href]", Target::Selector { selector: "a[href]".to_owned(), nth: None }),
            ("css=12", Target::Selector { selector: "12".to_owned(), nth: None }),
        ] {
            assert_eq!(words.parse::<Target>().unwrap(), target, "{words}");
        }
        for empty in ["  ", "text=", "label= ", "role=", "role=button:", "role=button: ", "role=:"]
        {
            assert!(empty.parse::<Target>().is_err(), "{empty}");
        }
    }

    #[test]
    fn json_says_the_same() {
        for (json, target) in [
            ("12", Target::Number(12)),
            (r#"{"x":1,"y":2}"#, Target::Point(Point { x: 1.0, y: 2.0 })),
            (r#"{"selector":"a"}"#, Target::Selector { selector: "a".to_owned(), nth: None }),
            (r#""text=a""#, Target::Words(TargetWords("text=a".to_owned()))),
            (r#"{"like":{"role":"button","name":"Save"}}"#, like("button", "Save")),
        ] {
            assert_eq!(serde_json::from_str::<Target>(json).unwrap(), target, "{json}");
        }
        assert!(serde_json::from_str::<Target>(r#"{"selectr":"a"}"#).is_err());
    }

    #[test]
    fn what_was_recorded_is_called_by_role_and_name() {
        assert_eq!(like("button", "Save").to_string(), "a recorded button \"Save\"");
        assert_eq!(like("", "").to_string(), "a recorded element");
    }

    fn like(role: &str, name: &str) -> Target {
        let like =
            Fingerprint { role: role.to_owned(), name: name.to_owned(), ..Fingerprint::default() };
        Target::Like { like: Box::new(like) }
    }
}
