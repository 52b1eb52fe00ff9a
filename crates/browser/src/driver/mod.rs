//! Every verb of browser control, over any backend: the page kit sees and acts inside frames, the
//! debugger gives trusted input where it may, and this puts them together.

mod acting;
mod awake;
mod bookmarks;
mod border;
mod capturing;
mod choosing;
mod clipboard;
mod dialogs;
mod downloads;
mod dragging;
mod effects;
mod elsewhere;
mod emulation;
mod keys;
mod kit_calls;
mod locating;
mod logs;
mod marks;
mod mouse;
mod navigating;
mod overlay;
mod picture;
mod pressing;
mod querying;
mod reading;
mod screenshot;
mod script_guard;
mod scripting;
mod search;
mod secrets;
mod sensitivity;
mod snapshot;
mod speech;
mod tabs;
mod trusted;
mod typing;
mod waiting;
mod writing;
mod zoom;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tabwright_wire::verbs::Emulation;
use tabwright_wire::{Sensitivity, Tab, TabId, Verb, for_each_verb};
use tokio::time::timeout;

pub use border::Border;
pub use search::{QUERY_PLACEHOLDER, SearchProviderSource};
pub use secrets::{SecretRefused, SecretSource, TypedInto};

use crate::backend::{BrowserBackend, BrowserEvent, FrameId, Result};
use crate::error::ControlError;

/// Time for an action, with its waiting and what follows from it.
const ACTION_MS: u32 = 10_000;
/// How long a page may stand still before what it holds up goes on without it.
const PAGE_STANDS_STILL_MAX: Duration = Duration::from_secs(5);
/// Time for a page to load.
const LOAD_MS: u32 = 15_000;
/// Time for something to become so.
const WAIT_MS: u32 = 30_000;

/// A browser that can be driven by one verb. [`Driver`] implements it for every verb of the table.
pub trait BrowserControl<V: Verb> {
    /// Carries the verb out. Dropping the future cancels it.
    fn run(&self, params: V::Params) -> impl Future<Output = Result<V::Result>> + Send;
}

macro_rules! assert_every_verb_is_implemented {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, $facts:tt;)*) => {
        // Evaluated by the compiler only: a verb of the table that the driver lacks does not build.
        const _: () = {
            const fn implemented<V: Verb>() where Driver: BrowserControl<V> {}
            $(implemented::<tabwright_wire::verbs::$type>();)*
        };
    };
}
for_each_verb!(assert_every_verb_is_implemented);

/// How the driving looks, and how far it may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrivingOptions {
    /// May the debugger be attached to give trusted input?
    pub trusted_input: bool,
    /// Show the person an overlay and a pointer.
    pub visible: bool,
    /// The pointer glides instead of jumping.
    pub glide: bool,
}

impl Default for DrivingOptions {
    fn default() -> Self {
        Self { trusted_input: true, visible: true, glide: true }
    }
}

/// Drives one browser for one client. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Driver {
    core: Arc<Core>,
    /// How the person sees who drives.
    client: Arc<str>,
    /// Kinds of elements that are refused with [`ControlError::Sensitive`].
    denied: Arc<[Sensitivity]>,
    /// Where `${secret:name}` in what is typed is looked up.
    secrets: Option<Arc<dyn SecretSource>>,
    /// For a client that may not be everywhere.
    border: Option<Arc<dyn Border>>,
    /// Of this call.
    scripts: Arc<Mutex<script_guard::ScriptState>>,
}

#[derive(Debug)]
struct Core {
    backend: Arc<dyn BrowserBackend>,
    options: DrivingOptions,
    memory: DriverMemory,
    search_providers: Arc<dyn SearchProviderSource>,
}

/// What a driver knows of tabs and numbers. Kept by whoever makes drivers, for a browser may be away
/// for a moment.
#[derive(Debug, Clone, Default)]
pub struct DriverMemory(Arc<Mutex<Memory>>);

impl DriverMemory {
    /// The person wants it to stop: nothing more is done in this tab until it is resumed.
    pub fn stop(&self, tab: TabId) {
        self.0.lock().stopped.insert(tab);
    }

    /// Has the person stopped what is done in this tab?
    #[must_use]
    pub fn is_stopped(&self, tab: TabId) -> bool {
        self.0.lock().stopped.contains(&tab)
    }

    /// Was a secret typed by reference into the page that this tab shows?
    #[must_use]
    pub fn holds_secret(&self, tab: TabId) -> bool {
        self.0.lock().with_secret.contains(&tab)
    }

    /// A tab shows another page now, or is gone.
    pub fn left_page(&self, tab: TabId) {
        self.0.lock().with_secret.remove(&tab);
    }
}

#[derive(Debug, Default)]
struct Memory {
    tabs: HashMap<TabId, TabMemory>,
    /// Tabs that the person has stopped.
    stopped: HashSet<TabId>,
    /// Tabs that are driven, and until when that is shown.
    driven: HashMap<TabId, overlay::Driven>,
    /// Clients that work on a task, each over this connection of the browser.
    at_work: HashMap<Arc<str>, overlay::Connection>,
    /// Those of them that the person looks at.
    with_overlay: HashSet<TabId>,
    awake: awake::Awake,
    /// Who acts in a tab has it to themselves meanwhile.
    turns: HashMap<TabId, Arc<tokio::sync::Mutex<()>>>,
    /// One picture of a tab is taken at a time.
    picture_turns: HashMap<TabId, Arc<tokio::sync::Mutex<()>>>,
    /// Frames in which something is concealed.
    concealed: HashMap<TabId, Vec<FrameRef>>,
    /// Tabs into whose page a secret was typed by reference.
    with_secret: HashSet<TabId>,
}

