//! What Tabwright knows of AI agents: where each keeps its MCP servers and its skills, and how our
//! part gets into those files, and out again, while everybody else's stays as it is. Knows folders
//! only by parameter; never starts an agent.

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

pub(crate) use config::{Presence, Server};
pub(crate) use places::{Agent, Folders, Scope};
pub(crate) use records::Records;
pub(crate) use set_up::{Action, SetUp, Step, Steps};
pub(crate) use skill::SKILL;

#[cfg(test)]
mod tests;
