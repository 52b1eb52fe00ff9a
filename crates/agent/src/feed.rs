//! What happens in the runs of a chat, for whoever watches: kept in the store, and told live.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use tabwright_store::StoreError;
use tabwright_wire::chats::{ChatEvent, ChatId, RunEvent, RunId};
use tokio::sync::broadcast;

use crate::chat_store::ChatStore;
use crate::ulid::now_ms;

/// How far a listener may fall behind before it must ask again.
const BEHIND_MAX: usize = 1_024;
/// Pieces of what a model writes that are kept for a listener that was away for a moment.
const DELTAS_MAX: usize = 1_024;
/// Events that are read from the store at a time.
const PAGE: u32 = 500;
/// Chats whose feeds are kept open; those that nobody listens to make room.
const FEEDS_MAX: usize = 200;

#[derive(Debug)]
pub(crate) struct Feeds {
    store: Arc<dyn ChatStore>,
    feeds: Mutex<HashMap<ChatId, Arc<Feed>>>,
}

#[derive(Debug)]
struct Feed {
    live: broadcast::Sender<Arc<ChatEvent>>,
    /// One event is stored and told at a time, so that their order is the same for everybody.
    state: tokio::sync::Mutex<FeedState>,
}

#[derive(Debug, Default)]
struct FeedState {
    last: u64,
    deltas: VecDeque<Arc<ChatEvent>>,
}

/// One listener: first what it missed, then what happens.
#[derive(Debug)]
pub(crate) struct Listener {
    store: Arc<dyn ChatStore>,
    chat: ChatId,
    /// The last event that it has heard of.
    last: u64,
    pending: VecDeque<Arc<ChatEvent>>,
    is_caught_up: bool,
    live: broadcast::Receiver<Arc<ChatEvent>>,
    feed: Arc<Feed>,
}

impl Feeds {
    pub(crate) fn new(store: Arc<dyn ChatStore>) -> Self {
        Self { store, feeds: Mutex::default() }
    }

    /// Tells of something. What must outlive the daemon is on disk when this returns.
    pub(crate) async fn tell(
        &self,
        chat: &ChatId,
        run: &RunId,
        event: RunEvent,
    ) -> Result<(), StoreError> {
        let feed = self.feed(chat);
        let mut state = feed.state.lock().await;
        let id = micros().max(state.last + 1);
        let (session, run) = (chat.clone(), run.clone());
        let event = Arc::new(ChatEvent { id, session, run, time_ms: now_ms(), event });
        if matches!(event.event, RunEvent::Delta { .. }) {
            if state.deltas.len() == DELTAS_MAX {
                state.deltas.pop_front();
            }
            state.deltas.push_back(Arc::clone(&event));
        } else {
            self.store.append_event((*event).clone()).await?;
        }
        if matches!(event.event, RunEvent::Step { .. }) {
            // The step has the whole of it.
            state.deltas.clear();
        }
        state.last = id;
        // Nobody listening is fine.
        let _ = feed.live.send(event);
        Ok(())
    }

    /// Events after the one with this id.
    pub(crate) fn listen(&self, chat: &ChatId, after: u64) -> Listener {
        let feed = self.feed(chat);
        Listener {
            store: Arc::clone(&self.store),
            chat: chat.clone(),
            last: after,
            pending: VecDeque::new(),
            is_caught_up: false,
            live: feed.live.subscribe(),
            feed,
        }
    }

    fn feed(&self, chat: &ChatId) -> Arc<Feed> {
        let mut feeds = self.feeds.lock();
        if let Some(feed) = feeds.get(chat) {
            return Arc::clone(feed);
        }
        if feeds.len() >= FEEDS_MAX {
            feeds.retain(|_, feed| feed.live.receiver_count() > 0);
        }
        let live = broadcast::Sender::new(BEHIND_MAX);
        let feed = Arc::new(Feed { live, state: tokio::sync::Mutex::default() });
        feeds.insert(chat.clone(), Arc::clone(&feed));
        feed
    }
}

