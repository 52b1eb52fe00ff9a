//! The daemon, and the way to a running one.
//!
//! Owns: the doors (HTTP, WebSocket, SSE) with who may pass them, the slots of connected browsers,
//! the daemon's life cycle, its folders and settings. Holds no domain logic: it composes the other
//! rooms. Called by the command line and the MCP server.

mod agents;
mod api;
mod browsers;
mod cdp;
mod cdp_gate;
mod client;
mod connection;
mod control;
mod doors;
mod drivers;
mod events;
mod home;
mod language;
mod lines;
mod listeners;
mod lock;
mod managed;
mod pairing;
mod policing;
mod probe;
mod problems;
mod server;
mod settings;
mod start;
mod token;
mod verbs;

pub use api::openapi;
pub use client::{Client, ClientError, EventStream, Lines};
pub use control::{COMMAND_LINE, Control, Perform};
pub use home::{Home, HomeError};
pub use lines::line_by_line;
pub use lock::DaemonRecord;
pub use server::{BuiltIn, Daemon, DaemonError};
pub use settings::{
    BrowserSlots, ClientMode, Resolved, SETTINGS, Setting, Settings, SettingsError, Source, explain,
};
pub use start::{StartError, ensure_running, running, until_stopped};
pub use tabwright_actions::hands::{Hands, Told, with_params};
pub use token::{Token, TokenError};
