//! Which browser a verb is for, and the driver for it: a connected extension's, the managed
//! browser's own debugger, or a browser elsewhere.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::value::RawValue;
use tabwright_browser::cdp::{self, Carrying, CdpBrowser, Link, PageScripts};
use tabwright_browser::{
    BrowserEvent, CdpBackend, Driver, DriverMemory, DrivingOptions, ExtensionBackend, KnownTabs,
    SearchProviderSource,
};
use tabwright_client::{ControlSettings, Prefer};
use tabwright_control::{DownloadGuard, DriverSource, redact_told};
use tabwright_policy::KnownSecrets;
use tabwright_relay::{ClientId, Introduction, Relay};
use tabwright_rpc::Endpoint;
use tabwright_store::StoreError;
use tabwright_wire::{
    BROWSER_CONTROL, CDP, Event, NavigationNotice, NavigationPhase, Problem, RemoteBrowser,
    RemoteBrowserList, RemoteBrowserStatus,
};
use tokio::sync::{OnceCell, broadcast, watch};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::browsers::Browsers;
use crate::events::{ClientIds, Events};
use crate::problems;
use crate::remotes::{RemoteBrowserStore, mask_credentials};

/// The name by which the browser of `tabwright up` is chosen for driving over CDP.
pub(crate) const MANAGED: &str = "managed";

/// The extension in a browser that runs has connected within this time.
const EXTENSION_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Drivers {
    scripts: PageScripts,
    prefer: Prefer,
    options: DrivingOptions,
    downloads: PathBuf,
    search_providers: Arc<dyn SearchProviderSource>,
    client_ids: Arc<ClientIds>,
    tasks: TaskTracker,
    download_guard: Arc<DownloadGuard>,
    managed: Mutex<Option<Arc<OverCdp>>>,
    remote_store: Arc<dyn RemoteBrowserStore>,
    remotes: Mutex<BTreeMap<String, Remote>>,
    /// Held while a remote browser is added, removed or connected again, so that two at a time leave
    /// memory and store alike and no browser is connected twice.
    changing_remotes: tokio::sync::Mutex<()>,
}

/// What every driver is made with.
#[derive(Debug)]
pub(crate) struct DriverParts {
    pub(crate) scripts: PageScripts,
    /// Where a browser that is driven over CDP puts files.
    pub(crate) downloads: PathBuf,
    pub(crate) search_providers: Arc<dyn SearchProviderSource>,
    pub(crate) client_ids: Arc<ClientIds>,
    pub(crate) tasks: TaskTracker,
    pub(crate) download_guard: Arc<DownloadGuard>,
}

/// A browser that is driven over CDP, from its first use on.
#[derive(Debug)]
struct OverCdp {
    browser: Arc<CdpBrowser>,
    shared: bool,
    downloads: PathBuf,
    options: DrivingOptions,
    search_providers: Arc<dyn SearchProviderSource>,
    driver: OnceCell<Driver>,
    download_guard: Arc<DownloadGuard>,
    tasks: TaskTracker,
    since: Instant,
}

/// A browser elsewhere that a person has added.
#[derive(Debug)]
struct Remote {
    url: String,
    /// While it is connected.
    over: Option<Arc<OverCdp>>,
}

impl Drivers {
    /// With the remote browsers that were added before, none of them connected yet.
    pub(crate) async fn load(
        settings: &ControlSettings,
        parts: DriverParts,
        remote_store: Arc<dyn RemoteBrowserStore>,
    ) -> Result<Arc<Self>, StoreError> {
        let DriverParts { scripts, downloads, search_providers, client_ids, tasks, download_guard } =
            parts;
        let saved = remote_store.load().await?.into_iter();
        let remotes = saved.map(|it| (it.name, Remote { url: it.url, over: None })).collect();
        Ok(Arc::new(Self {
            scripts,
            prefer: settings.prefer,
            options: driving_options(settings),
            downloads,
            search_providers,
            client_ids,
            tasks,
            download_guard,
            managed: Mutex::default(),
            remote_store,
            remotes: Mutex::new(remotes),
            changing_remotes: tokio::sync::Mutex::default(),
        }))
    }

