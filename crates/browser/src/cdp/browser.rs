//! A browser seen through CDP: its pages, their sessions and frames, and what happens in them. Keeps
//! what Chrome tells in events; what can be asked is asked.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use serde::Deserialize;
use serde_json::json;
use tabwright_wire::{CdpError, DownloadNotice, DownloadState, TabId, verbs::DialogInfo};
use tokio::sync::{OnceCell, broadcast, watch};

use super::link::{Link, server_error};
use super::tab_log::TabLog;
use crate::backend::{BrowserEvent, FrameId};

/// A response of which nothing has come for so long is one that the page does not read.
const UNREAD_AFTER: Duration = Duration::from_millis(500);
/// What Chrome keeps of answers in each process of a tab.
const BODIES_BYTES_MAX: u32 = 10 * 1024 * 1024;
const BODY_BYTES_MAX: u32 = 5 * 1024 * 1024;
/// What a page sends is told with the request up to this size.
const POST_BYTES_MAX: u32 = 16 * 1024;

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
    pub(super) root: OnceCell<Option<String>>,
    state: Mutex<State>,
    events: broadcast::Sender<BrowserEvent>,
    /// Counts changes of sessions, for those who wait for one.
    pub(super) changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) tabs: BTreeMap<TabId, Page>,
    pub(super) by_target: HashMap<String, TabId>,
    pub(super) sessions: HashMap<String, SessionPlace>,
    pub(super) tab_logs: HashMap<TabId, TabLog>,
    pub(super) last_tab: i32,
    pub(super) front: Option<TabId>,
    pub(super) downloads: HashMap<String, DownloadNotice>,
    pub(super) download_folder: Option<String>,
}

impl State {
    /// The tab of a frame: of a page, whose main frame has the id of its target, or of a frame that
    /// the kit or another process has made known. Other frames are not known by name.
    pub(super) fn tab_of_frame(&self, frame: &str) -> Option<TabId> {
        let knows = |page: &Page| {
            let mut known = page.frame_sessions.values().chain(page.worlds.keys());
            known.any(|known| known.0 == frame)
        };
        let by_target = self.by_target.get(frame).copied();
        by_target.or_else(|| self.tabs.iter().find(|(_, page)| knows(page)).map(|(tab, _)| *tab))
    }
}

/// A page of the browser.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    pub(crate) target_id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) opener: Option<TabId>,
    pub(crate) session: Option<String>,
    /// Chrome has let it run. Until then a page that opened it may stand still in `window.open`.
    pub(crate) has_run: Arc<AtomicBool>,
    pub(crate) loading: bool,
    pub(crate) dialog: Option<DialogInfo>,
    /// Its process has ended, and no navigation has begun another.
    pub(crate) crashed: bool,
    /// Sessions of frames that live in other processes.
    pub(crate) frame_sessions: HashMap<String, FrameId>,
    /// Where the kit runs, by frame.
    pub(crate) worlds: HashMap<FrameId, World>,
    /// Requests under way, while `Network` is enabled.
    pub(super) requests: HashMap<String, PendingRequest>,
    /// Each frame's contexts, while `Runtime` is enabled.
    pub(super) contexts: Vec<Context>,
}

/// A request that has not ended, as far as Chrome tells.
#[derive(Debug, Clone)]
pub(super) struct PendingRequest {
    pub(super) session: String,
    /// When something of its answer came last.
    pub(super) answered: Option<Instant>,
}

impl PendingRequest {
    /// A page that reads no answer leaves its request open for ever: nobody waits for that.
    fn is_awaited(&self) -> bool {
        self.answered.is_none_or(|answered| answered.elapsed() < UNREAD_AFTER)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) session: String,
    pub(crate) context: i64,
}

#[derive(Debug, Clone)]
pub(super) struct Context {
    pub(super) session: String,
    pub(super) id: i64,
    pub(super) frame: FrameId,
    pub(super) is_default: bool,
    pub(super) origin: String,
}

