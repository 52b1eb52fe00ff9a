//! Service workers. Chrome tells of one below every page that it serves; clients expect it once, as a
//! target of the browser.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tabwright_wire::TabId;

use crate::clients::{ClientId, TargetKinds};
use crate::sessions::{Place, SessionId};
use crate::state::State;
use crate::tabs::{Tab, default_context};

impl State {
    /// Those that serve pages which the client may see, by target id.
    pub(crate) fn service_workers(&self, client: ClientId) -> BTreeMap<String, Value> {
        let tabs = self.tabs.values().filter(|tab| self.may_see(client, &tab.target));
        let workers =
            tabs.flat_map(|tab| tab.children.keys().filter_map(|child| service_worker(tab, child)));
        workers.map(|info| (target_id(&info), info)).collect()
    }

    /// `Target.targetCreated` for each, to who wants to hear of it.
    pub(crate) fn tell_service_workers(
        &mut self,
        client: ClientId,
        session: Option<&SessionId>,
        kinds: TargetKinds,
    ) {
        for info in self.service_workers(client).into_values().filter(|_| kinds.service_workers) {
            let params = json!({ "targetInfo": info });
            self.tell_parent(client, session, "Target.targetCreated", &params);
        }
    }

    /// A page has a new child: if it is a service worker, and the first page to show it, clients
    /// hear of it.
    pub(crate) fn service_worker_shown(&mut self, tab: TabId, child: &str) {
        let Some(info) = self.tabs.get(&tab).and_then(|tab| service_worker(tab, child)) else {
            return;
        };
        if self.pages_served_by(&target_id(&info)) == 1 {
            let params = json!({ "targetInfo": info });
            self.tell_of_service_worker(tab, "Target.targetCreated", &params);
        }
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            if self.sees(client, tab) {
                self.announce_service_worker(client, tab, child);
            }
        }
    }

    /// A child of a page is about to go.
    pub(crate) fn service_worker_hidden(&mut self, tab: TabId, child: &str) {
        let Some(info) = self.tabs.get(&tab).and_then(|tab| service_worker(tab, child)) else {
            return;
        };
        let id = target_id(&info);
        if self.pages_served_by(&id) == 1 {
            let params = json!({ "targetId": id });
            self.tell_of_service_worker(tab, "Target.targetDestroyed", &params);
        }
    }

    /// A service worker that another page still shows is there by that page now.
    pub(crate) fn announce_service_workers_to_all(&mut self) {
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.announce_service_workers(client);
        }
    }

    /// Sessions for a client that attaches to all, on those that it has none on.
    pub(crate) fn announce_service_workers(&mut self, client: ClientId) {
        for tab in self.tabs_seen_by(client) {
            let Some(known) = self.tabs.get(&tab) else { continue };
            let children: Vec<String> = known.children.keys().cloned().collect();
            for child in children {
                self.announce_service_worker(client, tab, &child);
            }
        }
    }

    fn announce_service_worker(&mut self, client: ClientId, tab: TabId, child: &str) {
        let wanted = self.clients.get(&client).and_then(|client| client.auto_attach);
        let Some(known) = self.tabs.get(&tab) else { return };
        let (Some(info), true) =
            (service_worker(known, child), wanted.is_some_and(|kinds| kinds.service_workers))
        else {
            return;
        };
        let announced = known.children.get(child).and_then(|real| real.announced.as_ref());
        let held = announced.is_some_and(|announced| announced.held);
        let told = self.sessions.iter().any(|(id, session)| {
            session.client == client
                && session.parent.is_none()
                && matches!(session.place, Place::Child(..))
                && self.target_id_of(id).as_deref() == info["targetId"].as_str()
        });
        if !told {
            let place = Place::Child(tab, child.to_owned());
            let id = self.announce(client, None, place, &info, held);
            self.tell_script_loaded(&id);
        }
    }

    fn tell_of_service_worker(&mut self, tab: TabId, method: &str, params: &Value) {
        for (client, session, kinds) in self.discovering(tab) {
            if kinds.service_workers {
                self.tell_parent(client, session.as_ref(), method, params);
            }
        }
    }

    fn pages_served_by(&self, target: &str) -> usize {
        let serves = |tab: &&Tab| {
            let mut children = tab.children.keys();
            children
                .any(|child| service_worker(tab, child).is_some_and(|w| target_id(&w) == target))
        };
        self.tabs.values().filter(serves).count()
    }
}

/// What clients are told of this child, if it is a service worker.
fn service_worker(tab: &Tab, child: &str) -> Option<Value> {
    let announced = tab.children.get(child)?.announced.as_ref()?;
    // Found out without parsing for the many that are frames.
    if !announced.target_info.get().contains("service_worker") {
        return None;
    }
    let mut info: Value = serde_json::from_str(announced.target_info.get()).ok()?;
    info["browserContextId"] = default_context(&tab.target).into();
    (info["type"] == "service_worker").then_some(info)
}

fn target_id(info: &Value) -> String {
    info["targetId"].as_str().unwrap_or_default().to_owned()
}
