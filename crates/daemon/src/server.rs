//! The daemon's life: take the lock, listen, serve, leave nothing behind.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::routing::{get, post};
use axum::serve::ListenerExt as _;
use axum::{Json, Router, middleware};
use tabwright_browser::cdp::PageScripts;
use tabwright_client::{
    DaemonLock, DaemonRecord, Home, HomeError, Settings, SettingsError, Token, TokenError,
    answering, write_private,
};
use tabwright_control::{Control, ControlHub, DownloadGuard, DriverSource};
use tabwright_policy::{Policy, PolicyError};
use tabwright_store::{Store, StoreError};
use tabwright_tools::ToolHosts;
use tabwright_wire::{ClientOrigin, Diagnostics, Event, PROTOCOL_VERSION, Status};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::agents::Agents;
use crate::browsers::Browsers;
use crate::cdp_gate::CdpGate;
use crate::clients::Clients;
use crate::drivers::{AllBrowsers, DriverParts, Drivers};
use crate::events::{ClientIds, Events};
use crate::language::{Language, LanguageParts};
use crate::managed::Managed;
use crate::pairing::Pairing;
use crate::remotes::SqliteRemoteBrowsers;
use crate::search_providers::{SearchProviders, SqliteSearchProviders};
use crate::{api, auth, cdp, policy_api, problems};

/// Connections have this long to end when the daemon stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// Who holds the lock has its port within this time, or something is very wrong.
const LOCK_TIMEOUT: Duration = Duration::from_secs(8);
const LOCK_CHECK: Duration = Duration::from_millis(10);

/// What the doors share.
#[derive(Debug)]
pub struct Daemon {
    pub(crate) port: u16,
    pub(crate) token: Token,
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) drivers: Arc<Drivers>,
    pub(crate) policy: Arc<Policy>,
    control: Arc<ControlHub>,
    store: Store,
    pub(crate) downloads: Arc<DownloadGuard>,
    pub(crate) language: Arc<Language>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) cdp_description: &'static str,
    pub(crate) client_ids: Arc<ClientIds>,
    pub(crate) events: Arc<Events>,
    pub(crate) managed: Arc<Managed>,
    pub(crate) pairing: Pairing,
    pub(crate) tasks: TaskTracker,
    pub(crate) stopping: CancellationToken,
    started: Instant,
    bad_frames: AtomicU64,
}

#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    #[error(transparent)]
    Home(#[from] HomeError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error("a daemon is running already: pid {}, port {}", .0.pid, .0.port)]
    AlreadyRunning(DaemonRecord),
    #[error(
        "another daemon is running, but its port is unknown. Look for a `tabwright daemon` that hangs, and end it"
    )]
    LockedSilently,
    #[error(
        "port {port} is used by {holder}. End that program, or choose another port with --port or TABWRIGHT_PORT"
    )]
    PortTaken { port: u16, holder: String },
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: io::Error },
    #[error("{source}. {}", source.fix())]
    Policy {
        #[from]
        source: PolicyError,
    },
    #[error(transparent)]
    Settings(SettingsError),
    #[error("{source}. {}", source.fix())]
    Store {
        #[from]
        source: StoreError,
    },
    #[error("the grammar of the browser is broken: {0}")]
    Grammar(#[from] tabwright_actions::Report),
    #[error("cannot write the daemon's lock file: {0}")]
    Lock(io::Error),
    #[error("the server failed: {0}")]
    Serve(io::Error),
}

/// What was made from the extension's folder when this program was built; empty where it was not.
#[derive(Debug, Clone)]
pub struct BuiltIn {
    /// What `/json/protocol` tells.
    pub cdp_description: &'static str,
    pub page_scripts: PageScripts,
}

/// A daemon that has its lock and its port, and is about to serve.
#[derive(Debug)]
pub struct Listening {
    daemon: Arc<Daemon>,
    listener: TcpListener,
    lock: DaemonLock,
    faces: Router,
}

