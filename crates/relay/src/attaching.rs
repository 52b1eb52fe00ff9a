//! A tab is attached when a command first needs it, and not before: a client that connects to fifty
//! tabs makes no infobar appear. What clients send to every page they hear of is answered here,
//! remembered, and done when the tab is attached after all.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{
    AttachTab, BarrierParams, CdpCommand, DetachTab, SendCommand, TabId, TabParams,
};

use crate::contexts::VirtualContext;
use crate::frames::SERVER_ERROR;
use crate::session_commands::{flag, is_setting};
use crate::sessions::{Place, Recorded, SessionId};
use crate::state::{Caller, State};
use crate::tabs::{Attachment, WaitingCommand, frame_tree, origin};
use crate::ungated::RUN;
use crate::visibility::is_page;

/// Domains whose `enable` says nothing that is not known without Chrome.
pub(crate) const LAZY_DOMAINS: &[&str] = &[
    "Page",
    "Runtime",
    "Network",
    "Log",
    "Inspector",
    "Performance",
    "DOM",
    "Fetch",
    "Security",
    "Audits",
    "Emulation",
];

impl State {
    /// True when the command was answered without Chrome.
    pub(crate) fn answered_unattached(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        tab: TabId,
        method: &str,
        params: Option<&RawValue>,
    ) -> bool {
        let (domain, verb) = method.split_once('.').unwrap_or((method, ""));
        let known = is_preparation(method);
        let Some(target) = self.tabs.get(&tab).map(|tab| tab.target.clone()) else { return false };
        // Of a worker nothing is known without Chrome, but that it runs.
        let known = known && (is_page(&target) || method == "Runtime.runIfWaitingForDebugger");
        let Some(session) = self.sessions.get_mut(id) else { return false };
        if !known {
            return false;
        }
        session.note(method, params);
        match (method, verb) {
            ("Page.getFrameTree", _) => {
                session.guessed_frames = true;
                self.answer_value(caller, &frame_tree(&target));
                return true;
            }
            ("Page.setLifecycleEventsEnabled", _) => {
                session.lifecycle = flag(params, "enabled");
                let is_loaded = session.lifecycle && !target.loading;
                self.done(caller);
                if is_loaded {
                    self.tell_loaded(id, tab);
                }
                return true;
            }
            ("Target.setAutoAttach", _) => session.auto_attach = flag(params, "autoAttach"),
            (RUN, _) => self.release_page(id, tab),
            ("Page.addScriptToEvaluateOnNewDocument", _) => {
                let ours = session.add_script(params);
                self.answer_value(caller, &json!({ "identifier": ours.to_string() }));
                return true;
            }
            ("Page.createIsolatedWorld", _) => {
                let params: Value =
                    serde_json::from_str(params.map_or("{}", RawValue::get)).unwrap_or_default();
                let world = params["worldName"].as_str().unwrap_or_default().to_owned();
                let context = self.tell_virtual_context(id, tab, &world);
                self.answer_value(caller, &json!({ "executionContextId": context }));
                return true;
            }
            ("Runtime.enable", _) => {
                let first = session.enabled.insert(domain.to_owned());
                if first {
                    self.tell_virtual_context(id, tab, "");
                }
            }
            ("Page.removeScriptToEvaluateOnNewDocument", _) => {
                self.remove_script(caller, id, params);
                return true;
            }
            (_, "enable") => drop(session.enabled.insert(domain.to_owned())),
            (_, "disable") => drop(self.leave_domain(id, domain)),
            _ => {}
        }
        self.done(caller);
        true
    }

    /// Announces a context that Chrome will turn out to have; its id is ours until then.
    fn tell_virtual_context(&mut self, id: &SessionId, tab: TabId, world: &str) -> i64 {
        let number = self.next_context();
        let context = VirtualContext::new(number, world);
        let Some(target) = self.tabs.get(&tab).map(|tab| tab.target.clone()) else { return 0 };
        let created = context.created(&target.target_id, origin(&target.url));
        let context_id = context.id;
        if let Some(session) = self.sessions.get_mut(id) {
            session.contexts.push(context);
        }
        self.tell_value(id, "Runtime.executionContextCreated", &created);
        context_id
    }

