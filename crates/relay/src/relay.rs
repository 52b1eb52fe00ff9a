//! The relay's doors: clients come and go, frames and notices come in.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::value::RawValue;
use tabwright_wire::{
    BrowserVersion, CdpEvent, GetVersion, ListTargets, NoParams, TabDetachedParams, TabId,
    TabTarget,
};

use crate::browser::Browser;
use crate::clients::{Client, ClientId, ClientOutbox, Introduction};
use crate::gate::Gate;
use crate::inbox;
use crate::pipe_client::Pipe;
use crate::popup_holding::PopupHolding;
use crate::state::State;
use crate::tabs::Tab;
use crate::visibility::is_page;

/// CDP between many clients and one browser. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Relay {
    state: Arc<Mutex<State>>,
}

/// A connected client, for people.
#[derive(Debug, Clone)]
pub struct ClientInfo {
    pub id: ClientId,
    pub name: String,
    pub connected_ms: u64,
    /// Tabs that it drives.
    pub attached_tabs: usize,
}

/// Without a gate: everybody may do everything.
impl Default for Relay {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Relay {
    /// Commands of clients that are not the daemon's own are put to this gate.
    #[must_use]
    pub fn with_gate(gate: Arc<dyn Gate>) -> Self {
        Self::new(Some(gate))
    }

    fn new(gate: Option<Arc<dyn Gate>>) -> Self {
        Self { state: Arc::new_cyclic(|me| Mutex::new(State::new(me.clone(), gate))) }
    }

    /// The browser is there, perhaps again. Clients keep their sessions; tabs are attached anew
    /// when they are next used.
    pub fn browser_connected(&self, browser: Arc<dyn Browser>) {
        let mut state = self.lock();
        if state.browser.replace(browser).is_some() {
            state.attachments_lost();
        }
        // What a daemon that died could not take back.
        state.renew_permissions(false, None);
        state.ask::<GetVersion>(&NoParams {}, |state, version| state.version = version.ok());
        state.ask::<ListTargets>(&NoParams {}, |state, list| match list {
            Ok(list) => {
                state.tabs_are(list.targets);
                state.hold_popups(|_| {});
            }
            Err(error) => tracing::warn!(%error, "the browser did not list its tabs"),
        });
    }

    /// That browser's connection is gone. It may be an older one, which says nothing of the newer.
    pub fn browser_disconnected(&self, browser: &Arc<dyn Browser>) {
        let mut state = self.lock();
        if state.browser.as_ref().is_some_and(|current| Arc::ptr_eq(current, browser)) {
            state.browser = None;
            state.attachments_lost();
        }
    }

    /// The debugging pipe of a browser that Tabwright started. The relay finds out by its tabs
    /// whether it leads to this one.
    pub fn pipe_connected(&self, pipe: Arc<dyn Pipe>) {
        let mut state = self.lock();
        state.pipe = Some(pipe);
        state.popups = PopupHolding::default();
        state.hold_popups(|_| {});
    }

    pub fn pipe_lost(&self) {
        self.lock().pipe_lost();
    }

    pub fn pipe_event(&self, session: Option<&str>, method: &str, params: &RawValue) {
        self.lock().pipe_event(session, method, params);
    }

    /// The id is the caller's to choose, and must not be in use.
    pub fn connect(&self, id: ClientId, introduction: Introduction) -> ClientOutbox {
        let (client, outbox) = Client::new(introduction);
        self.lock().clients.insert(id, client);
        outbox
    }

    /// True when there was such a client. Its outbox ends.
    pub fn disconnect(&self, client: ClientId) -> bool {
        self.lock().client_left(client)
    }

    /// What the gate says of clients may be another than before.
    pub fn rules_changed(&self) {
        self.lock().refresh_barriers();
    }

    #[must_use]
    pub fn clients(&self) -> Vec<ClientInfo> {
        let state = self.lock();
        let info = |(id, client): (&ClientId, &Client)| ClientInfo {
            id: *id,
            name: client.name.clone(),
            connected_ms: client.since.elapsed().as_millis() as u64,
            attached_tabs: state.attached_tabs(*id),
        };
        state.clients.iter().filter(|(_, client)| !client.ours).map(info).collect()
    }

    /// One frame from a client. It goes on when the gate lets it, after those before it.
    pub fn receive(&self, client: ClientId, text: &str) {
        inbox::receive(&self.state, client, text);
    }

    /// The open pages, as `/json/list` tells them. `then` is called once, perhaps at once.
    pub fn list_pages(&self, then: impl FnOnce(Vec<TabTarget>) + Send + 'static) {
        self.lock().ask::<ListTargets>(&NoParams {}, move |state, list| {
            if let Ok(list) = list {
                state.looked(list.targets);
            }
            let shown = |tab: &&Tab| !tab.target.incognito && is_page(&tab.target);
            then(state.tabs.values().filter(shown).map(|tab| tab.target.clone()).collect());
        });
    }

    #[must_use]
    pub fn version(&self) -> Option<BrowserVersion> {
        self.lock().version.clone()
    }

    pub fn event(&self, event: &CdpEvent) {
        self.lock().event(event.tab, event.session.as_deref(), &event.method, &event.params);
    }

    pub fn tab_created(&self, target: TabTarget) {
        self.lock().tab_created(target);
    }

    pub fn tab_changed(&self, target: TabTarget) {
        self.lock().tab_changed(target);
    }

    pub fn tab_removed(&self, tab: TabId) {
        self.lock().tab_removed(tab);
    }

    pub fn tab_detached(&self, detached: &TabDetachedParams) {
        self.lock().tab_detached(detached.tab, &detached.reason);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}
