//! Tabs as the extension told of them, for as long as they are so: it says when one has changed. What is judged
//! and written down before an act is read from here; what is told after one is asked for anew.

use std::collections::HashMap;

use parking_lot::Mutex;
use tabwright_wire::{Tab, TabId};

use crate::backend::Unchanged;

/// More are not driven at a time, and asking costs a millisecond.
const KNOWN_MAX: usize = 256;

#[derive(Debug, Default)]
pub struct KnownTabs(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    tabs: HashMap<TabId, (Tab, Unchanged)>,
    /// How often a tab was said to have changed.
    changes: u64,
    /// How often one was told.
    tellings: u64,
    /// Where the person looks.
    looked_at: Option<TabId>,
}

/// When a tab was asked for. What is answered is not kept if a tab has changed since.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked(u64);

impl KnownTabs {
    /// A tab is not as it was told or has another frame, or, without one, any may be so.
    pub fn changed(&self, tab: Option<TabId>) {
        let mut state = self.0.lock();
        state.changes += 1;
        match tab {
            Some(tab) => drop(state.tabs.remove(&tab)),
            None => state.tabs.clear(),
        }
    }

    /// The person looks at this tab now, or at none of this browser's. The extension says so whenever it changes, and
    /// first of all when it has connected.
    pub fn focus_moved(&self, tab: Option<TabId>) {
        self.0.lock().looked_at = tab;
    }

    pub(super) fn looked_at(&self) -> Option<TabId> {
        self.0.lock().looked_at
    }

    pub(super) fn get(&self, tab: TabId) -> Option<Tab> {
        self.0.lock().tabs.get(&tab).map(|(known, _)| known.clone())
    }

    pub(super) fn unchanged(&self, tab: TabId) -> Option<Unchanged> {
        self.0.lock().tabs.get(&tab).map(|(_, since)| *since)
    }

    pub(super) fn asked(&self) -> Asked {
        Asked(self.0.lock().changes)
    }

    pub(super) fn told(&self, Asked(changes): Asked, tab: &Tab) {
        let mut state = self.0.lock();
        if state.changes != changes {
            return;
        }
        if state.tabs.len() >= KNOWN_MAX {
            state.tabs.clear();
        }
        state.tellings += 1;
        let since = Unchanged(state.tellings);
        state.tabs.insert(tab.id, (tab.clone(), since));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(id: i32) -> Tab {
        serde_json::from_value(serde_json::json!({
            "id": id, "windowId": 1, "index": 0, "title": "", "url": "https://a.example/", "active": true,
            "focused": true, "loading": false, "pinned": false, "audible": false, "discarded": false,
            "incognito": false,
        }))
        .unwrap()
    }

    #[test]
    fn a_tab_is_known_until_it_changes() {
        let known = KnownTabs::default();
        let asked = known.asked();
        known.told(asked, &tab(1));
        known.told(asked, &tab(2));
        assert_eq!(known.get(TabId(1)), Some(tab(1)));
        let since = known.unchanged(TabId(1));
        assert!(since.is_some() && since != known.unchanged(TabId(2)));
        known.changed(Some(TabId(1)));
        assert_eq!(known.unchanged(TabId(1)), None);
        assert_eq!((known.get(TabId(1)), known.get(TabId(2))), (None, Some(tab(2))));
        known.changed(None);
        assert_eq!(known.get(TabId(2)), None);
    }

    #[test]
    fn what_changed_while_it_was_asked_for_is_not_kept() {
        let known = KnownTabs::default();
        let asked = known.asked();
        known.changed(Some(TabId(1)));
        known.told(asked, &tab(1));
        assert_eq!(known.get(TabId(1)), None);
    }

    #[test]
    fn no_more_are_kept_than_so() {
        let known = KnownTabs::default();
        for id in 0..1_000 {
            known.told(known.asked(), &tab(id));
        }
        assert!(known.0.lock().tabs.len() <= KNOWN_MAX);
    }
}
