//! Dates in questions of people: "last month", "in spring 2025", "two weeks ago", without a model.
//!
//! A person asks about what was read, so that every date is of the past: a bare month or weekday is the latest
//! one, and nothing reaches beyond the end of today. Days begin and end at local midnight, or where the clock
//! skips midnight, at the first instant of the day.

mod calendar;
mod cursor;
mod moment;
mod named;
mod phrase;
mod relative;
pub(crate) mod token;
mod words;

use std::ops::Range;

use jiff::civil::DateTime;
use jiff::{Timestamp, Zoned};

use calendar::Calendar;
use cursor::Cursor;
use phrase::Phrase;
use token::Token;

/// From the first instant up to, but not including, the last. An end that is left out is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DateRange {
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

/// How much a date says about when a page was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateKind {
    /// The question tells of reading ("what did I read last week"): nothing else is wanted.
    Hard,
    /// It may be what the page is about ("the election in 2024"): prefer it, and search for it too.
    Soft,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatePhrase {
    /// Bytes of the text, with the words that belong to the date: "in", "since", "the".
    pub span: Range<usize>,
    pub range: DateRange,
    pub kind: DateKind,
    /// It names a month, a year or a weekday, which pages do too. "Yesterday" says nothing to a search.
    pub named: bool,
}

impl DateRange {
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= instant) && self.until.is_none_or(|end| instant < end)
    }
}

/// The dates of a text, in its order. They do not overlap. At most the first 2,000 characters are looked at.
pub fn find(text: &str, now: &Zoned) -> Vec<DatePhrase> {
    let lower = token::bounded(text).to_ascii_lowercase();
    find_in(&token::tokens(&lower), now)
}

pub(crate) fn find_in(tokens: &[Token<'_>], now: &Zoned) -> Vec<DatePhrase> {
    let Some(calendar) = Calendar::new(now) else { return Vec::new() };
    let cursor = Cursor { tokens, calendar: &calendar };
    let kind = if tells_of_reading(tokens) { DateKind::Hard } else { DateKind::Soft };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match cursor.phrase(at) {
            Some(phrase) => {
                if (kind == DateKind::Hard || !cursor.may_be_a_title(at, phrase.end))
                    && let Some(range) = instants(&phrase, &calendar)
                {
                    let kind = if before_the_web(&phrase) { DateKind::Soft } else { kind };
                    let span = tokens[at].start..tokens[phrase.end - 1].end;
                    found.push(DatePhrase { span, range, kind, named: phrase.named });
                }
                at = phrase.end;
            }
            None => at += 1,
        }
    }
    found
}

/// Pages are younger than this, and so is nearly all that people ask for by date.
const YEAR_MIN: i16 = 1900;

/// Nobody has read a page before there were any: then the date is what the page is about.
fn before_the_web(phrase: &Phrase) -> bool {
    phrase.until.is_some_and(|until| until.year() < 1994)
}

/// The instants of local times: nothing of the future, and nothing that is empty.
fn instants(phrase: &Phrase, calendar: &Calendar<'_>) -> Option<DateRange> {
    let end = calendar.end_of_today();
    let instant = |local: DateTime| {
        let zone = calendar.now.time_zone();
        zone.to_ambiguous_timestamp(local).compatible().ok()
    };
    if phrase.from.is_some_and(|from| from >= end || from.year() < YEAR_MIN)
        || phrase.until.is_some_and(|until| until.year() < YEAR_MIN)
    {
        return None;
    }
    let from = phrase.from.map(instant);
    let until = phrase.until.map(|until| instant(until.min(end)));
    match (from, until) {
        (Some(from), Some(until)) => {
            let (from, until) = (from?, until?);
            (from < until).then_some(DateRange { from: Some(from), until: Some(until) })
        }
        (Some(from), None) => Some(DateRange { from: Some(from?), until: None }),
        (None, Some(until)) => Some(DateRange { from: None, until: Some(until?) }),
        (None, None) => None,
    }
}

/// Whether the text tells of reading: "I read", "did I see", "pages I opened".
fn tells_of_reading(tokens: &[Token<'_>]) -> bool {
    let mut person = false;
    tokens.iter().enumerate().any(|(at, token)| {
        let word = token.word();
        person |= matches!(word, "i" | "we");
        // "I am looking for" tells of what is wanted now.
        let wants = matches!(word, "looking" | "look" | "searching" | "search")
            && tokens.get(at + 1).is_some_and(|next| next.word() == "for");
        let reads_as_person = words::reading_verb_of_person(word) || word == "had";
        !wants && (words::reading_verb(word) || (person && reads_as_person))
    })
}

/// Whether a word can tell of reading after "I": read, saw, looked.
pub(crate) fn reads(word: &str) -> bool {
    words::reading_verb(word) || words::reading_verb_of_person(word)
}
