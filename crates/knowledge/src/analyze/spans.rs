//! Where names stand in a text: runs of capitalised words, cut at titles and at words that are capitalised only
//! because a sentence begins.

use rustc_hash::FxHashMap;

use super::corpus::CorpusCounts;
use super::lists::{
    FIRST_NAMES, GENERIC_ABBREVIATIONS, GENERIC_NAMES, KNOWN, PARTICLES, PEOPLES, PLACES,
    STOP_WORDS, SUBJECT_SIGNS, TITLES, UNITS, has_common_ending, is_common, is_institution,
    is_listed,
};
use super::runs::{NAME_WORDS_MAX, Runs};
use super::text::{Capitals, Sentence, Text, head_noun, is_calendar, is_stop_word};
use super::words::{Shape, Token};

/// Share of capitalised uses from which a word of the library counts as a name.
const CAPITALISED_SHARE_MIN: f32 = 0.7;

/// A name in a sentence, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) sentence: usize,
    pub(super) first: usize,
    /// The last word, inclusive.
    pub(super) last: usize,
    /// A title stands in front of it: it is a person.
    pub(super) titled: bool,
    /// It stands where every word is capitalised, and only the words themselves speak for it.
    pub(super) weak: bool,
}

pub(super) struct Finder<'a, 't> {
    text: &'a Text<'t>,
    runs: Runs<'a, 't>,
    corpus: &'a dyn CorpusCounts,
    /// Names that structured data tells, by their first word: the other words.
    told: FxHashMap<&'a str, Vec<Vec<&'a str>>>,
}

impl<'a, 't> Finder<'a, 't> {
    pub(super) fn new(
        text: &'a Text<'t>,
        corpus: &'a dyn CorpusCounts,
        told: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut by_first: FxHashMap<&str, Vec<Vec<&str>>> = FxHashMap::default();
        for name in told {
            let mut words = name.split_whitespace();
            if let Some(first) = words.next() {
                by_first.entry(first).or_default().push(words.take(NAME_WORDS_MAX).collect());
            }
        }
        Self { text, runs: Runs::new(text), corpus, told: by_first }
    }

    pub(super) fn spans(&self) -> Vec<Span> {
        let mut found = Vec::new();
        for (index, sentence) in self.text.sentences.iter().enumerate() {
            let mut at = 0;
            while at < sentence.tokens.len() {
                if let Some(last) = self.told_at(sentence, at) {
                    found.push(Span {
                        sentence: index,
                        first: at,
                        last,
                        titled: false,
                        weak: false,
                    });
                    at = last + 1;
                    continue;
                }
                let Some(last) = self.runs.run_at(sentence, at) else {
                    at += 1;
                    continue;
                };
                self.refine(index, at, last, &mut found);
                at = last + 1;
            }
        }
        found
    }

    /// The end of a name of structured data that begins here.
    fn told_at(&self, sentence: &Sentence<'_>, at: usize) -> Option<usize> {
        let rests = self.told.get(sentence.tokens[at].text)?;
        let matching = |rest: &&Vec<&str>| {
            let tokens = sentence.tokens.get(at + 1..at + 1 + rest.len());
            tokens.is_some_and(|tokens| {
                tokens.iter().zip(rest.iter()).all(|(token, word)| token.is(word))
            })
        };
        rests.iter().filter(matching).map(|rest| at + rest.len()).max()
    }

