//! What the lines of the log belong to: the client, what it does, and a number for each call, so that
//! the lines of several agents at work can be told apart.

use std::sync::atomic::{AtomicU64, Ordering};

use tracing::{Span, info_span};

/// Over all clients; only ever used in the log.
static LAST_CALL: AtomicU64 = AtomicU64::new(0);

/// Of one verb.
pub(crate) fn verb(client: &str, verb: &str) -> Span {
    info_span!("call", call = next(), client, verb)
}

/// Of one connection of a CDP client.
pub(crate) fn cdp(client: &str, connection: u32) -> Span {
    info_span!("cdp", client, connection)
}

fn next() -> u64 {
    LAST_CALL.fetch_add(1, Ordering::Relaxed) + 1
}
