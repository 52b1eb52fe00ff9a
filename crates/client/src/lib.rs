//! The way to a running daemon, for every process of Tabwright.
//!
//! Owns: the folders ([`Home`]), the settings ([`Settings`]), the lock and record of the one daemon per
//! user, its token, finding or starting a daemon, and the client that calls its HTTP API.
//! Never listens on a port, never drives a browser and never decides who may do what: it can be linked
//! without the daemon.
//! Called by the command line, the MCP server on stdio, and by the daemon itself for its folders,
//! settings, lock and token.

mod client;
mod home;
mod lock;
mod ndjson;
mod settings;
mod start;
mod token;

pub use client::{ChatEvents, Client, ClientError, EventStream};
pub use home::{HOME_VARIABLE, Home, HomeError};
pub use lock::{DaemonLock, DaemonRecord};
pub use ndjson::Lines;
pub use settings::{
    AgentSettings, AnswerRanking, BrowserSlots, ClientMode, ConfigFile, ConnectionSettings,
    ControlSettings, DaemonSettings, EditError, Flags, Key, LibrarySettings, ManagedSettings,
    Mistake, ModelSettings, PolicySettings, Prefer, Resolved, SETTINGS, Setting, Settings,
    SettingsError, Source, Table, explain, markdown,
};
pub use start::{
    StartError, answering, ensure_running, ensure_running_with, running, until_stopped,
};
pub use token::{Token, TokenError, write_private};
