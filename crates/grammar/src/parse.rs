//! What matching gives: parses, with what was captured and how good they are.

use std::sync::Arc;

use crate::input::INPUT_CHARACTERS_MAX;
use crate::source::Span;
use crate::value::Value;

/// One way to understand an utterance.
#[derive(Debug, Clone, PartialEq)]
pub struct Parse {
    pub value: Value,
    /// Every word or number that was captured, in the order of the utterance.
    pub captures: Vec<Capture>,
    /// How many captured values the value uses.
    pub captured: usize,
    /// How many words and characters of free text the value uses.
    pub wildcard_words: usize,
    pub wildcard_chars: usize,
    /// How many words of the utterance are words of the grammar.
    pub literal_words: usize,
    /// Free text ends or begins in the middle of a word: "open para|site".
    pub breaks_words: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub name: Arc<str>,
    /// The type that was imported for it; none for plain words and numbers.
    pub entity: Option<Arc<str>>,
    /// Where it stands in the utterance, in bytes of its NFC form.
    pub span: Span,
    pub text: Arc<str>,
}

/// All parses of an utterance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parses {
    pub parses: Vec<Parse>,
    /// There are more than were looked for.
    pub cut: bool,
}

/// An utterance that is not worth the time it would take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooHard {
    #[error(
        "the request has {characters} characters, and at most {INPUT_CHARACTERS_MAX} are understood: shorten it"
    )]
    Long { characters: usize },
    #[error("the request can be read in too many ways: shorten it, or put names in quotes")]
    Ambiguous,
    #[error("the request is nested too deeply: split it into shorter ones")]
    Nested,
}
