//! Where chats are kept: sessions, what was said in them, runs, and what happened in these.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use serde_json::Value;
use tabwright_model::{Content, Message};
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatEvent, ChatId, ChatRun, ChatSession, ChatUsage, RunId};

#[cfg(test)]
pub(crate) use memory::MemoryChats;
pub(crate) use sqlite::SqliteChats;

/// A piece of a conversation as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoredMessage {
    /// Its place in the chat, from 0.
    pub(crate) number: u32,
    pub(crate) run: RunId,
    pub(crate) created_ms: u64,
    pub(crate) message: Message,
}

/// Every write is on disk when its future is done: what was written before it was used is there after a
/// `kill -9`. Writes about a chat that does not exist change nothing.
#[async_trait]
pub(crate) trait ChatStore: fmt::Debug + Send + Sync {
    /// Adds a chat. Its `run` is not looked at: runs are put by [`ChatStore::put_run`].
    async fn create(&self, session: ChatSession) -> Result<(), StoreError>;

    /// A chat with its last run.
    async fn session(&self, id: &ChatId) -> Result<Option<ChatSession>, StoreError>;

    /// The chats in which the words stand, the one that was used last first.
    async fn sessions(
        &self,
        query: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ChatSession>, StoreError>;

    async fn rename(&self, id: &ChatId, title: &str) -> Result<(), StoreError>;

    async fn set_usage(&self, id: &ChatId, usage: &ChatUsage) -> Result<(), StoreError>;

    async fn set_provider_state(&self, id: &ChatId, state: &Value) -> Result<(), StoreError>;

    /// With all that was said in it.
    async fn delete(&self, id: &ChatId) -> Result<(), StoreError>;

    /// Appends to the conversation, and makes the chat the one that was used last.
    async fn append(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError>;

    /// Puts a message into the place of the one with its number.
    async fn replace(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError>;

    /// Messages from this number on, so many at most.
    async fn messages(
        &self,
        session: &ChatId,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredMessage>, StoreError>;

    /// The results of tools before this message are sent as one line each.
    async fn compacted(&self, session: &ChatId) -> Result<u32, StoreError>;

    async fn set_compacted(&self, session: &ChatId, before: u32) -> Result<(), StoreError>;

    /// Adds a run, or puts it in the place of what was known of it.
    async fn put_run(&self, run: ChatRun) -> Result<(), StoreError>;

    /// The runs of a chat, the oldest first.
    async fn runs(&self, session: &ChatId) -> Result<Vec<ChatRun>, StoreError>;

    /// The runs of all chats that have not ended.
    async fn open_runs(&self) -> Result<Vec<ChatRun>, StoreError>;

    async fn append_event(&self, event: ChatEvent) -> Result<(), StoreError>;

    /// Events of a chat after the one with this id, so many at most.
    async fn events(
        &self,
        session: &ChatId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ChatEvent>, StoreError>;
}

/// What a search finds of a message: what the person and the model said, and nothing of pages.
pub(crate) fn words(message: &Message) -> String {
    match message {
        Message::User { content } => match content.first() {
            Some(Content::Text { text }) => text.clone(),
            _ => String::new(),
        },
        Message::Assistant(message) => message.text(),
        Message::ToolResults { .. } => String::new(),
    }
}
