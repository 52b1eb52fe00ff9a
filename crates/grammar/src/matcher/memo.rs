//! What failed before need not be tried again. This keeps long ambiguous utterances from taking
//! a time that grows without measure.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::matcher::state::Frame;
use crate::program::{AltAt, PartAt};

/// Everything on which it depends whether the rest can match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) alt: AltAt,
    pub(super) part: PartAt,
    pub(super) frame: u32,
    pub(super) at: u32,
    /// The part whose words are open, and where they began.
    pub(super) words: PartAt,
    pub(super) start: u32,
    pub(super) again: bool,
}

#[derive(Debug, Default)]
pub(super) struct Memo {
    pub(super) failed: FxHashSet<Key>,
    frames: FxHashMap<Frame, u32>,
}

impl Memo {
    /// The number of a frame: the same for two that are alike.
    pub(super) fn frame(&mut self, frame: Frame, frames: &mut SmallVec<[Frame; 16]>) -> u32 {
        *self.frames.entry(frame).or_insert_with(|| {
            frames.push(frame);
            frames.len() as u32 - 1
        })
    }
}
