//! How the browser's own actions are done, by the verbs of browser control.

mod links;
mod lookup;
mod memory;
mod page_content;
mod pages;
mod search;
mod tabs;

pub use lookup::look_up;

use serde_json::Value;
use tabwright_wire::knowledge::AskParams;
use tabwright_wire::language::Action;
use tabwright_wire::{Problem, ProblemCode, TabId};

use crate::host::ActionContext;
use crate::resolve::Resolver;
use crate::schema::{BrowserAction, ExternalAction, LookupAction, MemoryAction};

/// What came of an action.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ActionResult {
    /// As a sentence for the person.
    pub message: String,
    /// What was read or found, if that is what it was for.
    pub result: Option<Value>,
    /// Where the next action happens, if elsewhere.
    pub tab: Option<TabId>,
}

impl ActionResult {
    pub fn message(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    #[must_use]
    pub fn with(mut self, result: impl Into<Value>) -> Self {
        self.result = Some(result.into());
        self
    }

    #[must_use]
    pub fn in_tab(mut self, tab: TabId) -> Self {
        self.tab = Some(tab);
        self
    }
}

/// Does an action of the browser's own families; nothing for one of another.
pub(crate) async fn perform(
    action: &Action,
    context: &ActionContext<'_>,
    resolver: &Resolver,
) -> Option<Result<ActionResult, Problem>> {
    if let Ok(action) = BrowserAction::read(action) {
        return Some(browser(action, context, resolver).await);
    }
    if let Ok(action) = ExternalAction::read(action) {
        return Some(external(action, context, resolver).await);
    }
    if let Ok(LookupAction::LookupAndAnswerInternet(asked)) = LookupAction::read(action) {
        let params = AskParams { question: asked.question, without_model: false };
        return Some(look_up(context, params).await.map(|answer| memory::told(&answer)));
    }
    if let Ok(action) = MemoryAction::read(action) {
        return Some(memory::perform(action, context, resolver).await);
    }
    None
}

async fn browser(
    action: BrowserAction,
    context: &ActionContext<'_>,
    resolver: &Resolver,
) -> Result<ActionResult, Problem> {
    use BrowserAction as Do;
    match action {
        Do::OpenWebPage(page) => {
            pages::open(context, resolver, &page.site, page.tab.unwrap_or_default()).await
        }
        Do::CloseWebPage(_) => tabs::close(context, None).await,
        Do::CloseAllWebPages(_) => tabs::close_all(context).await,
        Do::ChangeTabs(which) => {
            tabs::change(context, which.tab_description.as_deref(), which.tab_index).await
        }
        Do::GoBack(steps) => pages::back(context, steps.times).await,
        Do::GoForward(steps) => pages::forward(context, steps.times).await,
        Do::ScrollDown(scroll) => pages::scroll(context, scroll, 1.0).await,
        Do::ScrollUp(scroll) => pages::scroll(context, scroll, -1.0).await,
        Do::FollowLinkByText(link) => {
            links::by_text(context, link.keywords, link.open_in_new_tab.unwrap_or(false)).await
        }
        Do::FollowLinkByPosition(link) => {
            links::by_position(context, link.position, link.open_in_new_tab.unwrap_or(false)).await
        }
        Do::ZoomIn(steps) => {
            pages::zoom(context, tabwright_wire::verbs::ZoomTo::In, steps.times).await
        }
        Do::ZoomOut(steps) => {
            pages::zoom(context, tabwright_wire::verbs::ZoomTo::Out, steps.times).await
        }
        Do::ZoomReset(_) => pages::zoom(context, tabwright_wire::verbs::ZoomTo::Reset, None).await,
        Do::ReadPageContent(_) => page_content::aloud(context).await,
        Do::StopReadPageContent(_) => page_content::hush(context).await,
        Do::CaptureScreenshot(shot) => {
            page_content::screenshot(context, shot.full_page.unwrap_or(false)).await
        }
        Do::ReloadPage(_) => pages::reload(context).await,
        Do::SearchWeb(search) => search::search(context, &search).await,
        Do::ChangeSearchProvider(provider) => search::choose(context, provider.name).await,
        Do::OpenSearchResult(result) => search::open_result(context, &result).await,
        Do::SearchImageAction(search) => search::pictures(context, &search).await,
        Do::ExecuteAdHocScript(script) => page_content::script(context, &script).await,
        Do::GetWebsiteStats(stats) => page_content::website_stats(context, resolver, &stats).await,
    }
}

async fn external(
    action: ExternalAction,
    context: &ActionContext<'_>,
    resolver: &Resolver,
) -> Result<ActionResult, Problem> {
    use ExternalAction as Do;
    match action {
        Do::OpenTab(tab) => pages::open_tab(context, resolver, tab.site.as_deref()).await,
        Do::CloseTab(which) => {
            let tab =
                tabs::meant(context, which.tab_description.as_deref(), which.tab_index).await?;
            tabs::close(context, tab).await
        }
        Do::SwitchToTab(which) => tabs::change(context, None, Some(which.tab_index)).await,
        Do::AddToBookmarks(bookmark) => page_content::bookmark(context, bookmark).await,
    }
}

/// Something that was asked for is not there.
fn missing(title: String, fix: impl Into<String>) -> Problem {
    Problem { code: ProblemCode::NotFound, title, fix: fix.into() }
}

fn lacking(title: impl Into<String>, fix: impl Into<String>) -> Problem {
    let (title, fix) = (title.into(), fix.into());
    Problem { code: ProblemCode::NotUnderstood, title, fix }
}
