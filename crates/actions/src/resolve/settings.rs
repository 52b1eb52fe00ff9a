//! What a person can set about it: the table `[resolver]` of the config file.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::stage::Stage;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The stages that are not asked.
    pub off: BTreeSet<Stage>,
    /// Which Wikipedia is asked.
    pub language: Language,
    /// The provider whose first result is opened for any name that is no address, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct: Option<String>,
}

impl Settings {
    #[must_use]
    pub fn is_on(&self, stage: Stage) -> bool {
        !self.off.contains(&stage)
    }

    pub fn switch(&mut self, stage: Stage, on: bool) {
        if on {
            self.off.remove(&stage);
        } else {
            self.off.insert(stage);
        }
    }
}

/// The language of a Wikipedia, as in the name of its host: `en`, `de`, `zh-yue`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a language of Wikipedia. Write its code, such as `en` or `pt`")]
pub struct BadLanguage(String);

impl Default for Language {
    fn default() -> Self {
        Self("en".to_owned())
    }
}

impl TryFrom<String> for Language {
    type Error = BadLanguage;

    fn try_from(name: String) -> Result<Self, BadLanguage> {
        let is_plain = name.len() <= 16
            && name.split('-').all(|part| {
                part.len() >= 2 && part.bytes().all(|letter| letter.is_ascii_lowercase())
            });
        if is_plain { Ok(Self(name)) } else { Err(BadLanguage(name.chars().take(40).collect())) }
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.0
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_part_of_a_host_and_nothing_else() {
        for good in ["en", "de", "simple", "zh-yue", "be-tarask"] {
            assert!(Language::try_from(good.to_owned()).is_ok(), "{good}");
        }
        for bad in ["", "e", "EN", "en.evil.example/", "en-", "../x", "a-b"] {
            assert!(Language::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_stage_is_switched_off_and_on_again() {
        let mut settings = Settings::default();
        assert!(Stage::ALL.into_iter().all(|stage| settings.is_on(stage)));
        settings.switch(Stage::Wikipedia, false);
        assert!(!settings.is_on(Stage::Wikipedia) && settings.is_on(Stage::History));
        let kept = serde_json::to_string(&settings).unwrap();
        assert_eq!(kept, r#"{"off":["wikipedia"],"language":"en"}"#);
        settings = serde_json::from_str(&kept).unwrap();
        settings.switch(Stage::Wikipedia, true);
        assert_eq!(settings, Settings::default());
    }
}
