//! What must come of a step: where the page is then, a new tab, a dialog, a text.

use std::time::Duration;

use serde_json::json;
use tabwright_wire::verbs::{Changes, Tabs, Wait};
use tabwright_wire::{Problem, ProblemCode, Tab, TabId, quote_address, quote_page};
use tokio::time::{Instant, sleep};

use super::addresses::is_at;
use super::arguments::Options;
use super::{Run, State};

const LOOK_AGAIN: Duration = Duration::from_millis(150);

impl Run {
    /// Goes on when everything expected has come.
    pub(super) async fn expect(
        &self,
        state: &mut State,
        changes: &Changes,
        expected: Options<'_>,
    ) -> Result<(), Problem> {
        if let Some(pattern) = expected.text("tab") {
            let opened = changes.new_tabs.iter().find(|tab| is_at(&tab.url, &pattern));
            let opened = match opened {
                Some(tab) => tab.clone(),
                None => self.until_tab(&pattern, |tab| is_at(&tab.url, &pattern)).await?,
            };
            state.tab = opened.id;
            self.loaded(state.tab).await?;
        }
        if let Some(message) = expected.text("dialog") {
            let came = changes.dialog.as_ref().map(|dialog| dialog.message.as_str());
            if !came.is_some_and(|came| contains(came, &message)) {
                let came = came.map_or("none opened".to_owned(), |came| {
                    format!("it says {}", quote_page(came))
                });
                return Err(missing(&format!("the dialog {}: {came}", quote_page(&message))));
            }
        }
        if let Some(pattern) = expected.text("url") {
            self.until_at(state.tab, &pattern).await?;
        }
        if let Some(text) = expected.text("text") {
            self.until_text(state.tab, &text).await?;
        }
        Ok(())
    }

    pub(super) async fn until_at(&self, tab: TabId, pattern: &str) -> Result<(), Problem> {
        let is_there = |it: &Tab| it.id == tab && is_at(&it.url, pattern);
        self.until_tab(pattern, is_there).await?;
        self.loaded(tab).await
    }

    pub(super) async fn until_text(&self, tab: TabId, text: &str) -> Result<(), Problem> {
        let wait = json!({ "tab": tab, "for": { "type": "text", "text": text },
            "timeoutMs": self.task.patience.as_millis() as u64 });
        match self.verb::<Wait>(wait).await {
            Err(problem) if problem.code == ProblemCode::WaitTimeout => {
                Err(missing(&format!("the text {}", quote_page(text))))
            }
            waited => waited.map(drop),
        }
    }

    pub(super) async fn loaded(&self, tab: TabId) -> Result<(), Problem> {
        self.verb::<Wait>(json!({ "tab": tab, "for": { "type": "load" } })).await.map(drop)
    }

    /// A tab of those in which the flow may work.
    pub(super) async fn until_tab(
        &self,
        pattern: &str,
        is_wanted: impl Fn(&Tab) -> bool + Send,
    ) -> Result<Tab, Problem> {
        let deadline = Instant::now() + self.task.patience;
        loop {
            let tabs = self.verb::<Tabs>(json!({})).await?.tabs;
            if let Some(tab) = tabs.into_iter().find(|tab| is_wanted(tab)) {
                return Ok(tab);
            }
            if Instant::now() >= deadline {
                return Err(missing(&format!("a page at {}", quote_address(pattern))));
            }
            sleep(LOOK_AGAIN).await;
        }
    }
}

/// In any case and with any blanks.
pub(super) fn contains(text: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain(text).contains(&plain(wanted))
}

fn missing(what: &str) -> Problem {
    Problem {
        code: ProblemCode::WaitTimeout,
        title: format!("it was done, but what should follow did not come: {what}"),
        fix: "Look at the page, what was done before counts; record the flow again if the page has changed"
            .to_owned(),
    }
}
