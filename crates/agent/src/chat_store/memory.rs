//! Chats that are kept only as long as the process lives, for tests.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use serde_json::Value;
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatEvent, ChatId, ChatRun, ChatSession, ChatUsage};

use super::{ChatStore, StoredMessage, words};
use crate::ulid;

#[derive(Debug, Default)]
pub(crate) struct MemoryChats(Mutex<Vec<Chat>>);

impl MemoryChats {
    /// With one chat in which nothing was said yet.
    pub(crate) async fn with_chat() -> (Arc<Self>, ChatId) {
        let store = Arc::new(Self::default());
        let session = ChatSession {
            id: ulid::new(),
            title: String::new(),
            created_ms: 0,
            updated_ms: 0,
            model: None,
            provider_state: Value::Null,
            usage: None,
            run: None,
        };
        store.create(session.clone()).await.unwrap();
        (store, session.id)
    }
}

#[derive(Debug)]
struct Chat {
    session: ChatSession,
    compacted: u32,
    messages: Vec<StoredMessage>,
    runs: Vec<ChatRun>,
    events: Vec<ChatEvent>,
}

impl Chat {
    fn session(&self) -> ChatSession {
        ChatSession { run: self.runs.last().cloned(), ..self.session.clone() }
    }

    fn has(&self, query: &str) -> bool {
        let fits = |text: &str| text.to_lowercase().contains(&query.to_lowercase());
        fits(&self.session.title) || self.messages.iter().any(|it| fits(&words(&it.message)))
    }
}

impl MemoryChats {
    fn with<T: Default>(&self, id: &ChatId, work: impl FnOnce(&mut Chat) -> T) -> T {
        let mut chats = self.0.lock();
        chats.iter_mut().find(|chat| chat.session.id == *id).map(work).unwrap_or_default()
    }
}

#[async_trait]
impl ChatStore for MemoryChats {
    async fn create(&self, session: ChatSession) -> Result<(), StoreError> {
        let chat = Chat {
            session: ChatSession { run: None, ..session },
            compacted: 0,
            messages: Vec::new(),
            runs: Vec::new(),
            events: Vec::new(),
        };
        self.0.lock().push(chat);
        Ok(())
    }

    async fn session(&self, id: &ChatId) -> Result<Option<ChatSession>, StoreError> {
        Ok(self.with(id, |chat| Some(chat.session())))
    }

    async fn sessions(
        &self,
        query: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ChatSession>, StoreError> {
        let chats = self.0.lock();
        let fits = |chat: &&Chat| query.is_none_or(|query| chat.has(query));
        let mut found: Vec<_> = chats.iter().filter(fits).map(Chat::session).collect();
        found.sort_by(|a, b| (b.updated_ms, &b.id).cmp(&(a.updated_ms, &a.id)));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn rename(&self, id: &ChatId, title: &str) -> Result<(), StoreError> {
        self.with(id, |chat| chat.session.title = title.to_owned());
        Ok(())
    }

    async fn set_usage(&self, id: &ChatId, usage: &ChatUsage) -> Result<(), StoreError> {
        self.with(id, |chat| chat.session.usage = Some(usage.clone()));
        Ok(())
    }

    async fn set_provider_state(&self, id: &ChatId, state: &Value) -> Result<(), StoreError> {
        self.with(id, |chat| chat.session.provider_state = state.clone());
        Ok(())
    }

    async fn delete(&self, id: &ChatId) -> Result<(), StoreError> {
        self.0.lock().retain(|chat| chat.session.id != *id);
        Ok(())
    }

    async fn append(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError> {
        self.with(session, |chat| {
            chat.session.updated_ms = message.created_ms;
            chat.messages.push(message);
        });
        Ok(())
    }

    async fn replace(&self, session: &ChatId, message: StoredMessage) -> Result<(), StoreError> {
        self.with(session, |chat| {
            if let Some(kept) = chat.messages.iter_mut().find(|it| it.number == message.number) {
                kept.message = message.message;
            }
        });
        Ok(())
    }

    async fn messages(
        &self,
        session: &ChatId,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredMessage>, StoreError> {
        Ok(self.with(session, |chat| {
            let from = chat.messages.iter().filter(|message| message.number >= from);
            from.take(limit as usize).cloned().collect()
        }))
    }

    async fn compacted(&self, session: &ChatId) -> Result<u32, StoreError> {
        Ok(self.with(session, |chat| chat.compacted))
    }

    async fn set_compacted(&self, session: &ChatId, before: u32) -> Result<(), StoreError> {
        self.with(session, |chat| chat.compacted = before);
        Ok(())
    }

    async fn put_run(&self, run: ChatRun) -> Result<(), StoreError> {
        self.with(&run.session.clone(), |chat| {
            match chat.runs.iter_mut().find(|known| known.id == run.id) {
                Some(known) => *known = run,
                None => chat.runs.push(run),
            }
        });
        Ok(())
    }

    async fn runs(&self, session: &ChatId) -> Result<Vec<ChatRun>, StoreError> {
        Ok(self.with(session, |chat| chat.runs.clone()))
    }

    async fn open_runs(&self) -> Result<Vec<ChatRun>, StoreError> {
        let chats = self.0.lock();
        let mut open: Vec<_> =
            chats.iter().flat_map(|chat| &chat.runs).filter(|run| run.state.is_open()).collect();
        open.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(open.into_iter().cloned().collect())
    }

    async fn append_event(&self, event: ChatEvent) -> Result<(), StoreError> {
        self.with(&event.session.clone(), |chat| chat.events.push(event));
        Ok(())
    }

    async fn events(
        &self,
        session: &ChatId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ChatEvent>, StoreError> {
        Ok(self.with(session, |chat| {
            let after = chat.events.iter().filter(|event| event.id > after);
            after.take(limit as usize).cloned().collect()
        }))
    }
}
