//! The daemon.
//!
//! Owns: the doors (HTTP, WebSocket, SSE) with who may pass them, the slots of connected browsers,
//! the daemon's life cycle. Holds no domain logic: it composes the other rooms. Its folders,
//! settings, lock and token are in `tabwright-client`. Called by the command line and the MCP server.

mod agents;
mod api;
mod api_router;
mod auth;
mod browsers;
mod cdp;
mod cdp_gate;
mod clients;
mod connection;
mod drivers;
mod events;
mod language;
mod listeners;
mod managed;
mod ndjson;
mod pairing;
mod policy_api;
mod probe;
mod problems;
mod remotes;
mod search_providers;
mod server;
mod verbs;

pub use api::openapi;
pub use ndjson::line_by_line;
pub use server::{BuiltIn, Daemon, DaemonError};
