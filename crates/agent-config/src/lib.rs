//! How AI agents are configured to use Tabwright.
//!
//! Owns: where each agent keeps its MCP servers and its skills, how our part gets into those files and
//! out again, and the records by which it is undone. What others wrote stays to the byte.
//! Never starts an agent, and knows folders only by parameter.
//! Called by the command line (`tabwright setup AGENT`).

mod config;
mod diff;
mod error;
mod files;
mod json;
mod places;
mod records;
mod set_up;
mod skill;
mod toml;

pub use config::{Presence, Server};
pub use error::{Error, Fault};
pub use places::{Agent, Folders, Place, Scope, System};
pub use records::Records;
pub use set_up::{Action, SetUp, Step, Steps};
pub use skill::SKILL;

#[cfg(test)]
mod tests;
