//! How much a sandbox and each of its runs may use.

use std::time::Duration;

use crate::error::SandboxError;

/// Below this the engine and an API do not even load.
const MEMORY_BYTES_MIN: usize = 4 * 1024 * 1024;
const STACK_BYTES_MIN: usize = 128 * 1024;
/// Above this QuickJS would take the limit for "none".
const STACK_BYTES_MAX: usize = 16 * 1024 * 1024;

/// What a sandbox may use, for as long as it lives.
#[derive(Debug, Clone)]
pub struct Limits {
    /// A whole run, waiting for the host included. [`RunLimits`] may only shorten it.
    pub time: Duration,
    pub memory_bytes: usize,
    pub stack_bytes: usize,
    /// Log and value of one run together. The log may take half of it.
    pub output_bytes: usize,
    /// Calls to the host in one run; one more throws.
    pub calls_max: u32,
    /// Calls under way together; more of them wait for their turn.
    pub calls_at_once_max: u32,
    /// Timers and sleeps waiting together; one more throws.
    pub timers_max: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(30),
            memory_bytes: 64 * 1024 * 1024,
            stack_bytes: 512 * 1024,
            output_bytes: 256 * 1024,
            calls_max: 10_000,
            calls_at_once_max: 64,
            timers_max: 1_000,
        }
    }
}

impl Limits {
    pub(crate) fn check(&self) -> Result<(), SandboxError> {
        let wrong = |what: &'static str, rule: String| Err(SandboxError::Limits { what, rule });
        if self.memory_bytes < MEMORY_BYTES_MIN {
            return wrong("memory_bytes", format!("at least {MEMORY_BYTES_MIN}"));
        }
        if !(STACK_BYTES_MIN..=STACK_BYTES_MAX).contains(&self.stack_bytes) {
            return wrong("stack_bytes", format!("{STACK_BYTES_MIN} to {STACK_BYTES_MAX}"));
        }
        if self.calls_at_once_max == 0 {
            return wrong("calls_at_once_max", "at least 1".to_owned());
        }
        Ok(())
    }
}

/// What one run may use.
#[derive(Debug, Clone)]
pub struct RunLimits {
    pub time: Duration,
}
