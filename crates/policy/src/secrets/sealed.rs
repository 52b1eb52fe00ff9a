//! Values in a file of our own, encrypted: for machines without a keyring.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::pbkdf2;
use serde::{Deserialize, Serialize};
use tabwright_files as files;

use super::error::SecretError;
use super::value::{SecretBytes, SecretText};

/// Where it is set, the file is locked with this passphrase instead of a key beside it.
pub const PASSPHRASE_VARIABLE: &str = "TABWRIGHT_SECRETS_PASSPHRASE";

const KEY_BYTES: usize = 32;
const SALT_BYTES: usize = 16;
const ROUNDS: u32 = 600_000;
/// A file of somebody else's must not keep us busy for hours.
const ROUNDS_MAX: u32 = 10_000_000;

pub(super) struct SealedFile {
    path: PathBuf,
    key_path: PathBuf,
    passphrase: Option<SecretText>,
    /// The passphrase's key for a salt: making it takes a while by design.
    stretched: Mutex<Option<(Lock, SecretBytes)>>,
}

/// The file as it stands on the disk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OnDisk {
    version: u32,
    lock: Lock,
    nonce: String,
    sealed: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Lock {
    /// A key in a file beside it.
    KeyFile,
    /// PBKDF2-HMAC-SHA256 of a passphrase.
    Passphrase { salt: String, rounds: u32 },
}

/// Name to value.
type Values = BTreeMap<String, SecretText>;

impl std::fmt::Debug for SealedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SealedFile").field("path", &self.path).finish_non_exhaustive()
    }
}

impl SealedFile {
    pub(super) fn new(folder: &Path, passphrase: Option<SecretText>) -> Self {
        Self {
            path: folder.join("secrets.enc"),
            key_path: folder.join("secrets.key"),
            passphrase,
            stretched: Mutex::new(None),
        }
    }

    pub(super) fn get(&self, name: &str) -> Result<Option<SecretText>, SecretError> {
        Ok(self.read()?.1.remove(name))
    }

    pub(super) fn put(&self, name: &str, value: &str) -> Result<(), SecretError> {
        let (lock, mut values) = self.read()?;
        values.insert(name.to_owned(), SecretText::new(value.to_owned()));
        self.write(lock, &values)
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), SecretError> {
        let (lock, mut values) = self.read()?;
        if values.remove(name).is_some() {
            self.write(lock, &values)?;
        }
        Ok(())
    }

