//! The words of a sentence with their shape: what is capitalised, a number, code or punctuation.

use std::ops::Range;

/// Signs hold no longer words together: each of them is looked at with the whole word before it.
const WORD_BYTES_MAX: usize = 80;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Lower,
    /// Only the first letter is upper case.
    Capitalised,
    /// At least two letters, all upper case.
    Upper,
    /// Upper case within: iPhone, PostgreSQL, McCartney.
    Mixed,
    Number,
    /// An address, a path, a command: never part of a name.
    Code,
    /// A run of a script without capitals.
    Uncased,
    Punctuation,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    /// Without a possessive 's.
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) possessive: bool,
    pub(super) shape: Shape,
    /// Whether white space stands in front of it.
    pub(super) spaced: bool,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is_capital(&self) -> bool {
        matches!(self.shape, Shape::Capitalised | Shape::Upper | Shape::Mixed)
    }

    pub(super) fn is_word(&self) -> bool {
        !matches!(self.shape, Shape::Punctuation)
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(super) fn has_digit(&self) -> bool {
        self.text.bytes().any(|byte| byte.is_ascii_digit())
    }

    /// "F" in "F. Scott".
    pub(super) fn is_initial(&self) -> bool {
        self.shape == Shape::Capitalised && self.text.chars().nth(1).is_none()
    }
}

pub(super) fn tokens<'t>(text: &'t str, range: &Range<usize>) -> Vec<Token<'t>> {
    let mut found = Vec::with_capacity(range.len() / 5);
    let sentence = &text[range.clone()];
    let mut at = 0;
    while at < sentence.len() {
        let rest = &sentence[at..];
        let gap = rest.len() - rest.trim_start().len();
        at += gap;
        let rest = &sentence[at..];
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if length == 0 {
            break;
        }
        chunk_tokens(text, range.start + at..range.start + at + length, &mut found);
        at += length;
    }
    found
}

/// Splits what stands between two spaces.
fn chunk_tokens<'t>(text: &'t str, chunk: Range<usize>, found: &mut Vec<Token<'t>>) {
    if is_code(&text[chunk.clone()]) {
        let text = &text[chunk.clone()];
        let shape = Shape::Code;
        found.push(Token { text, start: chunk.start, possessive: false, shape, spaced: true });
        return;
    }
    let mut at = chunk.start;
    while at < chunk.end {
        let rest = &text[at..chunk.end];
        let length = word_length(rest);
        let spaced = at == chunk.start;
        if length == 0 {
            let letter = rest.chars().next().map_or(1, char::len_utf8);
            let text = &rest[..letter];
            let shape = Shape::Punctuation;
            found.push(Token { text, start: at, possessive: false, shape, spaced });
            at += letter;
            continue;
        }
        let whole = &rest[..length];
        let stem = ["'s", "’s"].iter().find_map(|ending| whole.strip_suffix(ending));
        let word = stem.filter(|stem| !stem.is_empty()).unwrap_or(whole);
        // "Years' War": the apostrophe of a plural is possessive, too, if a word follows.
        let plural = word.ends_with('s') && matches!(&rest[length..], "'" | "’");
        let possessive = word.len() < whole.len() || plural;
        found.push(Token { text: word, start: at, possessive, shape: shape_of(word), spaced });
        at += length;
    }
}

fn is_code(chunk: &str) -> bool {
    chunk.len() > 1
        && (chunk.starts_with(['/', '@', '#', '$', '`', '~', '<', '\\'])
            || chunk.starts_with("--")
            || chunk.starts_with("www.")
            || chunk.contains("://")
            || chunk.contains("::")
            || chunk.contains("()")
            || chunk.contains(['_', '\\', '@', '=', '{', '}']))
}

/// How long the word is that begins here; 0 if none does.
fn word_length(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    let Some(first) = text.chars().next() else { return 0 };
    if !first.is_alphanumeric() {
        return 0;
    }
    let uncased = is_uncased(first);
    let mut before = ' ';
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let goes_on = if letter.is_alphanumeric() || is_mark(letter) {
            is_uncased(letter) == uncased || is_mark(letter)
        } else {
            !uncased && joins(text, at, letter, before, next)
        };
        if !goes_on {
            return at;
        }
        before = letter;
    }
    text.len()
}

