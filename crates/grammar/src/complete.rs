//! What could be typed next. The program is run over what is there, and every part that is reached
//! where the text ends says how it would go on.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::entities::{Entities, Offer};
use crate::input::Input;
use crate::matcher::{Listener, Parting, Run, State, trimmed, typed};
use crate::parse::TooHard;
use crate::program::{AltAt, PartAt, Program, Range, RuleAt, What};
use crate::spacing::{Gap, cell, is_separator, run_together, skip_separators};

/// More ways to go on than this nobody reads.
const CANDIDATES_MAX: usize = 1000;
/// The words of built-in rules, such as numbers, wait until the grammar's own had their turns.
const BUILT_IN_TURN: u32 = 3;
/// Typing must not wait, so a hard beginning is looked at less.
const STEPS_MAX: u32 = 4000;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completions {
    /// The likeliest first.
    pub items: Vec<Completion>,
    /// What is typed is a whole request already.
    pub whole: bool,
}

/// One way to go on: `text` takes the place of everything from byte `from` of the text, in its NFC form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    pub from: usize,
    pub text: String,
    pub kind: Suggests,
    /// A few words that help to choose.
    pub about: Option<String>,
    likelihood: Likelihood,
    turn: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggests {
    /// Words of the grammar.
    Words,
    /// Something that the host knows.
    Entity(Arc<str>),
    /// Words or a number that only the person knows: `text` is the name of the blank, to be shown
    /// and not to be inserted.
    Blank { number: bool },
}

/// The earlier the likelier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Likelihood {
    /// Goes on with the word that is begun.
    Begun,
    /// Goes on with the word that is begun, which could also belong to free text.
    BegunAfterWords,
    Offered,
    /// What comes next: words, or a blank to fill.
    Next,
    NextAfterWords,
    /// Would end free text that may still go on.
    CutsWords,
}

pub(crate) fn complete(
    program: &Program,
    prefix: &str,
    entities: &dyn Entities,
    limit: usize,
) -> Result<Completions, TooHard> {
    let input = Input::new(prefix)?;
    Ok(complete_input(program, &input, entities, limit))
}

pub(crate) fn complete_input(
    program: &Program,
    input: &Input<'_>,
    entities: &dyn Entities,
    limit: usize,
) -> Completions {
    let (candidates, turns) = Default::default();
    let mut gatherer = Gatherer { entities, limit, candidates, turns, whole: false };
    Run::new(program, input, entities, STEPS_MAX).go(&mut gatherer);
    let Gatherer { mut candidates, whole, .. } = gatherer;
    candidates.sort_by_key(|candidate| (candidate.likelihood, candidate.turn));
    let mut completions = Completions { items: Vec::new(), whole };
    for candidate in candidates {
        if completions.items.len() >= limit {
            break;
        }
        if let Some(item) = candidate.spell(program, input) {
            add(&mut completions.items, item);
        }
    }
    completions
}

/// Several grammars' ways to go on as one list. They are asked only as long as the list could
/// still get better.
pub(crate) fn merge(all: impl Iterator<Item = Completions>, limit: usize) -> Completions {
    let mut merged = Completions::default();
    for one in all {
        merged.whole |= one.whole;
        one.items.into_iter().for_each(|item| add(&mut merged.items, item));
        merged.items.sort_by_key(|item| (item.likelihood, item.turn));
        merged.items.truncate(limit);
        // Where nothing is typed nothing can be begun, and what comes next is as likely as can be.
        let as_likely = |item: &Completion| {
            let begun = item.likelihood == Likelihood::Begun;
            item.turn == 0 && (begun || item.from == 0 && item.likelihood == Likelihood::Next)
        };
        if merged.items.len() >= limit && merged.items.iter().all(as_likely) {
            break;
        }
    }
    merged
}

fn add(items: &mut Vec<Completion>, item: Completion) {
    let known = items.iter().any(|known| known.text == item.text && known.from == item.from);
    if !known {
        items.push(item);
    }
}

struct Gatherer<'e> {
    entities: &'e dyn Entities,
    limit: usize,
    candidates: Vec<Candidate>,
    /// How many each rule has offered, so that the synonyms of one do not crowd out the others.
    turns: FxHashMap<(RuleAt, Likelihood), u32>,
    whole: bool,
}

/// A way to go on, before it is spelled out.
struct Candidate {
    likelihood: Likelihood,
    turn: u32,
    part: PartAt,
    /// Where it begins, in characters.
    from: usize,
    glued: bool,
    parting: Parting,
    offer: Option<Offer>,
}

