//! CDP between many clients and one browser whose debugger only an extension can reach.
//!
//! Owns: each client's own CDP world (session ids, enabled domains, auto-attach) on top of the one
//! real session per tab that Chrome gives an extension; attaching a tab when a command first needs
//! it; putting what clients ask to the daemon's gate. Knows no rules, never opens a socket and never
//! reads the body of a frame it only passes on. The daemon feeds it frames and notices, and carries
//! what it asks of the browser. `docs/cdp.md` is its map.

mod ambiguity;
mod announcing;
mod attaching;
mod barrier;
mod browser;
mod browser_commands;
mod browser_trace;
mod clients;
mod contexts;
mod cookies;
mod downloads;
mod events;
mod fetch_interception;
mod frames;
mod gate;
mod inbox;
mod incognito;
mod permissions;
mod pipe_barrier;
mod pipe_client;
mod pipe_page_sessions;
mod pipe_sessions;
mod popup_holding;
mod relay;
mod restore_overrides;
mod service_workers;
mod session_commands;
mod sessions;
mod state;
mod tabs;
mod target_commands;
mod ungated;
mod visibility;
mod windows;

pub use browser::{Browser, BrowserError, OnAnswer, OnHandedOver};
pub use clients::{ClientId, ClientOutbox, Introduction};
#[doc(hidden)]
pub use frames::Command;
pub use gate::{Decision, FinalDecision, Gate, OnDecided, PendingDecision, PermissionRequest};
pub use pipe_client::{OnPipeAnswer, Pipe};
pub use relay::{ClientInfo, Relay};
