//! What all agents together keep in their scripts' `state`, and who gives it up when it is too much.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

/// All sandboxes together, as they are between runs. One alone may hold a quarter of it.
const BYTES_MAX: usize = 256 * 1024 * 1024;

/// What can give up the memory that it holds.
pub(crate) trait HoldsMemory: Send + Sync {
    /// False while it is at work.
    fn give_up(&self) -> bool;
}

/// The sandboxes of all sessions. Dropped ones are forgotten at the next look.
pub(crate) struct ScriptMemory {
    bytes_max: usize,
    held: Mutex<Vec<Held>>,
}

struct Held {
    holder: Weak<dyn HoldsMemory>,
    bytes: usize,
}

impl Default for ScriptMemory {
    fn default() -> Self {
        Self::new(BYTES_MAX)
    }
}

impl ScriptMemory {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self { bytes_max, held: Mutex::default() }
    }

    /// What a sandbox holds after a run. Where all hold too much, those that were idle longest give
    /// up what they have.
    pub(crate) fn holds(&self, holder: &Arc<dyn HoldsMemory>, bytes: usize) {
        let holder = Arc::downgrade(holder);
        let mut held = self.held.lock();
        held.retain(|held| held.holder.strong_count() > 0 && !held.holder.ptr_eq(&holder));
        let mut total = held.iter().map(|held| held.bytes).sum::<usize>() + bytes;
        // The first was idle longest. One that is at work tells again when it has done.
        held.retain(|held| {
            let gives_up = total > self.bytes_max
                && held.holder.upgrade().is_none_or(|holder| holder.give_up());
            if gives_up {
                total -= held.bytes;
            }
            !gives_up
        });
        held.push(Held { holder, bytes });
    }
}

impl std::fmt::Debug for ScriptMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptMemory").field("bytes_max", &self.bytes_max).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[derive(Default)]
    struct Agent {
        is_at_work: AtomicBool,
        gave_up: AtomicBool,
    }

    impl HoldsMemory for Agent {
        fn give_up(&self) -> bool {
            let idle = !self.is_at_work.load(Ordering::Relaxed);
            self.gave_up.fetch_or(idle, Ordering::Relaxed);
            idle
        }
    }

    #[test]
    fn who_was_idle_longest_gives_up_first() {
        let memory = ScriptMemory::new(100);
        let agents: Vec<Arc<Agent>> = (0..4).map(|_| Arc::default()).collect();
        let holds = |at: usize, bytes| {
            let agent: Arc<dyn HoldsMemory> = Arc::<Agent>::clone(&agents[at]);
            memory.holds(&agent, bytes);
        };
        let gave_up = || -> Vec<bool> {
            agents.iter().map(|agent| agent.gave_up.load(Ordering::Relaxed)).collect()
        };
        holds(0, 40);
        holds(1, 40);
        holds(2, 10);
        assert_eq!(gave_up(), [false; 4]);
        // The first is used again, so that the second was idle longest.
        holds(0, 40);
        holds(3, 40);
        assert_eq!(gave_up(), [false, true, false, false]);
        agents[2].is_at_work.store(true, Ordering::Relaxed);
        holds(3, 90);
        assert_eq!(gave_up(), [true, true, false, false]);
        // One alone may hold as much as it was let.
        holds(3, 1_000);
        assert!(!gave_up()[3]);
    }

    #[test]
    fn who_has_gone_holds_nothing() {
        let memory = ScriptMemory::new(100);
        let gone: Arc<dyn HoldsMemory> = Arc::new(Agent::default());
        memory.holds(&gone, 90);
        drop(gone);
        let here = Arc::new(Agent::default());
        memory.holds(&(Arc::clone(&here) as _), 60);
        memory.holds(&(Arc::new(Agent::default()) as _), 40);
        assert!(!here.gave_up.load(Ordering::Relaxed));
    }
}
