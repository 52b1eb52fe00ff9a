//! Results no longer than an agent wants to read, with a handle for the rest.

use std::collections::VecDeque;

/// A result's text, unless the agent says otherwise.
pub(crate) const CHARS_DEFAULT: usize = 12_000;
const CHARS_MAX: usize = 100_000;
/// Rests that are kept for reading on, and how long each may be.
const RESTS_MAX: usize = 16;
const REST_CHARS_MAX: usize = 2_000_000;

/// What was cut off lately.
#[derive(Debug, Default)]
pub(crate) struct Rests {
    last: u32,
    kept: VecDeque<(String, String)>,
}

pub(crate) struct Cut {
    pub(crate) text: String,
    /// By which the rest can be had, and how long that is.
    pub(crate) more: Option<(String, usize)>,
}

impl Rests {
    /// The first so many characters, at the end of a line if one is near.
    pub(crate) fn cut(&mut self, text: String, chars_max: Option<usize>) -> Cut {
        let chars_max = chars_max.unwrap_or(CHARS_DEFAULT).clamp(200, CHARS_MAX);
        let Some((at, _)) = text.char_indices().nth(chars_max) else {
            return Cut { text, more: None };
        };
        let line = text[..at].rfind('\n').filter(|line| *line > at / 2).map(|line| line + 1);
        let (first, rest) = text.split_at(line.unwrap_or(at));
        let left = rest.chars().count();
        self.last += 1;
        let handle = format!("more-{}", self.last);
        if self.kept.len() == RESTS_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back((handle.clone(), rest.chars().take(REST_CHARS_MAX).collect()));
        Cut { text: first.to_owned(), more: Some((handle, left)) }
    }

    /// The next part of what was cut off.
    pub(crate) fn read_on(&mut self, handle: &str, chars_max: Option<usize>) -> Option<Cut> {
        let at = self.kept.iter().position(|(known, _)| known == handle)?;
        let (_, rest) = self.kept.remove(at)?;
        Some(self.cut(rest, chars_max))
    }

    pub(crate) fn forget(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_can_be_read_on_to_the_end() {
        let whole: String = (0..5_000).map(|line| format!("line {line} ü\n")).collect();
        let mut rests = Rests::default();
        let mut cut = rests.cut(whole.clone(), Some(10_000));
        let mut read = cut.text;
        while let Some((handle, left)) = cut.more {
            assert_eq!(left, whole.chars().count() - read.chars().count());
            cut = rests.read_on(&handle, None).unwrap();
            read += &cut.text;
        }
        assert_eq!(read, whole);
        assert!(rests.read_on("more-1", None).is_none());
    }

    #[test]
    fn only_the_newest_rests_are_kept() {
        let mut rests = Rests::default();
        for _ in 0..RESTS_MAX + 3 {
            rests.cut("x".repeat(1_000), Some(200));
        }
        assert!(rests.read_on("more-3", None).is_none());
        assert!(rests.read_on("more-4", None).is_some());
    }
}
