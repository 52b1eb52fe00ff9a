//! Sanitizes text that clients and pages chose, so that it can be shown to a person.

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

/// One line without anything that moves, hides or reorders letters.
pub(crate) fn line(text: &str, letters_max: usize) -> String {
    let mut out = String::new();
    let visible = text.chars().filter(|letter| !misleads(*letter));
    for (letters, letter) in visible.enumerate() {
        if letters == letters_max {
            out.pop();
            out.push('…');
            break;
        }
        out.push(letter);
    }
    out.trim().to_owned()
}

fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
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