#[derive(Debug, Clone)]
pub(super) struct SessionPlace {
    pub(super) tab: TabId,
    /// Of a frame in another process.
    pub(super) frame: Option<FrameId>,
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
        Self::with(Some(scripts), BrowserEvent::channel())
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

    /// Downloads are told of. They go to this folder; without one, to where the browser puts them, which is what
    /// others who drive the same browser count on.
    pub async fn keep_downloads(&self, folder: Option<&str>) -> Result<(), CdpError> {
        let wish = match folder {
            Some(folder) => json!({
                "behavior": "allowAndName", "downloadPath": folder, "eventsEnabled": true,
            }),
            None => json!({ "behavior": "default", "eventsEnabled": true }),
        };
        self.call_root::<Ignored>("Browser.setDownloadBehavior", &wish).await?;
        self.lock().download_folder = folder.map(str::to_owned);
        Ok(())
    }

    /// Stops it, and removes the file if it is there already.
    pub(crate) async fn drop_download(&self, id: i32) -> Result<(), CdpError> {
        let known = {
            let state = self.lock();
            let mut downloads = state.downloads.iter();
            downloads
                .find(|(_, notice)| notice.id == id)
                .map(|(guid, it)| (guid.clone(), it.clone()))
        };
        let Some((guid, notice)) = known else { return Ok(()) };
        if notice.state == DownloadState::Started {
            let cancel = json!({ "guid": guid });
            self.call_root::<Ignored>("Browser.cancelDownload", &cancel).await?;
        }
        // It may have ended meanwhile, under the name that it has now.
        let ended = self.lock().downloads.get(&guid).cloned();
        if let Some(notice) = ended.filter(|notice| notice.state == DownloadState::Finished)
            && let Err(error) = tokio::fs::remove_file(&notice.path).await
        {
            tracing::warn!(path = notice.path, %error, "a refused download could not be removed");
        }
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

    /// The sessions of a tab: its page's first, then those of frames in other processes.
    pub(crate) fn sessions_of(&self, tab: TabId) -> Vec<String> {
        let sessions = |page: &Page| {
            let own = page.session.iter();
            own.chain(page.frame_sessions.keys()).cloned().collect()
        };
        self.page(tab, sessions).unwrap_or_default()
    }

    /// The log of a tab that is open. Where there is no extension, it holds everything from the tab's
    /// beginning.
    pub(crate) fn tab_log<T>(&self, tab: TabId, look: impl FnOnce(&mut TabLog) -> T) -> Option<T> {
        let mut state = self.lock();
        if !state.tabs.contains_key(&tab) {
            return None;
        }
        let everything = self.scripts.is_some();
        let begin = || TabLog::capturing_all(everything);
        Some(look(state.tab_logs.entry(tab).or_insert_with(begin)))
    }

    /// How many requests of a page are under way.
    pub(crate) fn requests(&self, tab: TabId) -> usize {
        let open = |page: &Page| page.requests.values().filter(|it| it.is_awaited()).count();
        self.page(tab, open).unwrap_or_default()
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

    /// The context of a frame's own world.
    pub(crate) fn own_context(&self, tab: TabId, frame: &FrameId) -> Option<(String, i64)> {
        let state = self.lock();
        let fits = |context: &&Context| context.is_default && context.frame == *frame;
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

    pub(crate) fn tell(&self, event: BrowserEvent) {
        // Nobody may be listening.
        let _ = self.events.send(event);
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

/// How much Chrome keeps of what requests were answered: nothing, or enough to look at.
pub(crate) fn network_enable_params(bodies: bool) -> serde_json::Value {
    let (total, each) = if bodies { (BODIES_BYTES_MAX, BODY_BYTES_MAX) } else { (0, 0) };
    json!({
        "maxTotalBufferSize": total, "maxResourceBufferSize": each,
        "maxPostDataSize": POST_BYTES_MAX,
    })
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
