//! What pages behind the debugging pipe may load, where sites are closed to their client. An extension's rules, which
//! keep the tabs of the default context (`barrier.rs`), do not reach them. So the relay has sessions of its own there,
//! beside the client's, on which Chrome pauses every request until the gate has spoken; new pages, frames and workers wait
//! until such a session is on them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::CdpError;

use crate::clients::ClientId;
use crate::frames::{self, SERVER_ERROR};
use crate::pipe_client::{About, TargetNotice};
use crate::state::State;

/// The relay's sessions on what one client has behind the pipe.
#[derive(Debug)]
pub(crate) struct PipeBarrier {
    /// With the browser as a whole, by which it hears of new targets.
    browser: String,
    /// On pages, frames and workers, with the target of each.
    sessions: BTreeMap<String, String>,
}

/// What of `Fetch.requestPaused` matters here.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct PausedRequest {
    request_id: String,
    request: RequestUrl,
    resource_type: String,
    frame_id: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RequestUrl {
    url: String,
}

impl PipeBarrier {
    pub(crate) fn browser(&self) -> &str {
        &self.browser
    }
}

impl State {
    /// `then` when what the client has behind the pipe is kept from what is closed to it.
    pub(crate) fn with_pipe_barrier(
        &mut self,
        client: ClientId,
        then: impl FnOnce(&mut Self, Result<(), CdpError>) + Send + 'static,
    ) {
        let has_one = self.pipe_client_mut(client).is_some_and(|it| it.barrier.is_some());
        if has_one || !self.is_closed_out(client) {
            return then(self, Ok(()));
        }
        self.ask_pipe(None, "Target.attachToBrowserTarget", None, move |state, attached| {
            let session = attached.ok().and_then(|attached| {
                let about: About = serde_json::from_str(attached.get()).ok()?;
                about.session_id
            });
            let Some(session) = session else { return then(state, Err(no_barrier())) };
            match state.pipe_client_mut(client) {
                Some(pipe_client) if pipe_client.barrier.is_none() => {
                    let sessions = BTreeMap::new();
                    pipe_client.barrier = Some(PipeBarrier { browser: session.clone(), sessions });
                }
                // Another command of the client's was quicker, or the client has gone.
                _ => {
                    let params = json!({ "sessionId": session });
                    state.tell_pipe(None, "Target.detachFromTarget", &params);
                    return then(state, Ok(()));
                }
            }
            let params = auto_attach();
            let method = "Target.setAutoAttach";
            state.ask_pipe(Some(&session), method, params.as_deref(), move |state, set| {
                then(state, set.map(drop).map_err(|_| no_barrier()));
            });
        });
    }

