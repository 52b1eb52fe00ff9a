//! The agents that work through tools: who they are, for the person to see and to send away, and who
//! of them has the only slot in `single` mode.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tabwright_wire::{ClientKind, ClientStatus};

use crate::events::ClientIds;

/// An agent that has called nothing for so long no longer keeps others out.
const SLOT_IDLE_MAX: Duration = Duration::from_secs(120);
/// Agents that were sent away are remembered, so that they do not come back by their next call.
const REMEMBERED_MAX: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Agents {
    ids: Arc<ClientIds>,
    /// By session.
    known: Mutex<HashMap<String, Agent>>,
}

#[derive(Debug)]
struct Agent {
    id: u32,
    name: String,
    tabs: usize,
    since: Instant,
    seen: Instant,
    sent_away: bool,
}

impl Agents {
    pub(crate) fn new(ids: Arc<ClientIds>) -> Self {
        Self { ids, known: Mutex::default() }
    }

    /// False for one that the person has sent away.
    pub(crate) fn arrive(&self, session: &str, name: &str) -> bool {
        let mut known = self.known();
        if known.len() >= REMEMBERED_MAX {
            known.retain(|_, agent| !agent.sent_away);
        }
        let agent = known.entry(session.to_owned()).or_insert_with(|| Agent {
            id: self.ids.next(),
            name: name.to_owned(),
            tabs: 0,
            since: Instant::now(),
            seen: Instant::now(),
            sent_away: false,
        });
        agent.seen = Instant::now();
        !agent.sent_away
    }

    /// How many tabs are its own now.
    pub(crate) fn drives(&self, session: &str, tabs: usize) {
        if let Some(agent) = self.known().get_mut(session) {
            agent.tabs = tabs;
        }
    }

    /// One that the person has sent away stays away, however often it leaves.
    pub(crate) fn leave(&self, session: &str) {
        let mut known = self.known();
        if known.get(session).is_some_and(|agent| !agent.sent_away) {
            known.remove(session);
        }
    }

    pub(crate) fn send_away(&self, id: u32) -> bool {
        let mut known = self.known();
        match known.values_mut().find(|agent| agent.id == id && !agent.sent_away) {
            Some(agent) => {
                agent.sent_away = true;
                true
            }
            None => false,
        }
    }

    /// Who of those at work came first, besides this session.
    pub(crate) fn other_than(&self, session: Option<&str>) -> Option<String> {
        let known = self.known();
        let others = known.iter().filter(|(key, agent)| {
            let at_work = !agent.sent_away && agent.seen.elapsed() < SLOT_IDLE_MAX;
            at_work && session.is_none_or(|session| session != key.as_str())
        });
        others.min_by_key(|(_, agent)| agent.id).map(|(_, agent)| agent.name.clone())
    }

    pub(crate) fn status(&self) -> Vec<ClientStatus> {
        let known = self.known();
        let here = known.values().filter(|agent| !agent.sent_away);
        let mut status: Vec<_> = here
            .map(|agent| ClientStatus {
                id: agent.id,
                kind: ClientKind::Agent,
                name: agent.name.clone(),
                attached_tabs: agent.tabs,
                connected_ms: agent.since.elapsed().as_millis() as u64,
            })
            .collect();
        status.sort_by_key(|agent| agent.id);
        status
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Agent>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_was_sent_away_stays_away() {
        let agents = Agents::new(Arc::default());
        assert!(agents.arrive("a", "codex") && agents.arrive("b", "codex 2"));
        agents.drives("a", 3);
        let status = agents.status();
        assert_eq!((status.len(), status[0].attached_tabs), (2, 3));
        assert_eq!(agents.other_than(Some("b")).as_deref(), Some("codex"));
        assert!(agents.send_away(status[0].id) && !agents.send_away(status[0].id));
        assert!(!agents.arrive("a", "codex") && agents.arrive("b", "codex 2"));
        assert_eq!(agents.other_than(Some("b")), None);
        agents.leave("a");
        agents.leave("b");
        assert!(!agents.arrive("a", "codex") && agents.status().is_empty());
    }
}
