//! The MCP face: Tabwright as tools for agents, over stdio and over HTTP at `/mcp`.
//!
//! Owns: the tools as agents see them, each agent's session (its tabs, its script state, results to
//! read on), and how results are worded and cut. Decides nothing about who may do what and drives no
//! browser itself: it asks the daemon's control. Called by the command line, which serves it.
//!
//! The work is done at a [`Desk`]. In the daemon that is [`Sessions`]; a `tabwright mcp` on stdio is
//! another process, whose desk [`Afar`] carries each call to the daemon and outlives it.

mod afar;
mod budget;
mod catalogue;
mod desk;
mod face;
mod fence;
mod http;
mod resources;
mod scripts;
mod session;
mod session_store;
mod sessions;
mod stdio;
mod tools;
mod words;

pub use http::routes;
pub use stdio::serve as serve_stdio;