    /// The lifecycle of a page that has loaded long ago.
    pub(crate) fn tell_loaded(&mut self, id: &SessionId, tab: TabId) {
        let Some(frame) = self.tabs.get(&tab).map(|tab| tab.target.target_id.clone()) else {
            return;
        };
        for name in ["commit", "DOMContentLoaded", "load", "networkAlmostIdle", "networkIdle"] {
            let params =
                json!({ "frameId": frame, "loaderId": frame, "name": name, "timestamp": 0 });
            self.tell_value(id, "Page.lifecycleEvent", &params);
        }
    }

    /// For a tab that a client made, or that a page it drives has opened: it wants to see it all.
    pub(crate) fn attach_if_watched(&mut self, tab: TabId) {
        let watched = self.sessions.values().any(|session| session.place == Place::Page(tab));
        let tabs = self.sessions.values().any(|session| session.place == Place::Tab(tab));
        if watched || tabs {
            self.attach(tab);
        }
    }

    /// Attaches the tab; however many ask, Chrome is asked once.
    pub(crate) fn attach(&mut self, id: TabId) {
        let attempt = self.next_attempt();
        let barrier = self.barrier_of(id);
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        if tab.attachment != Attachment::Detached {
            return;
        }
        tab.attachment = Attachment::Attaching { replays_left: 0 };
        tab.attempt = attempt;
        tab.barrier.clone_from(&barrier);
        self.ask::<AttachTab>(&BarrierParams { tab: id, barrier }, move |state, attached| {
            match attached {
                // Let go again meanwhile: what follows belongs to whoever wants the tab next.
                _ if !state.is_attempt(id, attempt) => {}
                Ok(_) => state.learn_frames(id),
                Err(error) => state.attach_failed(id, &error.to_string()),
            }
        });
    }

    fn is_attempt(&self, id: TabId, attempt: u64) -> bool {
        self.tabs.get(&id).is_some_and(|tab| tab.attempt == attempt)
    }

    fn attach_failed(&mut self, id: TabId, reason: &str) {
        tracing::warn!(tab = %id, reason, "a tab could not be attached");
        self.forget_attachment(id, reason);
    }

    /// Chrome's debugger is off the tab: who waited for it is told why.
    pub(crate) fn forget_attachment(&mut self, id: TabId, reason: &str) {
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        tab.forget_attachment();
        for waiting in std::mem::take(&mut tab.waiting) {
            self.refuse(&waiting.caller, SERVER_ERROR, reason);
        }
        self.run_popup_if_set_up(id);
    }

    /// A session that was told of the main frame alone hears of the others now, before anything
    /// in them can speak.
    fn learn_frames(&mut self, id: TabId) {
        let guessed = |session: &crate::sessions::Session| {
            session.place == Place::Page(id) && session.guessed_frames
        };
        if !self.sessions.values().any(guessed) {
            return self.replay(id, &[]);
        }
        let command = CdpCommand {
            tab: id,
            session: None,
            method: "Page.getFrameTree".to_owned(),
            params: None,
        };
        let attempt = self.tabs.get(&id).map(|tab| tab.attempt).unwrap_or_default();
        self.ask::<SendCommand>(&command, move |state, answer| {
            if !state.is_attempt(id, attempt) {
                return;
            }
            let tree: Value = answer
                .ok()
                .and_then(|answer| serde_json::from_str(answer.result?.get()).ok())
                .unwrap_or_default();
            let mut frames = Vec::new();
            collect_children(&tree["frameTree"], &mut frames);
            for session in state.sessions_at(id, None) {
                let told =
                    state.sessions.get(&session).is_some_and(|session| session.guessed_frames);
                for frame in frames.iter().filter(|_| told) {
                    let attached =
                        json!({ "frameId": frame["id"], "parentFrameId": frame["parentId"] });
                    state.tell_value(&session, "Page.frameAttached", &attached);
                    let navigated = json!({ "frame": frame, "type": "Navigation" });
                    state.tell_value(&session, "Page.frameNavigated", &navigated);
                }
            }
            let ids: Vec<String> =
                frames.iter().filter_map(|frame| Some(frame["id"].as_str()?.to_owned())).collect();
            state.replay(id, &ids);
        });
    }

