//! What is wanted of the memory, as the person is asked about it.

use crate::ids::TabId;

/// What a client that is not the person wants to do with what they have read and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryUse<'a> {
    /// Search it for these words; without words, list it.
    Search(&'a str),
    /// Have this question answered from it.
    Ask(&'a str),
    /// Put the page of this tab into it; without one, of the tab in front.
    Remember(Option<TabId>),
}
