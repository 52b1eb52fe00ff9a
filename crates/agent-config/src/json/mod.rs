//! JSON as people keep it: comments, trailing commas, odd spacing. It is parsed by `jsonc-parser` and
//! edited as text, so that all we do not mean to change stays to the byte. (The editor of that crate
//! breaks an object that stands on one line into several, and a later undo could not tell.)

mod edit;
mod parse;

pub(crate) use edit::{New, put, remove, replace};
pub(crate) use parse::{Dialect, Kind, Node, parse};
