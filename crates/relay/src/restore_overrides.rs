//! There is one page, and the last client to set something wins. When that one leaves, what it has
//! set goes with it: another client's override is restored, or Chrome's default.

use serde_json::{Value, json};
use tabwright_wire::TabId;

use crate::sessions::SessionId;
use crate::state::State;

/// For each setting the command that takes it back.
fn undo_of(method: &str) -> Option<(&'static str, Value)> {
    Some(match method {
        "Emulation.setDeviceMetricsOverride" => ("Emulation.clearDeviceMetricsOverride", json!({})),
        "Emulation.setGeolocationOverride" => ("Emulation.clearGeolocationOverride", json!({})),
        "Emulation.setIdleOverride" => ("Emulation.clearIdleOverride", json!({})),
        "Emulation.setTouchEmulationEnabled" => {
            ("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }))
        }
        "Emulation.setEmulatedMedia" => {
            ("Emulation.setEmulatedMedia", json!({ "media": "", "features": [] }))
        }
        "Emulation.setTimezoneOverride" => {
            ("Emulation.setTimezoneOverride", json!({ "timezoneId": "" }))
        }
        "Emulation.setLocaleOverride" => ("Emulation.setLocaleOverride", json!({})),
        "Emulation.setScriptExecutionDisabled" => {
            ("Emulation.setScriptExecutionDisabled", json!({ "value": false }))
        }
        "Emulation.setCPUThrottlingRate" => {
            ("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }))
        }
        "Emulation.setFocusEmulationEnabled" => {
            ("Emulation.setFocusEmulationEnabled", json!({ "enabled": false }))
        }
        "Emulation.setDefaultBackgroundColorOverride" => {
            ("Emulation.setDefaultBackgroundColorOverride", json!({}))
        }
        "Emulation.setUserAgentOverride" | "Network.setUserAgentOverride" => {
            ("Emulation.setUserAgentOverride", json!({ "userAgent": "" }))
        }
        "Network.setExtraHTTPHeaders" => ("Network.setExtraHTTPHeaders", json!({ "headers": {} })),
        "Network.setCacheDisabled" => {
            ("Network.setCacheDisabled", json!({ "cacheDisabled": false }))
        }
        "Network.setBypassServiceWorker" => {
            ("Network.setBypassServiceWorker", json!({ "bypass": false }))
        }
        "Network.emulateNetworkConditions" => (
            "Network.emulateNetworkConditions",
            json!({
                "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
            }),
        ),
        "Page.setBypassCSP" => ("Page.setBypassCSP", json!({ "enabled": false })),
        "Page.setInterceptFileChooserDialog" => {
            ("Page.setInterceptFileChooserDialog", json!({ "enabled": false }))
        }
        _ => return None,
    })
}

/// The user agent can be set in two domains.
fn is_same(one: &str, other: &str) -> bool {
    const AGENT: &[&str] = &["Emulation.setUserAgentOverride", "Network.setUserAgentOverride"];
    one == other || (AGENT.contains(&one) && AGENT.contains(&other))
}

impl State {
    /// For a session that leaves while others stay at the same place.
    pub(crate) fn restore_overrides(
        &mut self,
        leaving: &SessionId,
        tab: TabId,
        child: Option<&str>,
    ) {
        let Some(session) = self.sessions.get(leaving) else { return };
        let set: Vec<String> =
            session.recorded.iter().map(|recorded| recorded.method.clone()).collect();
        let others: Vec<SessionId> = self
            .sessions_at(tab, child)
            .into_iter()
            .filter(|other| other != leaving)
            .rev()
            .collect();
        for method in set {
            let Some((undo, neutral)) = undo_of(&method) else { continue };
            let other = others.iter().find_map(|other| {
                let recorded = &self.sessions.get(other)?.recorded;
                let same = recorded.iter().find(|recorded| is_same(&recorded.method, &method))?;
                Some((same.method.clone(), same.params.clone()?))
            });
            let other = other.and_then(|(method, params)| {
                Some((method, serde_json::from_str::<Value>(params.get()).ok()?))
            });
            match other {
                Some((method, params)) => self.command_unheard(tab, child, &method, &params),
                None => self.command_unheard(tab, child, undo, &neutral),
            }
        }
    }
}
