//! A cache of the open tabs and the page in front, for completions and for reading utterances: the
//! browser is asked at most once a second, not at every letter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tabwright_browser::BrowserControl;
use tabwright_control::{DriverSource, redact_told};
use tabwright_policy::KnownSecrets;
use tabwright_wire::verbs::{Tabs, TabsParams};
use tabwright_wire::{Tab, TabId};

/// How long an entry of the cache stays valid.
const TTL: Duration = Duration::from_secs(1);
/// The timeout for asking the browser: completions go without tabs instead.
const TIMEOUT: Duration = Duration::from_millis(300);

#[derive(Debug, Default)]
pub(super) struct TabCache {
    seen: Mutex<Option<(Instant, Arc<[Tab]>)>>,
}

/// The tabs as they were a moment ago.
#[derive(Debug, Clone, Default)]
pub(super) struct TabContext {
    pub(super) tabs: Arc<[Tab]>,
    /// The address of the tab that is meant.
    pub(super) here: Option<String>,
}

impl TabCache {
    pub(super) async fn get(
        &self,
        drivers: &dyn DriverSource,
        known: &KnownSecrets,
        tab: Option<TabId>,
    ) -> TabContext {
        let fresh = self.seen.lock().clone().filter(|(at, _)| at.elapsed() < TTL);
        let tabs = match fresh {
            Some((_, tabs)) => tabs,
            None => {
                let tabs: Arc<[Tab]> = look(drivers, known).await.into();
                *self.seen.lock() = Some((Instant::now(), Arc::clone(&tabs)));
                tabs
            }
        };
        let meant = tabs.iter().find(|it| match tab {
            Some(tab) => it.id == tab,
            None => it.focused,
        });
        let here = meant.map(|tab| tab.url.clone());
        TabContext { tabs, here }
    }

    /// Something was done: they may be others now.
    pub(super) fn invalidate(&self) {
        *self.seen.lock() = None;
    }
}

/// Without a browser there are none.
async fn look(drivers: &dyn DriverSource, known: &KnownSecrets) -> Vec<Tab> {
    let looking = async {
        let driver = drivers.driver(None).await.ok()?;
        let params = TabsParams { tab: None, about: None };
        let list = BrowserControl::<Tabs>::run(&driver, params).await.ok()?;
        // Completions tell titles and addresses.
        redact_told(known, &driver, None, list).map(|list| list.tabs)
    };
    tokio::time::timeout(TIMEOUT, looking).await.ok().flatten().unwrap_or_default()
}
