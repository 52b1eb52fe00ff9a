//! The policy as the daemon uses it.

#![allow(clippy::unwrap_used)]

mod asking;
mod common;
mod crashing;
mod judging;
mod logging;
mod rules;
mod secrets;
mod tampering;
