//! The policy as the daemon uses it.

#![allow(clippy::unwrap_used)]

mod common;
mod crash;
mod decide;
mod log;
mod questions;
mod rules;
mod secrets;
mod tamper;
