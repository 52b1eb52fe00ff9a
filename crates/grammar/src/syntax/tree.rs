//! The parts of a grammar file, each with the place where it stands.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::source::Span;
use crate::spacing::Spacing;
use crate::value::Expr;

#[derive(Debug, Default)]
pub(crate) struct File {
    pub(crate) imports: Vec<Import>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) words: Words,
}

/// The words of all literals, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) letters: String,
    /// Where each word stands in the letters.
    pub(crate) spans: Vec<Span>,
}

impl Words {
    pub(crate) fn of(&self, literal: Literal) -> impl Iterator<Item = &str> + Clone {
        let spans = &self.spans[literal.start as usize..literal.end as usize];
        spans.iter().map(|span| &self.letters[span.start as usize..span.end as usize])
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) text: Arc<str>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) names: Imported,
    /// Without a source the names are built-in rules, or entity types that the host knows.
    pub(crate) source: Option<Name>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum Imported {
    All,
    Names(Vec<Name>),
}

/// `<Name> : Type = …;` A rule may have several, which add up.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: Name,
    pub(crate) exported: bool,
    pub(crate) types: Vec<Name>,
    pub(crate) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(crate) struct Alternative {
    /// Its own, or that of what it stands in.
    pub(crate) spacing: Spacing,
    pub(crate) parts: SmallVec<[Part; 2]>,
    pub(crate) value: Option<Expr>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum Part {
    Literal(Literal),
    Rule(Name),
    Capture(Capture),
    Group(Group),
}

/// Words in a row, with escapes already taken out; white space was between them. Which of the
/// file's words they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Literal {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Literal {
    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) name: Name,
    pub(crate) of: Of,
    pub(crate) optional: bool,
}

#[derive(Debug)]
pub(crate) enum Of {
    Anything,
    Type(Name),
    Rule(Name),
}

#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) times: Times,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    Once,
    /// `?`
    Perhaps,
    /// `*`
    Any,
    /// `+`
    Many,
}
