//! Grammars that come and go, matched together: those of the browser itself, of flows, of the site in front.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::complete::{Completions, complete_input, merge};
use crate::entities::Entities;
use crate::grammar::Grammar;
use crate::index::{Filed, Index};
use crate::input::Input;
use crate::matcher;
use crate::parse::{Parse, TooHard};
use crate::phrasings::Phrasing;
use crate::rank::rank;

/// So many grammars are asked how a beginning could go on.
const COMPLETING_MAX: usize = 64;

/// Where a grammar holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    Global,
    /// A site such as `example.com`, with its subdomains.
    Site(String),
}

impl Scope {
    /// Whether it holds on a page of this host; none where there is no page.
    #[must_use]
    pub fn holds(&self, host: Option<&str>) -> bool {
        let (Self::Site(site), Some(host)) = (self, host) else { return *self == Self::Global };
        let (site, host) = (site.trim_matches('.'), host.trim_end_matches('.'));
        let Some(before) = host.len().checked_sub(site.len()) else { return false };
        let ends = host.is_char_boundary(before) && host[before..].eq_ignore_ascii_case(site);
        // By whole labels: evilexample.com is not a part of example.com.
        ends && !site.is_empty() && (before == 0 || host[..before].ends_with('.'))
    }
}

/// A parse, and the grammar that it is from.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub grammar: Arc<str>,
    pub parse: Parse,
}

/// What all grammars together make of an utterance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    pub found: Vec<Found>,
    /// There are more parses than were looked for.
    pub cut: bool,
    /// Grammars that gave up: the utterance exceeded their limits of work. The others are not affected.
    pub gave_up: Vec<Arc<str>>,
}

/// Grammars that are matched together, with an index that rules most of them out.
#[derive(Debug, Default)]
pub struct GrammarSet {
    entries: FxHashMap<u32, Entry>,
    numbers: FxHashMap<Arc<str>, u32>,
    next: u32,
    index: Index,
}

#[derive(Debug)]
struct Entry {
    name: Arc<str>,
    scope: Scope,
    grammar: Grammar,
    filed: Filed,
}

impl GrammarSet {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a grammar. One of the same name is replaced, and keeps its place in the order.
    pub fn add(&mut self, name: &str, scope: Scope, grammar: Grammar) {
        let number = match self.numbers.get(name) {
            Some(number) => *number,
            None => {
                self.next += 1;
                self.next
            }
        };
        if let Some(old) = self.entries.remove(&number) {
            self.index.remove(number, &old.filed);
        }
        let filed = self.index.add(number, grammar.program());
        let name: Arc<str> = name.into();
        self.numbers.insert(name.clone(), number);
        self.entries.insert(number, Entry { name, scope, grammar, filed });
    }

    /// Takes a grammar out; whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let Some(number) = self.numbers.remove(name) else { return false };
        if let Some(entry) = self.entries.remove(&number) {
            self.index.remove(number, &entry.filed);
        }
        true
    }

    /// The names, in the order in which they came.
    #[must_use]
    pub fn names(&self) -> Vec<Arc<str>> {
        self.in_order(None, false).into_iter().map(|entry| entry.name.clone()).collect()
    }

    #[must_use]
    pub fn get(&self, name: &str) -> Option<(&Grammar, &Scope)> {
        let entry = self.entries.get(self.numbers.get(name)?)?;
        Some((&entry.grammar, &entry.scope))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All parses by the grammars that hold on this host, in their order.
    pub fn parses(
        &self,
        input: &str,
        host: Option<&str>,
        entities: &dyn Entities,
    ) -> Result<Findings, TooHard> {
        let input = Input::new(input)?;
        let mut findings = Findings::default();
        for number in self.index.matching(&input.cells) {
            let Some(entry) = self.entries.get(&number).filter(|entry| entry.scope.holds(host))
            else {
                continue;
            };
            match matcher::parses(entry.grammar.program(), &input, entities) {
                Ok(parses) => {
                    findings.cut |= parses.cut;
                    let grammar = &entry.name;
                    let found = parses.parses.into_iter();
                    findings
                        .found
                        .extend(found.map(|parse| Found { grammar: grammar.clone(), parse }));
                }
                Err(_) => findings.gave_up.push(entry.name.clone()),
            }
        }
        Ok(findings)
    }

    /// All parses as [`Self::parses`] finds them, the one that was probably meant first.
    pub fn ranked(
        &self,
        input: &str,
        host: Option<&str>,
        entities: &dyn Entities,
    ) -> Result<Findings, TooHard> {
        let mut findings = self.parses(input, host, entities)?;
        rank(&mut findings.found, |found| &found.parse);
        Ok(findings)
    }

    /// How the beginning of an utterance could go on.
    pub fn complete(
        &self,
        prefix: &str,
        host: Option<&str>,
        entities: &dyn Entities,
        limit: usize,
    ) -> Result<Completions, TooHard> {
        let input = Input::new(prefix)?;
        let entries: Vec<&Entry> = match self.index.beginning(&input.cells) {
            Some(numbers) => {
                let entries = numbers.iter().filter_map(|number| self.entries.get(number));
                entries.filter(|entry| entry.scope.holds(host)).collect()
            }
            None => self.in_order(host, true),
        };
        let all = entries.iter().take(COMPLETING_MAX);
        let all = all.map(|entry| complete_input(entry.grammar.program(), &input, entities, limit));
        Ok(merge(all, limit))
    }

    /// Everything that can be said on this host, with the grammar that understands it.
    #[must_use]
    pub fn phrasings(&self, host: Option<&str>) -> Vec<(Arc<str>, Phrasing)> {
        let entries = self.in_order(host, true).into_iter();
        entries
            .flat_map(|entry| {
                let name = entry.name.clone();
                entry.grammar.phrasings().into_iter().map(move |phrasing| (name.clone(), phrasing))
            })
            .collect()
    }

    fn in_order(&self, host: Option<&str>, scoped: bool) -> Vec<&Entry> {
        let mut entries: Vec<(&u32, &Entry)> = self.entries.iter().collect();
        entries.retain(|(_, entry)| !scoped || entry.scope.holds(host));
        entries.sort_unstable_by_key(|(number, _)| **number);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }
}
