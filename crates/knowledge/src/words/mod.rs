//! Words of a text, as search counts them: normalised, folded, split, stemmed by language, stop words marked.
//!
//! The same tokeniser makes what is indexed, what a query asks for, and the ranges that a snippet highlights.
//! What it makes of a text must not change without [`TOKENIZER_VERSION`]: a page can only be deleted from a
//! contentless index by the very tokens that it was added with.

mod fold;
mod language;
mod phrase;
mod query;
mod speller;
mod split;
mod stem;
mod stop;

use std::collections::VecDeque;
use std::ops::Range;

pub use language::Language;
pub use phrase::{Phrase, phrase_ranges};
pub use query::{QueryWord, query_words};
pub use speller::{Speller, Suggestion};
pub use split::Role;

use split::Splitter;

/// Stored with every page. An index of another version is made anew.
pub const TOKENIZER_VERSION: u32 = 1;

/// What an FTS5 table that is fed with [`token_string`] or [`folded`] is declared with. To this tokenizer every
/// character beyond ASCII is part of a word, so a vowel sign or an ideograph never splits one, and these four
/// are the only signs of ASCII that our tokens have.
pub const FTS5_TOKENIZE: &str = "ascii tokenchars '+#._'";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    /// In bytes of the text that was given.
    pub range: Range<usize>,
    pub role: Role,
}

/// All tokens in the order of the text, stop words too: their role tells.
pub fn tokens(text: &str, language: Language) -> impl Iterator<Item = Token> {
    Tokens { splitter: Splitter::stemmed(text, language), ready: VecDeque::new() }
}

/// The tokens that are indexed, separated by blanks.
pub fn token_string(text: &str, language: Language) -> String {
    joined(text, Splitter::stemmed(text, language), |role| role != Role::Stop)
}

/// The same words unstemmed and with stop words, for a table that completes what is being typed.
pub fn folded(text: &str) -> String {
    joined(text, Splitter::unstemmed(text), |_| true)
}

/// A word as it stands in [`folded`] text.
pub fn folded_word(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    fold::fold_into(word, &mut folded);
    folded
}

fn joined(text: &str, mut splitter: Splitter<'_>, keep: impl Fn(Role) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    while splitter.next_unit(&mut |token, _, role| {
        if keep(role) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(token);
        }
    }) {}
    out
}

struct Tokens<'t> {
    splitter: Splitter<'t>,
    ready: VecDeque<Token>,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.ready.is_empty() {
            let ready = &mut self.ready;
            let more = self.splitter.next_unit(&mut |text, range, role| {
                ready.push_back(Token { text: text.to_owned(), range, role });
            });
            if !more {
                break;
            }
        }
        self.ready.pop_front()
    }
}
