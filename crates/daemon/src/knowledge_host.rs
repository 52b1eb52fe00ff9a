//! The browser and the rules, as the knowledge room needs them.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tabwright_control::{Control, ControlHub};
use tabwright_knowledge::{Captured, ImportHost, KnowledgeHost, MaySee};
use tabwright_policy::{NewEntry, Policy};
use tabwright_room::Caller;
use tabwright_wire::knowledge::MemoryUse;
use tabwright_wire::verbs::{
    BookmarksParams, FindPageBookmarks, FindVisitedPages, HtmlFragments, VisitedParams,
};
use tabwright_wire::{Bookmark, ClientOrigin, Outcome, Problem, ProblemCode, TabId, VisitedPage};

/// A browser connects itself soon after the daemon has begun.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(60);
/// Bookmarks, or visited pages, that are asked for at once.
const LIST_MAX: u32 = 100_000;

#[derive(Debug)]
pub(crate) struct ControlKnowledge {
    pub(crate) hub: Arc<ControlHub>,
    pub(crate) policy: Arc<Policy>,
}

impl ControlKnowledge {
    /// An import works for the person, in the browser that is there.
    fn importing(&self) -> Control {
        Control::new(&self.hub, "import", ClientOrigin::Person, None)
    }

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

    async fn authorize(
        &self,
        caller: &Caller,
        wanted: MemoryUse<'_>,
    ) -> Result<Option<MaySee>, Problem> {
        authorize(self.control(caller), wanted).await
    }

    fn log(&self, caller: &Caller, operation: &'static str, outcome: Result<String, ProblemCode>) {
        let (outcome, detail, note) = match outcome {
            Ok(detail) => (Outcome::Done, detail, String::new()),
            Err(code) => (Outcome::Failed, String::new(), name_of(code)),
        };
        self.policy.log().write(NewEntry {
            origin: ClientOrigin::Person,
            client: caller.client.clone(),
            operation: operation.to_owned(),
            tab: None,
            url: String::new(),
            detail,
            outcome,
            note,
            took_ms: 0,
        });
    }

    async fn is_tab_of_agent(&self, caller: &Caller, tab: TabId) -> bool {
        self.hub.is_tab_of_agent(caller.browser.as_deref(), tab).await
    }
}

#[async_trait]
impl ImportHost for ControlKnowledge {
    async fn until_browser(&self) -> Result<(), Problem> {
        self.importing().until_browser(BROWSER_TIMEOUT).await
    }

    async fn bookmarks(&self) -> Result<Vec<Bookmark>, Problem> {
        let params = BookmarksParams { tab: None, query: String::new(), max: Some(LIST_MAX) };
        Ok(self.importing().run::<FindPageBookmarks>(params).await?.bookmarks)
    }

    async fn history(&self) -> Result<Vec<VisitedPage>, Problem> {
        let query = String::new();
        let params = VisitedParams { tab: None, query, max: Some(LIST_MAX), days: None };
        Ok(self.importing().run::<FindVisitedPages>(params).await?.pages)
    }

    async fn open_behind(&self, tab: Option<TabId>, url: &str) -> Result<TabId, Problem> {
        self.importing().open_behind(tab, url).await
    }

    async fn read_behind(&self, tab: TabId) -> Result<Captured, Problem> {
        Ok(captured(self.importing().capture(Some(tab)).await?))
    }

    async fn close_behind(&self, tab: TabId) {
        // The person may have closed it, and the browser may be gone.
        if let Err(problem) = self.importing().close_behind(tab).await {
            tracing::debug!(code = ?problem.code, "the tab of an import is not closed");
        }
    }

    /// A site that a rule closes to every client is one that the person wants to be left alone.
    fn is_closed(&self, url: &str) -> bool {
        !self.policy.may_see(ANY_CLIENT, ClientOrigin::Mcp, url)
    }
}

/// Which of the kept pages a client may know of, once it may do this with them: the person of all, without a limit.
pub(crate) async fn authorize(
    control: Control,
    wanted: MemoryUse<'_>,
) -> Result<Option<MaySee>, Problem> {
    if control.is_person() {
        return Ok(None);
    }
    control.authorize_memory(wanted).await?;
    Ok(Some(Arc::new(move |page| control.may_see(&page.url))))
}

/// As it stands in a problem: `storage-failed`.
fn name_of(code: ProblemCode) -> String {
    serde_json::to_value(code).ok().as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The main frame of a page.
pub(crate) fn captured(page: HtmlFragments) -> Captured {
    let main = page.fragments.into_iter().next();
    let (url, html) = main.map(|frame| (frame.url, frame.html)).unwrap_or_default();
    Captured { url, title: page.title, html }
}

/// No client is called so: only a rule for all of them fits it.
const ANY_CLIENT: &str = "\u{2060}";
