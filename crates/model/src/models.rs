//! The models that are set up, by the names that the person gave them.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;

use crate::client::ConnectError;
use crate::config::{ConfigError, ModelConfig};
use crate::event::Model;
use crate::key::KeyError;

/// A longer name is cut where it is shown: whoever asks for a model may have made it up.
const NAME_CHARS_SHOWN: usize = 64;

/// Where whoever needs a model asks for it. What is set up may change at any moment, so it is asked anew for each run.
#[async_trait]
pub trait Models: Send + Sync + std::fmt::Debug {
    /// What is set up now. No key is read.
    async fn list(&self) -> Result<ModelList, ModelsError>;

    /// The model of this name, with its key; without a name, the default one. Nothing is sent to its server.
    async fn resolve(&self, name: Option<&str>) -> Result<ResolvedModel, ModelsError>;
}

/// What is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelList {
    /// By name.
    pub models: BTreeMap<String, ModelConfig>,
    /// What the settings call the default. There may be no such model.
    pub default: Option<String>,
}

/// A model that can be asked.
#[derive(Debug, Clone)]
pub struct ResolvedModel {
    /// Its name in the settings.
    pub name: String,
    /// Its context window, its price, whether it takes images.
    pub config: ModelConfig,
    /// Asks it.
    pub model: Arc<dyn Model>,
}

impl ModelList {
    /// The one that is used when none is named.
    #[must_use]
    pub fn default_name(&self) -> Option<&str> {
        self.choose(None).ok().map(|(name, _)| name)
    }

    /// The settings of the model of this name; without a name, of the default one, or of the only one.
    pub fn choose(&self, name: Option<&str>) -> Result<(&str, &ModelConfig), ModelsError> {
        let found = |name: &str| self.models.get_key_value(name).map(|(name, it)| (&**name, it));
        let mut all = self.models.iter();
        match (name, &self.default, all.next(), all.next()) {
            (_, _, None, _) => Err(ModelsError::NoneSetUp),
            (Some(name), ..) => found(name).ok_or_else(|| self.unknown(name)),
            (None, Some(name), ..) => {
                found(name).ok_or_else(|| ModelsError::UnknownDefault { name: shown(name) })
            }
            (None, None, Some((name, only)), None) => Ok((name, only)),
            (None, None, ..) => Err(ModelsError::NoDefault { known: self.names() }),
        }
    }

    fn unknown(&self, name: &str) -> ModelsError {
        ModelsError::Unknown { name: shown(name), known: self.names() }
    }

    fn names(&self) -> Vec<String> {
        self.models.keys().cloned().collect()
    }
}

fn shown(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(NAME_CHARS_SHOWN).collect()
}

/// Why there is no model to ask. [`ModelsError::fix`] says what to do next.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say all")]
pub enum ModelsError {
    #[error("no model is set up")]
    NoneSetUp,
    #[error("there is no model `{name}`")]
    Unknown { name: String, known: Vec<String> },
    #[error("the default model is `{name}`, but there is no such model")]
    UnknownDefault { name: String },
    #[error("several models are set up, and none of them is the default")]
    NoDefault { known: Vec<String> },
    /// With the place of the mistake.
    #[error("the settings cannot be read: {0}")]
    Settings(String),
    #[error("the settings of the model `{name}` cannot work: {why}")]
    Config { name: String, why: ConfigError },
    #[error("the model `{name}` has no key")]
    NoKey { name: String },
    #[error(
        "{variable}, which should hold the key of the model `{name}`, is not set for the daemon"
    )]
    NoVariable { name: String, variable: String },
    #[error("the key of the model `{name}` was given for {given_for}, and not for {origin}")]
    OtherServer { name: String, given_for: String, origin: String },
    #[error("the key of the model `{name}` cannot be used: {why}")]
    BadKey { name: String, why: KeyError },
    /// What the vault says of it.
    #[error("the key of the model `{name}` cannot be read: {why}")]
    Vault { name: String, why: String, fix: String },
    #[error(transparent)]
    Connect(ConnectError),
    /// A fault of ours.
    #[error("the models cannot be looked up: {0}")]
    Internal(String),
}

impl ModelsError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::NoneSetUp => {
                "Run `tabwright model add`, or open Models in the extension's options.".to_owned()
            }
            Self::Unknown { known, .. } => format!("These are set up: {}.", known.join(", ")),
            Self::UnknownDefault { .. } => {
                "Choose another one with `tabwright model default NAME`.".to_owned()
            }
            Self::NoDefault { known } => format!(
                "Choose one with `tabwright model default NAME`. These are set up: {}.",
                known.join(", ")
            ),
            Self::Settings(_) => {
                "Correct the config file; `tabwright config --explain` shows what is possible."
                    .to_owned()
            }
            Self::Config { name, .. } => format!(
                "Correct `[models.{name}]` in the config file, or add the model anew with `tabwright model add {name}`."
            ),
            Self::NoKey { name } | Self::BadKey { name, .. } => {
                format!("Run `tabwright model add {name}` and give its key.")
            }
            Self::NoVariable { name, variable } => format!(
                "Start the daemon where {variable} is set, or store the key with `tabwright model add {name}`."
            ),
            Self::OtherServer { name, .. } => format!(
                "If the new address is right, run `tabwright model add {name}` and give its key again."
            ),
            Self::Vault { fix, .. } => fix.clone(),
            Self::Connect(_) => "Check that this machine's certificates can be read.".to_owned(),
            Self::Internal(_) => "`tabwright logs` tells more.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Provider;

    fn list(names: &[&str], default: Option<&str>) -> ModelList {
        let model = |name: &&str| ((*name).to_owned(), ModelConfig::new(Provider::Ollama, "m"));
        let models = names.iter().map(model).collect();
        ModelList { models, default: default.map(str::to_owned) }
    }

    #[test]
    fn the_default_is_the_one_that_was_chosen_or_the_only_one() {
        for (names, default, asked, chosen) in [
            (&["a"][..], None, None, "a"),
            (&["a", "b"], Some("b"), None, "b"),
            (&["a", "b"], Some("b"), Some("a"), "a"),
            (&["a", "b"], None, Some("b"), "b"),
        ] {
            let list = list(names, default);
            assert_eq!(list.choose(asked).unwrap().0, chosen, "{names:?} {default:?} {asked:?}");
        }
    }

    #[test]
    fn what_is_missing_is_told_with_what_to_do() {
        for (names, default, asked, told, fix) in [
            (&[][..], None, None, "no model is set up", "tabwright model add"),
            (&[], Some("a"), Some("a"), "no model is set up", "tabwright model add"),
            (&["a", "b"], None, None, "none of them is the default", "set up: a, b"),
            (&["a"], Some("b"), None, "the default model is `b`", "tabwright model default"),
            (&["a"], None, Some("\u{1b}b"), "there is no model `b`", "set up: a"),
        ] {
            let error = list(names, default).choose(asked).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
            assert!(error.fix().contains(fix) && error.fix().ends_with('.'), "{}", error.fix());
        }
    }
}
