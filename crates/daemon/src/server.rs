//! The daemon's life: take the lock, listen, compose the rooms, serve, leave nothing behind.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use axum::routing::get;
use axum::{Json, Router, middleware};
use tabwright_agent::{AgentRoom, ProgramPlace};
use tabwright_browser::cdp::PageScripts;
use tabwright_client::{
    AgentSettings, AnswerRanking, DaemonLock, DaemonRecord, HOME_VARIABLE, Home, HomeError,
    LibrarySettings, Settings, SettingsError, Token, TokenError, answering, write_private,
};
use tabwright_control::{ControlHub, DownloadGuard, DriverSource};
use tabwright_knowledge::embed::{self, open_encoder};
use tabwright_knowledge::rank::MixSettings;
use tabwright_knowledge::{KnowledgeRoom, Library};
use tabwright_model::{Models, Program};
use tabwright_policy::{Policy, PolicyError};
use tabwright_room::{ApiError, Room};
use tabwright_store::{Store, StoreError};
use tabwright_tools::ToolHosts;
use tabwright_wire::chats::RunLimits;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::agent_tokens::{AgentTokens, SqliteAgentTokens, TokensRoom};
use crate::agents::Agents;
use crate::auth::{self, Auth};
use crate::browsers::Browsers;
use crate::browsers_room::BrowsersRoom;
use crate::cdp::CdpRoom;
use crate::cdp_gate::CdpGate;
use crate::clients::Clients;
use crate::connection::{self, Connections};
use crate::daemon_room::DaemonRoom;
use crate::drivers::{AllBrowsers, DriverParts, Drivers};
use crate::events::{ClientIds, Events};
use crate::http_server;
use crate::knowledge_host::ControlKnowledge;
use crate::language::{Language, LanguageError, LanguageParts};
use crate::listeners::EventsRoom;
use crate::managed::Managed;
use crate::models::{ConfiguredModels, ModelsRoom, SharedModels};
use crate::pairing::Pairing;
use crate::person_log::PersonLog;
use crate::policy_room::{self, PolicyRoom};
use crate::problems;
use crate::remotes::SqliteRemoteBrowsers;
use crate::rooms::Rooms;
use crate::search_providers::{SearchProviders, SqliteSearchProviders};
use crate::verbs::VerbsRoom;

/// Connections have this long to end when the daemon stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// Who holds the lock has its port within this time, or something is very wrong.
const LOCK_TIMEOUT: Duration = Duration::from_secs(8);
const LOCK_CHECK: Duration = Duration::from_millis(10);

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
    #[error("this program does not know where it is: {0}")]
    Program(io::Error),
    #[error(
        "{0}. Set encoder_folder to another folder, or to nothing for the table that is built in."
    )]
    EncoderFolder(#[source] embed::Error),
    #[error("the grammar of the browser is broken: {0}")]
    Grammar(tabwright_actions::Report),
    #[error("cannot write the daemon's lock file: {0}")]
    Lock(io::Error),
}

/// What was made from the extension's folder when this program was built; empty where it was not.
#[derive(Debug, Clone)]
pub struct BuiltIn {
    /// What `/json/protocol` tells.
    pub cdp_description: &'static str,
    pub page_scripts: PageScripts,
}

/// A daemon that has its lock and its port, and is about to serve. Rooms of other crates are added here.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    lock: DaemonLock,
    rooms: Vec<Arc<dyn Room>>,
    daemon: Arc<DaemonRoom>,
    language: Arc<Language>,
    models: SharedModels,
    store: Store,
    auth: Arc<Auth>,
    policy: Arc<Policy>,
    browsers: Arc<Browsers>,
    drivers: Arc<Drivers>,
    events: Arc<Events>,
    downloads: Arc<DownloadGuard>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

/// Ends a daemon that serves.
#[derive(Debug, Clone)]
pub struct Stop(Arc<DaemonRoom>);

