//! Commands to a page, a frame or a worker. Several clients share Chrome's one session there, so
//! what switches something on or off is counted, and the rest is passed on as it is.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{CdpCommand, SendCommand, TabId};

use crate::attaching::{LAZY_DOMAINS, is_preparation};
use crate::contexts;
use crate::cookies::lists_cookies;
use crate::fetch_interception::is_verdict;
use crate::frames::{SERVER_ERROR, SESSION_NOT_FOUND};
use crate::sessions::{Beginning, Place, SCRIPT, SessionId};
use crate::state::{Caller, State};
use crate::tabs::Attachment;

impl State {
    /// A command to the page in a tab: attaches the tab if the command needs it.
    pub(crate) fn page_command(
        &mut self,
        caller: &Caller,
        session: &SessionId,
        tab: TabId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        if is_for_browser(method) {
            return self.browser_command(caller, method, params);
        }
        if let Some(session) = self.sessions.get_mut(session) {
            session.drives |= !is_preparation(method);
        }
        let Some(attachment) = self.tabs.get(&tab).map(|tab| tab.attachment) else {
            return self.refuse(caller, SERVER_ERROR, "Target closed");
        };
        match attachment {
            Attachment::Attached => self.session_command(caller, session, method, params),
            Attachment::Detached
                if self.answered_unattached(caller, session, tab, method, params) => {}
            Attachment::Detached | Attachment::Attaching { .. } => {
                self.when_attached(tab, caller, method, params);
            }
        }
    }

    /// A command to something that is attached.
    pub(crate) fn session_command(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        if is_for_browser(method) {
            return self.browser_command(caller, method, params);
        }
        let Some(session) = self.sessions.get_mut(id) else {
            return self.refuse(caller, SESSION_NOT_FOUND, "Session with given id not found.");
        };
        let (domain, verb) = method.split_once('.').unwrap_or((method, ""));
        if let Place::Page(tab) = session.place
            && let Some(target) = self.tabs.get(&tab).map(|tab| tab.target.target_id.clone())
            && is_better_done_by_pipe(method, params, &target)
        {
            if self.pipe.is_some() {
                return self.pipe_page_command(caller, id, target, method, params);
            }
            if leads_to_data(method, params) {
                return self.refuse(caller, SERVER_ERROR, NO_DATA_ADDRESSES);
            }
        }
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.used.insert(domain.to_owned());
        if STARTERS.iter().any(|(_, starter)| *starter == method) {
            session.used.insert(method.to_owned());
        } else if method == "Page.stopScreencast" {
            session.used.remove("Page.startScreencast");
        }
        if matches!(caller, Caller::Client { .. }) {
            session.note(method, params);
        }
        match (method, verb) {
            ("Fetch.enable", _) => self.set_fetch(caller, id, true, params),
            ("Fetch.disable", _) => self.set_fetch(caller, id, false, params),
            _ if is_verdict(method) => self.verdict(caller, id, method, params),
            ("Target.setAutoAttach", _) => self.set_auto_attach(caller, id, params),
            ("Runtime.runIfWaitingForDebugger", _) => self.release(caller, id),
            ("Page.setLifecycleEventsEnabled", _) => {
                session.lifecycle = flag(params, "enabled");
                if session.lifecycle {
                    self.answer_before_events(caller, id, method, params, Beginning::Lifecycle);
                } else {
                    self.done(caller);
                }
            }
            ("Page.getFrameTree", _) => {
                self.answer_before_events(caller, id, method, params, Beginning::Frames);
            }
            ("Page.setFontFamilies", _) => {
                // Chrome takes them once for a page: the first client's hold for all.
                let caller = caller.clone();
                self.command(id, method, params, move |state, _| state.done(&caller));
            }
            ("Page.addScriptToEvaluateOnNewDocument", _) => self.add_script(caller, id, params),
            ("Page.removeScriptToEvaluateOnNewDocument", _) => {
                self.remove_script(caller, id, params);
            }
            (_, "enable") => self.enable(caller, id, domain, params),
            (_, "disable") => self.disable(caller, id, domain),
            _ => self.forward(caller, id, method, params),
        }
    }