    fn read(&self) -> Result<(Option<Lock>, Values), SecretError> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((None, Values::new()));
            }
            Err(source) => return Err(self.failed(source)),
        };
        let disk: OnDisk =
            serde_json::from_slice(&text).map_err(|error| self.broken(error.to_string()))?;
        if disk.version != 1 {
            return Err(self.broken(format!("it is of version {}", disk.version)));
        }
        let decode = |text: &str| {
            STANDARD.decode(text).map_err(|_| self.broken("it is not base64".to_owned()))
        };
        let nonce = Nonce::try_assume_unique_for_key(&decode(&disk.nonce)?)
            .map_err(|_| self.broken("its nonce is too short".to_owned()))?;
        let mut sealed = SecretBytes(decode(&disk.sealed)?);
        let opened = self
            .key(&disk.lock)?
            .open_in_place(nonce, Aad::from(associated(&disk.lock)), &mut sealed.0)
            .map_err(|_| self.locked_out(&disk.lock))?;
        let values: BTreeMap<String, String> = serde_json::from_slice(opened)
            .map_err(|_| self.broken("its content is not ours".to_owned()))?;
        let values = values.into_iter().map(|(name, value)| (name, SecretText::new(value)));
        Ok((Some(disk.lock), values.collect()))
    }

    fn write(&self, lock: Option<Lock>, values: &Values) -> Result<(), SecretError> {
        let lock = self.lock_for_writing(lock)?;
        let plain: BTreeMap<&str, &str> =
            values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut text =
            SecretBytes(serde_json::to_vec(&plain).map_err(|error| self.failed(error.into()))?);
        let nonce = random::<NONCE_LEN>()?;
        self.key(&lock)?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(associated(&lock)),
                &mut text.0,
            )
            .map_err(|_| SecretError::Encryption)?;
        let disk = OnDisk {
            version: 1,
            nonce: STANDARD.encode(nonce),
            sealed: STANDARD.encode(&text.0),
            lock,
        };
        let written =
            serde_json::to_vec_pretty(&disk).map_err(|error| self.failed(error.into()))?;
        files::replace(&self.path, &written).map_err(|source| self.failed(source))?;
        if disk.lock != Lock::KeyFile {
            // A key left behind would look as if it opened something.
            let _ = fs::remove_file(&self.key_path);
        }
        Ok(())
    }

    /// A passphrase that was set since locks the file from its next writing on.
    fn lock_for_writing(&self, lock: Option<Lock>) -> Result<Lock, SecretError> {
        match (lock, &self.passphrase) {
            (Some(lock @ Lock::Passphrase { .. }), _) => Ok(lock),
            (_, Some(_)) => {
                let salt = STANDARD.encode(random::<SALT_BYTES>()?);
                Ok(Lock::Passphrase { salt, rounds: ROUNDS })
            }
            (Some(Lock::KeyFile), None) => Ok(Lock::KeyFile),
            (None, None) => {
                if !self.key_path.exists() {
                    let key = SecretBytes(random::<KEY_BYTES>()?.to_vec());
                    let text = SecretText::new(STANDARD.encode(&key.0));
                    files::replace(&self.key_path, text.as_bytes())
                        .map_err(|source| self.key_failed(source))?;
                }
                Ok(Lock::KeyFile)
            }
        }
    }

    fn key(&self, lock: &Lock) -> Result<LessSafeKey, SecretError> {
        let bytes = match lock {
            Lock::KeyFile => self.key_from_file()?,
            Lock::Passphrase { salt, rounds } => self.key_from_passphrase(lock, salt, *rounds)?,
        };
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes.0);
        key.map(LessSafeKey::new).map_err(|_| self.locked_out(lock))
    }

    fn key_from_file(&self) -> Result<SecretBytes, SecretError> {
        let text = SecretBytes(fs::read(&self.key_path).map_err(|source| self.key_failed(source))?);
        let key = STANDARD.decode(text.0.trim_ascii());
        key.map(SecretBytes).map_err(|_| self.locked_out(&Lock::KeyFile))
    }

    fn key_from_passphrase(
        &self,
        lock: &Lock,
        salt: &str,
        rounds: u32,
    ) -> Result<SecretBytes, SecretError> {
        let passphrase = self.passphrase.as_ref();
        let passphrase = passphrase.ok_or_else(|| SecretError::NoPassphrase(self.path.clone()))?;
        let mut stretched = self.stretched.lock();
        if let Some((_, key)) = stretched.as_ref().filter(|(known, _)| known == lock) {
            return Ok(SecretBytes(key.0.clone()));
        }
        let odd = || self.broken("its salt or rounds are odd".to_owned());
        let rounds = NonZeroU32::new(rounds).filter(|rounds| rounds.get() <= ROUNDS_MAX);
        let salt = STANDARD.decode(salt).map_err(|_| odd())?;
        let mut key = SecretBytes(vec![0; KEY_BYTES]);
        pbkdf2::derive(
            pbkdf2::PBKDF2_HMAC_SHA256,
            rounds.ok_or_else(odd)?,
            &salt,
            passphrase.as_bytes(),
            &mut key.0,
        );
        *stretched = Some((lock.clone(), SecretBytes(key.0.clone())));
        Ok(key)
    }

    fn locked_out(&self, lock: &Lock) -> SecretError {
        match lock {
            Lock::KeyFile => {
                SecretError::WrongKey { file: self.path.clone(), key: self.key_path.clone() }
            }
            Lock::Passphrase { .. } => SecretError::WrongPassphrase(self.path.clone()),
        }
    }

    fn failed(&self, source: io::Error) -> SecretError {
        SecretError::File { path: self.path.clone(), source }
    }

    fn key_failed(&self, source: io::Error) -> SecretError {
        SecretError::File { path: self.key_path.clone(), source }
    }

    fn broken(&self, why: String) -> SecretError {
        SecretError::Broken { path: self.path.clone(), why }
    }
}

/// Bound to the content: a lock that was swapped does not open.
fn associated(lock: &Lock) -> String {
    match lock {
        Lock::KeyFile => "tabwright secrets 1, key file".to_owned(),
        Lock::Passphrase { salt, rounds } => {
            format!("tabwright secrets 1, passphrase, {salt}, {rounds}")
        }
    }
}

fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], SecretError> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
