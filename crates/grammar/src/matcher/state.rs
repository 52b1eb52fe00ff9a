//! What a run is made of: where a path is, what it met, where it could turn.

use crate::first_sets::Lookahead;
use crate::matcher::memo::Key;
use crate::matcher::run::Run;
use crate::program::{AltAt, PartAt};
use crate::spacing::Spacing;

/// Hears what a run finds.
pub(crate) trait Listener {
    /// Whether it wants to know of every part that is reached, not only of whole parses.
    const PARTIAL: bool;

    /// The utterance was read to its end by this alternative of the start rule. Says whether to
    /// look for more.
    fn parsed(&mut self, run: &Run<'_, '_>, alt: AltAt, literal_words: u32) -> bool;

    /// A part is about to be tried.
    fn reached(&mut self, _run: &Run<'_, '_>, _state: &State, _glued: bool) -> bool {
        true
    }
}

/// Where a path is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    pub(crate) alt: AltAt,
    pub(crate) part: PartAt,
    pub(super) frame: u32,
    pub(crate) at: u32,
    /// Free words that have begun and not ended: their place in the log.
    pub(crate) open: u32,
    /// No separator may stand before the first part of this alternative.
    pub(super) first_glued: bool,
    /// Came back to a part that repeats, so it is not skipped again.
    pub(super) again: bool,
    pub(super) literal_words: u32,
    pub(crate) parting: Parting,
}

/// What the parts that were read demand of what follows. Only of use where the utterance ends, and
/// the demand cannot be checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Parting {
    Free,
    /// A separator where two words would run into one.
    Words,
    /// A separator in any case.
    Always,
}

impl Parting {
    pub(super) fn under(spacing: Spacing) -> Self {
        match spacing {
            Spacing::Auto => Self::Words,
            Spacing::Required => Self::Always,
            Spacing::Optional | Spacing::None => Self::Free,
        }
    }
}

/// A rule that the path is in: the part that entered it, and the frame around that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) alt: AltAt,
    pub(super) part: PartAt,
    pub(super) parent: u32,
    /// Where a part that repeats was entered, to see that it moves on.
    pub(super) entered: u32,
    pub(super) first_glued: bool,
    pub(super) depth: u16,
}

/// What was met on the way, as the value needs it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event {
    /// A part goes into an alternative of its rule, and comes out again.
    Open {
        alt: AltAt,
        part: PartAt,
        at: u32,
    },
    Close {
        at: u32,
    },
    /// Free words: where they began to be looked for, and what was found.
    Words {
        part: PartAt,
        start: u32,
        from: u32,
        to: u32,
    },
    Number {
        part: PartAt,
        value: f64,
        from: u32,
        to: u32,
    },
}

#[derive(Debug)]
pub(super) struct Choice {
    pub(super) state: State,
    pub(super) log: u32,
    pub(super) frames: u32,
    pub(super) turn: Turn,
}

#[derive(Debug)]
pub(super) enum Turn {
    /// Go on from the state as it is.
    Go,
    /// Try the next alternatives, from `next` to `end` of the rule or of a list.
    Alts { next: u32, end: u32, listed: bool, lookahead: Lookahead },
    /// Everything behind this has been tried: if nothing was found, never try it again.
    Settled { key: Key, found: u32 },
}

impl State {
    /// Behind a part that was read under this spacing.
    pub(super) fn past(mut self, end: usize, spacing: Spacing) -> Self {
        self.at = end as u32;
        self.parting = Parting::under(spacing);
        self.part += 1;
        self.again = false;
        self
    }
}
