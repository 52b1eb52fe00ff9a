//! The text of a grammar as a tree: what is written, before anything is looked up or checked.

mod common_mistakes;
mod cursor;
mod escapes;
mod imports;
mod patterns;
mod reader;
mod tree;

pub(crate) use reader::read;
pub(crate) use tree::{Alternative, File, Import, Imported, Literal, Name, Of, Part, Times, Words};
