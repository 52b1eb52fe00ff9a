//! The connected browsers, one slot per profile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::value::RawValue;
use tabwright_browser::{Driver, DriverMemory};
use tabwright_client::BrowserSlots;
use tabwright_relay::{ClientId, ClientInfo, Pipe, Relay};
use tabwright_rpc::{Channel, Endpoint};
use tabwright_wire::{BROWSER_CONTROL, BrowserStatus, Event, Hello, Problem, ProfileId};
use tokio::sync::watch;

use crate::cdp_gate::CdpGate;
use crate::events::Events;
use crate::problems;
use crate::secret_gate::SecretGate;
use crate::stop_gate::StopGate;

#[derive(Debug)]
pub(crate) struct Browsers {
    slots: BrowserSlots,
    connected: Mutex<HashMap<ProfileId, Arc<Browser>>>,
    /// By profile, and kept while the browser is away: CDP clients outlive a lost connection.
    relays: Mutex<HashMap<ProfileId, Relay>>,
    /// Likewise: an element keeps its number when the extension's worker is started anew.
    memories: Mutex<HashMap<ProfileId, DriverMemory>>,
    /// Of the managed browser. The lock of `relays` is taken before this one's.
    pipe: Mutex<Option<Arc<dyn Pipe>>>,
    events: Arc<Events>,
    /// What every relay asks.
    gate: Arc<CdpGate>,
    /// Counts those that came.
    arrivals: watch::Sender<u64>,
}

/// A browser whose extension has said hello.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) profile: ProfileId,
    pub(crate) relay: Relay,
    pub(crate) driver: Driver,
    hello: Hello,
    endpoint: Endpoint,
    since: Instant,
    close: watch::Sender<Option<CloseReason>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CloseReason {
    /// The same profile connected again.
    Duplicate,
    /// Another profile got into the only slot first.
    SlotTaken,
    DaemonStopping,
}

impl Browsers {
    pub(crate) fn new(slots: BrowserSlots, events: Arc<Events>, gate: Arc<CdpGate>) -> Self {
        Self {
            slots,
            connected: Mutex::default(),
            relays: Mutex::default(),
            memories: Mutex::default(),
            pipe: Mutex::default(),
            events,
            gate,
            arrivals: watch::channel(0).0,
        }
    }

    /// Changes whenever a browser has connected.
    pub(crate) fn connections(&self) -> watch::Receiver<u64> {
        self.arrivals.subscribe()
    }

    /// Everyone who is connected now.
    pub(crate) fn all(&self) -> Vec<Arc<Browser>> {
        self.lock().values().cloned().collect()
    }

    /// May this profile connect now?
    pub(crate) fn admit(&self, profile: &ProfileId) -> Result<(), Problem> {
        match self.other_in_the_only_slot(&self.lock(), profile) {
            Some(other) => Err(problems::slot_taken(&other.title())),
            None => Ok(()),
        }
    }

    pub(crate) fn relay(&self, profile: &ProfileId) -> Relay {
        let mut relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        let relay = relays.entry(profile.clone()).or_insert_with(|| {
            let (gate, memory) = (Arc::clone(&self.gate), self.driver_memory(profile));
            let gate = Arc::new(SecretGate { gate, memory: memory.clone() });
            let relay = Relay::with_gate(Arc::new(StopGate { gate, memory }));
            if let Some(pipe) = &*self.pipe.lock().unwrap_or_else(PoisonError::into_inner) {
                relay.pipe_connected(Arc::clone(pipe));
            }
            relay
        });
        relay.clone()
    }

    pub(crate) fn driver_memory(&self, profile: &ProfileId) -> DriverMemory {
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        memories.entry(profile.clone()).or_default().clone()
    }

