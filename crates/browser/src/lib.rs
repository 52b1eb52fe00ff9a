//! The browsers of this machine.
//!
//! Owns: which Chromium-family browsers are installed and where each looks for native-messaging
//! hosts; starting and stopping a Chromium of our own. Never talks to a browser once it runs: that
//! is the extension's work. Used by the daemon, the command line and the test bed.

mod family;
mod find;
mod launch;
pub mod native_host;
mod profile;

pub use family::{FAMILIES, Family};
pub use find::{Found, Machine, choose};
pub use launch::{Error, Launch, Log, Running};
pub use profile::{holder_pid, stop_holder};
