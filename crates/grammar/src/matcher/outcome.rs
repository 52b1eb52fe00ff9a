//! From the log of a path to a parse: the value, and how much of it was said freely.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::matcher::PARSES_MAX;
use crate::matcher::run::Run;
use crate::matcher::state::{Event, Listener};
use crate::parse::{Capture, Parse};
use crate::program::{Alt, AltAt, Gives, NOTHING, PartAt, Program, What};
use crate::source::Span;
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
    /// Where its own value goes.
    slot: u16,
    base: usize,
    /// Whether anybody uses its value.
    needed: bool,
}

struct Builder<'p> {
    program: &'p Program,
    values: SmallVec<[Value; 12]>,
    tallies: SmallVec<[Tally; 12]>,
    levels: SmallVec<[Level<'p>; 8]>,
}

fn parse(run: &Run<'_, '_>, alt: AltAt, literal_words: usize) -> Parse {
    let program = run.program;
    let mut captures = Vec::new();
    let mut builder = Builder {
        program,
        values: SmallVec::new(),
        tallies: SmallVec::new(),
        levels: SmallVec::new(),
    };
    let mut level = builder.open(alt, NOTHING, true);
    for event in &run.log {
        match *event {
            Event::Open { alt, slot } => {
                let needed = level.needed && uses(program, level.alt, slot);
                let inner = builder.open(alt, slot, needed);
                builder.levels.push(std::mem::replace(&mut level, inner));
            }
            Event::Close => {
                let given = builder.close(level);
                let slot = level.slot;
                if let Some(outer) = builder.levels.pop() {
                    level = outer;
                    builder.fill(level, slot, given);
                }
            }
            Event::Words { part, from, to, .. } => {
                let capture = captured(run, part, from, to);
                if level.needed {
                    let words = capture.text.split_whitespace().count();
                    let tally = Tally { captured: 1, words, chars: (to - from) as usize };
                    let value = Value::Text(capture.text.clone());
                    builder.fill(level, program.parts[part as usize].slot, (value, tally));
                }
                captures.push(capture);
            }
            Event::Number { part, value, from, to } => {
                captures.push(captured(run, part, from, to));
                let tally = Tally { captured: 1, ..Tally::default() };
                let slot = program.parts[part as usize].slot;
                builder.fill(level, slot, (Value::Number(value), tally));
            }
        }
    }
    let (value, tally) = builder.close(level);
    Parse {
        value,
        captures,
        captured: tally.captured,
        wildcard_words: tally.words,
        wildcard_chars: tally.chars,
        literal_words,
    }
}

fn captured(run: &Run<'_, '_>, part: PartAt, from: u32, to: u32) -> Capture {
    let part = &run.program.parts[part as usize];
    let entity = match part.what {
        What::Words { entity } => run.program.entity(entity).cloned(),
        _ => None,
    };
    let name = run.program.names.get(part.name as usize);
    Capture {
        name: name.map_or_else(|| Arc::from(""), Arc::clone),
        entity,
        span: Span::new(run.input.byte(from as usize), run.input.byte(to as usize)),
        text: run.input.slice(from as usize, to as usize).into(),
    }
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

impl<'p> Builder<'p> {
    fn open(&mut self, alt: AltAt, slot: u16, needed: bool) -> Level<'p> {
        let alt = &self.program.alts[alt as usize];
        let base = self.values.len();
        if needed {
            for _ in 0..=alt.slots {
                self.values.push(Value::Undefined);
                self.tallies.push(Tally::default());
            }
        }
        Level { alt, slot, base, needed }
    }

    /// A part gives its value; of one that repeats, the last counts.
    fn fill(&mut self, level: Level<'_>, slot: u16, (value, tally): (Value, Tally)) {
        if level.needed {
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
                    let uses = usize::from(*uses);
                    all.captured += tally.captured * uses;
                    all.words += tally.words * uses;
                    all.chars += tally.chars * uses;
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
