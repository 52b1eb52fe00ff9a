//! How clients hear of targets: what is told of a tab, and the virtual sessions on tabs, pages, frames
//! and workers.

use serde_json::{Value, json};
use tabwright_wire::TabId;

use crate::clients::{ClientId, TargetKinds};
use crate::sessions::{Place, Session, SessionId};
use crate::state::State;
use crate::visibility::is_page;

impl State {
    pub(crate) fn target_infos(
        &self,
        client: ClientId,
        id: TabId,
        kinds: TargetKinds,
    ) -> Vec<Value> {
        let Some(tab) = self.tabs.get(&id) else { return Vec::new() };
        let attached = self
            .sessions
            .values()
            .any(|session| session.client == client && session.place == Place::Page(id));
        let opener = self.opener(id);
        let mut infos = Vec::new();
        if !is_page(&tab.target) {
            if kinds.workers {
                infos.push(self.info_for(client, &tab.target, "shared_worker", attached, None));
            }
            return infos;
        }
        if kinds.tabs {
            infos.push(self.info_for(client, &tab.target, "tab", attached, None));
        }
        if kinds.pages {
            infos.push(self.info_for(client, &tab.target, "page", attached, opener.as_deref()));
        }
        infos
    }

    pub(crate) fn opener(&self, tab: TabId) -> Option<String> {
        let opener = self.tabs.get(&tab)?.target.opener?;
        Some(self.tabs.get(&opener)?.target.target_id.clone())
    }

    /// `Target.targetCreated`, for who wants to hear of it.
    pub(crate) fn tell_created(
        &mut self,
        client: ClientId,
        session: Option<&SessionId>,
        kinds: TargetKinds,
        tab: TabId,
    ) {
        for info in self.target_infos(client, tab, kinds) {
            let params = json!({ "targetInfo": info });
            self.tell_parent(client, session, "Target.targetCreated", &params);
        }
    }

    /// A session on a tab for a client that attaches to all, unless it has one.
    pub(crate) fn announce_tab(&mut self, client: ClientId, tab: TabId) {
        let Some(kinds) = self.clients.get(&client).and_then(|client| client.auto_attach) else {
            return;
        };
        if !self.sees(client, tab) {
            return;
        }
        let page = self.tabs.get(&tab).is_some_and(|tab| is_page(&tab.target));
        let known = |place: Place| {
            self.sessions.values().any(|session| {
                session.client == client && session.parent.is_none() && session.place == place
            })
        };
        let id = if page && kinds.tabs && !known(Place::Tab(tab)) {
            self.announce_as_tab(client, None, tab)
        } else if (if page { kinds.pages } else { kinds.workers }) && !known(Place::Page(tab)) {
            self.announce_page(client, None, tab)
        } else {
            None
        };
        self.note_awaiting(id);
    }

    /// The session was made because its client is attached to whatever comes.
    pub(crate) fn note_awaiting(&mut self, id: Option<SessionId>) {
        let session = id.and_then(|id| self.sessions.get_mut(&id));
        if let Some(session) = session {
            let client = self.clients.get(&session.client);
            session.awaits_page = client.is_some_and(|client| client.holds_pages);
        }
    }

    pub(crate) fn announce_as_tab(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
    ) -> Option<SessionId> {
        let info = self.info_for(client, &self.tabs.get(&tab)?.target, "tab", true, None);
        Some(self.announce(client, parent, Place::Tab(tab), &info, self.is_held(tab)))
    }

    pub(crate) fn announce_page(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
    ) -> Option<SessionId> {
        let opener = self.opener(tab);
        let target = &self.tabs.get(&tab)?.target;
        let kind = if is_page(target) { "page" } else { "shared_worker" };
        let info = self.info_for(client, target, kind, true, opener.as_deref());
        Some(self.announce(client, parent, Place::Page(tab), &info, self.is_held(tab)))
    }

    /// The frame or worker with this target id, below a page that is attached.
    pub(crate) fn child_of(
        &self,
        client: ClientId,
        target: Option<&str>,
    ) -> Option<(TabId, String)> {
        let target = target?;
        let mut seen = self.tabs.values().filter(|tab| self.may_see(client, &tab.target));
        seen.find_map(|tab| {
            let found = tab.children.iter().find(|(_, real)| {
                let info = real.announced.as_ref().map(|announced| announced.target_info.get());
                let info: Value =
                    serde_json::from_str(info.unwrap_or_default()).unwrap_or_default();
                info["targetId"] == target
            });
            let (child, _) = found?;
            let may_enter = self.may_enter_child(client, tab.target.tab, child);
            may_enter.then(|| (tab.target.tab, child.clone()))
        })
    }

    /// As Chrome tells every new session on a worker whose script runs already.
    pub(crate) fn tell_script_loaded(&mut self, id: &SessionId) {
        let Some(place) = self.sessions.get(id).map(|session| &session.place) else { return };
        let real = place.tab().and_then(|tab| self.tabs.get(&tab)?.children.get(place.child()?));
        if real.is_some_and(|real| real.script_loaded) {
            self.tell_value(id, "Inspector.workerScriptLoaded", &json!({}));
        }
    }

    /// One more session on a frame or worker.
    pub(crate) fn announce_again(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
        child: &str,
    ) -> Option<SessionId> {
        let announced = self.tabs.get(&tab)?.children.get(child)?.announced.as_ref()?;
        let info = serde_json::from_str(announced.target_info.get()).ok()?;
        let place = Place::Child(tab, child.to_owned());
        let id = self.announce(client, parent, place, &info, false);
        self.sessions.get_mut(&id)?.released = true;
        Some(id)
    }

    /// Makes a virtual session, and tells its client by `Target.attachedToTarget`.
    pub(crate) fn announce(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        place: Place,
        info: &Value,
        waiting: bool,
    ) -> SessionId {
        let id = self.next_session();
        self.sessions.insert(id.clone(), Session::new(client, parent.cloned(), place));
        let params = json!({
            "sessionId": id.as_str(), "targetInfo": info, "waitingForDebugger": waiting,
        });
        self.tell_parent(client, parent, "Target.attachedToTarget", &params);
        id
    }
}
