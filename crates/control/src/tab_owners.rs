//! Which tabs are a client's own: those that it opened, those that pages in them opened, and those that the
//! person gave to it. All others are the person's. A tab is the person's again as soon as they go
//! somewhere in it themselves.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tabwright_browser::{BrowserEvent, Driver};
use tabwright_wire::{COMMAND_LINE, TabId};

/// Tabs of which we know whose they are. The oldest make room, and are asked about again.
const TABS_MAX: usize = 2_000;
/// Clients that one tab belongs to. Whoever got it first makes room: each task of the page agent counts.
const CLIENTS_MAX: usize = 20;

#[derive(Debug, Default)]
pub struct TabOwners(Mutex<State>);

/// A browser is named by [`Driver::browser_key`].
#[derive(Debug, Default)]
struct State {
    tabs: HashMap<(usize, TabId), Owned>,
    last_turn: u64,
}

#[derive(Debug, Clone, Default)]
struct Owned {
    /// The one that got it last comes last.
    clients: Vec<Arc<str>>,
    /// Rises with every tab: the lowest is the oldest.
    turn: u64,
}

impl TabOwners {
    pub(crate) fn owns(&self, driver: &Driver, tab: TabId, client: &str) -> bool {
        let state = self.state();
        state
            .tabs
            .get(&(driver.browser_key(), tab))
            .is_some_and(|owned| owned.clients.iter().any(|owner| **owner == *client))
    }

    /// Is it a tab of any client but the person's own command line?
    pub(crate) fn is_of_agent(&self, driver: &Driver, tab: TabId) -> bool {
        let state = self.state();
        let owned = state.tabs.get(&(driver.browser_key(), tab));
        owned.is_some_and(|owned| owned.clients.iter().any(|owner| **owner != *COMMAND_LINE))
    }

    pub(crate) fn give(&self, driver: &Driver, tab: TabId, client: &Arc<str>) {
        self.state().add((driver.browser_key(), tab), [Arc::clone(client)]);
    }

    /// A tab that a page has opened belongs to whoever the page's tab belongs to, unless it is known
    /// already whose it is.
    pub(crate) fn inherit(&self, driver: &Driver, tab: TabId, opener: TabId) {
        let browser = driver.browser_key();
        let mut state = self.state();
        if state.tabs.contains_key(&(browser, tab)) {
            return;
        }
        if let Some(Owned { clients, .. }) = state.tabs.get(&(browser, opener)).cloned() {
            state.add((browser, tab), clients);
        }
    }

    pub(crate) fn hear(&self, driver: &Driver, event: &BrowserEvent) {
        match event {
            BrowserEvent::TabOpened { tab, opener: Some(opener) } => {
                self.inherit(driver, *tab, *opener);
            }
            BrowserEvent::TabClosed { tab } => {
                self.state().tabs.remove(&(driver.browser_key(), *tab));
            }
            BrowserEvent::Navigation(notice) if notice.by_person => {
                if let Some(owned) = self.state().tabs.get_mut(&(driver.browser_key(), notice.tab))
                {
                    owned.clients.clear();
                }
            }
            _ => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }
}

impl State {
    fn add(&mut self, tab: (usize, TabId), clients: impl IntoIterator<Item = Arc<str>>) {
        if self.tabs.len() >= TABS_MAX && !self.tabs.contains_key(&tab) {
            let oldest = self.tabs.iter().min_by_key(|(_, owned)| owned.turn);
            if let Some(oldest) = oldest.map(|(tab, _)| *tab) {
                self.tabs.remove(&oldest);
            }
        }
        self.last_turn += 1;
        let turn = self.last_turn;
        let owned = self.tabs.entry(tab).or_default();
        owned.turn = turn;
        for client in clients {
            owned.clients.retain(|owner| *owner != client);
            owned.clients.push(client);
        }
        let surplus = owned.clients.len().saturating_sub(CLIENTS_MAX);
        owned.clients.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_that_many_had_belongs_to_those_who_got_it_last() {
        let mut state = State::default();
        let tab = (1, TabId(7));
        // Names that go down: the newest one comes first in the alphabet.
        let names: Vec<Arc<str>> = (0..30).rev().map(|n| format!("Task({n:02})").into()).collect();
        for name in &names {
            state.add(tab, [Arc::clone(name)]);
        }
        assert_eq!(state.tabs[&tab].clients, names[10..]);
        // Who gets it again is among the last.
        state.add(tab, [Arc::clone(&names[10])]);
        assert_eq!(state.tabs[&tab].clients.last(), Some(&names[10]));
        assert_eq!(state.tabs[&tab].clients.len(), CLIENTS_MAX);
    }
}
