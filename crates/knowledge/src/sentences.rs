//! Where sentences begin and end, as byte ranges into a text that is never changed: what is quoted from a page
//! must stand in it byte for byte. By rule, for every language at once, in one pass over the text.

use std::ops::Range;

/// A longer sentence is cut at a clause or between words: it is a table or a list that lost its lines.
const SENTENCE_CHARS_MAX: usize = 600;
/// No abbreviation is longer, so no more of a word is looked at.
const WORD_CHARS_MAX: usize = 24;

/// The sentences of a text in their order, without the white space around them. A line break always ends one;
/// what holds neither letter nor digit is none.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for (at, letter) in text.char_indices() {
        if is_line_break(letter) {
            split_line(text, line_start..at, &mut found);
            line_start = at + letter.len_utf8();
        }
    }
    split_line(text, line_start..text.len(), &mut found);
    found
}

fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{0b}' | '\u{0c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn split_line(text: &str, line: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut start = line.start;
    let mut at = line.start;
    while let Some(offset) = text[at..line.end].find(is_terminator) {
        let stop = at + offset;
        at = end_of_terminators(text, stop, line.end);
        let end = end_of_closers(text, at, line.end);
        if ends_sentence(text, &line, stop, at, end) {
            push(text, start..end, found);
            start = end;
            at = end;
        }
    }
    push(text, start..line.end, found);
}

/// Takes a sentence in, trimmed, in pieces if it is too long.
fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut rest = trimmed(text, range);
    while let Some(cut) = cut_of_long(&text[rest.clone()]) {
        let piece = trimmed(text, rest.start..rest.start + cut);
        rest = trimmed(text, rest.start + cut..rest.end);
        push_if_spoken(text, piece, found);
    }
    push_if_spoken(text, rest, found);
}

fn push_if_spoken(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    if text[range.clone()].contains(char::is_alphanumeric) {
        found.push(range);
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = &text[range.clone()];
    let start = range.start + (piece.len() - piece.trim_start().len());
    start..start + piece.trim().len()
}

/// Where to cut a sentence that is too long: behind a clause in the second half of what is allowed, else
/// between two words, else anywhere.
fn cut_of_long(sentence: &str) -> Option<usize> {
    if sentence.len() <= SENTENCE_CHARS_MAX {
        return None;
    }
    let (limit, _) = sentence.char_indices().nth(SENTENCE_CHARS_MAX)?;
    let (half, _) = sentence.char_indices().nth(SENTENCE_CHARS_MAX / 2)?;
    let window = &sentence[half..limit];
    let clause = window
        .char_indices()
        .filter(|(at, letter)| {
            let behind = at + letter.len_utf8();
            match letter {
                ';' | ':' | ',' | '–' | '—' | '|' | '•' => {
                    window[behind..].starts_with(char::is_whitespace)
                }
                '，' | '、' | '；' | '：' | '،' | '؛' => true,
                _ => false,
            }
        })
        .map(|(at, letter)| at + letter.len_utf8())
        .next_back();
    let word = || window.rfind(char::is_whitespace).filter(|at| *at > 0);
    Some(clause.or_else(word).map_or(limit, |at| half + at))
}

fn is_terminator(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' | '؟' | '۔' | '።' | '။' | '។')
        || is_unspaced_terminator(letter)
}

/// Terminators after which the next sentence follows without a space.
fn is_unspaced_terminator(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '．' | '｡' | '।' | '॥')
}

fn is_closer(letter: char) -> bool {
    "\"')]}”’»›」』）】》".contains(letter)
}

fn is_opener(letter: char) -> bool {
    "\"'([{“„‘«‹「『（【《¿¡*_•–—-@#".contains(letter)
}

fn end_of_terminators(text: &str, from: usize, line_end: usize) -> usize {
    let rest = &text[from..line_end];
    from + (rest.len() - rest.trim_start_matches(is_terminator).len())
}

