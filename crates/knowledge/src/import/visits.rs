//! The visits to one page, of which the newest are kept.

use std::collections::VecDeque;

use super::page::{VISITS_MAX, Visit};

#[derive(Debug, Default)]
pub(crate) struct Visits {
    pub(crate) newest: VecDeque<Visit>,
    pub(crate) seen: u64,
}

impl Visits {
    /// They come from the oldest to the newest.
    pub(crate) fn add(&mut self, visit: Visit) {
        if self.newest.len() == VISITS_MAX {
            self.newest.pop_front();
        }
        self.newest.push_back(visit);
        self.seen += 1;
    }
}
