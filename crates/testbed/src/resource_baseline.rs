//! What the daemon holds when nothing is wrong, to be compared with what it holds after a fault.

use tabwright_wire::{Diagnostics, Status};

use crate::TestEnv;

const MIB: u64 = 1024 * 1024;
/// Memory that an allocator keeps for later is no leak.
const KEPT_MIB_MAX: u64 = 16;

#[derive(Debug)]
pub struct ResourceBaseline {
    tasks: usize,
    pending: usize,
    resident_bytes: u64,
}

impl ResourceBaseline {
    pub async fn of(env: &TestEnv) -> Self {
        let status = env.status().await;
        let pending = pending(&status);
        let Diagnostics { tasks, resident_bytes, .. } = status.diagnostics;
        Self { tasks, pending, resident_bytes: resident_bytes.expect("Linux tells it") }
    }

    /// The daemon holds no more than it did then.
    pub async fn returns(&self, env: &TestEnv) {
        let settled = env.until_status("no task is left behind", |status| {
            status.diagnostics.tasks <= self.tasks && pending(status) <= self.pending
        });
        let resident_bytes = settled.await.diagnostics.resident_bytes.expect("Linux tells it");
        let grown = resident_bytes.saturating_sub(self.resident_bytes) / MIB;
        println!("memory kept: {grown} MiB of {} MiB", resident_bytes / MIB);
        assert!(grown <= KEPT_MIB_MAX, "the daemon has kept {grown} MiB");
    }
}

/// Calls that wait for a browser's answer.
#[must_use]
pub fn pending(status: &Status) -> usize {
    status.browsers.iter().map(|browser| browser.pending_calls).sum()
}
