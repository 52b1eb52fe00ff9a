//! One line of the log in the making: however an act ends, it is written.

use tabwright_policy::{NewEntry, Policy};
use tabwright_wire::{ClientOrigin, Outcome, Problem, ProblemCode, Tab, TabId};
use tokio::time::Instant;

use crate::logged::Logged;

pub(crate) struct Entry<'a> {
    policy: &'a Policy,
    client: &'a str,
    origin: ClientOrigin,
    operation: &'static str,
    logged: Logged,
    tab: Option<TabId>,
    url: String,
    is_place_concealed: bool,
    began: Instant,
    ended: bool,
}

impl<'a> Entry<'a> {
    pub(crate) fn begin(
        policy: &'a Policy,
        (client, origin): (&'a str, ClientOrigin),
        operation: &'static str,
        logged: Logged,
    ) -> Self {
        let (tab, url, began) = (None, String::new(), Instant::now());
        Self {
            policy,
            client,
            origin,
            operation,
            logged,
            tab,
            url,
            is_place_concealed: false,
            began,
            ended: false,
        }
    }

    /// The parameters, as far as they may be in the log.
    pub(crate) fn logged(&self) -> &Logged {
        &self.logged
    }

    pub(crate) fn about(&mut self, tab: &Tab) {
        self.tab = Some(tab.id);
        self.url.clone_from(&tab.url);
    }

    /// However it ends, nothing tells where it was: what the person keeps may be forgotten again, and the log
    /// cannot.
    pub(crate) fn conceal_place(&mut self) {
        self.is_place_concealed = true;
    }

    pub(crate) fn end(mut self, error: Option<&Problem>) {
        self.ended = true;
        let outcome = match error {
            None => Outcome::Done,
            Some(Problem { code: ProblemCode::Denied | ProblemCode::PageChanged, .. }) => {
                Outcome::Refused
            }
            Some(_) => Outcome::Failed,
        };
        let note = error.map(|problem| self.logged.sentence(&problem.title)).unwrap_or_default();
        self.write(outcome, note);
    }

    /// Only whether it was done, for what must not be told.
    pub(crate) fn end_unsaid(mut self, is_done: bool) {
        self.ended = true;
        let outcome = if is_done { Outcome::Done } else { Outcome::Failed };
        self.write(outcome, String::new());
    }

    fn write(&mut self, outcome: Outcome, note: String) {
        if self.is_place_concealed {
            self.url.clear();
        }
        self.policy.log().write(NewEntry {
            origin: self.origin,
            client: self.client.to_owned(),
            operation: self.operation.to_owned(),
            tab: self.tab,
            url: std::mem::take(&mut self.url),
            detail: self.logged.params.to_string(),
            outcome,
            note,
            took_ms: self.began.elapsed().as_millis() as u64,
        });
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.write(Outcome::Cancelled, "the client went away meanwhile".to_owned());
        }
    }
}
