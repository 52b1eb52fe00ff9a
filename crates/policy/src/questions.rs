//! Questions that wait for the person's answer.

use std::collections::BTreeMap;
use std::time::Duration;

use parking_lot::Mutex;
use tabwright_wire::{PolicyQuestion, QuestionList, TabId, clean_sentence};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::decide::Prompt;
use crate::denial::Denial;
use crate::error::PolicyError;
use crate::sanitize;
use crate::session_answers::AnswerKey;

const OPEN_MAX: usize = 100;
const OPEN_MAX_PER_CLIENT: usize = 10;
const URL_LETTERS_MAX: usize = 2_000;
/// A script or a list of files is shown whole, as far as that makes sense.
const WHAT_LETTERS_MAX: usize = 24_000;
const CODE_DIGITS: usize = 6;
/// Of a million codes, whoever guesses gets to try so many.
const CODE_TRIES_MAX: u8 = 3;

#[derive(Debug)]
pub(crate) struct Questions {
    /// Locked for moments only.
    state: Mutex<State>,
    /// Held while an answer is taken, which may wait for the disk: of two answers to one question the
    /// second finds it gone. Lock order: before `state`.
    answering: Mutex<()>,
    changed: watch::Sender<u64>,
    timeout: Duration,
}

#[derive(Debug)]
struct State {
    last_id: u32,
    open: BTreeMap<u32, OpenQuestion>,
}

/// A request in words. The person sees all of it; the log must not have what is typed.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    pub shown: &'a str,
    pub logged: &'a str,
}

impl<'a> From<&'a str> for Wording<'a> {
    fn from(words: &'a str) -> Self {
        Self { shown: words, logged: words }
    }
}

impl<'a> From<&'a String> for Wording<'a> {
    fn from(words: &'a String) -> Self {
        Self::from(words.as_str())
    }
}

#[derive(Debug)]
struct OpenQuestion {
    prompt: Prompt,
    shown: PolicyQuestion,
    logged: String,
    deadline: Instant,
    waiting: usize,
    code_tries_left: u8,
    answer: watch::Sender<Option<bool>>,
}

/// One caller that waits for the answer. The question is withdrawn with the last of them.
struct Waiter<'a> {
    questions: &'a Questions,
    id: u32,
    deadline: Instant,
    answer: watch::Receiver<Option<bool>>,
}

impl Questions {
    pub(crate) fn new(timeout: Duration) -> Self {
        let state = State { last_id: 0, open: BTreeMap::new() };
        Self {
            state: Mutex::new(state),
            answering: Mutex::default(),
            changed: watch::Sender::new(0),
            timeout,
        }
    }

    /// Waits for the answer until the timeout. Dropping the future withdraws the question.
    pub(crate) async fn ask(
        &self,
        prompt: Prompt,
        tab: Option<TabId>,
        what: Wording<'_>,
    ) -> Result<bool, Denial> {
        let mut waiting = self.open(prompt, tab, what)?;
        let answered = waiting.answer.wait_for(Option::is_some);
        // In time or not, what counts is whether there is an answer now.
        let _ = tokio::time::timeout_at(waiting.deadline, answered).await;
        let answer = *waiting.answer.borrow();
        answer.ok_or(Denial::NoAnswer { secs: self.timeout.as_secs() })
    }

    pub(crate) fn list(&self) -> QuestionList {
        let now = Instant::now();
        let told = |open: &OpenQuestion| PolicyQuestion {
            left_ms: millis(open.deadline.saturating_duration_since(now)),
            ..open.shown.clone()
        };
        QuestionList { questions: self.state.lock().open.values().map(told).collect() }
    }

    pub(crate) fn for_log(&self, id: u32) -> Option<String> {
        let state = self.state.lock();
        let open = state.open.get(&id)?;
        Some(format!("{} may {}", open.shown.client, open.logged))
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
        accept: impl FnOnce(&Prompt) -> Result<(), PolicyError>,
    ) -> Result<(), PolicyError> {
        let _one_at_a_time = self.answering.lock();
        let prompt = {
            let state = self.state.lock();
            let open = state.open.get(&id).filter(|open| open.deadline > Instant::now());
            open.ok_or(PolicyError::NoSuchQuestion(id))?.prompt.clone()
        };
        accept(&prompt)?;
        let key: AnswerKey = prompt.key;
        let mut state = self.state.lock();
        state.open.retain(|one, open| {
            let answered = *one == id || (holds_for_all && open.prompt.key == key);
            if answered {
                open.answer.send_replace(Some(allow));
            }
            !answered
        });
        drop(state);
        self.notify();
        Ok(())
    }

