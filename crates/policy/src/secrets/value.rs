//! Text that is overwritten when it goes.

use std::fmt;
use std::ops::Deref;

/// A secret, or text with secrets in it. Reads as a `str`; its `Debug` shows nothing.
pub struct SecretText(Vec<u8>);

impl SecretText {
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text.into_bytes())
    }

    /// None where it is not UTF-8; the bytes are overwritten then, too.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let text = Self(bytes);
        std::str::from_utf8(&text.0).is_ok().then_some(text)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        // Made from text only, so nothing is lost.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Deref for SecretText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Drop for SecretText {
    fn drop(&mut self) {
        self.0.fill(0);
        // Or the compiler may see that nobody reads the zeros.
        std::hint::black_box(&self.0);
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

/// Secret bytes, overwritten when they are dropped and never printed.
pub(super) struct SecretBytes(pub(super) Vec<u8>);

impl Drop for SecretBytes {
    fn drop(&mut self) {
        self.0.fill(0);
        std::hint::black_box(&self.0);
    }
}
