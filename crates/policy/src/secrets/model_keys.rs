//! The keys of models: a vault of their own, beside that of the secrets that are typed into pages. No
//! `${secret:NAME}` finds a key here, and no secret of a page is ever sent to a model's server.

use std::path::Path;
use std::sync::Arc;

use super::error::SecretError;
use super::index::{KeptIn, SecretInfo};
use super::known::KnownSecrets;
use super::value::SecretText;
use super::vault::{Surroundings, Vault};

/// Each key is bound to one server, by its origin (`https://api.example.com`): whoever changes the address of a
/// model does not get its key sent there.
#[derive(Debug)]
pub struct ModelKeys(Vault);

impl ModelKeys {
    /// Whatever is read here is in `known` from then on.
    #[must_use]
    pub fn open(folder: &Path, known: Arc<KnownSecrets>) -> Self {
        Self::open_within(folder, Surroundings::of_this_process(), known)
    }

    #[must_use]
    pub fn open_within(folder: &Path, around: Surroundings, known: Arc<KnownSecrets>) -> Self {
        Self(Vault::open_within(folder, around).telling(known))
    }

    /// Keeps a key for the server at this origin, in the place of one of that name.
    pub fn set(&self, name: &str, key: &str, origin: &str) -> Result<KeptIn, SecretError> {
        self.0.known().learn_model_key(key)?;
        self.0.set(name, key, vec![origin.to_owned()])
    }

    /// For which server the key of this name is; none where there is no such key.
    pub fn origin(&self, name: &str) -> Result<Option<String>, SecretError> {
        Ok(self
            .info(name)?
            .and_then(|info| <[String; 1]>::try_from(info.sites).ok())
            .map(|[it]| it))
    }

    /// The key, for the server at this origin only.
    pub fn get(&self, name: &str, origin: &str) -> Result<Option<SecretText>, SecretError> {
        let Some(info) = self.info(name)?.filter(|info| info.sites == [origin]) else {
            return Ok(None);
        };
        let key = self.0.read(&info)?;
        if let Some(key) = &key {
            self.0.known().learn_model_key(key)?;
        }
        Ok(key)
    }

    /// What is not there needs no removing.
    pub fn remove(&self, name: &str) -> Result<(), SecretError> {
        match self.0.remove(name) {
            Err(SecretError::Unknown(_)) => Ok(()),
            removed => removed,
        }
    }

    fn info(&self, name: &str) -> Result<Option<SecretInfo>, SecretError> {
        Ok(self.0.list()?.into_iter().find(|info| info.name == name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::SecretPlace;
    use super::*;

    const KEY: &str = "sk-abcdefghijklmnop";
    const SERVER: &str = "https://api.example.com";

    #[test]
    fn a_key_is_for_one_server_only() {
        let folder = tempfile::tempdir().unwrap();
        let keys = ModelKeys::open_within(folder.path(), Surroundings::default(), Arc::default());
        assert_eq!(keys.origin("m").unwrap(), None);
        for server in [SERVER, "http://127.0.0.1:8080", "http://[::1]:8080"] {
            keys.set("m", KEY, server).unwrap();
            assert_eq!(keys.origin("m").unwrap().as_deref(), Some(server));
            assert_eq!(keys.get("m", server).unwrap().unwrap().as_str(), KEY);
        }
        keys.set("m", KEY, SERVER).unwrap();
        for other in [
            "http://api.example.com",
            "https://api.example.com:8443",
            "https://api.example.com.evil.example",
            "https://evil.example",
            "*",
            "",
        ] {
            assert!(keys.get("m", other).unwrap().is_none(), "{other}");
        }
        keys.remove("m").unwrap();
        keys.remove("m").unwrap();
        assert!(keys.get("m", SERVER).unwrap().is_none());
    }

    #[test]
    fn a_key_is_no_secret_of_pages_and_is_told_to_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let pages = Vault::open_within(&folder.path().join("pages"), Surroundings::default());
        let known = Arc::clone(pages.known());
        let place = SecretPlace::default();
        let keys = || {
            let folder = folder.path().join("keys");
            ModelKeys::open_within(&folder, Surroundings::default(), Arc::clone(&known))
        };
        keys().set("m", KEY, SERVER).unwrap();
        assert_eq!(known.redact(&format!("it is {KEY}."), &place), "it is ••••.");
        for url in [SERVER, "https://evil.example", ""] {
            assert!(pages.expand("${secret:m}", url).is_err(), "{url}");
        }
        assert!(pages.list().unwrap().is_empty());
        pages.set("bank", "hunter22", Vec::new()).unwrap();
        assert!(keys().get("bank", SERVER).unwrap().is_none());
    }
}
