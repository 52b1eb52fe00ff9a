//! Keeps secrets, and puts them where they are meant.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabwright_files as files;

use super::error::SecretError;
use super::index::{Index, KeptIn, SecretInfo};
use super::keyring::Keyring;
use super::known::{KnownSecrets, SecretPlace, TabKey};
use super::sealed::{PASSPHRASE_VARIABLE, SealedFile};
use super::value::SecretText;
use crate::sites::{Address, SitePattern};

const SECRETS_MAX: usize = 1_000;
const VALUE_BYTES_MAX: usize = 16 * 1024;
const NAME_LENGTH_MAX: usize = 64;
const REFERENCE: &str = "${secret:";

/// What a vault looks at around it.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// Where programs are looked for, as in `PATH`.
    pub path: OsString,
    /// Is there a D-Bus session?
    pub session_bus: bool,
    /// Locks the encrypted file.
    pub passphrase: Option<SecretText>,
}

impl Surroundings {
    #[must_use]
    pub fn of_this_process() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            path: set("PATH").unwrap_or_default(),
            session_bus: set("DBUS_SESSION_BUS_ADDRESS").is_some(),
            passphrase: set(PASSPHRASE_VARIABLE)
                .map(|value| SecretText::new(value.to_string_lossy().into_owned())),
        }
    }
}

/// Several may be open on one folder, in one process or more: each reads what is there now.
#[derive(Debug)]
pub struct Vault {
    folder: PathBuf,
    keyring: Option<Keyring>,
    sealed: SealedFile,
    known: Arc<KnownSecrets>,
}

/// A text with secrets in the place of their references.
#[derive(Debug)]
pub struct Expanded {
    pub text: SecretText,
    /// The names of the secrets in it, each once.
    pub used: Vec<String>,
}

