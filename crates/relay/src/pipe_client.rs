//! Behind the debugging pipe of a browser that Tabwright started, a client can have what no extension
//! can give: browser contexts of its own, and commands to the browser as a whole. Every client has
//! real sessions there, so frames pass as they are. What goes on in the default context stays with
//! the extension.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{CdpError, ListTargets, NoParams};

use crate::clients::{ClientId, TargetKinds};
use crate::cookies::lists_cookies;
use crate::frames::{self, SERVER_ERROR};
use crate::pipe_barrier::PipeBarrier;
use crate::pipe_page_sessions::PipePageSession;
use crate::pipe_sessions::PipeSessions;
use crate::popup_holding::PopupHolding;
use crate::sessions::SessionId;
use crate::state::{Caller, State};

/// Called once, and never from inside [`Pipe::ask`].
pub type OnPipeAnswer = Box<dyn FnOnce(Result<Box<RawValue>, CdpError>) + Send>;

/// The browser's debugging pipe. Answers and events must be handed to the relay in their order.
pub trait Pipe: Send + Sync + std::fmt::Debug {
    fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    );

    /// Calls `then` when this much time has passed, and never from inside this call.
    fn after(&self, delay: Duration, then: Box<dyn FnOnce() + Send>);
}

/// What one client has behind the pipe.
#[derive(Debug)]
pub(crate) struct PipeClient {
    /// Chrome's session of this client with the browser as a whole.
    pub(crate) browser: String,
    pub(crate) contexts: BTreeSet<String>,
    /// Targets in those contexts, by id.
    pub(crate) targets: BTreeMap<String, Value>,
    pub(crate) sessions: PipeSessions,
    /// It hears of targets; before it has a context it need not.
    watching: bool,
    /// On which of its browser sessions the client last used a domain.
    speakers: HashMap<String, Option<SessionId>>,
    /// Targets that the client is being attached to by a command of its own, and the browser session on which
    /// it sent that: Chrome tells of the new session there, and nowhere else.
    attaching: Vec<(String, Option<SessionId>)>,
    /// Sessions on pages of the default context, beside the client's own there, for what the
    /// extension cannot pass on.
    pub(crate) page_sessions: BTreeMap<SessionId, PipePageSession>,
    /// Where sites are closed to it.
    pub(crate) barrier: Option<PipeBarrier>,
}

/// The fields by which a command names what it is about.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct About {
    browser_context_id: Option<String>,
    pub(crate) target_id: Option<String>,
    pub(crate) session_id: Option<String>,
}

/// What of the `Target` events matters here.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TargetNotice {
    pub(crate) session_id: Option<String>,
    target_id: Option<String>,
    pub(crate) target_info: Option<Value>,
    pub(crate) waiting_for_debugger: bool,
}

impl About {
    pub(crate) fn of(params: Option<&RawValue>) -> Self {
        params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default()
    }
}

/// Never for a client to say on its session with the browser: by these it would drive pages in a way
/// on which nobody sees its commands, or have the relay hear less of its targets than it must.
const KEPT_BACK: &[&str] = &[
    "Browser.close",
    "Target.attachToBrowserTarget",
    "Target.exposeDevToolsProtocol",
    "Target.sendMessageToTarget",
    "Target.setAutoAttach",
    "Target.setDiscoverTargets",
    "Target.setRemoteLocations",
];

impl PipeClient {
    fn new(browser: String) -> Self {
        Self {
            browser,
            contexts: BTreeSet::new(),
            targets: BTreeMap::new(),
            sessions: PipeSessions::default(),
            watching: false,
            speakers: HashMap::new(),
            attaching: Vec::new(),
            page_sessions: BTreeMap::new(),
            barrier: None,
        }
    }

    /// What it names most closely decides: another's target is not the client's by a context beside it.
    fn concerns(&self, about: &About) -> bool {
        match (&about.target_id, &about.session_id, &about.browser_context_id) {
            (Some(target), _, _) => self.targets.contains_key(target),
            (None, Some(session), _) => self.sessions.contains(session),
            (None, None, Some(context)) => self.contexts.contains(context),
            (None, None, None) => false,
        }
    }

