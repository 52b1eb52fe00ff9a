//! What other programs have kept of the web: bookmarks, history, reading lists and saved pages.
//!
//! Owns: where browsers have their profiles, the formats, and reading them in batches that can be resumed.
//! Never: changes a file of another program, goes to the network, or stores anything. Whoever imports writes a
//! batch and its cursor in one transaction, and then nothing is lost and nothing comes twice.
//!
//! A row that is broken is told with its place and its reason, and the others are read. All memory is bounded:
//! files are read piece by piece, and whatever nests is read without recursion.

mod bookmark_tree;
mod chromium_history;
mod database;
mod dates;
mod decode;
mod detect;
mod error;
mod filter;
mod firefox_places;
mod folder;
mod format;
mod json;
mod json_lists;
mod markup;
mod netscape;
mod open;
mod page;
mod reader;
mod rows;
mod saved_page;
mod sources;
mod table;
mod visits;
mod warc;
mod zipped;

pub use error::ImportError;
pub use filter::ImportFilter;
pub use format::Format;
pub(crate) use page::Row;
pub use page::{FailedRow, ImportedPage, SkipReason, Visit};
pub use reader::{Batch, Cursor, ImportFile, ImportOptions, ImportReader};
pub use sources::{Browser, FoundSource, Roots, sources};
