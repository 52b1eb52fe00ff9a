//! Which secrets there are: their names and sites, and where the values are kept.

use std::fmt;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tabwright_files as files;

use super::error::SecretError;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretInfo {
    pub name: String,
    /// Where it may be typed; anywhere when there are none.
    #[serde(default)]
    pub sites: Vec<String>,
    pub kept_in: KeptIn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptIn {
    Keyring,
    EncryptedFile,
}

impl fmt::Display for KeptIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keyring => "the system's keyring",
            Self::EncryptedFile => "an encrypted file",
        })
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Index {
    pub(super) secrets: Vec<SecretInfo>,
}

impl Index {
    pub(super) fn read(path: &Path) -> Result<Self, SecretError> {
        match std::fs::read(path) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| SecretError::Broken {
                path: path.to_owned(),
                why: error.to_string(),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SecretError::File { path: path.to_owned(), source }),
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), SecretError> {
        let failed = |source| SecretError::File { path: path.to_owned(), source };
        let text = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        files::replace(path, &text).map_err(failed)
    }

    pub(super) fn get(&self, name: &str) -> Option<&SecretInfo> {
        self.secrets.iter().find(|secret| secret.name == name)
    }

    pub(super) fn put(&mut self, info: SecretInfo) {
        self.remove(&info.name);
        self.secrets.push(info);
        self.secrets.sort_by(|one, other| one.name.cmp(&other.name));
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.secrets.retain(|secret| secret.name != name);
    }
}