    pub(crate) fn is_inside(&self, info: &Value) -> bool {
        info["browserContextId"].as_str().is_some_and(|context| self.contexts.contains(context))
    }

    /// On which browser session the client hears that it is attached to a target: where it asked for it, or
    /// where it asked to be attached to everything.
    fn attached_on(&mut self, info: &Value) -> Option<SessionId> {
        let at = self.attaching.iter().position(|(target, _)| info["targetId"] == **target)?;
        self.attaching.swap_remove(at).1
    }

    pub(crate) fn target_infos(&self) -> impl Iterator<Item = &Value> {
        self.targets.values()
    }
}

impl State {
    /// A browser command about one of the client's contexts, targets or sessions behind the pipe;
    /// false when it is about something else.
    pub(crate) fn pipe_browser_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) -> bool {
        let Caller::Client { client, .. } = caller else { return false };
        let pipe_client = self.clients.get(client).and_then(|client| client.pipe_client.as_ref());
        let Some(pipe_client) = pipe_client else { return false };
        let about = About::of(params);
        if KEPT_BACK.contains(&method) || !pipe_client.concerns(&about) {
            return false;
        }
        let (client, caller) = (*client, caller.clone());
        let lists_cookies = lists_cookies(method);
        let ended = about.browser_context_id.filter(|_| method == "Target.disposeBrowserContext");
        let attached = about.target_id.filter(|_| method == "Target.attachToTarget");
        if let (Some(target), Some(pipe_client)) = (&attached, self.pipe_client_mut(client)) {
            pipe_client.attaching.push((target.clone(), caller.session().cloned()));
        }
        self.ask_pipe_browser(&caller.clone(), method, params, move |state, answer| {
            // It failed, so there was no event that took it out.
            if let (Some(target), Some(pipe_client), Err(_)) =
                (attached, state.pipe_client_mut(client), &answer)
            {
                pipe_client.attached_on(&json!({ "targetId": target }));
            }
            // Not before: its targets are told of while they go.
            if let (Some(ended), Some(pipe_client)) = (ended, state.pipe_client_mut(client)) {
                pipe_client.contexts.remove(&ended);
            }
            if lists_cookies {
                return state.answer_cookies(&caller, &answer);
            }
            state.pass_answer(&caller, &answer);
        });
        true
    }

    /// Through the debugging pipe where there is one to this browser: it knows better.
    pub(crate) fn if_piped(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
        otherwise: impl FnOnce(&mut Self, &Caller, &str, Option<&RawValue>) + Send + 'static,
    ) {
        let Caller::Client { client, .. } = caller else { return };
        let (caller, method) = (caller.clone(), method.to_owned());
        let params = params.map(ToOwned::to_owned);
        self.open_pipe_client(*client, move |state, open| {
            if open {
                state.pass_to_pipe(&caller, &method, params.as_deref());
            } else {
                otherwise(state, &caller, &method, params.as_deref());
            }
        });
    }

    fn pass_to_pipe(&mut self, caller: &Caller, method: &str, params: Option<&RawValue>) {
        let answered = caller.clone();
        self.ask_pipe_browser(caller, method, params, move |state, answer| {
            state.pass_answer(&answered, &answer);
        });
    }

    /// A context of its own for the client; `otherwise` when there is no pipe to this browser.
    pub(crate) fn create_context(
        &mut self,
        caller: &Caller,
        params: Option<&RawValue>,
        otherwise: impl FnOnce(&mut Self, &Caller) + Send + 'static,
    ) {
        let Caller::Client { client, .. } = caller else { return };
        let (client, caller) = (*client, caller.clone());
        let params = params.map(ToOwned::to_owned);
        self.open_pipe_client(client, move |state, open| {
            if !open {
                return otherwise(state, &caller);
            }
            state.with_pipe_barrier(client, move |state, made| match made {
                Ok(()) => state.create_pipe_context(client, caller, params.as_deref()),
                Err(error) => state.answer(&caller, Err(error)),
            });
        });
    }

    fn create_pipe_context(&mut self, client: ClientId, caller: Caller, params: Option<&RawValue>) {
        self.watch_pipe_targets(client);
        let browser = self.pipe_browser_session(client);
        let method = "Target.createBrowserContext";
        self.ask_pipe(browser.as_deref(), method, params, move |state, made| {
            let id = made.as_ref().ok().and_then(|made| {
                let about: About = serde_json::from_str(made.get()).ok()?;
                about.browser_context_id
            });
            match (id, state.pipe_client_mut(client)) {
                (Some(id), Some(pipe_client)) => drop(pipe_client.contexts.insert(id)),
                // The client left meanwhile: nobody will ask for the context's end.
                (Some(id), None) => {
                    let params = json!({ "browserContextId": id });
                    state.tell_pipe(None, "Target.disposeBrowserContext", &params);
                }
                (None, _) => {}
            }
            state.pass_answer(&caller, &made);
        });
    }

    /// What the client asked to be told of targets holds behind the pipe too.
    pub(crate) fn renew_pipe_auto_attach(&mut self, client: ClientId) {
        if self.pipe_client_mut(client).is_some_and(|pipe_client| pipe_client.watching) {
            self.send_pipe_auto_attach(client);
        }
    }

    /// The client is gone, and its contexts with it.
    pub(crate) fn close_pipe_client(&mut self, pipe_client: &PipeClient) {
        for context in &pipe_client.contexts {
            let params = json!({ "browserContextId": context });
            self.tell_pipe(Some(&pipe_client.browser), "Target.disposeBrowserContext", &params);
        }
        let barrier = pipe_client.barrier.as_ref().map(PipeBarrier::browser);
        for session in [Some(&*pipe_client.browser), barrier].into_iter().flatten() {
            let params = json!({ "sessionId": session });
            self.tell_pipe(None, "Target.detachFromTarget", &params);
        }
    }

    /// The browser behind the pipe is gone.
    pub(crate) fn pipe_lost(&mut self) {
        self.pipe = None;
        self.popups = PopupHolding::default();
        for id in self.clients.keys().copied().collect::<Vec<_>>() {
            let Some(pipe_client) =
                self.clients.get_mut(&id).and_then(|client| client.pipe_client.take())
            else {
                continue;
            };
            for session in pipe_client.sessions.ids() {
                let params = json!({ "sessionId": session });
                self.tell_parent(id, None, "Target.detachedFromTarget", &params);
            }
            for (target, info) in &pipe_client.targets {
                let params = serde_json::value::to_raw_value(&json!({ "targetId": target }));
                let Ok(params) = params else { continue };
                self.tell_discoverers(id, info, "Target.targetDestroyed", &params);
            }
        }
    }

    pub(crate) fn pipe_event(&mut self, session: Option<&str>, method: &str, params: &RawValue) {
        let Some(session) = session else { return };
        if self.popup_event(session, method, params) {
            return;
        }
        let owner = self.clients.iter().find_map(|(id, client)| {
            let pipe_client = client.pipe_client.as_ref()?;
            let browser = pipe_client.browser == session;
            (browser || pipe_client.sessions.contains(session)).then_some((*id, browser))
        });
        match owner {
            Some((client, true)) => self.pipe_browser_event(client, method, params),
            Some((client, false)) => {
                self.note_sessions(client, session, method, params);
                self.push(client, frames::event(Some(session), method, params.get()));
            }
            None => {
                if let Some(own) = self.owner_of_page_session(session) {
                    self.tell(&own, method, params);
                } else {
                    self.pipe_barrier_event(session, method, params);
                }
            }
        }
    }

    fn note_sessions(&mut self, client: ClientId, parent: &str, method: &str, params: &RawValue) {
        if !matches!(method, "Target.attachedToTarget" | "Target.detachedFromTarget") {
            return;
        }
        let notice: TargetNotice = serde_json::from_str(params.get()).unwrap_or_default();
        let (Some(session), Some(pipe_client)) = (notice.session_id, self.pipe_client_mut(client))
        else {
            return;
        };
        if method == "Target.attachedToTarget" {
            let info = notice.target_info.unwrap_or_default();
            pipe_client.sessions.insert(session, Some(parent), None, &info);
        } else {
            pipe_client.sessions.remove(&session);
        }
    }

    fn pipe_browser_event(&mut self, client: ClientId, method: &str, params: &RawValue) {
        let domain = method.split('.').next().unwrap_or_default();
        let Some(pipe_client) = self.pipe_client_mut(client) else { return };
        if domain != "Target" {
            let session = pipe_client.speakers.get(domain).cloned().flatten();
            let session = session.as_ref().map(SessionId::as_str);
            return self.push(client, frames::event(session, method, params.get()));
        }
        let notice: TargetNotice = serde_json::from_str(params.get()).unwrap_or_default();
        let info = notice.target_info.unwrap_or_default();
        match method {
            "Target.attachedToTarget" => {
                let Some(session) = notice.session_id else { return };
                if pipe_client.is_inside(&info) {
                    let told_on = pipe_client.attached_on(&info);
                    pipe_client.sessions.insert(session, None, told_on.clone(), &info);
                    let told_on = told_on.as_ref().map(SessionId::as_str);
                    self.push(client, frames::event(told_on, method, params.get()));
                } else if !pipe_client.opens_page_session(&info) {
                    let browser = pipe_client.browser.clone();
                    self.hold_or_let_go(&browser, &session, &info, notice.waiting_for_debugger);
                }
            }
            "Target.detachedFromTarget" => {
                let Some(session) = notice.session_id else { return };
                let told_on = pipe_client.sessions.told_on(&session);
                if pipe_client.sessions.remove(&session) {
                    let told_on = told_on.as_ref().map(SessionId::as_str);
                    self.push(client, frames::event(told_on, method, params.get()));
                }
            }
            "Target.targetCreated" | "Target.targetInfoChanged" if pipe_client.is_inside(&info) => {
                let id = info["targetId"].as_str().unwrap_or_default().to_owned();
                pipe_client.targets.insert(id, info.clone());
                self.tell_discoverers(client, &info, method, params);
            }
            "Target.targetDestroyed" => {
                let gone = notice.target_id.and_then(|id| pipe_client.targets.remove(&id));
                if let Some(info) = gone {
                    self.tell_discoverers(client, &info, method, params);
                }
            }
            "Target.targetCrashed" => {
                let crashed = notice.target_id.and_then(|id| pipe_client.targets.get(&id).cloned());
                if let Some(info) = crashed {
                    self.tell_discoverers(client, &info, method, params);
                }
            }
            _ => {}
        }
    }

    /// What the browser offers of the default context, or of another client's.
    pub(crate) fn let_go(&mut self, browser: &str, session: &str, waiting: bool) {
        if waiting {
            self.tell_pipe(Some(session), "Runtime.runIfWaitingForDebugger", &json!({}));
        }
        let params = json!({ "sessionId": session });
        self.tell_pipe(Some(browser), "Target.detachFromTarget", &params);
    }

    fn tell_discoverers(
        &mut self,
        client: ClientId,
        info: &Value,
        method: &str,
        params: &RawValue,
    ) {
        let wants = |kinds: &TargetKinds| match info["type"].as_str() {
            Some("tab") => kinds.tabs,
            _ => kinds.pages,
        };
        let discover = self.clients.get(&client).map(|client| client.discover.clone());
        for (session, _) in discover.iter().flatten().filter(|(_, kinds)| wants(kinds)) {
            let session = session.as_ref().map(SessionId::as_str);
            self.push(client, frames::event(session, method, params.get()));
        }
    }

    /// `then` with true when the client has its session behind the pipe.
    pub(crate) fn open_pipe_client(
        &mut self,
        client: ClientId,
        then: impl FnOnce(&mut Self, bool) + Send + 'static,
    ) {
        if self.pipe_client_mut(client).is_some() {
            return then(self, true);
        }
        if self.pipe.is_none() {
            return then(self, false);
        }
        self.find_out_whose_pipe(move |state, ours| {
            if !ours {
                return then(state, false);
            }
            state.ask_pipe(None, "Target.attachToBrowserTarget", None, move |state, attached| {
                let session = attached.ok().and_then(|attached| {
                    let about: About = serde_json::from_str(attached.get()).ok()?;
                    about.session_id
                });
                let known = state.clients.get_mut(&client);
                match (session, known) {
                    (Some(session), Some(known)) if known.pipe_client.is_none() => {
                        known.pipe_client = Some(PipeClient::new(session));
                    }
                    (Some(session), _) => {
                        let params = json!({ "sessionId": session });
                        state.tell_pipe(None, "Target.detachFromTarget", &params);
                    }
                    (None, _) => {}
                }
                let open = state.pipe_client_mut(client).is_some();
                then(state, open);
            });
        });
    }

    /// Several browsers may be connected: the pipe's is the one with the same tabs.
    pub(crate) fn find_out_whose_pipe(
        &mut self,
        then: impl FnOnce(&mut Self, bool) + Send + 'static,
    ) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Targets {
            target_infos: Vec<About>,
        }
        self.ask::<ListTargets>(&NoParams {}, move |state, ours| {
            let ours = ours.map(|list| list.targets).unwrap_or_default();
            state.ask_pipe(None, "Target.getTargets", None, move |state, theirs| {
                let theirs = theirs.ok().and_then(|theirs| serde_json::from_str(theirs.get()).ok());
                let same = theirs.is_some_and(|theirs: Targets| {
                    let mut ids = theirs.target_infos.iter().filter_map(|t| t.target_id.as_ref());
                    ids.any(|id| ours.iter().any(|target| target.target_id == *id))
                });
                then(state, same);
            });
        });
    }

    fn watch_pipe_targets(&mut self, client: ClientId) {
        let Some(pipe_client) = self.pipe_client_mut(client) else { return };
        if !std::mem::replace(&mut pipe_client.watching, true) {
            let everything = json!({ "discover": true, "filter": [{}] });
            let browser = pipe_client.browser.clone();
            self.tell_pipe(Some(&browser), "Target.setDiscoverTargets", &everything);
            self.send_pipe_auto_attach(client);
        }
    }

    fn send_pipe_auto_attach(&mut self, client: ClientId) {
        let params = self.clients.get(&client).and_then(|client| client.auto_attach_params.clone());
        let (Some(params), Some(browser)) = (params, self.pipe_browser_session(client)) else {
            return;
        };
        self.ask_pipe(Some(&browser), "Target.setAutoAttach", Some(&params), |_, answer| {
            if let Err(error) = answer {
                tracing::warn!(error = error.message, "no auto-attach behind the pipe");
            }
        });
    }

    /// On the client's session with the browser behind the pipe. Events of the same domain are told
    /// where the command came from.
    fn ask_pipe_browser(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
        then: impl FnOnce(&mut Self, Result<Box<RawValue>, CdpError>) + Send + 'static,
    ) {
        let Caller::Client { client, session, .. } = caller else { return };
        let Some(pipe_client) = self.pipe_client_mut(*client) else { return };
        let domain = method.split('.').next().unwrap_or_default();
        pipe_client.speakers.insert(domain.to_owned(), session.clone());
        let browser = pipe_client.browser.clone();
        self.ask_pipe(Some(&browser), method, params, then);
    }

    pub(crate) fn pass_answer(
        &mut self,
        caller: &Caller,
        answer: &Result<Box<RawValue>, CdpError>,
    ) {
        self.answer(caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
    }

    pub(crate) fn pipe_client_mut(&mut self, client: ClientId) -> Option<&mut PipeClient> {
        self.clients.get_mut(&client)?.pipe_client.as_mut()
    }

    pub(crate) fn pipe_browser_session(&mut self, client: ClientId) -> Option<String> {
        self.pipe_client_mut(client).map(|pipe_client| pipe_client.browser.clone())
    }

    /// For the relay itself, with nobody waiting.
    pub(crate) fn tell_pipe(
        &mut self,
        session: Option<&str>,
        method: &'static str,
        params: &Value,
    ) {
        let params = serde_json::value::to_raw_value(params).ok();
        self.ask_pipe(session, method, params.as_deref(), move |_, answer| {
            if let Err(error) = answer {
                tracing::debug!(method, error = error.message, "not done behind the pipe");
            }
        });
    }

    pub(crate) fn ask_pipe(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        then: impl FnOnce(&mut Self, Result<Box<RawValue>, CdpError>) + Send + 'static,
    ) {
        let Some(pipe) = self.pipe.clone() else {
            let gone = "the browser's debugging pipe is closed";
            return then(self, Err(frames::refusal(SERVER_ERROR, gone)));
        };
        pipe.ask(session, method, params, self.later(then));
    }
}
