//! One entry: from what a caller tells to a line with its hash.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tabwright_wire::{ClientOrigin, LogEntry, Outcome, TabId};

use crate::secrets::{KnownSecrets, SecretPlace};
use crate::{redaction, sanitize};

const OPERATION_LETTERS_MAX: usize = 100;
const NOTE_LETTERS_MAX: usize = 500;
const URL_LETTERS_MAX: usize = 1_000;

/// What is to be logged. The log adds its number, the time and the hashes, and takes out what is
/// secret.
#[derive(Debug, Clone)]
pub struct NewEntry {
    pub origin: ClientOrigin,
    pub client: String,
    /// A verb of browser control, a CDP method, or what was done with rules and questions.
    pub operation: String,
    pub tab: Option<TabId>,
    /// The address of its page.
    pub url: String,
    /// What it was told, as JSON; empty for nothing.
    pub detail: String,
    pub outcome: Outcome,
    /// Why not, or what came of it, in words.
    pub note: String,
    pub took_ms: u64,
}

/// An entry as it stands on the disk, one line of JSON.
///
/// It is a type of its own because these names and their order are hashed into the chain: `face` and
/// `deed` are what earlier versions wrote, and logs that they wrote must still verify.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredEntry {
    pub(super) seq: u64,
    pub(super) time: String,
    #[serde(rename = "face")]
    pub(super) origin: ClientOrigin,
    pub(super) client: String,
    #[serde(rename = "deed")]
    pub(super) operation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tab: Option<TabId>,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) detail: String,
    pub(super) outcome: Outcome,
    #[serde(default)]
    pub(super) note: String,
    pub(super) took_ms: u64,
    pub(super) previous: String,
    pub(super) hash: String,
}

impl From<StoredEntry> for LogEntry {
    fn from(stored: StoredEntry) -> Self {
        Self {
            seq: stored.seq,
            time: stored.time,
            origin: stored.origin,
            client: stored.client,
            operation: stored.operation,
            tab: stored.tab,
            url: stored.url,
            detail: stored.detail,
            outcome: stored.outcome,
            note: stored.note,
            took_ms: stored.took_ms,
            previous: stored.previous,
            hash: stored.hash,
        }
    }
}

/// An entry that lacks only its place in the chain.
#[derive(Debug)]
pub(super) struct Draft(StoredEntry);

/// An entry's place in the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Link {
    pub(super) seq: u64,
    pub(super) hash: String,
}

impl Link {
    /// Before the first entry.
    pub(super) fn start() -> Self {
        Self { seq: 0, hash: "0".repeat(64) }
    }

    pub(super) fn of(entry: &StoredEntry) -> Self {
        Self { seq: entry.seq, hash: entry.hash.clone() }
    }
}

impl NewEntry {
    pub(super) fn into_draft(mut self, known_secrets: &KnownSecrets) -> Draft {
        let place = || SecretPlace::default().at(&self.url);
        let redactor = (!known_secrets.is_empty()).then(|| known_secrets.redactor(&place()));
        if let Some(redactor) = redactor.flatten() {
            for text in [&mut self.url, &mut self.detail, &mut self.note] {
                *text = redactor.redact(text).into_owned();
            }
        }
        let detail = redaction::detail(&self.detail);
        Draft(StoredEntry {
            seq: 0,
            time: now(),
            origin: self.origin,
            client: sanitize::client_name(&self.client),
            operation: sanitize::line(&self.operation, OPERATION_LETTERS_MAX),
            tab: self.tab,
            url: sanitize::line(&bare_url(&self.url), URL_LETTERS_MAX),
            detail,
            outcome: self.outcome,
            note: sanitize::line(&redaction::text(&self.note), NOTE_LETTERS_MAX),
            took_ms: self.took_ms,
            previous: String::new(),
            hash: String::new(),
        })
    }
}

impl Draft {
    /// What the log has to say of itself.
    pub(super) fn of_the_log(operation: &str, note: String) -> Self {
        Self(StoredEntry {
            seq: 0,
            time: now(),
            origin: ClientOrigin::Person,
            client: "tabwright".to_owned(),
            operation: operation.to_owned(),
            tab: None,
            url: String::new(),
            detail: String::new(),
            outcome: Outcome::Done,
            note,
            took_ms: 0,
            previous: String::new(),
            hash: String::new(),
        })
    }

    pub(super) fn chain(&self, to: &Link) -> Result<StoredEntry, serde_json::Error> {
        let mut entry =
            StoredEntry { seq: to.seq + 1, previous: to.hash.clone(), ..self.0.clone() };
        entry.hash = hash(&entry)?;
        Ok(entry)
    }
}

/// SHA-256 in hex over the entry's JSON, its fields in their order, with an empty `hash`.
pub(super) fn hash(entry: &StoredEntry) -> Result<String, serde_json::Error> {
    let bare = StoredEntry { hash: String::new(), ..entry.clone() };
    let digest = Sha256::digest(serde_json::to_vec(&bare)?);
    Ok(hex::encode(digest))
}

pub(super) fn now() -> String {
    told(Timestamp::now())
}

pub(super) fn told(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// Without what may be private: user and password, query and fragment, and what a page without an
/// address consists of.
fn bare_url(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let url = &url[..end];
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    match url.split_once("://") {
        _ if scheme == "javascript" => "javascript:".to_owned(),
        _ if scheme == "data" => url.split(',').next().unwrap_or_default().to_owned(),
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let host = authority.rsplit('@').next().unwrap_or_default();
            format!("{scheme}://{host}{path}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_without_what_is_private() {
        let cases = [
            ("https://example.com/a?token=1#b", "https://example.com/a"),
            ("https://example.com/a#access_token=1", "https://example.com/a"),
            ("https://me:pw@example.com/@x", "https://example.com/@x"),
            ("data:text/html,<p>secret", "data:text/html"),
            ("javascript:steal()", "javascript:"),
            ("about:blank", "about:blank"),
            ("", ""),
        ];
        for (url, bare) in cases {
            assert_eq!(bare_url(url), bare, "{url}");
        }
    }

    /// A line of a log that version 0.1 wrote.
    #[test]
    fn an_entry_of_an_earlier_version_still_has_its_hash() {
        let line = concat!(
            r#"{"seq":1,"time":"2026-11-15T16:41:26.123Z","face":"mcp","client":"claude","deed":"click","#,
            r#""tab":3,"url":"https://example.com/a","detail":"","outcome":"done","note":"","tookMs":5,"#,
            r#""previous":"0000000000000000000000000000000000000000000000000000000000000000","hash":"53e9fa879f48977cc64b5c67499ef3d7c641a3bdcd3062a94ea44ff2b994da70"}"#,
        );
        let entry: StoredEntry = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), line);
        assert_eq!(hash(&entry).unwrap(), entry.hash);
    }

    #[test]
    fn time_is_told_in_utc_to_the_millisecond() {
        let time: Timestamp = "2026-11-15T16:41:26.1239Z".parse().unwrap();
        assert_eq!(told(time), "2026-11-15T16:41:26.123Z");
    }
}
