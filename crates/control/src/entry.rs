//! One line of the log in the making: however an act ends, it is written.

use serde::Serialize;
use tabwright_policy::{NewEntry, Policy};
use tabwright_wire::{ClientOrigin, Outcome, Problem, ProblemCode, Tab, TabId};
use tokio::time::Instant;

pub(crate) struct Entry<'a> {
    policy: &'a Policy,
    client: &'a str,
    origin: ClientOrigin,
    operation: &'static str,
    detail: String,
    tab: Option<TabId>,
    url: String,
    began: Instant,
    ended: bool,
}

impl<'a> Entry<'a> {
    pub(crate) fn begin(
        policy: &'a Policy,
        (client, origin): (&'a str, ClientOrigin),
        operation: &'static str,
        params: &impl Serialize,
    ) -> Self {
        let detail = serde_json::to_string(params).unwrap_or_default();
        let (tab, url, began) = (None, String::new(), Instant::now());
        Self { policy, client, origin, operation, detail, tab, url, began, ended: false }
    }

    pub(crate) fn about(&mut self, tab: &Tab) {
        self.tab = Some(tab.id);
        self.url.clone_from(&tab.url);
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
        self.write(outcome, error.map(|problem| problem.title.clone()).unwrap_or_default());
    }

    fn write(&mut self, outcome: Outcome, note: String) {
        self.policy.log().write(NewEntry {
            origin: self.origin,
            client: self.client.to_owned(),
            operation: self.operation.to_owned(),
            tab: self.tab,
            url: std::mem::take(&mut self.url),
            detail: std::mem::take(&mut self.detail),
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
