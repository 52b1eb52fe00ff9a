//! The `.agr` language: parse, compile, match, rank, complete. It owns the way from what a person says
//! to a typed value; it knows no browser and no action, does no I/O, and may be called from anywhere.

pub mod cases;
mod check;
mod compile;
mod complete;
pub mod diagnostic;
mod entities;
mod first_sets;
mod grammar;
mod grammar_set;
mod imports;
mod index;
mod input;
mod library;
mod link;
mod matcher;
mod nearest;
mod number;
mod parse;
mod phrasings;
mod program;
mod rank;
pub mod source;
mod spacing;
mod syntax;
pub mod value;

pub use complete::{Completion, Completions, Suggests};
pub use entities::{Entities, NoEntities, Offer};
pub use grammar::{Grammar, Options, Report};
pub use grammar_set::{Findings, Found, GrammarSet, Scope};
pub use imports::{Files, NoFiles};
pub use input::INPUT_CHARACTERS_MAX;
pub use matcher::PARSES_MAX;
pub use parse::{Capture, Parse, Parses, TooHard};
pub use phrasings::Phrasing;
