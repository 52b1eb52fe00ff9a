//! The machine itself.

use smallvec::SmallVec;

use crate::entities::Entities;
use crate::first_sets::Lookahead;
use crate::input::Input;
use crate::matcher::memo::{Key, Memo};
use crate::matcher::state::{Choice, Event, Frame, Listener, Parting, State, Turn};
use crate::parse::TooHard;
use crate::program::{AltAt, NOWHERE, Part, PartAt, Program, Range, RuleAt, What};
use crate::spacing::{Spacing, is_boundary, skip_separators};

/// A step is a part that is tried. The bound is some milliseconds, far beyond what is said.
pub(crate) const STEPS_MAX: u32 = 100_000;
/// From here on failures are remembered; before, remembering costs more than it saves.
const STEPS_UNREMEMBERED: u32 = 600;
/// Rules inside rules, as right recursion makes them.
const DEPTH_MAX: u16 = 500;

#[derive(Debug)]
pub(crate) struct Run<'p, 'i> {
    pub(crate) program: &'p Program,
    pub(crate) input: &'i Input<'i>,
    pub(super) entities: Asked<'i>,
    pub(super) log: SmallVec<[Event; 16]>,
    frames: SmallVec<[Frame; 16]>,
    choices: SmallVec<[Choice; 8]>,
    memo: Option<Box<Memo>>,
    pub(super) steps: u32,
    steps_max: u32,
    found: u32,
    too_deep: bool,
}

/// The host's types, in a form that can be shown.
#[derive(Clone, Copy)]
pub(super) struct Asked<'i>(pub(super) &'i dyn Entities);

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entities")
    }
}

impl<'p, 'i> Run<'p, 'i> {
    pub(crate) fn new(
        program: &'p Program,
        input: &'i Input<'i>,
        entities: &'i dyn Entities,
        steps_max: u32,
    ) -> Self {
        Self {
            program,
            input,
            entities: Asked(entities),
            log: SmallVec::new(),
            frames: SmallVec::new(),
            choices: SmallVec::new(),
            memo: None,
            steps: 0,
            steps_max,
            found: 0,
            too_deep: false,
        }
    }

    /// Runs to the end, or says why not.
    pub(crate) fn go<L: Listener>(&mut self, listener: &mut L) -> Option<TooHard> {
        let start = State {
            alt: 0,
            part: 0,
            frame: NOWHERE,
            at: 0,
            open: NOWHERE,
            first_glued: false,
            again: false,
            literal_words: 0,
            parting: Parting::Free,
        };
        let lookahead = self.lookahead::<L>(&start, false);
        let mut next = self.enter::<L>(start, self.program.start, lookahead);
        loop {
            if let Some(state) = next {
                match self.follow(state, listener) {
                    Going::On => {}
                    Going::Enough => return None,
                }
            }
            if self.steps > self.steps_max {
                return Some(TooHard::Ambiguous);
            }
            let Some(choice) = self.choices.pop() else { break };
            next = self.resume::<L>(&choice);
        }
        self.too_deep.then_some(TooHard::Nested)
    }

    fn resume<L: Listener>(&mut self, choice: &Choice) -> Option<State> {
        self.log.truncate(choice.log as usize);
        // Remembered failures name frames by number, so those must stay what they are.
        if self.memo.is_none() {
            self.frames.truncate(choice.frames as usize);
        }
        match choice.turn {
            Turn::Go => Some(choice.state),
            Turn::Alts { next, end, listed, lookahead } => {
                self.next_alt::<L>(choice.state, next, end, listed, lookahead)
            }
            Turn::Settled { key, found } => {
                if let Some(memo) = self.memo.as_mut().filter(|_| found == self.found) {
                    memo.failed.insert(key);
                }
                None
            }
        }
    }

    pub(super) fn choose(&mut self, state: State, turn: Turn) {
        let (log, frames) = (self.log.len() as u32, self.frames.len() as u32);
        self.choices.push(Choice { state, log, frames, turn });
    }