    /// Does for every session of the tab what it has asked for so far.
    fn replay(&mut self, id: TabId, child_frames: &[String]) {
        let mut commands = Vec::new();
        for session_id in self.sessions_at(id, None) {
            let Some(session) = self.sessions.get_mut(&session_id) else { continue };
            session.scripts.values_mut().for_each(|real| *real = None);
            for recorded in &session.recorded {
                let Recorded { method, params, script } = recorded.clone();
                if method == "Page.createIsolatedWorld" {
                    for frame in child_frames {
                        let params = with_frame(params.as_deref(), frame);
                        let world = Recorded { method: method.clone(), params, script: None };
                        commands.push((session_id.clone(), world));
                    }
                }
                commands.push((session_id.clone(), Recorded { method, params, script }));
            }
        }
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        let replay = Caller::Replay { tab: id, attempt: tab.attempt };
        // One more than there are, so that none of them is taken for the last too early.
        tab.attachment = Attachment::Attaching { replays_left: commands.len() + 1 };
        for (session, Recorded { method, params, script }) in commands {
            let params = params.as_deref();
            match (script, method.as_str()) {
                (Some(ours), _) => self.send_script(&replay, &session, ours, params),
                (None, "Page.createIsolatedWorld") => {
                    self.replay_world(&replay, &session, params);
                }
                _ => self.session_command(&replay, &session, &method, params),
            }
        }
        self.answer(&replay, Ok("{}"));
    }

