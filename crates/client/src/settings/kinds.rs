//! What the value of a setting may be: how it is read, written, and told to a person.

use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

pub(super) trait Kind {
    type Value;

    /// `None` when the text is not such a value.
    fn read(&self, text: &str) -> Option<Self::Value>;

    fn show(&self, value: &Self::Value) -> String;

    /// All values, for a person.
    fn values(&self) -> String;

    /// Whether the flag needs no value: it is off unless it is given.
    fn is_switch(&self, _default: &Self::Value) -> bool {
        false
    }
}

pub(super) struct OnOff;

impl Kind for OnOff {
    type Value = bool;

    fn read(&self, text: &str) -> Option<bool> {
        match text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    fn show(&self, value: &bool) -> String {
        value.to_string()
    }

    fn values(&self) -> String {
        "true | false".to_owned()
    }

    fn is_switch(&self, default: &bool) -> bool {
        !default
    }
}

/// A number in a range, and what else is to know about it.
pub(super) struct Number<T>(pub(super) RangeInclusive<T>, pub(super) &'static str);

impl<T: Display + FromStr + PartialOrd> Kind for Number<T> {
    type Value = T;

    fn read(&self, text: &str) -> Option<T> {
        text.parse().ok().filter(|number| self.0.contains(number))
    }

    fn show(&self, value: &T) -> String {
        value.to_string()
    }

    fn values(&self) -> String {
        format!("{} to {}{}", self.0.start(), self.0.end(), self.1)
    }
}

/// One of a few words; see [`choices!`](super::declare::choices).
pub(super) struct OneOf<T>(PhantomData<T>);

pub(super) trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];
}

impl<T> OneOf<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Choice> Kind for OneOf<T> {
    type Value = T;

    fn read(&self, text: &str) -> Option<T> {
        T::ALL.iter().find(|(word, _)| *word == text).map(|(_, choice)| *choice)
    }

    fn show(&self, value: &T) -> String {
        let found = T::ALL.iter().find(|(_, choice)| choice == value);
        found.map(|(word, _)| (*word).to_owned()).unwrap_or_default()
    }

    fn values(&self) -> String {
        T::ALL.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | ")
    }
}

/// Any text; its words say what makes sense.
pub(super) struct Text(pub(super) &'static str);

impl Kind for Text {
    type Value = String;

    fn read(&self, text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn show(&self, value: &String) -> String {
        value.clone()
    }

    fn values(&self) -> String {
        self.0.to_owned()
    }
}

/// Any text, or the empty one for none.
pub(super) struct OptionalText(pub(super) &'static str);

impl Kind for OptionalText {
    type Value = Option<String>;

    fn read(&self, text: &str) -> Option<Option<String>> {
        Some(Some(text.to_owned()).filter(|text| !text.is_empty()))
    }

    fn show(&self, value: &Option<String>) -> String {
        value.clone().unwrap_or_default()
    }

    fn values(&self) -> String {
        self.0.to_owned()
    }
}

/// The path of a folder, or the empty text for none. The daemon has no folder of its own that it could be told from.
pub(super) struct OptionalFolder(pub(super) &'static str);

impl Kind for OptionalFolder {
    type Value = Option<PathBuf>;

    fn read(&self, text: &str) -> Option<Option<PathBuf>> {
        match text {
            "" => Some(None),
            text => Some(PathBuf::from(text)).filter(|path| path.is_absolute()).map(Some),
        }
    }

    fn show(&self, value: &Option<PathBuf>) -> String {
        value.as_ref().map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn values(&self) -> String {
        self.0.to_owned()
    }
}