impl Vault {
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self::open_within(folder, Surroundings::of_this_process())
    }

    #[must_use]
    pub fn open_within(folder: &Path, around: Surroundings) -> Self {
        Self {
            keyring: Keyring::find(folder, &around.path, around.session_bus),
            sealed: SealedFile::new(folder, around.passphrase),
            folder: folder.to_owned(),
            known: Arc::default(),
        }
    }

    /// The same vault, which tells another one's list what it gives out.
    pub(super) fn telling(self, known: Arc<KnownSecrets>) -> Self {
        Self { known, ..self }
    }

    /// Keeps a secret, in the place of one of that name, and says where. Without sites it can be
    /// typed anywhere.
    pub fn set(&self, name: &str, value: &str, sites: Vec<String>) -> Result<KeptIn, SecretError> {
        check_name(name)?;
        if value.is_empty() || value.len() > VALUE_BYTES_MAX {
            return Err(SecretError::BadLength(VALUE_BYTES_MAX));
        }
        for text in &sites {
            pattern(text)?;
        }
        let _lock = self.lock()?;
        let mut index = self.index()?;
        let before = index.get(name).map(|secret| secret.kept_in);
        if before.is_none() && index.secrets.len() >= SECRETS_MAX {
            return Err(SecretError::TooMany(index.secrets.len()));
        }
        let kept_in = self.keep(name, value)?;
        index.put(SecretInfo { name: name.to_owned(), sites, kept_in });
        index.write(&self.index_file())?;
        if let Some(before) = before.filter(|before| *before != kept_in) {
            self.discard(name, before)?;
        }
        Ok(kept_in)
    }

    pub fn remove(&self, name: &str) -> Result<(), SecretError> {
        check_name(name)?;
        let _lock = self.lock()?;
        let mut index = self.index()?;
        let unknown = || SecretError::Unknown(name.to_owned());
        let kept_in = index.get(name).ok_or_else(unknown)?.kept_in;
        self.discard(name, kept_in)?;
        index.remove(name);
        index.write(&self.index_file())
    }

    /// By name.
    pub fn list(&self) -> Result<Vec<SecretInfo>, SecretError> {
        Ok(self.index()?.secrets)
    }

    /// Puts secrets in the place of `${secret:NAME}`, on the page at `url` only where its site is
    /// theirs. From then on [`Vault::known`] knows them.
    pub fn expand(&self, text: &str, url: &str) -> Result<Expanded, SecretError> {
        self.expand_in(text, url, None)
    }

    /// The same, for a page in this tab.
    pub fn expand_in(
        &self,
        text: &str,
        url: &str,
        tab: Option<TabKey>,
    ) -> Result<Expanded, SecretError> {
        let place = tab.map(SecretPlace::of_tab).unwrap_or_default().at(url);
        let mut out = SecretText::new(String::new());
        let mut used: Vec<String> = Vec::new();
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once(REFERENCE) {
            let (name, after) = inside.split_once('}').ok_or(SecretError::OpenReference)?;
            let value = self.value_for(name, url, &place)?;
            out = joined(&[&out, before, &value]);
            if !used.iter().any(|known| known == name) {
                used.push(name.to_owned());
            }
            rest = after;
        }
        Ok(Expanded { text: joined(&[&out, rest]), used })
    }

    /// The values that this vault has given out so far, and others that were typed.
    #[must_use]
    pub fn known(&self) -> &Arc<KnownSecrets> {
        &self.known
    }

    fn value_for(
        &self,
        name: &str,
        url: &str,
        place: &SecretPlace,
    ) -> Result<SecretText, SecretError> {
        check_name(name)?;
        let index = self.index()?;
        let unknown = || SecretError::Unknown(name.to_owned());
        let secret = index.get(name).ok_or_else(unknown)?;
        check_site(secret, url)?;
        let value = self.read(secret)?.ok_or_else(unknown)?;
        self.known.learn_reference(name, &value, place)?;
        Ok(value)
    }

    /// The value, for whoever has checked that it may be had, and tells it to [`Vault::known`].
    pub(super) fn read(&self, secret: &SecretInfo) -> Result<Option<SecretText>, SecretError> {
        match (secret.kept_in, &self.keyring) {
            (KeptIn::EncryptedFile, _) => self.sealed.get(&secret.name),
            (KeptIn::Keyring, Some(keyring)) => keyring.get(&secret.name),
            (KeptIn::Keyring, None) => Err(SecretError::NoKeyring(secret.name.clone())),
        }
    }

    /// In the keyring where it takes it. Many a server has the tool and no keyring behind it.
    fn keep(&self, name: &str, value: &str) -> Result<KeptIn, SecretError> {
        if let Some(keyring) = &self.keyring {
            match keyring.put(name, value) {
                Ok(()) => return Ok(KeptIn::Keyring),
                Err(error) => {
                    tracing::warn!(%error, "keeping the secret in an encrypted file instead");
                }
            }
        }
        self.sealed.put(name, value)?;
        Ok(KeptIn::EncryptedFile)
    }

    fn discard(&self, name: &str, kept_in: KeptIn) -> Result<(), SecretError> {
        match (kept_in, &self.keyring) {
            (KeptIn::EncryptedFile, _) => self.sealed.remove(name),
            (KeptIn::Keyring, Some(keyring)) => keyring.remove(name),
            (KeptIn::Keyring, None) => Err(SecretError::NoKeyring(name.to_owned())),
        }
    }

    fn index(&self) -> Result<Index, SecretError> {
        Index::read(&self.index_file())
    }

    fn index_file(&self) -> PathBuf {
        self.folder.join("secrets.json")
    }

    /// Held while something is changed, against others who change something.
    fn lock(&self) -> Result<File, SecretError> {
        let path = self.folder.join("secrets.lock");
        let failed = |source| SecretError::File { path: path.clone(), source };
        files::make_folder(&self.folder).map_err(failed)?;
        let mut options = OpenOptions::new();
        let options = files::private(options.create(true).truncate(false).write(true));
        let file = options.open(&path).map_err(failed)?;
        file.lock().map_err(failed)?;
        Ok(file)
    }
}

/// In a buffer of its full length from the start: one that grew would leave copies behind.
fn joined(parts: &[&str]) -> SecretText {
    let mut text = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        text.push_str(part);
    }
    SecretText::new(text)
}

fn check_name(name: &str) -> Result<(), SecretError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    if (1..=NAME_LENGTH_MAX).contains(&name.len()) && name.bytes().all(plain) {
        Ok(())
    } else {
        Err(SecretError::BadName(crate::sanitize::line(name, NAME_LENGTH_MAX)))
    }
}

fn check_site(secret: &SecretInfo, url: &str) -> Result<(), SecretError> {
    let page = Address::parse(url).ok();
    let mut fits = secret.sites.is_empty();
    for text in &secret.sites {
        fits |= page.as_ref().is_some_and(|page| pattern_fits(text, page));
    }
    if fits {
        return Ok(());
    }
    let page = match page {
        Some(page) => page.site(),
        None if url.is_empty() => "no page".to_owned(),
        None => crate::sanitize::line(url, 200),
    };
    Err(SecretError::WrongSite { name: secret.name.clone(), sites: secret.sites.clone(), page })
}

/// A pattern that somebody broke by hand fits nothing.
fn pattern_fits(text: &str, page: &Address) -> bool {
    pattern(text).is_ok_and(|pattern| pattern.fits(page))
}

fn pattern(text: &str) -> Result<SitePattern, SecretError> {
    SitePattern::parse(text).map_err(|why| SecretError::BadSite { text: text.to_owned(), why })
}