    /// Whoever has no `Runtime` enabled is told of the context by the answer alone.
    fn replay_world(&mut self, replay: &Caller, id: &SessionId, params: Option<&RawValue>) {
        let asked: Value =
            serde_json::from_str(params.map_or("{}", RawValue::get)).unwrap_or_default();
        let world = asked["worldName"].as_str().unwrap_or_default().to_owned();
        let main = self.target_id_of(id).is_some_and(|main| asked["frameId"] == *main);
        let (replay, session) = (replay.clone(), id.clone());
        self.command(id, "Page.createIsolatedWorld", params, move |state, answer| {
            let made: Option<Value> =
                answer.as_ref().ok().and_then(|body| serde_json::from_str(body.get()).ok());
            let real = made.and_then(|made| made["executionContextId"].as_i64());
            if let (Some(real), Some(session), true) =
                (real, state.sessions.get_mut(&session), main)
            {
                session.contexts.iter_mut().any(|context| context.bind_by_id(&world, real));
            }
            state.answer(&replay, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
        });
    }

    /// One of the repeated commands is done; after the last, those that waited go on.
    pub(crate) fn replayed(&mut self, id: TabId, attempt: u64) {
        let Some(tab) = self.tabs.get_mut(&id).filter(|tab| tab.attempt == attempt) else {
            return;
        };
        let Attachment::Attaching { replays_left } = &mut tab.attachment else { return };
        *replays_left = replays_left.saturating_sub(1);
        if *replays_left > 0 {
            return;
        }
        tab.attachment = Attachment::Attached;
        for WaitingCommand { caller, method, params } in std::mem::take(&mut tab.waiting) {
            let Caller::Client { session, .. } = &caller else { continue };
            match session.clone().filter(|id| self.is_at_page(id)) {
                Some(session) => {
                    self.session_command(&caller, &session, &method, params.as_deref());
                }
                None => self.trace_command(&caller, &method, params.as_deref()),
            }
        }
        self.run_popup_if_set_up(id);
    }

    fn is_at_page(&self, id: &SessionId) -> bool {
        self.sessions.get(id).is_none_or(|session| matches!(session.place, Place::Page(_)))
    }

    /// Has the command done when the tab is attached, which it is from here on.
    pub(crate) fn when_attached(
        &mut self,
        tab: TabId,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let command = WaitingCommand {
            caller: caller.clone(),
            method: method.to_owned(),
            params: params.map(ToOwned::to_owned),
        };
        match self.tabs.get_mut(&tab).map(|tab| tab.queue(command)) {
            Some(true) => self.attach(tab),
            Some(false) => self.refuse(caller, SERVER_ERROR, "too many commands wait for this tab"),
            None => self.refuse(caller, SERVER_ERROR, "Target closed"),
        }
    }

    /// Nobody drives the tab any more: the person gets it back.
    pub(crate) fn detach_if_unused(&mut self, id: TabId) {
        let used = self.sessions.values().any(|session| match session.place {
            Place::Page(tab) | Place::Child(tab, _) => tab == id,
            Place::Browser | Place::Tab(_) => false,
        });
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        if used || tab.attachment == Attachment::Detached {
            return;
        }
        // Those who waited have gone.
        tab.waiting.clear();
        self.take_debugger_off(id, "Target closed");
    }

    /// Takes Chrome's debugger off the tab; who waits for it is told why.
    pub(crate) fn take_debugger_off(&mut self, id: TabId, reason: &str) {
        self.forget_attachment(id, reason);
        self.ask::<DetachTab>(&TabParams { tab: id }, |_, detached| {
            if let Err(error) = detached {
                tracing::debug!(%error, "the tab was not detached");
            }
        });
    }

    /// New contexts in place of those that were lost with the document or the attachment.
    pub(crate) fn renew_virtual_contexts(&mut self, tab: TabId) {
        for id in self.sessions_at(tab, None) {
            let Some(session) = self.sessions.get_mut(&id) else { continue };
            session.contexts.clear();
            if !session.enabled.contains("Runtime") {
                continue;
            }
            let worlds: Vec<String> = session
                .recorded
                .iter()
                .filter(|recorded| recorded.method == "Page.createIsolatedWorld")
                .filter_map(|recorded| {
                    let params: Value =
                        serde_json::from_str(recorded.params.as_ref()?.get()).ok()?;
                    Some(params["worldName"].as_str()?.to_owned())
                })
                .collect();
            self.tell_value(&id, "Runtime.executionContextsCleared", &json!({}));
            self.tell_virtual_context(&id, tab, "");
            for world in worlds {
                self.tell_virtual_context(&id, tab, &world);
            }
        }
    }
}

/// What clients send to every page they hear of, and what can be said to it without Chrome.
pub(crate) fn is_preparation(method: &str) -> bool {
    let (domain, verb) = method.split_once('.').unwrap_or((method, ""));
    match verb {
        "enable" | "disable" => LAZY_DOMAINS.contains(&domain),
        _ => {
            matches!(
                method,
                "Page.getFrameTree"
                    | "Runtime.runIfWaitingForDebugger"
                    | "Runtime.removeBinding"
                    | "Page.removeScriptToEvaluateOnNewDocument"
            ) || method.starts_with("Emulation.clear")
                || is_setting(method)
        }
    }
}

fn collect_children(tree: &Value, frames: &mut Vec<Value>) {
    for child in tree["childFrames"].as_array().into_iter().flatten() {
        frames.push(child["frame"].clone());
        collect_children(child, frames);
    }
}

fn with_frame(params: Option<&RawValue>, frame: &str) -> Option<Box<RawValue>> {
    let mut params: serde_json::Map<String, Value> = serde_json::from_str(params?.get()).ok()?;
    params.insert("frameId".to_owned(), frame.into());
    serde_json::value::to_raw_value(&params).ok()
}
