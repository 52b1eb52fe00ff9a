//! What an attached tab may load: the barriers of all clients that drive it, kept by the browser itself.

use tabwright_wire::{BarrierParams, BarrierRule, SetBarrier, TabId};

use crate::clients::ClientId;
use crate::sessions::Session;
use crate::state::State;
use crate::tabs::Attachment;

impl State {
    /// A client does something with the tab. Those that only hear of it, as most do of every tab, leave it as
    /// it is for others.
    pub(crate) fn note_driver(&mut self, client: ClientId, id: TabId) {
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        if tab.drivers.insert(client) {
            self.refresh_barrier(id);
        }
    }

    /// Of all clients that drive the tab. Where several do, only what they block is joined: what one of them
    /// may load must not open it to another.
    pub(crate) fn barrier_of(&self, id: TabId) -> Vec<BarrierRule> {
        let (Some(gate), Some(tab)) = (&self.gate, self.tabs.get(&id)) else { return Vec::new() };
        let drives = |session: &&Session| {
            session.place.tab() == Some(id) && tab.drivers.contains(&session.client)
        };
        let mut names: Vec<&str> = self
            .sessions
            .values()
            .filter(drives)
            .filter_map(|session| self.clients.get(&session.client))
            .filter(|client| !client.ours)
            .map(|client| client.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        let mut barriers: Vec<_> = names.into_iter().map(|name| gate.barrier(name)).collect();
        barriers.retain(|barrier| !barrier.is_empty());
        barriers.dedup();
        match barriers.len() {
            0 | 1 => barriers.pop().unwrap_or_default(),
            _ => barriers.into_iter().flatten().filter(|rule| rule.blocks).collect(),
        }
    }

    /// What clients may do has changed.
    pub(crate) fn refresh_barriers(&mut self) {
        let tabs: Vec<_> = self.tabs.keys().copied().collect();
        tabs.into_iter().for_each(|tab| self.refresh_barrier(tab));
        self.refresh_pipe_barriers();
    }

    /// Somebody began to drive the tab, or left it.
    pub(crate) fn refresh_barrier(&mut self, id: TabId) {
        let barrier = self.barrier_of(id);
        let Self { tabs, clients, .. } = self;
        let Some(tab) = tabs.get_mut(&id) else { return };
        tab.drivers.retain(|client| clients.contains_key(client));
        if tab.attachment == Attachment::Detached || tab.barrier == barrier {
            return;
        }
        tab.barrier.clone_from(&barrier);
        self.ask::<SetBarrier>(&BarrierParams { tab: id, barrier }, move |state, set| {
            if let Err(error) = set {
                tracing::warn!(tab = %id, %error, "what a tab may load could not be set");
                // Nobody drives it without: whoever comes again attaches with the barrier, or not at all.
                state.take_debugger_off(id, &error.to_string());
            }
        });
    }
}
