//! JSON as people keep it: comments, trailing commas, odd spacing. Edited as text, so that all we do
//! not mean to change stays to the byte.

mod edit;
mod scan;

pub(super) use edit::{New, put, remove, replace};
pub(super) use scan::{Dialect, Kind, Node, scan};
