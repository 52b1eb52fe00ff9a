//! What could be said next, behind any actions that are said already.

use tabwright_grammar::{Entities, Suggests};
use tabwright_wire::language::{Completion, CompletionKind, Completions};
use unicode_normalization::UnicodeNormalization as _;

use crate::dispatcher::Dispatcher;
use crate::joints::joints;

impl Dispatcher {
    /// Completes the last action of an utterance; what stands before it stays as it is.
    #[must_use]
    pub fn complete(
        &self,
        text: &str,
        site: Option<&str>,
        entities: &dyn Entities,
        max: usize,
    ) -> Completions {
        let text: String = text.nfc().collect();
        let book = self.book();
        let mut completions: Vec<Completion> = Vec::new();
        // A joint may also be part of what is said: both readings are completed, the one with the
        // shortest last piece first.
        let begins = joints(&text).into_iter().rev().map(|joint| joint.end).chain([0]);
        for begin in begins {
            let before = &text[..begin];
            let said = before.is_empty() || self.is_said(before, site, entities);
            let piece = &text[begin..];
            if !said {
                continue;
            }
            let Ok(found) = book.complete(piece, site, entities, max) else { continue };
            for item in found.items {
                let kind = match item.kind {
                    Suggests::Words => CompletionKind::Words,
                    Suggests::Entity(_) => CompletionKind::Entity,
                    Suggests::Blank { .. } => CompletionKind::Placeholder,
                };
                let kept = &text[..begin + item.from];
                let line = match kind {
                    CompletionKind::Placeholder => text.clone(),
                    _ => format!("{kept}{}{}", gap(kept, &item.text), item.text),
                };
                let shown = item.text.trim();
                if completions.iter().all(|known| known.text != shown) {
                    let (text, about) = (shown.to_owned(), item.about.unwrap_or_default());
                    completions.push(Completion { text, line, kind, about });
                }
            }
            if !completions.is_empty() {
                break;
            }
        }
        completions.truncate(max);
        Completions { completions }
    }

    /// Are these whole actions, with the joint behind them?
    fn is_said(&self, before: &str, site: Option<&str>, entities: &dyn Entities) -> bool {
        let joint = joints(&format!("{before}x")).into_iter().next_back();
        let end = joint.map_or(before.len(), |joint| joint.start);
        self.read(&before[..end], site, entities).is_ok()
    }
}

/// A space where two words would run together.
fn gap(before: &str, next: &str) -> &'static str {
    let run_together =
        before.ends_with(char::is_alphanumeric) && next.starts_with(char::is_alphanumeric);
    if run_together { " " } else { "" }
}