    /// Clients that drive a tab already are kept to the rules as they are now.
    pub(crate) fn rules_changed(&self) {
        let relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        relays.values().for_each(Relay::rules_changed);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// The debugging pipe of the managed browser; `None` when it is gone.
    pub(crate) fn set_pipe(&self, pipe: Option<Arc<dyn Pipe>>) {
        let relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        for relay in relays.values() {
            match &pipe {
                Some(pipe) => relay.pipe_connected(Arc::clone(pipe)),
                None => relay.pipe_lost(),
            }
        }
        *self.pipe.lock().unwrap_or_else(PoisonError::into_inner) = pipe;
    }

    pub(crate) fn pipe_event(&self, session: Option<&str>, method: &str, params: &RawValue) {
        let relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        for relay in relays.values() {
            relay.pipe_event(session, method, params);
        }
    }

    /// The CDP clients of every browser.
    pub(crate) fn cdp_clients(&self) -> Vec<ClientInfo> {
        let relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        relays.values().flat_map(Relay::clients).collect()
    }

    pub(crate) fn disconnect_client(&self, id: ClientId) -> bool {
        let relays = self.relays.lock().unwrap_or_else(PoisonError::into_inner);
        relays.values().any(|relay| relay.disconnect(id))
    }

    /// Gives the browser its slot. The one that held it before is told to go.
    pub(crate) fn join(
        &self,
        profile: ProfileId,
        hello: Hello,
        endpoint: Endpoint,
        driver: Driver,
    ) -> (Arc<Browser>, watch::Receiver<Option<CloseReason>>) {
        let (close, closing) = watch::channel(None);
        let relay = self.relay(&profile);
        let browser = Arc::new(Browser {
            profile,
            relay,
            driver,
            hello,
            endpoint,
            since: Instant::now(),
            close,
        });
        let mut connected = self.lock();
        if self.other_in_the_only_slot(&connected, &browser.profile).is_some() {
            browser.close(CloseReason::SlotTaken);
            return (browser, closing);
        }
        let replaced = connected.insert(browser.profile.clone(), Arc::clone(&browser));
        drop(connected);
        if let Some(replaced) = replaced {
            replaced.close(CloseReason::Duplicate);
            self.events.publish(Event::BrowserDisconnected {
                profile: replaced.profile.clone(),
                reason: "the same profile connected again".to_owned(),
            });
        }
        tracing::info!(profile = %browser.profile, browser = browser.title(), "a browser is connected");
        self.events.publish(Event::BrowserConnected { browser: browser.status() });
        self.arrivals.send_modify(|count| *count += 1);
        (browser, closing)
    }

    /// Frees the slot, unless another connection of the same profile has it by now.
    pub(crate) fn leave(&self, browser: &Arc<Browser>, reason: &str) {
        tracing::info!(profile = %browser.profile, reason, "a browser is gone");
        let mut connected = self.lock();
        let holder = connected.get(&browser.profile);
        if holder.is_some_and(|holder| Arc::ptr_eq(holder, browser)) {
            connected.remove(&browser.profile);
            drop(connected);
            self.events.publish(Event::BrowserDisconnected {
                profile: browser.profile.clone(),
                reason: reason.to_owned(),
            });
        }
    }

    /// The browser a client means: the only one, or the one with that name or profile id.
    pub(crate) fn choose(&self, wanted: Option<&str>) -> Result<Arc<Browser>, Problem> {
        let connected = self.lock();
        if connected.is_empty() {
            return Err(problems::no_browser());
        }
        let fits = |browser: &&Arc<Browser>| {
            wanted.is_none_or(|wanted| {
                browser.hello.name == wanted || browser.profile.as_str() == wanted
            })
        };
        let mut fitting = connected.values().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(browser), None) => Ok(Arc::clone(browser)),
            _ => {
                let names: Vec<_> = connected
                    .values()
                    .map(|browser| format!("{} ({})", browser.hello.name, browser.profile))
                    .collect();
                Err(problems::unknown_browser(wanted, &names))
            }
        }
    }

    pub(crate) fn status(&self) -> Vec<BrowserStatus> {
        let mut browsers: Vec<_> = self.lock().values().map(|browser| browser.status()).collect();
        browsers.sort_by(|a, b| a.profile.cmp(&b.profile));
        browsers
    }

    pub(crate) fn close_all(&self) {
        for browser in self.lock().values() {
            browser.close(CloseReason::DaemonStopping);
        }
    }

    fn other_in_the_only_slot(
        &self,
        connected: &HashMap<ProfileId, Arc<Browser>>,
        profile: &ProfileId,
    ) -> Option<Arc<Browser>> {
        match self.slots {
            BrowserSlots::Many => None,
            BrowserSlots::One => {
                connected.values().find(|browser| browser.profile != *profile).cloned()
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ProfileId, Arc<Browser>>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Browser {
    /// The channel on which this browser does what it is asked.
    pub(crate) fn control(&self) -> Channel {
        self.endpoint.channel(BROWSER_CONTROL)
    }

    fn close(&self, reason: CloseReason) {
        self.close.send_replace(Some(reason));
    }

    pub(crate) fn name(&self) -> &str {
        &self.hello.name
    }

    fn title(&self) -> String {
        format!("{} ({} {})", self.hello.name, self.hello.product, self.hello.product_version)
    }

    fn status(&self) -> BrowserStatus {
        BrowserStatus {
            profile: self.profile.clone(),
            name: self.hello.name.clone(),
            product: self.hello.product.clone(),
            product_version: self.hello.product_version.clone(),
            extension_version: self.hello.extension_version.clone(),
            connected_ms: self.since.elapsed().as_millis() as u64,
            pending_calls: self.endpoint.pending_calls(),
        }
    }
}