    /// What follows, as far as it tells which rules may match.
    fn lookahead<L: Listener>(&self, state: &State, glued: bool) -> Lookahead {
        if state.open != NOWHERE {
            return Lookahead::UNKNOWN;
        }
        let cells = &self.input.cells;
        let at = skip_separators(cells, state.at as usize);
        // Where nothing is typed yet, everything may be offered. And where no separator may be
        // skipped a part behind the first may still skip it, so that nothing is known.
        let unknown = L::PARTIAL && at >= cells.len() || glued && at > state.at as usize;
        if unknown { Lookahead::UNKNOWN } else { Lookahead::at(cells, at) }
    }

    /// The letters of the utterance; of one that is still being typed they may be any.
    fn pairs<L: Listener>(&self) -> u64 {
        if L::PARTIAL { u64::MAX } else { self.input.pairs }
    }

    /// Goes into a rule: the first of its alternatives that may fit, with the others for later.
    fn enter<L: Listener>(
        &mut self,
        state: State,
        rule: RuleAt,
        lookahead: Lookahead,
    ) -> Option<State> {
        let rule = &self.program.rules[rule as usize];
        match self.program.tables.get(rule.table as usize) {
            Some(table) if !lookahead.is_unknown() => {
                let Range { start, end } = table.0[lookahead.lead.trailing_zeros() as usize];
                self.next_alt::<L>(state, start, end, true, lookahead)
            }
            _ => self.next_alt::<L>(state, rule.alts.start, rule.alts.end, false, lookahead),
        }
    }

    fn next_alt<L: Listener>(
        &mut self,
        mut state: State,
        mut next: u32,
        end: u32,
        listed: bool,
        lookahead: Lookahead,
    ) -> Option<State> {
        let program = self.program;
        let pairs = self.pairs::<L>();
        let number = |next: u32| if listed { program.listed[next as usize] } else { next };
        let fits = |next: u32| program.alts[number(next) as usize].first_set.fits(lookahead, pairs);
        while next < end && !fits(next) {
            next += 1;
        }
        if next >= end {
            return None;
        }
        let at = number(next);
        next += 1;
        while next < end && !fits(next) {
            next += 1;
        }
        if next < end {
            self.choose(state, Turn::Alts { next, end, listed, lookahead });
        }
        let alt = &self.program.alts[at as usize];
        state.alt = at;
        state.part = alt.parts.start;
        state.again = false;
        match self.frames.get(state.frame as usize) {
            None => state.first_glued = alt.spacing == Spacing::None,
            Some(frame) => {
                state.first_glued = self.is_glued(frame.alt, frame.part, frame.first_glued);
                let part = &self.program.parts[frame.part as usize];
                if !part.silent {
                    let (part, from) = (frame.part, state.at);
                    self.log.push(Event::Open { alt: at, part, at: from });
                }
            }
        }
        Some(state)
    }

    /// The rule or group that the path is in.
    pub(crate) fn rule_of(&self, state: &State) -> RuleAt {
        let part = self.frames.get(state.frame as usize).map(|frame| frame.part as usize);
        match part.map(|part| self.program.parts[part].what) {
            Some(What::Rule(rule)) => rule,
            _ => self.program.start,
        }
    }

    /// Whether nothing may stand before a part: its alternative says so, but for the first part it
    /// is whatever stands around the alternative.
    fn is_glued(&self, alt: AltAt, part: PartAt, first_glued: bool) -> bool {
        let alt = &self.program.alts[alt as usize];
        if part == alt.parts.start { first_glued } else { alt.spacing == Spacing::None }
    }