/// Behind quotes and brackets that close, also the French one that stands behind a space.
fn end_of_closers(text: &str, from: usize, line_end: usize) -> usize {
    let rest = text[from..line_end].trim_start_matches(is_closer);
    let spaced = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let rest = if spaced.starts_with(['»', '›']) { &spaced['»'.len_utf8()..] } else { rest };
    line_end - rest.len()
}

/// Whether the terminators at `stop..terminators_end`, with closers up to `end`, end a sentence.
fn ends_sentence(
    text: &str,
    line: &Range<usize>,
    stop: usize,
    terminators_end: usize,
    end: usize,
) -> bool {
    let rest = &text[end..line.end];
    let Some(first) = rest.chars().next() else { return true };
    let terminators = &text[stop..terminators_end];
    if terminators.contains(is_unspaced_terminator) {
        // Japanese goes on behind a quoted sentence: 「本当だ。」と言った.
        let quoted = text[terminators_end..end].ends_with(['」', '』']);
        return !(quoted && is_hiragana(first));
    }
    if !first.is_whitespace() {
        return is_han_or_kana(first) && terminators != ".";
    }
    let next = rest.trim_start().trim_start_matches(|letter: char| {
        is_opener(letter) || letter == ' ' || letter == '\u{a0}' || letter == '\u{202f}'
    });
    let next = next.split(char::is_whitespace).next().unwrap_or_default();
    if !can_begin(next) {
        return false;
    }
    terminators != "." || !is_abbreviation(text, line, stop, next)
}

/// Whether a sentence can begin with this word: not in lower case, unless a capital follows (iPhone).
fn can_begin(word: &str) -> bool {
    let Some(first) = word.chars().next() else { return true };
    if !first.is_lowercase() {
        return true;
    }
    word.chars().nth(1).is_some_and(char::is_uppercase)
        && word.chars().nth(2).is_some_and(char::is_lowercase)
}

/// Whether the full stop at `stop` belongs to its word.
fn is_abbreviation(text: &str, line: &Range<usize>, stop: usize, next: &str) -> bool {
    let before = &text[line.start..stop];
    let word = last_word(before);
    if word.is_empty() {
        return false;
    }
    let next_is_number = next.starts_with(|letter: char| letter.is_ascii_digit());
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return is_ordinal(before, word, next);
    }
    if word.chars().count() == 1 && word.chars().all(char::is_alphabetic) {
        // An initial (J. R. R. Tolkien), unless the next word shows that a sentence begins ("plan B. The").
        return !is_starter(next);
    }
    let lower = word.to_lowercase();
    let lower = lower.as_str();
    if ALWAYS.contains(&lower) {
        return true;
    }
    if BEFORE_NUMBER.contains(&lower) {
        return next_is_number;
    }
    if UNLESS_STARTER.contains(&lower) {
        return !is_starter(next);
    }
    // "U.S. Army", "J.R.R. Tolkien"; but "5 p.m." and "Ph.D." end a sentence if a capital follows.
    is_dotted(word) && !ENDING_DOTTED.contains(&lower) && !is_starter(next)
}

/// "1." at the start of a line, and the German "am 3. Oktober".
fn is_ordinal(before: &str, number: &str, next: &str) -> bool {
    let ahead = before[..before.len() - number.len()].trim_end();
    if number.len() > 2 {
        return false;
    }
    if ahead.len() < WORD_CHARS_MAX && !ahead.contains(char::is_alphanumeric) {
        return true;
    }
    let article = last_word(ahead).to_lowercase();
    !is_starter(next) && ORDINAL_ARTICLES.contains(&article.as_str())
}

/// Letters with full stops between them, each part one or two letters: "U.S", "z.B", "Ph.D".
fn is_dotted(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| {
            (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
        })
}

/// The end of a text back to a space or a sign that can stand before a word.
fn last_word(text: &str) -> &str {
    let mut start = text.len();
    for (at, letter) in text.char_indices().rev().take(WORD_CHARS_MAX) {
        if letter.is_whitespace() || is_opener(letter) || matches!(letter, '/' | ',' | ':' | ';') {
            break;
        }
        start = at;
    }
    &text[start..]
}