    /// Whether the code is the question's. The last wrong try is a no.
    pub(crate) fn check_code(&self, id: u32, code: Option<&str>) -> Result<(), PolicyError> {
        let mut state = self.state.lock();
        let open = state.open.get_mut(&id).ok_or(PolicyError::NoSuchQuestion(id))?;
        let digits = |code: &str| code.chars().filter(char::is_ascii_digit).collect::<String>();
        let Some(code) = code.map(digits).filter(|code| !code.is_empty()) else {
            return Err(PolicyError::AnswerCode { tries_left: open.code_tries_left });
        };
        if open.shown.code.as_deref() == Some(code.as_str()) {
            return Ok(());
        }
        open.code_tries_left -= 1;
        let tries_left = open.code_tries_left;
        if tries_left == 0 {
            open.answer.send_replace(Some(false));
            state.open.remove(&id);
            drop(state);
            self.notify();
        }
        Err(PolicyError::AnswerCode { tries_left })
    }

    fn open(
        &self,
        prompt: Prompt,
        tab: Option<TabId>,
        what: Wording<'_>,
    ) -> Result<Waiter<'_>, Denial> {
        let mut state = self.state.lock();
        let shown = PolicyQuestion {
            id: 0,
            client: prompt.key.client.clone(),
            what: clean_sentence(what.shown, WHAT_LETTERS_MAX),
            url: sanitize::line(&prompt.url, URL_LETTERS_MAX),
            tab,
            sensitivity: prompt.key.sensitivity,
            left_ms: 0,
            code: None,
        };
        let now = Instant::now();
        let same = |open: &&mut OpenQuestion| {
            open.prompt.key == prompt.key
                && open.deadline > now
                && PolicyQuestion { id: 0, code: None, ..open.shown.clone() } == shown
        };
        if let Some(open) = state.open.values_mut().find(same) {
            open.waiting += 1;
            let (id, deadline) = (open.shown.id, open.deadline);
            return Ok(Waiter { questions: self, id, deadline, answer: open.answer.subscribe() });
        }
        let of_client = |open: &&OpenQuestion| open.prompt.key.client == prompt.key.client;
        let open = state.open.len();
        let open_of_client = state.open.values().filter(of_client).count();
        if open >= OPEN_MAX || state.last_id == u32::MAX {
            return Err(Denial::TooManyQuestions { open });
        }
        if open_of_client >= OPEN_MAX_PER_CLIENT {
            return Err(Denial::TooManyQuestions { open: open_of_client });
        }
        state.last_id += 1;
        let id = state.last_id;
        let (answer, waiting) = watch::channel(None);
        let deadline = now + self.timeout;
        let shown = PolicyQuestion { id, code: new_code(), ..shown };
        let code_tries_left = CODE_TRIES_MAX;
        let logged = sanitize::line(what.logged, WHAT_LETTERS_MAX);
        let open =
            OpenQuestion { prompt, shown, logged, deadline, waiting: 1, code_tries_left, answer };
        state.open.insert(id, open);
        drop(state);
        self.notify();
        Ok(Waiter { questions: self, id, deadline, answer: waiting })
    }

    fn leave(&self, id: u32) {
        let mut state = self.state.lock();
        let Some(open) = state.open.get_mut(&id) else { return };
        open.waiting -= 1;
        if open.waiting == 0 {
            state.open.remove(&id);
            drop(state);
            self.notify();
        }
    }

    fn notify(&self) {
        self.changed.send_modify(|count| *count += 1);
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.questions.leave(self.id);
    }
}

/// Without random numbers there is none, and only the window can answer.
fn new_code() -> Option<String> {
    let number = getrandom::u64().ok()?;
    Some(format!("{:0CODE_DIGITS$}", number % 10_u64.pow(CODE_DIGITS as u32)))
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