impl Daemon {
    /// Takes the lock and the port. From here on, everybody can find this daemon.
    pub async fn listen(
        home: &Home,
        settings: &Settings,
        texts: BuiltIn,
    ) -> Result<Listening, DaemonError> {
        home.make()?;
        let lock = lock(home).await?;
        let token = Token::load_or_create(&home.token_file())?;
        let (policy, vault) = policy_api::open(home, &settings.policy).map_err(|error| {
            policy_api::config_mistake(home, &error)
                .map_or_else(|| error.into(), DaemonError::Settings)
        })?;
        let (policy, vault) = (Arc::new(policy), Arc::new(vault));
        let (listener, port) = bind(settings.daemon.port).await?;
        let client_ids = Arc::<ClientIds>::default();
        let events = Events::new(Arc::clone(&client_ids));
        let tasks = TaskTracker::new();
        let gate = Arc::new(CdpGate::new(Arc::clone(&policy), tasks.clone()));
        let browsers =
            Arc::new(Browsers::new(settings.connections.browsers, Arc::clone(&events), gate));
        let store = Store::open(&home.store_file()).await?;
        if store.is_read_only() {
            tracing::warn!(
                "the store was written by a newer Tabwright: it is read, and not changed"
            );
        }
        let providers = SqliteSearchProviders::new(store.clone());
        providers.import(&home.old_search_providers_file()).await?;
        let providers = Arc::new(SearchProviders::load(Arc::new(providers)).await?);
        let downloads = DownloadGuard::new(Arc::clone(&policy), tasks.clone());
        let parts = DriverParts {
            scripts: texts.page_scripts,
            downloads: home.downloads(),
            search_providers: Arc::clone(&providers) as _,
            client_ids: Arc::clone(&client_ids),
            tasks: tasks.clone(),
            download_guard: Arc::clone(&downloads),
        };
        let remotes = Arc::new(SqliteRemoteBrowsers::new(store.clone()));
        let drivers = Drivers::load(&settings.control, parts, remotes).await?;
        let managed = Managed::new(
            home.clone(),
            settings.managed.browser.clone(),
            Arc::clone(&events),
            tasks.clone(),
            Arc::clone(&browsers),
            Arc::clone(&drivers),
        );
        let all_browsers =
            AllBrowsers { browsers: Arc::clone(&browsers), drivers: Arc::clone(&drivers) };
        let all_browsers: Arc<dyn DriverSource> = Arc::new(all_browsers);
        let control = ControlHub::new(
            Arc::clone(&all_browsers),
            Arc::clone(&policy),
            vault,
            Arc::clone(&downloads),
            Arc::clone(&events) as _,
        );
        let clients = Arc::new(Clients::new(
            settings.connections.client_mode,
            Agents::new(Arc::clone(&client_ids)),
            Arc::clone(&browsers),
            Arc::clone(&events),
        ));
        let parts = LanguageParts {
            control: Arc::clone(&control),
            drivers: all_browsers,
            browsers: Arc::clone(&browsers),
            clients: Arc::clone(&clients),
            providers,
        };
        let language = Language::load(home, &store, parts).await?;
        let daemon = Arc::new(Self {
            port,
            token,
            browsers,
            drivers,
            policy,
            downloads,
            control,
            store,
            language,
            clients,
            cdp_description: texts.cdp_description,
            client_ids,
            events,
            managed,
            pairing: Pairing::default(),
            tasks,
            stopping: CancellationToken::new(),
            started: Instant::now(),
            bad_frames: AtomicU64::new(0),
        });
        daemon.managed.adopt();
        let reconnecting = Arc::clone(&daemon.drivers).reconnect_remotes();
        let until_stopped = daemon.stopping.clone().run_until_cancelled_owned(reconnecting);
        daemon.tasks.spawn(until_stopped);
        daemon.tasks.spawn(policy_api::tell_of_questions(Arc::clone(&daemon)));
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let record = DaemonRecord { pid: std::process::id(), port, version };
        lock.publish(&record).map_err(DaemonError::Lock)?;
        write_private(&home.cdp_url_file(), &daemon.cdp_url())?;
        tracing::info!(port, pid = record.pid, "the daemon listens on 127.0.0.1");
        Ok(Listening { daemon, listener, lock, faces: Router::new() })
    }

    /// Control for a client that calls itself so.
    pub(crate) fn control(
        &self,
        client: &str,
        origin: ClientOrigin,
        browser: Option<&str>,
    ) -> Control {
        Control::new(&self.control, client, origin, browser)
    }

    /// Begins the end: [`Listening::serve`] returns once all is closed.
    pub fn stop(&self) {
        if !self.stopping.is_cancelled() {
            self.events.publish(Event::DaemonStopping);
            self.stopping.cancel();
        }
    }

    pub(crate) fn status(&self) -> Status {
        let browsers = self.browsers.status();
        Status {
            connected: !browsers.is_empty(),
            port: self.port,
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL_VERSION,
            uptime_ms: self.started.elapsed().as_millis() as u64,
            browsers,
            clients: self.clients.status(),
            managed: self.managed.facts(),
            last_event: self.events.last_id(),
            diagnostics: Diagnostics {
                tasks: tokio::runtime::Handle::current().metrics().num_alive_tasks(),
                resident_bytes: resident_bytes(),
                bad_frames: self.bad_frames.load(Ordering::Relaxed),
            },
        }
    }

    /// Where whatever must outlive the daemon is kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What the tools of agents work with.
    #[must_use]
    pub fn tool_hosts(&self) -> Arc<dyn ToolHosts> {
        self.language.tool_hosts()
    }

    /// Ends when the daemon does.
    #[must_use]
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    pub(crate) fn cdp_url(&self) -> String {
        format!("ws://127.0.0.1:{}/cdp?token={}", self.port, self.token.reveal())
    }

