//! Browser control as a client of the daemon has it: one set of stories, told on both backends.

#![allow(clippy::unwrap_used)]

mod acting;
mod asking;
mod extras;
mod fields;
mod frames;
mod reading;
mod seeing;
mod stage;
mod tabs;
mod waiting;
