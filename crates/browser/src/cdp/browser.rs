//! A browser seen through CDP: its pages, their sessions and frames, and what happens in them. Keeps
//! what Chrome tells in events; what can be asked is asked.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tabwright_wire::{
    CdpError, DownloadNotice, DownloadState, NavigationNotice, NavigationPhase, TabId,
    verbs::DialogInfo,
};
use tokio::sync::{OnceCell, broadcast, watch};

use super::link::{Link, server_error};
use crate::carrier::{BrowserEvent, FrameId};

/// Events that a slow listener may be behind.
const EVENTS_MAX: usize = 4_096;

/// What is put into pages of a browser that has no extension of ours.
#[derive(Debug, Clone)]
pub struct PageScripts {
    /// The page kit, for a world of its own.
    pub kit: &'static str,
    /// Notes listeners, in the page's own world and before the page's scripts.
    pub listeners: &'static str,
}

#[derive(Debug)]
pub struct CdpBrowser {
    /// None where the pages have our content script.
    pub(crate) scripts: Option<PageScripts>,
    link: OnceLock<Arc<Link>>,
    root: OnceCell<Option<String>>,
    state: Mutex<State>,
    events: broadcast::Sender<BrowserEvent>,
    /// Counts changes of sessions, for those who wait for one.
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    tabs: BTreeMap<TabId, Page>,
    by_target: HashMap<String, TabId>,
    sessions: HashMap<String, SessionPlace>,
    last_tab: i32,
    front: Option<TabId>,
    downloads: HashMap<String, DownloadNotice>,
    download_folder: Option<String>,
}

/// A page of the browser.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    pub(crate) target_id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) opener: Option<TabId>,
    pub(crate) session: Option<String>,
    pub(crate) loading: bool,
    pub(crate) dialog: Option<DialogInfo>,
    /// Sessions of frames that live in other processes.
    pub(crate) frame_sessions: HashMap<String, FrameId>,
    /// Where the kit runs, by frame.
    pub(crate) worlds: HashMap<FrameId, World>,
    /// Each frame's contexts, while `Runtime` is enabled.
    contexts: Vec<Context>,
}

#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) session: String,
    pub(crate) context: i64,
}

#[derive(Debug, Clone)]
struct Context {
    session: String,
    id: i64,
    frame: FrameId,
    is_default: bool,
    origin: String,
}

#[derive(Debug, Clone)]
struct SessionPlace {
    tab: TabId,
    /// Of a frame in another process.
    frame: Option<FrameId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetInfo {
    pub(crate) target_id: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) title: String,
    pub(crate) url: String,
    #[serde(default)]
    pub(crate) opener_id: Option<String>,
}

impl CdpBrowser {
    #[must_use]
    pub fn new(scripts: PageScripts) -> Arc<Self> {
        Self::with(Some(scripts), broadcast::channel(EVENTS_MAX).0)
    }

    /// Beside the extension: only pages that are [`CdpBrowser::expect`]ed, under the extension's
    /// names for them, with what happens told to `events`.
    #[must_use]
    pub fn beside_extension(events: broadcast::Sender<BrowserEvent>) -> Arc<Self> {
        let browser = Self::with(None, events);
        let _ = browser.root.set(None);
        browser
    }

    fn with(scripts: Option<PageScripts>, events: broadcast::Sender<BrowserEvent>) -> Arc<Self> {
        Arc::new(Self {
            scripts,
            link: OnceLock::new(),
            root: OnceCell::new(),
            state: Mutex::default(),
            events,
            changed: watch::channel(0).0,
        })
    }

    /// A page that will be attached, and its name.
    pub(crate) fn expect(&self, tab: TabId, target_id: &str) {
        let mut state = self.lock();
        if state.by_target.insert(target_id.to_owned(), tab) == Some(tab) {
            return;
        }
        let page = Page { target_id: target_id.to_owned(), ..Page::default() };
        state.tabs.insert(tab, page);
    }

    /// The way to the browser; once.
    pub fn speak_over(&self, link: Arc<Link>) {
        let _ = self.link.set(link);
    }

