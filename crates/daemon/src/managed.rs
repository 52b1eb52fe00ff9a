//! The browser that `tabwright up` starts: at most one, in a profile of its own. It may outlive a
//! daemon that was killed; the next one finds it by the lock on the profile and takes it over.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use serde_json::value::RawValue;
use tabwright_browser::cdp::{self, Link};
use tabwright_client::Home;
use tabwright_machine::{self as machine, Launch, Log, Machine, PipePaths, Running, native_host};
use tabwright_wire::{Event, LaunchRequest, ManagedBrowser};
use tokio::sync::Mutex as AsyncMutex;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::browsers::Browsers;
use crate::drivers::Drivers;
use crate::events::Events;
#[cfg(unix)]
use crate::orphaned_sessions::{self, OrphanedSessions};
use crate::relay_adapters::ManagedPipe;

/// How often we look whether a browser that is not our child still lives.
const ADOPTED_CHECK: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
pub(crate) enum LaunchError {
    #[error(transparent)]
    Browser(#[from] machine::Error),
    #[error(
        "the extension is missing at {}. Run `tabwright setup`, or build with \
         `cargo xtask build`", .0.display()
    )]
    NoExtension(PathBuf),
    #[error("a browser that does not answer uses the profile {}. End that browser first", .0.display())]
    ProfileInUse(PathBuf),
    #[error("the path of this program is unknown: {0}")]
    Program(std::io::Error),
}

#[derive(Debug)]
pub(crate) struct Managed {
    home: Home,
    wanted: Option<String>,
    events: Arc<Events>,
    tasks: TaskTracker,
    browsers: Arc<Browsers>,
    drivers: Arc<Drivers>,
    /// One launch or quit at a time.
    turn: AsyncMutex<()>,
    current: Mutex<Option<Current>>,
}

#[derive(Debug, Clone)]
struct Current {
    facts: ManagedBrowser,
    quit: CancellationToken,
    gone: CancellationToken,
}

impl Managed {
    pub(crate) fn new(
        home: Home,
        wanted: Option<String>,
        events: Arc<Events>,
        tasks: TaskTracker,
        browsers: Arc<Browsers>,
        drivers: Arc<Drivers>,
    ) -> Arc<Self> {
        Arc::new(Self {
            home,
            wanted,
            events,
            tasks,
            browsers,
            drivers,
            turn: AsyncMutex::default(),
            current: Mutex::default(),
        })
    }

    pub(crate) fn facts(&self) -> Option<ManagedBrowser> {
        self.lock().as_ref().map(|current| current.facts.clone())
    }

    /// Takes over the browser that an earlier daemon started, if it still runs.
    pub(crate) fn adopt(self: &Arc<Self>) {
        let record = std::fs::read(self.home.managed_file()).ok();
        let facts: Option<ManagedBrowser> =
            record.and_then(|record| serde_json::from_slice(&record).ok());
        let Some(facts) = facts else { return };
        if machine::holder_pid(&self.home.profile()) == Some(facts.pid) {
            tracing::info!(pid = facts.pid, "taking over the browser of an earlier daemon");
            self.supervise(facts, None);
        }
    }

    pub(crate) async fn launch(
        self: &Arc<Self>,
        request: LaunchRequest,
    ) -> Result<ManagedBrowser, LaunchError> {
        let _turn = self.turn.lock().await;
        if let Some(facts) = self.facts() {
            return Ok(facts);
        }
        let profile = self.home.profile();
        if !machine::stop_holder(&profile).await {
            return Err(LaunchError::ProfileInUse(profile));
        }
        let launch = self.prepare(request)?;
        let running = launch.start()?;
        let facts = ManagedBrowser {
            pid: running.pid(),
            executable: launch.executable.display().to_string(),
            headless: launch.headless,
            sandboxed: launch.sandboxed,
        };
        tracing::info!(pid = facts.pid, executable = facts.executable, "started a browser");
        if !facts.sandboxed {
            tracing::warn!("running as root, so the browser runs without its sandbox");
        }
        if let Ok(record) = serde_json::to_vec(&facts) {
            // Only needed to take the browser over after a crash.
            let _ = tokio::fs::write(self.home.managed_file(), record).await;
        }
        self.supervise(facts.clone(), Some(running));
        Ok(facts)
    }

    /// Resolves when no managed browser runs any more.
    pub(crate) async fn quit(&self) {
        let _turn = self.turn.lock().await;
        let Some(current) = self.lock().clone() else {
            return;
        };
        current.quit.cancel();
        current.gone.cancelled().await;
    }

    /// The extension gets its token in this browser as it does in the person's own: through the
    /// native host.
    fn prepare(&self, request: LaunchRequest) -> Result<Launch, LaunchError> {
        let extension = self.home.extension();
        if !extension.join("manifest.json").is_file() {
            return Err(LaunchError::NoExtension(extension));
        }
        let program = std::env::current_exe().map_err(LaunchError::Program)?;
        let profile = self.home.profile();
        let launcher =
            native_host::write_launcher(self.home.data(), &program, self.home.moved_to())?;
        native_host::register(&profile, &launcher)?;
        Ok(Launch {
            executable: machine::choose(&Machine::this(), self.wanted.as_deref())?,
            extension,
            user_data: profile,
            headless: request.headless,
            sandboxed: !is_root(),
            display: request.display,
            args: request.args,
            log: Log::File(self.home.browser_log_file()),
            pipe: self.make_pipe(),
        })
    }

