//! What comes from the browser by itself: CDP events, and tabs that come, change and go.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{TabId, TabTarget};

use crate::clients::{Client, ClientId, TargetKinds};
use crate::contexts::{self, Created};
use crate::session_commands::RECORDED_EVENTS;
use crate::sessions::{Place, SessionId};
use crate::state::State;
use crate::tabs::{Announced, Attachment, RealSession, Tab, frame_tree, target_info};

/// Chrome's `Target.attachedToTarget` and `Target.detachedFromTarget`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChildNotice {
    session_id: String,
    #[serde(default)]
    target_info: Option<Box<RawValue>>,
    #[serde(default)]
    waiting_for_debugger: bool,
}

impl State {
    pub(crate) fn event(
        &mut self,
        tab: TabId,
        child: Option<&str>,
        method: &str,
        params: &RawValue,
    ) {
        let Some(real) = self.tabs.get_mut(&tab).and_then(|tab| tab.real(child)) else { return };
        match method {
            "Target.attachedToTarget" => return self.child_attached(tab, child, params),
            "Target.detachedFromTarget" => return self.child_detached(tab, params),
            "Runtime.executionContextCreated" => return self.context_created(tab, child, params),
            "Runtime.executionContextDestroyed" => {
                let id = number(params, "executionContextId");
                real.contexts.remove(&id);
                self.deliver(tab, child, method, params);
                for session in self.sessions_at(tab, child) {
                    if let Some(session) = self.sessions.get_mut(&session) {
                        session.contexts.retain(|context| !context.is_bound_to(id));
                    }
                }
                return;
            }
            "Runtime.executionContextsCleared" => {
                real.contexts.clear();
                real.record.clear();
                for session in self.sessions_at(tab, child) {
                    if let Some(session) = self.sessions.get_mut(&session) {
                        session.contexts.clear();
                    }
                }
            }
            "Page.downloadWillBegin" => self.download_begins(tab, params),
            "Page.downloadProgress" => self.download_goes_on(params),
            "Fetch.requestPaused" | "Fetch.authRequired" => {
                return self.deliver_paused(tab, child, method, params);
            }
            _ => {
                if let Some(recorded) = RECORDED_EVENTS.iter().find(|recorded| **recorded == method)
                {
                    real.remember(recorded, params.to_owned());
                }
            }
        }
        self.deliver(tab, child, method, params);
    }

    /// To every session at the place that has the event's domain enabled.
    fn deliver(&mut self, tab: TabId, child: Option<&str>, method: &str, params: &RawValue) {
        let domain = method.split('.').next().unwrap_or_default();
        let here = self.sessions_at(tab, child);
        let enabled = |id: &SessionId| {
            self.sessions.get(id).is_some_and(|session| match method {
                "Page.lifecycleEvent" => session.lifecycle,
                // Chrome tells of crashes and loaded worker scripts unasked.
                _ if domain == "Inspector" => true,
                _ => session.enabled.contains(domain),
            })
        };
        let mut hearing: Vec<SessionId> = here.iter().filter(|id| enabled(id)).cloned().collect();
        if hearing.is_empty() && method != "Page.lifecycleEvent" {
            // Domains without an `enable`: whoever has used them.
            let used = |id: &&SessionId| {
                self.sessions.get(*id).is_some_and(|session| session.used.contains(domain))
            };
            hearing = here.iter().filter(used).cloned().collect();
        }
        for id in hearing {
            let contexts = self.sessions.get(&id).map(|session| session.contexts.as_slice());
            match contexts::to_virtual(method, params, contexts.unwrap_or_default()) {
                Some(translated) => self.tell(&id, method, &translated),
                None => self.tell(&id, method, params),
            }
        }
    }

