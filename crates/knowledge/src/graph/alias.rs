//! Names that may mean the same: found by how they are written, and weighed by whether they are read of in the same
//! company. They are proposals; a person, or a rule of the caller, merges.

use super::incidence::{Graph, Slot};
use super::key::{NodeKey, NodeKind};
use super::names::{
    NAME_CHARS_MAX, PersonName, abbreviation, initials, may_be_same_person, may_be_typo, person,
    spelling, words,
};
use crate::page::EntityKind;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Pairs whose company is looked at. A library with more of them has them proposed in turns.
const PAIRS_MAX: usize = 4_000;
/// With so many of the same key, only neighbours in the list are compared.
const BLOCK_MAX: usize = 12;
/// In a sorted list of names, a typing error is at most so far from the right name.
const WINDOW: usize = 10;
const COMPANY_MAX: usize = 48;
const COMPANY_PAGES_MAX: usize = 1_000;
const SCORE_MIN: f32 = 0.5;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AliasCandidate {
    /// The shorter, rarer or wrong way to write it.
    pub from: NodeKey,
    pub into: NodeKey,
    /// From 0.5, worth asking, to 1, hardly a doubt.
    pub score: f32,
    pub reason: AliasReason,
    /// Of their strongest neighbours, so many are neighbours of both.
    pub shared_neighbours: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AliasReason {
    /// The same name, found as two kinds of thing.
    SameName,
    /// Case, diacritics, hyphens, plural.
    Spelling,
    Abbreviation,
    /// "J. Smith", or a middle name left out.
    GivenNames,
    /// Only the family name, and there is one person of it.
    FamilyName,
    Typo,
}

impl fmt::Display for AliasReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AliasReason::SameName => "the same name, found as two kinds of thing",
            AliasReason::Spelling => "the same name, spelled differently",
            AliasReason::Abbreviation => "the initials of the longer name",
            AliasReason::GivenNames => "the same family name, and given names that fit",
            AliasReason::FamilyName => "the only one of this family name",
            AliasReason::Typo => "one letter or two are different",
        })
    }
}

struct Name {
    slot: Slot,
    kind: NodeKind,
    words: Vec<String>,
    abbreviation: Option<String>,
    person: Option<PersonName>,
    pages: usize,
}

/// What is proposed for a pair before their company is looked at: positions in the list of names.
struct Pair {
    from: usize,
    into: usize,
    reason: AliasReason,
    score: f32,
}

impl Graph {
    /// The surest first, at most `limit`.
    pub fn alias_candidates(&self, limit: usize) -> Vec<AliasCandidate> {
        let names: Vec<Name> =
            self.representatives().into_iter().filter_map(|slot| self.name(slot)).collect();
        let mut pairs = Vec::new();
        same_spelling(&names, &mut pairs);
        abbreviations(&names, &mut pairs);
        persons(&names, &mut pairs);
        typos(&names, &mut pairs);
        let by_ends = |pair: &Pair| (pair.from.min(pair.into), pair.from.max(pair.into));
        pairs.sort_by(|a, b| by_ends(a).cmp(&by_ends(b)).then(b.score.total_cmp(&a.score)));
        pairs.dedup_by_key(|pair| by_ends(pair));
        pairs.sort_by(|a, b| b.score.total_cmp(&a.score).then(by_ends(a).cmp(&by_ends(b))));
        pairs.truncate(PAIRS_MAX);
        let mut company = FxHashMap::default();
        let judged = pairs.iter().map(|pair| self.judge(pair, &names, &mut company));
        let mut found: Vec<AliasCandidate> =
            judged.filter(|candidate| candidate.score >= SCORE_MIN).collect();
        found.sort_by(|a, b| {
            let names = (&a.from, &a.into).cmp(&(&b.from, &b.into));
            b.score.total_cmp(&a.score).then(names)
        });
        found.truncate(limit);
        found
    }

