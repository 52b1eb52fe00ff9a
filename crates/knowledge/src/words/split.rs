//! Splitting: a text into words, by the rules of Unicode and what programmers and East Asian scripts need more.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use super::fold::fold_into;
use super::language::Language;
use super::stem::with_stem;
use super::stop::is_stop_word;

/// Longer ones are encoded data and not words.
const WORD_BYTES_MAX: usize = 64;
/// Of a chain such as `a.b.c` or `a_b_c`; the rest is in the whole.
const PARTS_MAX: usize = 8;

/// What a token is in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Word,
    /// A part of the word before it: `case` of `snake_case`.
    Part,
    /// A word too common to search for. It is not indexed.
    Stop,
    /// One character of a script that writes without blanks.
    Character,
    /// Two neighbours in such a script.
    Pair,
}

type Sink<'s> = &'s mut dyn FnMut(&str, Range<usize>, Role);

/// Goes through a text from blank to blank: no word goes across one, and most pieces are plain ASCII, which
/// is split several times faster than a text in which a single quotation mark is not.
#[derive(Debug)]
pub(super) struct Splitter<'t> {
    text: &'t str,
    at: usize,
    /// None: neither stems nor stop words.
    language: Option<Language>,
    folded: String,
}

impl<'t> Splitter<'t> {
    pub(super) fn stemmed(text: &'t str, language: Language) -> Self {
        Splitter { text, at: 0, language: Some(language), folded: String::new() }
    }

    pub(super) fn unstemmed(text: &'t str) -> Self {
        Splitter { text, at: 0, language: None, folded: String::new() }
    }

    /// Gives the tokens of the next piece to the sink; false at the end of the text.
    pub(super) fn next_unit(&mut self, sink: Sink<'_>) -> bool {
        let bytes = self.text.as_bytes();
        let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
        let Some(skip) = bytes[self.at..].iter().position(|byte| !blank(byte)) else {
            self.at = bytes.len();
            return false;
        };
        let start = self.at + skip;
        let end = bytes[start..].iter().position(blank).map_or(bytes.len(), |len| start + len);
        self.at = end;
        if self.text[start..end].is_ascii() {
            self.spaced(start, end, sink);
        } else {
            self.mixed(start, end, sink);
        }
        true
    }

    /// Runs of scripts that write without blanks, and what is between them.
    fn mixed(&mut self, start: usize, end: usize, sink: Sink<'_>) {
        let piece = &self.text[start..end];
        let mut from = 0;
        while from < piece.len() {
            let Some(first) = piece[from..].chars().next() else {
                return;
            };
            let unspaced = is_unspaced(first);
            let to = piece[from..]
                .char_indices()
                .find(|(_, character)| is_unspaced(*character) != unspaced)
                .map_or(piece.len(), |(at, _)| from + at);
            if unspaced {
                self.characters(start + from, start + to, sink);
            } else {
                self.spaced(start + from, start + to, sink);
            }
            from = to;
        }
    }

    fn characters(&mut self, start: usize, end: usize, sink: Sink<'_>) {
        let mut before: Option<(usize, String)> = None;
        for (at, cluster) in self.text[start..end].grapheme_indices(true) {
            if !cluster.chars().any(char::is_alphanumeric) {
                before = None;
                continue;
            }
            let range = start + at..start + at + cluster.len();
            let mut folded = String::with_capacity(cluster.len());
            fold_into(cluster, &mut folded);
            if let Some((from, first)) = before.take() {
                sink(&format!("{first}{folded}"), from..range.end, Role::Pair);
            }
            sink(&folded, range.clone(), Role::Character);
            before = Some((range.start, folded));
        }
    }

    fn spaced(&mut self, start: usize, end: usize, sink: Sink<'_>) {
        let text = self.text;
        for (at, word) in text[start..end].unicode_word_indices() {
            self.word(start + at, word, end, sink);
        }
    }

