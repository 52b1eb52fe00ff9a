//! A page's text cut into sentences and words, with what they show of each word's case: the ground on which
//! names are found.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lists::{APPOSITIONS, CALENDAR, FOREIGN_STOP_WORDS, STOP_WORDS};
use super::words::{Shape, Token, tokens};
use crate::page::EntityKind;

/// Only so much of a text is analysed: what comes later is seldom what a page is about.
const TEXT_BYTES_MAX: usize = 200_000;
/// A line with more words is a paragraph, however it is capitalised.
const HEADING_WORDS_MAX: usize = 16;

/// How a language uses capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Capitals {
    English,
    /// Names are capitalised and nouns are not, but the words are not those of our lists.
    Names,
    /// All nouns are capitalised.
    Nouns,
}

#[derive(Debug)]
pub(super) struct Sentence<'t> {
    pub(super) range: Range<usize>,
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) style: Style,
}

/// How a line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    /// A Heading With Capitals: they tell nothing of its words.
    TitleCase,
    /// ALL CAPITALS.
    Shouting,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Uses {
    pub(super) lower: u32,
    /// Capitalised where only a name is.
    pub(super) capital: u32,
}

#[derive(Debug)]
pub(super) struct Text<'t> {
    pub(super) whole: &'t str,
    pub(super) sentences: Vec<Sentence<'t>>,
    pub(super) capitals: Capitals,
    /// By the word in lower case.
    uses: FxHashMap<String, Uses>,
}

impl<'t> Text<'t> {
    pub(super) fn new(whole: &'t str, language: Option<&str>) -> Self {
        let mut end = whole.len().min(TEXT_BYTES_MAX);
        while !whole.is_char_boundary(end) {
            end -= 1;
        }
        let whole = &whole[..end];
        let ranges = crate::sentences::sentences(whole);
        let sentences: Vec<_> = ranges
            .into_iter()
            .map(|range| {
                let tokens = tokens(whole, &range);
                let style = style(whole, &range, &tokens);
                Sentence { range, tokens, style }
            })
            .collect();
        let mut uses: FxHashMap<String, Uses> = FxHashMap::default();
        for sentence in &sentences {
            for (at, token) in sentence.tokens.iter().enumerate() {
                let counts = |uses: &mut FxHashMap<String, Uses>, add: fn(&mut Uses)| {
                    add(uses.entry(token.text.to_lowercase()).or_default());
                };
                if token.shape == Shape::Lower {
                    counts(&mut uses, |uses| uses.lower += 1);
                } else if token.is_capital() && sentence.shows_case(at) {
                    counts(&mut uses, |uses| uses.capital += 1);
                }
            }
        }
        let capitals = capitals(language, &uses);
        Self { whole, sentences, capitals, uses }
    }

    pub(super) fn uses(&self, word: &str) -> Uses {
        self.uses.get(&word.to_lowercase()).copied().unwrap_or_default()
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'t str {
        &self.whole[range.clone()]
    }
}

impl Sentence<'_> {
    /// Whether a capital here shows a name: not at the start of a sentence, a quotation or a clause behind a
    /// colon, and not in a heading.
    pub(super) fn shows_case(&self, at: usize) -> bool {
        self.style == Style::Plain && !self.is_start(at)
    }

    /// Whether every word is capitalised here.
    pub(super) fn is_start(&self, at: usize) -> bool {
        let mut before = at;
        while before > 0 {
            let token = &self.tokens[before - 1];
            if token.is_word() {
                // "1. Milk", "(2) Eggs": a number of a list.
                return before == 1 && token.shape == Shape::Number && before < at;
            }
            match token.text {
                "," | ";" | "&" | "%" | "/" | ")" | "]" | "'" | "’" | "." => return false,
                "-" if !token.spaced => return false,
                "\"" | "“" | "„" | "«" | "‘" | "(" | "[" => before -= 1,
                _ => return true,
            }
        }
        true
    }
}

fn style(whole: &str, range: &Range<usize>, tokens: &[Token<'_>]) -> Style {
    let mut words = 0;
    let mut capitals = 0;
    let mut uppers = 0;
    let mut longer = 0;
    for token in tokens {
        if matches!(token.shape, Shape::Punctuation | Shape::Number | Shape::Code) {
            continue;
        }
        words += 1;
        uppers += usize::from(token.shape == Shape::Upper);
        // Headings keep their short words in lower case.
        if token.text.len() > 3 {
            longer += 1;
            capitals += usize::from(token.is_capital());
        }
    }
    if words >= 3 && uppers * 3 >= words * 2 {
        return Style::Shouting;
    }
    let line_ends = whole[range.end..].chars().next().is_none_or(|next| next == '\n');
    let line_begins = whole[..range.start].chars().next_back().is_none_or(|last| last == '\n');
    let stopped = whole[range.clone()].ends_with(['.', '!', '?', '…', ':', ';', ',', '"', '”']);
    let heading = line_begins && line_ends && !stopped && words <= HEADING_WORDS_MAX;
    if heading && longer >= 2 && capitals * 10 >= longer * 8 {
        return Style::TitleCase;
    }
    Style::Plain
}

fn capitals(language: Option<&str>, uses: &FxHashMap<String, Uses>) -> Capitals {
    let code = language.map(|language| language.split(['-', '_']).next().unwrap_or_default());
    match code {
        Some("en") => Capitals::English,
        Some("de" | "lb") => Capitals::Nouns,
        Some(code) if code.len() == 2 => Capitals::Names,
        _ => {
            let count = |words: &[&str]| -> u32 {
                words.iter().filter_map(|word| uses.get(*word)).map(|uses| uses.lower).sum()
            };
            let english = count(&["the", "and", "of", "is", "to", "that", "it", "with"]);
            let german = count(&["und", "der", "die", "das", "ist", "nicht", "mit", "den"]);
            let others = count(&[
                "le", "les", "et", "el", "los", "y", "que", "il", "di", "het", "een", "och",
            ]);
            match () {
                () if english >= german && english >= others => Capitals::English,
                () if german >= others => Capitals::Nouns,
                () => Capitals::Names,
            }
        }
    }
}

pub(super) fn is_stop_word(lower: &str) -> bool {
    STOP_WORDS.contains(lower) || FOREIGN_STOP_WORDS.contains(lower)
}

pub(super) fn is_calendar(word: &str) -> bool {
    CALENDAR.contains(word.to_lowercase().as_str())
}

/// The kind of the noun that "a British software company in …" comes down to.
pub(super) fn head_noun(tokens: &[Token<'_>], from: usize) -> Option<EntityKind> {
    let mut kind = None;
    for token in tokens.get(from..)?.iter().filter(|token| !token.is("-")).take(6) {
        if !token.is_word()
            || matches!(token.text, "of" | "in" | "who" | "that" | "which" | "at" | "by" | "for")
        {
            break;
        }
        if let Some(found) = APPOSITIONS.get(token.text.to_lowercase().as_str()) {
            kind = Some(*found);
        }
    }
    kind
}
