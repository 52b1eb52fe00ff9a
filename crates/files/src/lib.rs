//! Files for their owner alone.
//!
//! Owns: replacing a file so that a crash leaves the old or the new content, folders and files that
//! nobody else may read, and a log that rotates by size. All of it blocks: async code calls it through
//! `spawn_blocking`, and never while it holds a lock. Knows no format and no place; whoever needs to
//! keep a file may call it.

mod atomic;
mod log_reader;
mod log_writer;
mod owner;
mod reserve;
mod rotating_log;

pub use atomic::{make_folder, private, replace, sync_folder};
pub use log_reader::LogReader;
pub use log_writer::{LogWriter, LogWriterGuard};
pub use owner::{NotOurs, check_file, close_folder};
pub use reserve::reserve;
pub use rotating_log::{LogLimits, RotatingLog, newest_file};
