//! Where something stands in a grammar, and how a person is shown the place.

use std::fmt;
use std::sync::Arc;

/// A stretch of a source, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let bounded = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: bounded(start), end: bounded(end) }
    }

    /// From where this begins to where the other ends.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

/// One grammar file, kept for the sake of its errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub name: Arc<str>,
    pub text: Arc<str>,
}

/// Line and column as people count them: from one, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Source {
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let before = &self.text[..self.floor(offset)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The line that holds the offset, without its end.
    #[must_use]
    pub fn line(&self, offset: u32) -> &str {
        let at = self.floor(offset);
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[start..].lines().next().unwrap_or_default()
    }

    fn floor(&self, offset: u32) -> usize {
        let mut at = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
