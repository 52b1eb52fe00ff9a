//! A gate that says what the test tells it to say, and writes down all that it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tabwright_relay::{Decision, Gate, Judgement, Later, Wish};

/// What the porter says to a wish, if it is not to let it go at once.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Say {
    No,
    /// When the test says so.
    Wait,
    /// Later, but before the question is over.
    YesAtOnce,
    /// Later, and then loses the question.
    Forget,
}

#[derive(Debug, Default)]
pub(crate) struct Porter {
    rules: Mutex<Vec<(String, Say)>>,
    hidden: Mutex<Vec<String>>,
    log: Mutex<Vec<String>>,
    waiting: Arc<Mutex<VecDeque<Later>>>,
}

impl Porter {
    /// From now on this to wishes with this method, or about a page with this address.
    pub(crate) fn say(&self, about: &str, say: Say) {
        self.rules.lock().unwrap().push((about.to_owned(), say));
    }

    /// From now on nobody may know of pages at this address.
    pub(crate) fn hide(&self, url: &str) {
        self.hidden.lock().unwrap().push(url.to_owned());
    }

    /// Lets everything go from now on.
    pub(crate) fn relent(&self) {
        self.rules.lock().unwrap().clear();
    }

    /// What was asked since the last look: client, tab, address, method.
    pub(crate) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    /// Decides about the oldest wish that waits.
    pub(crate) fn decide(&self, decision: Decision) {
        self.take().decide(decision);
    }

    /// The oldest wish that waits.
    pub(crate) fn take(&self) -> Later {
        self.waiting.lock().unwrap().pop_front().expect("a wish that waits")
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.lock().unwrap().len()
    }
}

impl Gate for Porter {
    fn may_see(&self, _: &str, url: &str) -> bool {
        !self.hidden.lock().unwrap().iter().any(|hidden| hidden == url)
    }

    fn judge(&self, wish: Wish<'_>) -> Judgement {
        let tab = wish.tab.map_or("-".to_owned(), |tab| tab.0.to_string());
        let url = if wish.url.is_empty() { "-" } else { wish.url };
        self.log.lock().unwrap().push(format!("{} {tab} {url} {}", wish.name, wish.method));
        let rules = self.rules.lock().unwrap();
        let fits = |about: &str| about == wish.method || about == wish.url;
        match rules.iter().find(|(about, _)| fits(about)).map(|(_, say)| say) {
            None => Judgement::Go,
            Some(Say::No) => Judgement::Refuse(format!("{} is not allowed here", wish.method)),
            Some(Say::Wait) => {
                let waiting = Arc::clone(&self.waiting);
                Judgement::Later(Box::new(move |later| waiting.lock().unwrap().push_back(later)))
            }
            Some(Say::YesAtOnce) => Judgement::Later(Box::new(|later| later.decide(Ok(())))),
            Some(Say::Forget) => Judgement::Later(Box::new(drop)),
        }
    }
}
