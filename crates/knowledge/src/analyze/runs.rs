//! Runs of words that a name may consist of: capitalised words, with the small words, numbers and full stops
//! that hold them together. Whether a run is a name, `spans` decides.

use super::lists::{
    ENGLISH_PARTICLES, EVENT_WORDS, FIRST_NAMES, FOR_HEADS, GENERIC_ABBREVIATIONS, KNOWN,
    NAME_ABBREVIATIONS, OF_HEADS, ORGANIZATION_WORDS, PARTICLES, PEOPLES, PLACES, ROYAL_TITLES,
    SHORT_MONTHS, STOP_WORDS, TITLES, is_common, is_institution, is_listed,
};
use super::text::{Capitals, Sentence, Style, Text, is_calendar, is_stop_word};
use super::words::{Shape, Token};

/// A name with more words is a list or a slogan.
pub(super) const NAME_WORDS_MAX: usize = 9;

#[derive(Clone, Copy)]
pub(super) struct Runs<'a, 't> {
    text: &'a Text<'t>,
}

impl<'a, 't> Runs<'a, 't> {
    pub(super) fn new(text: &'a Text<'t>) -> Self {
        Self { text }
    }

    /// The end of the run of words of a name that begins here.
    pub(super) fn run_at(&self, sentence: &Sentence<'_>, at: usize) -> Option<usize> {
        let tokens = &sentence.tokens;
        if sentence.style == Style::Shouting || !self.can_be_in_name(sentence, at) {
            return None;
        }
        let lower = tokens[at].text.to_lowercase();
        let abbreviation = tokens[at].shape == Shape::Upper && is_listed(tokens[at].text);
        if STOP_WORDS.contains(lower.as_str())
            && !abbreviation
            && !self.is_name_article(sentence, at)
        {
            return None;
        }
        let foreign = self.text.capitals != Capitals::English;
        if foreign && sentence.is_start(at) && is_stop_word(&lower) {
            return None;
        }
        let title = self.is_name_article(sentence, at);
        let mut last = at;
        while last - at < NAME_WORDS_MAX {
            let Some(next) = self.next_in_run(sentence, at, last, title) else { break };
            last = next;
        }
        Some(last)
    }

    /// "The" within a sentence begins a title: "The Hague", "The Trial".
    fn is_name_article(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let tokens = &sentence.tokens;
        matches!(tokens[at].text, "The" | "A" | "An")
            && self.text.capitals == Capitals::English
            && sentence.shows_case(at)
            && tokens.get(at + 1).is_some_and(|next| next.is_capital() && next.spaced)
    }

    /// Whether a word can be part of a name at all.
    fn can_be_in_name(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let token = &sentence.tokens[at];
        if !token.is_capital()
            || is_calendar(token.text)
            || is_short_month(&sentence.tokens, at)
            || matches!(token.text, "I" | "I'm" | "I've")
        {
            return false;
        }
        if sentence.style != Style::TitleCase {
            return true;
        }
        // In a heading the rest of the text has to speak for a word.
        let uses = self.text.uses(token.text);
        let before = at.checked_sub(1).map_or("", |before| sentence.tokens[before].text);
        let next = sentence.tokens.get(at + 1).map_or("", |next| next.text);
        let pair = [(before, token.text), (token.text, next)].iter().any(|(left, right)| {
            let pair = format!("{left} {right}");
            PLACES.contains(pair.as_str()) || KNOWN.contains_key(pair.as_str())
        });
        let lower = token.text.to_lowercase();
        pair || uses.capital > uses.lower
            || (FIRST_NAMES.contains(before) && !is_common(&lower))
            || token.shape == Shape::Mixed
            || (token.shape == Shape::Upper && !GENERIC_ABBREVIATIONS.contains(token.text))
            || (uses.lower == 0 && !is_common(&lower) && is_listed(token.text))
    }

    /// The next word of a run that goes from `first` to `last`.
    fn next_in_run(
        &self,
        sentence: &Sentence<'_>,
        first: usize,
        last: usize,
        title: bool,
    ) -> Option<usize> {
        let tokens = &sentence.tokens;
        let here = &tokens[last];
        let next = tokens.get(last + 1)?;
        let capital = |at: usize| {
            tokens.get(at).is_some_and(|token| token.spaced) && self.can_be_in_name(sentence, at)
        };
        if next.is(".")
            && !next.spaced
            && (here.is_initial() || NAME_ABBREVIATIONS.contains(here.text))
        {
            // "F. W. de Klerk" has a particle behind the initials.
            let particle = tokens.get(last + 2).is_some_and(|token| PARTICLES.contains(token.text));
            let word = last + 2 + usize::from(particle);
            return capital(word).then_some(word);
        }
        if here.possessive {
            // "King's College" is a name, "Kenya's President" is not.
            let word = last + 1 + usize::from(!next.is_word());
            let end = (word..tokens.len()).take_while(|at| capital(*at)).last()?;
            let institution = tokens[word..=end].iter().any(|token| is_institution(token.text));
            let owner = is_institution(here.text) || is_listed(here.text);
            let holds = institution && (!owner || tokens[first].is("St"));
            return (holds && capital(word)).then_some(word);
        }
        if capital(last + 1) {
            return Some(last + 1);
        }
        match next.text {
            "&" | "+" if next.spaced && capital(last + 2) => {
                let people = FIRST_NAMES.contains(tokens[first].text)
                    && FIRST_NAMES.contains(tokens[last + 2].text);
                return (!people).then_some(last + 2);
            }
            "," => {
                return matches!(
                    tokens.get(last + 2)?.text,
                    "Inc" | "Inc." | "Ltd" | "LLC" | "D.C."
                )
                .then_some(last + 2);
            }
            _ => {}
        }
        if !next.spaced {
            return None;
        }
        if next.shape == Shape::Number {
            return self.takes_number(sentence, first, last).then_some(last + 1);
        }
        self.joined(sentence, first, last, title)
    }