    /// Without a pipe the browser can do less, but it can do.
    #[cfg(unix)]
    fn make_pipe(&self) -> Option<PipePaths> {
        let paths = PipePaths::below(&self.home.pipe());
        let made = std::fs::create_dir_all(self.home.pipe()).and_then(|()| paths.make());
        match made {
            Ok(()) => Some(paths),
            Err(error) => {
                tracing::warn!(%error, "the debugging pipe cannot be made");
                None
            }
        }
    }

    #[cfg(not(unix))]
    fn make_pipe(&self) -> Option<PipePaths> {
        None
    }

    /// Speaks with the browser by its pipe until it is gone.
    #[cfg(unix)]
    fn hold_pipe(&self, gone: CancellationToken, is_taken_over: bool) {
        let (browsers, driven) = (Arc::clone(&self.browsers), self.drivers.managed_opened());
        let hearing = Arc::downgrade(&driven);
        let orphans = is_taken_over.then(OrphanedSessions::default);
        let way_back: Arc<OnceLock<Weak<Link>>> = Arc::default();
        let answering = Arc::clone(&way_back);
        let on_event = move |session: Option<&str>, method: &str, params: &RawValue| {
            if let Some(orphans) = &orphans
                && let Some(pipe) = answering.get().and_then(Weak::upgrade)
            {
                orphans.event(&pipe, session, method, params);
            }
            browsers.pipe_event(session, method, params);
            if let Some(driven) = hearing.upgrade() {
                driven.event(session, method, params);
            }
        };
        match PipePaths::below(&self.home.pipe()).open() {
            Ok((reader, writer)) => {
                let (pipe, driving) = cdp::over_pipe(reader, writer, Box::new(on_event));
                let _ = way_back.set(Arc::downgrade(&pipe));
                end_orphaned_contexts(&pipe);
                if is_taken_over {
                    orphaned_sessions::run_held_pages(&pipe);
                }
                driven.speak_over(Arc::clone(&pipe));
                self.browsers.set_pipe(Some(Arc::new(ManagedPipe(pipe))));
                let (browsers, drivers) = (Arc::clone(&self.browsers), Arc::clone(&self.drivers));
                self.tasks.spawn(async move {
                    tokio::select! {
                        () = driving => {}
                        () = gone.cancelled() => {}
                    }
                    drivers.managed_closed();
                    browsers.set_pipe(None);
                });
            }
            Err(error) => tracing::warn!(%error, "the debugging pipe cannot be opened"),
        }
    }

    #[cfg(not(unix))]
    fn hold_pipe(&self, _gone: CancellationToken, _is_taken_over: bool) {}

    /// Watches one browser to its end. Without a `Running` it is one we took over.
    fn supervise(self: &Arc<Self>, facts: ManagedBrowser, running: Option<Running>) {
        let current =
            Current { facts, quit: CancellationToken::new(), gone: CancellationToken::new() };
        *self.lock() = Some(current.clone());
        self.hold_pipe(current.gone.clone(), running.is_none());
        let managed = Arc::clone(self);
        self.tasks.spawn(async move {
            let detail = match running {
                Some(running) => watch_child(running, &current.quit).await,
                None => watch_adopted(&managed.home.profile(), &current.quit).await,
            };
            *managed.lock() = None;
            let _ = std::fs::remove_file(managed.home.managed_file());
            tracing::info!(pid = current.facts.pid, detail, "the managed browser is gone");
            let pid = current.facts.pid;
            managed.events.publish(Event::ManagedBrowserExited { pid, detail });
            current.gone.cancel();
        });
    }

    fn lock(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Contexts that clients of an earlier daemon left behind.
#[cfg(unix)]
fn end_orphaned_contexts(pipe: &Arc<Link>) {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Contexts {
        browser_context_ids: Vec<String>,
    }
    let speaking = Arc::clone(pipe);
    let end_all = move |answer: Result<Box<RawValue>, _>| {
        let answer = answer.ok().and_then(|answer| serde_json::from_str(answer.get()).ok());
        let Some(Contexts { browser_context_ids }) = answer else { return };
        for id in browser_context_ids {
            let params = serde_json::json!({ "browserContextId": id });
            let params = serde_json::value::to_raw_value(&params).ok();
            let method = "Target.disposeBrowserContext";
            speaking.ask(None, method, params.as_deref(), Box::new(|_| {}));
        }
    };
    pipe.ask(None, "Target.getBrowserContexts", None, Box::new(end_all));
}

async fn watch_child(mut running: Running, quit: &CancellationToken) -> String {
    tokio::select! {
        status = running.exited() => match status {
            Ok(status) => return format!("it ended by itself: {status}"),
            Err(error) => return format!("it cannot be watched: {error}"),
        },
        () = quit.cancelled() => {}
    }
    running.stop().await;
    "it was asked to quit".to_owned()
}

async fn watch_adopted(profile: &std::path::Path, quit: &CancellationToken) -> String {
    while machine::holder_pid(profile).is_some() {
        tokio::select! {
            () = tokio::time::sleep(ADOPTED_CHECK) => {}
            () = quit.cancelled() => {
                machine::stop_holder(profile).await;
                return "it was asked to quit".to_owned();
            }
        }
    }
    "it ended by itself".to_owned()
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}
