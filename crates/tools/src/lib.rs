//! The tools of agents, whoever calls them: the MCP server today, an agent loop next.
//!
//! Owns: the tools with their arguments and descriptions, each agent's session (its tabs, its script
//! state, results to read on), what of a session outlives the daemon, how results are worded and
//! truncated, and the marks around text that comes from pages. Decides nothing about who may do what
//! and drives no browser itself: it asks a [`ToolHost`], behind which the rules are. Called by the
//! MCP server; the daemon implements the hosts.
//!
//! A tool is one file in `tools/`: its arguments, from which the schema is derived, its description,
//! and what it does. It is listed in [`TOOLS`].

mod describe;
mod format;
mod host;
mod schema;
mod script_memory;
mod scripts;
mod session;
mod session_host;
mod session_store;
mod sessions;
mod tool;
mod tools;
mod truncate;
mod untrusted;

pub use format::describe_problem;
pub use host::{ScriptHost, TaskHosts, ToolHost, ToolHosts};
pub use scripts::{run_script_once, script_call};
pub use session::ResultChars;
pub use session_store::{SavedSessions, SessionRecord, SessionRecordStore, SqliteSessions};
pub use sessions::Sessions;
pub use tool::{Effect, OnProgress, ToolInfo};
pub use tools::{TOOLS, describe_call, find_tool};
