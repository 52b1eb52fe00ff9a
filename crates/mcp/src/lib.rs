//! The MCP server: the tools of agents over the Model Context Protocol, on stdio and over HTTP at
//! `/mcp`.
//!
//! Owns: the protocol, its resources and prompts, standing by for the only slot, and how a call is
//! carried to the daemon. The tools and the sessions are in `tabwright-tools`. Called by the command
//! line, which serves it.
//!
//! A tool is called at a [`backend::ToolBackend`]. In the daemon that is
//! [`tabwright_tools::Sessions`]; a `tabwright mcp` on stdio is another process, whose
//! [`daemon_backend::DaemonBackend`] carries each call to the daemon and outlives it.

mod backend;
mod catalogue;
mod daemon_backend;
mod http;
mod resources;
mod restored;
mod server;
mod stdio;

pub use http::McpRoom;
pub use stdio::serve as serve_stdio;
