//! What is known, written out for other programs: everything as JSON Lines, texts as Markdown, and addresses as
//! a bookmark file that every browser reads.
//!
//! Owns: the formats. Never: decides what is exported, or reads the store: it is given the pages one by one, so
//! a library of any size is written in little memory.

mod bookmarks;
mod json_lines;
mod markdown;
mod page;

pub use bookmarks::write_bookmarks;
pub use json_lines::write_json_lines;
pub use markdown::{file_name, write_markdown, write_markdown_files};
pub use page::ExportedPage;
