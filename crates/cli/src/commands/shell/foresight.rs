//! What is made of a line while it is typed: its parts and how it could go on. Asked once for each text;
//! typing never waits for an answer longer than a moment.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tabwright_wire::language::{CompleteParams, Completion, Part, Utterance};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::commands::say::Daemon;

/// An answer that takes longer comes too late for this key, and is shown when it is there.
const TIMEOUT: Duration = Duration::from_millis(150);
/// Texts that are remembered: enough to go back and forth in a line.
const TEXTS_MAX: usize = 64;
const COMPLETIONS_MAX: u32 = 50;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Insight {
    pub(super) parts: Vec<Part>,
    /// The likeliest first.
    pub(super) completions: Vec<Completion>,
}

impl Insight {
    /// By a daemon that is known already. Who gets no answer types without colours.
    pub(super) async fn by(daemon: Arc<Daemon>, text: String) -> Self {
        let Some(client) = daemon.known() else { return Self::default() };
        let utterance = Utterance { text: text.clone(), tab: None };
        let params = CompleteParams { text, tab: None, max: Some(COMPLETIONS_MAX) };
        let (said, completions) =
            tokio::join!(client.understand(&utterance), client.complete(&params));
        Self {
            parts: said.map(|said| said.parts).unwrap_or_default(),
            completions: completions.map(|found| found.completions).unwrap_or_default(),
        }
    }
}

type Answer = Pin<Box<dyn Future<Output = Insight> + Send>>;

pub(super) struct Foresight {
    ask: Box<dyn Fn(String) -> Answer + Send + Sync>,
    runtime: Handle,
    state: Mutex<State>,
    answered: Condvar,
    late: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Debug, Default)]
struct State {
    /// The newest last.
    known: VecDeque<(String, Arc<Insight>)>,
    /// One question at a time: who types on does not want the last answer.
    asking: Option<Asking>,
}

#[derive(Debug)]
struct Asking {
    text: String,
    question: AbortHandle,
    /// Nobody waits for it any more.
    late: bool,
}

impl Foresight {
    pub(super) fn new<A>(
        runtime: Handle,
        ask: impl Fn(String) -> A + Send + Sync + 'static,
    ) -> Arc<Self>
    where
        A: Future<Output = Insight> + Send + 'static,
    {
        Arc::new(Self {
            ask: Box::new(move |text| Box::pin(ask(text))),
            runtime,
            state: Mutex::default(),
            answered: Condvar::new(),
            late: OnceLock::new(),
        })
    }

    /// Called when an answer comes for which nobody waits any more.
    pub(super) fn when_late(&self, show: impl Fn() + Send + Sync + 'static) {
        // Said once, when the prompt is made.
        let _ = self.late.set(Box::new(show));
    }

    /// Blocks for a moment at most, so it is called from the thread of the prompt alone.
    pub(super) fn look(self: &Arc<Self>, text: &str) -> Option<Arc<Insight>> {
        let mut state = self.state();
        if let Some(insight) = state.find(text) {
            return Some(insight);
        }
        if state.is_asking(text) {
            return None;
        }
        state.stop_asking();
        let question = self.runtime.spawn(Arc::clone(self).answer(text.to_owned()));
        let question = question.abort_handle();
        state.asking = Some(Asking { text: text.to_owned(), question, late: false });
        let (mut state, _) = self
            .answered
            .wait_timeout_while(state, TIMEOUT, |state| state.is_asking(text))
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(asking) = &mut state.asking {
            asking.late = true;
        }
        state.find(text)
    }

    /// Is the answer still on its way?
    pub(super) fn is_asking(&self, text: &str) -> bool {
        self.state().is_asking(text)
    }

    /// Something was done: what was true of a text may be so no more.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        state.stop_asking();
        state.known.clear();
    }

    async fn answer(self: Arc<Self>, text: String) {
        let insight = (self.ask)(text.clone()).await;
        let late = self.state().keep(text, insight);
        self.answered.notify_all();
        if late && let Some(show) = self.late.get() {
            show();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn find(&self, text: &str) -> Option<Arc<Insight>> {
        self.known.iter().find(|(known, _)| known == text).map(|(_, insight)| Arc::clone(insight))
    }

    fn is_asking(&self, text: &str) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.text == text)
    }

    fn stop_asking(&mut self) {
        if let Some(asking) = self.asking.take() {
            asking.question.abort();
        }
    }

    /// Keeps what was asked for last, and tells whether it came late.
    fn keep(&mut self, text: String, insight: Insight) -> bool {
        if !self.is_asking(&text) {
            return false;
        }
        if self.known.len() == TEXTS_MAX {
            self.known.pop_front();
        }
        self.known.push_back((text, Arc::new(insight)));
        self.asking.take().is_some_and(|asking| asking.late)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tabwright_wire::language::PartKind;
    use tokio::sync::{Notify, mpsc};
    use tokio::task::spawn_blocking;

    use super::*;

    fn insight(text: String) -> Insight {
        let parts = vec![Part { text, kind: PartKind::Word }];
        Insight { parts, completions: Vec::new() }
    }

    /// Looks as the prompt does, from a thread of its own.
    async fn look(foresight: &Arc<Foresight>, text: &'static str) -> Option<Arc<Insight>> {
        let foresight = Arc::clone(foresight);
        spawn_blocking(move || foresight.look(text)).await.unwrap()
    }

    /// The same, however busy the machine is.
    async fn see(foresight: &Arc<Foresight>, text: &'static str) -> Arc<Insight> {
        loop {
            if let Some(insight) = look(foresight, text).await {
                return insight;
            }
        }
    }

    #[tokio::test]
    async fn a_text_is_asked_about_once_until_something_is_done() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let foresight = Foresight::new(Handle::current(), move |text| {
            count.fetch_add(1, Ordering::Relaxed);
            async { insight(text) }
        });
        for _ in 0..3 {
            assert_eq!(*see(&foresight, "go").await, insight("go".to_owned()));
        }
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        foresight.forget();
        see(&foresight, "go").await;
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn who_does_not_answer_keeps_nobody_from_typing() {
        let foresight = Foresight::new(Handle::current(), |text| async move {
            if text == "silence" { std::future::pending().await } else { insight(text) }
        });
        assert!(look(&foresight, "silence").await.is_none());
        assert!(foresight.is_asking("silence"));
        see(&foresight, "go").await;
        assert!(!foresight.is_asking("silence"));
    }

    #[tokio::test]
    async fn a_late_answer_is_shown_when_it_comes() {
        let open = Arc::new(Notify::new());
        let door = Arc::clone(&open);
        let foresight = Foresight::new(Handle::current(), move |text| {
            let door = Arc::clone(&door);
            async move {
                door.notified().await;
                insight(text)
            }
        });
        let (shown, mut seen) = mpsc::channel(1);
        foresight.when_late(move || shown.try_send(()).unwrap());
        assert!(look(&foresight, "go").await.is_none());
        open.notify_one();
        seen.recv().await.unwrap();
        assert!(look(&foresight, "go").await.is_some());
    }

    #[tokio::test]
    async fn only_the_newest_texts_are_remembered() {
        let foresight = Foresight::new(Handle::current(), |text| async move { insight(text) });
        see(&foresight, "first").await;
        let typing = Arc::clone(&foresight);
        let type_much = move || {
            for n in 0..TEXTS_MAX {
                while typing.look(&n.to_string()).is_none() {
                    std::thread::yield_now();
                }
            }
        };
        spawn_blocking(type_much).await.unwrap();
        assert_eq!(foresight.state().known.len(), TEXTS_MAX);
        assert!(foresight.state().find("first").is_none());
    }
}
