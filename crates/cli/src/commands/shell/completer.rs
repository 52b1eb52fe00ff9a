//! What could be said next: as a menu, and as grey words behind the cursor.

use std::sync::Arc;

use reedline::{
    Color, Completer, CompletionResult, CompletionStatus, Hinter, History, Span, Suggestion,
};
use tabwright_wire::language::{Completion, CompletionKind};

use super::completion_cache::CompletionCache;
use crate::format::one_line;

pub(super) struct Menu {
    completions: Arc<CompletionCache>,
    /// An answer that the menu waits for.
    awaited: Option<String>,
}

impl Menu {
    pub(super) fn new(completions: Arc<CompletionCache>) -> Self {
        Self { completions, awaited: None }
    }
}

impl Completer for Menu {
    fn complete(&mut self, line: &str, pos: usize) -> CompletionResult {
        let typed = line.get(..pos).unwrap_or(line);
        self.awaited = None;
        match self.completions.look(typed) {
            Some(analysis) => {
                let completions = analysis.completions.iter();
                let items: Vec<_> = completions.map(|item| suggestion(item, typed)).collect();
                CompletionResult::fresh(items)
            }
            None => {
                self.awaited = Some(typed.to_owned());
                CompletionResult::Pending
            }
        }
    }

    fn poll_completion(&mut self) -> CompletionStatus {
        match &self.awaited {
            None => CompletionStatus::Idle,
            Some(text) if self.completions.is_asking(text) => CompletionStatus::Pending,
            Some(_) => {
                self.awaited = None;
                CompletionStatus::Ready
            }
        }
    }
}

fn suggestion(item: &Completion, typed: &str) -> Suggestion {
    let placeholder = item.kind == CompletionKind::Placeholder;
    let shown = one_line(&item.text);
    let about = one_line(&item.about);
    Suggestion {
        // The name of a blank is shown, and the line left as it is.
        value: if placeholder { typed.to_owned() } else { item.line.clone() },
        display_override: Some(if placeholder { format!("<{shown}>") } else { shown }),
        description: (!about.is_empty()).then_some(about),
        span: Span::new(0, typed.len()),
        append_whitespace: item.kind == CompletionKind::Words,
        ..Suggestion::default()
    }
}

/// The rest of the likeliest completion.
pub(super) struct Ghost {
    completions: Arc<CompletionCache>,
    words: String,
}

impl Ghost {
    pub(super) fn new(completions: Arc<CompletionCache>) -> Self {
        Self { completions, words: String::new() }
    }
}

impl Hinter for Ghost {
    fn handle(
        &mut self,
        line: &str,
        pos: usize,
        _history: &dyn History,
        _use_ansi_coloring: bool,
        _cwd: &str,
    ) -> String {
        let asked = pos == line.len() && !line.trim().is_empty();
        let analysis = if asked { self.completions.look(line) } else { None };
        let likeliest = analysis.as_ref().and_then(|analysis| analysis.completions.first());
        self.words = likeliest.map(|item| rest(item, line)).unwrap_or_default();
        if self.words.is_empty() {
            return String::new();
        }
        // Faint, which is no colour: without it nobody could tell it from what was typed.
        Color::Default.dimmed().paint(&self.words).to_string()
    }

    fn complete_hint(&self) -> String {
        self.words.clone()
    }

    fn next_hint_token(&self) -> String {
        first_word(&self.words).to_owned()
    }
}

/// What is left to type of a completion; nothing where it would change what stands there.
fn rest(item: &Completion, line: &str) -> String {
    if item.kind == CompletionKind::Placeholder {
        return String::new();
    }
    let rest = item.line.strip_prefix(line).unwrap_or_default();
    if rest.chars().any(char::is_control) { String::new() } else { rest.to_owned() }
}

/// With the blanks before it.
fn first_word(words: &str) -> &str {
    let begin = words.find(|c: char| !c.is_whitespace()).unwrap_or(words.len());
    let length = words[begin..].find(char::is_whitespace).unwrap_or(words.len() - begin);
    &words[..begin + length]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(text: &str, line: &str, kind: CompletionKind) -> Completion {
        Completion { text: text.to_owned(), line: line.to_owned(), kind, about: String::new() }
    }

    #[test]
    fn a_choice_takes_the_place_of_what_was_typed() {
        let words = completion("scroll down", "go back and scroll down", CompletionKind::Words);
        let chosen = suggestion(&words, "go back and scr");
        assert_eq!(chosen.value, "go back and scroll down");
        assert_eq!(chosen.display_value(), "scroll down");
        assert_eq!(chosen.span, Span::new(0, 15));
        assert!(chosen.append_whitespace && chosen.description.is_none());
        let tab = completion("News\u{1b}[31m", "switch to News", CompletionKind::Entity);
        assert_eq!(suggestion(&tab, "switch to ").display_value(), "News[31m");
        assert!(!suggestion(&tab, "switch to ").append_whitespace);
    }

    #[test]
    fn a_blank_is_shown_and_not_taken() {
        let blank = completion("query", "search for", CompletionKind::Placeholder);
        let shown = suggestion(&blank, "search for ");
        assert_eq!((shown.value.as_str(), shown.display_value()), ("search for ", "<query>"));
        assert_eq!(rest(&blank, "search for "), "");
    }

    #[test]
    fn grey_words_only_add_to_the_line() {
        let words = completion("scroll down", "scroll down", CompletionKind::Words);
        assert_eq!(rest(&words, "scr"), "oll down");
        assert_eq!(rest(&words, "Scr"), "");
        assert_eq!(rest(&completion("a\u{7}b", "a\u{7}b", CompletionKind::Entity), "a"), "");
        assert_eq!(first_word(" down the page"), " down");
        assert_eq!((first_word("down"), first_word("  "), first_word("")), ("down", "  ", ""));
    }
}
