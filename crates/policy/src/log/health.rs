//! Whether the log can be written, for those who must know it before they act.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

/// Set by the writer, read by everybody who is about to do something.
#[derive(Debug, Clone, Default)]
pub(super) struct Health(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_ill: AtomicBool,
    why: Mutex<String>,
}

impl Health {
    /// Nothing where all is well.
    pub(super) fn set(&self, why: Option<String>) {
        let was_ill = self.0.is_ill.load(Ordering::Acquire);
        match why {
            // Told when it is so: whoever reads the line may act on it.
            Some(why) => {
                self.0.why.lock().clone_from(&why);
                self.0.is_ill.store(true, Ordering::Release);
                if !was_ill {
                    tracing::error!(
                        why,
                        "the audit log cannot be written; nothing is done until it can"
                    );
                }
            }
            None => {
                self.0.is_ill.store(false, Ordering::Release);
                if was_ill {
                    tracing::info!("the audit log can be written again");
                }
            }
        }
    }

    /// Why the log cannot be written, if so.
    pub(super) fn trouble(&self) -> Option<String> {
        self.0.is_ill.load(Ordering::Acquire).then(|| self.0.why.lock().clone())
    }
}
