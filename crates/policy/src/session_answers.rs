//! What the person answered for this session, which is for as long as the daemon runs.

use std::collections::HashMap;

use tabwright_wire::Sensitivity;

const ANSWERS_MAX: usize = 10_000;

/// What an answer is remembered for: one client, one site, one reason to ask.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    pub(crate) client: String,
    /// Empty where it is about no page.
    pub(crate) site: String,
    /// Without one, it asks because a rule says `ask`.
    pub(crate) sensitivity: Option<Sensitivity>,
}

#[derive(Debug, Default)]
pub(crate) struct SessionAnswers {
    answers: HashMap<AnswerKey, bool>,
}

impl SessionAnswers {
    pub(crate) fn recall(&self, key: &AnswerKey) -> Option<bool> {
        self.answers.get(key).copied()
    }

    pub(crate) fn keep(&mut self, key: AnswerKey, allow: bool) {
        if self.answers.len() >= ANSWERS_MAX {
            // Whoever is forgotten is asked again.
            self.answers.clear();
        }
        self.answers.insert(key, allow);
    }

    pub(crate) fn forget(&mut self) {
        self.answers.clear();
    }
}