    /// Behind a small word in lower case: "of", "de", "van der".
    fn joined(
        &self,
        sentence: &Sentence<'_>,
        first: usize,
        last: usize,
        title: bool,
    ) -> Option<usize> {
        let tokens = &sentence.tokens;
        let here = &tokens[last];
        let mut next = last + 1;
        let joiner = tokens[next].text;
        let particle = PARTICLES.contains(joiner);
        while tokens.get(next).is_some_and(|token| {
            token.spaced
                && (PARTICLES.contains(token.text)
                    || matches!(token.text, "of" | "for" | "and" | "in" | "to" | "the"))
        }) && next - last < 3
        {
            next += 1;
        }
        let small = next - last - 1;
        let token = tokens.get(next)?;
        if small == 0 || small > 2 || !token.spaced || !self.can_be_in_name(sentence, next) {
            return None;
        }
        if small == 2 && !particle && !tokens[last + 2].is("the") {
            return None;
        }
        let run = &tokens[first..=last];
        let royal = run.iter().any(|token| ROYAL_TITLES.contains(token.text));
        let holds = match joiner {
            _ if particle => {
                self.text.capitals == Capitals::Names
                    || !(ENGLISH_PARTICLES.contains(joiner) || PEOPLES.contains(here.text))
            }
            _ if self.text.capitals != Capitals::English => false,
            "of" => {
                title
                    || OF_HEADS.contains(here.text)
                    || ORGANIZATION_WORDS.contains(here.text)
                    || (royal && run.len() <= 3)
            }
            "for" => title || FOR_HEADS.contains(here.text),
            "in" => title || matches!(here.text, "Prize" | "Award" | "Medal"),
            "to" | "the" => title,
            "and" => {
                let head = run
                    .iter()
                    .any(|token| FOR_HEADS.contains(token.text) || OF_HEADS.contains(token.text));
                let behind = (next..tokens.len().min(next + 4))
                    .take_while(|at| self.can_be_in_name(sentence, *at))
                    .last()
                    .map_or("", |at| tokens[at].text);
                small == 1
                    && (title
                        || (head
                            && run.len() > 2
                            && run.iter().any(|token| matches!(token.text, "of" | "for")))
                        || (run.len() <= 2
                            && FOR_HEADS.contains(behind)
                            && !is_listed(here.text)
                            && behind != token.text)
                        || PLACES.contains(format!("{} and {}", here.text, token.text).as_str()))
            }
            _ => false,
        };
        holds.then_some(next)
    }

    /// "PostgreSQL 16", "Apollo 11": whether a number behind a run is part of the name.
    fn takes_number(&self, sentence: &Sentence<'_>, first: usize, last: usize) -> bool {
        let tokens = &sentence.tokens;
        let (here, number) = (&tokens[last], &tokens[last + 1]);
        let lower = here.text.to_lowercase();
        if number.text.len() > 6 || number.text.contains([',', '-', '/', '%']) {
            return false;
        }
        let unit = tokens.get(last + 2).is_some_and(|token| {
            matches!(
                token.text,
                "%" | "°"
                    | "per"
                    | "percent"
                    | "million"
                    | "billion"
                    | "times"
                    | "years"
                    | "-"
                    | "–"
            )
        });
        let known = KNOWN.contains_key(here.text) && !sentence.is_start(last);
        let compound = first < last && !is_institution(here.text) && number.text.len() < 4;
        let counted = (is_common(&lower) && !known && !compound)
            || PEOPLES.contains(here.text)
            || TITLES.contains(lower.as_str());
        if unit || counted || (first == last && sentence.is_start(first) && !self.is_name(here)) {
            return false;
        }
        let year = number.text.len() == 4
            && (number.text.starts_with("19") || number.text.starts_with("20"));
        if year {
            return EVENT_WORDS.contains(here.text)
                || ["Conf", "Con"].iter().any(|end| here.text.ends_with(end));
        }
        let person = FIRST_NAMES.contains(tokens[first].text) || tokens[first].is_initial();
        known || !(PLACES.contains(here.text) || person)
    }

    /// Whether the page or our lists know a word as a name, wherever it stands.
    pub(super) fn is_name(&self, token: &Token<'_>) -> bool {
        let uses = self.text.uses(token.text);
        let lower = token.text.to_lowercase();
        token.shape != Shape::Capitalised
            || uses.capital > uses.lower
            || (uses.lower == 0 && !is_common(&lower) && is_listed(token.text))
    }
}

/// "Jan. 5" and "5 Dec", but not "Jan Smit".
fn is_short_month(tokens: &[Token<'_>], at: usize) -> bool {
    let number =
        |token: Option<&Token<'_>>| token.is_some_and(|token| token.shape == Shape::Number);
    SHORT_MONTHS.contains(tokens[at].text)
        && (number(tokens.get(at + 1))
            || tokens.get(at + 1).is_some_and(|next| next.is(".") || next.is(","))
            || number(at.checked_sub(1).and_then(|before| tokens.get(before))))
}
