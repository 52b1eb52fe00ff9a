//! Sanitizes text that clients and pages chose, so that it can be shown to a person.

pub(crate) use tabwright_wire::one_line as line;

const CLIENT_LETTERS_MAX: usize = 80;
const WHAT_LETTERS_MAX: usize = 200;

/// A client's name for itself. A star in it would make a rule for it mean others as well.
pub(crate) fn client_name(name: &str) -> String {
    let name = line(name, CLIENT_LETTERS_MAX).replace('*', "_");
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// What a client wants to do, as its caller says.
pub(crate) fn description(words: &str) -> String {
    line(words, WHAT_LETTERS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_can_mislead_its_reader() {
        let cases = [
            ("claude", "claude"),
            (" cl\u{202e}au\u{0}de\r\n", "claude"),
            ("a\u{200b}b\u{2066}c\u{feff}", "abc"),
            ("*", "_"),
            ("\u{202e}", "unnamed"),
            ("", "unnamed"),
        ];
        for (name, shown) in cases {
            assert_eq!(client_name(name), shown, "{name:?}");
        }
    }

    #[test]
    fn long_words_are_cut_to_whole_letters() {
        assert_eq!(line("äöü", 3), "äöü");
        assert_eq!(line("äöüß", 3), "äö…");
        assert_eq!(description(&"x".repeat(500)).chars().count(), 200);
        assert_eq!(client_name(&"x".repeat(500)).chars().count(), 80);
    }
}
