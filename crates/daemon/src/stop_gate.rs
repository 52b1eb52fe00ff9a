//! The person's Stop, for clients that speak CDP: in a tab that was stopped, nothing is done for them until
//! the person lets it go on.

use std::sync::Arc;

use tabwright_browser::DriverMemory;
use tabwright_relay::{ClientId, Decision, Gate, PermissionRequest};
use tabwright_wire::{BarrierRule, TabId, VerbKind};

use crate::cdp_methods;

/// The gate of one browser.
#[derive(Debug)]
pub(crate) struct StopGate {
    pub(crate) gate: Arc<dyn Gate>,
    pub(crate) memory: DriverMemory,
}

impl Gate for StopGate {
    fn decide(&self, request: PermissionRequest<'_>) -> Decision {
        let is_stopped = request.tab.is_some_and(|tab| self.memory.is_stopped(tab));
        if is_stopped && cdp_methods::facts(request.method).kind != VerbKind::Read {
            return Decision::Refuse(
                "The person pressed Stop in this tab. Ask them: `tabwright resume` lets it go on."
                    .to_owned(),
            );
        }
        self.gate.decide(request)
    }

    fn left(&self, client: ClientId) {
        self.gate.left(client);
    }

    fn may_see(&self, name: &str, url: &str) -> bool {
        self.gate.may_see(name, url)
    }

    fn withholds(&self, client: ClientId, name: &str, tab: TabId, url: &str) -> bool {
        self.gate.withholds(client, name, tab, url)
    }

    fn redact(&self, tab: TabId, url: &str, text: &str) -> Option<String> {
        self.gate.redact(tab, url, text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Open;

    impl Gate for Open {
        fn decide(&self, _: PermissionRequest<'_>) -> Decision {
            Decision::Allow
        }
    }

    #[test]
    fn in_a_tab_that_was_stopped_nothing_is_done() {
        let gate = StopGate { gate: Arc::new(Open), memory: DriverMemory::default() };
        gate.memory.stop(TabId(7));
        for (method, tab, is_allowed) in [
            ("Runtime.evaluate", Some(TabId(7)), false),
            ("Input.dispatchMouseEvent", Some(TabId(7)), false),
            ("Page.navigate", Some(TabId(7)), false),
            ("Nobody.knowsThis", Some(TabId(7)), false),
            ("Page.captureScreenshot", Some(TabId(7)), true),
            ("Runtime.evaluate", Some(TabId(8)), true),
            ("Target.createTarget", None, true),
        ] {
            let (client, url) = (ClientId(1), "https://ok.test/");
            let request = PermissionRequest { client, name: "x", tab, url, method, params: None };
            let allowed = matches!(gate.decide(request), Decision::Allow);
            assert_eq!(allowed, is_allowed, "{method} in {tab:?}");
        }
    }
}
