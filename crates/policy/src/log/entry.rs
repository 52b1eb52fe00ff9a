//! One entry: from what a caller tells to a line with its hash.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tabwright_wire::{Face, LogEntry, Outcome, TabId};

use crate::{redaction, words};

const DEED_LETTERS_MAX: usize = 100;
const NOTE_LETTERS_MAX: usize = 500;
const URL_LETTERS_MAX: usize = 1_000;

/// What is to be logged. The log adds its number, the time and the hashes, and takes out what is
/// secret.
#[derive(Debug, Clone)]
pub struct NewEntry {
    pub face: Face,
    pub client: String,
    /// A verb of browser control, a CDP method, or what was done with rules and questions.
    pub deed: String,
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

/// An entry that lacks only its place in the chain.
#[derive(Debug)]
pub(super) struct Draft(LogEntry);

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

    pub(super) fn of(entry: &LogEntry) -> Self {
        Self { seq: entry.seq, hash: entry.hash.clone() }
    }
}

impl NewEntry {
    pub(super) fn into_draft(self) -> Draft {
        let detail = redaction::detail(&self.detail);
        Draft(LogEntry {
            seq: 0,
            time: now(),
            face: self.face,
            client: words::client(&self.client),
            deed: words::line(&self.deed, DEED_LETTERS_MAX),
            tab: self.tab,
            url: words::line(&bare_url(&self.url), URL_LETTERS_MAX),
            detail,
            outcome: self.outcome,
            note: words::line(&redaction::text(&self.note), NOTE_LETTERS_MAX),
            took_ms: self.took_ms,
            previous: String::new(),
            hash: String::new(),
        })
    }
}

impl Draft {
    /// What the log has to say of itself.
    pub(super) fn of_the_log(deed: &str, note: String) -> Self {
        Self(LogEntry {
            seq: 0,
            time: now(),
            face: Face::Person,
            client: "tabwright".to_owned(),
            deed: deed.to_owned(),
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

    pub(super) fn chain(&self, to: &Link) -> Result<LogEntry, serde_json::Error> {
        let mut entry = LogEntry { seq: to.seq + 1, previous: to.hash.clone(), ..self.0.clone() };
        entry.hash = hash(&entry)?;
        Ok(entry)
    }
}

/// SHA-256 in hex over the entry's JSON, its fields in their order, with an empty `hash`.
pub(super) fn hash(entry: &LogEntry) -> Result<String, serde_json::Error> {
    let bare = LogEntry { hash: String::new(), ..entry.clone() };
    let digest = Sha256::digest(serde_json::to_vec(&bare)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
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

    #[test]
    fn time_is_told_in_utc_to_the_millisecond() {
        let time: Timestamp = "2026-11-15T16:41:26.1239Z".parse().unwrap();
        assert_eq!(told(time), "2026-11-15T16:41:26.123Z");
    }
}