    fn context_created(&mut self, tab: TabId, child: Option<&str>, params: &RawValue) {
        let Ok(created) = serde_json::from_str::<Created>(params.get()) else { return };
        let Some(known) = self.tabs.get_mut(&tab) else { return };
        let frame = known.target.target_id.clone();
        if let Some(real) = known.real(child) {
            real.contexts.insert(created.context.id, params.to_owned());
        }
        for id in self.sessions_at(tab, child) {
            let Some(session) = self.sessions.get_mut(&id) else { continue };
            // A client that knows it by our id already is not told again.
            let bound = child.is_none()
                && session
                    .contexts
                    .iter_mut()
                    .any(|context| context.bind(&frame, &created.context));
            if !bound && session.enabled.contains("Runtime") {
                self.tell(&id, "Runtime.executionContextCreated", params);
            }
        }
    }

    /// A paused request belongs to the first that asked for pausing such requests.
    fn deliver_paused(&mut self, tab: TabId, child: Option<&str>, method: &str, params: &RawValue) {
        let event: Value = serde_json::from_str(params.get()).unwrap_or_default();
        let owner = self.sessions_at(tab, child).into_iter().find(|id| {
            self.sessions.get(id).is_some_and(|session| {
                let wanted =
                    session.recorded.iter().find(|recorded| recorded.method == "Fetch.enable");
                let params =
                    wanted.and_then(|wanted| wanted.params.as_ref()).map_or("{}", |p| p.get());
                session.enabled.contains("Fetch") && wants(params, &event)
            })
        });
        match owner {
            Some(owner) => self.tell(&owner, method, params),
            None if method == "Fetch.requestPaused" => {
                let on = json!({ "requestId": event["requestId"] });
                self.command_unheard(tab, child, "Fetch.continueRequest", &on);
            }
            None => {
                let on = json!({
                    "requestId": event["requestId"],
                    "authChallengeResponse": { "response": "Default" },
                });
                self.command_unheard(tab, child, "Fetch.continueWithAuth", &on);
            }
        }
    }

    fn child_attached(&mut self, tab: TabId, parent: Option<&str>, params: &RawValue) {
        let Ok(notice) = serde_json::from_str::<ChildNotice>(params.get()) else { return };
        let Some(target_info) = notice.target_info else { return };
        let Some(known) = self.tabs.get_mut(&tab) else { return };
        if let Some(real) = known.real(parent) {
            real.child_ids.insert(notice.session_id.clone());
        }
        let announced = Announced { target_info, held: notice.waiting_for_debugger };
        let real = RealSession { announced: Some(announced), ..RealSession::default() };
        known.children.insert(notice.session_id.clone(), real);
        for id in self.sessions_at(tab, parent) {
            if self.sessions.get(&id).is_some_and(|session| session.auto_attach) {
                self.announce_child(&id, tab, &notice.session_id);
            }
        }
        if self.sessions_at(tab, Some(&notice.session_id)).is_empty() {
            self.run_if_released(tab, &notice.session_id);
        }
    }

    fn child_detached(&mut self, tab: TabId, params: &RawValue) {
        let Ok(notice) = serde_json::from_str::<ChildNotice>(params.get()) else { return };
        self.drop_child(tab, &notice.session_id);
    }

    fn drop_child(&mut self, tab: TabId, child: &str) {
        for id in self.sessions_at(tab, Some(child)) {
            self.session_gone(&id);
        }
        if let Some(tab) = self.tabs.get_mut(&tab) {
            tab.children.remove(child);
            tab.page.child_ids.remove(child);
            for real in tab.children.values_mut() {
                real.child_ids.remove(child);
            }
        }
    }

    /// All tabs, after the browser came (back): what was attached no longer is.
    pub(crate) fn tabs_are(&mut self, targets: Vec<TabTarget>) {
        let gone: Vec<TabId> = self
            .tabs
            .keys()
            .filter(|tab| !targets.iter().any(|target| target.tab == **tab))
            .copied()
            .collect();
        for tab in gone {
            self.tab_removed(tab);
        }
        for target in targets {
            if self.tabs.contains_key(&target.tab) {
                self.tab_changed(target);
            } else {
                self.tab_created(target);
            }
        }
    }

