//! The guard of downloads. It belongs to the download itself, not to the act that may have caused it:
//! a file may come at once, late, or without any sign that it would. Whatever a page begins to
//! download in a tab that a client drives is held while the rules, or the person, decide.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tabwright_browser::{BrowserEvent, Driver};
use tabwright_policy::{Decision, Denial, NewEntry, PermissionRequest, Policy, Reach, ScriptUse};
use tabwright_wire::{
    ClientOrigin, DownloadNotice, DownloadState, Outcome, Sensitivity, TabId, VerbKind,
    plain_sentence, quote_address,
};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::new_tabs;
use crate::tab_owners::TabOwners;

/// The operation's name in questions and in the log.
const OPERATION: &str = "download";
/// Decisions are kept for acts whose report is still being made; older ones are forgotten.
const DECISIONS_MAX: usize = 500;
/// Tabs of which we know who drives them; the oldest make room.
const DRIVEN_TABS_MAX: usize = 2_000;

/// What became of a download.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    Kept,
    /// Why not, in words.
    Dropped(String),
}

/// Who acted last in a tab.
#[derive(Debug, Clone)]
struct TabClient {
    client: Arc<str>,
    origin: ClientOrigin,
    /// Rises with every act: the lowest is the oldest.
    turn: u64,
}

#[derive(Debug)]
pub struct DownloadGuard {
    policy: Arc<Policy>,
    /// They hear of the same events.
    owners: Arc<TabOwners>,
    tasks: TaskTracker,
    state: Mutex<State>,
}

/// A browser is named by [`Driver::browser_key`].
#[derive(Debug, Default)]
struct State {
    clients: HashMap<(usize, TabId), TabClient>,
    last_turn: u64,
    /// Verbs under way that were allowed to download, by browser.
    downloading: HashMap<usize, usize>,
    decisions: HashMap<(usize, i32), watch::Receiver<Option<Fate>>>,
}

/// As long as it lives, what is downloaded in the browser was asked about before.
#[derive(Debug)]
pub(crate) struct Downloading<'a> {
    guard: &'a DownloadGuard,
    browser: usize,
}

impl Drop for Downloading<'_> {
    fn drop(&mut self) {
        let mut state = self.guard.state();
        if let Some(count) = state.downloading.get_mut(&self.browser) {
            *count -= 1;
            if *count == 0 {
                state.downloading.remove(&self.browser);
            }
        }
    }
}

impl DownloadGuard {
    #[must_use]
    pub fn new(policy: Arc<Policy>, owners: Arc<TabOwners>, tasks: TaskTracker) -> Arc<Self> {
        Arc::new(Self { policy, owners, tasks, state: Mutex::default() })
    }

    pub(crate) fn owners(&self) -> &Arc<TabOwners> {
        &self.owners
    }

    /// From now on, what a page in this tab downloads is this client's doing.
    pub(crate) fn acts(
        &self,
        driver: &Driver,
        tab: TabId,
        client: &Arc<str>,
        origin: ClientOrigin,
    ) {
        let mut state = self.state();
        state.last_turn += 1;
        let turn = state.last_turn;
        if state.clients.len() >= DRIVEN_TABS_MAX {
            let oldest = state.clients.iter().min_by_key(|(_, client)| client.turn);
            if let Some(oldest) = oldest.map(|(tab, _)| *tab) {
                state.clients.remove(&oldest);
            }
        }
        let client = TabClient { client: Arc::clone(client), origin, turn };
        state.clients.insert((driver.browser_key(), tab), client);
    }

