//! A browser driven over CDP alone: one the daemon started, or one elsewhere. The page kit is put
//! into a world of its own in every frame that is asked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::join_all;
use parking_lot::{Mutex, MutexGuard};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{
    AddBookmarkParams, Bookmark, BookmarkList, CdpError, FindBookmarksParams, FindVisitsParams,
    JoinParams, KitReply, SpeakParams, Tab, TabId, VisitedList, quote_page, verbs::DialogInfo,
};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::debugger::{CdpDebugger, attach, clear_device_metrics, run_behind};
use super::evaluated::Evaluated;
use super::fetching;
use super::worlds::{TreeFrame, flatten};
use crate::backend::{
    Attach, BrowserBackend, BrowserEvent, Debugger, Frame, FrameId, NewTab, Question, Result,
};
use crate::cdp::CdpBrowser;
use crate::error::ControlError;

/// A page that Chrome makes or attaches is there within this time.
pub(super) const PAGE_TIMEOUT: Duration = Duration::from_secs(15);
const BLANK: &str = "about:blank";
/// A page that is too busy to say whether it is seen is not asked longer.
const LOOK_TIMEOUT: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct CdpBackend {
    pub(super) browser: Arc<CdpBrowser>,
    memory: Mutex<Memory>,
    downloads: std::path::PathBuf,
}

/// What CDP has no place for.
#[derive(Debug, Default)]
struct Memory {
    groups: HashMap<TabId, String>,
    /// Tabs that were opened behind others, and draw as if they were in front.
    behind: HashSet<TabId>,
    zooms: HashMap<TabId, f64>,
    speaking: Option<TabId>,
    last_fetch: i32,
}
impl CdpBackend {
    /// Downloads that a verb asks for are put into the folder.
    #[must_use]
    pub fn new(browser: Arc<CdpBrowser>, downloads: std::path::PathBuf) -> Arc<Self> {
        Arc::new(Self { browser, memory: Mutex::default(), downloads })
    }

    pub(super) fn target(&self, tab: TabId) -> Result<String> {
        let target = self.browser.page(tab, |page| page.target_id.clone());
        target.ok_or(ControlError::NoSuchTab(tab))
    }

    /// The tab's session, made when there is none.
    pub(super) async fn session(&self, tab: TabId) -> Result<String> {
        let target = self.target(tab)?;
        attach(&self.browser, tab, &target).await
    }

