//! Sessions behind the debugging pipe on pages of the default context, beside the client's own there:
//! for the few commands that Chrome takes from the pipe and not from an extension, or does better there.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::clients::ClientId;
use crate::frames::SERVER_ERROR;
use crate::pipe_client::{About, PipeClient};
use crate::session_commands::{NO_DATA_ADDRESSES, leads_to_data};
use crate::sessions::SessionId;
use crate::state::{Caller, State};

#[derive(Debug)]
pub(crate) enum PipePageSession {
    Opening { target: String, waiting: Vec<(Caller, String, Option<Box<RawValue>>)> },
    Open(String),
}

impl PipeClient {
    pub(crate) fn opens_page_session(&self, info: &Value) -> bool {
        self.page_sessions.values().any(
            |session| matches!(session, PipePageSession::Opening { target, .. } if info["targetId"] == **target),
        )
    }
}

impl State {
    pub(crate) fn owner_of_page_session(&self, session: &str) -> Option<SessionId> {
        let pipe_clients = self.clients.values().filter_map(|client| client.pipe_client.as_ref());
        let mut page_sessions = pipe_clients.flat_map(|pipe_client| &pipe_client.page_sessions);
        let found = page_sessions
            .find(|(_, open)| matches!(open, PipePageSession::Open(id) if id == session));
        found.map(|(own, _)| own.clone())
    }

    /// A command to a page of the default context that Chrome does not take from an extension.
    pub(crate) fn pipe_page_command(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        target: String,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Caller::Client { client, .. } = caller else { return };
        let (client, caller, id) = (*client, caller.clone(), id.clone());
        let (method, params) = (method.to_owned(), params.map(ToOwned::to_owned));
        self.open_pipe_client(client, move |state, open| {
            if !open && leads_to_data(&method, params.as_deref()) {
                return state.refuse(&caller, SERVER_ERROR, NO_DATA_ADDRESSES);
            }
            if !open {
                return state.forward(&caller, &id, &method, params.as_deref());
            }
            let Some(pipe_client) = state.pipe_client_mut(client) else { return };
            match pipe_client.page_sessions.get_mut(&id) {
                Some(PipePageSession::Open(session)) => {
                    let session = session.clone();
                    state.ask_pipe(
                        Some(&session),
                        &method,
                        params.as_deref(),
                        move |state, answer| {
                            state.pass_answer(&caller, &answer);
                        },
                    );
                }
                Some(PipePageSession::Opening { waiting, .. }) => {
                    waiting.push((caller, method, params));
                }
                None => {
                    let waiting = vec![(caller, method, params)];
                    let opening = PipePageSession::Opening { target: target.clone(), waiting };
                    pipe_client.page_sessions.insert(id.clone(), opening);
                    state.open_pipe_page_session(client, id, &target);
                }
            }
        });
    }

    fn open_pipe_page_session(&mut self, client: ClientId, id: SessionId, target: &str) {
        let browser = self.pipe_browser_session(client);
        let params = json!({ "targetId": target, "flatten": true });
        let params = serde_json::value::to_raw_value(&params).ok();
        let method = "Target.attachToTarget";
        self.ask_pipe(browser.as_deref(), method, params.as_deref(), move |state, attached| {
            let session = attached.as_ref().ok().and_then(|attached| {
                let about: About = serde_json::from_str(attached.get()).ok()?;
                about.session_id
            });
            let Some(pipe_client) = state.pipe_client_mut(client) else { return };
            let Some(PipePageSession::Opening { waiting, target }) =
                pipe_client.page_sessions.remove(&id)
            else {
                // The client's own session is gone meanwhile.
                let browser = pipe_client.browser.clone();
                return state.let_go(&browser, &session.unwrap_or_default(), false);
            };
            if let Some(session) = session {
                pipe_client.page_sessions.insert(id.clone(), PipePageSession::Open(session));
            }
            for (caller, method, params) in waiting {
                match &attached {
                    Ok(_) => {
                        let target = target.clone();
                        state.pipe_page_command(&caller, &id, target, &method, params.as_deref());
                    }
                    Err(error) => state.answer(&caller, Err(error.clone())),
                }
            }
        });
    }

    /// The client's own session is gone, and the one beside it goes too.
    pub(crate) fn close_pipe_page_session(&mut self, client: ClientId, id: &SessionId) {
        let Some(pipe_client) = self.pipe_client_mut(client) else { return };
        if let Some(PipePageSession::Open(session)) = pipe_client.page_sessions.remove(id) {
            let browser = pipe_client.browser.clone();
            let params = json!({ "sessionId": session });
            self.tell_pipe(Some(&browser), "Target.detachFromTarget", &params);
        }
    }
}
