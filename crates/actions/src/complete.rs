//! What could be said next, behind any actions that are said already.

use std::cmp::Reverse;

use tabwright_grammar::{Entities, Grammar, Suggests};
use tabwright_wire::language::{Completion, CompletionKind, Completions};
use unicode_normalization::UnicodeNormalization as _;

use crate::dispatcher::Dispatcher;
use crate::split::separators;

/// So many are looked at for each that is offered: the grammar tells them in its own order.
const LOOKED_AT: usize = 16;

impl Dispatcher {
    /// Completes the last action of an utterance; what stands before it stays as it is.
    #[must_use]
    pub fn complete(
        &self,
        text: &str,
        site: Option<&str>,
        entities: &dyn Entities,
        max: usize,
    ) -> Completions {
        let text: String = text.nfc().collect();
        // A separator may also be part of what is said: the shortest last piece that can be completed counts.
        let begins = separators(&format!("{text}x"))
            .into_iter()
            .rev()
            .map(|separator| separator.end)
            .chain([0]);
        for begin in begins {
            let is_said = begin == 0 || self.is_said(&text[..begin], site, entities);
            let found = match is_said {
                true => self.complete_piece(&text, begin, site, entities, max),
                false => Vec::new(),
            };
            if !found.is_empty() {
                return Completions { completions: found };
            }
        }
        Completions::default()
    }

    fn complete_piece(
        &self,
        text: &str,
        begin: usize,
        site: Option<&str>,
        entities: &dyn Entities,
        max: usize,
    ) -> Vec<Completion> {
        let found = self.grammar_set().complete(&text[begin..], site, entities, max * LOOKED_AT);
        let Ok(found) = found else { return Vec::new() };
        let mut offers: Vec<(usize, Completion)> = Vec::new();
        for item in found.items {
            let kind = match item.kind {
                Suggests::Words => CompletionKind::Words,
                Suggests::Entity(_) => CompletionKind::Entity,
                Suggests::Blank { .. } => CompletionKind::Placeholder,
            };
            let kept = &text[..begin + item.from];
            let line = match kind {
                CompletionKind::Placeholder => text.to_owned(),
                _ => format!("{kept}{}{}", gap(kept, &item.text), item.text),
            };
            let shown = item.text.trim();
            if offers.iter().all(|(_, known)| known.text != shown) {
                let usual = match kind {
                    CompletionKind::Placeholder => {
                        self.usual.count(&format!("{}<{shown}>", &kept[begin..]))
                    }
                    _ => self.usual.count(&line[begin..]),
                };
                let (text, about) = (shown.to_owned(), item.about.unwrap_or_default());
                offers.push((usual, Completion { text, line, kind, about }));
            }
        }
        best(offers, max)
    }

    /// Are these whole actions, with the separator behind them?
    fn is_said(&self, before: &str, site: Option<&str>, entities: &dyn Entities) -> bool {
        let separator = separators(&format!("{before}x")).into_iter().next_back();
        let end = separator.map_or(before.len(), |separator| separator.start);
        self.read(&before[..end], site, entities).is_ok()
    }
}

/// What has to be named, then what could be named, then words, the most usual first. Names leave room for
/// words.
fn best(mut offers: Vec<(usize, Completion)>, max: usize) -> Vec<Completion> {
    let order = |kind: CompletionKind| match kind {
        CompletionKind::Placeholder => 0,
        CompletionKind::Entity => 1,
        CompletionKind::Words => 2,
    };
    // Of the many things that could be named here, those that usually are.
    offers.retain(|(usual, offer)| offer.kind != CompletionKind::Placeholder || *usual > 0);
    offers.sort_by_key(|(usual, offer)| (order(offer.kind), Reverse(*usual)));
    let words = offers.iter().filter(|(_, offer)| offer.kind == CompletionKind::Words).count();
    let mut room_for_names = max - words.min(max / 3);
    offers.retain(|(_, offer)| {
        let is_name = offer.kind != CompletionKind::Words;
        let stays = !is_name || room_for_names > 0;
        room_for_names -= usize::from(is_name && stays);
        stays
    });
    offers.into_iter().map(|(_, offer)| offer).take(max).collect()
}

/// A space where two words would run together.
fn gap(before: &str, next: &str) -> &'static str {
    let run_together =
        before.ends_with(char::is_alphanumeric) && next.starts_with(char::is_alphanumeric);
    if run_together { " " } else { "" }
}

/// How actions are usually said: the shortest phrasings of a grammar, in order.
#[derive(Debug, Default)]
pub(crate) struct Usual(Vec<String>);

impl Usual {
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let phrasings = grammar.phrasings().into_iter();
        let mut usual: Vec<_> = phrasings.map(|phrasing| phrasing.text.to_lowercase()).collect();
        usual.sort();
        Self(usual)
    }

    /// How many of them begin so.
    fn count(&self, beginning: &str) -> usize {
        let beginning = beginning.trim_start().to_lowercase();
        let from = self.0.partition_point(|usual| *usual < beginning);
        let goes_on = |usual: &&String| {
            let rest = usual.strip_prefix(&beginning);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let alike = self.0[from..].iter().take_while(|usual| usual.starts_with(&beginning));
        alike.filter(goes_on).count()
    }
}
