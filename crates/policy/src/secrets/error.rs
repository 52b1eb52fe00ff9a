//! What can go wrong with secrets; never with a value in it.

use std::io;
use std::path::PathBuf;

use tabwright_wire::quote_address;

use super::PASSPHRASE_VARIABLE;
use crate::sites::PatternError;

#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("`{0}` cannot be the name of a secret. Use 1 to 64 letters, digits, `_`, `.` or `-`")]
    BadName(String),
    #[error("there is no secret `{0}`")]
    Unknown(String),
    #[error(
        "the secret `{name}` is only for {}, but the page is at {}",
        sites.join(", "),
        quote_address(page)
    )]
    WrongSite { name: String, sites: Vec<String>, page: String },
    #[error("`{text}` is not a site: {why}")]
    BadSite { text: String, why: PatternError },
    #[error("a reference to a secret has no closing `}}`")]
    OpenReference,
    #[error("a secret is 1 to {0} bytes long")]
    BadLength(usize),
    #[error("there are {0} secrets already")]
    TooMany(usize),
    #[error("too many secrets were used since the daemon started. Restart it")]
    TooManyUsed,
    #[error("cannot use {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} is broken: {why}", path.display())]
    Broken { path: PathBuf, why: String },
    #[error("{} is locked with a passphrase, and {PASSPHRASE_VARIABLE} is not set", .0.display())]
    NoPassphrase(PathBuf),
    #[error(
        "{} does not open: {PASSPHRASE_VARIABLE} is not the passphrase it was locked with, or the file \
         was damaged",
        .0.display()
    )]
    WrongPassphrase(PathBuf),
    #[error(
        "{} does not open with {}: one of them was damaged or replaced",
        file.display(),
        key.display()
    )]
    WrongKey { file: PathBuf, key: PathBuf },
    #[error("the system's keyring refused (`{tool}`): {why}")]
    Keyring { tool: String, why: String },
    #[error("the secret `{0}` is in the system's keyring, which is not available now")]
    NoKeyring(String),
    #[error("the system gave no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    #[error("encryption failed")]
    Encryption,
}

impl SecretError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::BadName(_) => "Choose another name.",
            Self::Unknown(name) => {
                return format!(
                    "Ask the person to set it with `tabwright secret set {name}`; `tabwright secret \
                     list` lists those there are."
                );
            }
            Self::WrongSite { name, .. } => {
                return format!(
                    "Go to a page of its sites, or ask the person to set it for this site, too, with \
                     `tabwright secret set {name}`."
                );
            }
            Self::BadSite { .. } => "Write a host such as `example.com` or `*.example.com`.",
            Self::OpenReference => "Write `${secret:NAME}`.",
            Self::BadLength(_) => "Give the value on the standard input.",
            Self::TooMany(_) => "Remove some with `tabwright secret remove NAME`.",
            Self::TooManyUsed => "Start the daemon again.",
            Self::File { .. } => {
                "Make sure that the file and its folder are yours, and that the disk is not full."
            }
            Self::Broken { .. } => "Move the file away, and set the secrets again.",
            Self::NoPassphrase(_) | Self::WrongPassphrase(_) => {
                return format!("Start Tabwright with the right {PASSPHRASE_VARIABLE}.");
            }
            Self::WrongKey { .. } => {
                "Bring them back from a backup, or move both away and set the secrets again."
            }
            Self::Keyring { .. } => "Unlock the keyring, and try again.",
            Self::NoKeyring(name) => {
                return format!(
                    "Log in to your desktop, or set it again with `tabwright secret set {name}`."
                );
            }
            Self::Random(_) | Self::Encryption => "Try again.",
        }
        .to_owned()
    }
}
