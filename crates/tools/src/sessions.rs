//! Every agent's session, and the tool calls that work on it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tabwright_wire::{ClientSlot, Problem, TabId, ToolCall, ToolOutput};
use tokio::time::{Instant, interval};
use tracing::{Instrument as _, info_span};

use crate::host::ToolHosts;
use crate::script_memory::ScriptMemory;
use crate::session::{ResultChars, Session};
use crate::session_store::SavedSessions;
use crate::tool::OnProgress;
use crate::tools::find_tool;

/// Sessions at a time; the one that was idle longest makes room.
const SESSIONS_MAX: usize = 100;
/// A session that was idle so long is over.
const IDLE_MAX: Duration = Duration::from_secs(3_600);
/// A browser that is on its way is here within this time.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(15);
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Over all clients; only ever used in the log.
static LAST_CALL: AtomicU64 = AtomicU64::new(0);

#[derive(Debug)]
pub struct Sessions {
    hosts: Arc<dyn ToolHosts>,
    saved: Arc<SavedSessions>,
    open: Mutex<HashMap<String, Arc<Session>>>,
    /// What their scripts keep, together.
    memory: Arc<ScriptMemory>,
    result_chars: ResultChars,
}

impl Sessions {
    #[must_use]
    pub fn new(hosts: Arc<dyn ToolHosts>, saved: Arc<SavedSessions>) -> Arc<Self> {
        Self::with_result_chars(hosts, saved, ResultChars::default())
    }

    /// With results of another length.
    #[must_use]
    pub fn with_result_chars(
        hosts: Arc<dyn ToolHosts>,
        saved: Arc<SavedSessions>,
        result_chars: ResultChars,
    ) -> Arc<Self> {
        let (open, memory) = (Mutex::default(), Arc::default());
        Arc::new(Self { hosts, saved, open, memory, result_chars })
    }

    /// The person gives a session a tab of theirs to work in.
    pub async fn enter(&self, key: &str, client: &str, tab: TabId) -> Result<(), Problem> {
        let session = self.session(key, client).await;
        session.restore().await?;
        session.enter(tab).await?;
        self.remember(key, &session).await;
        Ok(())
    }

    /// The person lets a session go on in the tabs that it had, which they may have used meanwhile.
    pub async fn reclaim(&self, key: &str, client: &str) -> Result<(), Problem> {
        let session = self.session(key, client).await;
        session.restore().await?;
        session.reclaim().await
    }

    /// The session works on a task from here on, or does not any more. The person sees it where it works.
    pub async fn show_work(&self, key: &str, client: &str, is_working: bool) {
        let session = self.session(key, client).await;
        let mut works = session.works.lock().await;
        *works = is_working;
        // Without a browser there is nothing to show it in.
        let _ = match is_working {
            true => session.host.begin_work(session.current()).await,
            false => session.host.end_work().await,
        };
    }

    /// Waits for a browser; what is missing, if none comes in time.
    pub async fn until_browser(
        &self,
        key: &str,
        client: &str,
        timeout: Duration,
    ) -> Result<(), Problem> {
        self.session(key, client).await.host.wait_for_browser(timeout).await
    }

    /// Waits until the person presses Stop on a tab of the session's own. Meanwhile a browser that comes back shows
    /// again that the session works: what it showed before went with its connection.
    pub async fn until_stopped(&self, key: &str, client: &str) {
        let session = self.session(key, client).await;
        let mut connections = session.host.connections();
        let shown_again = async {
            while connections.changed().await.is_ok() {
                let works = session.works.lock().await;
                if *works {
                    // One that is gone again connects once more.
                    let _ = session.host.begin_work(session.current()).await;
                }
            }
            std::future::pending::<()>().await;
        };
        let stopped = async {
            if session.host.until_stopped().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = stopped => {}
            () = shown_again => {}
        }
    }

    async fn remember(&self, key: &str, session: &Session) {
        if let Some(record) = session.record() {
            self.hosts.drives(key, record.own.len());
            self.saved.remember(key, record).await;
        }
    }