    /// The driver of a browser whose extension has connected.
    pub(crate) fn of_extension(
        &self,
        endpoint: &Endpoint,
        relay: &Relay,
        memory: DriverMemory,
        events: broadcast::Sender<BrowserEvent>,
        known: Arc<KnownTabs>,
    ) -> Driver {
        let (relay, ids, tasks) = (relay.clone(), Arc::clone(&self.client_ids), self.tasks.clone());
        let open = move |events| debug_beside(&relay, ClientId(ids.next()), &tasks, events);
        let (control, cdp) = (endpoint.channel(BROWSER_CONTROL), endpoint.channel(CDP));
        let backend = ExtensionBackend::new(control, cdp, Box::new(open), events, known);
        Driver::new(backend, self.options, memory, Arc::clone(&self.search_providers))
    }

    /// The debugging pipe of the managed browser is open. What is heard goes to the browser given.
    pub(crate) fn managed_opened(&self) -> Arc<CdpBrowser> {
        let browser = CdpBrowser::new(self.scripts.clone());
        *self.managed() = Some(self.over(Arc::clone(&browser), true));
        browser
    }

    pub(crate) fn managed_closed(&self) {
        *self.managed() = None;
    }

    /// Connects to a browser elsewhere and keeps it: it is chosen by that name from now on, also after the
    /// daemon was started anew.
    pub(crate) async fn add_remote(
        self: &Arc<Self>,
        remote: RemoteBrowser,
    ) -> Result<RemoteBrowser, Problem> {
        let _changing = self.changing_remotes.lock().await;
        let over = self.connect(&remote.name, &remote.url).await?;
        let saved = self.remote_store.put(remote.clone()).await;
        saved.map_err(|error| problems::store(&error))?;
        let RemoteBrowser { name, url } = remote.clone();
        self.remotes().insert(name, Remote { url, over: Some(over) });
        Ok(RemoteBrowser { url: mask_credentials(&remote.url), ..remote })
    }

    /// Leaves a browser elsewhere for good. False when none has this name.
    pub(crate) async fn remove_remote(&self, name: &str) -> Result<bool, Problem> {
        let _changing = self.changing_remotes.lock().await;
        if !self.remotes().contains_key(name) {
            return Ok(false);
        }
        self.remote_store.remove(name).await.map_err(|error| problems::store(&error))?;
        Ok(self.remotes().remove(name).is_some())
    }

    /// Connects the browsers elsewhere that were added before the daemon was started. One that cannot be
    /// reached is tried again when somebody chooses it.
    pub(crate) async fn reconnect_remotes(self: Arc<Self>) {
        let names: Vec<_> = self.remotes().keys().cloned().collect();
        for name in names {
            if let Err(problem) = self.remote(&name).await {
                tracing::warn!(browser = name, problem.title, "a remote browser is not connected");
            }
        }
    }

    /// The browser elsewhere of that name, connected again where it must be. `None` when none was added.
    async fn remote(self: &Arc<Self>, name: &str) -> Result<Option<Arc<OverCdp>>, Problem> {
        if let Some(over) = self.connected_remote(name) {
            return Ok(Some(over));
        }
        let _changing = self.changing_remotes.lock().await;
        if let Some(over) = self.connected_remote(name) {
            return Ok(Some(over));
        }
        let Some(url) = self.remotes().get(name).map(|remote| remote.url.clone()) else {
            return Ok(None);
        };
        let over = self.connect(name, &url).await?;
        self.remotes().insert(name.to_owned(), Remote { url, over: Some(Arc::clone(&over)) });
        Ok(Some(over))
    }

    fn connected_remote(&self, name: &str) -> Option<Arc<OverCdp>> {
        self.remotes().get(name).and_then(|remote| remote.over.clone())
    }

    async fn connect(self: &Arc<Self>, name: &str, url: &str) -> Result<Arc<OverCdp>, Problem> {
        let browser = CdpBrowser::new(self.scripts.clone());
        let hearing = Arc::downgrade(&browser);
        let connected = cdp::connect(url, hear(hearing)).await;
        let (link, driving) = connected.map_err(|error| problems::unreachable_browser(&error))?;
        browser.speak_over(link);
        let over = self.over(browser, false);
        let (drivers, known, gone) = (Arc::downgrade(self), Arc::downgrade(&over), name.to_owned());
        self.tasks.spawn(async move {
            driving.await;
            tracing::info!(browser = gone, "a remote browser is gone");
            let Some(drivers) = drivers.upgrade() else { return };
            let mut remotes = drivers.remotes();
            // Another may have the name by now.
            let is_this = |over: &Arc<OverCdp>| known.ptr_eq(&Arc::downgrade(over));
            if let Some(remote) = remotes.get_mut(&gone) {
                remote.over = remote.over.take().filter(|over| !is_this(over));
            }
        });
        over.driver().await?;
        Ok(over)
    }