    /// The extension is gone, and Chrome's debugger with it. Sessions on pages live on: their tabs
    /// are attached anew when they are next used.
    pub(crate) fn attachments_lost(&mut self) {
        for id in self.tabs.keys().copied().collect::<Vec<_>>() {
            let Some(tab) = self.tabs.get_mut(&id) else { continue };
            if tab.attachment == Attachment::Detached {
                continue;
            }
            let children: Vec<String> = tab.children.keys().cloned().collect();
            for child in children {
                self.drop_child(id, &child);
            }
            if let Some(tab) = self.tabs.get_mut(&id) {
                tab.forget_attachment();
            }
            self.renew_virtual_contexts(id);
        }
    }

    pub(crate) fn tab_created(&mut self, target: TabTarget) {
        let id = target.tab;
        if self.tabs.contains_key(&id) {
            return self.tab_changed(target);
        }
        let opener = target.opener;
        self.tabs.insert(id, Tab::new(target));
        for (client, session, kinds) in self.discovering() {
            self.tell_created(client, session.as_ref(), kinds, id);
        }
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.announce_tab(client, id);
        }
        let driven = opener.and_then(|opener| self.tabs.get(&opener));
        if driven.is_some_and(|opener| opener.attachment != Attachment::Detached) {
            self.attach_if_watched(id);
        }
    }

    pub(crate) fn tab_changed(&mut self, target: TabTarget) {
        let id = target.tab;
        let Some(tab) = self.tabs.get_mut(&id) else { return self.tab_created(target) };
        if tab.target.target_id != target.target_id {
            // Another page took the tab over, a prerendered one for example.
            self.tab_removed(id);
            return self.tab_created(target);
        }
        let before = std::mem::replace(&mut tab.target, target.clone());
        let unattached = tab.attachment == Attachment::Detached;
        if before == target {
            return;
        }
        for (client, session, kinds) in self.discovering() {
            let infos = [("tab", kinds.tabs), ("page", kinds.pages)];
            for (kind, _) in infos.into_iter().filter(|(_, wanted)| *wanted) {
                let opener = self.opener(id);
                let info = target_info(&target, kind, true, opener.as_deref());
                let params = json!({ "targetInfo": info });
                self.tell_parent(client, session.as_ref(), "Target.targetInfoChanged", &params);
            }
        }
        if unattached && before.url != target.url {
            self.navigated_unattached(id, &target);
        }
        if unattached && before.loading && !target.loading {
            for session in self.sessions_at(id, None) {
                if self.sessions.get(&session).is_some_and(|session| session.lifecycle) {
                    self.tell_loaded(&session, id);
                }
            }
        }
    }

    /// The person went elsewhere in a tab that nobody has attached.
    fn navigated_unattached(&mut self, id: TabId, target: &TabTarget) {
        let frame = frame_tree(target)["frameTree"]["frame"].clone();
        for session in self.sessions_at(id, None) {
            if self.sessions.get(&session).is_some_and(|session| session.enabled.contains("Page")) {
                let params = json!({ "frame": frame, "type": "Navigation" });
                self.tell_value(&session, "Page.frameNavigated", &params);
            }
        }
        self.renew_virtual_contexts(id);
    }

    pub(crate) fn tab_removed(&mut self, id: TabId) {
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        let target = tab.target.clone();
        for waiting in std::mem::take(&mut tab.waiting) {
            let client = self.sessions.get(&waiting.session).map(|session| session.client);
            let Some(client) = client else { continue };
            let session = Some(waiting.session);
            let caller = crate::state::Caller::Client { client, session, id: waiting.id };
            self.refuse(&caller, crate::frames::SERVER_ERROR, "Target closed");
        }
        let here: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.place.tab() == Some(id))
            .map(|(id, _)| id.clone())
            .collect();
        // Children were announced after their parents, and go before them.
        for session in here.into_iter().rev() {
            self.session_gone(&session);
        }
        self.tabs.remove(&id);
        for (client, session, kinds) in self.discovering() {
            if kinds.pages {
                let params = json!({ "targetId": target.target_id });
                self.tell_parent(client, session.as_ref(), "Target.targetDestroyed", &params);
            }
            if kinds.tabs {
                let params = json!({ "targetId": crate::tabs::tab_target_id(&target) });
                self.tell_parent(client, session.as_ref(), "Target.targetDestroyed", &params);
            }
        }
    }

    /// Somebody else took the debugger off: the person, by the infobar, or Chrome.
    pub(crate) fn tab_detached(&mut self, id: TabId, reason: &str) {
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        tracing::info!(tab = %id, reason, "the debugger was taken off a tab");
        let children: Vec<String> = tab.children.keys().cloned().collect();
        for child in children {
            self.drop_child(id, &child);
        }
        if let Some(tab) = self.tabs.get_mut(&id) {
            tab.forget_attachment();
        }
        if reason == "target_closed" {
            return;
        }
        for session in self.sessions_at(id, None) {
            self.tell_value(&session, "Inspector.detached", &json!({ "reason": reason }));
            self.session_gone(&session);
        }
    }

    /// Who wants to hear of targets: client, the session it asked on, and the kinds.
    fn discovering(&self) -> Vec<(ClientId, Option<SessionId>, TargetKinds)> {
        let wishes = |(id, client): (&ClientId, &Client)| {
            let id = *id;
            let wishes = client.discover.iter();
            wishes.map(move |(session, kinds)| (id, session.clone(), *kinds)).collect::<Vec<_>>()
        };
        self.clients.iter().flat_map(wishes).collect()
    }

    /// What a session was attached to is gone: its client is told, and it with all below it ends.
    pub(crate) fn session_gone(&mut self, id: &SessionId) {
        let below: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.parent.as_ref() == Some(id))
            .map(|(id, _)| id.clone())
            .collect();
        for session in below {
            self.session_gone(&session);
        }
        let target = self.target_id_of(id);
        let Some(session) = self.sessions.remove(id) else { return };
        let params = json!({ "sessionId": id.as_str(), "targetId": target });
        self.tell_parent(
            session.client,
            session.parent.as_ref(),
            "Target.detachedFromTarget",
            &params,
        );
    }

    fn target_id_of(&self, id: &SessionId) -> Option<String> {
        let place = &self.sessions.get(id)?.place;
        let tab = self.tabs.get(&place.tab()?)?;
        match place {
            Place::Child(_, child) => {
                let info = tab.children.get(child)?.announced.as_ref()?.target_info.get();
                let info: Value = serde_json::from_str(info).ok()?;
                Some(info["targetId"].as_str()?.to_owned())
            }
            Place::Tab(_) => Some(crate::tabs::tab_target_id(&tab.target)),
            _ => Some(tab.target.target_id.clone()),
        }
    }

    /// A session ends because its client wants it so. What it alone had switched on is switched
    /// off; a tab that nobody drives any more is detached.
    pub(crate) fn session_left(&mut self, id: &SessionId, tell: bool) {
        let below: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.parent.as_ref() == Some(id))
            .map(|(id, _)| id.clone())
            .collect();
        for session in below {
            self.session_left(&session, tell);
        }
        let Some(session) = self.sessions.get(id) else { return };
        let (place, enabled) = (session.place.clone(), session.enabled.clone());
        let scripts: Vec<String> = session.scripts.values().flatten().cloned().collect();
        let attached = place
            .tab()
            .and_then(|tab| self.tabs.get(&tab))
            .is_some_and(|tab| tab.attachment == Attachment::Attached);
        let tab = place.tab().filter(|_| !matches!(place, Place::Tab(_)));
        let shared = tab.is_some_and(|tab| self.sessions_at(tab, place.child()).len() > 1);
        for domain in enabled {
            let last = self.leave_domain(id, &domain);
            if let (Some(tab), true) = (tab, last && attached && shared) {
                self.command_unheard(tab, place.child(), &format!("{domain}.disable"), &json!({}));
            }
        }
        if let (Some(tab), true) = (tab, attached && shared) {
            for real in scripts.iter().filter(|real| !real.is_empty()) {
                let params = json!({ "identifier": real });
                let method = "Page.removeScriptToEvaluateOnNewDocument";
                self.command_unheard(tab, place.child(), method, &params);
            }
        }
        if tell {
            self.session_gone(id);
        } else {
            self.sessions.remove(id);
        }
        if let Place::Child(tab, child) = &place {
            self.run_if_released(*tab, child);
        }
        if let Some(tab) = tab {
            self.detach_if_unused(tab);
        }
    }

    pub(crate) fn client_left(&mut self, client: ClientId) {
        self.clients.remove(&client);
        let own: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.client == client)
            .map(|(id, _)| id.clone())
            .collect();
        for id in own.iter().rev() {
            self.session_left(id, false);
        }
    }

    pub(crate) fn attached_tabs(&self, client: ClientId) -> usize {
        let attached = |tab: &&Tab| {
            tab.attachment == Attachment::Attached
                && self.sessions.values().any(|session| {
                    session.client == client && session.place == Place::Page(tab.target.tab)
                })
        };
        self.tabs.values().filter(attached).count()
    }
}

