//! Entities of a page: its names with their kinds, variants of a name taken together.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::corpus::CorpusCounts;
use super::kinds::{Votes, votes_of_context, votes_of_name};
use super::lists::FIRST_NAMES;
use super::spans::{Finder, Span};
use super::text::Text;
use super::words::{Shape, Token};
use crate::page::{Entity, EntityKind, Named, Page};

const ENTITIES_MAX: usize = 60;
const ENTITY_SENTENCES_MAX: usize = 3;
/// So many names that structured data tells are looked for.
const TOLD_MAX: usize = 300;
/// The surroundings of more mentions tell nothing new.
const CONTEXTS_MAX: usize = 8;

/// With more people of one surname on a page, it is unclear who is meant.
const NAMESAKES_MAX: usize = 20;

/// A place in the text that names an entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// In bytes of the page's text.
    pub range: Range<usize>,
    /// The name of the entity, which may be longer than what stands here.
    pub name: String,
    pub kind: EntityKind,
    pub confidence: f32,
}

/// What was found in a text: every entity with the places that name it.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) entities: Vec<Entity>,
    /// In the order of the text: sentence, range, number of the entity.
    pub(super) places: Vec<Place>,
}

#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) sentence: usize,
    pub(super) range: Range<usize>,
    pub(super) entity: usize,
}

struct Group {
    name: String,
    spans: Vec<usize>,
    votes: Votes,
    told: bool,
    words: Vec<String>,
    upper: bool,
}

pub(super) fn find(page: &Page, text: &Text<'_>, corpus: &dyn CorpusCounts) -> Found {
    let told: Vec<Named> = told(page);
    let spans = Finder::new(text, corpus, told.iter().map(|named| named.name.as_str())).spans();
    let mut groups = groups(text, &spans, &told, corpus);
    let target = merge_targets(text, &spans, &groups);
    for at in 0..groups.len() {
        if target[at] != at {
            let (votes, moved) = (groups[at].votes, std::mem::take(&mut groups[at].spans));
            let into = &mut groups[target[at]];
            into.votes.merge(&votes);
            into.spans.extend(moved);
            into.spans.sort_unstable();
        }
    }
    entities(page, text, &spans, &groups)
}

/// What structured data names, and the author.
fn told(page: &Page) -> Vec<Named> {
    let author = page.author.iter().filter(|author| author.split_whitespace().count() > 1);
    let author = author.map(|name| Named { name: name.clone(), kind: EntityKind::Person });
    let is_name = |name: &str| {
        name.chars().nth(1).is_some()
            && name.chars().any(|letter| letter.is_alphabetic() && !letter.is_lowercase())
    };
    let named = page.named.iter().filter(|named| is_name(&named.name)).cloned();
    named.chain(author).take(TOLD_MAX).collect()
}

