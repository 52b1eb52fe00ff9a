//! A code that a person reads in the terminal and types into the extension, where no native host
//! could carry the token.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use subtle::ConstantTimeEq as _;
use tabwright_wire::PairingCode;

const VALID_FOR: Duration = Duration::from_secs(5 * 60);
const ATTEMPTS_MAX: u32 = 5;
/// Without the letters and digits that look alike.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// At most one code is open; a new one replaces it.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    open: Mutex<Option<OpenCode>>,
}

#[derive(Debug)]
struct OpenCode {
    letters: String,
    expires: Instant,
    attempts_left: u32,
}

impl Pairing {
    pub(crate) fn open(&self) -> Result<PairingCode, getrandom::Error> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        let letters: String =
            bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
        let code = format!("{}-{}", &letters[..4], &letters[4..]);
        let fresh =
            OpenCode { letters, expires: Instant::now() + VALID_FOR, attempts_left: ATTEMPTS_MAX };
        *self.lock() = Some(fresh);
        Ok(PairingCode { code, valid_s: VALID_FOR.as_secs() as u32 })
    }

    /// True once for the right code. Five wrong ones close it.
    pub(crate) fn redeem(&self, typed: &str) -> bool {
        let typed: String = typed
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        let mut slot = self.lock();
        let Some(open) = slot.as_mut().filter(|open| open.expires > Instant::now()) else {
            *slot = None;
            return false;
        };
        let right: bool = open.letters.as_bytes().ct_eq(typed.as_bytes()).into();
        open.attempts_left -= 1;
        if right || open.attempts_left == 0 {
            *slot = None;
        }
        right
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<OpenCode>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_works_once_however_it_is_typed() {
        let pairing = Pairing::default();
        let code = pairing.open().unwrap().code;
        assert!(!pairing.redeem("AAAA-AAA"));
        assert!(pairing.redeem(&format!(" {} ", code.to_lowercase().replace('-', ""))));
        assert!(!pairing.redeem(&code));
    }

    #[test]
    fn five_wrong_guesses_close_it() {
        let pairing = Pairing::default();
        let code = pairing.open().unwrap().code;
        for _ in 0..ATTEMPTS_MAX {
            assert!(!pairing.redeem("wrong"));
        }
        assert!(!pairing.redeem(&code));
    }

    #[test]
    fn nothing_is_open_before_a_person_asked() {
        assert!(!Pairing::default().redeem(""));
    }
}
