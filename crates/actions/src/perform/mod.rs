//! How the browser's own actions are done, by the verbs of browser control.

mod links;
mod pages;
mod reading;
mod searching;
mod tabs;

use serde_json::Value;
use tabwright_wire::language::Action;
use tabwright_wire::{Problem, ProblemCode, TabId};

use crate::hands::Scene;
use crate::resolve::Resolver;
use crate::schema::{BrowserAction, ExternalAction, LookupAction};

/// What came of an action.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Deed {
    /// As a sentence for the person.
    pub message: String,
    /// What was read or found, if that is what it was for.
    pub result: Option<Value>,
    /// Where the next action happens, if elsewhere.
    pub tab: Option<TabId>,
}

impl Deed {
    pub fn said(message: impl Into<String>) -> Self {
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
    scene: &Scene<'_>,
    resolver: &Resolver,
) -> Option<Result<Deed, Problem>> {
    if let Ok(action) = BrowserAction::read(action) {
        return Some(browser(action, scene, resolver).await);
    }
    if let Ok(action) = ExternalAction::read(action) {
        return Some(external(action, scene, resolver).await);
    }
    if let Ok(LookupAction::LookupAndAnswerInternet(asked)) = LookupAction::read(action) {
        return Some(searching::look_up(scene, &asked.question).await);
    }
    None
}

async fn browser(
    action: BrowserAction,
    scene: &Scene<'_>,
    resolver: &Resolver,
) -> Result<Deed, Problem> {
    use BrowserAction as Do;
    match action {
        Do::OpenWebPage(page) => {
            pages::open(scene, resolver, &page.site, page.tab.unwrap_or_default()).await
        }
        Do::CloseWebPage(_) => tabs::close(scene, None).await,
        Do::CloseAllWebPages(_) => tabs::close_all(scene).await,
        Do::ChangeTabs(which) => {
            tabs::change(scene, which.tab_description.as_deref(), which.tab_index).await
        }
        Do::GoBack(steps) => pages::back(scene, steps.times).await,
        Do::GoForward(steps) => pages::forward(scene, steps.times).await,
        Do::ScrollDown(scroll) => pages::scroll(scene, scroll, 1.0).await,
        Do::ScrollUp(scroll) => pages::scroll(scene, scroll, -1.0).await,
        Do::FollowLinkByText(link) => {
            links::by_text(scene, link.keywords, link.open_in_new_tab.unwrap_or(false)).await
        }
        Do::FollowLinkByPosition(link) => {
            links::by_position(scene, link.position, link.open_in_new_tab.unwrap_or(false)).await
        }
        Do::ZoomIn(steps) => {
            pages::zoom(scene, tabwright_wire::verbs::ZoomTo::In, steps.times).await
        }
        Do::ZoomOut(steps) => {
            pages::zoom(scene, tabwright_wire::verbs::ZoomTo::Out, steps.times).await
        }
        Do::ZoomReset(_) => pages::zoom(scene, tabwright_wire::verbs::ZoomTo::Reset, None).await,
        Do::ReadPageContent(_) => reading::aloud(scene).await,
        Do::StopReadPageContent(_) => reading::hush(scene).await,
        Do::CaptureScreenshot(shot) => {
            reading::screenshot(scene, shot.full_page.unwrap_or(false)).await
        }
        Do::ReloadPage(_) => pages::reload(scene).await,
        Do::SearchWeb(search) => searching::search(scene, &search).await,
        Do::ChangeSearchProvider(provider) => searching::choose(scene, provider.name).await,
        Do::OpenSearchResult(result) => searching::open_result(scene, &result).await,
        Do::SearchImageAction(search) => searching::pictures(scene, &search).await,
        Do::ExecuteAdHocScript(script) => reading::script(scene, &script).await,
        Do::GetWebsiteStats(stats) => reading::website_stats(scene, &stats).await,
    }
}

async fn external(
    action: ExternalAction,
    scene: &Scene<'_>,
    resolver: &Resolver,
) -> Result<Deed, Problem> {
    use ExternalAction as Do;
    match action {
        Do::OpenTab(tab) => pages::open_tab(scene, resolver, tab.site.as_deref()).await,
        Do::CloseTab(which) => {
            let tab = tabs::meant(scene, which.tab_description.as_deref(), which.tab_index).await?;
            tabs::close(scene, tab).await
        }
        Do::SwitchToTab(which) => tabs::change(scene, None, Some(which.tab_index)).await,
        Do::AddToBookmarks(bookmark) => reading::bookmark(scene, bookmark).await,
    }
}

/// Something that was asked for is not there.
fn missing(title: String, fix: impl Into<String>) -> Problem {
    Problem { status: 404, code: ProblemCode::NotFound, title, fix: fix.into() }
}

fn lacking(title: impl Into<String>, fix: impl Into<String>) -> Problem {
    let (title, fix) = (title.into(), fix.into());
    Problem { status: 422, code: ProblemCode::NotUnderstood, title, fix }
}