    /// A rule may have closed sites to clients that have contexts already.
    pub(crate) fn refresh_pipe_barriers(&mut self) {
        let has_context = |client: ClientId, state: &mut Self| {
            state.pipe_client_mut(client).is_some_and(|it| !it.contexts.is_empty())
        };
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            if has_context(client, self) {
                self.with_pipe_barrier(client, move |state, made| {
                    if made.is_err() {
                        state.dispose_contexts(client);
                    }
                });
            }
        }
    }

    /// Whether any site is.
    fn is_closed_out(&self, client: ClientId) -> bool {
        let (Some(gate), Some(known)) = (&self.gate, self.clients.get(&client)) else {
            return false;
        };
        !known.ours && !gate.barrier(&known.name).is_empty()
    }

    /// An event on a session of a barrier's, if it is one.
    pub(crate) fn pipe_barrier_event(&mut self, session: &str, method: &str, params: &RawValue) {
        let owner = self.clients.iter().find_map(|(id, client)| {
            let barrier = client.pipe_client.as_ref()?.barrier.as_ref()?;
            let is_browser = barrier.browser == session;
            (is_browser || barrier.sessions.contains_key(session)).then_some((*id, is_browser))
        });
        let Some((client, is_browser)) = owner else { return };
        match method {
            "Target.attachedToTarget" => {
                let notice: TargetNotice = serde_json::from_str(params.get()).unwrap_or_default();
                self.put_barrier_on(client, is_browser, notice);
            }
            "Target.detachedFromTarget" => {
                let notice: TargetNotice = serde_json::from_str(params.get()).unwrap_or_default();
                if let (Some(gone), Some(barrier)) = (notice.session_id, self.barrier_mut(client)) {
                    barrier.sessions.remove(&gone);
                }
            }
            "Fetch.requestPaused" => self.judge_request(client, session, params),
            _ => {}
        }
    }

    fn put_barrier_on(&mut self, client: ClientId, is_from_browser: bool, notice: TargetNotice) {
        let (Some(session), Some(info)) = (notice.session_id, notice.target_info) else { return };
        let Some(pipe_client) = self.pipe_client_mut(client) else { return };
        let is_inside = !is_from_browser || pipe_client.is_inside(&info);
        let Some(barrier) = &mut pipe_client.barrier else { return };
        if !is_inside {
            let browser = barrier.browser.clone();
            return self.hold_or_let_go(&browser, &session, &info, notice.waiting_for_debugger);
        }
        let target = info["targetId"].as_str().unwrap_or_default().to_owned();
        barrier.sessions.insert(session.clone(), target.clone());
        let patterns = json!({ "patterns": [{ "urlPattern": "*" }] });
        let patterns = serde_json::value::to_raw_value(&patterns).ok();
        // What a dedicated worker requests is paused with its page's: it has no such domain.
        let must = matches!(info["type"].as_str(), Some("page" | "iframe" | "service_worker"));
        let enable = "Fetch.enable";
        self.ask_pipe(
            Some(&session.clone()),
            enable,
            patterns.as_deref(),
            move |state, enabled| {
                if let (Err(error), true) = (enabled, must) {
                    tracing::warn!(error = error.message, "what a page may load could not be set");
                    return state.close_pipe_target(&target);
                }
                let params = auto_attach();
                let method = "Target.setAutoAttach";
                state.ask_pipe(
                    Some(&session.clone()),
                    method,
                    params.as_deref(),
                    move |state, _| {
                        state.tell_pipe(
                            Some(&session),
                            "Runtime.runIfWaitingForDebugger",
                            &json!({}),
                        );
                    },
                );
            },
        );
    }

    fn judge_request(&mut self, client: ClientId, session: &str, params: &RawValue) {
        let paused: PausedRequest = serde_json::from_str(params.get()).unwrap_or_default();
        let target = self.barrier_mut(client).and_then(|barrier| barrier.sessions.get(session));
        let is_page =
            paused.resource_type == "Document" && target.is_some_and(|it| *it == paused.frame_id);
        let known = self.gate.as_ref().zip(self.clients.get(&client));
        let may =
            known.is_some_and(|(gate, it)| gate.may_load(&it.name, &paused.request.url, is_page));
        let id = paused.request_id;
        if may {
            let params = json!({ "requestId": id });
            self.tell_pipe(Some(session), "Fetch.continueRequest", &params);
        } else {
            let params = json!({ "requestId": id, "errorReason": "BlockedByClient" });
            self.tell_pipe(Some(session), "Fetch.failRequest", &params);
        }
    }

    fn barrier_mut(&mut self, client: ClientId) -> Option<&mut PipeBarrier> {
        self.pipe_client_mut(client)?.barrier.as_mut()
    }

    fn close_pipe_target(&mut self, target: &str) {
        self.tell_pipe(None, "Target.closeTarget", &json!({ "targetId": target }));
    }

    fn dispose_contexts(&mut self, client: ClientId) {
        let Some(pipe_client) = self.pipe_client_mut(client) else { return };
        let contexts: Vec<_> = pipe_client.contexts.iter().cloned().collect();
        for context in contexts {
            let params = json!({ "browserContextId": context });
            self.tell_pipe(None, "Target.disposeBrowserContext", &params);
        }
    }
}

fn auto_attach() -> Option<Box<RawValue>> {
    let params: Value =
        json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    serde_json::value::to_raw_value(&params).ok()
}

fn no_barrier() -> CdpError {
    let why = "some sites are closed to this client, and the browser could not keep a context from them; try again";
    frames::refusal(SERVER_ERROR, why)
}