fn number(params: &RawValue, name: &str) -> i64 {
    let params: Value = serde_json::from_str(params.get()).unwrap_or_default();
    params[name].as_i64().unwrap_or_default()
}

/// Does a `Fetch.enable` with these parameters pause this request?
fn wants(params: &str, paused: &Value) -> bool {
    let params: Value = serde_json::from_str(params).unwrap_or_default();
    let Some(patterns) = params["patterns"].as_array() else { return true };
    let url = paused["request"]["url"].as_str().unwrap_or_default();
    let stage = if paused.get("responseStatusCode").is_some()
        || paused.get("responseErrorReason").is_some()
    {
        "Response"
    } else {
        "Request"
    };
    patterns.iter().any(|pattern| {
        let glob = pattern["urlPattern"].as_str().unwrap_or("*");
        let kind = pattern["resourceType"].as_str();
        let at = pattern["requestStage"].as_str().unwrap_or("Request");
        at == stage
            && kind.is_none_or(|kind| Some(kind) == paused["resourceType"].as_str())
            && fits(glob.as_bytes(), url.as_bytes())
    })
}

/// CDP's patterns: `*` for any number of characters, `?` for one, `\` before either for itself.
fn fits(glob: &[u8], text: &[u8]) -> bool {
    let (mut g, mut t, mut back) = (0, 0, None);
    while t < text.len() {
        match glob.get(g) {
            Some(b'*') => {
                back = Some((g + 1, t));
                g += 1;
            }
            Some(b'?') => (g, t) = (g + 1, t + 1),
            Some(b'\\') if glob.get(g + 1) == Some(&text[t]) => (g, t) = (g + 2, t + 1),
            Some(byte) if *byte == text[t] => (g, t) = (g + 1, t + 1),
            _ => match back {
                Some((after_star, from)) => {
                    back = Some((after_star, from + 1));
                    (g, t) = (after_star, from + 1);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_cdp_says() {
        let cases = [
            ("*", "http://a/", true),
            ("http://a/*.css", "http://a/x/y.css", true),
            ("http://a/*.css", "http://a/x/y.js", false),
            ("http://?/", "http://a/", true),
            (r"http://a/\?q", "http://a/?q", true),
            ("", "x", false),
        ];
        for (glob, url, fit) in cases {
            assert_eq!(fits(glob.as_bytes(), url.as_bytes()), fit, "{glob} {url}");
        }
    }
}