    /// One word by Unicode's rules, which may be a chain: `node.js`, `snake_case`, `1,000`, `o'clock`.
    fn word(&mut self, start: usize, word: &str, piece_end: usize, sink: Sink<'_>) {
        let end = start + word.len();
        if word.len() > WORD_BYTES_MAX * 2 {
            return;
        }
        self.folded.clear();
        fold_into(word, &mut self.folded);
        if self.folded.len() > WORD_BYTES_MAX || self.folded.is_empty() {
            return;
        }
        let folded = std::mem::take(&mut self.folded);
        if let Some((signed, range)) = self.with_signs(&folded, start..end, piece_end) {
            sink(&signed, range, Role::Word);
            if folded.len() > 2 {
                self.plain(&folded, start..end, Role::Part, sink);
            }
        } else if folded.bytes().all(|byte| !b"'._:,;".contains(&byte)) {
            self.plain(&folded, start..end, Role::Word, sink);
            if word.is_ascii() && has_upper_after_lower(word) {
                self.camel_case(word, start, sink);
            }
        } else {
            self.chain(&folded, word, start..end, sink);
        }
        self.folded = folded;
    }

    /// `c++`, `c#` and `.net`, which Unicode's rules make `c`, `c` and `net`.
    fn with_signs(
        &self,
        folded: &str,
        range: Range<usize>,
        piece_end: usize,
    ) -> Option<(String, Range<usize>)> {
        let after = &self.text[range.end..piece_end];
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
        let letters = folded.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !letters {
            return None;
        }
        if let Some(rest) = after.strip_prefix("++")
            && ends(rest)
        {
            return Some((format!("{folded}++"), range.start..range.end + 2));
        }
        if let Some(rest) = after.strip_prefix('#')
            && folded.len() == 1
            && ends(rest)
        {
            return Some((format!("{folded}#"), range.start..range.end + 1));
        }
        let before = &self.text[..range.start];
        if folded == "net"
            && let Some(rest) = before.strip_suffix('.')
            && !rest.ends_with(char::is_alphanumeric)
        {
            return Some((".net".to_owned(), range.start - 1..range.end));
        }
        None
    }

    fn plain(&self, folded: &str, range: Range<usize>, role: Role, sink: Sink<'_>) {
        let Some(language) = self.language else {
            return sink(folded, range, role);
        };
        if is_stop_word(folded, language) {
            // A part that is a stop word says nothing; a word that is one belongs to a phrase.
            if role == Role::Word {
                sink(folded, range, Role::Stop);
            }
            return;
        }
        with_stem(folded, language, &mut |stem| sink(stem, range.clone(), role));
    }

