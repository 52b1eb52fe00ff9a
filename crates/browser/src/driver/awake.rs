//! Tabs that are driven behind others go on as if they were seen. Chrome draws no frame of a hidden tab and runs its
//! timers once a second, so that nothing is loaded lazily there, no transition ends, and nothing scrolled into
//! view is noticed. The debugger can change that (`BrowserBackend::emulate_focus`), and the person's own focus stays
//! where it is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tabwright_wire::TabId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::{Core, Driver};
use crate::backend::{Attach, BrowserEvent};

/// An act waits so long for a tab to be as if it were seen.
const AWAKE_TIMEOUT: Duration = Duration::from_secs(1);

/// Tabs that are looked after.
pub(super) type Awake = HashMap<TabId, LookedAfter>;

#[derive(Debug)]
pub(super) struct LookedAfter {
    /// Says that the tab is driven again.
    driven: Arc<Notify>,
    /// It has been seen to once.
    ready: watch::Receiver<bool>,
}

impl Driver {
    /// The tab is driven: behind others it shall go on all the same. Whoever reads does not wait for that; a press does.
    pub(super) fn keep_awake(&self, tab: TabId) {
        if !self.core.options.trusted_input {
            return;
        }
        let (told, ready) = watch::channel(false);
        let driven = Arc::new(Notify::new());
        match self.memory().awake.entry(tab) {
            Entry::Occupied(known) => return known.get().driven.notify_one(),
            Entry::Vacant(new) => {
                new.insert(LookedAfter { driven: Arc::clone(&driven), ready });
            }
        }
        driven.notify_one();
        let events = self.core.backend.events();
        // A browser that has gone is not kept for its tabs.
        tokio::spawn(look_after(Arc::downgrade(&self.core), tab, driven, told, events));
    }

    /// Waits until a tab that is driven for the first time has been seen to. A press during which its page gets or loses
    /// the focus may come to nothing.
    pub(super) async fn until_awake(&self, tab: TabId) {
        let ready = self.memory().awake.get(&tab).map(|known| known.ready.clone());
        if let Some(mut ready) = ready {
            let _ = timeout(AWAKE_TIMEOUT, ready.wait_for(|ready| *ready)).await;
        }
    }
}

async fn look_after(
    core: Weak<Core>,
    tab: TabId,
    driven: Arc<Notify>,
    told: watch::Sender<bool>,
    mut events: Receiver<BrowserEvent>,
) {
    let mut is_awake = false;
    loop {
        let event = tokio::select! {
            () = driven.notified() => None,
            event = events.recv() => match event {
                Ok(event) => Some(event),
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            },
        };
        let Some(core) = core.upgrade() else { return };
        let backend = &core.backend;
        let (wanted, attach) = match event {
            None => match backend.known_tab(tab).await {
                Ok(Some(known)) => (!known.active, Attach::Yes),
                Ok(None) => break,
                Err(_) => continue,
            },
            // No window has the focus: the tab is seen as it was.
            Some(BrowserEvent::Focus(Some(front))) => (front != tab, Attach::No),
            Some(BrowserEvent::Stopped { tab: there }) if there == tab => (false, Attach::No),
            Some(BrowserEvent::TabClosed { tab: there }) if there == tab => {
                let _ = backend.emulate_focus(tab, false, Attach::No).await;
                break;
            }
            Some(_) => continue,
        };
        if !wanted && !is_awake {
            told.send_replace(true);
            continue;
        }
        // Said again each time: the debugger may have left meanwhile, and the emulation with it.
        match backend.emulate_focus(tab, wanted, attach).await {
            Ok(done) => is_awake = wanted && done,
            Err(error) => tracing::debug!(%tab, %error, "the tab cannot be kept awake"),
        }
        told.send_replace(true);
    }
    if let Some(core) = core.upgrade() {
        core.memory.0.lock().awake.remove(&tab);
    }
}