    /// Cuts a run into names at its titles and takes those in that are some: "Tesla CEO Elon Musk".
    fn refine(&self, sentence: usize, first: usize, last: usize, found: &mut Vec<Span>) {
        let tokens = &self.text.sentences[sentence].tokens;
        let name = self.text.slice(&(tokens[first].start..tokens[last].end()));
        if first < last && (PLACES.contains(name) || KNOWN.contains_key(name)) {
            let weak = self.text.sentences[sentence].is_start(first);
            found.push(Span { sentence, first, last, titled: false, weak });
            return;
        }
        let mut at = first;
        let mut titled = false;
        while at <= last {
            if is_title(tokens, first, last, at) {
                titled = true;
                at += 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.is(".")));
                continue;
            }
            let mut end = at;
            while end < last && !is_title(tokens, first, last, end + 1) {
                end += 1;
            }
            self.accept(sentence, at, end, titled, end < last, found);
            titled = false;
            at = end + 1;
        }
    }

    /// Takes a run without titles in if it is a name. `before_title` says that a title follows: "Tesla CEO".
    fn accept(
        &self,
        sentence: usize,
        mut first: usize,
        mut last: usize,
        titled: bool,
        before_title: bool,
        found: &mut Vec<Span>,
    ) {
        let context = &self.text.sentences[sentence];
        let tokens = &context.tokens;
        while first < last && !tokens[last].is_word() {
            last -= 1;
        }
        while first < last && !tokens[first].is_capital() {
            first += 1;
        }
        let mut weak = context.is_start(first) && !titled;
        if self.text.capitals == Capitals::Nouns && !titled {
            match self.german_start(tokens, first, last, weak) {
                Some(start) => first = start,
                None => return,
            }
        } else {
            // "American Dennis Mitchell" is called Dennis Mitchell.
            if first < last
                && PEOPLES.contains(tokens[first].text)
                && FIRST_NAMES.contains(tokens[first + 1].text)
            {
                first += 1;
                weak = false;
            }
            // The first word of a sentence goes if it is no name: "After Angela Merkel".
            while weak && first < last && !self.can_lead(tokens, first, last) {
                first += 1;
                while first < last && !tokens[first].is_capital() {
                    first += 1;
                }
                weak = false;
            }
            if first == last && !titled && !self.is_single_name(context, first, weak) {
                return;
            }
        }
        if before_title
            && tokens[first..=last]
                .iter()
                .all(|token| is_common(&token.text.to_lowercase()) || PEOPLES.contains(token.text))
        {
            return;
        }
        // "Sunday Times Rich" and the like: small words never end a name.
        while first < last
            && STOP_WORDS.contains(tokens[last].text.to_lowercase().as_str())
            && tokens[last].shape != Shape::Upper
        {
            last -= 1;
        }
        found.push(Span { sentence, first, last, titled, weak });
    }

    /// Whether the first word of a sentence is part of the name that goes on behind it.
    fn can_lead(&self, tokens: &[Token<'_>], first: usize, last: usize) -> bool {
        let token = &tokens[first];
        let next = &tokens[first + 1];
        let lower = token.text.to_lowercase();
        if (token.is_initial() && next.is("."))
            || (PARTICLES.contains(lower.as_str()) && self.text.uses(next.text).capital > 0)
        {
            return true;
        }
        if STOP_WORDS.contains(lower.as_str()) || is_calendar(token.text) {
            return false;
        }
        let foreign = self.text.capitals != Capitals::English;
        if foreign && is_stop_word(&lower) {
            return false;
        }
        let uses = self.text.uses(token.text);
        if token.shape != Shape::Capitalised || is_listed(token.text) || uses.capital > uses.lower {
            return true;
        }
        if uses.lower > 0 && !is_institution(tokens[last].text) {
            return false;
        }
        if PEOPLES.contains(token.text) {
            return true;
        }
        // "Bank of England", "Delta Air Lines": common words lead names of institutions.
        if is_common(&lower) {
            return matches!(next.text, "of" | "for") || is_institution(tokens[last].text);
        }
        !has_common_ending(&lower) || tokens[last].is_capital()
    }

    /// Whether a single word is a name.
    fn is_single_name(&self, context: &Sentence<'_>, at: usize, weak: bool) -> bool {
        let token = &context.tokens[at];
        let lower = token.text.to_lowercase();
        if GENERIC_ABBREVIATIONS.contains(token.text)
            || PEOPLES.contains(token.text)
            || (is_stop_word(&lower) && !(token.shape == Shape::Upper && is_listed(token.text)))
            || is_calendar(token.text)
            || (TITLES.contains(lower.as_str()) && token.shape != Shape::Upper)
            || token.text.chars().nth(1).is_none()
        {
            return false;
        }
        if token.shape != Shape::Capitalised {
            // "TVs" and "CDs" are plurals, "YES" is a loud word.
            let base = token.text.trim_end_matches('s');
            let plural = base.len() < token.text.len() && GENERIC_ABBREVIATIONS.contains(base);
            let loud = token.shape == Shape::Upper && is_common(&lower) && !is_listed(token.text);
            return !plural && !loud;
        }
        if self.text.capitals == Capitals::Nouns {
            return is_listed(token.text);
        }
        let uses = self.text.uses(token.text);
        let share = self.corpus.capitalised_share(&lower);
        if !weak {
            if is_common(&lower) || GENERIC_NAMES.contains(token.text) {
                let often = share.is_some_and(|share| share >= CAPITALISED_SHARE_MIN);
                return often || (uses.lower == 0 && !GENERIC_NAMES.contains(token.text));
            }
            return uses.lower <= uses.capital * 2;
        }
        if self.runs.is_name(token) {
            return true;
        }
        if let Some(share) = share {
            return share >= CAPITALISED_SHARE_MIN;
        }
        let next = context.tokens.get(at + 1);
        let subject = next.is_some_and(|next| SUBJECT_SIGNS.contains(next.text));
        if uses.lower == 0 && subject && KNOWN.contains_key(token.text) {
            return true;
        }
        if uses.lower > 0 || is_common(&lower) || has_common_ending(&lower) {
            return false;
        }
        if self.text.capitals != Capitals::English {
            return false;
        }
        // "Lumenforge, a maker of software, …"
        let described = next.is_some_and(|next| next.is(","))
            && context
                .tokens
                .get(at + 2)
                .is_some_and(|next| matches!(next.text, "a" | "an" | "the"))
            && head_noun(&context.tokens, at + 3).is_some();
        token.possessive
            || subject
            || described
            || next.is_some_and(|next| {
                next.shape == Shape::Lower && next.text.len() > 4 && next.text.ends_with("ed")
            })
    }

    /// Where a name begins in a run of a language that capitalises all nouns; precision comes first.
    fn german_start(
        &self,
        tokens: &[Token<'_>],
        first: usize,
        last: usize,
        weak: bool,
    ) -> Option<usize> {
        let known = |at: usize| {
            let token = &tokens[at];
            (token.shape != Shape::Capitalised && !GENERIC_ABBREVIATIONS.contains(token.text))
                || is_listed(token.text)
        };
        if let Some(start) = (first..=last).find(|at| known(*at)) {
            return Some(start);
        }
        if last == first {
            // A surname that was told before, or a compound of names.
            let token = &tokens[first];
            return (token.text.matches('-').count() >= 2).then_some(first);
        }
        let adjective = ["e", "en", "er", "es"].iter().any(|end| tokens[first].text.ends_with(end));
        if weak || UNITS.contains(tokens[first].text) || UNITS.contains(tokens[last].text) {
            return None;
        }
        let pair = last == first + 1 && is_institution(tokens[last].text);
        if adjective || pair || is_institution(tokens[first].text) {
            return Some(first);
        }
        Some(first + 1).filter(|start| tokens[*start].is_capital())
    }
}

/// Whether a word of a run is a title of a person rather than part of the name.
fn is_title(tokens: &[Token<'_>], first: usize, last: usize, at: usize) -> bool {
    let token = &tokens[at];
    let lower = token.text.to_lowercase();
    if token.possessive || !TITLES.contains(lower.as_str()) || is_institution(tokens[last].text) {
        return false;
    }
    // "James Earl Jones" has no title.
    let middle = at > first && FIRST_NAMES.contains(tokens[at - 1].text);
    match token.shape {
        Shape::Upper => matches!(token.text, "CEO" | "CFO" | "CTO" | "COO"),
        // "Andy Dean" has a surname, "Prime Minister" has none.
        _ if at == last => at > first && is_title(tokens, first, last, at - 1),
        _ => {
            let next = tokens[at + 1].text;
            !middle && !matches!(next, "of" | "for" | "Jr" | "Sr") && !is_institution(next)
        }
    }
}
