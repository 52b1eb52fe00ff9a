//! How much of the processor a sandbox's thread gets: a script that computes for long runs behind what serves
//! the other agents.
//!
//! Only a privileged program may give a thread its priority back, so that a thread which has lost it keeps
//! it lost; most scripts wait for pages, and never do.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// A run that has used the processor for so long is taken for one that computes.
const COMPUTES_AFTER: Duration = Duration::from_millis(200);
/// A tenth of what others get that have something to do.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;
/// For a thread that nobody waits for any more.
#[cfg(target_os = "linux")]
const NICE_ABANDONED: i32 = 19;

/// The thread of a sandbox, as the system knows it; for those who abandon it. 0 before it has begun.
#[derive(Debug, Default)]
pub(crate) struct SystemThread(AtomicI32);

impl SystemThread {
    /// Called on the thread itself.
    pub(crate) fn begin(&self) {
        #[cfg(target_os = "linux")]
        self.0.store(rustix::thread::gettid().as_raw_nonzero().get(), Ordering::Release);
    }

    /// Called for a thread that cannot be stopped.
    pub(crate) fn yield_to_all(&self) {
        #[cfg(target_os = "linux")]
        self.lower(NICE_ABANDONED);
    }

    /// Elsewhere than on Linux, a priority is a whole process's.
    #[cfg(target_os = "linux")]
    fn lower(&self, nice: i32) {
        let Some(id) = rustix::process::Pid::from_raw(self.0.load(Ordering::Acquire)) else {
            return;
        };
        if let Err(error) = rustix::process::setpriority_process(Some(id), nice) {
            tracing::debug!(%error, "the priority of a sandbox's thread cannot be lowered");
        }
    }
}

/// Looks how long a run has used the processor. Lives on the sandbox's thread.
#[derive(Debug)]
pub(crate) struct Burning {
    thread: Arc<SystemThread>,
    began: Cell<Duration>,
    is_lowered: Cell<bool>,
}

impl Burning {
    pub(crate) fn of(thread: Arc<SystemThread>) -> Self {
        Self { thread, began: Cell::default(), is_lowered: Cell::default() }
    }

    pub(crate) fn begin(&self) {
        self.began.set(used_by_this_thread());
    }

    /// Called now and then while a script runs.
    pub(crate) fn look(&self) {
        if self.is_lowered.get() || used_by_this_thread() - self.began.get() < COMPUTES_AFTER {
            return;
        }
        self.is_lowered.set(true);
        #[cfg(target_os = "linux")]
        self.thread.lower(NICE);
        #[cfg(not(target_os = "linux"))]
        let _ = &self.thread;
    }
}

#[cfg(target_os = "linux")]
fn used_by_this_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn used_by_this_thread() -> Duration {
    Duration::ZERO
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn nice() -> i32 {
        rustix::process::getpriority_process(Some(rustix::thread::gettid()))
            .expect("a thread has a priority")
    }

    #[test]
    fn a_thread_that_computes_yields_to_others_and_no_other_thread_does() {
        let before = nice();
        let seen = std::thread::spawn(|| {
            let thread = Arc::new(SystemThread::default());
            thread.begin();
            let burning = Burning::of(Arc::clone(&thread));
            burning.begin();
            burning.look();
            let at_first = nice();
            while used_by_this_thread() - burning.began.get() < COMPUTES_AFTER {}
            burning.look();
            let computing = nice();
            thread.yield_to_all();
            (at_first, computing, nice())
        });
        assert_eq!(seen.join().unwrap(), (before, NICE.max(before), NICE_ABANDONED));
        assert_eq!(nice(), before);
    }
}