impl Stop {
    /// Begins the end: [`Listening::serve`] returns once all is closed.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// Takes the lock and the port. From here on, everybody can find this daemon.
pub async fn listen(
    home: &Home,
    settings: &Settings,
    built_in: BuiltIn,
) -> Result<Listening, DaemonError> {
    home.make()?;
    let lock = lock(home).await?;
    let person = Token::load_or_create(&home.token_file())?;
    let agents = Token::load_or_create(&home.agent_token_file())?;
    let (policy, vault) = policy_room::open(home, &settings.policy).map_err(|error| {
        policy_room::config_mistake(home, &error)
            .map_or_else(|| error.into(), DaemonError::Settings)
    })?;
    let (policy, vault) = (Arc::new(policy), Arc::new(vault));
    let known = policy.known_secrets();
    let models = SharedModels(Arc::new(ConfiguredModels::new(home, &settings.models, known)));
    let (listener, port) = bind(settings.daemon.port).await?;
    let store = Store::open(&home.store_file()).await?;
    if store.is_read_only() {
        tracing::warn!("the store was written by a newer Tabwright: it is read, and not changed");
    }
    let agent_tokens =
        Arc::new(AgentTokens::load(Arc::new(SqliteAgentTokens::new(store.clone()))).await?);
    let auth = Arc::new(Auth { port, person, agents, agent_tokens: Arc::clone(&agent_tokens) });
    let client_ids = Arc::<ClientIds>::default();
    let events = Events::new(Arc::clone(&client_ids));
    let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
    let gate = Arc::new(CdpGate::new(Arc::clone(&policy), tasks.clone()));
    let browsers = Browsers::new(settings.connections.browsers, Arc::clone(&events), gate);
    let browsers = Arc::new(browsers);
    let providers = SqliteSearchProviders::new(store.clone());
    providers.import(&home.old_search_providers_file()).await?;
    let providers = Arc::new(SearchProviders::load(Arc::new(providers)).await?);
    let downloads = DownloadGuard::new(Arc::clone(&policy), Arc::default(), tasks.clone());
    let parts = DriverParts {
        scripts: built_in.page_scripts,
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
    let all_browsers: Arc<dyn DriverSource> =
        Arc::new(AllBrowsers { browsers: Arc::clone(&browsers), drivers: Arc::clone(&drivers) });
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
    let knowledge = Arc::new(KnowledgeRoom::new(
        library(&store, &settings.library).await?,
        Arc::new(ControlKnowledge { hub: Arc::clone(&control), policy: Arc::clone(&policy) }),
        Arc::new(models.clone()),
    ));
    let parts = LanguageParts {
        control: Arc::clone(&control),
        drivers: all_browsers,
        browsers: Arc::clone(&browsers),
        clients: Arc::clone(&clients),
        providers,
        models: Arc::new(models.clone()),
        knowledge: Arc::clone(&knowledge),
        known_secrets: Arc::clone(policy.known_secrets()),
        remembers_phrases: settings.models.remember_phrases,
    };
    let language = Language::load(home, &store, parts).await?;
    let daemon = Arc::new(DaemonRoom {
        auth: Arc::clone(&auth),
        browsers: Arc::clone(&browsers),
        clients: Arc::clone(&clients),
        events: Arc::clone(&events),
        managed: Arc::clone(&managed),
        pairing: Pairing::default(),
        stopping: stopping.clone(),
        started: Instant::now(),
        bad_frames: Arc::new(AtomicU64::new(0)),
    });
    let rooms: Vec<Arc<dyn Room>> = vec![
        Arc::new(PolicyRoom {
            policy: Arc::clone(&policy),
            browsers: Arc::clone(&browsers),
            events: Arc::clone(&events),
        }),
        Arc::new(ModelsRoom(Arc::clone(&models.0))),
        Arc::new(TokensRoom { tokens: agent_tokens, clients: Arc::clone(&clients) }),
        Arc::new(BrowsersRoom {
            browsers: Arc::clone(&browsers),
            drivers: Arc::clone(&drivers),
            managed,
        }),
        Arc::clone(&daemon) as _,
        Arc::new(VerbsRoom(control)),
        Arc::clone(&language) as _,
        Arc::new(AgentRoom::new(
            &store,
            language.task_hosts(),
            Arc::new(models.clone()),
            task_limits(&settings.agent),
            home.pictures(),
            program_place(home)?,
            stopping.clone(),
        )),
        knowledge,
        Arc::new(EventsRoom {
            events: Arc::clone(&events),
            tasks: tasks.clone(),
            stopping: stopping.clone(),
        }),
        Arc::new(CdpRoom {
            browsers: Arc::clone(&browsers),
            clients,
            client_ids,
            policy: Arc::clone(&policy),
            auth: Arc::clone(&auth),
            description: built_in.cdp_description,
            tasks: tasks.clone(),
            stopping: stopping.clone(),
        }),
    ];
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let record = DaemonRecord { pid: std::process::id(), port, version };
    lock.publish(&record).map_err(DaemonError::Lock)?;
    write_private(&home.cdp_url_file(), &auth.cdp_url())?;
    tracing::info!(port, pid = record.pid, "the daemon listens on 127.0.0.1");
    Ok(Listening {
        listener,
        lock,
        rooms,
        daemon,
        language,
        models,
        store,
        auth,
        policy,
        browsers,
        drivers,
        events,
        downloads,
        tasks,
        stopping,
    })
}

impl Listening {
    #[must_use]
    pub fn port(&self) -> u16 {
        self.auth.port
    }

    #[must_use]
    pub fn stop(&self) -> Stop {
        Stop(Arc::clone(&self.daemon))
    }

    /// Where whatever must outlive the daemon is kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Ends when the daemon does.
    #[must_use]
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// What the tools of agents work with.
    #[must_use]
    pub fn tool_hosts(&self) -> Arc<dyn ToolHosts> {
        self.language.tool_hosts()
    }

    /// The models that the person has set up.
    #[must_use]
    pub fn models(&self) -> Arc<dyn Models> {
        Arc::new(self.models.clone())
    }

    #[must_use]
    pub fn with_room(mut self, room: Arc<dyn Room>) -> Self {
        self.rooms.push(room);
        self
    }

    /// The rooms together, and the one router before them.
    fn compose(&self) -> (Rooms, Router) {
        let audit = Arc::new(PersonLog(Arc::clone(&self.policy)));
        let rooms = Rooms::new(self.rooms.clone(), audit);
        let connections = Arc::new(Connections {
            auth: Arc::clone(&self.auth),
            browsers: Arc::clone(&self.browsers),
            drivers: Arc::clone(&self.drivers),
            events: Arc::clone(&self.events),
            downloads: Arc::clone(&self.downloads),
            known_secrets: Arc::clone(self.policy.known_secrets()),
            rooms: rooms.clone(),
            tasks: self.tasks.clone(),
            bad_frames: Arc::clone(&self.daemon.bad_frames),
        });
        let router = router(&self.auth, &rooms, Arc::clone(&self.daemon), connections);
        (rooms, router)
    }

    /// Serves until [`Stop::stop`].
    pub async fn serve(self) {
        let (rooms, router) = self.compose();
        rooms.start(&self.tasks, &self.stopping);
        let (stopping, tasks) = (self.stopping, self.tasks);
        let winding_down = async {
            stopping.cancelled().await;
            rooms.stop().await;
            tasks.close();
        };
        let server = http_server::serve(self.listener, router, &stopping);
        // A client that holds its connection open does not hold us.
        let too_late = async {
            stopping.cancelled().await;
            tokio::time::sleep(STOP_TIMEOUT).await;
        };
        let serving = async {
            tokio::select! {
                () = server => {}
                () = too_late => {}
            }
        };
        tokio::join!(serving, winding_down);
        let _ = tokio::time::timeout(STOP_TIMEOUT, tasks.wait()).await;
        self.store.close().await;
        drop(self.lock);
        tracing::info!("the daemon has stopped");
    }
}

fn router(
    auth: &Arc<Auth>,
    rooms: &Rooms,
    daemon: Arc<DaemonRoom>,
    connections: Arc<Connections>,
) -> Router {
    let guard_token = middleware::from_fn_with_state(Arc::clone(auth), auth::guard_token);
    let guard_place = middleware::from_fn_with_state(Arc::clone(auth), auth::guard_place);
    let documented = rooms.clone();
    // The document is several megabytes as a tree of values: it is made when somebody asks for it.
    let document = get(async move || Json(documented.document()));
    let api = rooms
        .routes()
        .route("/api/v1/openapi.json", document)
        .fallback(async || ApiError(problems::not_found()))
        .layer(guard_token);
    daemon
        .open_routes()
        .merge(Router::new().route("/extension", get(connection::connect)).with_state(connections))
        .fallback_service(api)
        .layer(guard_place)
}

impl From<LanguageError> for DaemonError {
    fn from(error: LanguageError) -> Self {
        match error {
            LanguageError::Grammar(report) => Self::Grammar(report),
            LanguageError::Store(error) => error.into(),
        }
    }
}

/// How command-line agents are found, and how they find this daemon.
fn program_place(home: &Home) -> Result<ProgramPlace, DaemonError> {
    let moved = home.moved_to().map(|root| root.to_string_lossy().into_owned());
    Ok(ProgramPlace {
        path: Program::search_path(),
        server: std::env::current_exe().map_err(DaemonError::Program)?,
        server_env: moved.map(|root| (HOME_VARIABLE.to_owned(), root)).into_iter().collect(),
        folder: home.tasks(),
        work_folder: home.task_work(),
    })
}

/// What the person has read, found as they choose.
async fn library(store: &Store, settings: &LibrarySettings) -> Result<Library, DaemonError> {
    let AnswerRanking { relevance, recency, quality } = settings.answer_ranking;
    let ranking = MixSettings {
        relevance: f32::from(relevance),
        recency: f32::from(recency),
        quality: f32::from(quality),
        ..MixSettings::default()
    };
    let library = Library::new(store.clone()).with_ranking(ranking);
    let Some(folder) = settings.encoder_folder.clone() else { return Ok(library) };
    let path = folder.clone();
    let opened = tokio::task::spawn_blocking(move || open_encoder(&folder)).await;
    let stopped = |error| Err(embed::Error::Unreadable { path, source: io::Error::other(error) });
    let encoder = opened.unwrap_or_else(stopped).map_err(DaemonError::EncoderFolder)?;
    Ok(library.with_encoder(Arc::from(encoder)))
}

fn task_limits(settings: &AgentSettings) -> RunLimits {
    RunLimits {
        steps: settings.agent_steps_max,
        minutes: settings.agent_minutes_max,
        tokens: u64::from(settings.agent_tokens_max),
        cents: settings.agent_cents_max,
    }
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

#[cfg(test)]
mod tests;
