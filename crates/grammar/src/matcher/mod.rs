//! Runs a program over an utterance: depth first, alternatives in the order of the source, what is
//! optional taken before it is skipped, free words as few as possible first.
//!
//! A run keeps one path at a time. What it met on the way is in `log`, where it could turn
//! elsewhere in `choices`; frames are the rules it is in, each pointing at the one around it.
//! Going back means cutting `log` to the length it had at the choice.

mod capture;
mod leaves;
mod literal;
mod memo;
mod outcome;
mod run;
mod state;

pub(crate) use capture::trimmed;
pub(crate) use literal::typed;
pub(crate) use outcome::Collector;
pub(crate) use run::Run;
pub(crate) use state::{Listener, Parting, State};

use run::STEPS_MAX;

use crate::entities::Entities;
use crate::input::Input;
use crate::parse::{Parses, TooHard};
use crate::program::Program;

/// More readings than this are of no use to anybody.
pub const PARSES_MAX: usize = 1000;

/// All parses in the order in which they are found.
pub(crate) fn parses(
    program: &Program,
    input: &Input<'_>,
    entities: &dyn Entities,
) -> Result<Parses, TooHard> {
    let mut collector = Collector::default();
    let stopped = Run::new(program, input, entities, STEPS_MAX).go(&mut collector);
    let parses = collector.parses;
    match stopped {
        Some(reason) if parses.is_empty() => Err(reason),
        stopped => Ok(Parses { cut: stopped.is_some() || collector.cut, parses }),
    }
}
