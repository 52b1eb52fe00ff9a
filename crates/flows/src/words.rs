//! Texts of pages as they are compared: by their words, and to the digit in what is a number or a code.

use unicode_normalization::UnicodeNormalization as _;

/// A name without what changes nothing in it: case, blanks, letters of icon fonts, and the sign behind it.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.nfkc().filter(|letter| !is_icon(*letter)).collect::<String>();
    let lower = letters.to_lowercase();
    let joined = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = joined.trim_end_matches([':', '*', '…', '.', '!', '?', ' ']);
    if bare.is_empty() { joined } else { bare.to_owned() }
}

/// Has a shape only in a font of the page.
fn is_icon(letter: char) -> bool {
    matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{200b}'..='\u{200f}' | '\u{fe0f}' | '\u{ad}')
}

/// Its words in lower case, numbers among them; a minus stays with its number.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::<String>::new();
    let mut word = String::new();
    let mut before = ' ';
    for letter in text.nfkc().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            if word.is_empty() && letter.is_ascii_digit() && matches!(before, '-' | '−') {
                word.push('-');
            }
            word.push(letter);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
            // A dash behind a word joins, and is no minus.
            before = if letter == '-' { '_' } else { letter };
            continue;
        }
        before = letter;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// A number or a code: it is this one or another one, and never nearly the same.
pub(crate) fn is_code(word: &str) -> bool {
    word.contains(|letter: char| letter.is_numeric())
}

/// The numbers and codes of a text, sorted.
pub(crate) fn codes(text: &str) -> Vec<String> {
    let mut codes: Vec<_> = words(text).into_iter().filter(|word| is_code(word)).collect();
    codes.sort_unstable();
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_any_case_and_with_any_blanks() {
        for (one, other) in [
            ("Add to  basket", "ADD TO BASKET"),
            ("E-mail:", "E-mail"),
            ("Name *", "name"),
            ("\u{f015} Home", "Home"),
            ("Search…", "search"),
            ("ﬁlter", "filter"),
        ] {
            assert_eq!(plain(one), plain(other));
        }
        for (one, other) in [("+1", "-1"), ("C++", "C"), ("?", "!"), ("Ticket 4", "Ticket 5")] {
            assert_ne!(plain(one), plain(other));
        }
    }

    #[test]
    fn codes_are_words_with_a_digit() {
        assert_eq!(words("INV-4455, due −5 °C"), ["inv", "4455", "due", "-5", "c"]);
        assert_eq!(codes("Floor 3, row B12"), ["3", "b12"]);
        assert_eq!(codes("no number"), Vec::<String>::new());
        assert_ne!(codes("-5"), codes("5"));
    }
}
