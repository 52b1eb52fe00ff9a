//! What comes from the browser by itself: CDP events, and tabs that come, change and go.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{DISCONNECTED, DetachTab, TabId, TabParams, TabTarget};

use crate::clients::{Client, ClientId, TargetKinds};
use crate::contexts::{self, Created};
use crate::session_commands::{RECORDED_EVENTS, STARTERS};
use crate::sessions::{Place, SessionId};
use crate::state::State;
use crate::tabs::{Announced, Attachment, RealSession, Tab, frame_tree};
use crate::visibility::is_page;

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
        let Some(known) = self.tabs.get_mut(&tab) else { return };
        // What was on its way while the tab was let go belongs to nobody.
        if known.attachment == Attachment::Detached {
            return;
        }
        let Some(real) = known.real(child) else { return };
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
            _ if method.starts_with("Tracing.") => self.tell_trace(tab, method, params),
            "Inspector.workerScriptLoaded" => real.script_loaded = true,
            "Page.downloadWillBegin" => self.download_begins(tab, params),
            "Page.downloadProgress" => self.download_goes_on(params),
            "Fetch.requestPaused" | "Fetch.authRequired" => {
                return self.request_paused(tab, child, method, params);
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
        let starter = STARTERS.iter().find(|(event, _)| *event == method);
        let enabled = |id: &SessionId| {
            self.sessions.get(id).is_some_and(|session| match method {
                _ if starter.is_some_and(|(_, command)| session.used.contains(*command)) => true,
                _ if starter.is_some() => false,
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
            if self.is_withheld(&id, tab, method) {
                continue;
            }
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
        self.service_worker_shown(tab, &notice.session_id);
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
        self.announce_service_workers_to_all();
    }

    fn drop_child(&mut self, tab: TabId, child: &str) {
        self.service_worker_hidden(tab, child);
        for id in self.sessions_at(tab, Some(child)) {
            self.session_gone(&id);
        }
        let Some(known) = self.tabs.get_mut(&tab) else { return };
        let gone = known.children.remove(child);
        known.page.child_ids.remove(child);
        for real in known.children.values_mut() {
            real.child_ids.remove(child);
        }
        for below in gone.map(|real| real.child_ids).unwrap_or_default() {
            self.drop_child(tab, &below);
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

    /// A fresh list, between notices. Of tabs that come and go the browser tells by itself, and
    /// perhaps later; of shared workers it does not.
    pub(crate) fn looked(&mut self, targets: Vec<TabTarget>) {
        let (pages, listed): (Vec<_>, Vec<_>) = targets.into_iter().partition(is_page);
        for target in pages {
            let known = self.tabs.get(&target.tab);
            if known.is_some_and(|tab| tab.target.target_id == target.target_id) {
                self.tab_changed(target);
            }
        }
        let known = self.tabs.values().filter(|tab| !is_page(&tab.target));
        let gone: Vec<TabId> = known
            .map(|tab| tab.target.tab)
            .filter(|tab| !listed.iter().any(|target| target.tab == *tab))
            .collect();
        for tab in gone {
            self.tab_removed(tab);
        }
        for target in listed {
            self.tab_changed(target);
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
            self.forget_attachment(id, DISCONNECTED);
            self.renew_virtual_contexts(id);
        }
        self.run_popups_of(None);
    }

    pub(crate) fn tab_created(&mut self, target: TabTarget) {
        let id = target.tab;
        if self.tabs.contains_key(&id) {
            return self.tab_changed(target);
        }
        let opener = target.opener;
        self.note_popup(&target);
        self.tabs.insert(id, Tab::new(target));
        for (client, session, kinds) in self.discovering(id) {
            self.tell_created(client, session.as_ref(), kinds, id);
        }
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.announce_tab(client, id);
        }
        let is_held = self.is_held(id);
        if let Some(opener) = opener.filter(|_| is_held) {
            self.note_popup_drivers(id, opener);
        }
        let driven = opener.and_then(|opener| self.tabs.get(&opener));
        if is_held || driven.is_some_and(|opener| opener.attachment != Attachment::Detached) {
            self.attach_if_watched(id);
        }
        self.run_popup_if_set_up(id);
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
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            match (self.may_see(client, &before), self.may_see(client, &target)) {
                (false, true) => self.tab_shown(client, id),
                (true, false) => self.tab_hidden(client, &before),
                _ => {}
            }
        }
        for (client, session, kinds) in self.discovering(id) {
            for info in self.target_infos(client, id, kinds) {
                let params = json!({ "targetInfo": info });
                self.tell_parent(client, session.as_ref(), "Target.targetInfoChanged", &params);
            }
        }
        if unattached && before.url != target.url {
            self.navigated_unattached(id, &target);
        }
        // The two may come in one notice: a page that is elsewhere and loaded has begun to load too.
        let began = before.loading || before.url != target.url;
        if unattached && began && !target.loading {
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

    /// The client may see the tab from now on: the person has put it into the client's group, for
    /// example.
    pub(crate) fn tab_shown(&mut self, client: ClientId, tab: TabId) {
        let discover = self.clients.get(&client).map(|client| client.discover.clone());
        for (session, kinds) in discover.into_iter().flatten() {
            self.tell_created(client, session.as_ref(), kinds, tab);
        }
        self.announce_tab(client, tab);
    }

    /// The person has taken the tab out of the client's group.
    fn tab_hidden(&mut self, client: ClientId, target: &TabTarget) {
        let own: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| {
                session.client == client && session.place.tab() == Some(target.tab)
            })
            .map(|(id, _)| id.clone())
            .collect();
        for session in own.into_iter().rev() {
            self.session_left(&session, true);
        }
        let discover = self.clients.get(&client).map(|client| client.discover.clone());
        for (session, kinds) in discover.into_iter().flatten() {
            self.tell_destroyed(client, session.as_ref(), kinds, target);
        }
    }

    fn tell_destroyed(
        &mut self,
        client: ClientId,
        session: Option<&SessionId>,
        kinds: TargetKinds,
        target: &TabTarget,
    ) {
        let page = is_page(target);
        let ids = [
            (page && kinds.tabs, crate::tabs::tab_target_id(target)),
            (if page { kinds.pages } else { kinds.workers }, target.target_id.clone()),
        ];
        for (_, id) in ids.into_iter().filter(|(wanted, _)| *wanted) {
            let params = json!({ "targetId": id });
            self.tell_parent(client, session, "Target.targetDestroyed", &params);
        }
    }

    pub(crate) fn tab_removed(&mut self, id: TabId) {
        let listeners = self.discovering(id);
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        let target = tab.target.clone();
        self.run_popup(&target.target_id);
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        if tab.attachment != Attachment::Detached {
            // It may live on as a page that is not to be driven.
            self.ask::<DetachTab>(&TabParams { tab: id }, |_, _| {});
        }
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        let children: Vec<String> = tab.children.keys().cloned().collect();
        for waiting in std::mem::take(&mut tab.waiting) {
            self.refuse(&waiting.caller, crate::frames::SERVER_ERROR, "Target closed");
        }
        for child in &children {
            self.service_worker_hidden(id, child);
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
        for client in self.clients.values_mut() {
            if let Some(own) = client.own_tabs.as_mut() {
                own.popups.remove(&id);
            }
            client.trace.take_if(|trace| trace.is_through(id));
        }
        for (client, session, kinds) in listeners {
            self.tell_destroyed(client, session.as_ref(), kinds, &target);
        }
        self.announce_service_workers_to_all();
    }

    /// Somebody else took the debugger off: the person, by the infobar, or Chrome.
    pub(crate) fn tab_detached(&mut self, id: TabId, reason: &str) {
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        tracing::info!(tab = %id, reason, "the debugger was taken off a tab");
        let children: Vec<String> = tab.children.keys().cloned().collect();
        for child in children {
            self.drop_child(id, &child);
        }
        self.forget_attachment(id, &format!("the debugger was taken off the tab: {reason}"));
        if reason != "target_closed" {
            for session in self.sessions_at(id, None) {
                self.tell_value(&session, "Inspector.detached", &json!({ "reason": reason }));
                self.session_gone(&session);
            }
        }
        self.announce_service_workers_to_all();
    }

    /// Who wants to hear of this tab: client, the session it asked on, and the kinds.
    pub(crate) fn discovering(
        &self,
        tab: TabId,
    ) -> Vec<(ClientId, Option<SessionId>, TargetKinds)> {
        let wishes = |(id, client): (&ClientId, &Client)| {
            let id = *id;
            let wishes = client.discover.iter();
            wishes.map(move |(session, kinds)| (id, session.clone(), *kinds)).collect::<Vec<_>>()
        };
        let seeing = self.clients.iter().filter(|(id, _)| self.sees(**id, tab));
        seeing.flat_map(wishes).collect()
    }

    /// What a session was attached to is gone: its client is told, and it with all below it ends.
    pub(crate) fn session_gone(&mut self, id: &SessionId) {
        for session in self.sessions_below(id) {
            self.session_gone(&session);
        }
        let target = self.target_id_of(id);
        let Some(session) = self.sessions.remove(id) else { return };
        self.close_pipe_page_session(session.client, id);
        if let Some(client) = self.clients.get_mut(&session.client) {
            client.discover.remove(&Some(id.clone()));
        }
        let params = json!({ "sessionId": id.as_str(), "targetId": target });
        self.tell_parent(
            session.client,
            session.parent.as_ref(),
            "Target.detachedFromTarget",
            &params,
        );
    }

    fn sessions_below(&self, id: &SessionId) -> Vec<SessionId> {
        let below = self.sessions.iter().filter(|(_, below)| below.parent.as_ref() == Some(id));
        below.map(|(id, _)| id.clone()).collect()
    }

    pub(crate) fn target_id_of(&self, id: &SessionId) -> Option<String> {
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
        for session in self.sessions_below(id) {
            self.session_left(&session, tell);
        }
        let Some(session) = self.sessions.get(id) else { return };
        let (place, enabled) = (session.place.clone(), session.enabled.clone());
        let scripts: Vec<String> = session.scripts.values().flatten().cloned().collect();
        let attached = place
            .tab()
            .and_then(|tab| self.tabs.get(&tab))
            .is_some_and(|tab| tab.attachment.takes_commands());
        let tab = place.tab().filter(|_| !matches!(place, Place::Tab(_)));
        let shared = tab.is_some_and(|tab| self.sessions_at(tab, place.child()).len() > 1);
        if let Some(tab) = tab.filter(|_| attached && shared) {
            self.restore_overrides(id, tab, place.child());
        }
        for domain in enabled {
            let last = self.leave_domain(id, &domain);
            let Some(tab) = tab.filter(|_| attached && shared) else { continue };
            if last {
                self.command_unheard(tab, place.child(), &format!("{domain}.disable"), &json!({}));
            } else if domain == "Fetch" {
                // Without the patterns of the one that leaves.
                self.renew_fetch(tab, place.child());
            }
        }
        if let (Some(tab), true) = (tab, attached && shared) {
            for real in scripts {
                self.drop_script(tab, place.child(), &real);
            }
        }
        if let Some(tab) = tab {
            self.give_up_turns(tab, place.child(), id);
        }
        if tell {
            self.session_gone(id);
        } else if let Some(session) = self.sessions.remove(id) {
            self.close_pipe_page_session(session.client, id);
        }
        if let Place::Child(tab, child) = &place {
            self.run_if_released(*tab, child);
        }
        if let Some(tab) = place.tab() {
            self.run_popup_if_set_up(tab);
            self.detach_if_unused(tab);
            self.refresh_barrier(tab);
        }
    }

    /// True when there was such a client.
    pub(crate) fn client_left(&mut self, client: ClientId) -> bool {
        self.end_incognito_context(client, None);
        let Some(gone) = self.clients.remove(&client) else { return false };
        if let Some(gate) = &self.gate {
            gate.left(client);
        }
        if let Some(pipe_client) = &gone.pipe_client {
            self.close_pipe_client(pipe_client);
        }
        self.forget_permissions(&gone.permissions);
        let own: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.client == client)
            .map(|(id, _)| id.clone())
            .collect();
        for id in own.iter().rev() {
            self.session_left(id, false);
        }
        self.run_popups_of(Some(client));
        true
    }

    pub(crate) fn attached_tabs(&self, client: ClientId) -> usize {
        let attached = |tab: &&Tab| {
            tab.attachment == Attachment::Attached
                && self.sessions.values().any(|session| {
                    session.client == client
                        && session.drives
                        && session.place == Place::Page(tab.target.tab)
                })
        };
        self.tabs.values().filter(attached).count()
    }
}

fn number(params: &RawValue, name: &str) -> i64 {
    let params: Value = serde_json::from_str(params.get()).unwrap_or_default();
    params[name].as_i64().unwrap_or_default()
}
