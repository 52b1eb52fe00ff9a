//! Browser control as a client of the daemon has it: one set of stories, told on both backends.

#![allow(clippy::unwrap_used)]

mod acting;
mod asking;
mod awake;
mod effects;
mod extras;
mod fields;
mod frames;
mod grids;
mod libraries;
mod pictures;
mod reading;
mod seeing;
mod stage;
mod tabs;
mod waiting;
mod writing;
