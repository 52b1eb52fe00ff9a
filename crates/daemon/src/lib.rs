//! The daemon.
//!
//! Owns: the doors (HTTP, WebSocket, SSE) with who may pass them, the slots of connected browsers,
//! the daemon's life cycle. Holds no domain logic: it composes the other rooms. Its folders,
//! settings, lock and token are in `tabwright-client`. Called by the command line and the MCP server.

mod agent_tokens;
mod agents;
mod auth;
mod browsers;
mod browsers_room;
mod cdp;
mod cdp_gate;
mod cdp_methods;
mod clients;
mod connection;
mod daemon_room;
mod drivers;
mod events;
mod http_server;
mod knowledge_host;
mod language;
mod listeners;
mod managed;
mod models;
#[cfg(unix)]
mod orphaned_sessions;
mod pairing;
mod person_log;
mod policy_room;
mod probe;
mod problems;
mod relay_adapters;
mod remotes;
mod rooms;
mod search_providers;
mod secret_gate;
mod server;
mod stop_gate;
mod verbs;

pub use server::{BuiltIn, DaemonError, Listening, Stop, listen};
