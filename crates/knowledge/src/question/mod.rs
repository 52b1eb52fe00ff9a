//! What a question of a person wants, without a model: the intent, the words to search for, when, where and
//! what kind of page. What it does not understand stays in the words, so that a search finds it.

mod frame;
mod site;
mod words;

use jiff::Zoned;

use crate::dates::token::{self, TokenKind};
use crate::dates::{self, DateKind, DatePhrase, DateRange};
use crate::page::PageKind;
use frame::Frame;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Intent {
    /// "The latest article about fusion", "when did I last read about ferrets".
    FindLatest,
    /// "When did I first read about WebAssembly".
    FindEarliest,
    /// "Which page did I visit most".
    FindMostFrequent,
    /// "Summarize what I read about inflation".
    Summarize,
    #[default]
    FindSpecific,
}

/// Which pages come first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Relevance,
    Newest,
    Oldest,
    MostVisited,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    pub intent: Intent,
    /// What to search for, as it was written: quotes and operators such as `-word` are still in it. Empty when
    /// the question names no topic ("what did I read yesterday").
    pub words: String,
    /// Only pages of this time are wanted.
    pub dates: Option<DateRange>,
    /// Pages of this time are preferred: the question does not say whether it means them or writes about them.
    pub soft_dates: Option<DateRange>,
    /// A host in lower case, without `www`.
    pub site: Option<String>,
    /// The kind of page that the person remembers. Extraction may have called it otherwise.
    pub kind: Option<PageKind>,
    pub order: Order,
}

/// Understands a question asked at this moment. At most its first 2,000 characters are looked at.
pub fn understand(text: &str, now: &Zoned) -> Question {
    let text = token::bounded(text);
    let lower = text.to_ascii_lowercase();
    let tokens = token::tokens(&lower);
    let phrases = dates::find_in(&tokens, now);

    let mut frame = Frame::new(&tokens);
    for phrase in &phrases {
        // A date that pages do not write ("last week") is nothing to search for.
        if phrase.kind == DateKind::Hard || !phrase.named {
            frame.remove_bytes(&phrase.span);
        }
    }
    frame.take_site();
    frame.take_clauses();
    frame.take_vague_times();
    frame.take_intent();
    frame.take_lead();
    frame.take_tail();

    let words = words_left(text, &frame);
    let mut dates = combined(&phrases, DateKind::Hard);
    let mut soft_dates = combined(&phrases, DateKind::Soft);
    if dates.is_none() && words.is_empty() {
        dates = soft_dates.take();
    }
    Question {
        intent: frame.intent(),
        words,
        dates,
        soft_dates,
        site: frame.site.take(),
        kind: frame.kind,
        order: frame.order,
    }
}

/// The text without the tokens that were taken out, spaced as it was written.
fn words_left(text: &str, frame: &Frame<'_>) -> String {
    let mut words = String::new();
    let mut last_end = None;
    let mut says_something = false;
    for (token, kept) in frame.tokens.iter().zip(&frame.kept) {
        let mark = matches!(token.kind, TokenKind::Punctuation('.' | ',' | ';' | ':' | '?'));
        // The comma of what was taken out goes with it.
        if !kept || (mark && token.glued && last_end != Some(token.start)) {
            continue;
        }
        if !words.is_empty() && last_end != Some(token.start) {
            words.push(' ');
        }
        words.push_str(&text[token.start..token.end]);
        last_end = Some(token.end);
        says_something |= !matches!(token.kind, TokenKind::Punctuation(_));
    }
    if says_something { words } else { String::new() }
}

/// The time that all phrases agree on ("after March and before May"), or else the time that spans them
/// ("on Monday, and then on Friday").
fn combined(phrases: &[DatePhrase], kind: DateKind) -> Option<DateRange> {
    let mut ranges = phrases.iter().filter(|phrase| phrase.kind == kind).map(|phrase| phrase.range);
    let first = ranges.next()?;
    let all = ranges.fold(first, |all, range| {
        let from = all.from.max(range.from);
        let until = match (all.until, range.until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        if from.zip(until).is_none_or(|(from, until)| from < until) {
            return DateRange { from, until };
        }
        DateRange {
            from: all.from.zip(range.from).map(|(one, other)| one.min(other)),
            until: all.until.zip(range.until).map(|(one, other)| one.max(other)),
        }
    });
    // "Before 2020 and since 2024" leaves no end.
    (all != DateRange::default()).then_some(all)
}
