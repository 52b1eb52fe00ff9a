//! The person's browser, through the extension in it. Pages are reached by its content script; the
//! debugger, where it is wanted, through the relay, beside whoever else uses it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use parking_lot::Mutex;
use serde_json::value::RawValue;
use tabwright_rpc::Channel;
use tabwright_wire::{
    ActivateTab, AddBookmark, AddBookmarkParams, AskKit, AskKitParams, Bookmark, BookmarkIdParams,
    BookmarkList, CaptureTab, ClipboardText, CloseTab, CreateTab, CreateTabParams, DownloadId,
    FindBookmarks, FindBookmarksParams, FindTab, FindTabParams, FindVisits, FindVisitsParams,
    FrameInfo, GoInHistory, GroupParams, GroupTabs, HistoryParams, HoldDownload, KitReply,
    ListFrames, ListTabs, ListTargets, MoveTabs, MoveTabsParams, Navigate, NavigateParams,
    NoParams, ReadClipboard, ReloadParams, ReloadTab, RemoveBookmark, RunScript, RunScriptParams,
    SettleDownload, SettleDownloadParams, Speak, SpeakParams, StartDownload, StartDownloadParams,
    StopSpeaking, Tab, TabId, TabParams, VisitedList, WriteClipboard, ZoomParams, ZoomTab,
    extension_origin, verbs::DialogInfo,
};
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::debugger::{CdpDebugger, attach, run_behind};
use super::decode;
use super::known_tabs::KnownTabs;
use crate::backend::{
    Attach, BrowserBackend, BrowserEvent, Debugger, Frame, FrameId, NewTab, Question, Result,
    Unchanged,
};
use crate::cdp::CdpBrowser;
use crate::error::ControlError;

/// The extension keeps to the question's own deadline; this is for one that does not.
const GRACE: std::time::Duration = std::time::Duration::from_secs(2);

/// Opens a CDP client of our own at the relay of this browser.
pub type OpenDebugger =
    Box<dyn Fn(broadcast::Sender<BrowserEvent>) -> Arc<CdpBrowser> + Send + Sync>;

pub struct ExtensionBackend {
    control: Channel,
    cdp: Channel,
    open_debugger: OpenDebugger,
    debugger: OnceLock<Arc<CdpBrowser>>,
    events: broadcast::Sender<BrowserEvent>,
    known: Arc<KnownTabs>,
    /// Tabs that run behind others as if in front, and the session in which they were told to.
    behind: Mutex<HashMap<TabId, String>>,
}

impl ExtensionBackend {
    /// `cdp` is the channel of Chrome's debugger, where tabs are opened and closed too.
    #[must_use]
    pub fn new(
        control: Channel,
        cdp: Channel,
        open_debugger: OpenDebugger,
        events: broadcast::Sender<BrowserEvent>,
        known: Arc<KnownTabs>,
    ) -> Arc<Self> {
        Arc::new(Self {
            control,
            cdp,
            open_debugger,
            debugger: OnceLock::new(),
            events,
            known,
            behind: Mutex::default(),
        })
    }

    /// Our CDP client, connected when it is first needed.
    fn debugger_browser(&self) -> &Arc<CdpBrowser> {
        self.debugger.get_or_init(|| (self.open_debugger)(self.events.clone()))
    }

    /// The tab's target, as the debugger knows it.
    async fn target(&self, tab: TabId) -> Result<String> {
        let list = self.cdp.invoke::<ListTargets>(&NoParams {}).await?;
        let target = list.targets.into_iter().find(|target| target.tab == tab);
        target.map(|target| target.target_id).ok_or(ControlError::NoSuchTab(tab))
    }

    /// Frames of a debugger are known by other names than those of the extension API.
    async fn session(&self, tab: TabId) -> Result<String> {
        let browser = self.debugger_browser();
        if let Some(session) = browser.page(tab, |page| page.session.clone()).flatten() {
            return Ok(session);
        }
        let target = self.target(tab).await?;
        browser.expect(tab, &target);
        let session = attach(browser, tab, &target).await?;
        // The relay attaches when a command needs it: this one does, and no page can hold it up.
        let enabled = browser.link()?.call::<serde_json::Value>(
            Some(&session),
            "Page.getNavigationHistory",
            &serde_json::json!({}),
        );
        enabled.await?;
        Ok(session)
    }
}

fn frame_number(frame: &FrameId) -> i32 {
    frame.0.parse().unwrap_or_default()
}

#[async_trait]
impl BrowserBackend for ExtensionBackend {
    fn events(&self) -> broadcast::Receiver<BrowserEvent> {
        self.events.subscribe()
    }

    async fn tabs(&self) -> Result<Vec<Tab>> {
        Ok(self.control.invoke::<ListTabs>(&NoParams {}).await?.tabs)
    }

