//! A text as it was typed, pasted or said, made fit to be looked at.

use super::error::ResolveError;

/// Of a name. Addresses may be longer.
pub(super) const NAME_LETTERS_MAX: usize = 1_000;
const ADDRESS_LETTERS_MAX: usize = 32 * 1024;

/// Without what nobody sees: white space at the ends and runs of it, marks of direction. Characters that
/// change how the text looks from what it is are refused, because nobody could check what is opened.
pub(super) fn tidy(text: &str) -> Result<String, ResolveError> {
    check_length(text, ADDRESS_LETTERS_MAX)?;
    let mut tidied = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !is_invisible_mark(*letter)) {
        if letter.is_whitespace() {
            if !tidied.is_empty() && !tidied.ends_with(' ') {
                tidied.push(' ');
            }
        } else if letter.is_control() || is_direction_change(letter) {
            return Err(ResolveError::ControlCharacter(u32::from(letter)));
        } else {
            tidied.push(letter);
        }
    }
    tidied.truncate(tidied.trim_end().len());
    let bare = without_quotes(&tidied);
    if bare.is_empty() { Err(ResolveError::Empty) } else { Ok(bare.to_owned()) }
}

pub(super) fn check_length(text: &str, letters_max: usize) -> Result<(), ResolveError> {
    // Counting letters costs; bytes cannot be fewer than letters.
    if text.len() <= letters_max {
        return Ok(());
    }
    let letters = text.chars().count();
    if letters <= letters_max {
        Ok(())
    } else {
        Err(ResolveError::TooLong { letters, letters_max })
    }
}

/// Left out silently: copied along with text from pages and editors.
fn is_invisible_mark(letter: char) -> bool {
    matches!(letter, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{FEFF}' | '\u{00AD}')
}

fn is_direction_change(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn without_quotes(text: &str) -> &str {
    const PAIRS: [(char, char); 8] = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('<', '>'),
        ('“', '”'),
        ('„', '“'),
        ('‘', '’'),
        ('«', '»'),
    ];
    for (open, close) in PAIRS {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner {
            return inner.trim();
        }
    }
    text
}

/// Does it look like a key, a token or a card number? Such a text is sent nowhere without being asked.
pub(super) fn looks_secret(text: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "sk-",
        "ghp_",
        "gho_",
        "github_pat_",
        "glpat-",
        "AKIA",
        "AIza",
        "xoxb-",
        "xoxp-",
        "eyJ",
        "npm_",
        "hf_",
    ];
    const CARD_DIGITS_MIN: usize = 12;
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_number = digits >= CARD_DIGITS_MIN && !text.chars().any(char::is_alphabetic);
    let has_key = text.split(' ').any(|word| {
        let begins = BEGINNINGS.iter().any(|beginning| word.starts_with(beginning));
        (begins && word.len() >= 16) || is_jumbled(word)
    });
    is_number || has_key || text.contains("-----BEGIN")
}

/// Long, without a space, and changing all the time between small and capital letters and digits.
fn is_jumbled(word: &str) -> bool {
    const LETTERS_MIN: usize = 16;
    const CHANGES_MIN: usize = 6;
    if word.len() < LETTERS_MIN || !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let kind = |byte: u8| match byte {
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'a'..=b'z' => 3,
        _ => 0,
    };
    let kinds: Vec<_> = word.bytes().map(kind).filter(|kind| *kind != 0).collect();
    kinds.windows(2).filter(|pair| pair[0] != pair[1]).count() >= CHANGES_MIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_left_out() {
        assert_eq!(tidy(" new \t york\r\n times ").unwrap(), "new york times");
        assert_eq!(tidy("\u{FEFF}\u{200F}הארץ\u{200E}").unwrap(), "הארץ");
        assert_eq!(tidy("“example.com”").unwrap(), "example.com");
        assert_eq!(tidy("<https://example.com/>").unwrap(), "https://example.com/");
    }

    #[test]
    fn what_deceives_is_refused() {
        for (text, code) in [("exa\u{0}mple", 0), ("a\u{202E}moc.b", 0x202E), ("x\u{7F}", 0x7F)] {
            assert_eq!(tidy(text), Err(ResolveError::ControlCharacter(code)));
        }
        assert_eq!(tidy(" \n "), Err(ResolveError::Empty));
        assert_eq!(tidy("\"\""), Err(ResolveError::Empty));
        assert!(matches!(tidy(&"a".repeat(40_000)), Err(ResolveError::TooLong { .. })));
    }

    #[test]
    fn secrets_are_told_from_names() {
        for secret in [
            "ghp_abcdefghijklmnopqrst",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
            "4111 1111 1111 1111",
            "aB3xK9mQ2pL7vT4z",
            "my key is 9f8A7b6C5d4E3f2G1h",
        ] {
            assert!(looks_secret(secret), "{secret}");
        }
        for name in ["nytimes", "windows 11 pro", "counter-strike 2", "1984", "eyJ", "web3js"] {
            assert!(!looks_secret(name), "{name}");
        }
    }
}
