//! Settings of knowledge, and the addresses that were forgotten.

use sha2::{Digest as _, Sha256};
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _};
use tabwright_wire::knowledge::KnowledgeSettings;

pub(crate) fn read_settings(connection: &Connection) -> rusqlite::Result<KnowledgeSettings> {
    let read = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
    let text = connection
        .query_row("SELECT settings FROM knowledge_state", (), read)
        .optional()?
        .unwrap_or_default();
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

pub(crate) fn write_settings(
    connection: &Connection,
    settings: &KnowledgeSettings,
    new_key: &[u8],
) -> rusqlite::Result<()> {
    let text = serde_json::to_string(settings).unwrap_or_default();
    connection.execute(
        "INSERT INTO knowledge_state (only_row, hash_key, settings) VALUES (1, ?1, ?2)
         ON CONFLICT DO UPDATE SET settings = excluded.settings",
        (new_key, text),
    )?;
    Ok(())
}

/// The key of the hashes of forgotten addresses; `new_key` becomes it where there is none yet.
pub(crate) fn forgotten_key(connection: &Connection, new_key: &[u8]) -> rusqlite::Result<Vec<u8>> {
    connection.execute(
        "INSERT OR IGNORE INTO knowledge_state (only_row, hash_key, settings) VALUES (1, ?1, '{}')",
        [new_key],
    )?;
    connection.query_row("SELECT hash_key FROM knowledge_state", (), |row| row.get(0))
}

/// A forgotten address must not be readable any more, and must be known again: a keyed hash is both, as long as
/// nobody guesses addresses with the file in hand.
fn hash_of(key: &[u8], url: &str) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(key);
    hash.update(url.as_bytes());
    hash.finalize().to_vec()
}

pub(crate) fn mark_forgotten(
    connection: &Connection,
    key: &[u8],
    url: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO forgotten_page (hash) VALUES (?1)")?
        .execute([hash_of(key, url)])?;
    Ok(())
}

pub(crate) fn is_forgotten(connection: &Connection, url: &str) -> rusqlite::Result<bool> {
    ForgottenPages::of(connection)?.has(connection, url)
}

/// The addresses that were forgotten, for asking about many.
pub(crate) struct ForgottenPages {
    /// None where nothing has been forgotten yet.
    key: Option<Vec<u8>>,
}

impl ForgottenPages {
    pub(crate) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let key = connection
            .query_row("SELECT hash_key FROM knowledge_state", (), |row| row.get(0))
            .optional()?;
        Ok(Self { key })
    }

    pub(crate) fn has(&self, connection: &Connection, url: &str) -> rusqlite::Result<bool> {
        let Some(key) = &self.key else { return Ok(false) };
        connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM forgotten_page WHERE hash = ?1)")?
            .query_row([hash_of(key, url)], |row| row.get(0))
    }
}
