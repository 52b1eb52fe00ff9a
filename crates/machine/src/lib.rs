//! The browsers of this machine, as programs: which are installed, and starting one.
//!
//! Owns: which Chromium-family browsers are installed and where each looks for native-messaging hosts;
//! starting and stopping a Chromium of our own in a profile of ours; the files of its debugging pipe.
//! Never speaks CDP, and never drives a browser: that is `tabwright-browser`. Used by the daemon, the
//! command line, the chores and the test environment.

mod family;
mod find;
mod launch;
pub mod native_host;
mod pipe;
mod profile;

pub use family::{FAMILIES, Family};
pub use find::{Found, Machine, choose};
pub use launch::{Error, Launch, Log, Running};
pub use pipe::PipePaths;
pub use profile::{holder_pid, stop_holder};
