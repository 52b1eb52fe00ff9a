//! What kind of thing a name names: by its own words, by what stands around it, and by the library.

use super::lists::{
    APPOSITIONS, EVENT_WORDS, FIRST_NAMES, KNOWN, ORGANIZATION_WORDS, PLACE_STARTS, PLACE_WORDS,
    PLACES, PRODUCT_WORDS, SPEAKING_VERBS, THING_WORDS, WORK_WORDS, is_common,
};
use super::spans::Span;
use super::text::{Sentence, head_noun};
use super::words::{Shape, Token};
use crate::page::EntityKind::{self, Event, Organization, Person, Place, Product, Thing, Work};

const KINDS: [EntityKind; 7] = [Person, Organization, Place, Product, Event, Work, Thing];
/// Below this the kind is a guess, and `Thing` is said instead.
const KIND_CONFIDENCE_MIN: f32 = 0.3;

/// How much speaks for each kind: the probability that not all signs are wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Votes([f32; 7]);

impl Votes {
    pub(super) fn add(&mut self, kind: EntityKind, weight: f32) {
        if let Some(at) = KINDS.iter().position(|other| *other == kind) {
            self.0[at] = 1.0 - (1.0 - self.0[at]) * (1.0 - weight);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (kind, weight) in KINDS.into_iter().zip(other.0) {
            self.add(kind, weight);
        }
    }

    pub(super) fn of(&self, kind: EntityKind) -> f32 {
        KINDS.iter().position(|other| *other == kind).map_or(0.0, |at| self.0[at])
    }

    /// The kind that most speaks for, and how sure it is.
    pub(super) fn best(&self) -> (EntityKind, f32) {
        let mut order: Vec<_> = KINDS.into_iter().zip(self.0).collect();
        order.sort_by(|left, right| right.1.total_cmp(&left.1));
        let ((kind, first), (_, second)) = (order[0], order[1]);
        let confidence = first * (1.0 - 0.5 * second);
        if confidence < KIND_CONFIDENCE_MIN {
            (Thing, KIND_CONFIDENCE_MIN)
        } else {
            (kind, confidence)
        }
    }
}

/// What the words of a name tell.
pub(super) fn votes_of_name(name: &str, words: &[Token<'_>], votes: &mut Votes) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    let several = words.len() > 1;
    let bare = name.strip_prefix("The ").unwrap_or(name);
    if let Some(kind) = KNOWN.get(name).or_else(|| KNOWN.get(bare)) {
        votes.add(*kind, 0.85);
    }
    if PLACES.contains(name) {
        votes.add(Place, if FIRST_NAMES.contains(name) { 0.5 } else { 0.85 });
    }
    let end = last.text;
    if ORGANIZATION_WORDS.contains(end) && several {
        votes.add(Organization, 0.8);
    }
    if PLACE_WORDS.contains(end) && several {
        votes.add(Place, 0.7);
    }
    if (EVENT_WORDS.contains(end) && several) || is_conference(words) {
        votes.add(Event, 0.75);
    }
    if WORK_WORDS.contains(end) && several {
        votes.add(Work, 0.55);
    }
    if THING_WORDS.contains(end) && several {
        votes.add(Thing, 0.7);
    }
    if PRODUCT_WORDS.contains(end) && several {
        votes.add(Product, 0.5);
    }
    if several && PLACE_STARTS.contains(first.text) {
        votes.add(Place, 0.6);
    }
    if several && name.starts_with("The ") {
        votes.add(Work, 0.4);
    }
    let joiner =
        words.iter().position(|word| matches!(word.text, "of" | "for" | "in" | "and" | "to"));
    if let Some(head) = joiner.and_then(|at| at.checked_sub(1)) {
        let head = words[head].text;
        match head {
            "Treaty" | "Prize" | "Award" | "Medal" | "Declaration" | "Statue" => {
                votes.add(Thing, 0.8);
            }
            "Battle" | "Siege" | "War" => votes.add(Event, 0.8),
            "Lord" | "Game" | "Book" | "Song" | "Journal" | "Proceedings" => votes.add(Work, 0.6),
            _ if PLACE_WORDS.contains(head) || PLACE_STARTS.contains(head) => votes.add(Place, 0.6),
            _ if ORGANIZATION_WORDS.contains(head) => votes.add(Organization, 0.8),
            _ => votes.add(Organization, 0.3),
        }
    }
    let lettered = words.iter().all(|word| !word.has_digit());
    if FIRST_NAMES.contains(first.text) && lettered && joiner.is_none() {
        let clash = several
            && (ORGANIZATION_WORDS.contains(end)
                || PLACE_WORDS.contains(end)
                || EVENT_WORDS.contains(end));
        votes.add(
            Person,
            if clash {
                0.2
            } else if several {
                0.8
            } else {
                0.55
            },
        );
    }
    if several && first.is_initial() {
        votes.add(Person, 0.75);
    }
    if words.iter().any(|word| {
        matches!(word.text, "van" | "von" | "bin" | "ibn" | "Ibn" | "der")
            && word.text != first.text
    }) {
        votes.add(Person, 0.5);
    }
    if last.shape == Shape::Number {
        votes.add(Product, 0.6);
    } else if !lettered {
        votes.add(Product, 0.5);
    } else if words.iter().any(|word| word.shape == Shape::Mixed && !word.text.starts_with("Mc")) {
        votes.add(Product, 0.35);
    }
    if several && let Some(kind @ (Product | Organization)) = KNOWN.get(first.text) {
        votes.add(Product, if *kind == Product { 0.5 } else { 0.3 });
    }
    if !several && first.shape == Shape::Upper && lettered {
        votes.add(Organization, 0.4);
    }
    // "Boston Bruins": a team has the name of its city.
    let team = several && lettered && PLACES.contains(first.text) && end.ends_with('s');
    if team && !PLACES.contains(name) && !PLACE_WORDS.contains(end) {
        votes.add(Organization, 0.5);
    }
    if (2..=3).contains(&words.len())
        && !PLACES.contains(first.text)
        && words.iter().all(|word| {
            word.shape == Shape::Capitalised
                && !word.has_digit()
                && !is_common(&word.text.to_lowercase())
        })
    {
        votes.add(Person, 0.3);
    }
}

fn is_conference(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| word.shape == Shape::Mixed && word.text.ends_with("Conf"))
}

/// What stands around a name tells. `next` is the sentence that follows.
pub(super) fn votes_of_context(
    sentence: &Sentence<'_>,
    next: Option<&Sentence<'_>>,
    span: &Span,
    votes: &mut Votes,
) {
    let tokens = &sentence.tokens;
    // "Lovelace fell ill. She …"
    let pronoun = next.and_then(|next| next.tokens.first()).map_or("", |token| token.text);
    if sentence.is_start(span.first) && matches!(pronoun, "He" | "She" | "His" | "Her") {
        votes.add(Person, 0.4);
    }
    if span.titled {
        votes.add(Person, 0.9);
    }
    let behind = |offset: usize| tokens.get(span.last + offset).map_or("", |token| token.text);
    let next = behind(1);
    if SPEAKING_VERBS.contains(next) {
        votes.add(Person, 0.4);
    }
    if next == "-" && behind(2) == "based" {
        votes.add(Place, 0.8);
    }
    if next == ","
        && tokens.get(span.last + 2).is_some_and(|token| token.shape == Shape::Number)
        && behind(3) == ","
    {
        votes.add(Person, 0.5);
    }
    let stated =
        matches!(next, "," | "is" | "was" | "(") && matches!(behind(2), "a" | "an" | "the" | "one");
    if stated && let Some(kind) = head_noun(tokens, span.last + 3) {
        votes.add(kind, 0.6);
    }
    let Some(before) = span.first.checked_sub(1).map(|at| &tokens[at]) else { return };
    if let Some(kind) = APPOSITIONS.get(before.text.to_lowercase().as_str()) {
        votes.add(*kind, 0.45);
    }
    let earlier = span.first.checked_sub(2).map_or("", |at| tokens[at].text);
    match before.text {
        "in" | "near" | "across" | "outside" | "around" | "towards" | "toward" => {
            votes.add(Place, 0.35);
        }
        "from" | "to" | "through" => votes.add(Place, 0.15),
        "at" | "for" => votes.add(Organization, 0.15),
        "by" | "with" => votes.add(Person, 0.1),
        "of" => match APPOSITIONS.get(earlier.to_lowercase().as_str()) {
            Some(Place) => votes.add(Place, 0.6),
            Some(Person) => votes.add(Organization, 0.4),
            _ => {}
        },
        "install" | "use" | "using" | "run" | "running" | "via" => votes.add(Product, 0.3),
        "the" if matches!(earlier, "in" | "near") => votes.add(Place, 0.1),
        "said" | "says" | "added" => votes.add(Person, 0.5),
        "wrote" | "directed" | "painted" | "composed" => votes.add(Work, 0.35),
        _ => {}
    }
}