    pub(super) async fn call<T: serde::de::DeserializeOwned>(
        &self,
        tab: TabId,
        method: &str,
        params: &Value,
    ) -> Result<T> {
        let session = self.session(tab).await?;
        Ok(self.browser.link()?.call(Some(&session), method, params).await?)
    }
    pub(super) async fn evaluate(&self, tab: TabId, expression: &str) -> Result<Box<RawValue>> {
        let params = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true,
            "userGesture": true,
        });
        let evaluated: Evaluated = self.call(tab, "Runtime.evaluate", &params).await?;
        evaluated.value()
    }

    /// Behind others a page would draw nothing: moves of the mouse would wait for ever.
    async fn draw_behind(&self, tab: TabId, on: bool) -> Result<()> {
        match self.debugger(tab, Attach::Yes).await? {
            Some(debugger) => run_behind(&*debugger, on).await,
            None => Ok(()),
        }
    }

    /// The pages that are in front of their windows. CDP does not tell, but they know.
    async fn visible(&self, pages: &[(TabId, crate::cdp::Page)]) -> Vec<TabId> {
        let asked = pages.iter().map(|(tab, page)| async move {
            self.is_visible(*tab, page).await.unwrap_or_default().then_some(*tab)
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn is_visible(&self, tab: TabId, page: &crate::cdp::Page) -> Option<bool> {
        if page.dialog.is_some() {
            return None;
        }
        if self.memory().behind.contains(&tab) {
            return Some(false);
        }
        let params = json!({ "expression": "document.visibilityState", "returnByValue": true });
        let link = self.browser.link().ok()?;
        let session = page.session.as_deref()?;
        let said = link.call::<Evaluated>(Some(session), "Runtime.evaluate", &params);
        let said = timeout(LOOK_TIMEOUT, said).await.ok()?.ok()?.value().ok()?;
        Some(said.get() == "\"visible\"")
    }

    /// As far as it is known without asking.
    fn as_tab(&self, id: TabId, page: crate::cdp::Page, in_front: bool) -> Tab {
        Tab {
            id,
            title: page.title,
            url: page.url,
            active: in_front,
            focused: in_front,
            loading: page.loading,
            opener: page.opener,
            group: self.memory().groups.get(&id).cloned(),
            ..Tab::default()
        }
    }

    /// Asks the kit in a frame's world, which is made anew once where it is gone.
    async fn ask_in_world(
        &self,
        tab: TabId,
        frame: &FrameId,
        expression: &str,
    ) -> Result<KitReply> {
        let mut fresh = false;
        loop {
            let world = self.world(tab, frame).await?;
            let params = json!({
                "expression": expression, "contextId": world.context,
                "awaitPromise": true, "returnByValue": true,
            });
            let asked =
                self.browser.link()?.call(Some(&world.session), "Runtime.evaluate", &params);
            let answer: Result<Evaluated, CdpError> = asked.await;
            match answer {
                Ok(evaluated) => {
                    let value = evaluated.value()?;
                    return serde_json::from_str(value.get()).map_err(|error| {
                        let error = quote_page(&error.to_string());
                        ControlError::Failed(format!("the page kit answered strangely: {error}"))
                    });
                }
                Err(error) if !fresh && error.message.contains("Cannot find context") => {
                    self.browser.forget_world(tab, frame);
                    fresh = true;
                }
                Err(error) if is_gone(&error) => {
                    return Err(ControlError::PageLeft(format!(
                        "tab {tab} left its page before the page answered"
                    )));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock()
    }
}

#[async_trait]
impl BrowserBackend for CdpBackend {
    fn events(&self) -> broadcast::Receiver<BrowserEvent> {
        self.browser.subscribe()
    }

    async fn tabs(&self) -> Result<Vec<Tab>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct InWindow {
            window_id: i32,
        }
        // Titles are told late, and the list has them now.
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Targets {
            target_infos: Vec<crate::cdp::TargetInfo>,
        }
        let Targets { target_infos } =
            self.browser.call_root("Target.getTargets", &json!({})).await?;
        self.browser.targets_are(target_infos);
        let pages = self.browser.pages();
        let visible = self.visible(&pages).await;
        let windows = pages.iter().map(|(_, page)| {
            let target = json!({ "targetId": page.target_id });
            async move {
                let told =
                    self.browser.call_root::<InWindow>("Browser.getWindowForTarget", &target);
                told.await.map_or(0, |told| told.window_id)
            }
        });
        let windows = join_all(windows).await;
        let known = self.browser.front().filter(|tab| visible.is_empty() || visible.contains(tab));
        let seen = known.or_else(|| visible.last().copied());
        let front = seen.or_else(|| pages.first().map(|(tab, _)| *tab));
        let tab = |(index, ((id, page), window_id)): (usize, ((TabId, _), i32))| {
            let tab = self.as_tab(id, page, front == Some(id));
            Tab {
                window_id,
                index: u32::try_from(index).unwrap_or_default(),
                active: tab.focused || visible.contains(&id),
                ..tab
            }
        };
        Ok(pages.into_iter().zip(windows).enumerate().map(tab).collect())
    }

    async fn tab(&self, wanted: Option<TabId>) -> Result<Option<Tab>> {
        let front = self.browser.front();
        let Some(id) = wanted.or(front) else { return Ok(None) };
        let Some(page) = self.browser.page(id, Clone::clone) else { return Ok(None) };
        if wanted.is_none() && !self.is_visible(id, &page).await.unwrap_or_default() {
            return Ok(None);
        }
        Ok(Some(self.as_tab(id, page, front == Some(id))))
    }

    /// Of windows and their focus nothing is told here: the tab in front is taken for it.
    async fn looked_at(&self) -> Result<Option<TabId>> {
        Ok(self.tab(None).await?.map(|tab| tab.id))
    }

    fn opens_empty(&self) -> bool {
        true
    }

    async fn open_tab(&self, new: NewTab) -> Result<TabId> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Created {
            target_id: String,
        }
        let params = json!({
            "url": new.url, "newWindow": new.new_window, "background": new.background,
        });
        let Created { target_id } = self.browser.call_root("Target.createTarget", &params).await?;
        let there = self.browser.until(|browser| browser.tab_of(&target_id));
        let tab = timeout(PAGE_TIMEOUT, there)
            .await
            .map_err(|_| ControlError::Timeout("the new tab did not open".to_owned()))?;
        self.session(tab).await?;
        if new.url == BLANK {
            // Its own events are over when it answers.
            self.evaluate(tab, "document.readyState").await?;
        }
        if new.background {
            self.memory().behind.insert(tab);
            self.draw_behind(tab, true).await?;
        } else {
            self.browser.set_front(tab);
        }
        if let Some(group) = new.group {
            self.memory().groups.insert(tab, group);
        }
        Ok(tab)
    }

    async fn close_tab(&self, tab: TabId) -> Result<()> {
        let target = json!({ "targetId": self.target(tab)? });
        // A popup that is closed before it runs leaves the page that opened it in `window.open` for ever.
        let runs = self.browser.until(|browser| {
            let runs = browser.page(tab, |page| page.has_run.load(Ordering::Acquire));
            runs.is_none_or(|runs| runs).then_some(())
        });
        if timeout(PAGE_TIMEOUT, runs).await.is_err() {
            tracing::warn!(%tab, "a tab is closed that Chrome has not let run");
        }
        self.target(tab)?;
        self.browser.call_root::<Value>("Target.closeTarget", &target).await?;
        let gone = self.browser.until(|browser| browser.page(tab, |_| ()).is_none().then_some(()));
        // A page may ask whether it should be left; then it stays.
        timeout(PAGE_TIMEOUT, gone)
            .await
            .map_err(|_| ControlError::Timeout(format!("tab {tab} did not close")))
    }

    async fn activate_tab(&self, tab: TabId) -> Result<()> {
        let target = json!({ "targetId": self.target(tab)? });
        self.browser.call_root::<Value>("Target.activateTarget", &target).await?;
        if self.memory().behind.remove(&tab) {
            self.draw_behind(tab, false).await?;
        }
        self.browser.set_front(tab);
        Ok(())
    }

    async fn emulate_focus(&self, tab: TabId, on: bool, _attach: Attach) -> Result<bool> {
        let is_behind = self.memory().behind.contains(&tab);
        if is_behind == on {
            return Ok(on);
        }
        // A tab in front of a window of its own is seen without it, and would be taken for one behind others.
        let page = self.browser.page(tab, Clone::clone).ok_or(ControlError::NoSuchTab(tab))?;
        if on && self.is_visible(tab, &page).await != Some(false) {
            return Ok(false);
        }
        self.draw_behind(tab, on).await?;
        let mut memory = self.memory();
        if on {
            memory.behind.insert(tab)
        } else {
            memory.behind.remove(&tab)
        };
        Ok(true)
    }

    async fn group_tabs(&self, tabs: &[TabId], title: Option<&str>) -> Result<()> {
        let mut memory = self.memory();
        for tab in tabs {
            match title {
                Some(title) => memory.groups.insert(*tab, title.to_owned()),
                None => memory.groups.remove(tab),
            };
        }
        Ok(())
    }

    async fn move_tabs(&self, _tabs: &[TabId], _window: Option<i32>) -> Result<()> {
        Err(ControlError::Unsupported(
            "Chrome cannot move a tab to another window over CDP. Open a new tab there instead"
                .to_owned(),
        ))
    }

    async fn navigate(&self, tab: TabId, url: &str) -> Result<()> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Navigated {
            #[serde(default)]
            error_text: Option<String>,
            #[serde(default)]
            is_download: bool,
        }
        let went: Navigated = self.call(tab, "Page.navigate", &json!({ "url": url })).await?;
        match went.error_text {
            Some(reason) if !went.is_download => {
                Err(ControlError::NavigationFailed { url: url.to_owned(), reason })
            }
            _ => Ok(()),
        }
    }

    async fn go_in_history(&self, tab: TabId, delta: i32) -> Result<()> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct History {
            current_index: i64,
            entries: Vec<Entry>,
        }
        #[derive(Deserialize)]
        struct Entry {
            id: i64,
        }
        let history: History = self.call(tab, "Page.getNavigationHistory", &json!({})).await?;
        let place = usize::try_from(history.current_index + i64::from(delta)).ok();
        let Some(entry) = place.and_then(|place| history.entries.get(place)) else {
            let way = if delta < 0 { "back" } else { "forward" };
            return Err(ControlError::Failed(format!("there is no page to go {way} to")));
        };
        let params = json!({ "entryId": entry.id });
        self.call::<Value>(tab, "Page.navigateToHistoryEntry", &params).await.map(drop)
    }

    async fn reload(&self, tab: TabId, bypass_cache: bool) -> Result<()> {
        let params = json!({ "ignoreCache": bypass_cache });
        self.call::<Value>(tab, "Page.reload", &params).await.map(drop)
    }

    async fn frames(&self, tab: TabId) -> Result<Vec<Frame>> {
        let session = self.session(tab).await?;
        // A page that is stuck does not tell of its frames.
        let told = timeout(PAGE_TIMEOUT, self.frame_trees(tab, session)).await;
        let trees = told.map_err(|_| {
            ControlError::Timeout(format!("the page in tab {tab} did not tell of its frames"))
        })??;
        let frame = |found: &TreeFrame| Frame {
            id: FrameId(found.id.clone()),
            parent: found.parent_id.clone().map(FrameId),
            document: found.loader_id.clone(),
            url: found.url.clone(),
        };
        let mut frames: Vec<Frame> = Vec::new();
        for (_, tree) in &trees {
            for found in flatten(tree) {
                // A frame that moved to another process is told of by both for a moment.
                frames.retain(|known| known.id.0 != found.id);
                frames.push(frame(found));
            }
        }
        frames.sort_by_key(|frame| frame.parent.is_some());
        Ok(frames)
    }

    async fn ask_kit(
        &self,
        tab: TabId,
        frame: &FrameId,
        question: Question<'_>,
    ) -> Result<KitReply> {
        let expression = {
            #[derive(serde::Serialize)]
            struct Asked<'a> {
                name: &'a str,
                params: &'a RawValue,
                join: JoinParams,
            }
            let asked =
                Asked { name: question.name, params: question.params, join: question.join.clone() };
            let asked = serde_json::to_string(&asked)
                .map_err(|error| ControlError::BadArguments(error.to_string()))?;
            format!("tabwright.ask({asked})")
        };
        // A page that is stuck makes no world either.
        let asked = self.ask_in_world(tab, frame, &expression);
        timeout(question.deadline, asked).await.map_err(|_| {
            let limit = question.deadline.as_millis();
            ControlError::Timeout(format!("the page did not answer within {limit} ms"))
        })?
    }

    fn main_frame(&self, tab: TabId) -> Result<FrameId> {
        self.target(tab).map(FrameId)
    }

    async fn debugger(&self, tab: TabId, _attach: Attach) -> Result<Option<Arc<dyn Debugger>>> {
        let session = self.session(tab).await?;
        let browser = Arc::clone(&self.browser);
        // Those that were told to draw behind others are recorded already.
        let paints_hidden_tabs = self.memory().behind.contains(&tab);
        Ok(Some(Arc::new(CdpDebugger {
            browser,
            tab,
            session,
            kit_origin: None,
            paints_hidden_tabs,
        })))
    }

    fn dialog(&self, tab: TabId) -> Option<DialogInfo> {
        self.browser.page(tab, |page| page.dialog.clone()).flatten()
    }

    fn has_crashed(&self, tab: TabId) -> bool {
        self.browser.page(tab, |page| page.crashed).unwrap_or_default()
    }

    async fn run_script(&self, tab: TabId, _frame: &FrameId, code: &str) -> Result<Box<RawValue>> {
        self.evaluate(tab, &format!("(async () => {{ {code} }})()")).await
    }

    async fn capture(&self, tab: TabId) -> Result<Vec<u8>> {
        let params = json!({ "format": "png" });
        let picture: super::Data = self.call(tab, "Page.captureScreenshot", &params).await?;
        picture.decode()
    }

    async fn zoom(&self, tab: TabId, factor: Option<f64>) -> Result<f64> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Metrics {
            css_layout_viewport: Viewport,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Viewport {
            client_width: f64,
            client_height: f64,
        }
        let now = self.memory().zooms.get(&tab).copied().unwrap_or(1.0);
        let Some(factor) = factor else { return Ok(now) };
        if (factor - 1.0).abs() < 0.001 {
            let debugger =
                self.debugger(tab, Attach::Yes).await?.ok_or(ControlError::NoSuchTab(tab))?;
            if (now - 1.0).abs() >= 0.001 {
                clear_device_metrics(&*debugger).await?;
            }
        } else {
            let Metrics { css_layout_viewport: view } =
                self.call(tab, "Page.getLayoutMetrics", &json!({})).await?;
            let size = |pixels: f64| (pixels * now / factor).round() as i64;
            let params = json!({
                "width": size(view.client_width), "height": size(view.client_height),
                "deviceScaleFactor": factor, "mobile": false,
            });
            self.call::<Value>(tab, "Emulation.setDeviceMetricsOverride", &params).await?;
        }
        self.memory().zooms.insert(tab, factor);
        Ok(factor)
    }

    async fn speak(&self, tab: Option<TabId>, params: SpeakParams) -> Result<()> {
        let tab = tab.ok_or(ControlError::NoTab)?;
        let said = serde_json::to_string(&params).unwrap_or_default();
        let expression = format!(
            "((params) => new Promise((done, fail) => {{
                const speech = new SpeechSynthesisUtterance(params.text);
                if (params.lang) speech.lang = params.lang;
                speech.onstart = () => done();
                speech.onerror = (event) => fail(new Error(event.error));
                speechSynthesis.cancel();
                speechSynthesis.speak(speech);
                if (speechSynthesis.getVoices().length === 0) {{
                    setTimeout(() => speechSynthesis.speaking || fail(new Error('no voice')), 1000);
                }}
            }}))({said})"
        );
        match timeout(PAGE_TIMEOUT, self.evaluate(tab, &expression)).await {
            Ok(Ok(_)) => {
                self.memory().speaking = Some(tab);
                Ok(())
            }
            Ok(Err(ControlError::Script(reason))) => {
                let reason = quote_page(&reason);
                Err(ControlError::Unsupported(format!("this browser cannot speak: {reason}")))
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(ControlError::Unsupported("this browser has no voice".to_owned())),
        }
    }

    async fn stop_speaking(&self) -> Result<()> {
        let speaking = self.memory().speaking.take();
        if let Some(tab) = speaking {
            self.evaluate(tab, "speechSynthesis.cancel()").await?;
        }
        Ok(())
    }

    async fn find_visits(&self, _: FindVisitsParams) -> Result<VisitedList> {
        let message = "the history can only be read through the extension, not over CDP";
        Err(ControlError::Unsupported(message.to_owned()))
    }

    async fn find_bookmarks(&self, params: FindBookmarksParams) -> Result<BookmarkList> {
        self.bookmarks_like(&params).await
    }

    async fn add_bookmark(&self, params: AddBookmarkParams) -> Result<Bookmark> {
        self.bookmark(&params).await
    }

    async fn remove_bookmark(&self, id: String) -> Result<()> {
        self.forget_bookmark(&id).await
    }

    async fn read_clipboard(&self, _tab: Option<TabId>) -> Result<String> {
        self.clipboard().await
    }

    async fn write_clipboard(&self, _tab: Option<TabId>, text: String) -> Result<()> {
        self.set_clipboard(text).await
    }

    async fn start_download(&self, tab: Option<TabId>, url: &str) -> Result<i32> {
        let tab = tab.ok_or(ControlError::NoTab)?;
        let session = self.session(tab).await?;
        let id = {
            let mut memory = self.memory();
            memory.last_fetch -= 1;
            memory.last_fetch
        };
        let frame = self.main_frame(tab)?;
        let fetch = fetching::Fetch {
            link: Arc::clone(self.browser.link()?),
            session,
            frame,
            url: url.to_owned(),
            folder: self.downloads.clone(),
        };
        let browser = Arc::clone(&self.browser);
        let url = url.to_owned();
        tokio::spawn(async move {
            browser.tell(BrowserEvent::Download(fetch.run(id, url).await));
        });
        Ok(id)
    }

    /// CDP knows no pause: it goes on, into our own folder, until it is settled.
    async fn hold_download(&self, _id: i32) -> Result<()> {
        Ok(())
    }

    async fn settle_download(&self, id: i32, keep: bool) -> Result<()> {
        match keep {
            true => Ok(()),
            false => Ok(self.browser.drop_download(id).await?),
        }
    }
}

fn is_gone(error: &CdpError) -> bool {
    let gone =
        ["Inspected target navigated or closed", "context was destroyed", "Session with given id"];
    gone.iter().any(|word| error.message.contains(word))
}

#[cfg(test)]
mod tests;
