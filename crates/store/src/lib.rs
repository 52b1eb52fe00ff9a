//! What the daemon keeps, in one SQLite file.
//!
//! Owns: the file, its schema versions, one writer thread with a bounded queue, a small pool of readers,
//! backup, restore, the integrity check, and the one-time import of files of earlier versions.
//! Never: knows what a table means. A crate that keeps something declares a narrow trait with plain types
//! and implements it with its SQL in one file, by [`Store::read`] and [`Store::write`]; a second engine is
//! one more file. Called by those files, by the daemon, which opens and closes it, and by the commands
//! `backup`, `restore` and `doctor`.
//!
//! # Where the schema lives
//!
//! In `migrations/V<number>__<name>.sql` of this crate, and not in the crates that own the tables: one file
//! has one schema version, and a number is only one if everybody counts in the same place. A new table is
//! one new migration; nothing else here changes. A migration that was released is never edited. Sample rows
//! for its tables go to `tests/samples/V<number>.sql`: a test migrates from every earlier version with
//! these rows in the file, and fails where a sample is missing.
//!
//! # What an acknowledgement means
//!
//! [`Store::write`] returns after `COMMIT`, with `journal_mode = WAL` and `synchronous = FULL`. In WAL mode a
//! commit survives the death of the process even with `synchronous = NORMAL`, because the kernel has the
//! bytes; `FULL` also waits until the disk has them (one `fsync` of the log per commit), so that it survives
//! a power failure as well. What is written here is what people and agents asked to be kept, a few times a
//! minute: an `fsync` each is a fair price. Whoever writes much puts many rows into one job.

mod backup;
mod check;
mod connection;
#[macro_use]
mod contract;
mod error;
mod import;
mod job;
mod readers;
mod schema;
mod store;
mod writer;

pub use backup::{Overwrite, Restored, backup, delete_replaced, restore};
pub use check::{Health, check};
pub use error::StoreError;
pub use import::Import;
pub use rusqlite;
pub use store::{Store, in_memory};
