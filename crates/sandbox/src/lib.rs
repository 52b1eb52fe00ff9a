//! JavaScript with limits on time, memory, stack, output and calls.
//!
//! Owns: the JavaScript engine, what its scripts may see and how much they may use, and the thread
//! it runs on. Never knows what its host does: a host brings an [`Api`] written in JavaScript and
//! answers the calls that API makes. Anyone who must run a stranger's script may call it.

mod api;
mod engine;
mod error;
mod event_loop;
mod host;
mod limits;
mod modules;
mod natives;
mod priority;
mod progress;
mod run_result;
mod run_state;
mod sandbox;
mod script;
mod timers;
mod web;
mod worker;

pub use api::playwright;
pub use error::SandboxError;
pub use host::{Api, Host, HostError};
pub use limits::{Limits, RunLimits};
pub use run_result::{ErrorKind, LogLevel, LogLine, RunResult, ScriptError};
pub use sandbox::Sandbox;
