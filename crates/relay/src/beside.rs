//! Sessions behind the debugging pipe on pages of the default context, beside the client's own there:
//! for the few commands that Chrome takes from the pipe and not from an extension.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::annex::{About, Annex};
use crate::clients::ClientId;
use crate::sessions::SessionId;
use crate::state::{Caller, State};

#[derive(Debug)]
pub(crate) enum Beside {
    Opening { target: String, waiting: Vec<(Caller, String, Option<Box<RawValue>>)> },
    Open(String),
}

impl Annex {
    pub(crate) fn opens_beside(&self, info: &Value) -> bool {
        self.beside.values().any(
            |beside| matches!(beside, Beside::Opening { target, .. } if info["targetId"] == **target),
        )
    }
}

impl State {
    pub(crate) fn beside_which(&self, session: &str) -> Option<SessionId> {
        let annexes = self.clients.values().filter_map(|client| client.annex.as_ref());
        let mut beside = annexes.flat_map(|annex| &annex.beside);
        let found = beside.find(|(_, open)| matches!(open, Beside::Open(id) if id == session));
        found.map(|(own, _)| own.clone())
    }

    /// A command to a page of the default context that Chrome does not take from an extension.
    pub(crate) fn command_beside(
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
        self.open_annex(client, move |state, open| {
            if !open {
                return state.forward(&caller, &id, &method, params.as_deref());
            }
            let Some(annex) = state.annex_mut(client) else { return };
            match annex.beside.get_mut(&id) {
                Some(Beside::Open(session)) => {
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
                Some(Beside::Opening { waiting, .. }) => waiting.push((caller, method, params)),
                None => {
                    let waiting = vec![(caller, method, params)];
                    let opening = Beside::Opening { target: target.clone(), waiting };
                    annex.beside.insert(id.clone(), opening);
                    state.open_beside(client, id, &target);
                }
            }
        });
    }

    fn open_beside(&mut self, client: ClientId, id: SessionId, target: &str) {
        let browser = self.annex_browser(client);
        let params = json!({ "targetId": target, "flatten": true });
        let params = serde_json::value::to_raw_value(&params).ok();
        let method = "Target.attachToTarget";
        self.ask_pipe(browser.as_deref(), method, params.as_deref(), move |state, attached| {
            let session = attached.as_ref().ok().and_then(|attached| {
                let about: About = serde_json::from_str(attached.get()).ok()?;
                about.session_id
            });
            let Some(annex) = state.annex_mut(client) else { return };
            let Some(Beside::Opening { waiting, target }) = annex.beside.remove(&id) else {
                // The client's own session is gone meanwhile.
                let browser = annex.browser.clone();
                return state.let_go(&browser, &session.unwrap_or_default(), false);
            };
            if let Some(session) = session {
                annex.beside.insert(id.clone(), Beside::Open(session));
            }
            for (caller, method, params) in waiting {
                match &attached {
                    Ok(_) => {
                        let target = target.clone();
                        state.command_beside(&caller, &id, target, &method, params.as_deref());
                    }
                    Err(error) => state.answer(&caller, Err(error.clone())),
                }
            }
        });
    }

    /// The client's own session is gone, and the one beside it goes too.
    pub(crate) fn close_beside(&mut self, client: ClientId, id: &SessionId) {
        let Some(annex) = self.annex_mut(client) else { return };
        if let Some(Beside::Open(session)) = annex.beside.remove(id) {
            let browser = annex.browser.clone();
            let params = json!({ "sessionId": session });
            self.tell_pipe(Some(&browser), "Target.detachFromTarget", &params);
        }
    }
}
