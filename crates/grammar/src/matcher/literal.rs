//! Words of the grammar against the utterance.

use crate::program::{Program, Range, Word};
use crate::spacing::{Gap, is_separator, skip_separators};

/// How often one literal may be tried in different ways. Only punctuation that stands beside
/// punctuation makes more than one way.
const TRIES_MAX: u32 = 512;

/// Where the literal ends if it begins at `at`, after separators if those may be skipped.
pub(super) fn literal_at(
    program: &Program,
    words: Range,
    cells: &[u32],
    at: usize,
    glued: bool,
) -> Option<usize> {
    let words = words.of(&program.words);
    if glued {
        return exactly(program, words, cells, at);
    }
    let first = program.cells_of(words.first()?)[0];
    if !is_separator(first) {
        return exactly(program, words, cells, skip_separators(cells, at));
    }
    let mut at = at;
    loop {
        if let Some(end) = exactly(program, words, cells, at) {
            return Some(end);
        }
        if !cells.get(at).is_some_and(|cell| is_separator(*cell)) {
            return None;
        }
        at += 1;
    }
}

/// The first place from `from` on where the literal stands: where it begins and ends.
pub(super) fn find_literal(
    program: &Program,
    words: Range,
    cells: &[u32],
    from: usize,
) -> Option<(usize, usize)> {
    let words = words.of(&program.words);
    let first = program.cells_of(words.first()?)[0];
    let mut at = from;
    while let Some(next) = cells.get(at..)?.iter().position(|cell| *cell == first) {
        at += next;
        if let Some(end) = exactly(program, words, cells, at) {
            return Some((at, end));
        }
        at += 1;
    }
    None
}

fn exactly(program: &Program, words: &[Word], cells: &[u32], at: usize) -> Option<usize> {
    let mut tries = TRIES_MAX;
    words_at(program, words, cells, at, &mut tries)
}

fn words_at(
    program: &Program,
    words: &[Word],
    cells: &[u32],
    mut at: usize,
    tries: &mut u32,
) -> Option<usize> {
    for (number, word) in words.iter().enumerate() {
        let wanted = program.cells_of(word);
        if number > 0 {
            let end = match word.gap {
                Gap::Forbidden => at,
                Gap::Needed | Gap::Allowed => skip_separators(cells, at),
            };
            let least = at + usize::from(word.gap == Gap::Needed);
            if end < least {
                return None;
            }
            if is_separator(wanted[0]) && end > least {
                // The word begins with what could also stand between: give back one by one.
                return (least..=end).rev().find_map(|start| {
                    *tries = tries.checked_sub(1)?;
                    let behind = behind(wanted, cells, start)?;
                    after(program, &words[number + 1..], cells, behind, tries)
                });
            }
            at = end;
        }
        at = behind(wanted, cells, at)?;
    }
    Some(at)
}

/// The rest of the words, of which even the first may have a gap before it.
fn after(
    program: &Program,
    words: &[Word],
    cells: &[u32],
    at: usize,
    tries: &mut u32,
) -> Option<usize> {
    let Some(first) = words.first() else { return Some(at) };
    let wanted = program.cells_of(first);
    let end = match first.gap {
        Gap::Forbidden => at,
        Gap::Needed | Gap::Allowed => skip_separators(cells, at),
    };
    let least = at + usize::from(first.gap == Gap::Needed);
    if end < least {
        return None;
    }
    let starts = if is_separator(wanted[0]) { least..=end } else { end..=end };
    starts.rev().find_map(|start| {
        *tries = tries.checked_sub(1)?;
        words_at(program, words, cells, start, tries)
    })
}

fn behind(wanted: &[u32], cells: &[u32], at: usize) -> Option<usize> {
    let end = at + wanted.len();
    (cells.get(at..end)? == wanted).then_some(end)
}

/// How much of a literal the end of the utterance already says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Typed {
    /// Where the literal begins.
    pub(crate) start: usize,
    /// How many characters of it are there.
    pub(crate) letters: usize,
}

/// Whether everything from `at` on is the beginning of the literal, but not all of it.
pub(crate) fn typed(
    program: &Program,
    words: Range,
    cells: &[u32],
    at: usize,
    glued: bool,
) -> Option<Typed> {
    let words = words.of(&program.words);
    let punctuated = is_separator(program.cells_of(words.first()?)[0]);
    let start = if glued || punctuated { at } else { skip_separators(cells, at) };
    let (mut at, mut letters) = (start, 0);
    for (number, word) in words.iter().enumerate() {
        if number > 0 && word.gap != Gap::Forbidden {
            let before = at;
            at = skip_separators(cells, at);
            if at < cells.len() && at == before && word.gap == Gap::Needed {
                return None;
            }
        }
        for wanted in program.cells_of(word) {
            match cells.get(at) {
                None => return Some(Typed { start, letters }),
                Some(cell) if cell == wanted => at += 1,
                Some(_) => return None,
            }
            letters += 1;
        }
    }
    None
}
