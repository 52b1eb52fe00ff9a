//! What waits for the person's word.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabwright_wire::{PolicyQuestion, QuestionList, TabId};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::denial::Denial;
use crate::error::PolicyError;
use crate::judging::Asking;
use crate::memory::Matter;
use crate::words;

const OPEN_MAX: usize = 100;
const OPEN_MAX_PER_CLIENT: usize = 10;
const URL_LETTERS_MAX: usize = 2_000;

#[derive(Debug)]
pub(crate) struct Questions {
    desk: Mutex<Desk>,
    changed: watch::Sender<u64>,
    time_limit: Duration,
}

#[derive(Debug)]
struct Desk {
    last_id: u32,
    open: BTreeMap<u32, Open>,
}

#[derive(Debug)]
struct Open {
    asking: Asking,
    shown: PolicyQuestion,
    deadline: Instant,
    waiting: usize,
    answer: watch::Sender<Option<bool>>,
}

/// One who waits. The question goes with the last of them.
struct Waiting<'a> {
    questions: &'a Questions,
    id: u32,
    deadline: Instant,
    answer: watch::Receiver<Option<bool>>,
}

impl Questions {
    pub(crate) fn new(time_limit: Duration) -> Self {
        let desk = Desk { last_id: 0, open: BTreeMap::new() };
        Self { desk: Mutex::new(desk), changed: watch::Sender::new(0), time_limit }
    }

    /// Waits for the answer. Dropping the future takes the question back.
    pub(crate) async fn ask(
        &self,
        asking: Asking,
        tab: Option<TabId>,
        what: &str,
    ) -> Result<bool, Denial> {
        let mut waiting = self.put(asking, tab, what)?;
        let answered = waiting.answer.wait_for(Option::is_some);
        // In time or not, what counts is whether there is an answer now.
        let _ = tokio::time::timeout_at(waiting.deadline, answered).await;
        let answer = *waiting.answer.borrow();
        answer.ok_or(Denial::NoAnswer { secs: self.time_limit.as_secs() })
    }

    pub(crate) fn list(&self) -> QuestionList {
        let now = Instant::now();
        let told = |open: &Open| PolicyQuestion {
            left_ms: millis(open.deadline.saturating_duration_since(now)),
            ..open.shown.clone()
        };
        QuestionList { questions: self.desk().open.values().map(told).collect() }
    }

    pub(crate) fn changed(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Answers a question once `accept` has taken the answer; and with it all others about the
    /// same, where the answer holds for them, too.
    pub(crate) fn answer(
        &self,
        id: u32,
        allow: bool,
        holds_for_all: bool,
        accept: impl FnOnce(&Asking) -> Result<(), PolicyError>,
    ) -> Result<(), PolicyError> {
        let mut desk = self.desk();
        let open = desk.open.get(&id).filter(|open| open.deadline > Instant::now());
        let asking = &open.ok_or(PolicyError::NoSuchQuestion(id))?.asking;
        accept(asking)?;
        let matter: Matter = asking.matter.clone();
        desk.open.retain(|one, open| {
            let answered = *one == id || (holds_for_all && open.asking.matter == matter);
            if answered {
                open.answer.send_replace(Some(allow));
            }
            !answered
        });
        drop(desk);
        self.tell();
        Ok(())
    }

    fn put(&self, asking: Asking, tab: Option<TabId>, what: &str) -> Result<Waiting<'_>, Denial> {
        let mut desk = self.desk();
        let shown = PolicyQuestion {
            id: 0,
            client: asking.matter.client.clone(),
            what: words::what(what),
            url: words::line(&asking.url, URL_LETTERS_MAX),
            tab,
            sensitivity: asking.matter.sensitivity,
            left_ms: 0,
        };
        let now = Instant::now();
        let same = |open: &&mut Open| {
            open.asking.matter == asking.matter
                && open.deadline > now
                && PolicyQuestion { id: 0, ..open.shown.clone() } == shown
        };
        if let Some(open) = desk.open.values_mut().find(same) {
            open.waiting += 1;
            let (id, deadline) = (open.shown.id, open.deadline);
            return Ok(Waiting { questions: self, id, deadline, answer: open.answer.subscribe() });
        }
        let of_client = |open: &&Open| open.asking.matter.client == asking.matter.client;
        let open = desk.open.len();
        let open_of_client = desk.open.values().filter(of_client).count();
        if open >= OPEN_MAX || desk.last_id == u32::MAX {
            return Err(Denial::TooManyQuestions { open });
        }
        if open_of_client >= OPEN_MAX_PER_CLIENT {
            return Err(Denial::TooManyQuestions { open: open_of_client });
        }
        desk.last_id += 1;
        let id = desk.last_id;
        let (answer, waiting) = watch::channel(None);
        let deadline = now + self.time_limit;
        let shown = PolicyQuestion { id, ..shown };
        desk.open.insert(id, Open { asking, shown, deadline, waiting: 1, answer });
        drop(desk);
        self.tell();
        Ok(Waiting { questions: self, id, deadline, answer: waiting })
    }

    fn leave(&self, id: u32) {
        let mut desk = self.desk();
        let Some(open) = desk.open.get_mut(&id) else { return };
        open.waiting -= 1;
        if open.waiting == 0 {
            desk.open.remove(&id);
            drop(desk);
            self.tell();
        }
    }

    fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.questions.leave(self.id);
    }
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
