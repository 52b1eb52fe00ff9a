//! The records of sessions in SQLite.

use std::collections::BTreeMap;
use std::path::Path;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value;
use tabwright_store::rusqlite::{self, OptionalExtension as _, Transaction};
use tabwright_store::{Store, StoreError};
use tabwright_wire::TabId;

use super::{SESSIONS_MAX, SessionRecord, SessionRecordStore};

#[derive(Debug)]
pub struct SqliteSessions {
    store: Store,
}

/// The file in which earlier versions kept them.
#[derive(Debug, Deserialize)]
struct OldFile {
    sessions: BTreeMap<String, OldSession>,
}

#[derive(Debug, Deserialize)]
struct OldSession {
    number: u64,
    #[serde(default)]
    introduction: Option<Value>,
    #[serde(default)]
    known: OldRecord,
}

#[derive(Debug, Default, Deserialize)]
struct OldRecord {
    name: String,
    tab: Option<TabId>,
    own: Vec<TabId>,
}

impl SqliteSessions {
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// Takes in the file of an earlier version, once.
    pub async fn import(&self, file: &Path) -> Result<(), StoreError> {
        let read = |bytes: &[u8]| {
            serde_json::from_slice::<OldFile>(bytes).map_err(|error| error.to_string())
        };
        let write = |transaction: &Transaction<'_>, old: OldFile| {
            let mut sessions: Vec<_> = old.sessions.into_iter().collect();
            sessions.sort_by_key(|(_, session)| session.number);
            for (id, OldSession { introduction, known, .. }) in sessions {
                let OldRecord { name, tab, own } = known;
                put_record(transaction, &id, &SessionRecord { name, tab, own })?;
                if let Some(introduction) = introduction {
                    put_introduction(transaction, &id, &introduction.to_string())?;
                }
            }
            Ok(())
        };
        self.store.import_once(file, read, write).await?;
        Ok(())
    }
}

#[async_trait]
impl SessionRecordStore for SqliteSessions {
    async fn record(&self, session: &str) -> Result<Option<SessionRecord>, StoreError> {
        let session = session.to_owned();
        self.store
            .read(move |connection| {
                let found = connection
                    .query_row(
                        "SELECT name, tab FROM mcp_session WHERE id = ?1",
                        [&session],
                        |row| Ok((row.get(0)?, row.get::<_, Option<i32>>(1)?.map(TabId))),
                    )
                    .optional()?;
                let Some((name, tab)) = found else { return Ok(None) };
                let own = connection
                    .prepare(
                        "SELECT tab FROM mcp_session_tab WHERE session = ?1 ORDER BY position",
                    )?
                    .query_map([&session], |row| row.get(0).map(TabId))?
                    .collect::<Result<_, _>>()?;
                Ok(Some(SessionRecord { name, tab, own }))
            })
            .await
    }

    async fn put_record(&self, session: &str, record: SessionRecord) -> Result<(), StoreError> {
        let session = session.to_owned();
        self.store.write(move |transaction| put_record(transaction, &session, &record)).await
    }

    async fn introduction(&self, session: &str) -> Result<Option<String>, StoreError> {
        let session = session.to_owned();
        let select = "SELECT introduction FROM mcp_session WHERE id = ?1";
        let found = self
            .store
            .read(move |connection| {
                connection.query_row(select, [session], |row| row.get(0)).optional()
            })
            .await?;
        Ok(found.flatten())
    }

    async fn put_introduction(&self, session: &str, json: String) -> Result<(), StoreError> {
        let session = session.to_owned();
        self.store.write(move |transaction| put_introduction(transaction, &session, &json)).await
    }

    async fn remove(&self, session: &str) -> Result<(), StoreError> {
        let (remove, session) = ("DELETE FROM mcp_session WHERE id = ?1", session.to_owned());
        self.store.write(move |transaction| transaction.execute(remove, [session])).await?;
        Ok(())
    }
}

fn put_record(
    transaction: &Transaction<'_>,
    session: &str,
    record: &SessionRecord,
) -> rusqlite::Result<()> {
    make_newest(transaction, session)?;
    transaction.execute(
        "UPDATE mcp_session SET name = ?2, tab = ?3 WHERE id = ?1",
        (session, &record.name, record.tab.map(|tab| tab.0)),
    )?;
    transaction.execute("DELETE FROM mcp_session_tab WHERE session = ?1", [session])?;
    let mut insert = transaction
        .prepare("INSERT INTO mcp_session_tab (session, position, tab) VALUES (?1, ?2, ?3)")?;
    for (position, tab) in (0_i64..).zip(&record.own) {
        insert.execute((session, position, tab.0))?;
    }
    Ok(())
}

fn put_introduction(
    transaction: &Transaction<'_>,
    session: &str,
    json: &str,
) -> rusqlite::Result<()> {
    make_newest(transaction, session)?;
    transaction
        .execute("UPDATE mcp_session SET introduction = ?2 WHERE id = ?1", [session, json])?;
    Ok(())
}

/// The session is there, with the highest number, and the oldest make room.
fn make_newest(transaction: &Transaction<'_>, session: &str) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO mcp_session (id, number)
         VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM mcp_session))
         ON CONFLICT (id) DO UPDATE SET number = excluded.number",
        [session],
    )?;
    transaction.execute(
        "DELETE FROM mcp_session WHERE id NOT IN
         (SELECT id FROM mcp_session ORDER BY number DESC LIMIT ?1)",
        [SESSIONS_MAX as i64],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_file_of_an_earlier_version_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("mcp-sessions.json");
        let text = r#"{"last": 9, "sessions": {
            "a": {"number": 9, "introduction": {"x": 1}, "known": {"name": "codex", "tab": 7, "own": [7, 9]}},
            "b": {"number": 3, "known": {"name": "", "tab": null, "own": []}}}}"#;
        std::fs::write(&old, text).unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        let sessions = SqliteSessions::new(store);
        sessions.import(&old).await.unwrap();
        let record = sessions.record("a").await.unwrap().unwrap();
        assert_eq!((record.name.as_str(), record.tab), ("codex", Some(TabId(7))));
        assert_eq!(record.own, [TabId(7), TabId(9)]);
        assert_eq!(sessions.introduction("a").await.unwrap().as_deref(), Some(r#"{"x":1}"#));
        assert_eq!(sessions.record("b").await.unwrap(), Some(SessionRecord::default()));
        assert!(!old.exists());
    }
}
