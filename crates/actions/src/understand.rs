//! From an utterance to the actions it means. Where it can be read as one action or as several, the
//! reading counts that leaves the fewest words to chance.

use std::cmp::Reverse;

use serde_json::Value;
use tabwright_grammar::{Entities, Found, GrammarSet, TooHard};
use tabwright_wire::language::{Action, Part, PartKind};
use unicode_normalization::UnicodeNormalization as _;

use crate::split::{Separator, separators};

/// What an utterance means.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reading {
    pub(crate) meant: Vec<Meant>,
    /// The whole text, piece by piece.
    pub(crate) parts: Vec<Part>,
}

/// One action, and the words for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Meant {
    pub(crate) words: String,
    pub(crate) action: Action,
    /// The grammar that knew it.
    pub(crate) grammar: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unread {
    #[error(transparent)]
    TooHard(#[from] TooHard),
    #[error("none of it is known")]
    Unknown,
    /// A grammar matched and gave something that is no action.
    #[error("the grammar `{grammar}` gives no action for it: {value}")]
    NoAction { grammar: String, value: String },
}

/// How good a reading is; the less the better.
type Score = (usize, Reverse<usize>, usize);

/// A reading of everything up to a separator.
struct Best {
    score: Score,
    /// Where its last piece begins, as an index into the bounds.
    from: usize,
    found: Found,
}

/// Reads an utterance with the grammars that count at a place.
pub(crate) fn understand(
    grammar_set: &GrammarSet,
    text: &str,
    site: Option<&str>,
    entities: &dyn Entities,
) -> Result<Reading, Unread> {
    let text: String = text.nfc().collect();
    let separators = separators(&text);
    // Piece i..j begins behind separator i-1 and ends before separator j.
    let begin = |i: usize| i.checked_sub(1).map_or(0, |separator| separators[separator].end);
    let end = |j: usize| separators.get(j).map_or(text.len(), |separator| separator.start);
    let mut bests: Vec<Option<Best>> = Vec::with_capacity(separators.len() + 1);
    for last in 0..=separators.len() {
        let mut best: Option<Best> = None;
        for first in (0..=last).rev() {
            let before = match first.checked_sub(1) {
                None => (0, Reverse(0), 0),
                Some(earlier) => match &bests[earlier] {
                    Some(earlier) => earlier.score,
                    None => continue,
                },
            };
            let piece = &text[begin(first)..end(last)];
            let Some(found) = grammar_set.ranked(piece, site, entities)?.found.into_iter().next()
            else {
                continue;
            };
            let score = (
                before.0 + found.parse.wildcard_words,
                Reverse(before.1.0 + found.parse.literal_words),
                before.2 + 1,
            );
            if best.as_ref().is_none_or(|best| score < best.score) {
                best = Some(Best { score, from: first, found });
            }
        }
        bests.push(best);
    }
    read_back(&text, &separators, bests)
}

fn read_back(
    text: &str,
    separators: &[Separator],
    mut bests: Vec<Option<Best>>,
) -> Result<Reading, Unread> {
    let mut pieces = Vec::new();
    let mut last = separators.len();
    loop {
        let Best { from, found, .. } =
            bests.get_mut(last).and_then(Option::take).ok_or(Unread::Unknown)?;
        pieces.push((from, last, found));
        match from.checked_sub(1) {
            Some(earlier) => last = earlier,
            None => break,
        }
    }
    pieces.reverse();
    let mut reading = Reading::default();
    for (from, to, found) in pieces {
        if let Some(separator) = from.checked_sub(1).map(|separator| separators[separator]) {
            reading.parts.push(part(&text[separator.start..separator.end], PartKind::Joint));
        }
        let begin = from.checked_sub(1).map_or(0, |separator| separators[separator].end);
        let end = separators.get(to).map_or(text.len(), |separator| separator.start);
        let piece = &text[begin..end];
        reading.parts.extend(parts(piece, &found));
        for action in actions(&found)? {
            let (words, grammar) = (piece.trim().to_owned(), found.grammar.to_string());
            reading.meant.push(Meant { words, action, grammar });
        }
    }
    Ok(reading)
}

/// The words of the grammar and what fills its captures, in turn.
fn parts(piece: &str, found: &Found) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    for capture in &found.parse.captures {
        let (start, end) = (capture.span.start as usize, capture.span.end as usize);
        let fits = at <= start && start < end && piece.get(start..end).is_some();
        if !fits {
            continue;
        }
        parts.extend(
            piece.get(at..start).filter(|it| !it.is_empty()).map(|it| part(it, PartKind::Word)),
        );
        parts.push(part(&piece[start..end], PartKind::Capture));
        at = end;
    }
    parts.extend(piece.get(at..).filter(|it| !it.is_empty()).map(|it| part(it, PartKind::Word)));
    parts
}

fn part(text: &str, kind: PartKind) -> Part {
    Part { text: text.to_owned(), kind }
}

/// A grammar gives one action, or a list of them.
fn actions(found: &Found) -> Result<Vec<Action>, Unread> {
    let value = found.parse.value.to_json();
    let refused = |value: &Value| Unread::NoAction {
        grammar: found.grammar.to_string(),
        value: value.to_string(),
    };
    let list = match value {
        Value::Array(list) if !list.is_empty() => list,
        other => vec![other],
    };
    list.into_iter().map(|value| action(&value).ok_or_else(|| refused(&value))).collect()
}

fn action(value: &Value) -> Option<Action> {
    let mut action: Action = serde_json::from_value(value.clone()).ok()?;
    // What was not said is not given.
    action.parameters.retain(|_, value| !value.is_null());
    Some(action)
}