    /// `getElementById` has parts. `GitHub` and `iPhone` are names: who looks for "hub" does not want them.
    fn camel_case(&self, word: &str, start: usize, sink: Sink<'_>) {
        let bytes = word.as_bytes();
        let mut starts = vec![0];
        for at in 1..bytes.len() {
            let upper = bytes[at].is_ascii_uppercase();
            let after_other = !bytes[at - 1].is_ascii_uppercase();
            let before_lower = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            if upper && (after_other || before_lower) {
                starts.push(at);
            }
        }
        let first_len = starts.get(1).copied().unwrap_or(bytes.len());
        let name = starts.len() < 3 && bytes[0].is_ascii_uppercase();
        if name || first_len < 2 || starts.len() > PARTS_MAX {
            return;
        }
        starts.push(bytes.len());
        for pair in starts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if to - from > 1 {
                let part = word[from..to].to_ascii_lowercase();
                self.plain(&part, start + from..start + to, Role::Part, sink);
            }
        }
    }

    fn chain(&self, folded: &str, word: &str, range: Range<usize>, sink: Sink<'_>) {
        let trimmed = folded.trim_matches(['_', '.']);
        if trimmed.is_empty() {
            return;
        }
        if trimmed.contains('\'') {
            return self.apostrophe(trimmed, range, sink);
        }
        if trimmed.contains([',', ';', ':']) {
            return self.separated(trimmed, range, sink);
        }
        if !trimmed.contains(['.', '_']) {
            return self.plain(trimmed, range, Role::Word, sink);
        }
        let parts: Vec<&str> = trimmed.split(['.', '_']).filter(|part| !part.is_empty()).collect();
        if parts.iter().all(|part| part.chars().count() == 1 && !is_number(part)) {
            // An abbreviation: `e.g`, `U.S.A`.
            return self.plain(&parts.concat(), range, Role::Word, sink);
        }
        sink(trimmed, range.clone(), Role::Word);
        let version = trimmed.strip_prefix('v').unwrap_or(trimmed);
        if version.split('.').all(is_number) {
            // `v3.11.4` is also 3.11.4 and 3.11.
            if version != trimmed {
                sink(version, range.clone(), Role::Part);
            }
            if let [major, minor, _] = parts[..] {
                let major = major.trim_start_matches('v');
                sink(&format!("{major}.{minor}"), range, Role::Part);
            }
            return;
        }
        // Where folding kept every byte in its place, a part knows where it stands.
        let in_place = word.is_ascii();
        let lead = folded.len() - folded.trim_start_matches(['_', '.']).len();
        let mut at = 0;
        for part in parts.into_iter().take(PARTS_MAX) {
            let from = trimmed[at..].find(part).map_or(at, |found| at + found);
            at = from + part.len();
            let part_range = if in_place {
                range.start + lead + from..range.start + lead + at
            } else {
                range.clone()
            };
            if part.chars().count() > 1 {
                self.plain(part, part_range, Role::Part, sink);
            }
        }
    }

    /// `Anna's` is Anna, `l'homme` is homme, `O'Brien` is a word of its own, and `I'd` says nothing.
    fn apostrophe(&self, folded: &str, range: Range<usize>, sink: Sink<'_>) {
        let without_genitive = folded.strip_suffix("'s").unwrap_or(folded);
        let word = match without_genitive.split_once('\'') {
            Some((article, rest)) if is_elided(article) && rest.chars().count() > 2 => rest,
            _ => without_genitive,
        };
        let contracted = self.language.is_some()
            && without_genitive.split_once('\'').is_some_and(|(_, end)| is_contracted(end));
        let word: String = word.chars().filter(|it| !it.is_ascii_punctuation()).collect();
        if word.is_empty() {
            return;
        }
        if contracted {
            sink(&word, range, Role::Stop);
        } else {
            self.plain(&word, range, Role::Word, sink);
        }
    }

    /// `1,000` is one number; `1,2`, `a:b` and `12:30` are two words.
    fn separated(&self, folded: &str, range: Range<usize>, sink: Sink<'_>) {
        let groups: Vec<&str> = folded.split(',').collect();
        let thousands = groups.len() > 1
            && groups[0].len() <= 3
            && is_number(groups[0])
            && groups[1..].iter().all(|group| group.len() == 3 && is_number(group));
        if thousands {
            return sink(&groups.concat(), range, Role::Word);
        }
        let parts = folded.split([',', ';', ':', '.', '_']).filter(|part| !part.is_empty());
        for part in parts.take(PARTS_MAX) {
            self.plain(part, range.clone(), Role::Word, sink);
        }
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Articles and pronouns that lose their vowel in French, Italian and Catalan.
fn is_elided(article: &str) -> bool {
    ["l", "d", "j", "m", "n", "s", "t", "c", "qu", "dell", "nell", "all", "sull", "un"]
        .contains(&article)
}

/// What is left of "not", "would", "will", "am", "are" and "have" in English.
fn is_contracted(end: &str) -> bool {
    ["t", "d", "ll", "m", "re", "ve"].contains(&end)
}

fn has_upper_after_lower(word: &str) -> bool {
    word.as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// Scripts whose words are not separated by blanks, and Korean, whose words carry their particles.
fn is_unspaced(character: char) -> bool {
    matches!(
        character,
        '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1100}'..='\u{11ff}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{3130}'..='\u{318f}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{323af}'
    )
}