    /// Works on a call. Dropping the future ends the work.
    pub async fn call(&self, call: ToolCall, progress: &OnProgress) -> ToolOutput {
        let session = self.session(&call.session, &call.client).await;
        let number = LAST_CALL.fetch_add(1, Ordering::Relaxed) + 1;
        let span = info_span!("tool", tool_call = number, client = session.name, tool = call.tool);
        self.work_in(session, call, progress).instrument(span).await
    }

    async fn work_in(
        &self,
        session: Arc<Session>,
        call: ToolCall,
        progress: &OnProgress,
    ) -> ToolOutput {
        session.touch();
        if let Err(problem) = self.hosts.admit(&call.session, &session.name) {
            return ToolOutput::failed(problem);
        }
        let worked = async {
            self.wait_for_browser(&session, progress).await?;
            session.restore().await?;
            let tool = find_tool(&call.tool)?;
            (tool.run)(&session, call.arguments, progress).await
        };
        let output = self.telling_of_questions(&call.client, progress, worked).await;
        let output = output.unwrap_or_else(ToolOutput::failed);
        session.touch();
        self.remember(&call.session, &session).await;
        output
    }

    /// The agent is gone: its session ends, its tabs stay for the person.
    pub async fn end(&self, key: &str) {
        self.lock().remove(key);
        self.hosts.left(key);
        if let Err(error) = self.saved.forget(key).await {
            tracing::debug!(%error, "a session that ended is still kept");
        }
    }

    /// The agent's process is gone without a word: its slot is free, and its session is there if it comes back.
    pub fn left(&self, key: &str) {
        self.hosts.left(key);
    }

    /// Who holds the only slot, in `single` mode.
    #[must_use]
    pub fn slot(&self) -> ClientSlot {
        self.hosts.slot()
    }

    async fn session(&self, key: &str, client: &str) -> Arc<Session> {
        if let Some(session) = self.lock().get(key) {
            return Arc::clone(session);
        }
        let known = self.saved.record(key).await;
        let mut open = self.lock();
        // Another call of the same agent may have been quicker.
        if let Some(session) = open.get(key) {
            return Arc::clone(session);
        }
        let over: Vec<_> = open
            .iter()
            .filter(|(_, session)| session.idle_since().elapsed() > IDLE_MAX)
            .map(|(key, _)| key.clone())
            .collect();
        for key in over {
            open.remove(&key);
            self.hosts.left(&key);
        }
        if open.len() >= SESSIONS_MAX
            && let Some(oldest) = oldest(&open)
        {
            open.remove(&oldest);
            self.hosts.left(&oldest);
        }
        let name = known.as_ref().map(|known| known.name.clone());
        let name = name.unwrap_or_else(|| free_name(client, &open));
        let host = self.hosts.host(client);
        let memory = Arc::clone(&self.memory);
        let session = Arc::new(Session::new(host, name, known, memory, self.result_chars));
        open.insert(key.to_owned(), Arc::clone(&session));
        session
    }

    /// Tells the agent every second that the person is asked: else it would see nothing for as long as they take.
    async fn telling_of_questions<T>(
        &self,
        client: &str,
        progress: &OnProgress,
        work: impl Future<Output = T>,
    ) -> T {
        tokio::pin!(work);
        let mut asked_s = 0_u32;
        let mut ticks = interval(PROGRESS_INTERVAL);
        ticks.reset();
        loop {
            tokio::select! {
                biased;
                output = &mut work => return output,
                _ = ticks.tick() => {
                    asked_s = if self.hosts.is_asking(client) { asked_s + 1 } else { 0 };
                }
            }
            if asked_s > 0 {
                progress(&format!(
                    "Waiting for the person's answer in the browser ({asked_s} s) …"
                ));
            }
        }
    }

    /// Tells the agent every second that a browser is waited for.
    async fn wait_for_browser(
        &self,
        session: &Session,
        progress: &OnProgress,
    ) -> Result<(), Problem> {
        let waiting = session.host.wait_for_browser(BROWSER_TIMEOUT);
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
        self.open.lock()
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