    /// A browser-wide session of our own, where others use the same link.
    pub async fn start_beside_others(&self) -> Result<(), CdpError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Attached {
            session_id: String,
        }
        let open = || async {
            let attached: Attached =
                self.link()?.call(None, "Target.attachToBrowserTarget", &json!({})).await?;
            Ok(Some(attached.session_id))
        };
        self.root.get_or_try_init(open).await?;
        self.start().await
    }

    /// Begins to follow the browser's pages.
    pub async fn start(&self) -> Result<(), CdpError> {
        let root = self.root.get_or_init(|| async { None }).await.clone();
        let link = self.link()?;
        let discover = json!({ "discover": true });
        link.call::<Ignored>(root.as_deref(), "Target.setDiscoverTargets", &discover).await?;
        // Held until our scripts are there, as they must run before the page's own.
        let attach = json!({
            "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{ "type": "page" }],
        });
        link.call::<Ignored>(root.as_deref(), "Target.setAutoAttach", &attach).await.map(drop)
    }

    /// Downloads go to this folder and are told of.
    pub async fn keep_downloads(&self, folder: &str) -> Result<(), CdpError> {
        let wish = json!({
            "behavior": "allowAndName", "downloadPath": folder, "eventsEnabled": true,
        });
        self.call_root::<Ignored>("Browser.setDownloadBehavior", &wish).await?;
        self.lock().download_folder = Some(folder.to_owned());
        Ok(())
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<BrowserEvent> {
        self.events.subscribe()
    }

    pub(crate) fn link(&self) -> Result<&Arc<Link>, CdpError> {
        self.link.get().ok_or_else(|| server_error("the browser is not connected"))
    }

    pub(crate) async fn call_root<T: serde::de::DeserializeOwned>(
        &self,
        method: &str,
        params: &serde_json::Value,
    ) -> Result<T, CdpError> {
        let root = self.root.get().cloned().flatten();
        self.link()?.call(root.as_deref(), method, params).await
    }

    pub(crate) fn pages(&self) -> Vec<(TabId, Page)> {
        self.lock().tabs.iter().map(|(tab, page)| (*tab, page.clone())).collect()
    }

    pub(crate) fn page<T>(&self, tab: TabId, look: impl FnOnce(&Page) -> T) -> Option<T> {
        self.lock().tabs.get(&tab).map(look)
    }

    pub(crate) fn tab_of(&self, target_id: &str) -> Option<TabId> {
        self.lock().by_target.get(target_id).copied()
    }

    pub(crate) fn front(&self) -> Option<TabId> {
        let state = self.lock();
        state.front.filter(|tab| state.tabs.contains_key(tab))
    }

    pub(crate) fn set_front(&self, tab: TabId) {
        self.lock().front = Some(tab);
    }

    pub(crate) fn remember_world(&self, tab: TabId, frame: FrameId, world: World) {
        if let Some(page) = self.lock().tabs.get_mut(&tab) {
            page.worlds.insert(frame, world);
        }
    }

    pub(crate) fn forget_world(&self, tab: TabId, frame: &FrameId) {
        if let Some(page) = self.lock().tabs.get_mut(&tab) {
            page.worlds.remove(frame);
        }
    }

    /// The context of a frame's own world, or of the world with that origin in it.
    pub(crate) fn context(
        &self,
        tab: TabId,
        frame: &FrameId,
        origin: Option<&str>,
    ) -> Option<(String, i64)> {
        let state = self.lock();
        let fits = |context: &&Context| {
            context.frame == *frame
                && origin.map_or(context.is_default, |origin| {
                    !context.is_default && context.origin.starts_with(origin)
                })
        };
        let contexts = &state.tabs.get(&tab)?.contexts;
        contexts.iter().rev().find(fits).map(|found| (found.session.clone(), found.id))
    }

    /// Every context of the kit's origin in a tab: its session, its id and its frame.
    pub(crate) fn kit_contexts(&self, tab: TabId, origin: &str) -> Vec<(String, i64, FrameId)> {
        let state = self.lock();
        let Some(page) = state.tabs.get(&tab) else { return Vec::new() };
        let kits = page.contexts.iter().filter(|context| context.origin.starts_with(origin));
        kits.map(|kit| (kit.session.clone(), kit.id, kit.frame.clone())).collect()
    }

    /// Tells of every event.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Resolves when `find` finds, however often the state must change until then.
    pub(crate) async fn until<T>(&self, find: impl Fn(&Self) -> Option<T>) -> T {
        let mut changes = self.changed.subscribe();
        loop {
            if let Some(found) = find(self) {
                return found;
            }
            if changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// What the browser says unasked.
    pub fn event(&self, session: Option<&str>, method: &str, params: &RawValue) {
        let heard = match method.split_once('.') {
            Some(("Target", event)) => self.target_event(session, event, params.get()),
            Some(("Page", event)) => self.page_event(session, event, params.get()),
            Some(("Runtime", event)) => self.runtime_event(session, event, params.get()),
            Some(("Browser", event)) => self.download_event(event, params.get()),
            Some(("Network", event)) => self.request_event(session, event, params.get()),
            Some(("Input", "dragIntercepted")) => self.drag_event(session, params.get()),
            _ => return,
        };
        if let Err(error) = heard {
            tracing::debug!(method, %error, "an event of the browser does not have its shape");
        }
        self.changed.send_modify(|count| *count += 1);
    }

    fn target_event(
        &self,
        session: Option<&str>,
        event: &str,
        params: &str,
    ) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            target_info: TargetInfo,
            #[serde(default)]
            session_id: String,
            #[serde(default)]
            waiting_for_debugger: bool,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Gone {
            #[serde(default)]
            session_id: String,
            #[serde(default)]
            target_id: String,
        }
        match event {
            "targetCreated" | "targetInfoChanged" => {
                let Told { target_info, .. } = serde_json::from_str(params)?;
                self.target_seen(target_info);
            }
            "attachedToTarget" => {
                let told: Told = serde_json::from_str(params)?;
                self.attached(
                    session,
                    &told.session_id,
                    told.target_info,
                    told.waiting_for_debugger,
                );
            }
            "detachedFromTarget" => {
                let Gone { session_id, .. } = serde_json::from_str(params)?;
                self.session_gone(&session_id);
            }
            "targetDestroyed" => {
                let Gone { target_id, .. } = serde_json::from_str(params)?;
                let mut state = self.lock();
                if let Some(tab) = state.by_target.remove(&target_id) {
                    state.tabs.remove(&tab);
                    drop(state);
                    self.tell(BrowserEvent::TabClosed { tab });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A page that comes, or has another title or address.
    fn target_seen(&self, info: TargetInfo) {
        if info.kind != "page" {
            return;
        }
        let mut state = self.lock();
        let opener = info.opener_id.as_ref().and_then(|id| state.by_target.get(id).copied());
        if let Some(tab) = state.by_target.get(&info.target_id).copied() {
            if let Some(page) = state.tabs.get_mut(&tab) {
                (page.title, page.url) = (info.title, info.url);
            }
            return;
        }
        state.last_tab += 1;
        let tab = TabId(state.last_tab);
        state.by_target.insert(info.target_id.clone(), tab);
        let page = Page {
            target_id: info.target_id,
            title: info.title,
            url: info.url,
            opener,
            ..Page::default()
        };
        state.tabs.insert(tab, page);
        drop(state);
        self.tell(BrowserEvent::TabOpened { tab, opener });
    }

    /// Titles and addresses as they are now.
    pub(crate) fn targets_are(&self, targets: Vec<TargetInfo>) {
        for target in targets {
            self.target_seen(target);
        }
    }

    fn attached(&self, parent: Option<&str>, session: &str, info: TargetInfo, waiting: bool) {
        let target_id = info.target_id.clone();
        let is_page = info.kind == "page";
        let is_frame = info.kind == "iframe";
        self.target_seen(info);
        let mut state = self.lock();
        if is_page && let Some(tab) = state.by_target.get(&target_id).copied() {
            if let Some(page) = state.tabs.get_mut(&tab) {
                page.session = Some(session.to_owned());
                page.worlds.clear();
            }
            state.sessions.insert(session.to_owned(), SessionPlace { tab, frame: None });
        } else if is_frame
            && let Some(place) = parent.and_then(|parent| state.sessions.get(parent).cloned())
        {
            let frame = FrameId(target_id);
            if let Some(page) = state.tabs.get_mut(&place.tab) {
                page.frame_sessions.insert(session.to_owned(), frame.clone());
                page.worlds.remove(&frame);
            }
            let place = SessionPlace { tab: place.tab, frame: Some(frame) };
            state.sessions.insert(session.to_owned(), place);
        }
        drop(state);
        self.prepare(session, waiting, is_page || is_frame);
    }

    /// What every session is told at first; nobody waits for the answers.
    fn prepare(&self, session: &str, waiting: bool, has_page: bool) {
        let Ok(link) = self.link() else { return };
        let tell = |method: &str, params: &serde_json::Value| {
            drop(link.call::<Ignored>(Some(session), method, params));
        };
        if has_page {
            tell("Page.enable", &json!({}));
            if let Some(scripts) = &self.scripts {
                let source = json!({ "source": scripts.listeners });
                tell("Page.addScriptToEvaluateOnNewDocument", &source);
            }
            let attach = json!({
                "autoAttach": true, "flatten": true,
                "waitForDebuggerOnStart": self.scripts.is_some(),
            });
            tell("Target.setAutoAttach", &attach);
        }
        if waiting {
            tell("Runtime.runIfWaitingForDebugger", &json!({}));
        }
    }

    fn session_gone(&self, session: &str) {
        let mut state = self.lock();
        let Some(place) = state.sessions.remove(session) else { return };
        let Some(page) = state.tabs.get_mut(&place.tab) else { return };
        page.contexts.retain(|context| context.session != session);
        page.worlds.retain(|_, world| world.session != session);
        page.frame_sessions.remove(session);
        if place.frame.is_none() && page.session.as_deref() == Some(session) {
            page.session = None;
            page.dialog = None;
        }
    }

    fn page_event(
        &self,
        session: Option<&str>,
        event: &str,
        params: &str,
    ) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Navigated {
            frame: NavigatedFrame,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct NavigatedFrame {
            id: String,
            #[serde(default)]
            parent_id: Option<String>,
            url: String,
            #[serde(default)]
            unreachable_url: Option<String>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Opening {
            message: String,
            #[serde(rename = "type")]
            kind: String,
            #[serde(default)]
            default_prompt: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfFrame {
            frame_id: String,
            #[serde(default)]
            url: String,
        }
        let Some(place) = session.and_then(|session| self.lock().sessions.get(session).cloned())
        else {
            return Ok(());
        };
        let tab = place.tab;
        let main = self.page(tab, |page| page.target_id.clone()).unwrap_or_default();
        let go = |phase, url: String| {
            let error = None;
            self.tell(BrowserEvent::Navigation(NavigationNotice { tab, phase, url, error }));
        };
        match event {
            "frameNavigated" => {
                let Navigated { frame } = serde_json::from_str(params)?;
                let is_main = frame.id == main && frame.parent_id.is_none();
                let mut state = self.lock();
                if let Some(page) = state.tabs.get_mut(&tab) {
                    page.worlds.remove(&FrameId(frame.id));
                    if is_main {
                        page.url.clone_from(&frame.url);
                    }
                }
                drop(state);
                if is_main {
                    let url = frame.unreachable_url.clone().unwrap_or(frame.url);
                    match frame.unreachable_url {
                        Some(_) => go(NavigationPhase::Failed, url),
                        None => go(NavigationPhase::Committed, url),
                    }
                }
            }
            "frameStartedNavigating" | "frameRequestedNavigation" => {
                let OfFrame { frame_id, url } = serde_json::from_str(params)?;
                if frame_id == main {
                    go(NavigationPhase::Started, url);
                }
            }
            "navigatedWithinDocument" => {
                let OfFrame { frame_id, url } = serde_json::from_str(params)?;
                if frame_id == main {
                    if let Some(page) = self.lock().tabs.get_mut(&tab) {
                        page.url.clone_from(&url);
                    }
                    go(NavigationPhase::Moved, url);
                }
            }
            "frameStartedLoading" | "frameStoppedLoading" => {
                let OfFrame { frame_id, .. } = serde_json::from_str(params)?;
                if frame_id == main
                    && let Some(page) = self.lock().tabs.get_mut(&tab)
                {
                    page.loading = event == "frameStartedLoading";
                }
            }
            "domContentEventFired" | "loadEventFired" if place.frame.is_none() => {
                let url = self.page(tab, |page| page.url.clone()).unwrap_or_default();
                let parsed = event == "domContentEventFired";
                go(if parsed { NavigationPhase::Parsed } else { NavigationPhase::Loaded }, url);
            }
            "javascriptDialogOpening" => {
                let Opening { message, kind, default_prompt } = serde_json::from_str(params)?;
                let default_text = Some(default_prompt).filter(|text| !text.is_empty());
                let dialog = DialogInfo { kind, message, default_text };
                if let Some(page) = self.lock().tabs.get_mut(&tab) {
                    page.dialog = Some(dialog.clone());
                }
                self.tell(BrowserEvent::DialogOpened { tab, dialog });
            }
            "javascriptDialogClosed" => {
                if let Some(page) = self.lock().tabs.get_mut(&tab) {
                    page.dialog = None;
                }
                self.tell(BrowserEvent::DialogClosed { tab });
            }
            "windowOpen" => self.tell(BrowserEvent::TabExpected { opener: tab }),
            _ => {}
        }
        Ok(())
    }

    fn runtime_event(
        &self,
        session: Option<&str>,
        event: &str,
        params: &str,
    ) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Created {
            context: Told,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            id: i64,
            origin: String,
            #[serde(default)]
            aux_data: Aux,
        }
        #[derive(Deserialize, Default)]
        #[serde(rename_all = "camelCase", default)]
        struct Aux {
            is_default: bool,
            frame_id: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Destroyed {
            execution_context_id: i64,
        }
        let Some(session) = session else { return Ok(()) };
        let mut state = self.lock();
        let Some(tab) = state.sessions.get(session).map(|place| place.tab) else { return Ok(()) };
        let Some(page) = state.tabs.get_mut(&tab) else { return Ok(()) };
        match event {
            "executionContextCreated" => {
                let Created { context: Told { id, origin, aux_data } } =
                    serde_json::from_str(params)?;
                page.contexts.retain(|known| known.id != id || known.session != session);
                page.contexts.push(Context {
                    session: session.to_owned(),
                    id,
                    frame: FrameId(aux_data.frame_id),
                    is_default: aux_data.is_default,
                    origin,
                });
            }
            "executionContextDestroyed" => {
                let Destroyed { execution_context_id } = serde_json::from_str(params)?;
                page.contexts.retain(|context| {
                    context.id != execution_context_id || context.session != session
                });
            }
            "executionContextsCleared" => {
                page.contexts.retain(|context| context.session != session);
            }
            _ => {}
        }
        Ok(())
    }

    fn request_event(
        &self,
        session: Option<&str>,
        event: &str,
        params: &str,
    ) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfRequest {
            request_id: String,
        }
        let ended = match event {
            "requestWillBeSent" => false,
            "loadingFinished" | "loadingFailed" => true,
            _ => return Ok(()),
        };
        let tab = session.and_then(|session| self.lock().sessions.get(session).map(|at| at.tab));
        if let Some(tab) = tab {
            let OfRequest { request_id: id } = serde_json::from_str(params)?;
            self.tell(BrowserEvent::Request { tab, id, ended });
        }
        Ok(())
    }

    fn drag_event(&self, session: Option<&str>, params: &str) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        struct Intercepted {
            data: Box<RawValue>,
        }
        let tab = session.and_then(|session| self.lock().sessions.get(session).map(|at| at.tab));
        if let Some(tab) = tab {
            let Intercepted { data } = serde_json::from_str(params)?;
            self.tell(BrowserEvent::DragIntercepted { tab, data: Arc::from(data) });
        }
        Ok(())
    }

    fn download_event(&self, event: &str, params: &str) -> Result<(), serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Begin {
            guid: String,
            url: String,
            suggested_filename: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Progress {
            guid: String,
            received_bytes: f64,
            state: String,
        }
        let mut state = self.lock();
        let notice = match event {
            "downloadWillBegin" => {
                let Begin { guid, url, suggested_filename } = serde_json::from_str(params)?;
                let id = i32::try_from(state.downloads.len()).unwrap_or(i32::MAX - 1) + 1;
                let path = suggested_filename;
                let started = DownloadState::Started;
                let notice = DownloadNotice { id, url, state: started, path, bytes: 0 };
                state.downloads.insert(guid, notice.clone());
                notice
            }
            "downloadProgress" => {
                let Progress { guid, received_bytes, state: word } = serde_json::from_str(params)?;
                let folder = state.download_folder.clone().unwrap_or_default();
                let Some(notice) = state.downloads.get_mut(&guid) else { return Ok(()) };
                notice.bytes = received_bytes as u64;
                notice.state = match word.as_str() {
                    "completed" => DownloadState::Finished,
                    "canceled" => DownloadState::Failed,
                    _ => return Ok(()),
                };
                // Chrome names it by its guid; the name it should have is the one suggested.
                let named = std::path::Path::new(&folder).join(&notice.path);
                let lies = std::path::Path::new(&folder).join(&guid);
                if notice.state == DownloadState::Finished {
                    let free = free_name(&named);
                    notice.path = match std::fs::rename(&lies, &free) {
                        Ok(()) => free.display().to_string(),
                        Err(_) => lies.display().to_string(),
                    };
                }
                notice.clone()
            }
            _ => return Ok(()),
        };
        drop(state);
        self.tell(BrowserEvent::Download(notice));
        Ok(())
    }

    pub(crate) fn tell(&self, event: BrowserEvent) {
        // Nobody may be listening.
        let _ = self.events.send(event);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `report.pdf`, or `report (2).pdf` when that is taken.
pub(crate) fn free_name(path: &std::path::Path) -> std::path::PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy()));
    let end = end.unwrap_or_default();
    let candidates = (2..).map(|count| path.with_file_name(format!("{stem} ({count}){end}")));
    let first = std::iter::once(path.to_owned());
    first.chain(candidates).find(|candidate| !candidate.exists()).unwrap_or_else(|| path.to_owned())
}

/// An answer that says no more than that it is done.
#[derive(Debug, Deserialize)]
pub(crate) struct Ignored {}
