//! The `.agr` language: parse, compile, match, rank, complete. It owns the way from what a person says
//! to a typed value; it knows no browser and no action, does no I/O, and may be called from anywhere.

mod book;
pub mod cases;
mod check;
mod compile;
mod complete;
pub mod diagnostic;
mod entities;
mod grammar;
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
mod prospects;
mod rank;
pub mod source;
mod spacing;
mod syntax;
pub mod value;

pub use book::{Book, Findings, Found, Scope};
pub use complete::{Completion, Completions, Suggests};
pub use entities::{Entities, NoEntities, Offer};
pub use grammar::{Grammar, Options, Report};
pub use imports::{Files, NoFiles};
pub use input::INPUT_CHARACTERS_MAX;
pub use matcher::PARSES_MAX;
pub use parse::{Capture, Parse, Parses, TooHard};
pub use phrasings::Phrasing;
