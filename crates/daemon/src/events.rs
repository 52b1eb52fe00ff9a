//! What happens in the daemon, for whoever listens: kept for a while, so that a listener that was
//! away for a moment misses nothing.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tabwright_control::VerbObserver;
use tabwright_wire::{ClientKind, ClientStatus, Event, EventRecord};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// How many events are kept for a listener that comes back.
const KEPT_MAX: usize = 100;
/// How far a listener may fall behind before it is told that it missed some.
const BEHIND_MAX: usize = 256;

#[derive(Debug)]
pub(crate) struct Events {
    kept: Mutex<Kept>,
    live: broadcast::Sender<Arc<EventRecord>>,
    listeners: Mutex<BTreeMap<u32, Listener>>,
    client_ids: Arc<ClientIds>,
}

#[derive(Debug, Default)]
struct Kept {
    last_id: u64,
    records: VecDeque<Arc<EventRecord>>,
}

#[derive(Debug)]
struct Listener {
    name: String,
    since: Instant,
    gone: CancellationToken,
}

/// Numbers for clients of every kind, so that one names one.
#[derive(Debug, Default)]
pub(crate) struct ClientIds(AtomicU32);

impl ClientIds {
    pub(crate) fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// One listener's view: first what it missed, then what happens. Forgotten when dropped.
#[derive(Debug)]
pub(crate) struct Subscription {
    missed: VecDeque<Arc<EventRecord>>,
    live: broadcast::Receiver<Arc<EventRecord>>,
    events: Arc<Events>,
    listener: u32,
    gone: CancellationToken,
}

impl Events {
    pub(crate) fn new(client_ids: Arc<ClientIds>) -> Arc<Self> {
        Arc::new(Self {
            kept: Mutex::default(),
            live: broadcast::Sender::new(BEHIND_MAX),
            listeners: Mutex::default(),
            client_ids,
        })
    }

    pub(crate) fn publish(&self, event: Event) {
        let mut kept = lock(&self.kept);
        kept.last_id += 1;
        let record = Arc::new(EventRecord { id: kept.last_id, event });
        if kept.records.len() == KEPT_MAX {
            kept.records.pop_front();
        }
        kept.records.push_back(Arc::clone(&record));
        // Under the lock, so that a new subscription sees each event once. Nobody listening is fine.
        let _ = self.live.send(record);
    }

    /// Events after the one with id `after`; without it, from now on.
    pub(crate) fn subscribe(self: &Arc<Self>, name: String, after: Option<u64>) -> Subscription {
        let listener = self.client_ids.next();
        let gone = CancellationToken::new();
        let entry = Listener { name, since: Instant::now(), gone: gone.clone() };
        lock(&self.listeners).insert(listener, entry);
        let kept = lock(&self.kept);
        let after = after.unwrap_or(kept.last_id);
        let missed = kept.records.iter().filter(|record| record.id > after).cloned().collect();
        let live = self.live.subscribe();
        Subscription { missed, live, events: Arc::clone(self), listener, gone }
    }

    /// True when there was such a listener: its subscription ends.
    pub(crate) fn disconnect(&self, listener: u32) -> bool {
        let known = lock(&self.listeners);
        known.get(&listener).inspect(|listener| listener.gone.cancel()).is_some()
    }

    pub(crate) fn last_id(&self) -> u64 {
        lock(&self.kept).last_id
    }

    pub(crate) fn listeners(&self) -> Vec<ClientStatus> {
        lock(&self.listeners)
            .iter()
            .map(|(id, listener)| ClientStatus {
                id: *id,
                kind: ClientKind::Events,
                attached_tabs: 0,
                name: listener.name.clone(),
                connected_ms: listener.since.elapsed().as_millis() as u64,
            })
            .collect()
    }
}

impl Subscription {
    /// The next event; `None` when this listener fell too far behind and must ask again, or was
    /// sent away.
    pub(crate) async fn next(&mut self) -> Option<Arc<EventRecord>> {
        if let Some(record) = self.missed.pop_front() {
            return Some(record);
        }
        tokio::select! {
            record = self.live.recv() => record.ok(),
            () = self.gone.cancelled() => None,
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        lock(&self.events.listeners).remove(&self.listener);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl VerbObserver for Events {
    fn verb_ended(&self, client: &str, verb: &str, error: Option<&str>) {
        let (client, verb) = (client.to_owned(), verb.to_owned());
        self.publish(Event::Verb { client, verb, error: error.map(str::to_owned) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_was_away_gets_what_it_missed_then_what_happens() {
        let events = Events::new(Arc::default());
        let exited = |pid| Event::ManagedBrowserExited { pid, detail: String::new() };
        (1..=3).for_each(|pid| events.publish(exited(pid)));
        let mut back = events.subscribe("back".into(), Some(1));
        let mut fresh = events.subscribe("fresh".into(), None);
        events.publish(exited(4));
        let ids = [back.next().await, back.next().await, back.next().await];
        assert_eq!(ids.map(|record| record.unwrap().id), [2, 3, 4]);
        assert_eq!(fresh.next().await.unwrap().id, 4);
        drop(back);
        assert_eq!(events.listeners().len(), 1);
    }

    #[test]
    fn only_a_hundred_are_kept() {
        let events = Events::new(Arc::default());
        (0..250).for_each(|_| events.publish(Event::DaemonStopping));
        assert_eq!(events.subscribe("x".into(), Some(0)).missed.len(), KEPT_MAX);
    }
}
