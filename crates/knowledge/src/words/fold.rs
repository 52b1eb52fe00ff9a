//! Folding: what is one word to a reader is one string, whatever its case, width, accents and invisible signs.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_canonical;

/// Appends the word in NFKC, in lower case, without diacritics.
pub(super) fn fold_into(word: &str, out: &mut String) {
    if word.is_ascii() {
        let from = out.len();
        out.push_str(word);
        out[from..].make_ascii_lowercase();
        return;
    }
    for character in word.nfkc() {
        for lower in character.to_lowercase() {
            fold_character(lower, out);
        }
    }
}

fn fold_character(character: char, out: &mut String) {
    match character {
        // A compatibility character may stand for several words or for brackets, as in `⑴`.
        '\0'..='\u{7f}' => {
            if character.is_ascii_alphanumeric() || "'._:,;".contains(character) {
                out.push(character);
            }
        }
        'ß' => out.push_str("ss"),
        'æ' => out.push_str("ae"),
        'œ' => out.push_str("oe"),
        'þ' => out.push_str("th"),
        'ø' => out.push('o'),
        'đ' | 'ð' => out.push('d'),
        'ħ' => out.push('h'),
        'ł' => out.push('l'),
        'ŧ' => out.push('t'),
        'ı' => out.push('i'),
        'ς' => out.push('σ'),
        // Other letters of Cyrillic with a breve or a diaeresis are letters of their own; this one is
        // written or left out at will.
        'ё' => out.push('е'),
        '’' | 'ʼ' => out.push('\''),
        _ if is_dropped(character) => {}
        // Latin and Greek.
        '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{1e00}'..='\u{1fff}' => {
            let mut base = None;
            decompose_canonical(character, |part| {
                base.get_or_insert(part);
            });
            out.push(base.unwrap_or(character));
        }
        _ => out.push(character),
    }
}

/// Marks that a writer may leave out, and signs that nobody sees. The vowel signs of Indic scripts are not
/// among them: without those a word is another word.
fn is_dropped(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{591}'..='\u{5c7}'
            | '\u{610}'..='\u{61a}'
            | '\u{640}'
            | '\u{64b}'..='\u{65f}'
            | '\u{670}'
            | '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}