/// What must be the same from one question to the next.
#[derive(Debug, Default)]
struct TabMemory {
    /// The last number given in the main frame, on this page or an earlier one.
    last_number: u32,
    last_snapshot: u32,
    last_ordinal: u32,
    /// Of frames other than the main one, by document.
    ordinals: HashMap<String, u32>,
    mouse: mouse::Mouse,
    script_guard: Option<script_guard::Armed>,
    emulation: Emulation,
}

/// A frame that is asked, and the first digits of its numbers.
#[derive(Debug, Clone)]
struct FrameRef {
    id: FrameId,
    ordinal: u32,
}

impl Driver {
    #[must_use]
    pub fn new(
        backend: Arc<dyn BrowserBackend>,
        options: DrivingOptions,
        memory: DriverMemory,
        search_providers: Arc<dyn SearchProviderSource>,
    ) -> Self {
        let core = Core { backend, options, memory, search_providers };
        let (client, denied) = (Arc::from("tabwright"), Arc::from([]));
        Self {
            core: Arc::new(core),
            client,
            denied,
            secrets: None,
            border: None,
            scripts: Arc::default(),
        }
    }

    /// This browser, driven for another client.
    #[must_use]
    pub fn for_client(&self, name: &str) -> Self {
        Self { client: Arc::from(name), ..self.clone() }
    }

    /// This browser, where secrets can be typed by reference.
    #[must_use]
    pub fn with_secrets(&self, secrets: Arc<dyn SecretSource>) -> Self {
        Self { secrets: Some(secrets), ..self.clone() }
    }

    /// This driver, but refusing with [`ControlError::Sensitive`] to act on elements of these kinds,
    /// before anything is done to them.
    #[must_use]
    pub fn deny_sensitive(&self, kinds: Vec<Sensitivity>) -> Self {
        Self { denied: Arc::from(kinds), ..self.clone() }
    }

    /// The tab that is meant, as it is now: the one named, or the one in front.
    pub async fn find_tab(&self, wanted: Option<TabId>) -> Result<Tab> {
        match (self.core.backend.tab(wanted).await?, wanted) {
            (Some(tab), _) => Ok(tab),
            (None, Some(missing)) => Err(ControlError::NoSuchTab(missing)),
            (None, None) => self.front().await,
        }
    }

    /// The tab that is meant, for judging what is asked: where it is named, it is mostly known. A page that has gone
    /// elsewhere in between is not acted on, for every question is held to the site that was judged.
    pub async fn known_tab(&self, wanted: Option<TabId>) -> Result<Tab> {
        let Some(named) = wanted else { return self.find_tab(None).await };
        let known = self.core.backend.known_tab(named).await?;
        known.ok_or(ControlError::NoSuchTab(named))
    }

    /// Waits until nobody else acts in the tab: there is one pointer and one keyboard to a page, and
    /// what two did together would tell neither what came of theirs.
    pub async fn turn(&self, tab: TabId) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = {
            let mut memory = self.memory();
            // A turn that nobody has or waits for is not worth keeping.
            memory.turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(memory.turns.entry(tab).or_default())
        };
        turn.lock_owned().await
    }

    /// Waits until the page in this tab does something again, but not for ever. One that has opened a popup
    /// which a debugger still holds stands still in `window.open` until the popup runs.
    pub async fn wait_for_page(&self, tab: TabId) {
        let backend = &self.core.backend;
        if backend.dialog(tab).is_some() {
            return;
        }
        let Ok(frame) = backend.main_frame(tab) else { return };
        let _ = timeout(PAGE_STANDS_STILL_MAX, backend.run_script(tab, &frame, "")).await;
    }

    /// What happens in the browser from now on.
    #[must_use]
    pub fn events(&self) -> tokio::sync::broadcast::Receiver<BrowserEvent> {
        self.core.backend.events()
    }

    /// The same for every driver of one browser.
    #[must_use]
    pub fn browser_key(&self) -> usize {
        Arc::as_ptr(&self.core.memory.0).addr()
    }

    /// Lets a download wait while the person is asked about it.
    pub async fn hold_download(&self, id: i32) -> Result<()> {
        self.core.backend.hold_download(id).await
    }

    /// Goes on with a download that waits, or does away with it.
    pub async fn settle_download(&self, id: i32, keep: bool) -> Result<()> {
        self.core.backend.settle_download(id, keep).await
    }

    /// The person wants it to stop: nothing more is done in this tab until it is resumed.
    pub fn stop(&self, tab: TabId) {
        self.core.memory.stop(tab);
    }

    /// A tab shows another page now, or is gone: the secrets that were typed into the one before are not in it.
    pub fn left_page(&self, tab: TabId) {
        self.core.memory.left_page(tab);
    }

    /// Has the person stopped what is done in this tab?
    #[must_use]
    pub fn is_stopped(&self, tab: TabId) -> bool {
        self.core.memory.is_stopped(tab)
    }

    /// Its id, which whoever names one knows already.
    async fn tab(&self, wanted: Option<TabId>) -> Result<TabId> {
        match wanted {
            Some(tab) => Ok(tab),
            None => self.find_tab(None).await.map(|tab| tab.id),
        }
    }

    /// The tab in front, for driving.
    async fn driven(&self, wanted: Option<TabId>) -> Result<TabId> {
        let tab = self.tab(wanted).await?;
        if self.memory().stopped.contains(&tab) {
            return Err(ControlError::StoppedByPerson(tab));
        }
        self.keep_awake(tab);
        Ok(tab)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.core.memory.0.lock()
    }
}

fn ms(count: u32) -> Duration {
    Duration::from_millis(u64::from(count))
}
