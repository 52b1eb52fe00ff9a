//! Questions that wait for the test to answer them, in their order, and a log of all there were.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Mutex;

use serde_json::Value;

type Answer = Box<dyn FnOnce(Result<Value, String>) + Send>;

#[derive(Debug, Default)]
pub(crate) struct PendingQuestions {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    open: VecDeque<Question>,
    log: Vec<String>,
    answered: i64,
}

struct Question {
    name: String,
    params: Value,
    answer: Answer,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.params)
    }
}

impl PendingQuestions {
    pub(crate) fn put(&self, line: String, name: &str, params: Value, answer: Answer) {
        let mut inner = self.inner.lock().unwrap();
        inner.log.push(line);
        inner.open.push_back(Question { name: name.to_owned(), params, answer });
    }

    pub(crate) fn open(&self) -> Vec<String> {
        self.inner.lock().unwrap().open.iter().map(|question| question.name.clone()).collect()
    }

    /// What the oldest open question of this name asks.
    pub(crate) fn oldest(&self, name: &str) -> Value {
        let inner = self.inner.lock().unwrap();
        let found = inner.open.iter().find(|question| question.name == name);
        found.unwrap_or_else(|| panic!("no open {name} in {:?}", inner.open)).params.clone()
    }

    pub(crate) fn answer(&self, name: &str, answer: Result<Value, String>) -> Value {
        let mut inner = self.inner.lock().unwrap();
        let at = inner.open.iter().position(|question| question.name == name);
        let at = at.unwrap_or_else(|| panic!("no open {name} in {:?}", inner.open));
        let question = inner.open.remove(at).unwrap();
        inner.answered += 1;
        // The answer may ask again.
        drop(inner);
        (question.answer)(answer);
        question.params
    }

    /// How many were answered so far.
    pub(crate) fn count(&self) -> i64 {
        self.inner.lock().unwrap().answered
    }

    /// The lines since the last look.
    pub(crate) fn log(&self) -> Vec<String> {
        std::mem::take(&mut self.inner.lock().unwrap().log)
    }
}
