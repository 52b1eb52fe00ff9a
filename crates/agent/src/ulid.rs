//! New ids: 48 bits of the time in milliseconds, then 80 random ones, in Crockford's base 32.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The time of the last id, so that two ids of one process sort in the order in which they were made.
static LAST_MS: AtomicU64 = AtomicU64::new(0);

/// A new id of a chat or a run.
pub(crate) fn new<Id: TryFrom<String, Error: std::fmt::Debug>>() -> Id {
    let now = now_ms();
    let before = LAST_MS.fetch_max(now, Ordering::Relaxed);
    let ms = if before < now { now } else { LAST_MS.fetch_add(1, Ordering::Relaxed) + 1 };
    let mut bytes = [0; 16];
    // Where the system has no randomness, the time alone makes the ids of one person different.
    let _ = getrandom::fill(&mut bytes);
    let random = u128::from_le_bytes(bytes) & ((1 << 80) - 1);
    let bits = (u128::from(ms) << 80) | random;
    let letter = |at: u32| char::from(LETTERS[((bits >> (5 * at)) & 31) as usize]);
    let text: String = (0..26).rev().map(letter).collect();
    Id::try_from(text).expect("26 letters of the alphabet make an id")
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use tabwright_wire::chats::ChatId;

    use super::*;

    #[test]
    fn ids_are_different_and_sort_by_time() {
        let ids: Vec<ChatId> = (0..1_000).map(|_| new()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(ids[0].as_str().starts_with("01") && ids[0].as_str().len() == 26);
    }
}