    /// Follows one path as far as it goes.
    fn follow<L: Listener>(&mut self, mut state: State, listener: &mut L) -> Going {
        loop {
            self.steps += 1;
            let hard = self.steps > STEPS_UNREMEMBERED;
            if hard && (self.steps > self.steps_max || self.is_known_to_fail(&state)) {
                return Going::On;
            }
            let alt = &self.program.alts[state.alt as usize];
            if state.part == alt.parts.end {
                if state.frame == NOWHERE {
                    return self.finish(&state, listener);
                }
                match self.leave(state) {
                    Some(outside) => state = outside,
                    None => return Going::On,
                }
                continue;
            }
            let part = self.program.parts[state.part as usize];
            let glued = self.is_glued(state.alt, state.part, state.first_glued);
            let skips = part.optional && !state.again;
            if let What::Rule(rule) = part.what {
                let lookahead = self.lookahead::<L>(&state, glued);
                if !self.program.rules[rule as usize].first_set.fits(lookahead, self.pairs::<L>()) {
                    if !skips {
                        return Going::On;
                    }
                    state.part += 1;
                    continue;
                }
                if skips {
                    self.choose(State { part: state.part + 1, ..state }, Turn::Go);
                }
                match self.go_into::<L>(state, &part, rule, lookahead) {
                    Some(inside) => state = inside,
                    None => return Going::On,
                }
                continue;
            }
            if skips {
                self.choose(State { part: state.part + 1, ..state }, Turn::Go);
            }
            if L::PARTIAL && !listener.reached(self, &state, glued) {
                return Going::Enough;
            }
            let next = match part.what {
                What::Literal(words) => self.literal(state, words, alt.spacing, glued),
                What::Number => self.number(state, alt.spacing, glued),
                What::Words { .. } => self.begin_words(state),
                What::Rule(_) => None,
            };
            match next {
                Some(next) => state = next,
                None => return Going::On,
            }
        }
    }

    fn go_into<L: Listener>(
        &mut self,
        state: State,
        part: &Part,
        rule: RuleAt,
        lookahead: Lookahead,
    ) -> Option<State> {
        let depth = self.frames.get(state.frame as usize).map_or(0, |frame| frame.depth + 1);
        if depth >= DEPTH_MAX {
            self.too_deep = true;
            return None;
        }
        let frame = Frame {
            alt: state.alt,
            part: state.part,
            parent: state.frame,
            entered: if part.repeats { state.at } else { 0 },
            first_glued: state.first_glued,
            depth,
        };
        let frame = match &mut self.memo {
            Some(memo) => memo.frame(frame, &mut self.frames),
            None => {
                self.frames.push(frame);
                self.frames.len() as u32 - 1
            }
        };
        self.enter::<L>(State { frame, again: false, ..state }, rule, lookahead)
    }

    /// The rule is read: back to what stands around it.
    fn leave(&mut self, state: State) -> Option<State> {
        let frame = self.frames[state.frame as usize];
        let part = &self.program.parts[frame.part as usize];
        if !part.silent {
            self.log.push(Event::Close { at: state.at });
        }
        let outside = State {
            alt: frame.alt,
            part: frame.part + 1,
            frame: frame.parent,
            first_glued: frame.first_glued,
            again: false,
            ..state
        };
        // Without having moved it would come round for ever.
        if part.repeats && state.at > frame.entered {
            self.choose(State { part: frame.part, again: true, ..outside }, Turn::Go);
        }
        let alt = &self.program.alts[frame.alt as usize];
        let more = outside.part < alt.parts.end && state.open == NOWHERE;
        let demanded = if more { Parting::under(alt.spacing) } else { Parting::Free };
        let outside = State { parting: outside.parting.max(demanded), ..outside };
        let parted = !more || is_boundary(&self.input.cells, state.at as usize, alt.spacing);
        parted.then_some(outside)
    }

    fn finish<L: Listener>(&mut self, state: &State, listener: &mut L) -> Going {
        let spacing = self.program.alts[state.alt as usize].spacing;
        let end = self.input.cells.len();
        let read = if state.open == NOWHERE {
            let at = state.at as usize;
            at == end || spacing != Spacing::None && skip_separators(&self.input.cells, at) == end
        } else {
            self.end_words(state, end, spacing)
        };
        if !read {
            return Going::On;
        }
        self.found += 1;
        if listener.parsed(self, state.alt, state.literal_words) {
            Going::On
        } else {
            Going::Enough
        }
    }

    /// Whether the same was tried before in vain. If it was not tried, it is from now on watched.
    fn is_known_to_fail(&mut self, state: &State) -> bool {
        let (words, start) = match self.log.get(state.open as usize) {
            Some(Event::Words { part, start, .. }) => (*part, *start),
            _ => (NOWHERE, 0),
        };
        let State { alt, part, frame, at, again, .. } = *state;
        let key = Key { alt, part, frame, at, words, start, again };
        let memo = self.memo.get_or_insert_default();
        if memo.failed.contains(&key) {
            return true;
        }
        let found = self.found;
        self.choose(*state, Turn::Settled { key, found });
        false
    }
}

enum Going {
    On,
    Enough,
}
