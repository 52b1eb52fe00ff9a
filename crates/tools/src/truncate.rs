//! Truncates results to what an agent wants to read, with a handle to read on.

use std::collections::VecDeque;

/// A result's text, unless the agent says otherwise.
pub(crate) const CHARS_DEFAULT: usize = 12_000;
const CHARS_MAX: usize = 100_000;
/// Continuations that are kept, and how long each may be.
const CONTINUATIONS_MAX: usize = 16;
const CONTINUATION_CHARS_MAX: usize = 2_000_000;

/// What was truncated lately, to read on by its handle.
#[derive(Debug, Default)]
pub(crate) struct Continuations {
    last: u32,
    kept: VecDeque<(String, String)>,
}

pub(crate) struct Truncated {
    pub(crate) text: String,
    /// The handle by which the rest can be had, and how long that is.
    pub(crate) more: Option<(String, usize)>,
}

impl Truncated {
    /// A text that is short enough already.
    pub(crate) fn whole(text: String) -> Self {
        Self { text, more: None }
    }
}

impl Continuations {
    /// The first so many characters, at the end of a line if one is near.
    pub(crate) fn truncate(&mut self, text: String, chars_max: Option<usize>) -> Truncated {
        let chars_max = chars_max.unwrap_or(CHARS_DEFAULT).clamp(200, CHARS_MAX);
        let Some((at, _)) = text.char_indices().nth(chars_max) else {
            return Truncated::whole(text);
        };
        let line = text[..at].rfind('\n').filter(|line| *line > at / 2).map(|line| line + 1);
        let (first, rest) = text.split_at(line.unwrap_or(at));
        let left = rest.chars().count();
        self.last += 1;
        let handle = format!("more-{}", self.last);
        if self.kept.len() == CONTINUATIONS_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back((handle.clone(), rest.chars().take(CONTINUATION_CHARS_MAX).collect()));
        Truncated { text: first.to_owned(), more: Some((handle, left)) }
    }

    /// The next part of what was truncated.
    pub(crate) fn read_on(&mut self, handle: &str, chars_max: Option<usize>) -> Option<Truncated> {
        let at = self.kept.iter().position(|(known, _)| known == handle)?;
        let (_, rest) = self.kept.remove(at)?;
        Some(self.truncate(rest, chars_max))
    }

    pub(crate) fn forget(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_truncated_can_be_read_on_to_the_end() {
        let whole: String = (0..5_000).map(|line| format!("line {line} ü\n")).collect();
        let mut continuations = Continuations::default();
        let mut part = continuations.truncate(whole.clone(), Some(10_000));
        let mut read = part.text;
        while let Some((handle, left)) = part.more {
            assert_eq!(left, whole.chars().count() - read.chars().count());
            part = continuations.read_on(&handle, None).unwrap();
            read += &part.text;
        }
        assert_eq!(read, whole);
        assert!(continuations.read_on("more-1", None).is_none());
    }

    #[test]
    fn only_the_newest_continuations_are_kept() {
        let mut continuations = Continuations::default();
        for _ in 0..CONTINUATIONS_MAX + 3 {
            continuations.truncate("x".repeat(1_000), Some(200));
        }
        assert!(continuations.read_on("more-3", None).is_none());
        assert!(continuations.read_on("more-4", None).is_some());
    }
}
