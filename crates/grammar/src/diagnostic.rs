//! What is wrong with a grammar: the kind, the place, a sentence, and what to do about it.

use std::fmt;

use serde::Serialize;

use crate::source::{Position, Source, Span};

/// What sort of mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// The text cannot be read.
    Syntax,
    /// A rule is used that nobody defines or exports.
    MissingRule,
    /// A rule must give a value and cannot.
    NoValue,
    /// A rule comes back to itself without having read anything.
    EpsilonCycle,
    /// A type is unknown, or a value has the wrong one.
    Type,
    /// A file that is imported cannot be had, or brings a name twice.
    Import,
    /// It is larger or deeper than we are willing to read.
    TooLarge,
    /// Nothing is wrong, but something is of no use.
    Unused,
    /// It can be read, but perhaps not as it was meant.
    Doubtful,
}

/// One mistake, before it is known in which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: Kind,
    pub span: Span,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
}

impl Fault {
    pub fn new(kind: Kind, span: Span, message: impl Into<String>) -> Self {
        Self { kind, span, message: message.into(), hint: None }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub fn at(self, source: &Source) -> Diagnostic {
        Diagnostic { fault: self, source: source.clone() }
    }
}

/// A mistake with the file it stands in: shown with line, column, a caret, and the hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub fault: Fault,
    pub source: Source,
}

impl Diagnostic {
    #[must_use]
    pub fn position(&self) -> Position {
        self.source.position(self.fault.span.start)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, source } = self;
        let position = self.position();
        let line = source.line(fault.span.start);
        let gutter = position.line.to_string();
        let margin = " ".repeat(gutter.len());
        let shown: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        let room = shown.chars().count().saturating_sub(position.column - 1).max(1);
        let length = source.text.get(fault.span.start as usize..fault.span.end as usize);
        let carets =
            length.map_or(1, |text| text.lines().next().unwrap_or_default().chars().count());
        writeln!(f, "{}", fault.message)?;
        writeln!(f, "{margin} --> {}:{position}", source.name)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{gutter} | {shown}")?;
        write!(
            f,
            "{margin} | {}{}",
            " ".repeat(position.column - 1),
            "^".repeat(carets.clamp(1, room))
        )?;
        match &fault.hint {
            Some(hint) => write!(f, "\n{margin} = {hint}"),
            None => Ok(()),
        }
    }
}
