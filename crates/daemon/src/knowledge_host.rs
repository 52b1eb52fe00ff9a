//! The browser and the rules, as the knowledge room needs them.

use std::sync::Arc;

use async_trait::async_trait;
use tabwright_control::{Control, ControlHub};
use tabwright_knowledge::{Captured, KnowledgeHost, MaySee};
use tabwright_policy::{NewEntry, Policy};
use tabwright_room::Caller;
use tabwright_wire::verbs::HtmlFragments;
use tabwright_wire::{ClientOrigin, Outcome, Problem, TabId};

#[derive(Debug)]
pub(crate) struct ControlKnowledge {
    pub(crate) hub: Arc<ControlHub>,
    pub(crate) policy: Arc<Policy>,
}

impl ControlKnowledge {
    fn control(&self, caller: &Caller) -> Control {
        let origin = match caller.credential.is_person() {
            true => ClientOrigin::Person,
            false => ClientOrigin::Api,
        };
        Control::new(&self.hub, &caller.client, origin, caller.browser.as_deref())
    }
}

#[async_trait]
impl KnowledgeHost for ControlKnowledge {
    async fn capture(&self, caller: &Caller, tab: Option<TabId>) -> Result<Captured, Problem> {
        Ok(captured(self.control(caller).capture(tab).await?))
    }

    async fn authorize(&self, caller: &Caller) -> Result<Option<MaySee>, Problem> {
        if caller.credential.is_person() {
            return Ok(None);
        }
        let control = self.control(caller);
        control.authorize_memory().await?;
        Ok(Some(Arc::new(move |page| control.may_see(&page.url))))
    }

    fn log(&self, caller: &Caller, operation: &'static str, detail: String) {
        self.policy.log().write(NewEntry {
            origin: ClientOrigin::Person,
            client: caller.client.clone(),
            operation: operation.to_owned(),
            tab: None,
            url: String::new(),
            detail,
            outcome: Outcome::Done,
            note: String::new(),
            took_ms: 0,
        });
    }

    async fn is_tab_of_agent(&self, caller: &Caller, tab: TabId) -> bool {
        self.hub.is_tab_of_agent(caller.browser.as_deref(), tab).await
    }

    /// A site that a rule closes to every client is one that the person wants to be left alone.
    fn is_closed(&self, url: &str) -> bool {
        !self.policy.may_see(ANY_CLIENT, ClientOrigin::Mcp, url)
    }
}

/// The main frame of a page.
pub(crate) fn captured(page: HtmlFragments) -> Captured {
    let main = page.fragments.into_iter().next();
    let (url, html) = main.map(|frame| (frame.url, frame.html)).unwrap_or_default();
    Captured { url, title: page.title, html }
}

/// No client is called so: only a rule for all of them fits it.
const ANY_CLIENT: &str = "\u{2060}";
