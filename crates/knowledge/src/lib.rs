//! What the person has read in the browser: "what did I read about X?", answered on this machine.
//!
//! Owns: what is extracted from a page, where it is kept, search and its ranking, questions and their answers,
//! the graph of entities and topics, import and export. Never: reads a page from a browser or decides who may
//! see what (the daemon does, by the host it gives us), or needs a model: one makes it better.

pub mod address;
pub mod analyze;
mod answer;
mod compaction;
mod compress;
pub mod dates;
mod describe;
pub mod eligibility;
pub mod embed;
mod encoding;
mod error;
pub mod export;
mod exporting;
pub mod extract;
pub mod graph;
mod idle;
pub mod import;
mod importing;
mod indexing;
mod library;
mod live_graph;
pub mod page;
mod pages;
pub mod query;
pub mod question;
pub mod rank;
mod room;
mod search;
pub mod sentences;
mod signs;
pub mod words;

pub use error::KnowledgeError;
pub use importing::{ImportHost, Imports, Politeness};
pub use indexing::Captured;
pub use library::{KeptNow, Library, MaySee, OwnWords};
pub use room::{KnowledgeHost, KnowledgeRoom};
