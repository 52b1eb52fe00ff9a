//! What the person answered for as long as the daemon runs.

use std::collections::HashMap;

use tabwright_wire::Sensitivity;

const ANSWERS_MAX: usize = 10_000;

/// What an answer is about: the same of the same client on the same site is the same matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Matter {
    pub(crate) client: String,
    /// Empty where it is about no page.
    pub(crate) site: String,
    /// Without one, it asks because a rule says `ask`.
    pub(crate) sensitivity: Option<Sensitivity>,
}

#[derive(Debug, Default)]
pub(crate) struct Memory {
    answers: HashMap<Matter, bool>,
}

impl Memory {
    pub(crate) fn recall(&self, matter: &Matter) -> Option<bool> {
        self.answers.get(matter).copied()
    }

    pub(crate) fn keep(&mut self, matter: Matter, allow: bool) {
        if self.answers.len() >= ANSWERS_MAX {
            // Whoever is forgotten is asked again.
            self.answers.clear();
        }
        self.answers.insert(matter, allow);
    }

    pub(crate) fn forget(&mut self) {
        self.answers.clear();
    }
}