    async fn tab(&self, wanted: Option<TabId>) -> Result<Option<Tab>> {
        let asked = self.known.asked();
        let found = self.control.invoke::<FindTab>(&FindTabParams { tab: wanted }).await?.tab;
        // The extension says of a tab that is named when it changes.
        if let Some(tab) = found.as_ref().filter(|_| wanted.is_some()) {
            self.known.told(asked, tab);
        }
        Ok(found)
    }

    async fn known_tab(&self, tab: TabId) -> Result<Option<Tab>> {
        match self.known.get(tab) {
            Some(known) => Ok(Some(known)),
            None => self.tab(Some(tab)).await,
        }
    }

    async fn looked_at(&self) -> Result<Option<TabId>> {
        Ok(self.known.looked_at())
    }

    fn unchanged(&self, tab: TabId) -> Option<Unchanged> {
        self.known.unchanged(tab)
    }

    fn opens_empty(&self) -> bool {
        false
    }

    async fn open_tab(&self, new: NewTab) -> Result<TabId> {
        let params = CreateTabParams {
            url: new.url,
            background: new.background,
            new_window: new.new_window,
            incognito: false,
            group: new.group,
        };
        Ok(self.cdp.invoke::<CreateTab>(&params).await?.tab)
    }

    async fn close_tab(&self, tab: TabId) -> Result<()> {
        Ok(self.cdp.invoke::<CloseTab>(&TabParams { tab }).await.map(drop)?)
    }

    async fn activate_tab(&self, tab: TabId) -> Result<()> {
        Ok(self.cdp.invoke::<ActivateTab>(&TabParams { tab }).await.map(drop)?)
    }

    async fn emulate_focus(&self, tab: TabId, on: bool, attach: Attach) -> Result<bool> {
        let debugger = self.debugger(tab, attach).await;
        let known = self.debugger.get();
        let session =
            known.and_then(|known| known.page(tab, |page| page.session.clone()).flatten());
        if !on {
            self.behind.lock().remove(&tab);
        }
        let (Some(debugger), Some(session)) = (debugger?, session) else { return Ok(false) };
        // With an earlier session the emulation went as well.
        if on && self.behind.lock().get(&tab) == Some(&session) {
            return Ok(true);
        }
        run_behind(&*debugger, on).await?;
        if on {
            self.behind.lock().insert(tab, session);
        }
        Ok(true)
    }

    async fn group_tabs(&self, tabs: &[TabId], title: Option<&str>) -> Result<()> {
        let params = GroupParams { tabs: tabs.to_vec(), title: title.map(str::to_owned) };
        Ok(self.control.invoke::<GroupTabs>(&params).await.map(drop)?)
    }

    async fn move_tabs(&self, tabs: &[TabId], window: Option<i32>) -> Result<()> {
        let params = MoveTabsParams { tabs: tabs.to_vec(), window_id: window };
        Ok(self.control.invoke::<MoveTabs>(&params).await.map(drop)?)
    }

    async fn navigate(&self, tab: TabId, url: &str) -> Result<()> {
        let params = NavigateParams { tab, url: url.to_owned() };
        Ok(self.control.invoke::<Navigate>(&params).await.map(drop)?)
    }

    async fn go_in_history(&self, tab: TabId, delta: i32) -> Result<()> {
        Ok(self.control.invoke::<GoInHistory>(&HistoryParams { tab, delta }).await.map(drop)?)
    }

    async fn reload(&self, tab: TabId, bypass_cache: bool) -> Result<()> {
        let params = ReloadParams { tab, bypass_cache };
        Ok(self.control.invoke::<ReloadTab>(&params).await.map(drop)?)
    }

    async fn frames(&self, tab: TabId) -> Result<Vec<Frame>> {
        let list = self.control.invoke::<ListFrames>(&TabParams { tab }).await?;
        let frame = |info: FrameInfo| Frame {
            id: FrameId(info.frame.to_string()),
            parent: (info.frame != 0).then(|| FrameId(info.parent.to_string())),
            document: info.document,
            url: info.url,
        };
        let mut frames: Vec<_> = list.frames.into_iter().map(frame).collect();
        frames.sort_by_key(|frame| frame.parent.is_some());
        Ok(frames)
    }

    async fn ask_kit(
        &self,
        tab: TabId,
        frame: &FrameId,
        question: Question<'_>,
    ) -> Result<KitReply> {
        let params = AskKitParams {
            tab,
            frame: frame_number(frame),
            name: question.name.to_owned(),
            params: question.params.to_owned(),
            join: question.join,
            deadline_ms: u32::try_from(question.deadline.as_millis()).unwrap_or(u32::MAX),
        };
        let asked = self.control.invoke::<AskKit>(&params);
        let answered = timeout(question.deadline + GRACE, asked).await;
        let answered = answered.map_err(|_| {
            let limit = question.deadline.as_millis();
            ControlError::Timeout(format!("the page did not answer within {limit} ms"))
        })?;
        Ok(answered?.reply)
    }

