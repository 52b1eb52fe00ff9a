//! The desk in the daemon: every agent's session, and the tools that work on it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tabwright_daemon::{Daemon, tool_span};
use tabwright_wire::{ClientOrigin, ClientSlot, Problem};
use tokio::time::{Instant, interval};
use tracing::Instrument as _;

use crate::desk::{Call, Desk, OnProgress, Outcome};
use crate::session::Session;
use crate::session_store::SavedSessions;
use crate::tools;

/// Sessions at a time; the one that was idle longest makes room.
const SESSIONS_MAX: usize = 100;
/// A session that was idle so long is over.
const IDLE_MAX: Duration = Duration::from_secs(3_600);
/// A browser that is on its way is here within this time.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(15);
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Sessions {
    daemon: Arc<Daemon>,
    saved: Arc<SavedSessions>,
    open: Mutex<HashMap<String, Arc<Session>>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({})", self.name)
    }
}

impl Sessions {
    pub(crate) fn new(daemon: Arc<Daemon>, saved: Arc<SavedSessions>) -> Arc<Self> {
        Arc::new(Self { daemon, saved, open: Mutex::default() })
    }

    /// Works on a call.
    pub(crate) async fn work(&self, call: Call, progress: &OnProgress) -> Outcome {
        let session = self.session(&call).await;
        let span = tool_span(&session.name, &call.tool);
        self.work_in(session, call, progress).instrument(span).await
    }

    async fn work_in(&self, session: Arc<Session>, call: Call, progress: &OnProgress) -> Outcome {
        session.touch();
        if let Err(problem) = self.daemon.admit_agent(&call.session, &session.name) {
            return Outcome::failed(problem);
        }
        let worked = async {
            self.until_browser(&session, progress).await?;
            session.go_on().await?;
            tools::run(&session, &call.tool, call.arguments, progress).await
        };
        let outcome = worked.await.unwrap_or_else(Outcome::failed);
        session.touch();
        if let Some(known) = session.known() {
            self.daemon.agent_drives(&call.session, known.own.len());
            self.saved.remember(&call.session, known).await;
        }
        outcome
    }

    /// The agent is gone: its session ends, its tabs stay for the person.
    pub(crate) async fn end(&self, key: &str) {
        self.lock().remove(key);
        self.daemon.agent_left(key);
        if let Err(error) = self.saved.forget(key).await {
            tracing::debug!(%error, "a session that ended is still kept");
        }
    }

    async fn session(&self, call: &Call) -> Arc<Session> {
        if let Some(session) = self.lock().get(&call.session) {
            return Arc::clone(session);
        }
        let known = self.saved.record(&call.session).await;
        let mut open = self.lock();
        // Another call of the same agent may have been quicker.
        if let Some(session) = open.get(&call.session) {
            return Arc::clone(session);
        }
        let over: Vec<_> = open
            .iter()
            .filter(|(_, session)| session.idle_since().elapsed() > IDLE_MAX)
            .map(|(key, _)| key.clone())
            .collect();
        for key in over {
            open.remove(&key);
            self.daemon.agent_left(&key);
        }
        if open.len() >= SESSIONS_MAX
            && let Some(oldest) = oldest(&open)
        {
            open.remove(&oldest);
            self.daemon.agent_left(&oldest);
        }
        let name = known.as_ref().map(|known| known.name.clone());
        let name = name.unwrap_or_else(|| free_name(&call.client, &open));
        let control = self.daemon.control(&call.client, ClientOrigin::Mcp, None);
        let session = Arc::new(Session::new(control, name, known));
        open.insert(call.session.clone(), Arc::clone(&session));
        session
    }

    /// Tells the agent every second that a browser is waited for.
    async fn until_browser(&self, session: &Session, progress: &OnProgress) -> Result<(), Problem> {
        let waiting = session.control.until_browser(BROWSER_TIMEOUT);
        tokio::pin!(waiting);
        let began = Instant::now();
        let mut ticks = interval(PROGRESS_INTERVAL);
        ticks.reset();
        loop {
            tokio::select! {
                biased;
                there = &mut waiting => return there,
                _ = ticks.tick() => progress(&format!(
                    "Waiting for a browser to connect ({} s) …", began.elapsed().as_secs()
                )),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk for Arc<Sessions> {
    fn call<'a>(&'a self, call: Call, progress: &'a OnProgress) -> BoxFuture<'a, Outcome> {
        Box::pin(self.work(call, progress))
    }

    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>> {
        Box::pin(async { Some(self.daemon.client_slot()) })
    }
}

fn oldest(open: &HashMap<String, Arc<Session>>) -> Option<String> {
    open.iter().min_by_key(|(_, session)| session.idle_since()).map(|(key, _)| key.clone())
}

/// Two agents of one kind have tab groups that can be told apart.
fn free_name(client: &str, open: &HashMap<String, Arc<Session>>) -> String {
    let taken = |name: &str| open.values().any(|session| session.name == name);
    if !taken(client) {
        return client.to_owned();
    }
    let more = (2..).map(|number| format!("{client} {number}")).find(|name| !taken(name));
    more.unwrap_or_else(|| client.to_owned())
}