    /// A verb that was allowed to download something is under way.
    pub(crate) fn downloading(&self, driver: &Driver) -> Downloading<'_> {
        let browser = driver.browser_key();
        *self.state().downloading.entry(browser).or_default() += 1;
        Downloading { guard: self, browser }
    }

    /// Guards the downloads of a browser, as long as it is there.
    pub async fn watch(
        self: Arc<Self>,
        driver: Driver,
        mut events: broadcast::Receiver<BrowserEvent>,
    ) {
        loop {
            let event = events.recv().await;
            if let Ok(event) = &event {
                self.owners.hear(&driver, event);
            }
            match event {
                Ok(BrowserEvent::Download(notice)) if notice.state != DownloadState::Failed => {
                    self.begin(&driver, &notice, None);
                }
                Ok(BrowserEvent::TabOpened { tab, opener: Some(opener) }) => {
                    self.inherit(&driver, tab, opener);
                    self.judge_new_tab(&driver, tab, opener);
                }
                // From now on it is the person who drives there.
                Ok(BrowserEvent::Navigation(notice)) if notice.by_person => {
                    self.state().clients.remove(&(driver.browser_key(), notice.tab));
                }
                Ok(BrowserEvent::TabClosed { tab }) => {
                    let key = (driver.browser_key(), tab);
                    self.state().clients.remove(&key);
                    // What was typed into its password fields is forgotten with a tab.
                    self.policy.known_secrets().forget_tab(key);
                }
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// What becomes of a download that began while a client acted in a tab.
    pub(crate) async fn fate(
        self: &Arc<Self>,
        driver: &Driver,
        download: &DownloadNotice,
        acting: (TabId, &Arc<str>, ClientOrigin),
    ) -> Fate {
        let Some(mut decision) = self.begin(driver, download, Some(acting)) else {
            return Fate::Kept;
        };
        let decided = decision.wait_for(Option::is_some).await;
        // A decision that nobody makes any more is a no.
        let gone = || Fate::Dropped("nobody decided about it".to_owned());
        decided.ok().and_then(|fate| fate.clone()).unwrap_or_else(gone)
    }

    /// Starts to decide, once for each download: whoever hears of it first. None where nobody has to.
    fn begin(
        self: &Arc<Self>,
        driver: &Driver,
        download: &DownloadNotice,
        acting: Option<(TabId, &Arc<str>, ClientOrigin)>,
    ) -> Option<watch::Receiver<Option<Fate>>> {
        let browser = driver.browser_key();
        let key = (browser, download.id);
        let mut state = self.state();
        if let Some(decision) = state.decisions.get(&key) {
            return Some(decision.clone());
        }
        if download.by_verb || state.downloading.contains_key(&browser) {
            return None;
        }
        let driven = download.tabs.iter().find_map(|tab| {
            state.clients.get(&(browser, *tab)).map(|client| (*tab, client.clone()))
        });
        let fallback = || {
            // Nobody can tell where it comes from: then it is laid to the act that saw it begin.
            let (tab, client, origin) = acting.filter(|_| download.tabs.is_empty())?;
            Some((tab, TabClient { client: Arc::clone(client), origin, turn: 0 }))
        };
        let (tab, client) = driven.or_else(fallback)?;
        let (decide, decision) = watch::channel(None);
        if state.decisions.len() >= DECISIONS_MAX {
            state.decisions.retain(|_, decision| decision.borrow().is_none());
        }
        state.decisions.insert(key, decision.clone());
        drop(state);
        let (guard, driver, download) = (Arc::clone(self), driver.clone(), download.clone());
        self.tasks.spawn(async move {
            let fate = guard.decide(&driver, &download, tab, &client).await;
            let _ = decide.send(Some(fate));
        });
        Some(decision)
    }

    async fn decide(
        &self,
        driver: &Driver,
        download: &DownloadNotice,
        tab: TabId,
        client: &TabClient,
    ) -> Fate {
        let began = Instant::now();
        let url = driver.find_tab(Some(tab)).await.map(|tab| tab.url).unwrap_or_default();
        let request = PermissionRequest {
            client: &client.client,
            origin: client.origin,
            operation: OPERATION,
            kind: VerbKind::Act,
            url: &url,
            to: None,
            reach: Reach::Page,
            opens_tab: false,
            script: ScriptUse::None,
            sensitivity: Some(Sensitivity::Download),
        };
        if matches!(self.policy.decide(&request), Decision::Allow { .. }) {
            return Fate::Kept;
        }
        if let Err(error) = driver.hold_download(download.id).await {
            tracing::warn!(url = download.url, %error, "a download cannot be held");
        }
        let what = format!("keep the file that came from {}", quote_address(&download.url));
        let permitted = self.policy.permit(&request, Some(tab), &what).await;
        let settled = driver.settle_download(download.id, permitted.is_ok()).await;
        let (outcome, fate) = match (permitted, settled) {
            (Ok(_), Ok(())) => (Outcome::Done, Fate::Kept),
            (Ok(_), Err(error)) => (Outcome::Failed, Fate::Dropped(error.to_string())),
            (Err(denial), settled) => (Outcome::Refused, Fate::Dropped(refused(&denial, settled))),
        };
        let note = match &fate {
            Fate::Kept => String::new(),
            Fate::Dropped(why) => plain_sentence(why),
        };
        self.policy.log().write(NewEntry {
            origin: client.origin,
            client: client.client.to_string(),
            operation: OPERATION.to_owned(),
            tab: Some(tab),
            url,
            detail: serde_json::json!({ "url": download.url }).to_string(),
            outcome,
            note,
            took_ms: began.elapsed().as_millis() as u64,
        });
        fate
    }

    /// A tab that is opened for a client that may not open any is closed again.
    fn judge_new_tab(&self, driver: &Driver, tab: TabId, opener: TabId) {
        let driven = self.state().clients.get(&(driver.browser_key(), opener)).cloned();
        let Some(TabClient { client, origin, .. }) = driven else { return };
        let policy = Arc::clone(&self.policy);
        self.tasks.spawn(new_tabs::opened(policy, driver.clone(), (client, origin), (tab, opener)));
    }

    /// A tab that a page has opened is driven by whoever drives the page.
    fn inherit(&self, driver: &Driver, tab: TabId, opener: TabId) {
        let browser = driver.browser_key();
        let mut state = self.state();
        if let Some(client) = state.clients.get(&(browser, opener)).cloned() {
            state.clients.entry((browser, tab)).or_insert(client);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

fn refused(denial: &Denial, settled: Result<(), tabwright_browser::ControlError>) -> String {
    match settled {
        Ok(()) => denial.to_string(),
        Err(error) => format!("{denial}; but it may still be there: {error}"),
    }
}
