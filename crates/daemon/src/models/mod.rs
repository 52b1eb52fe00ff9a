//! The models of the config file with their keys. The file is read anew each time, so what the person changes in it
//! holds at once.

mod change;
mod room;
mod store;

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use tabwright_client::{Flags, Home, ModelSettings, Settings};
use tabwright_model::{
    ApiKey, HttpModel, KeySource, ModelConfig, ModelList, Models, ModelsError, ResolvedModel,
    RetryPolicy,
};
use tabwright_policy::{KnownSecrets, ModelKeys, SecretError, SecretText};
use tokio::task::spawn_blocking;

pub(crate) use room::ModelsRoom;

/// What is set up on this machine.
#[derive(Debug)]
pub(crate) struct ConfiguredModels {
    config_file: PathBuf,
    keys: ModelKeys,
    known: Arc<KnownSecrets>,
    /// A flag of the daemon, which is stronger than the file.
    default_by_flag: Option<String>,
    /// Held from reading the file to replacing it, so that of two changes at the same time none is lost.
    writing: Mutex<()>,
}

impl ConfiguredModels {
    /// `settings` are those that the daemon was started with.
    pub(crate) fn new(home: &Home, settings: &ModelSettings, known: &Arc<KnownSecrets>) -> Self {
        let config_file = home.config_file();
        let without_flags = Settings::load(&config_file, &Flags::new());
        let is_by_flag =
            without_flags.is_ok_and(|others| others.models.default_model != settings.default_model);
        Self {
            keys: ModelKeys::open(&home.model_keys(), Arc::clone(known)),
            known: Arc::clone(known),
            default_by_flag: settings.default_model.clone().filter(|_| is_by_flag),
            config_file,
            writing: Mutex::new(()),
        }
    }

    /// What is set up now. Blocks.
    pub(crate) fn read(&self) -> Result<ModelList, ModelsError> {
        let settings = Settings::load(&self.config_file, &Flags::new())
            .map_err(|error| ModelsError::Settings(error.to_string()))?;
        let ModelSettings { models, default_model, .. } = settings.models;
        Ok(ModelList { models, default: self.default_by_flag.clone().or(default_model) })
    }

    /// Blocks, for as long as the person takes to unlock their keyring.
    fn resolve_now(
        &self,
        name: Option<&str>,
        retries: RetryPolicy,
    ) -> Result<ResolvedModel, ModelsError> {
        let list = self.read()?;
        let (name, config) = list.choose(name)?;
        config.check().map_err(|why| ModelsError::Config { name: name.to_owned(), why })?;
        let key = self.key(name, config)?;
        let model = HttpModel::new(config.clone(), key, retries).map_err(ModelsError::Connect)?;
        Ok(ResolvedModel { name: name.to_owned(), config: config.clone(), model: Arc::new(model) })
    }

    /// One that is asked once: the person waits, and wants to know what is wrong now.
    fn resolve_for_test(&self, name: &str) -> Result<ResolvedModel, ModelsError> {
        self.resolve_now(Some(name), RetryPolicy::NEVER)
    }

    /// The key, if the model needs one. From then on it is known as a secret.
    pub(crate) fn key(
        &self,
        name: &str,
        config: &ModelConfig,
    ) -> Result<Option<ApiKey>, ModelsError> {
        let read = match config.key_source() {
            None => return Ok(None),
            Some(KeySource::Variable(variable)) => ApiKey::new(&self.variable(name, variable)?),
            Some(KeySource::Secret(secret)) => ApiKey::new(&self.stored_key(name, secret, config)?),
        };
        read.map(Some).map_err(|why| ModelsError::BadKey { name: name.to_owned(), why })
    }

    fn variable(&self, name: &str, variable: &str) -> Result<String, ModelsError> {
        let value = std::env::var(variable).ok().filter(|value| !value.trim().is_empty());
        let value = value.ok_or_else(|| no_variable(name, variable))?;
        self.known.learn_model_key(value.trim()).map_err(|error| vault_error(name, &error))?;
        Ok(value)
    }

    fn stored_key(
        &self,
        name: &str,
        secret: &str,
        config: &ModelConfig,
    ) -> Result<SecretText, ModelsError> {
        let origin = self.find_stored_key(name, secret, config)?;
        let key = self.keys.get(secret, &origin).map_err(|error| vault_error(name, &error))?;
        key.ok_or_else(|| ModelsError::NoKey { name: name.to_owned() })
    }

    /// Whether the key is there, without reading it.
    fn find_key(&self, name: &str, config: &ModelConfig) -> Result<(), ModelsError> {
        match config.key_source() {
            None => Ok(()),
            Some(KeySource::Variable(variable)) => self.variable(name, variable).map(drop),
            Some(KeySource::Secret(secret)) => self.find_stored_key(name, secret, config).map(drop),
        }
    }

    /// The server of the model, which the key has to be for.
    fn find_stored_key(
        &self,
        name: &str,
        secret: &str,
        config: &ModelConfig,
    ) -> Result<String, ModelsError> {
        let name = name.to_owned();
        let origin = match config.origin() {
            Ok(origin) => origin,
            Err(why) => return Err(ModelsError::Config { name, why }),
        };
        match self.keys.origin(secret).map_err(|error| vault_error(&name, &error))? {
            None => Err(ModelsError::NoKey { name }),
            Some(given_for) if given_for != origin => {
                Err(ModelsError::OtherServer { name, given_for, origin })
            }
            Some(_) => Ok(origin),
        }
    }

    async fn blocking<T: Send + 'static>(
        self: Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, ModelsError> + Send + 'static,
    ) -> Result<T, ModelsError> {
        let done = spawn_blocking(move || work(&self)).await;
        done.unwrap_or_else(|error| Err(ModelsError::Internal(error.to_string())))
    }
}

/// What others of the daemon, and of crates above it, ask for models.
#[derive(Debug, Clone)]
pub(crate) struct SharedModels(pub(crate) Arc<ConfiguredModels>);

#[async_trait]
impl Models for SharedModels {
    async fn list(&self) -> Result<ModelList, ModelsError> {
        Arc::clone(&self.0).blocking(ConfiguredModels::read).await
    }

    async fn resolve(&self, name: Option<&str>) -> Result<ResolvedModel, ModelsError> {
        let name = name.map(str::to_owned);
        Arc::clone(&self.0)
            .blocking(move |models| models.resolve_now(name.as_deref(), RetryPolicy::default()))
            .await
    }
}

fn no_variable(name: &str, variable: &str) -> ModelsError {
    ModelsError::NoVariable { name: name.to_owned(), variable: variable.to_owned() }
}

fn vault_error(name: &str, error: &SecretError) -> ModelsError {
    let fix = match error {
        SecretError::NoKeyring(_) => {
            format!(
                "Log in to your desktop, or give the key again with `tabwright model add {name}`."
            )
        }
        error => error.fix(),
    };
    ModelsError::Vault { name: name.to_owned(), why: error.to_string(), fix }
}

#[cfg(test)]
mod tests;
