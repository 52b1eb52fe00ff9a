//! The browsers of this machine.
//!
//! Owns: which Chromium-family browsers are installed and where each looks for native-messaging
//! hosts; starting and stopping a Chromium of our own, and its debugging pipe. What is said over the
//! pipe is others' business. Used by the daemon, the command line and the test bed.

mod family;
mod find;
mod launch;
pub mod native_host;
mod pipe;
mod profile;

pub use family::{FAMILIES, Family};
pub use find::{Found, Machine, choose};
pub use launch::{Error, Launch, Log, Running};
pub use pipe::{DebuggingPipe, OnEvent, OnPipeAnswer, PipePaths};
pub use profile::{holder_pid, stop_holder};
