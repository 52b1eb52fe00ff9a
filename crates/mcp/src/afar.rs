//! The desk of a process on stdio: each call is carried to the daemon, which may be started anew in
//! between without the agent noticing.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use tabwright_client::{Client, ClientError, Home, StartError, ensure_running};
use tabwright_wire::{ClientSlot, Problem, ProblemCode};

use crate::catalogue;
use crate::desk::{Call, Desk, OnProgress, Outcome};
use crate::http::Line;

/// A call that reads only is made again when the daemon goes in the middle of it, so often.
const TRIES_MAX: u32 = 3;

#[derive(Debug)]
pub(crate) struct Afar {
    home: Home,
    /// The daemon that answered last.
    client: Mutex<Option<Client>>,
}

/// How far a call got.
enum Lost {
    /// Nobody has heard of it.
    Unheard,
    /// It may have been done, in part or in whole.
    Midway,
}

impl Afar {
    pub(crate) fn new(home: Home) -> Self {
        Self { home, client: Mutex::new(None) }
    }

    /// The agent has gone.
    pub(crate) async fn end(&self, session: &str) {
        let known = self.known();
        if let Some(client) = known {
            // Without a daemon there is no session either.
            let _ = client.end_agent(session).await;
        }
    }

    async fn work(&self, call: Call, progress: &OnProgress) -> Outcome {
        for _ in 0..TRIES_MAX {
            let client = match self.client(progress).await {
                Ok(client) => client,
                Err(error) => return Outcome::failed(no_daemon(&error)),
            };
            match carry(&client, &call, progress).await {
                Ok(outcome) => return outcome,
                Err(Lost::Midway) if !catalogue::reads_only(&call.tool) => {
                    self.forget();
                    return Outcome::failed(interrupted(&call.tool));
                }
                Err(Lost::Unheard | Lost::Midway) => self.forget(),
            }
        }
        Outcome::failed(interrupted(&call.tool))
    }

    async fn client(&self, progress: &OnProgress) -> Result<Client, StartError> {
        if let Some(client) = self.known() {
            return Ok(client);
        }
        progress("Looking for the Tabwright daemon …");
        let (client, _) = ensure_running(&self.home).await?;
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = Some(client.clone());
        Ok(client)
    }

    fn known(&self) -> Option<Client> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn forget(&self) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Desk for Arc<Afar> {
    fn call<'a>(&'a self, call: Call, progress: &'a OnProgress) -> BoxFuture<'a, Outcome> {
        Box::pin(self.work(call, progress))
    }

    fn slot(&self) -> BoxFuture<'_, Option<ClientSlot>> {
        Box::pin(async { self.known()?.client_slot().await.ok() })
    }
}

/// Carries the call to a daemon, and back what it says.
async fn carry(client: &Client, call: &Call, progress: &OnProgress) -> Result<Outcome, Lost> {
    let mut lines = match client.call_agent_tool(call).await {
        Ok(lines) => lines,
        Err(ClientError::Refused(problem)) => return Ok(Outcome::failed(problem)),
        Err(_) => return Err(Lost::Unheard),
    };
    while let Some(line) = lines.next::<Line>().await {
        match line {
            Line::Progress(words) => progress(&words),
            Line::Outcome(outcome) => return Ok(outcome),
        }
    }
    Err(Lost::Midway)
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
