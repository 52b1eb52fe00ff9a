//! Tabs that a page opens for a client that may not open any: they are closed again, whenever they come.

use std::sync::Arc;

use tabwright_browser::{BrowserControl, ControlError, Driver};
use tabwright_policy::{Decision, Denial, NewEntry, PermissionRequest, Policy, Reach, ScriptUse};
use tabwright_wire::verbs::{Close, CloseParams, Open};
use tabwright_wire::{ClientOrigin, Outcome, TabId, Verb as _, VerbKind};

/// Why a client may not have a tab opened by a page at this address; none where it may.
pub(crate) fn forbidden(
    policy: &Policy,
    (client, origin): (&str, ClientOrigin),
    url: &str,
) -> Option<Denial> {
    let request = PermissionRequest {
        client,
        origin,
        operation: Open::NAME,
        kind: VerbKind::Go,
        url,
        to: None,
        reach: Reach::Page,
        opens_tab: true,
        script: ScriptUse::None,
        sensitivity: None,
    };
    match policy.decide(&request) {
        Decision::Deny(denial) => Some(denial),
        Decision::Allow { .. } | Decision::Ask { .. } => None,
    }
}

/// Closes a tab that a page has opened. One that is gone already is as good.
pub(crate) async fn close(driver: &Driver, tab: TabId, opener: Option<TabId>) {
    // Closed before it runs, the tab would leave its opener in `window.open` for ever.
    if let Some(opener) = opener {
        driver.wait_for_page(opener).await;
    }
    let closing = CloseParams { tab: Some(tab), all: false };
    match BrowserControl::<Close>::run(driver, closing).await {
        Ok(_) | Err(ControlError::NoSuchTab(_) | ControlError::TabGone(_)) => {}
        Err(error) => tracing::warn!(%tab, %error, "a tab that may not be could not be closed"),
    }
}

/// A page in a tab that a client drives has opened another.
pub(crate) async fn opened(
    policy: Arc<Policy>,
    driver: Driver,
    (client, origin): (Arc<str>, ClientOrigin),
    (tab, opener): (TabId, TabId),
) {
    let url = driver.find_tab(Some(opener)).await.map(|tab| tab.url).unwrap_or_default();
    let Some(denial @ Denial::NewTabs { .. }) = forbidden(&policy, (&client, origin), &url) else {
        return;
    };
    // An act that is under way tells of the tab first.
    drop(driver.turn(opener).await);
    close(&driver, tab, Some(opener)).await;
    policy.log().write(NewEntry {
        origin,
        client: client.to_string(),
        operation: Open::NAME.to_owned(),
        tab: Some(tab),
        url,
        detail: String::new(),
        outcome: Outcome::Refused,
        note: denial.to_string(),
        took_ms: 0,
    });
}
