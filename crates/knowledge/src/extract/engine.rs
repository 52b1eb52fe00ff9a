//! Who else may find the main text. Usually it is found by `scoring`; an engine that is given instead votes with
//! words. Which lines these are is told by `main_text`, so that the form of what is kept stays the same.

use std::fmt;

/// Finds the main text of a page.
pub trait MainText: fmt::Debug + Send + Sync {
    /// The main text of HTML that is well nested and of bounded size, one block to a line; `None` when it has no
    /// opinion. An engine may drop paragraphs and keep some of the menu: that is put right afterwards.
    fn main_text(&self, html: &str) -> Option<String>;
}
