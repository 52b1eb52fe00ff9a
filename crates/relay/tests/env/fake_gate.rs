//! A gate that says what the test tells it to say, and writes down all that it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tabwright_relay::{
    ClientId, Decision, FinalDecision, Gate, PendingDecision, PermissionRequest,
};
use tabwright_wire::{BarrierRule, TabId};

/// What the gate decides about a request, unless it allows it at once.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Say {
    No,
    /// When the test says so.
    Wait,
    /// Pending, but resolved before the question is over.
    YesAtOnce,
    /// Pending, and then dropped without being resolved.
    Forget,
}

#[derive(Debug, Default)]
pub(crate) struct FakeGate {
    rules: Mutex<Vec<(String, Say)>>,
    hidden: Mutex<Vec<String>>,
    closed: Mutex<Vec<String>>,
    secret: Mutex<Option<String>>,
    log: Mutex<Vec<String>>,
    waiting: Arc<Mutex<VecDeque<PendingDecision>>>,
}

impl FakeGate {
    /// From now on this to requests with this method, or about a page with this address.
    pub(crate) fn say(&self, about: &str, say: Say) {
        self.rules.lock().unwrap().push((about.to_owned(), say));
    }

    /// From now on nobody may know of pages at this address, or have cookies of this domain.
    pub(crate) fn hide(&self, url: &str) {
        self.hidden.lock().unwrap().push(url.to_owned());
    }

    /// From now on nobody's page may load what is at this address.
    pub(crate) fn close(&self, url: &str) {
        self.closed.lock().unwrap().push(url.to_owned());
    }

    /// From now on every tab holds this, which nobody may hear of.
    pub(crate) fn withhold(&self, secret: &str) {
        *self.secret.lock().unwrap() = Some(secret.to_owned());
    }

    /// Lets everything go from now on.
    pub(crate) fn relent(&self) {
        self.rules.lock().unwrap().clear();
    }

    /// What was asked since the last look: client, tab, address, method.
    pub(crate) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    /// Resolves the oldest pending request.
    pub(crate) fn resolve(&self, decision: FinalDecision) {
        self.take().resolve(decision);
    }

    /// The oldest pending request.
    pub(crate) fn take(&self) -> PendingDecision {
        self.waiting.lock().unwrap().pop_front().expect("a request that waits")
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.lock().unwrap().len()
    }
}

impl Gate for FakeGate {
    fn barrier(&self, _: &str) -> Vec<BarrierRule> {
        let rule =
            |url: &String| BarrierRule { addresses: url.clone(), blocks: true, only_pages: false };
        self.closed.lock().unwrap().iter().map(rule).collect()
    }

    fn may_load(&self, _: &str, url: &str, is_page: bool) -> bool {
        self.log.lock().unwrap().push(format!("{} {url}", if is_page { "page" } else { "part" }));
        !self.closed.lock().unwrap().iter().any(|closed| closed == url)
    }

    fn may_see(&self, _: &str, url: &str) -> bool {
        !self.hidden.lock().unwrap().iter().any(|hidden| hidden == url)
    }

    fn may_have_cookies(&self, _: &str, domain: &str) -> bool {
        !self.hidden.lock().unwrap().iter().any(|hidden| hidden == domain)
    }

    fn withholds(&self, _: ClientId, _: &str, _: TabId, _: &str) -> bool {
        self.secret.lock().unwrap().is_some()
    }

    fn redact(&self, _: TabId, _: &str, text: &str) -> Option<String> {
        let secret = self.secret.lock().unwrap();
        secret.as_ref().map(|secret| text.replace(secret.as_str(), "••••"))
    }

    fn decide(&self, request: PermissionRequest<'_>) -> Decision {
        let tab = request.tab.map_or("-".to_owned(), |tab| tab.0.to_string());
        let url = if request.url.is_empty() { "-" } else { request.url };
        self.log.lock().unwrap().push(format!("{} {tab} {url} {}", request.name, request.method));
        let rules = self.rules.lock().unwrap();
        let fits = |about: &str| about == request.method || about == request.url;
        match rules.iter().find(|(about, _)| fits(about)).map(|(_, say)| say) {
            None => Decision::Allow,
            Some(Say::No) => Decision::Refuse(format!("{} is not allowed here", request.method)),
            Some(Say::Wait) => {
                let waiting = Arc::clone(&self.waiting);
                Decision::Pending(Box::new(move |pending| {
                    waiting.lock().unwrap().push_back(pending);
                }))
            }
            Some(Say::YesAtOnce) => Decision::Pending(Box::new(|pending| pending.resolve(Ok(())))),
            Some(Say::Forget) => Decision::Pending(Box::new(drop)),
        }
    }
}
