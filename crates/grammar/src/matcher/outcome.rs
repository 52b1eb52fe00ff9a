//! From the log of a path to a parse: the value, and how much of it was said freely.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::input::Input;
use crate::matcher::PARSES_MAX;
use crate::matcher::run::Run;
use crate::matcher::state::{Event, Listener};
use crate::parse::{Capture, Parse};
use crate::program::{Alt, AltAt, Gives, NOWHERE, Part, PartAt, Program, What};
use crate::source::Span;
use crate::spacing::{Spacing, is_boundary, skip_separators};
use crate::value::Value;

#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(crate) parses: Vec<Parse>,
    pub(crate) cut: bool,
}

impl Listener for Collector {
    const PARTIAL: bool = false;

    fn parsed(&mut self, run: &Run<'_, '_>, alt: AltAt, literal_words: u32) -> bool {
        self.parses.push(parse(run, alt, literal_words as usize));
        self.cut = self.parses.len() >= PARSES_MAX;
        !self.cut
    }
}

/// What a value owes to the utterance.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    captured: usize,
    words: usize,
    chars: usize,
}

/// An alternative whose parts are being gathered. Its slots lie on the stacks of the builder from
/// `base` on, with one more for the value of a part that is not captured.
#[derive(Debug, Clone, Copy)]
struct Level<'p> {
    alt: &'p Alt,
    /// The part that it belongs to, and where that began.
    part: PartAt,
    start: u32,
    base: usize,
    /// Whether anybody uses its value.
    needed: bool,
    /// It is inside a rule of the library, whose own captures are nobody's business.
    hidden: bool,
}

struct Builder<'r> {
    program: &'r Program,
    input: &'r Input<'r>,
    values: SmallVec<[Value; 12]>,
    tallies: SmallVec<[Tally; 12]>,
    captures: Vec<Capture>,
}

