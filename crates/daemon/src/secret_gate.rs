//! Tabs into whose page a secret was typed by reference, for clients that speak CDP. Their scripts could read
//! it from the field, so until the page is left the person is asked first, once per client and site; and
//! what such a page tells by itself does not come to them.

use std::sync::Arc;

use tabwright_browser::DriverMemory;
use tabwright_relay::{ClientId, Decision, Gate, PermissionRequest};
use tabwright_wire::{BarrierRule, TabId};

use crate::cdp_gate::CdpGate;

/// The gate of one browser.
#[derive(Debug)]
pub(crate) struct SecretGate {
    pub(crate) gate: Arc<CdpGate>,
    pub(crate) memory: DriverMemory,
}

impl Gate for SecretGate {
    fn decide(&self, request: PermissionRequest<'_>) -> Decision {
        match request.tab.is_some_and(|tab| self.memory.holds_secret(tab)) {
            true => self.gate.decide_at_secret(request),
            false => self.gate.decide(request),
        }
    }

    fn withholds(&self, client: ClientId, name: &str, tab: TabId, url: &str) -> bool {
        self.memory.holds_secret(tab) && !self.gate.may_read_secret(client, name, url)
    }

    fn redact(&self, tab: TabId, url: &str, text: &str) -> Option<String> {
        self.gate.redact(tab, url, text)
    }

    fn left(&self, client: ClientId) {
        self.gate.left(client);
    }

    fn may_see(&self, name: &str, url: &str) -> bool {
        self.gate.may_see(name, url)
    }

    fn barrier(&self, name: &str) -> Vec<BarrierRule> {
        self.gate.barrier(name)
    }

    fn may_load(&self, name: &str, url: &str, is_page: bool) -> bool {
        self.gate.may_load(name, url, is_page)
    }

    fn may_have_cookies(&self, name: &str, domain: &str) -> bool {
        self.gate.may_have_cookies(name, domain)
    }
}
