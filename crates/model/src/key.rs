//! The key of a provider, which no text ever shows.

use std::fmt;

use reqwest::header::HeaderValue;

const KEY_BYTES_MAX: usize = 4096;
/// A piece of the key this long is taken out of a server's text, too: servers like to show how a key
/// begins and ends.
const PIECE_BYTES_MIN: usize = 8;

/// The key of a provider. Its bytes are overwritten when it is dropped, and its `Debug` shows nothing.
pub struct ApiKey(Vec<u8>);

/// Why a text cannot be a key. It does not say the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Nothing but blanks.
    #[error("the key is empty")]
    Empty,
    /// No provider has such long ones: it is probably the wrong file.
    #[error("the key is longer than {KEY_BYTES_MAX} bytes")]
    TooLong,
    /// It could not be sent: a header holds visible ASCII only.
    #[error("the key has characters that no key has, such as a line break in its middle")]
    BadCharacter,
}

impl ApiKey {
    /// From the text of a secret or of an environment variable. Blanks around it are taken off, because
    /// files and pastes end with a line break.
    pub fn new(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(KeyError::Empty);
        }
        if text.len() > KEY_BYTES_MAX {
            return Err(KeyError::TooLong);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(KeyError::BadCharacter);
        }
        Ok(Self(text.as_bytes().to_vec()))
    }

    /// A header's value that begins with `prefix`. HTTP libraries do not log it either.
    pub(crate) fn header(&self, prefix: &str) -> Option<HeaderValue> {
        let mut value = prefix.as_bytes().to_vec();
        value.extend_from_slice(&self.0);
        let mut header = HeaderValue::from_bytes(&value).ok()?;
        header.set_sensitive(true);
        Some(header)
    }

    /// The text without the key and without any longer piece of it.
    pub(crate) fn redact(&self, text: &str) -> String {
        let bytes = text.as_bytes();
        let piece = PIECE_BYTES_MIN.min(self.0.len());
        let mut hidden = vec![false; bytes.len()];
        for (at, window) in bytes.windows(piece).enumerate() {
            if self.0.windows(piece).any(|own| own == window) {
                hidden[at..at + piece].fill(true);
            }
        }
        let mut out = String::with_capacity(text.len());
        for (at, letter) in text.char_indices() {
            match (hidden[at], at > 0 && hidden[at - 1]) {
                (false, _) => out.push(letter),
                (true, false) => out.push('…'),
                (true, true) => {}
            }
        }
        out
    }
}

impl Drop for ApiKey {
    fn drop(&mut self) {
        self.0.fill(0);
        // Or the compiler may see that nobody reads the zeros.
        std::hint::black_box(&self.0);
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_shows() {
        let key = ApiKey::new("  sk-abcdefghijklmnop\n").unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(…)");
        let header = key.header("Bearer ").unwrap();
        assert!(header.is_sensitive() && !format!("{header:?}").contains("sk-"));
        assert_eq!(header.as_bytes(), b"Bearer sk-abcdefghijklmnop");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for (text, why) in [
            (" \n", KeyError::Empty),
            ("sk-a\nb", KeyError::BadCharacter),
            ("schlüssel", KeyError::BadCharacter),
            (&"k".repeat(KEY_BYTES_MAX + 1), KeyError::TooLong),
        ] {
            assert_eq!(ApiKey::new(text).unwrap_err(), why);
        }
    }

    #[test]
    fn the_key_and_pieces_of_it_are_taken_out_of_a_text() {
        let key = ApiKey::new("sk-abcdefghijklmnop").unwrap();
        for (text, shown) in [
            ("bad key sk-abcdefghijklmnop!", "bad key …!"),
            ("bad key sk-abcdef…", "bad key ……"),
            ("ends with hijklmnop", "ends with …"),
            ("sk-abcdé", "sk-abcdé"),
            ("ü sk-abcdefghijklmnopsk-abcdefghijklmnop ü", "ü … ü"),
            ("", ""),
        ] {
            assert_eq!(key.redact(text), shown);
        }
        assert_eq!(ApiKey::new("abc").unwrap().redact("xabcx"), "x…x");
    }
}
