//! The verbs: each asks the daemon and prints what came of it.

pub(crate) mod files;
pub(crate) mod print;
pub(crate) mod print_console;
mod session;
pub(crate) mod tables;

pub(crate) use self::print::{dialog, download_state};
pub(crate) use self::session::tell;