    /// To Chrome and back, with nothing changed but ids of contexts it does not know.
    pub(crate) fn forward(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let (caller, lists_cookies) = (caller.clone(), lists_cookies(method));
        self.command(id, method, params, move |state, answer| {
            if lists_cookies {
                return state.answer_cookies(&caller, &answer);
            }
            state.answer(&caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
        });
    }

    /// To Chrome and back; events that begin with the answer come behind it.
    fn answer_before_events(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        method: &str,
        params: Option<&RawValue>,
        beginning: Beginning,
    ) {
        if let Some(session) = self.sessions.get_mut(id) {
            session.held_events.ask(beginning);
        }
        let (caller, session) = (caller.clone(), id.clone());
        self.command(id, method, params, move |state, answer| {
            state.answer(&caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
            let Some(session) = state.sessions.get_mut(&session) else { return };
            let (client, held) = (session.client, session.held_events.answered(beginning));
            for frame in held {
                state.push(client, frame);
            }
        });
    }

    /// A command to Chrome on the real session behind a virtual one.
    pub(crate) fn command(
        &mut self,
        id: &SessionId,
        method: &str,
        params: Option<&RawValue>,
        then: impl FnOnce(&mut Self, Result<Box<RawValue>, tabwright_wire::CdpError>) + Send + 'static,
    ) {
        let Some(session) = self.sessions.get(id) else { return };
        let Some(tab) = session.place.tab() else { return };
        let translated = params.and_then(|params| {
            let real = contexts::to_real(params, &session.contexts);
            own_object_group(real.as_deref().unwrap_or(params), id).or(real)
        });
        let command = CdpCommand {
            tab,
            session: session.place.child().map(str::to_owned),
            method: method.to_owned(),
            params: translated.or_else(|| params.map(ToOwned::to_owned)),
        };
        self.ask::<SendCommand>(&command, move |state, answer| {
            let refusal = |message: String| crate::frames::refusal(SERVER_ERROR, message);
            let answer = match answer {
                Ok(answer) => match (answer.result, answer.error) {
                    (Some(result), None) => Ok(result),
                    (_, Some(error)) => Err(error),
                    (None, None) => Err(refusal("Chrome gave an empty answer".to_owned())),
                },
                Err(error) => Err(refusal(error.to_string())),
            };
            then(state, answer);
        });
    }

    /// For the relay itself, with nobody waiting.
    pub(crate) fn command_unheard(
        &mut self,
        tab: TabId,
        child: Option<&str>,
        method: &str,
        params: &Value,
    ) {
        let command = CdpCommand {
            tab,
            session: child.map(str::to_owned),
            method: method.to_owned(),
            params: serde_json::value::to_raw_value(params).ok(),
        };
        let method = method.to_owned();
        self.ask::<SendCommand>(&command, move |_, answer| {
            if let Err(error) = answer {
                tracing::debug!(method, %error, "the browser did not do it");
            }
        });
    }

    fn enable(&mut self, caller: &Caller, id: &SessionId, domain: &str, params: Option<&RawValue>) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        let place = session.place.clone();
        let real = place.tab().and_then(|tab| self.tabs.get_mut(&tab));
        let Some(real) = real.and_then(|tab| tab.real(place.child())) else {
            return self.refuse(caller, SERVER_ERROR, "Target closed");
        };
        let enablers = real.domains.entry(domain.to_owned()).or_default();
        let late = !enablers.is_empty() && !enablers.contains(id);
        enablers.insert(id.clone());
        if !late {
            session.enabled.insert(domain.to_owned());
            return self.forward(caller, id, &format!("{domain}.enable"), params);
        }
        // Chrome has told it to the first and tells it no more: the others get it from the record,
        // at the moment at which Chrome would have told it.
        let (caller, session, domain) = (caller.clone(), id.clone(), domain.to_owned());
        self.command(id, &format!("{domain}.enable"), params, move |state, answer| {
            state.tell_record(&session, &domain);
            if let Some(session) = state.sessions.get_mut(&session) {
                session.enabled.insert(domain);
            }
            state.answer(&caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
        });
    }

    fn tell_record(&mut self, id: &SessionId, domain: &str) {
        let Some(session) = self.sessions.get(id) else { return };
        let knows_contexts = !session.contexts.is_empty();
        let place = session.place.clone();
        let real = place.tab().and_then(|tab| self.tabs.get_mut(&tab));
        let Some(real) = real.and_then(|tab| tab.real(place.child())) else { return };
        let mut events: Vec<(&'static str, Box<RawValue>)> = Vec::new();
        if domain == "Runtime" && !knows_contexts {
            let contexts = real.contexts.values();
            events.extend(contexts.map(|raw| ("Runtime.executionContextCreated", raw.clone())));
        }
        for method in RECORDED_EVENTS.iter().filter(|m| m.split('.').next() == Some(domain)) {
            let record = real.record.get(method).into_iter().flatten();
            events.extend(record.map(|raw| (*method, raw.clone())));
        }
        for (method, params) in events {
            if !place.tab().is_some_and(|tab| self.is_withheld(id, tab, method)) {
                self.tell(id, method, &params);
            }
        }
    }

    fn disable(&mut self, caller: &Caller, id: &SessionId, domain: &str) {
        if self.leave_domain(id, domain) {
            self.forward(caller, id, &format!("{domain}.disable"), None);
        } else {
            self.done(caller);
        }
    }

    /// True when nobody at this place has the domain enabled any more.
    pub(crate) fn leave_domain(&mut self, id: &SessionId, domain: &str) -> bool {
        let Some(session) = self.sessions.get_mut(id) else { return false };
        let enabling = format!("{domain}.enable");
        session.enabled.remove(domain);
        session.recorded.retain(|recorded| recorded.method != enabling);
        let place = session.place.clone();
        let real = place.tab().and_then(|tab| self.tabs.get_mut(&tab));
        let Some(real) = real.and_then(|tab| tab.real(place.child())) else { return false };
        let Some(enablers) = real.domains.get_mut(domain) else { return true };
        enablers.remove(id);
        enablers.is_empty()
    }

    /// Everybody's patterns together: a request is paused when anybody wants it paused.
    fn set_fetch(&mut self, caller: &Caller, id: &SessionId, on: bool, params: Option<&RawValue>) {
        if on {
            let Some(session) = self.sessions.get_mut(id) else { return };
            session.enabled.insert("Fetch".to_owned());
            session.record("Fetch.enable", params);
            let place = session.place.clone();
            let real = place.tab().and_then(|tab| self.tabs.get_mut(&tab));
            if let Some(real) = real.and_then(|tab| tab.real(place.child())) {
                real.domains.entry("Fetch".to_owned()).or_default().insert(id.clone());
            }
        } else {
            self.leave_domain(id, "Fetch");
            let place = self.sessions.get(id).map(|session| session.place.clone());
            if let Some((tab, place)) = place.and_then(|place| Some((place.tab()?, place))) {
                self.give_up_turns(tab, place.child(), id);
            }
        }
        let Some(place) = self.sessions.get(id).map(|session| session.place.clone()) else {
            return;
        };
        let Some(tab) = place.tab() else { return };
        match self.merged_fetch(tab, place.child()) {
            Some(merged) => self.forward(caller, id, "Fetch.enable", Some(&merged)),
            None => self.forward(caller, id, "Fetch.disable", None),
        }
    }

    pub(crate) fn renew_fetch(&mut self, tab: TabId, child: Option<&str>) {
        let merged = self.merged_fetch(tab, child);
        let merged = merged.and_then(|merged| serde_json::from_str(merged.get()).ok());
        match merged {
            Some(merged) => self.command_unheard(tab, child, "Fetch.enable", &merged),
            None => self.command_unheard(tab, child, "Fetch.disable", &json!({})),
        }
    }

    /// What `Fetch.enable` must say to Chrome now; `None` when nobody wants it.
    fn merged_fetch(&self, tab: TabId, child: Option<&str>) -> Option<Box<RawValue>> {
        let mut wanted: Vec<Value> = Vec::new();
        for id in self.sessions_at(tab, child) {
            let session = self.sessions.get(&id)?;
            let recorded =
                session.recorded.iter().find(|recorded| recorded.method == "Fetch.enable");
            if session.enabled.contains("Fetch")
                && let Some(recorded) = recorded
            {
                let params = recorded.params.as_ref().map_or("{}", |params| params.get());
                wanted.push(serde_json::from_str(params).unwrap_or_default());
            }
        }
        let all = wanted.iter().any(|params| !params["patterns"].is_array());
        let auth = wanted.iter().any(|params| params["handleAuthRequests"] == true);
        let patterns: Vec<Value> = wanted
            .iter()
            .filter_map(|params| params["patterns"].as_array())
            .flatten()
            .cloned()
            .collect();
        let mut merged = json!({ "handleAuthRequests": auth });
        if !all {
            merged["patterns"] = patterns.into();
        }
        (!wanted.is_empty()).then(|| serde_json::value::to_raw_value(&merged).ok()).flatten()
    }

    fn set_auto_attach(&mut self, caller: &Caller, id: &SessionId, params: Option<&RawValue>) {
        let on = flag(params, "autoAttach");
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.auto_attach = on;
        let place = session.place.clone();
        let Some(tab_id) = place.tab() else { return };
        let Some(tab) = self.tabs.get_mut(&tab_id) else { return };
        let Some(real) = tab.real(place.child()) else { return };
        let already = std::mem::replace(&mut real.auto_attaching, true);
        if !on {
            return self.done(caller);
        }
        if !already {
            return self.forward(caller, id, "Target.setAutoAttach", params);
        }
        let (caller, session) = (caller.clone(), id.clone());
        self.command(id, "Target.setAutoAttach", params, move |state, answer| {
            let real = state.tabs.get_mut(&tab_id).and_then(|tab| tab.real(place.child()));
            for child in real.map(|real| real.child_ids.clone()).unwrap_or_default() {
                state.announce_child(&session, tab_id, &child);
            }
            state.answer(&caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
        });
    }

    /// A session on a frame or worker, for a session that attaches to all below it.
    pub(crate) fn announce_child(&mut self, parent: &SessionId, tab: TabId, child: &str) {
        let place = Place::Child(tab, child.to_owned());
        let known = |known: &crate::sessions::Session| {
            known.parent.as_ref() == Some(parent) && known.place == place
        };
        if self.sessions.values().any(known) {
            return;
        }
        let Some(client) = self.sessions.get(parent).map(|session| session.client) else { return };
        if !self.may_enter_child(client, tab, child) {
            return;
        }
        let announced =
            self.tabs.get(&tab).and_then(|tab| tab.children.get(child)?.announced.as_ref());
        let Some(announced) = announced else { return };
        let info = serde_json::from_str(announced.target_info.get()).unwrap_or_default();
        let held = announced.held;
        let id = self.announce(client, Some(parent), place, &info, held);
        self.tell_script_loaded(&id);
    }

    /// Chrome holds a new frame, worker or popup until everybody who was told of it has let it go.
    fn release(&mut self, caller: &Caller, id: &SessionId) {
        if let Some(session) = self.sessions.get_mut(id) {
            session.released = true;
            match session.place.clone() {
                Place::Child(tab, child) => self.run_if_released(tab, &child),
                Place::Page(tab) => self.run_popup_if_set_up(tab),
                Place::Browser | Place::Tab(_) => {}
            }
        }
        self.done(caller);
    }

    pub(crate) fn run_if_released(&mut self, tab: TabId, child: &str) {
        let holders = self.sessions_at(tab, Some(child));
        let all = holders.iter().all(|id| self.sessions.get(id).is_none_or(|s| s.released));
        let real = self.tabs.get_mut(&tab).and_then(|tab| tab.children.get_mut(child));
        let Some(announced) = real.and_then(|real| real.announced.as_mut()) else { return };
        if all && std::mem::replace(&mut announced.held, false) {
            self.command_unheard(tab, Some(child), "Runtime.runIfWaitingForDebugger", &json!({}));
        }
    }

    fn add_script(&mut self, caller: &Caller, id: &SessionId, params: Option<&RawValue>) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        let ours = session.add_script(params);
        self.send_script(caller, id, ours, params);
    }

    pub(crate) fn send_script(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        ours: u32,
        params: Option<&RawValue>,
    ) {
        let Some(place) = self.sessions.get(id).map(|session| session.place.clone()) else {
            return;
        };
        let (caller, session) = (caller.clone(), id.clone());
        self.command(id, SCRIPT, params, move |state, answer| {
            let body = match answer {
                Ok(body) => body,
                Err(error) => return state.answer(&caller, Err(error)),
            };
            let body: Value = serde_json::from_str(body.get()).unwrap_or_default();
            let real = body["identifier"].as_str().unwrap_or_default().to_owned();
            let known = state.sessions.get_mut(&session);
            match (known.and_then(|session| session.scripts.get_mut(&ours)), place.tab()) {
                (Some(script), _) => *script = Some(real),
                // Taken back, or its session is gone: nobody else must meet it.
                (None, Some(tab)) => state.drop_script(tab, place.child(), &real),
                (None, None) => {}
            }
            state.answer_value(&caller, &json!({ "identifier": ours.to_string() }));
        });
    }

    pub(crate) fn drop_script(&mut self, tab: TabId, child: Option<&str>, real: &str) {
        let params = json!({ "identifier": real });
        let method = "Page.removeScriptToEvaluateOnNewDocument";
        self.command_unheard(tab, child, method, &params);
    }

    pub(crate) fn remove_script(
        &mut self,
        caller: &Caller,
        id: &SessionId,
        params: Option<&RawValue>,
    ) {
        let asked: Value =
            serde_json::from_str(params.map_or("{}", RawValue::get)).unwrap_or_default();
        let ours = asked["identifier"].as_str().and_then(|ours| ours.parse().ok());
        let Some(session) = self.sessions.get_mut(id) else { return };
        match ours.and_then(|ours| session.remove_script(ours)) {
            Some(Some(real)) => {
                let real = serde_json::value::to_raw_value(&json!({ "identifier": real })).ok();
                let method = "Page.removeScriptToEvaluateOnNewDocument";
                self.forward(caller, id, method, real.as_deref());
            }
            // Chrome has not said yet how it calls it, and will be told when it does.
            Some(None) => self.done(caller),
            None => self.refuse(caller, SERVER_ERROR, "Script not found"),
        }
    }
}

/// Object groups of one client must not be released by another that uses the same name. `None`
/// when there is none, which is found out without parsing.
fn own_object_group(params: &RawValue, session: &SessionId) -> Option<Box<RawValue>> {
    if !params.get().contains("\"objectGroup\"") {
        return None;
    }
    let mut params: serde_json::Map<String, Value> = serde_json::from_str(params.get()).ok()?;
    let group = params.get("objectGroup")?.as_str()?;
    let own = format!("{}/{group}", session.as_str());
    params.insert("objectGroup".to_owned(), own.into());
    serde_json::value::to_raw_value(&params).ok()
}

/// Events that come to who sent the command beside them, whether it has enabled the domain or not.
pub(crate) const STARTERS: &[(&str, &str)] = &[
    ("Page.screencastFrame", "Page.startScreencast"),
    ("Page.screencastVisibilityChanged", "Page.startScreencast"),
    ("Input.dragIntercepted", "Input.setInterceptDrags"),
    ("Emulation.virtualTimeBudgetExpired", "Emulation.setVirtualTimePolicy"),
];

/// Announcements that Chrome makes once, when a domain is enabled.
pub(crate) const RECORDED_EVENTS: &[&str] =
    &["Debugger.scriptParsed", "CSS.styleSheetAdded", "Log.entryAdded"];

/// Commands that a page session takes too, but that concern the browser.
pub(crate) fn is_for_browser(method: &str) -> bool {
    (method.starts_with("Target.") && method != "Target.setAutoAttach")
        || method.starts_with("Browser.")
}

/// What Chrome takes on its debugging pipe and not from an extension, and what it does there as for a person. A
/// navigation that an extension begins counts as one of a page's: `Sec-Fetch-Site` is `cross-site`, and a redirect
/// of the page itself wins against it.
fn is_better_done_by_pipe(method: &str, params: Option<&RawValue>, target: &str) -> bool {
    match method {
        "Page.navigate" => {
            let frame = params.and_then(|params| member(params, "frameId"));
            frame.is_none_or(|frame| frame == target)
        }
        "Page.reload" => true,
        _ => method.starts_with("Profiler.") || method.starts_with("HeapProfiler."),
    }
}

pub(crate) const NO_DATA_ADDRESSES: &str = "Chrome does not let an extension send a tab to a data: address. \
    Set the content of the page instead (setContent), or open the address in a new tab";

pub(crate) fn leads_to_data(method: &str, params: Option<&RawValue>) -> bool {
    method == "Page.navigate"
        && params
            .and_then(|params| member(params, "url"))
            .is_some_and(|url| url.starts_with("data:"))
}

fn member(params: &RawValue, name: &str) -> Option<String> {
    let params: Value = serde_json::from_str(params.get()).ok()?;
    params[name].as_str().map(str::to_owned)
}

/// What must be done again when the tab is attached anew.
pub(crate) fn is_setting(method: &str) -> bool {
    let (domain, verb) = method.split_once('.').unwrap_or((method, ""));
    match verb {
        "enable" => LAZY_DOMAINS.contains(&domain),
        _ => {
            (domain == "Emulation" && verb.starts_with("set"))
                || matches!(
                    method,
                    "Target.setAutoAttach"
                        | "Page.setLifecycleEventsEnabled"
                        | "Page.addScriptToEvaluateOnNewDocument"
                        | "Page.createIsolatedWorld"
                        | "Page.setFontFamilies"
                        | "Page.setBypassCSP"
                        | "Page.setInterceptFileChooserDialog"
                        | "Page.setPrerenderingAllowed"
                        | "Network.setCacheDisabled"
                        | "Network.setExtraHTTPHeaders"
                        | "Network.setUserAgentOverride"
                        | "Network.setBypassServiceWorker"
                        | "Network.emulateNetworkConditions"
                        | "Runtime.addBinding"
                        | "Security.setIgnoreCertificateErrors"
                )
        }
    }
}

pub(crate) fn flag(params: Option<&RawValue>, name: &str) -> bool {
    let params: Option<Value> = params.and_then(|params| serde_json::from_str(params.get()).ok());
    params.is_some_and(|params| params[name] == true)
}