    pub(crate) fn count_bad_frame(&self) {
        self.bad_frames.fetch_add(1, Ordering::Relaxed);
    }
}

impl Listening {
    #[must_use]
    pub fn port(&self) -> u16 {
        self.daemon.port
    }

    #[must_use]
    pub fn daemon(&self) -> Arc<Daemon> {
        Arc::clone(&self.daemon)
    }

    /// Serves these addresses, too, to whoever has the token.
    #[must_use]
    pub fn with_face(mut self, routes: Router) -> Self {
        self.faces = self.faces.merge(routes);
        self
    }

    /// Serves until [`Daemon::stop`].
    pub async fn serve(self) -> Result<(), DaemonError> {
        let Self { daemon, listener, lock, faces } = self;
        // Small frames go out at once: a round trip is what people wait for.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "no TCP_NODELAY");
            }
        });
        let stopping = daemon.stopping.clone();
        let winding_down = {
            let daemon = Arc::clone(&daemon);
            async move {
                daemon.stopping.cancelled().await;
                daemon.browsers.close_all();
                daemon.managed.quit().await;
                daemon.tasks.close();
            }
        };
        let server = axum::serve(listener, router(&daemon, faces))
            .with_graceful_shutdown(stopping.cancelled_owned());
        let (served, ()) = tokio::join!(
            async {
                tokio::select! {
                    served = server => served,
                    // A client that holds its connection open does not hold us.
                    () = async { daemon.stopping.cancelled().await; tokio::time::sleep(STOP_TIMEOUT).await } => Ok(()),
                }
            },
            winding_down,
        );
        let _ = tokio::time::timeout(STOP_TIMEOUT, daemon.tasks.wait()).await;
        daemon.store.close().await;
        daemon.policy.log().flush();
        drop(lock);
        tracing::info!("the daemon has stopped");
        served.map_err(DaemonError::Serve)
    }
}

fn router(daemon: &Arc<Daemon>, faces: Router) -> Router {
    let guard_token = middleware::from_fn_with_state(Arc::clone(daemon), auth::guard_token);
    let guard_place = middleware::from_fn_with_state(Arc::clone(daemon), auth::guard_place);
    let api = api::routes()
        .into_router()
        .route("/api/v1/openapi.json", get(async || Json(api::openapi())))
        .route("/cdp", get(cdp::connect))
        .route("/json/version", get(cdp::version))
        .route("/json/version/", get(cdp::version))
        .route("/json/protocol", get(cdp::protocol))
        .route("/json/protocol/", get(cdp::protocol))
        .route("/json", get(cdp::list))
        .route("/json/list", get(cdp::list))
        .route("/json/list/", get(cdp::list))
        .route("/client-slot", get(api::client_slot))
        .with_state(Arc::clone(daemon))
        .merge(faces)
        .fallback(async || problems::not_found())
        .layer(guard_token);
    Router::new()
        .route("/health", get(api::health))
        .route("/pair", post(api::pair))
        .route("/extension", get(auth::extension))
        .fallback_service(api)
        .layer(guard_place)
        .with_state(Arc::clone(daemon))
}

/// The lock, or the daemon that has it. That one may be about to listen, or about to die: a process
/// that was killed keeps its lock for a moment longer than it answers.
async fn lock(home: &Home) -> Result<DaemonLock, DaemonError> {
    let deadline = tokio::time::Instant::now() + LOCK_TIMEOUT;
    loop {
        if let Some(lock) = DaemonLock::acquire(home).map_err(DaemonError::Lock)? {
            return Ok(lock);
        }
        if let Some(record) = answering(home).await {
            return Err(DaemonError::AlreadyRunning(record));
        }
        if tokio::time::Instant::now() > deadline {
            return Err(DaemonError::LockedSilently);
        }
        tokio::time::sleep(LOCK_CHECK).await;
    }
}

async fn bind(port: u16) -> Result<(TcpListener, u16), DaemonError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match TcpListener::bind(address).await {
        Ok(listener) => {
            let bound = listener.local_addr();
            let port = bound.map_err(|source| DaemonError::Listen { port, source })?.port();
            Ok((listener, port))
        }
        Err(source) if source.kind() == io::ErrorKind::AddrInUse => {
            Err(DaemonError::PortTaken { port, holder: port_holder(port) })
        }
        Err(source) => Err(DaemonError::Listen { port, source }),
    }
}

fn port_holder(port: u16) -> String {
    match listeners::get_process_by_port(port, listeners::Protocol::TCP) {
        Ok(process) => format!("{} (pid {})", process.name, process.pid),
        Err(_) => "another program (which one, the system does not tell)".to_owned(),
    }
}

fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    #[cfg(unix)]
    return Some(pages * rustix::param::page_size() as u64);
    #[cfg(not(unix))]
    return None;
}
