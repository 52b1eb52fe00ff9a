//! A cache of what the daemon makes of a line while it is typed: its parts and its completions. The daemon
//! is asked once for each text, one request at a time; a newer text cancels the request before it, and
//! typing waits for an answer no longer than a short timeout.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tabwright_wire::language::{CompleteParams, Completion, Part, Utterance};
use tabwright_wire::{Complete, Understand};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::commands::utterance::Daemon;

/// The timeout of a key press. An answer that takes longer is shown when it arrives.
const TIMEOUT: Duration = Duration::from_millis(150);
/// Texts that are remembered: enough to go back and forth in a line.
const TEXTS_MAX: usize = 64;
const COMPLETIONS_MAX: u32 = 50;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineAnalysis {
    pub(super) parts: Vec<Part>,
    /// The likeliest first.
    pub(super) completions: Vec<Completion>,
}

impl LineAnalysis {
    /// By a daemon that is known already. Who gets no answer types without colours.
    pub(super) async fn by(daemon: Arc<Daemon>, text: String) -> Self {
        let Some(client) = daemon.known() else { return Self::default() };
        let utterance = Utterance { text: text.clone(), tab: None };
        let params = CompleteParams { text, tab: None, max: Some(COMPLETIONS_MAX) };
        let (said, completions) =
            tokio::join!(client.call::<Understand>(&utterance), client.call::<Complete>(&params));
        Self {
            parts: said.map(|said| said.parts).unwrap_or_default(),
            completions: completions.map(|found| found.completions).unwrap_or_default(),
        }
    }
}

type Answer = Pin<Box<dyn Future<Output = LineAnalysis> + Send>>;

pub(super) struct CompletionCache {
    ask: Box<dyn Fn(String) -> Answer + Send + Sync>,
    runtime: Handle,
    state: Mutex<State>,
    answered: Condvar,
    late: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Debug, Default)]
struct State {
    /// The newest last.
    known: VecDeque<(String, Arc<LineAnalysis>)>,
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

impl CompletionCache {
    pub(super) fn new<A>(
        runtime: Handle,
        ask: impl Fn(String) -> A + Send + Sync + 'static,
    ) -> Arc<Self>
    where
        A: Future<Output = LineAnalysis> + Send + 'static,
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
        // UtteranceResult once, when the prompt is made.
        let _ = self.late.set(Box::new(show));
    }

    /// Blocks for a moment at most, so it is called from the thread of the prompt alone.
    pub(super) fn look(self: &Arc<Self>, text: &str) -> Option<Arc<LineAnalysis>> {
        let mut state = self.state.lock();
        if let Some(analysis) = state.find(text) {
            return Some(analysis);
        }
        if state.is_asking(text) {
            return None;
        }
        state.stop_asking();
        let question = self.runtime.spawn(Arc::clone(self).answer(text.to_owned()));
        let question = question.abort_handle();
        state.asking = Some(Asking { text: text.to_owned(), question, late: false });
        self.answered.wait_while_for(&mut state, |state| state.is_asking(text), TIMEOUT);
        if let Some(asking) = &mut state.asking {
            asking.late = true;
        }
        state.find(text)
    }

    /// Is the answer still on its way?
    pub(super) fn is_asking(&self, text: &str) -> bool {
        self.state.lock().is_asking(text)
    }

    /// Something was done: what was true of a text may be so no more.
    pub(super) fn forget(&self) {
        let mut state = self.state.lock();
        state.stop_asking();
        state.known.clear();
    }

    async fn answer(self: Arc<Self>, text: String) {
        let analysis = (self.ask)(text.clone()).await;
        let late = self.state.lock().keep(text, analysis);
        self.answered.notify_all();
        if late && let Some(show) = self.late.get() {
            show();
        }
    }
}

impl State {
    fn find(&self, text: &str) -> Option<Arc<LineAnalysis>> {
        self.known.iter().find(|(known, _)| known == text).map(|(_, analysis)| Arc::clone(analysis))
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
    fn keep(&mut self, text: String, analysis: LineAnalysis) -> bool {
        if !self.is_asking(&text) {
            return false;
        }
        if self.known.len() == TEXTS_MAX {
            self.known.pop_front();
        }
        self.known.push_back((text, Arc::new(analysis)));
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

    fn analysis(text: String) -> LineAnalysis {
        let parts = vec![Part { text, kind: PartKind::Word }];
        LineAnalysis { parts, completions: Vec::new() }
    }

    /// Looks as the prompt does, from a thread of its own.
    async fn look(
        completions: &Arc<CompletionCache>,
        text: &'static str,
    ) -> Option<Arc<LineAnalysis>> {
        let completions = Arc::clone(completions);
        spawn_blocking(move || completions.look(text)).await.unwrap()
    }

    /// Looks until there is an answer: on a busy machine the first look may run into the timeout.
    async fn see(completions: &Arc<CompletionCache>, text: &'static str) -> Arc<LineAnalysis> {
        loop {
            if let Some(analysis) = look(completions, text).await {
                return analysis;
            }
        }
    }

    #[tokio::test]
    async fn a_text_is_asked_about_once_until_something_is_done() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let completions = CompletionCache::new(Handle::current(), move |text| {
            count.fetch_add(1, Ordering::Relaxed);
            async { analysis(text) }
        });
        for _ in 0..3 {
            assert_eq!(*see(&completions, "go").await, analysis("go".to_owned()));
        }
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        completions.forget();
        see(&completions, "go").await;
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn who_does_not_answer_keeps_nobody_from_typing() {
        let completions = CompletionCache::new(Handle::current(), |text| async move {
            if text == "silence" { std::future::pending().await } else { analysis(text) }
        });
        assert!(look(&completions, "silence").await.is_none());
        assert!(completions.is_asking("silence"));
        see(&completions, "go").await;
        assert!(!completions.is_asking("silence"));
    }

    #[tokio::test]
    async fn a_late_answer_is_shown_when_it_comes() {
        let open = Arc::new(Notify::new());
        let door = Arc::clone(&open);
        let completions = CompletionCache::new(Handle::current(), move |text| {
            let door = Arc::clone(&door);
            async move {
                door.notified().await;
                analysis(text)
            }
        });
        let (shown, mut seen) = mpsc::channel(1);
        completions.when_late(move || shown.try_send(()).unwrap());
        assert!(look(&completions, "go").await.is_none());
        open.notify_one();
        seen.recv().await.unwrap();
        assert!(look(&completions, "go").await.is_some());
    }

    #[tokio::test]
    async fn only_the_newest_texts_are_remembered() {
        let completions =
            CompletionCache::new(Handle::current(), |text| async move { analysis(text) });
        see(&completions, "first").await;
        let typing = Arc::clone(&completions);
        let type_much = move || {
            for n in 0..TEXTS_MAX {
                while typing.look(&n.to_string()).is_none() {
                    std::thread::yield_now();
                }
            }
        };
        spawn_blocking(type_much).await.unwrap();
        assert_eq!(completions.state.lock().known.len(), TEXTS_MAX);
        assert!(completions.state.lock().find("first").is_none());
    }
}
