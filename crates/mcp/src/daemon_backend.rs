//! The backend of a process on stdio: each call is carried to the daemon, which may be started anew in
//! between without the agent noticing.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tabwright_client::{Client, ClientError, Home, StartError, Token, ensure_running, running};
use tabwright_tools::{Effect, OnProgress, find_tool};
use tabwright_wire::{
    ClientSlot, GetClientSlot, NoParams, Problem, ProblemCode, TaskToolCall, ToolCall, ToolEvent,
    ToolOutput,
};
use tokio_util::task::AbortOnDropHandle;

use crate::backend::ToolBackend;

/// Retries of a call that only reads, when the daemon goes in the middle of it.
const TRIES_MAX: u32 = 3;

#[derive(Debug)]
pub(crate) struct DaemonBackend {
    home: Home,
    /// Of this agent alone, if it has one.
    token: Option<Token>,
    /// The agent's.
    session: String,
    /// For an agent that works on a task: it uses the tools of the task and no others.
    ticket: Option<String>,
    /// The daemon that answered last.
    daemon: Mutex<Option<Daemon>>,
}

#[derive(Debug)]
struct Daemon {
    client: Client,
    /// Tells the daemon that this process lives: when it is killed, its slot is free at once. A task has no slot.
    _presence: Option<AbortOnDropHandle<()>>,
}

/// How far a call got.
enum Lost {
    /// Nobody has heard of it.
    Unheard,
    /// It may have been done, in part or in whole.
    Midway,
}

impl DaemonBackend {
    pub(crate) fn new(
        home: Home,
        token: Option<Token>,
        session: String,
        ticket: Option<String>,
    ) -> Self {
        Self { home, token, session, ticket, daemon: Mutex::new(None) }
    }

    /// The agent has gone.
    pub(crate) async fn end(&self) {
        if let Some(client) = self.connected().filter(|_| self.ticket.is_none()) {
            // Without a daemon there is no session either.
            let _ = client.end_agent(&self.session).await;
        }
    }

    async fn work(&self, call: ToolCall, progress: &OnProgress) -> ToolOutput {
        for _ in 0..TRIES_MAX {
            let client = match self.client(progress).await {
                Ok(client) => client,
                Err(error) => return ToolOutput::failed(no_daemon(&error)),
            };
            match self.carry(&client, &call, progress).await {
                Ok(output) => return output,
                Err(Lost::Midway) if !reads_only(&call.tool) => {
                    self.forget();
                    return ToolOutput::failed(interrupted(&call.tool));
                }
                Err(Lost::Unheard | Lost::Midway) => self.forget(),
            }
        }
        ToolOutput::failed(interrupted(&call.tool))
    }

    async fn client(&self, progress: &OnProgress) -> Result<Client, StartError> {
        if let Some(client) = self.connected() {
            return Ok(client);
        }
        progress("Looking for the Tabwright daemon …");
        let client = match self.ticket {
            // No other daemon knows the ticket, and one that is started would only hear of it in vain.
            Some(_) => running(&self.home).await?,
            None => ensure_running(&self.home).await?.0,
        };
        // An agent works with an agent's token, though this process could read the person's.
        let client = client.as_agent(self.token.clone());
        let presence = self.ticket.is_none().then(|| {
            let (client, session) = (client.clone(), self.session.clone());
            AbortOnDropHandle::new(tokio::spawn(async move {
                // A daemon that goes ends it, and the next one is told by the next call.
                if let Ok(mut lines) = client.hold_agent(&session).await {
                    while lines.next::<()>().await.is_some() {}
                }
            }))
        });
        *self.daemon.lock() = Some(Daemon { client: client.clone(), _presence: presence });
        Ok(client)
    }

    /// Carries the call to a daemon, and back what it says.
    async fn carry(
        &self,
        client: &Client,
        call: &ToolCall,
        progress: &OnProgress,
    ) -> Result<ToolOutput, Lost> {
        let sent = match &self.ticket {
            None => client.call_agent_tool(call).await,
            Some(ticket) => {
                let (ticket, tool) = (ticket.clone(), call.tool.clone());
                let arguments = call.arguments.clone();
                client.call_task_tool(&TaskToolCall { ticket, tool, arguments }).await
            }
        };
        let mut lines = match sent {
            Ok(lines) => lines,
            Err(ClientError::Refused(problem)) => return Ok(ToolOutput::failed(problem)),
            Err(_) => return Err(Lost::Unheard),
        };
        while let Some(line) = lines.next::<ToolEvent>().await {
            match line {
                ToolEvent::Progress(words) => progress(&words),
                ToolEvent::Output(output) => return Ok(output),
            }
        }
        Err(Lost::Midway)
    }

    fn connected(&self) -> Option<Client> {
        self.daemon.lock().as_ref().map(|daemon| daemon.client.clone())
    }

    fn forget(&self) {
        *self.daemon.lock() = None;
    }
}

impl ToolBackend for Arc<DaemonBackend> {
    fn call<'a>(&'a self, call: ToolCall, progress: &'a OnProgress) -> BoxFuture<'a, ToolOutput> {
        Box::pin(self.work(call, progress))
    }

    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>> {
        Box::pin(async { self.connected()?.call::<GetClientSlot>(&NoParams {}).await.ok() })
    }
}

/// May it be called again without harm, if nobody knows whether it was?
fn reads_only(tool: &str) -> bool {
    find_tool(tool).is_ok_and(|tool| tool.effect == Effect::Reads)
}

fn no_daemon(error: &StartError) -> Problem {
    Problem {
        code: ProblemCode::NoBrowser,
        title: format!("The Tabwright daemon cannot be reached: {error}"),
        fix: "Ask the person to run `tabwright doctor`".to_owned(),
    }
}

fn interrupted(tool: &str) -> Problem {
    Problem {
        code: ProblemCode::BrowserDisconnected,
        title: format!("The daemon was stopped in the middle of `{tool}`; it may be half done"),
        fix: "Take a snapshot to see how the page is, then go on".to_owned(),
    }
}