impl Listener for Gatherer<'_> {
    const PARTIAL: bool = true;

    fn parsed(&mut self, _run: &Run<'_, '_>, _alt: AltAt, _literal_words: u32) -> bool {
        self.whole = true;
        true
    }

    fn reached(&mut self, run: &Run<'_, '_>, state: &State, glued: bool) -> bool {
        let program = run.program;
        let cells = &run.input.cells;
        let at = state.at as usize;
        let rest = if glued { at } else { skip_separators(cells, at) };
        let spacing = program.alts[state.alt as usize].spacing;
        let rule = run.rule_of(state);
        let late = if program.rules[rule as usize].settled { BUILT_IN_TURN } else { 0 };
        let (part, parting) = (state.part, state.parting);
        let mut add = |likelihood, from, offer| {
            let turn = self.turns.entry((rule, likelihood)).or_insert(late);
            let candidate =
                Candidate { likelihood, turn: *turn, part, from, glued, parting, offer };
            *turn += 1;
            self.candidates.push(candidate);
        };
        match (program.parts[state.part as usize].what, run.open_words(state)) {
            (What::Literal(words), None) => {
                if let Some(typed) = typed(program, words, cells, at, glued) {
                    let begun = typed.letters > 0;
                    let likelihood = if begun { Likelihood::Begun } else { Likelihood::Next };
                    add(likelihood, typed.start, None);
                }
            }
            (What::Literal(words), Some((part, start))) => {
                let ends = |end: usize| {
                    let words = trimmed(cells, start, end, spacing);
                    words.is_some_and(|(from, to)| run.accepts(part, from, to))
                };
                if let Some((likelihood, from)) = after_words(program, words, cells, start, ends) {
                    add(likelihood, from, None);
                }
            }
            (What::Words { entity }, None) => match program.entity(entity) {
                Some(entity) if self.entities.knows(entity) => {
                    let typed = run.input.slice(rest, cells.len());
                    for offer in self.entities.offer(entity, typed, self.limit) {
                        add(Likelihood::Offered, rest, Some(offer));
                    }
                }
                _ if rest == cells.len() => self.blank(state, rest, glued),
                _ => {}
            },
            (What::Number, None) if rest == cells.len() => self.blank(state, rest, glued),
            _ => {}
        }
        self.candidates.len() < CANDIDATES_MAX
    }
}

impl Gatherer<'_> {
    /// A blank is never crowded out: it always has the first turn.
    fn blank(&mut self, state: &State, from: usize, glued: bool) {
        let State { part, parting, .. } = *state;
        let likelihood = Likelihood::Next;
        let blank = Candidate { likelihood, turn: 0, part, from, glued, parting, offer: None };
        self.candidates.push(blank);
    }
}

/// How a literal goes on behind free words, which `ends` says may end somewhere: its beginning may
/// be typed already.
fn after_words(
    program: &Program,
    words: Range,
    cells: &[u32],
    start: usize,
    ends: impl Fn(usize) -> bool,
) -> Option<(Likelihood, usize)> {
    let begins = |at: &usize| is_separator(cells[at - 1]) && !is_separator(cells[*at]);
    for at in (start + 1..cells.len()).filter(begins) {
        let begun = typed(program, words, cells, at, true).is_some_and(|typed| typed.letters > 0);
        if begun && ends(at) {
            return Some((Likelihood::BegunAfterWords, at));
        }
    }
    if !ends(cells.len()) {
        return None;
    }
    let parted = cells.last().is_some_and(|last| is_separator(*last));
    let likelihood = if parted { Likelihood::NextAfterWords } else { Likelihood::CutsWords };
    Some((likelihood, cells.len()))
}

impl Candidate {
    /// Nothing, where it could not stand behind what is typed.
    fn spell(self, program: &Program, input: &Input<'_>) -> Option<Completion> {
        let part = &program.parts[self.part as usize];
        let name = || program.names.get(part.name as usize).map_or("", |name| &**name).to_owned();
        let (kind, mut text, about) = match (part.what, self.offer) {
            (What::Words { entity }, Some(offer)) => {
                let entity = program.entity(entity).cloned().unwrap_or_default();
                (Suggests::Entity(entity), offer.text, offer.about)
            }
            (What::Literal(words), _) => (Suggests::Words, spelled(program, words), None),
            (What::Number, _) => (Suggests::Blank { number: true }, name(), None),
            _ => (Suggests::Blank { number: false }, name(), None),
        };
        let before = self.from.checked_sub(1).map(|at| input.cells[at]);
        let first = text.chars().next().map(cell);
        if let (Some(before), Some(first)) = (before, first)
            && !is_separator(before)
            && !is_separator(first)
            && !matches!(kind, Suggests::Blank { .. })
        {
            // What is put behind a finished word must not run into it.
            let together = run_together(before, first);
            let parted = match self.parting {
                Parting::Free => false,
                Parting::Words => together,
                Parting::Always => true,
            };
            if self.glued && parted {
                return None;
            }
            if !self.glued && (parted || together) {
                text.insert(0, ' ');
            }
        }
        let from = input.byte(self.from);
        let Self { likelihood, turn, .. } = self;
        Some(Completion { from, text, kind, about, likelihood, turn })
    }
}

/// A literal as a person would type it.
pub(crate) fn spelled(program: &Program, words: Range) -> String {
    let mut text = String::new();
    for (number, word) in words.of(&program.words).iter().enumerate() {
        if number > 0 && word.gap != Gap::Forbidden {
            text.push(' ');
        }
        text.push_str(program.written(word));
    }
    text
}