    fn main_frame(&self, _tab: TabId) -> Result<FrameId> {
        Ok(FrameId("0".to_owned()))
    }

    async fn debugger(&self, tab: TabId, attach: Attach) -> Result<Option<Arc<dyn Debugger>>> {
        let known = self
            .debugger
            .get()
            .and_then(|browser| browser.page(tab, |page| page.session.clone()).flatten());
        let session = match (known, attach) {
            (Some(session), _) => session,
            (None, Attach::No) => return Ok(None),
            (None, Attach::Yes) => match self.session(tab).await {
                Ok(session) => session,
                Err(error @ (ControlError::NoSuchTab(_) | ControlError::Channel(_))) => {
                    return Err(error);
                }
                Err(error) => {
                    tracing::debug!(%tab, %error, "the debugger cannot be attached");
                    return Ok(None);
                }
            },
        };
        let browser = Arc::clone(self.debugger_browser());
        let kit_origin = Some(extension_origin());
        // The extension sees to it, for every client of the relay.
        let paints_hidden_tabs = true;
        Ok(Some(Arc::new(CdpDebugger { browser, tab, session, kit_origin, paints_hidden_tabs })))
    }

    fn dialog(&self, tab: TabId) -> Option<DialogInfo> {
        self.debugger.get()?.page(tab, |page| page.dialog.clone()).flatten()
    }

    fn has_crashed(&self, tab: TabId) -> bool {
        let debugger = self.debugger.get();
        debugger.and_then(|browser| browser.page(tab, |page| page.crashed)).unwrap_or_default()
    }

    async fn run_script(&self, tab: TabId, frame: &FrameId, code: &str) -> Result<Box<RawValue>> {
        let params = RunScriptParams { tab, frame: frame_number(frame), code: code.to_owned() };
        let result = self.control.invoke::<RunScript>(&params).await?;
        match result.error {
            Some(error) => Err(ControlError::Script(error)),
            None => Ok(result.value.unwrap_or_else(|| RawValue::NULL.to_owned())),
        }
    }

    async fn capture(&self, tab: TabId) -> Result<Vec<u8>> {
        decode(&self.control.invoke::<CaptureTab>(&TabParams { tab }).await?.base64)
    }

    async fn zoom(&self, tab: TabId, factor: Option<f64>) -> Result<f64> {
        Ok(self.control.invoke::<ZoomTab>(&ZoomParams { tab, factor }).await?.factor)
    }

    async fn speak(&self, _tab: Option<TabId>, params: SpeakParams) -> Result<()> {
        Ok(self.control.invoke::<Speak>(&params).await.map(drop)?)
    }

    async fn stop_speaking(&self) -> Result<()> {
        Ok(self.control.invoke::<StopSpeaking>(&NoParams {}).await.map(drop)?)
    }

    async fn find_visits(&self, params: FindVisitsParams) -> Result<VisitedList> {
        Ok(self.control.invoke::<FindVisits>(&params).await?)
    }

    async fn find_bookmarks(&self, params: FindBookmarksParams) -> Result<BookmarkList> {
        Ok(self.control.invoke::<FindBookmarks>(&params).await?)
    }

    async fn add_bookmark(&self, params: AddBookmarkParams) -> Result<Bookmark> {
        Ok(self.control.invoke::<AddBookmark>(&params).await?)
    }

    async fn remove_bookmark(&self, id: String) -> Result<()> {
        Ok(self.control.invoke::<RemoveBookmark>(&BookmarkIdParams { id }).await.map(drop)?)
    }

    async fn read_clipboard(&self, _tab: Option<TabId>) -> Result<String> {
        Ok(self.control.invoke::<ReadClipboard>(&NoParams {}).await?.text)
    }

    async fn write_clipboard(&self, _tab: Option<TabId>, text: String) -> Result<()> {
        Ok(self.control.invoke::<WriteClipboard>(&ClipboardText { text }).await.map(drop)?)
    }

    async fn start_download(&self, _tab: Option<TabId>, url: &str) -> Result<i32> {
        let params = StartDownloadParams { url: url.to_owned() };
        Ok(self.control.invoke::<StartDownload>(&params).await?.id)
    }

    async fn hold_download(&self, id: i32) -> Result<()> {
        self.control.invoke::<HoldDownload>(&DownloadId { id }).await?;
        Ok(())
    }

    async fn settle_download(&self, id: i32, keep: bool) -> Result<()> {
        self.control.invoke::<SettleDownload>(&SettleDownloadParams { id, keep }).await?;
        Ok(())
    }
}

impl std::fmt::Debug for ExtensionBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExtensionBackend").field("debugger", &self.debugger).finish_non_exhaustive()
    }
}