fn is_starter(word: &str) -> bool {
    let word = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let word = word.split(['\'', '’']).next().unwrap_or_default();
    word.starts_with(char::is_uppercase) && STARTERS.contains(&word.to_lowercase().as_str())
}

fn is_hiragana(letter: char) -> bool {
    ('\u{3041}'..='\u{309f}').contains(&letter)
}

fn is_han_or_kana(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Abbreviations in front of a name or within a phrase: no sentence ends with them.
const ALWAYS: &[&str] = &[
    "mr", "mrs", "ms", "mx", "dr", "prof", "hon", "rev", "fr", "sr", "sra", "srta", "dra", "mme",
    "mlle", "messrs", "gen", "col", "maj", "capt", "cpt", "lt", "sgt", "cpl", "cmdr", "adm", "sen",
    "rep", "gov", "pres", "supt", "insp", "det", "amb", "atty", "mt", "ft", "e.g", "i.e", "eg",
    "ie", "cf", "viz", "vs", "approx", "ca", "circa", "dept", "univ", "assn", "bros", "z.b", "d.h",
    "u.a", "bzw", "evtl", "ggf", "inkl", "zzgl", "vgl", "sog", "hl", "frhr", "med", "phil", "jur",
    "rer", "dipl", "ing", "p.ej", "p.ex", "pág", "av", "avda", "ud", "uds", "ste", "mgr", "dhr",
    "mevr", "bv", "bijv", "dott", "ing", "sig", "avv",
];

/// Abbreviations only if a number follows: "No. 5", but also "He said no."
const BEFORE_NUMBER: &[&str] = &[
    "no", "nos", "nr", "núm", "n", "fig", "figs", "vol", "vols", "ch", "chap", "sec", "sect",
    "art", "p", "pp", "eq", "eqs", "ref", "refs", "ed", "par", "jan", "feb", "mar", "apr", "jun",
    "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez", "tel", "ext", "ver", "abs",
    "kap", "bd", "op",
];

/// Abbreviations that also stand at the end of a sentence: "Acme Inc. The price was low."
const UNLESS_STARTER: &[&str] = &[
    "inc", "corp", "co", "ltd", "llc", "bros", "st", "ave", "blvd", "rd", "str", "mio", "mrd",
    "jr", "snr", "esq", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "al", "est",
    "min", "max", "ph", "ee", "s.a", "s.p.a", "gmbh", "usw", "cia", "cía",
];

const ENDING_DOTTED: &[&str] =
    &["a.m", "p.m", "b.c", "a.d", "b.c.e", "c.e", "ph.d", "m.d", "b.a", "m.a", "b.sc", "m.sc"];

const ORDINAL_ARTICLES: &[&str] = &[
    "am", "der", "den", "dem", "des", "die", "das", "vom", "bis", "zum", "zur", "im", "ab", "seit",
    "und", "beim", "ins", "jeder", "jeden", "jedem",
];

/// Words that begin sentences and hardly ever names.
const STARTERS: &[&str] = &[
    "the",
    "a",
    "an",
    "this",
    "that",
    "these",
    "those",
    "it",
    "its",
    "he",
    "she",
    "they",
    "we",
    "you",
    "i",
    "his",
    "her",
    "their",
    "our",
    "my",
    "your",
    "there",
    "here",
    "in",
    "on",
    "at",
    "by",
    "for",
    "from",
    "with",
    "to",
    "of",
    "as",
    "after",
    "before",
    "when",
    "while",
    "if",
    "although",
    "though",
    "because",
    "since",
    "until",
    "but",
    "and",
    "or",
    "so",
    "yet",
    "then",
    "now",
    "however",
    "also",
    "even",
    "not",
    "no",
    "nobody",
    "nothing",
    "everyone",
    "everybody",
    "everything",
    "someone",
    "most",
    "many",
    "some",
    "all",
    "both",
    "each",
    "every",
    "few",
    "several",
    "other",
    "others",
    "another",
    "what",
    "who",
    "which",
    "where",
    "why",
    "how",
    "one",
    "two",
    "three",
    "later",
    "today",
    "yesterday",
    "according",
    "during",
    "under",
    "once",
    "only",
    "let",
    "is",
    "are",
    "was",
    "were",
    "did",
    "do",
    "does",
    "can",
    "could",
    "will",
    "would",
    "may",
    "might",
    "please",
    "read",
    "see",
    "use",
    "das",
    "die",
    "der",
    "es",
    "er",
    "sie",
    "wir",
    "ich",
    "ein",
    "eine",
    "und",
    "aber",
    "auch",
    "le",
    "la",
    "les",
    "il",
    "elle",
    "ils",
    "nous",
    "un",
    "une",
    "el",
    "los",
    "las",
    "una",
    "ella",
    "se",
    "está",
    "son",
    "pero",
    "y",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Case {
        text: String,
        sentences: Vec<String>,
        held_out: bool,
    }

    fn cases() -> Vec<Case> {
        let mut held_out = false;
        let mut cases = Vec::new();
        for line in include_str!("../gold/entities/sentences.txt").lines() {
            if line.starts_with('#') {
                held_out |= line == "# held out";
                continue;
            }
            let text = line.replace(" | ", " ").replace('|', "").replace("\\n", "\n");
            let sentences =
                line.split('|').flat_map(|part| part.split("\\n")).map(|part| part.trim().into());
            cases.push(Case { sentences: sentences.collect(), text, held_out });
        }
        cases
    }

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        let cases = cases();
        let mut wrong = Vec::new();
        for case in &cases {
            let found: Vec<_> = sentences(&case.text)
                .into_iter()
                .map(|range| case.text[range].to_owned())
                .collect();
            if found != case.sentences {
                wrong.push((case, found));
            }
        }
        for (case, found) in &wrong {
            println!("held out {}: {:?}\n      found {found:?}", case.held_out, case.sentences);
        }
        for held_out in [false, true] {
            let all = cases.iter().filter(|case| case.held_out == held_out).count();
            let wrong = wrong.iter().filter(|(case, _)| case.held_out == held_out).count();
            println!("held out {held_out}: {} of {all} right", all - wrong);
        }
        assert!(cases.len() >= 80);
        assert!(wrong.len() * 20 <= cases.len(), "{} of {} wrong", wrong.len(), cases.len());
    }

    #[test]
    fn what_is_too_long_is_cut_between_clauses_or_words() {
        let clauses = "one two three four, ".repeat(60);
        let words = "word ".repeat(300);
        let letters = "ä".repeat(2000);
        for text in [clauses.as_str(), &words, &letters] {
            let found = sentences(text);
            assert!(found.len() > 1);
            assert!(found.iter().all(|range| text[range.clone()].chars().count() <= 600));
            let letters =
                |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
            let kept: usize = found.iter().map(|range| letters(&text[range.clone()])).sum();
            assert_eq!(kept, letters(text));
        }
        let first = sentences(&clauses)[0].clone();
        assert!(clauses[first].ends_with(','));
    }

    proptest! {
        #[test]
        fn any_text_is_split_on_its_letters_in_order(
            text in prop_oneof!["\\PC{0,400}", "[A-Za-z0-9 .!?…。」»«\"'\n()äß日本]{0,1500}"]
        ) {
            let mut end = 0;
            for range in sentences(&text) {
                prop_assert!(range.start >= end && range.end > range.start);
                prop_assert!(text.is_char_boundary(range.start) && text.is_char_boundary(range.end));
                let sentence = &text[range.clone()];
                prop_assert_eq!(sentence.trim(), sentence);
                prop_assert!(!sentence.contains('\n'));
                end = range.end;
            }
        }
    }
}