    fn name(&self, slot: Slot) -> Option<Name> {
        let key = self.key(slot);
        if key.name.chars().nth(NAME_CHARS_MAX).is_some() {
            return None;
        }
        let words = words(&key.name);
        let is_person = key.kind == NodeKind::Entity(EntityKind::Person);
        let person = if is_person { person(&key.name) } else { None };
        let abbreviation = abbreviation(&key.name);
        let pages = self.page_count_of(slot);
        (!words.is_empty()).then_some(Name {
            slot,
            kind: key.kind,
            words,
            abbreviation,
            person,
            pages,
        })
    }

    /// Two names of one thing are read of in the same company; two things with like names are not.
    fn judge(
        &self,
        pair: &Pair,
        names: &[Name],
        company: &mut FxHashMap<Slot, Vec<(Slot, f32)>>,
    ) -> AliasCandidate {
        let ends = [names[pair.from].slot, names[pair.into].slot];
        for slot in ends {
            company.entry(slot).or_insert_with(|| self.company(slot));
        }
        let [a, b] = ends.map(|slot| company[&slot].as_slice());
        let (likeness, shared) = likeness(a, b, ends);
        let is_known_apart = a.len() >= 5 && b.len() >= 5 && shared == 0;
        let evidence = if is_known_apart { -0.2 } else { 0.4 * likeness };
        let [from, into] = ends.map(|slot| self.key(slot).clone());
        let score = (pair.score + evidence).clamp(0.0, 1.0);
        AliasCandidate { from, into, score, reason: pair.reason, shared_neighbours: shared }
    }

    fn company(&self, slot: Slot) -> Vec<(Slot, f32)> {
        let edges = self.strongest_edges_of(slot, COMPANY_PAGES_MAX, COMPANY_MAX).into_iter();
        let mut company: Vec<(Slot, f32)> = edges.map(|edge| (edge.to, edge.weight)).collect();
        company.sort_unstable_by_key(|&(slot, _)| slot);
        company
    }
}

/// The cosine between two lists of neighbours, and how many are in both. The two themselves do not count.
fn likeness(a: &[(Slot, f32)], b: &[(Slot, f32)], ends: [Slot; 2]) -> (f32, u32) {
    let square = |company: &[(Slot, f32)]| {
        let others = company.iter().filter(|(slot, _)| !ends.contains(slot));
        others.map(|(_, weight)| weight * weight).sum::<f32>()
    };
    let (mut product, mut shared) = (0.0, 0);
    for &(slot, weight) in a {
        if let Ok(at) = b.binary_search_by_key(&slot, |&(other, _)| other) {
            product += weight * b[at].1;
            shared += 1;
        }
    }
    let norm = (square(a) * square(b)).sqrt();
    (if norm > 0.0 { product / norm } else { 0.0 }, shared)
}

/// An organization is not a person, but a thing of no known kind may be either.
fn kinds_fit(a: NodeKind, b: NodeKind) -> bool {
    const UNKNOWN: NodeKind = NodeKind::Entity(EntityKind::Thing);
    a == b || (a == UNKNOWN && b != NodeKind::Topic) || (b == UNKNOWN && a != NodeKind::Topic)
}

/// The one that more pages name is the right way to write it.
fn by_use(names: &[Name], a: usize, b: usize) -> (usize, usize) {
    if (names[a].pages, b) < (names[b].pages, a) { (a, b) } else { (b, a) }
}

/// Calls `compare` for the pairs of each block of names with the same key.
fn in_blocks<K: Ord>(mut keyed: Vec<(K, usize)>, mut compare: impl FnMut(usize, usize)) {
    keyed.sort();
    for block in keyed.chunk_by(|a, b| a.0 == b.0) {
        for (at, (_, first)) in block.iter().enumerate() {
            block[at + 1..].iter().take(BLOCK_MAX).for_each(|(_, second)| compare(*first, *second));
        }
    }
}

fn same_spelling(names: &[Name], pairs: &mut Vec<Pair>) {
    let keyed = names.iter().enumerate().map(|(at, name)| (spelling(&name.words), at)).collect();
    in_blocks(keyed, |a, b| {
        let (from, into) = by_use(names, a, b);
        let is_topic = |at: usize| names[at].kind == NodeKind::Topic;
        if is_topic(a) != is_topic(b) {
            return;
        }
        let reason = match names[a].words == names[b].words && names[a].kind != names[b].kind {
            true => AliasReason::SameName,
            false => AliasReason::Spelling,
        };
        let score = if kinds_fit(names[a].kind, names[b].kind) { 0.85 } else { 0.4 };
        pairs.push(Pair { from, into, reason, score });
    });
}