    pub(crate) fn remotes_list(&self) -> RemoteBrowserList {
        let remotes = self.remotes();
        let status = |(name, remote): (&String, &Remote)| RemoteBrowserStatus {
            name: name.clone(),
            url: mask_credentials(&remote.url),
            connected: remote.over.is_some(),
        };
        RemoteBrowserList { browsers: remotes.iter().map(status).collect() }
    }

    /// The driver for the browser that is meant; without a name, for the one that is there.
    async fn choose(
        self: &Arc<Self>,
        browsers: &Browsers,
        wanted: Option<&str>,
    ) -> Result<Driver, Problem> {
        let over = match wanted {
            Some(MANAGED) => Some(self.managed().clone().ok_or_else(problems::no_managed_browser)?),
            Some(name) => self.remote(name).await?,
            None => {
                self.await_extension(browsers).await;
                self.unnamed(!browsers.is_empty())
            }
        };
        match over {
            Some(over) => over.driver().await,
            None => Ok(browsers.choose(wanted)?.driver.clone()),
        }
    }

    /// The extension in a browser that we have just started or taken over is on its way. By the pipe alone the same
    /// tabs have other ids: whoever was in one of them would not find it.
    async fn await_extension(&self, browsers: &Browsers) {
        if !browsers.is_empty() || self.prefer != Prefer::Extension {
            return;
        }
        let Some(since) = self.managed().as_ref().map(|managed| managed.since) else { return };
        let mut connected = browsers.connections();
        let there = async { while browsers.is_empty() && connected.changed().await.is_ok() {} };
        // Without it, the pipe is there.
        let _ = tokio::time::timeout_at(since + EXTENSION_TIMEOUT, there).await;
    }

    /// Nobody said which: the person's own is preferred, unless they prefer otherwise.
    fn unnamed(&self, extension: bool) -> Option<Arc<OverCdp>> {
        if extension && self.prefer == Prefer::Extension {
            return None;
        }
        let managed = self.managed().clone();
        managed.or_else(|| {
            let remotes = self.remotes();
            let mut connected = remotes.values().filter_map(|remote| remote.over.clone());
            connected.next().filter(|_| connected.next().is_none())
        })
    }

    fn over(&self, browser: Arc<CdpBrowser>, shared: bool) -> Arc<OverCdp> {
        Arc::new(OverCdp {
            browser,
            shared,
            downloads: self.downloads.clone(),
            options: self.options,
            search_providers: Arc::clone(&self.search_providers),
            driver: OnceCell::new(),
            download_guard: Arc::clone(&self.download_guard),
            tasks: self.tasks.clone(),
            since: Instant::now(),
        })
    }

    fn managed(&self) -> MutexGuard<'_, Option<Arc<OverCdp>>> {
        self.managed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remotes(&self) -> MutexGuard<'_, BTreeMap<String, Remote>> {
        self.remotes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OverCdp {
    async fn driver(&self) -> Result<Driver, Problem> {
        let start = || async {
            let started = match self.shared {
                true => self.browser.start_beside_others().await,
                false => self.browser.start().await,
            };
            started.map_err(|error| problems::browser_refused(&error.message))?;
            // Downloads of a remote browser lie on its own machine.
            let folder = (!self.shared).then(|| self.downloads.display().to_string());
            let made = tokio::fs::create_dir_all(&self.downloads).await;
            if made.is_ok()
                && let Err(error) = self.browser.keep_downloads(folder.as_deref()).await
            {
                tracing::debug!(error = error.message, "the browser keeps its downloads to itself");
            }
            let backend = CdpBackend::new(Arc::clone(&self.browser), self.downloads.clone());
            let driver = Driver::new(
                backend,
                self.options,
                DriverMemory::default(),
                Arc::clone(&self.search_providers),
            );
            // It ends with the browser, whose end closes the events.
            let guard = Arc::clone(&self.download_guard);
            self.tasks.spawn(guard.watch(driver.clone(), driver.events()));
            Ok(driver)
        };
        self.driver.get_or_try_init(start).await.cloned()
    }
}

/// All browsers: those that have connected, and those that we connect to.
#[derive(Debug)]
pub(crate) struct AllBrowsers {
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) drivers: Arc<Drivers>,
}

