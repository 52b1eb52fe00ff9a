//! Which tabs a client may know of: not another's incognito window, none that the gate keeps from it,
//! and, if it asked for that, none outside its own tab group.

use serde_json::Value;
use tabwright_wire::{TabId, TabTarget, TargetKind};

use crate::clients::ClientId;
use crate::sessions::SessionId;
use crate::state::State;
use crate::tabs::target_info;

/// Events without which a client would lose track of its pages, and which tell nothing of what is on them.
const BARE_EVENTS: &[&str] = &[
    "Page.domContentEventFired",
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.frameStartedLoading",
    "Page.frameStoppedLoading",
    "Page.javascriptDialogClosed",
    "Page.lifecycleEvent",
    "Page.loadEventFired",
    "Runtime.executionContextCreated",
    "Runtime.executionContextDestroyed",
    "Runtime.executionContextsCleared",
];

impl State {
    pub(crate) fn may_see(&self, client: ClientId, target: &TabTarget) -> bool {
        if target.incognito {
            return self.incognito.as_ref().is_some_and(|own| own.shows(client, target.tab));
        }
        let Some(client) = self.clients.get(&client) else { return true };
        if !client.ours
            && self.gate.as_ref().is_some_and(|gate| !gate.may_see(&client.name, &target.url))
        {
            return false;
        }
        client.own_tabs.as_ref().is_none_or(|own| {
            target.group.as_ref() == Some(&own.group) || own.popups.contains(&target.tab)
        })
    }

    /// May a client be in this frame or worker of a tab? One of a closed site may have been there before the
    /// tab got its barrier.
    pub(crate) fn may_enter_child(&self, client: ClientId, tab: TabId, child: &str) -> bool {
        #[derive(serde::Deserialize)]
        struct Shown {
            #[serde(default)]
            url: String,
        }
        let Some(known) = self.clients.get(&client) else { return false };
        let Some(gate) = self.gate.as_ref().filter(|_| !known.ours) else { return true };
        let real = self.tabs.get(&tab).and_then(|tab| tab.children.get(child));
        let info = real.and_then(|real| real.announced.as_ref());
        let shown = info.and_then(|info| serde_json::from_str(info.target_info.get()).ok());
        shown.is_none_or(|Shown { url }| gate.may_see(&known.name, &url))
    }

    /// Is an event of a tab kept from a session, because of what the tab holds?
    pub(crate) fn is_withheld(&self, session: &SessionId, tab: TabId, method: &str) -> bool {
        let Some(gate) = &self.gate else { return false };
        let Some(session) = self.sessions.get(session) else { return false };
        let Some(client) = self.clients.get(&session.client).filter(|client| !client.ours) else {
            return false;
        };
        let url = self.tabs.get(&tab).map_or("", |tab| tab.target.url.as_str());
        gate.withholds(session.client, &client.name, tab, url)
            && !BARE_EVENTS.contains(&method)
            && !method.starts_with("Target.")
            && !method.starts_with("Inspector.")
    }

    /// What a client is told of a tab or a page.
    pub(crate) fn info_for(
        &self,
        client: ClientId,
        target: &TabTarget,
        kind: &str,
        attached: bool,
        opener: Option<&str>,
    ) -> Value {
        let mut info = target_info(target, kind, attached, opener);
        let is_ours = self.clients.get(&client).is_some_and(|client| client.ours);
        if let Some(gate) = self.gate.as_ref().filter(|_| !is_ours) {
            for (field, text) in [("title", &target.title), ("url", &target.url)] {
                if let Some(redacted) = gate.redact(target.tab, &target.url, text) {
                    info[field] = redacted.into();
                }
            }
        }
        info
    }

    pub(crate) fn sees(&self, client: ClientId, tab: TabId) -> bool {
        self.tabs.get(&tab).is_some_and(|tab| self.may_see(client, &tab.target))
    }

    /// All the tabs that a client may know of.
    pub(crate) fn tabs_seen_by(&self, client: ClientId) -> Vec<TabId> {
        let seen = self.tabs.values().filter(|tab| self.may_see(client, &tab.target));
        seen.map(|tab| tab.target.tab).collect()
    }

    /// A popup belongs to those whose own tab opened it.
    pub(crate) fn note_popup(&mut self, target: &TabTarget) {
        let Some(opener) = target.opener else { return };
        if let Some(incognito) = &mut self.incognito {
            incognito.note_popup(target.tab, opener);
        }
        for id in self.clients.keys().copied().collect::<Vec<_>>() {
            if self.sees(id, opener)
                && let Some(client) = self.clients.get_mut(&id)
                && let Some(own) = client.own_tabs.as_mut()
            {
                own.popups.insert(target.tab);
            }
        }
    }
}

pub(crate) fn is_page(target: &TabTarget) -> bool {
    target.kind == TargetKind::Page
}