fn parse(run: &Run<'_, '_>, alt: AltAt, literal_words: usize) -> Parse {
    let Run { program, input, .. } = *run;
    let (values, tallies, captures) = Default::default();
    let mut builder = Builder { program, input, values, tallies, captures };
    let mut outer: SmallVec<[Level<'_>; 8]> = SmallVec::new();
    let mut level = builder.open(alt, NOWHERE, 0, true, false);
    // Where the last free words end: a rule that was entered before begins behind them.
    let mut words_end = 0;
    let mut breaks_words = false;
    for event in &run.log {
        match *event {
            Event::Open { alt, part, at } => {
                let Part { what, slot, .. } = program.parts[part as usize];
                let needed = level.needed && uses(program, level.alt, slot);
                let built_in =
                    matches!(what, What::Rule(rule) if program.rules[rule as usize].settled);
                let hidden = level.hidden || built_in;
                let inner = builder.open(alt, part, at.max(words_end), needed, hidden);
                outer.push(std::mem::replace(&mut level, inner));
            }
            Event::Close { at } => {
                let given = builder.close(level);
                let Some(around) = outer.pop() else { continue };
                let inner = std::mem::replace(&mut level, around);
                let named = program.parts[inner.part as usize].name != NOWHERE;
                if inner.hidden && !level.hidden && named {
                    let start = skip_separators(&input.cells, inner.start as usize);
                    builder.capture(inner.part, start as u32, at);
                }
                builder.fill(level, inner.part, given);
            }
            Event::Words { part, from, to, .. } => {
                words_end = to;
                breaks_words |= is_inside_word(&input.cells, from as usize)
                    || is_inside_word(&input.cells, to as usize);
                let text = builder.capture(part, from, to);
                let words = text.split_whitespace().count();
                let tally = Tally { captured: 1, words, chars: (to - from) as usize };
                builder.fill(level, part, (Value::Text(text), tally));
            }
            Event::Number { part, value, from, to } => {
                if !level.hidden {
                    builder.capture(part, from, to);
                }
                let tally = Tally { captured: 1, ..Tally::default() };
                builder.fill(level, part, (Value::Number(value), tally));
            }
        }
    }
    let (value, tally) = builder.close(level);
    Parse {
        value,
        captures: builder.captures,
        captured: tally.captured,
        wildcard_words: tally.words,
        wildcard_chars: tally.chars,
        literal_words,
        breaks_words,
    }
}

/// Whether letters run on here that a space would have to part.
fn is_inside_word(cells: &[u32], at: usize) -> bool {
    !is_boundary(cells, at, Spacing::Auto)
}

/// Whether what fills a slot is part of the alternative's value.
fn uses(program: &Program, alt: &Alt, slot: u16) -> bool {
    match alt.gives {
        Gives::Nothing | Gives::Words(_) => false,
        Gives::Inner => true,
        Gives::Slot(own) => own == slot,
        Gives::Recipe(recipe) => {
            let uses = &program.recipes[recipe as usize].uses;
            uses.get(usize::from(slot)).is_some_and(|uses| *uses > 0)
        }
    }
}

impl<'r> Builder<'r> {
    fn open(
        &mut self,
        alt: AltAt,
        part: PartAt,
        start: u32,
        needed: bool,
        hidden: bool,
    ) -> Level<'r> {
        let alt = &self.program.alts[alt as usize];
        let base = self.values.len();
        if needed {
            for _ in 0..=alt.slots {
                self.values.push(Value::Undefined);
                self.tallies.push(Tally::default());
            }
        }
        Level { alt, part, start, base, needed, hidden }
    }

    /// Notes what was captured, and gives its text.
    fn capture(&mut self, part: PartAt, from: u32, to: u32) -> Arc<str> {
        let Self { program, input, .. } = *self;
        let part = &program.parts[part as usize];
        let entity = match part.what {
            What::Words { entity } => program.entity(entity).cloned(),
            _ => None,
        };
        let name = program.names.get(part.name as usize).cloned().unwrap_or_default();
        let (from, to) = (from as usize, to as usize);
        let text: Arc<str> = input.slice(from, to).into();
        let span = Span::new(input.byte(from), input.byte(to));
        self.captures.push(Capture { name, entity, span, text: text.clone() });
        text
    }

    /// A part gives its value; of one that repeats, the last counts.
    fn fill(&mut self, level: Level<'_>, part: PartAt, (value, tally): (Value, Tally)) {
        if level.needed {
            let slot = self.program.parts[part as usize].slot;
            let at = level.base + usize::from(slot.min(level.alt.slots));
            self.values[at] = value;
            self.tallies[at] = tally;
        }
    }

    fn close(&mut self, level: Level<'_>) -> (Value, Tally) {
        if !level.needed {
            return (Value::Undefined, Tally::default());
        }
        let slots = level.base..level.base + usize::from(level.alt.slots);
        let given = match level.alt.gives {
            Gives::Nothing => (Value::Undefined, Tally::default()),
            Gives::Words(words) => {
                (self.program.text(words), Tally { captured: 1, ..Tally::default() })
            }
            Gives::Inner => self.take(slots.end),
            Gives::Slot(slot) => self.take(level.base + usize::from(slot)),
            Gives::Recipe(recipe) => {
                let recipe = &self.program.recipes[recipe as usize];
                let mut all = Tally::default();
                for (tally, uses) in self.tallies[slots.clone()].iter().zip(&recipe.uses) {
                    // Values that hold others many times over count up without end.
                    let times = |count: usize| count.saturating_mul(usize::from(*uses));
                    all.captured = all.captured.saturating_add(times(tally.captured));
                    all.words = all.words.saturating_add(times(tally.words));
                    all.chars = all.chars.saturating_add(times(tally.chars));
                }
                (recipe.formula.compute(&self.values[slots]), all)
            }
        };
        self.values.truncate(level.base);
        self.tallies.truncate(level.base);
        given
    }

    fn take(&mut self, at: usize) -> (Value, Tally) {
        (std::mem::replace(&mut self.values[at], Value::Undefined), self.tallies[at])
    }
}