fn span_range(tokens: &[Token<'_>], span: &Span) -> Range<usize> {
    let (first, last) = (&tokens[span.first], &tokens[span.last]);
    // The full stop of "Docker, Inc." belongs to the name.
    let dot = tokens.get(span.last + 1).is_some_and(|next| next.is(".") && !next.spaced);
    let dotted = dot && matches!(last.text, "Inc" | "Ltd" | "Corp" | "Jr" | "Bros");
    first.start..last.end() + usize::from(dotted)
}

fn groups(
    text: &Text<'_>,
    spans: &[Span],
    told: &[Named],
    corpus: &dyn CorpusCounts,
) -> Vec<Group> {
    let told: FxHashMap<&str, EntityKind> =
        told.iter().map(|named| (named.name.as_str(), named.kind)).collect();
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for (index, span) in spans.iter().enumerate() {
        let sentence = &text.sentences[span.sentence];
        let words = &sentence.tokens[span.first..=span.last];
        let written = text.slice(&span_range(&sentence.tokens, span));
        let at = *by_name.entry(written).or_insert_with(|| {
            let name = written.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut votes = Votes::default();
            votes_of_name(&name, words, &mut votes);
            let kind = told.get(name.as_str());
            if let Some(kind) = kind {
                votes.add(*kind, 0.97);
            } else if let Some(kind) = corpus.majority_kind(&name) {
                votes.add(kind, 0.8);
            }
            groups.push(Group {
                words: name.split(' ').map(str::to_lowercase).collect(),
                upper: words.len() == 1 && words[0].shape == Shape::Upper,
                name,
                spans: Vec::new(),
                votes,
                told: kind.is_some(),
            });
            groups.len() - 1
        });
        let group = &mut groups[at];
        if group.spans.len() < CONTEXTS_MAX {
            let next = text.sentences.get(span.sentence + 1);
            votes_of_context(sentence, next, span, &mut group.votes);
        }
        group.spans.push(index);
    }
    groups
}

/// For each group the one that it is a variant of, or itself.
fn merge_targets(text: &Text<'_>, spans: &[Span], groups: &[Group]) -> Vec<usize> {
    let mut target: Vec<usize> = (0..groups.len()).collect();
    let mut by_last: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut by_first: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut by_words: FxHashMap<&[String], usize> = FxHashMap::default();
    for (at, group) in groups.iter().enumerate() {
        by_words.entry(&group.words).or_insert(at);
        if group.words.len() > 1 {
            by_last.entry(&group.words[group.words.len() - 1]).or_default().push(at);
            by_first.entry(&group.words[0]).or_default().push(at);
        }
    }
    let abbreviations = abbreviations(text, spans, groups, &by_words);
    for (at, group) in groups.iter().enumerate() {
        if group.told {
            continue;
        }
        if let Some(full) = abbreviations.get(&at) {
            target[at] = *full;
            continue;
        }
        // "Siemens AG" and "Siemens".
        if let Some((last, rest)) = group.words.split_last()
            && is_legal_form(last)
            && let Some(short) = by_words.get(rest.strip_suffix(&[",".to_owned()]).unwrap_or(rest))
        {
            target[at] = *short;
            continue;
        }
        // "Lovelace" and "Ada Lovelace", "De Klerk" and "F. W. de Klerk", if only one can be meant.
        let last = group.words.last().map_or("", String::as_str);
        let namesakes = by_last.get(last).filter(|namesakes| namesakes.len() <= NAMESAKES_MAX);
        let mut surname = namesakes.into_iter().flatten().filter(|other| {
            let longer = &groups[**other];
            longer.words.len() > group.words.len()
                && longer.words.ends_with(&group.words)
                && longer.votes.of(EntityKind::Person) >= 0.3
                && longer.votes.best().0 != EntityKind::Organization
        });
        if let (Some(longer), None) = (surname.next(), surname.next()) {
            if group.votes.of(EntityKind::Place) < 0.8
                || groups[*longer].votes.of(EntityKind::Person) > 0.9
            {
                target[at] = *longer;
            }
            continue;
        }
        if group.words.len() == 1 && FIRST_NAMES.contains(group.name.as_str()) {
            let mut longer = by_first.get(last).into_iter().flatten();
            if let (Some(longer), None) = (longer.next(), longer.next())
                && groups[*longer].votes.best().0 == EntityKind::Person
            {
                target[at] = *longer;
            }
        }
    }
    // A chain ends at its last link: "Ada", "Ada Lovelace". Targets are longer, so that no circle arises.
    for at in 0..target.len() {
        let mut end = target[at];
        for _ in 0..4 {
            end = target[end];
        }
        target[at] = end;
    }
    target
}

/// "World Health Organization (WHO)": abbreviations with the group they stand for.
fn abbreviations(
    text: &Text<'_>,
    spans: &[Span],
    groups: &[Group],
    by_words: &FxHashMap<&[String], usize>,
) -> FxHashMap<usize, usize> {
    let mut found = FxHashMap::default();
    for pair in spans.windows(2) {
        let [full, short] = pair else { continue };
        let tokens = &text.sentences[full.sentence].tokens;
        let bracket = full.sentence == short.sentence
            && short.first == full.last + 2
            && tokens[full.last + 1].is("(");
        if !bracket {
            continue;
        }
        let group_of = |span: &Span| {
            let name = text.slice(&span_range(tokens, span));
            let words: Vec<_> = name.split_whitespace().map(str::to_lowercase).collect();
            by_words.get(words.as_slice()).copied()
        };
        let (Some(full), Some(short)) = (group_of(full), group_of(short)) else { continue };
        if full != short
            && groups[short].upper
            && abbreviates(&groups[short].name, &groups[full].name)
        {
            found.insert(short, full);
        }
    }
    found
}

/// Whether the capitals of a name make an abbreviation.
fn abbreviates(short: &str, full: &str) -> bool {
    let initials: String = full
        .split([' ', '-'])
        .filter_map(|word| word.chars().next())
        .filter(|letter| letter.is_uppercase())
        .collect();
    let short: String = short.chars().filter(|letter| letter.is_alphabetic()).collect();
    initials.len() >= 2 && (initials.contains(&short) || short.contains(&initials))
}

fn is_legal_form(lower: &str) -> bool {
    matches!(
        lower.trim_end_matches('.'),
        "inc"
            | "ltd"
            | "llc"
            | "corp"
            | "ag"
            | "gmbh"
            | "plc"
            | "corporation"
            | "limited"
            | "s.a"
            | "nv"
            | "se"
    )
}

fn entities(page: &Page, text: &Text<'_>, spans: &[Span], groups: &[Group]) -> Found {
    let title = page.title.as_str();
    let mut order: Vec<usize> =
        (0..groups.len()).filter(|at| !groups[*at].spans.is_empty()).collect();
    let weight = |at: &usize| {
        let group = &groups[*at];
        let named = if group.told || title.contains(group.name.as_str()) { 2 } else { 0 };
        group.spans.len() + named
    };
    order.sort_by_cached_key(|at| (std::cmp::Reverse(weight(at)), groups[*at].spans[0]));
    order.truncate(ENTITIES_MAX);
    let mut found = Found::default();
    for at in order {
        let group = &groups[at];
        let number = found.entities.len();
        let (kind, confidence) = group.votes.best();
        let weak = group.spans.iter().all(|span| spans[*span].weak);
        let certainty = if group.told {
            1.0
        } else if weak {
            0.8
        } else {
            0.95
        };
        let often = 0.03 * (group.spans.len().min(5) - 1) as f32;
        let mut sentences = Vec::new();
        let mut seen = FxHashSet::default();
        for span in group.spans.iter().map(|span| &spans[*span]) {
            let sentence = &text.sentences[span.sentence];
            if sentences.len() < ENTITY_SENTENCES_MAX && seen.insert(span.sentence) {
                sentences.push(text.slice(&sentence.range).to_owned());
            }
            let range = span_range(&sentence.tokens, span);
            found.places.push(Place { sentence: span.sentence, range, entity: number });
        }
        found.entities.push(Entity {
            name: group.name.clone(),
            kind,
            confidence: (confidence * certainty + often).min(0.99),
            count: u32::try_from(group.spans.len()).unwrap_or(u32::MAX),
            sentences,
        });
    }
    found.places.sort_by_key(|place| place.range.start);
    found
}