impl Listener {
    /// The next event; none when this listener fell too far behind and must ask again.
    pub(crate) async fn next(&mut self) -> Result<Option<Arc<ChatEvent>>, StoreError> {
        loop {
            if let Some(event) = self.pending.pop_front() {
                self.last = event.id;
                return Ok(Some(event));
            }
            if !self.is_caught_up {
                self.read_stored().await?;
                continue;
            }
            match self.live.recv().await {
                // What was told while the past was read has been read with it.
                Ok(event) if event.id <= self.last => {}
                Ok(event) => self.pending.push_back(event),
                Err(_) => return Ok(None),
            }
        }
    }

    /// What there is at once, without waiting for more.
    pub(crate) async fn ready(&mut self, max: usize) -> Result<Vec<Arc<ChatEvent>>, StoreError> {
        if !self.is_caught_up && self.pending.is_empty() {
            self.read_stored().await?;
        }
        while let Ok(event) = self.live.try_recv() {
            if event.id > self.last && self.pending.back().is_none_or(|last| last.id < event.id) {
                self.pending.push_back(event);
            }
        }
        let count = self.pending.len().min(max);
        let events: Vec<_> = self.pending.drain(..count).collect();
        self.last = events.last().map_or(self.last, |event| event.id);
        Ok(events)
    }

    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    async fn read_stored(&mut self) -> Result<(), StoreError> {
        // While this is held, nothing is told, so that nothing is read twice or missed.
        let state = self.feed.state.lock().await;
        let stored = self.store.events(&self.chat, self.last, PAGE).await?;
        if stored.len() == PAGE as usize {
            self.pending.extend(stored.into_iter().map(Arc::new));
            return Ok(());
        }
        let deltas = state.deltas.iter().filter(|event| event.id > self.last).cloned();
        let mut events: Vec<_> = stored.into_iter().map(Arc::new).chain(deltas).collect();
        events.sort_by_key(|event| event.id);
        self.pending.extend(events);
        self.is_caught_up = true;
        Ok(())
    }
}

/// Ids rise even when the daemon is started anew, without asking the store: nothing happens more often than
/// once in a microsecond.
fn micros() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat_store::MemoryChats;
    use crate::ulid;

    async fn chat() -> (Arc<Feeds>, ChatId) {
        let (store, chat) = MemoryChats::with_chat().await;
        (Arc::new(Feeds::new(store)), chat)
    }

    fn notice(number: usize) -> RunEvent {
        RunEvent::Notice { text: number.to_string() }
    }

    fn delta(text: &str) -> RunEvent {
        RunEvent::Delta { text: text.to_owned(), is_reasoning: false }
    }

    #[tokio::test]
    async fn a_listener_hears_everything_once_and_in_order() {
        let (feeds, chat) = chat().await;
        let run: RunId = ulid::new();
        for number in 0..700 {
            feeds.tell(&chat, &run, notice(number)).await.unwrap();
        }
        feeds.tell(&chat, &run, delta("a")).await.unwrap();
        let mut listener = feeds.listen(&chat, 0);
        feeds.tell(&chat, &run, delta("b")).await.unwrap();
        let mut heard = Vec::new();
        for _ in 0..702 {
            heard.push(listener.next().await.unwrap().unwrap());
        }
        feeds.tell(&chat, &run, notice(700)).await.unwrap();
        heard.push(listener.next().await.unwrap().unwrap());
        assert!(heard.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert_eq!(heard[699].event, notice(699));
        assert_eq!(heard[701].event, delta("b"));
        assert_eq!(heard[702].event, notice(700));
        // Who was away for a moment goes on where it left off.
        let mut back = feeds.listen(&chat, heard[700].id);
        let rest = back.ready(10).await.unwrap();
        assert_eq!(rest.iter().map(|it| it.id).collect::<Vec<_>>(), [heard[701].id, heard[702].id]);
        assert_eq!(back.last(), heard[702].id);
    }

    #[tokio::test]
    async fn what_a_model_wrote_is_not_kept_once_it_is_told_as_a_step() {
        let (feeds, chat) = chat().await;
        let run: RunId = ulid::new();
        feeds.tell(&chat, &run, delta("a")).await.unwrap();
        let step = RunEvent::Step { step: 1, text: "a".to_owned(), calls: Vec::new() };
        feeds.tell(&chat, &run, step.clone()).await.unwrap();
        let events = feeds.listen(&chat, 0).ready(10).await.unwrap();
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].event, step);
    }
}
