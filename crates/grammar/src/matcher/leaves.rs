//! The parts that read something: words of the grammar, numbers, free words.

use crate::matcher::capture::{is_space, trimmed};
use crate::matcher::literal::{find_literal, literal_at};
use crate::matcher::run::Run;
use crate::matcher::state::{Event, State, Turn};
use crate::number::number_at;
use crate::program::{NOWHERE, PartAt, Range, What};
use crate::spacing::{Spacing, is_boundary, is_separator};

impl Run<'_, '_> {
    pub(super) fn literal(
        &mut self,
        mut state: State,
        words: Range,
        spacing: Spacing,
        glued: bool,
    ) -> Option<State> {
        let cells = &self.input.cells;
        state.literal_words += words.len() as u32;
        if state.open == NOWHERE {
            let end = literal_at(self.program, words, cells, state.at as usize, glued)?;
            return is_boundary(cells, end, spacing).then(|| state.past(end, spacing));
        }
        let mut from = state.at as usize;
        loop {
            self.steps += (cells.len() - from) as u32 / 64;
            let (start, end) = find_literal(self.program, words, cells, from)?;
            let before = if glued { start } else { words_end(cells, start, from) };
            if is_boundary(cells, end, spacing) && self.end_words(&state, before, spacing) {
                let literal_words = state.literal_words - words.len() as u32;
                self.choose(State { at: end as u32, literal_words, ..state }, Turn::Go);
                state.open = NOWHERE;
                return Some(state.past(end, spacing));
            }
            from = end;
        }
    }

    pub(super) fn number(
        &mut self,
        mut state: State,
        spacing: Spacing,
        glued: bool,
    ) -> Option<State> {
        let cells = &self.input.cells;
        let part = state.part;
        let mut from = state.at as usize;
        if state.open == NOWHERE {
            let (value, start, end) = loop {
                if let Some((value, end)) = number_at(cells, from) {
                    break (value, from, end);
                }
                if glued || !cells.get(from).is_some_and(|cell| is_separator(*cell)) {
                    return None;
                }
                from += 1;
            };
            if !is_boundary(cells, end, spacing) {
                return None;
            }
            self.log.push(Event::Number { part, value, from: start as u32, to: end as u32 });
            return Some(state.past(end, spacing));
        }
        loop {
            self.steps += (cells.len() - from) as u32 / 8;
            let (start, (value, end)) =
                (from..cells.len()).find_map(|at| number_at(cells, at).map(|found| (at, found)))?;
            let before = if glued { start } else { words_end(cells, start, from) };
            if is_boundary(cells, end, spacing) && self.end_words(&state, before, spacing) {
                self.choose(State { at: end as u32, ..state }, Turn::Go);
                self.log.push(Event::Number { part, value, from: start as u32, to: end as u32 });
                state.open = NOWHERE;
                return Some(state.past(end, spacing));
            }
            from = end;
        }
    }

    /// Free words begin. Two runs of them side by side could be parted anywhere, so they never match.
    pub(super) fn begin_words(&mut self, mut state: State) -> Option<State> {
        if state.open != NOWHERE {
            return None;
        }
        state.open = self.log.len() as u32;
        let (part, start) = (state.part, state.at);
        self.log.push(Event::Words { part, start, from: start, to: start });
        state.part += 1;
        Some(state)
    }

    /// Free words end before `end`, if they can. How they are trimmed is up to the alternative that
    /// ends them.
    pub(super) fn end_words(&mut self, state: &State, end: usize, spacing: Spacing) -> bool {
        let Event::Words { part, start, .. } = self.log[state.open as usize] else { return false };
        let Some((from, to)) = trimmed(&self.input.cells, start as usize, end, spacing) else {
            return false;
        };
        let accepted = self.accepts(part, from, to);
        if accepted {
            let (from, to) = (from as u32, to as u32);
            self.log[state.open as usize] = Event::Words { part, start, from, to };
        }
        accepted
    }

    /// Whether free words may be this text.
    pub(crate) fn accepts(&self, part: PartAt, from: usize, to: usize) -> bool {
        let What::Words { entity } = self.program.parts[part as usize].what else { return true };
        let Some(entity) = self.program.entity(entity) else { return true };
        let entities = self.entities.0;
        !entities.knows(entity) || entities.accepts(entity, self.input.slice(from, to))
    }

    /// Where the free words that are open began, and their part.
    pub(crate) fn open_words(&self, state: &State) -> Option<(PartAt, usize)> {
        match self.log.get(state.open as usize) {
            Some(Event::Words { part, start, .. }) => Some((*part, *start as usize)),
            _ => None,
        }
    }
}

/// Where free words end before what follows them: at the white space there, so that they keep their own
/// punctuation (`c# on …`). Without white space the punctuation only parts the two.
fn words_end(cells: &[u32], before: usize, least: usize) -> usize {
    let back_over = |fits: fn(u32) -> bool| {
        let mut at = before;
        while at > least && fits(cells[at - 1]) {
            at -= 1;
        }
        at
    };
    let spaced = back_over(is_space);
    if spaced < before { spaced } else { back_over(is_separator) }
}