#[async_trait]
impl DriverSource for AllBrowsers {
    async fn driver(&self, browser: Option<&str>) -> Result<Driver, Problem> {
        self.drivers.choose(&self.browsers, browser).await
    }

    fn connections(&self) -> watch::Receiver<u64> {
        self.browsers.connections()
    }
}

/// A CDP client of our own at the relay, beside whoever else uses the debugger.
fn debug_beside(
    relay: &Relay,
    id: ClientId,
    tasks: &TaskTracker,
    events: broadcast::Sender<BrowserEvent>,
) -> Arc<CdpBrowser> {
    let browser = CdpBrowser::beside_extension(events);
    let (link, carrying) = Link::new(hear(Arc::downgrade(&browser)));
    browser.speak_over(link);
    let introduction = Introduction { name: "tabwright".to_owned(), own_tabs: false, ours: true };
    let mut outbox = relay.connect(id, introduction);
    let relay = relay.clone();
    tasks.spawn(async move {
        let Carrying { mut outgoing, incoming } = carrying;
        loop {
            tokio::select! {
                frame = outgoing.recv() => match frame {
                    Some(frame) => relay.receive(id, &frame),
                    None => break,
                },
                frame = outbox.next() => match frame {
                    Some(frame) => incoming.receive(frame.as_bytes()),
                    None => break,
                },
            }
        }
        relay.disconnect(id);
        incoming.close();
    });
    browser
}

/// How the settings let browsers be driven.
fn driving_options(settings: &ControlSettings) -> DrivingOptions {
    let &ControlSettings { trusted_input, show_driving: visible, glide, .. } = settings;
    DrivingOptions { trusted_input, visible, glide }
}

/// Hears events for a browser, as long as it is there.
fn hear(browser: Weak<CdpBrowser>) -> cdp::OnEvent {
    Box::new(move |session: Option<&str>, method: &str, params: &RawValue| {
        if let Some(browser) = browser.upgrade() {
            browser.event(session, method, params);
        }
    })
}

/// Tells those who watch what happens in a browser, as long as it is there.
pub(crate) async fn forward(
    browser: String,
    driver: Driver,
    mut heard: broadcast::Receiver<BrowserEvent>,
    events: Arc<Events>,
    known_secrets: Arc<KnownSecrets>,
) {
    loop {
        let browser = browser.clone();
        let event = match heard.recv().await {
            Ok(event) => event,
            Err(broadcast::error::RecvError::Lagged(_)) => continue,
            Err(broadcast::error::RecvError::Closed) => return,
        };
        let tab = event.tab();
        if let BrowserEvent::Navigation(NavigationNotice {
            tab,
            phase: NavigationPhase::Committed,
            ..
        })
        | BrowserEvent::TabClosed { tab } = &event
        {
            driver.left_page(*tab);
        }
        let event = match event {
            BrowserEvent::TabOpened { tab, opener } => Event::TabOpened { browser, tab, opener },
            BrowserEvent::TabClosed { tab } => Event::TabClosed { browser, tab },
            BrowserEvent::Navigation(NavigationNotice { tab, phase, url, .. }) => {
                Event::Navigation { browser, tab, phase, url }
            }
            BrowserEvent::DialogOpened { tab, dialog } => {
                Event::DialogOpened { browser, tab, dialog }
            }
            BrowserEvent::DialogClosed { tab } => Event::DialogClosed { browser, tab },
            BrowserEvent::Download(download) => Event::Download { browser, download },
            BrowserEvent::Stopped { tab } => {
                driver.stop(tab);
                Event::Stopped { browser, tab }
            }
            BrowserEvent::TabExpected { .. }
            | BrowserEvent::Crashed { .. }
            | BrowserEvent::Requests { .. }
            | BrowserEvent::DragIntercepted { .. }
            | BrowserEvent::Focus(_) => continue,
        };
        if let Some(event) = redact_told(&known_secrets, &driver, tab, event) {
            events.publish(event);
        }
    }
}
