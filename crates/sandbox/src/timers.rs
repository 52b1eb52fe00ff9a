//! Which timers wait, and which is due next.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

/// A day: no run lasts that long, and the sum with any instant is still one.
const WAIT_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Ids are the script side's own.
#[derive(Default)]
pub(crate) struct Timers {
    by_time: BTreeSet<(Instant, u64)>,
    by_id: HashMap<u64, Instant>,
}

impl Timers {
    pub(crate) fn len(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub(crate) fn set(&mut self, id: u64, wait_ms: f64) {
        self.clear(id);
        let wait_ms = if wait_ms.is_finite() { wait_ms.max(1.0) } else { 1.0 };
        let wait = Duration::try_from_secs_f64(wait_ms / 1000.0).unwrap_or(WAIT_MAX).min(WAIT_MAX);
        let at = Instant::now() + wait;
        self.by_time.insert((at, id));
        self.by_id.insert(id, at);
    }

    pub(crate) fn clear(&mut self, id: u64) {
        if let Some(at) = self.by_id.remove(&id) {
            self.by_time.remove(&(at, id));
        }
    }

    pub(crate) fn next_at(&self) -> Option<Instant> {
        self.by_time.first().map(|(at, _)| *at)
    }

    /// Takes one that is due.
    pub(crate) fn take_due(&mut self, now: Instant) -> Option<u64> {
        let (at, id) = *self.by_time.first()?;
        (at <= now).then(|| {
            self.clear(id);
            id
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_is_due_first_and_a_cleared_one_never() {
        let mut timers = Timers::default();
        timers.set(1, 30.0);
        timers.set(2, 10.0);
        timers.set(3, 20.0);
        timers.clear(3);
        let later = Instant::now() + Duration::from_secs(1);
        assert_eq!(timers.take_due(Instant::now()), None);
        assert_eq!(timers.take_due(later), Some(2));
        assert_eq!(timers.take_due(later), Some(1));
        assert_eq!(timers.take_due(later), None);
    }

    #[test]
    fn any_number_is_a_wait() {
        let mut timers = Timers::default();
        for (id, wait) in (1..).zip([f64::NAN, f64::INFINITY, -5.0, 1e300, 0.0]) {
            timers.set(id, wait);
        }
        assert_eq!(timers.len(), 5);
    }
}
