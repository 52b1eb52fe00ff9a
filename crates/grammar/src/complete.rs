//! What could be typed next. The program is run over what is there, and every part that is reached
//! where the text ends says how it would go on.

use std::sync::Arc;

use crate::entities::{Entities, Offer};
use crate::input::Input;
use crate::matcher::{Listener, Run, State, trimmed, typed};
use crate::parse::TooHard;
use crate::program::{AltAt, NOWHERE, PartAt, Program, Range, What};
use crate::spacing::{Gap, Spacing, cell, is_separator, skip_separators};

/// More ways to go on than this nobody reads.
const CANDIDATES_MAX: usize = 400;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likelihood {
    /// Goes on with the word that is begun.
    Begun,
    /// The same, but the word could also belong to free text.
    BegunAfterWords,
    Offered,
    Next,
    Blank,
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
    let mut gatherer = Gatherer { entities, limit, candidates: Vec::new(), whole: false };
    Run::new(program, input, entities, STEPS_MAX).go(&mut gatherer);
    let Gatherer { mut candidates, whole, .. } = gatherer;
    candidates.sort_by_key(|candidate| candidate.likelihood);
    let mut completions = Completions { items: Vec::new(), whole };
    for candidate in candidates {
        if completions.items.len() >= limit {
            break;
        }
        add(&mut completions.items, candidate.spell(program, input));
    }
    completions
}

/// Several grammars' ways to go on as one list.
pub(crate) fn merge(all: Vec<Completions>, limit: usize) -> Completions {
    let whole = all.iter().any(|one| one.whole);
    let mut items: Vec<Completion> = all.into_iter().flat_map(|one| one.items).collect();
    items.sort_by_key(|item| item.likelihood);
    let mut merged = Completions { items: Vec::new(), whole };
    for item in items {
        if merged.items.len() >= limit {
            break;
        }
        add(&mut merged.items, item);
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
    whole: bool,
}

/// A way to go on, before it is spelled out.
struct Candidate {
    likelihood: Likelihood,
    part: PartAt,
    /// Where it begins, in characters.
    from: usize,
    spacing: Spacing,
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
        let mut add = |likelihood, from, offer| {
            self.candidates.push(Candidate { likelihood, part: state.part, from, spacing, offer });
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
                _ if rest == cells.len() => add(Likelihood::Blank, rest, None),
                _ => {}
            },
            (What::Number, None) if rest == cells.len() => add(Likelihood::Blank, rest, None),
            _ => {}
        }
        self.candidates.len() < CANDIDATES_MAX
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
    fn spell(self, program: &Program, input: &Input<'_>) -> Completion {
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
        // What is put behind a finished word must not run into it.
        let before = self.from.checked_sub(1).map(|at| input.cells[at]);
        let first = text.chars().next().map_or(u32::from(' '), cell);
        let apart = before.is_some_and(|before| match self.spacing {
            Spacing::None => false,
            Spacing::Required | Spacing::Optional => !is_separator(before),
            Spacing::Auto => Gap::between(before, first, self.spacing) == Gap::Needed,
        });
        if apart && !matches!(kind, Suggests::Blank { .. }) {
            text.insert(0, ' ');
        }
        Completion { from: input.byte(self.from), text, kind, about, likelihood: self.likelihood }
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

/// Whether a part is a blank for the person to fill, and for what.
pub(crate) fn blank(program: &Program, part: PartAt) -> Option<&str> {
    let part = &program.parts[part as usize];
    let blank = matches!(part.what, What::Number | What::Words { .. }) && part.name != NOWHERE;
    blank.then(|| &*program.names[part.name as usize])
}