fn abbreviations(names: &[Name], pairs: &mut Vec<Pair>) {
    let mut longer: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (at, name) in names.iter().enumerate().filter(|(_, name)| name.words.len() > 1) {
        for initials in initials(&name.words) {
            longer.entry(initials).or_default().push(at);
        }
    }
    for (from, name) in names.iter().enumerate() {
        let Some(letters) = name.abbreviation.as_ref() else { continue };
        let Some(found) = longer.get(letters) else { continue };
        let fitting = |&&into: &&usize| into != from && kinds_fit(name.kind, names[into].kind);
        let found: Vec<usize> = found.iter().filter(fitting).copied().take(BLOCK_MAX).collect();
        let score = if found.len() == 1 { 0.6 } else { 0.4 };
        let reason = AliasReason::Abbreviation;
        pairs.extend(found.into_iter().map(|into| Pair { from, into, reason, score }));
    }
}

fn persons(names: &[Name], pairs: &mut Vec<Pair>) {
    let with_given = |at: usize| names[at].person.as_ref().filter(|name| !name.given.is_empty());
    let key = |(at, name): (usize, &Name)| Some((name.person.as_ref()?.family.clone(), at));
    let mut keyed: Vec<(String, usize)> = names.iter().enumerate().filter_map(key).collect();
    keyed.sort();
    for family in keyed.chunk_by(|a, b| a.0 == b.0) {
        let family: Vec<usize> = family.iter().map(|(_, at)| *at).take(4 * BLOCK_MAX).collect();
        let full: Vec<usize> =
            family.iter().copied().filter(|&at| with_given(at).is_some()).collect();
        for &from in &family {
            let Some(name) = with_given(from) else {
                if let [into] = full[..] {
                    let reason = AliasReason::FamilyName;
                    pairs.push(Pair { from, into, reason, score: 0.45 });
                }
                continue;
            };
            let is_longer = |other: &PersonName| {
                let letters = |name: &PersonName| name.given.iter().map(String::len).sum::<usize>();
                letters(other) > letters(name) && may_be_same_person(name, other)
            };
            let fits = |&&into: &&usize| with_given(into).is_some_and(is_longer);
            let found: Vec<usize> = full.iter().filter(fits).copied().collect();
            let score = if found.len() == 1 { 0.65 } else { 0.4 };
            let reason = AliasReason::GivenNames;
            pairs.extend(found.into_iter().map(|into| Pair { from, into, reason, score }));
        }
    }
}

/// Names with one error are near each other when sorted from the front or from the back, or by consonants.
fn typos(names: &[Name], pairs: &mut Vec<Pair>) {
    let joined: Vec<String> = names.iter().map(|name| name.words.concat()).collect();
    let reversed = |name: &String| name.chars().rev().collect::<String>();
    let consonants = |name: &String| {
        let mut letters: Vec<char> =
            name.chars().filter(|letter| !"aeiouy".contains(*letter)).collect();
        letters.dedup();
        letters.into_iter().collect::<String>()
    };
    let orders: [Vec<String>; 3] = [
        joined.clone(),
        joined.iter().map(reversed).collect(),
        joined.iter().map(consonants).collect(),
    ];
    for keys in orders {
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| keys[a].cmp(&keys[b]).then(a.cmp(&b)));
        for (at, &a) in order.iter().enumerate() {
            for &b in order[at + 1..].iter().take(WINDOW) {
                if kinds_fit(names[a].kind, names[b].kind)
                    && may_be_typo(&names[a].words, &names[b].words)
                {
                    let (from, into) = by_use(names, a, b);
                    // An error is rare beside the right name.
                    let is_rare = names[into].pages >= 4 * names[from].pages;
                    let score = if is_rare { 0.65 } else { 0.5 };
                    pairs.push(Pair { from, into, reason: AliasReason::Typo, score });
                }
            }
        }
    }
}
