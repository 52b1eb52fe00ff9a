//! Chats in SQLite.

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabwright_store::rusqlite::types::Type;
use tabwright_store::rusqlite::{self, OptionalExtension as _, Row};
use tabwright_store::{Store, StoreError};
use tabwright_wire::chats::{ChatEvent, ChatId, ChatRun, ChatSession, ChatUsage};

use super::{ChatStore, StoredMessage, words};

#[derive(Debug)]
pub(crate) struct SqliteChats {
    store: Store,
}

/// A chat with the body of its last run.
const SELECT: &str = "SELECT id, title, created_ms, updated_ms, model, provider_state, usage, \
    (SELECT body FROM chat_run WHERE session = chat_session.id ORDER BY chat_run.id DESC LIMIT 1) \
    FROM chat_session";

impl SqliteChats {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    async fn set<T: Serialize + Sync>(
        &self,
        update: &'static str,
        id: &ChatId,
        value: &T,
    ) -> Result<(), StoreError> {
        let (id, value) = (id.to_string(), json(value));
        self.store.write(move |transaction| transaction.execute(update, [id, value])).await?;
        Ok(())
    }
}

#[async_trait]
impl ChatStore for SqliteChats {
    async fn create(&self, session: ChatSession) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| {
                transaction.execute(
                    "INSERT INTO chat_session (id, title, created_ms, updated_ms, model, provider_state, usage)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    (
                        session.id.as_str(),
                        &session.title,
                        whole(session.created_ms),
                        whole(session.updated_ms),
                        &session.model,
                        json(&session.provider_state),
                        session.usage.as_ref().map(json),
                    ),
                )
            })
            .await?;
        Ok(())
    }

    async fn session(&self, id: &ChatId) -> Result<Option<ChatSession>, StoreError> {
        let id = id.to_string();
        self.store
            .read(move |connection| {
                let select = format!("{SELECT} WHERE id = ?1");
                connection.query_row(&select, [id], read_session).optional()
            })
            .await
    }

    async fn sessions(
        &self,
        query: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ChatSession>, StoreError> {
        let pattern = query.map(|words| {
            let words = words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
            format!("%{words}%")
        });
        self.store
            .read(move |connection| {
                let select = format!(
                    "{SELECT} WHERE ?1 IS NULL OR title LIKE ?1 ESCAPE '\\' OR EXISTS (
                         SELECT 1 FROM chat_message
                         WHERE session = chat_session.id AND words LIKE ?1 ESCAPE '\\')
                     ORDER BY updated_ms DESC, id DESC LIMIT ?2"
                );
                connection
                    .prepare(&select)?
                    .query_map((pattern, limit), read_session)?
                    .collect::<Result<_, _>>()
            })
            .await
    }

    async fn rename(&self, id: &ChatId, title: &str) -> Result<(), StoreError> {
        let (id, title) = (id.to_string(), title.to_owned());
        let update = "UPDATE chat_session SET title = ?2 WHERE id = ?1";
        self.store.write(move |transaction| transaction.execute(update, [id, title])).await?;
        Ok(())
    }

    async fn set_usage(&self, id: &ChatId, usage: &ChatUsage) -> Result<(), StoreError> {
        self.set("UPDATE chat_session SET usage = ?2 WHERE id = ?1", id, usage).await
    }

    async fn set_provider_state(&self, id: &ChatId, state: &Value) -> Result<(), StoreError> {
        self.set("UPDATE chat_session SET provider_state = ?2 WHERE id = ?1", id, state).await
    }

    async fn delete(&self, id: &ChatId) -> Result<(), StoreError> {
        let (id, delete) = (id.to_string(), "DELETE FROM chat_session WHERE id = ?1");
        self.store.write(move |transaction| transaction.execute(delete, [id])).await?;
        Ok(())
    }

    async fn append(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError> {
        let session = session.to_string();
        self.store
            .write(move |transaction| {
                transaction.execute(
                    "INSERT INTO chat_message (session, number, run, created_ms, body, words)
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6
                     WHERE EXISTS (SELECT 1 FROM chat_session WHERE id = ?1)",
                    (
                        &session,
                        message.number,
                        message.run.as_str(),
                        whole(message.created_ms),
                        json(&message.message),
                        words(&message.message),
                    ),
                )?;
                transaction.execute(
                    "UPDATE chat_session SET updated_ms = ?2 WHERE id = ?1",
                    (&session, whole(message.created_ms)),
                )
            })
            .await?;
        Ok(())
    }

    async fn replace(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError> {
        let (session, body) = (session.to_string(), json(&message.message));
        let update = "UPDATE chat_message SET body = ?3 WHERE session = ?1 AND number = ?2";
        self.store
            .write(move |transaction| transaction.execute(update, (session, message.number, body)))
            .await?;
        Ok(())
    }

    async fn messages(
        &self,
        session: &ChatId,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        let session = session.to_string();
        self.store
            .read(move |connection| {
                connection
                    .prepare(
                        "SELECT number, run, created_ms, body FROM chat_message
                         WHERE session = ?1 AND number >= ?2 ORDER BY number LIMIT ?3",
                    )?
                    .query_map((session, from, limit), |row| {
                        Ok(StoredMessage {
                            number: row.get(0)?,
                            run: id_at(row, 1)?,
                            created_ms: natural(row.get(2)?),
                            message: json_at(row, 3)?,
                        })
                    })?
                    .collect::<Result<_, _>>()
            })
            .await
    }

    async fn compacted(&self, session: &ChatId) -> Result<u32, StoreError> {
        let session = session.to_string();
        let select = "SELECT compacted FROM chat_session WHERE id = ?1";
        let found = self
            .store
            .read(move |connection| {
                connection.query_row(select, [session], |row| row.get(0)).optional()
            })
            .await?;
        Ok(found.unwrap_or(0))
    }

    async fn set_compacted(&self, session: &ChatId, before: u32) -> Result<(), StoreError> {
        let session = session.to_string();
        let update = "UPDATE chat_session SET compacted = ?2 WHERE id = ?1";
        self.store.write(move |transaction| transaction.execute(update, (session, before))).await?;
        Ok(())
    }

    async fn put_run(&self, run: ChatRun) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| {
                transaction.execute(
                    "INSERT INTO chat_run (id, session, is_open, body)
                     SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM chat_session WHERE id = ?2)
                     ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, body = excluded.body",
                    (run.id.as_str(), run.session.as_str(), run.state.is_open(), json(&run)),
                )
            })
            .await?;
        Ok(())
    }

    async fn runs(&self, session: &ChatId) -> Result<Vec<ChatRun>, StoreError> {
        let session = session.to_string();
        self.store
            .read(move |connection| {
                connection
                    .prepare("SELECT body FROM chat_run WHERE session = ?1 ORDER BY id")?
                    .query_map([session], |row| json_at(row, 0))?
                    .collect::<Result<_, _>>()
            })
            .await
    }

    async fn open_runs(&self) -> Result<Vec<ChatRun>, StoreError> {
        self.store
            .read(move |connection| {
                connection
                    .prepare("SELECT body FROM chat_run WHERE is_open = 1 ORDER BY id")?
                    .query_map((), |row| json_at(row, 0))?
                    .collect::<Result<_, _>>()
            })
            .await
    }

    async fn append_event(&self, event: ChatEvent) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| {
                transaction.execute(
                    "INSERT INTO chat_event (session, id, body)
                     SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM chat_session WHERE id = ?1)",
                    (event.session.as_str(), whole(event.id), json(&event)),
                )
            })
            .await?;
        Ok(())
    }

    async fn events(
        &self,
        session: &ChatId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ChatEvent>, StoreError> {
        let session = session.to_string();
        self.store
            .read(move |connection| {
                connection
                    .prepare(
                        "SELECT body FROM chat_event WHERE session = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
                    )?
                    .query_map((session, whole(after), limit), |row| json_at(row, 0))?
                    .collect::<Result<_, _>>()
            })
            .await
    }
}

fn read_session(row: &Row<'_>) -> rusqlite::Result<ChatSession> {
    let run: Option<String> = row.get(7)?;
    Ok(ChatSession {
        id: id_at(row, 0)?,
        title: row.get(1)?,
        created_ms: natural(row.get(2)?),
        updated_ms: natural(row.get(3)?),
        model: row.get(4)?,
        provider_state: json_at(row, 5)?,
        usage: match row.get::<_, Option<String>>(6)? {
            Some(text) => Some(from_json(&text, 6)?),
            None => None,
        },
        run: run.map(|text| from_json(&text, 7)).transpose()?,
    })
}

fn id_at<T: TryFrom<String, Error: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    at: usize,
) -> rusqlite::Result<T> {
    let text: String = row.get(at)?;
    T::try_from(text).map_err(|error| unreadable(at, error))
}

fn json_at<T: DeserializeOwned>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    from_json(&row.get::<_, String>(at)?, at)
}

fn from_json<T: DeserializeOwned>(text: &str, at: usize) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| unreadable(at, error))
}

fn unreadable(at: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(at, Type::Text, Box::new(error))
}

/// All that is kept here can be written as JSON: its maps have texts as keys.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// SQLite has no unsigned numbers; ours are far from where it matters.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn natural(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