/// Whether a sign within a word holds it together.
fn joins(text: &str, at: usize, letter: char, before: char, next: Option<char>) -> bool {
    let word = &text[..at];
    if word.len() > WORD_BYTES_MAX {
        return false;
    }
    match (letter, next) {
        // French and Italian put a short article in front: l'Europe, dell'arte.
        ('\'' | '’', Some(next)) => {
            next.is_alphanumeric() && !(next.is_uppercase() && word.chars().all(char::is_lowercase))
        }
        ('-' | '‑', Some(next)) if next.is_lowercase() => {
            let suffix = text[at + letter.len_utf8()..].split(['-', '.', ',', '\'', '’']).next();
            !word.starts_with(char::is_uppercase)
                || suffix.is_some_and(|suffix| suffix.len() < 3 || NAME_PARTS.contains(&suffix))
        }
        ('-' | '‑' | '&', Some(next)) => next.is_alphanumeric() && before.is_alphanumeric(),
        // The last full stop of "U.S." belongs to it.
        ('.', _) if word.contains('.') && word.split('.').all(is_one_capital) => true,
        ('.', Some(next)) if is_dotted_initials(word) => next.is_uppercase(),
        ('.' | '/', Some(next)) if next.is_ascii_digit() => before.is_ascii_digit(),
        ('.', Some(next)) => next.is_lowercase() && before.is_alphanumeric(),
        (',', Some(next)) => next.is_ascii_digit() && before.is_ascii_digit(),
        ('/', Some(next)) => is_one_capital(word) && next.is_uppercase(),
        ('+' | '#', _) => (is_one_capital(word) || word.ends_with('+')) && word.len() < 3,
        _ => false,
    }
}

/// Lower-case parts of names that stand behind a hyphen: Stratford-upon-Avon.
const NAME_PARTS: &[&str] = &["upon", "sur", "sous", "les", "lès", "auf", "del", "van", "von"];

fn is_dotted_initials(word: &str) -> bool {
    word.split('.').all(is_one_capital)
}

fn is_one_capital(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// Marks that combine with the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{e31}'..='\u{e4e}')
}

/// Letters of scripts without upper and lower case.
fn is_uncased(letter: char) -> bool {
    letter.is_alphabetic() && !letter.is_lowercase() && !letter.is_uppercase()
}

fn shape_of(word: &str) -> Shape {
    let mut uppers = 0;
    let mut lowers = 0;
    let mut inner_upper = false;
    let mut before_lower = false;
    let mut first = None;
    for letter in word.chars() {
        first.get_or_insert(letter);
        if letter.is_uppercase() {
            uppers += 1;
            inner_upper |= before_lower;
            before_lower = false;
        } else if letter.is_lowercase() {
            lowers += 1;
            before_lower = true;
        } else if letter == '-' || letter == '‑' || letter == '\'' || letter == '’' {
            before_lower = false;
        }
    }
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let Some(first) = first else { return Shape::Punctuation };
    match (uppers, lowers) {
        _ if first.is_numeric() => Shape::Number,
        (0, 0) => Shape::Uncased,
        (0, _) => Shape::Lower,
        (2.., 0) => Shape::Upper,
        _ if inner_upper => Shape::Mixed,
        _ if first.is_lowercase() => Shape::Lower,
        // OpenAI has its capital after a lower letter; "TVs" and "GPUs" are plurals of abbreviations.
        (2.., 1..) if has_digit || !word.contains(['-', '‑', '\'', '’']) => Shape::Mixed,
        _ => Shape::Capitalised,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_where_names_are() {
        for (text, wanted) in [
            ("Ada Lovelace's notes.", "Ada/Lovelace/notes/."),
            ("the U.S. Army, the U.S., F. Scott", "the/U.S./Army/,/the/U.S./,/F/./Scott"),
            ("Berlin-based Korvin-Krukovsky", "Berlin/-/based/Korvin-Krukovsky"),
            ("GPT-4o on Ubuntu 24.04, Node.js", "GPT-4o/on/Ubuntu/24.04/,/Node.js"),
            ("AT&T and Google I/O in C++", "AT&T/and/Google/I/O/in/C++"),
            ("see https://a.b/C and Box::pin", "see/https://a.b/C/and/Box::pin"),
            ("l'Europe et O'Brien", "l/'/Europe/et/O'Brien"),
            ("東京でNASAと", "東京で/NASA/と"),
        ] {
            let tokens = tokens(text, &(0..text.len()));
            let found: Vec<_> = tokens.iter().map(|token| token.text).collect();
            assert_eq!(found.join("/"), wanted);
        }
    }

    #[test]
    fn words_have_a_shape() {
        for (word, wanted) in [
            ("and", Shape::Lower),
            ("Ada", Shape::Capitalised),
            ("NASA", Shape::Upper),
            ("iPhone", Shape::Mixed),
            ("McCreight", Shape::Mixed),
            ("GPT-4o", Shape::Mixed),
            ("Jean-Luc", Shape::Capitalised),
            ("O'Brien", Shape::Capitalised),
            ("15", Shape::Number),
            ("K2", Shape::Capitalised),
            ("東京", Shape::Uncased),
        ] {
            assert_eq!(shape_of(word), wanted, "{word}");
        }
    }
}
