//! Who is connected, and in `single` mode who has the only slot.

use std::sync::Arc;

use tabwright_client::ClientMode;
use tabwright_relay::ClientId;
use tabwright_wire::{ClientKind, ClientSlot, ClientStatus, Problem};

use crate::agents::Agents;
use crate::browsers::Browsers;
use crate::events::Events;
use crate::problems;

/// Those who listen to events, those who speak CDP, and agents.
#[derive(Debug)]
pub(crate) struct Clients {
    mode: ClientMode,
    agents: Agents,
    browsers: Arc<Browsers>,
    events: Arc<Events>,
}

impl Clients {
    pub(crate) fn new(
        mode: ClientMode,
        agents: Agents,
        browsers: Arc<Browsers>,
        events: Arc<Events>,
    ) -> Self {
        Self { mode, agents, browsers, events }
    }

    pub(crate) fn status(&self) -> Vec<ClientStatus> {
        let cdp = self.browsers.cdp_clients().into_iter().map(|client| ClientStatus {
            id: client.id.0,
            kind: ClientKind::Cdp,
            name: client.name,
            connected_ms: client.connected_ms,
            attached_tabs: client.attached_tabs,
        });
        self.events.listeners().into_iter().chain(cdp).chain(self.agents.status()).collect()
    }

    /// Lets a client go.
    pub(crate) fn disconnect(&self, id: u32) -> Result<(), Problem> {
        let known = self.browsers.disconnect_client(ClientId(id))
            || self.events.disconnect(id)
            || self.agents.send_away(id);
        if known { Ok(()) } else { Err(problems::no_such_client(id)) }
    }

    /// Closes the sockets of a client with this name.
    pub(crate) fn disconnect_named(&self, name: &str) {
        for client in self.browsers.cdp_clients() {
            if client.name.eq_ignore_ascii_case(name) {
                self.browsers.disconnect_client(client.id);
            }
        }
    }

    /// An agent's session wants to work. It may not if the person has sent it away, or in `single`
    /// mode while another has the slot.
    pub(crate) fn admit_agent(&self, session: &str, name: &str) -> Result<(), Problem> {
        if self.mode == ClientMode::Single {
            let holder = self.cdp_client().or_else(|| self.agents.other_than(Some(session)));
            if let Some(holder) = holder {
                return Err(problems::client_slot_taken(&holder));
            }
        }
        match self.agents.arrive(session, name) {
            true => Ok(()),
            false => Err(problems::sent_away()),
        }
    }

    /// So many tabs are an agent's own now.
    pub(crate) fn agent_drives(&self, session: &str, tabs: usize) {
        self.agents.drives(session, tabs);
    }

    /// An agent's session is over.
    pub(crate) fn agent_left(&self, session: &str) {
        self.agents.leave(session);
    }

    /// Who holds the only slot, in `single` mode.
    pub(crate) fn slot_holder(&self) -> Option<String> {
        match self.mode {
            ClientMode::Many => None,
            ClientMode::Single => self.agents.other_than(None).or_else(|| self.cdp_client()),
        }
    }

    pub(crate) fn slot(&self) -> ClientSlot {
        let client = self.slot_holder();
        let mode = match self.mode {
            ClientMode::Single => "single",
            ClientMode::Many => "many",
        };
        ClientSlot { mode: mode.to_owned(), busy: client.is_some(), client }
    }

    fn cdp_client(&self) -> Option<String> {
        self.browsers.cdp_clients().into_iter().next().map(|client| client.name)
    }
}
