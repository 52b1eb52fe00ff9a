//! What a run of free words gives as a value: the words, without what only surrounds them.
//!
//! White space and the punctuation of sentences go; what belongs to a name stays, so that
//! addresses, paths, handles, `c#` and `50%` are whole. Quotes around all of it go too: they only
//! said where it begins and ends.

use crate::spacing::{LINE_END, SPACE, Spacing, is_separator, letter};

/// Quotes that open and close.
const QUOTES: [(char, char); 8] = [
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('‘', '’'),
    ('«', '»'),
    ('„', '“'),
    ('「', '」'),
    ('『', '』'),
];

/// The words between `start` and `end`, if there are any. Without spacing all of it counts.
pub(crate) fn trimmed(
    cells: &[u32],
    start: usize,
    end: usize,
    spacing: Spacing,
) -> Option<(usize, usize)> {
    if spacing == Spacing::None {
        return (start < end).then_some((start, end));
    }
    let text = cells.get(start..end)?;
    // Most are surrounded by spaces at most.
    let first = text.iter().position(|cell| !is_separator(*cell))?;
    let last = text.iter().rposition(|cell| !is_separator(*cell))?;
    let (first, last) = (start + first, start + last);
    if cells[first..=last].iter().any(|cell| cell & LINE_END != 0) {
        return None;
    }
    let from = widen_left(cells, start, first);
    let to = widen_right(cells, last + 1, end);
    Some(unquoted(cells, from, to).unwrap_or((from, to)))
}

/// Takes back the punctuation that touches the first word and is part of it.
fn widen_left(cells: &[u32], start: usize, first: usize) -> usize {
    let mut from = first;
    while from > start && !is_space(cells[from - 1]) {
        from -= 1;
    }
    // `.config`, `./run` and `../up` begin with a dot that belongs to them; an ellipsis does not.
    let mut at = from;
    while at < first && ends_sentence(letter(cells[at])) {
        at += 1;
    }
    let dots = at - from;
    let path = at < first && letter(cells[at]) == '/' && dots <= 2;
    if cells[from..at].iter().all(|cell| letter(*cell) == '.') && (path || dots == 1) {
        from
    } else {
        at
    }
}

fn widen_right(cells: &[u32], behind: usize, end: usize) -> usize {
    let mut to = behind;
    while to < end && !is_space(cells[to]) {
        to += 1;
    }
    while to > behind && ends_sentence(letter(cells[to - 1])) {
        to -= 1;
    }
    to
}

pub(crate) fn is_space(cell: u32) -> bool {
    cell & SPACE != 0
}

fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '…'
            | '¡'
            | '¿'
            | '。'
            | '，'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '،'
            | '؛'
            | '؟'
            | '।'
    )
}

/// What is inside, if one pair of quotes holds all of it.
fn unquoted(cells: &[u32], from: usize, to: usize) -> Option<(usize, usize)> {
    let (opening, closing) = (letter(*cells.get(from)?), letter(*cells.get(to.checked_sub(1)?)?));
    if to - from < 3 || !QUOTES.contains(&(opening, closing)) {
        return None;
    }
    let inside = &cells[from + 1..to - 1];
    let quoted_again =
        inside.iter().any(|cell| letter(*cell) == opening || letter(*cell) == closing);
    (!quoted_again).then_some((from + 1, to - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spacing::cell;

    #[test]
    fn sentences_lose_their_punctuation_and_names_keep_theirs() {
        for (text, wanted) in [
            ("  hello world  ", Some("hello world")),
            ("hello, world!", Some("hello, world")),
            (", hello", Some("hello")),
            ("https://a.com/x/", Some("https://a.com/x/")),
            ("https://en.org/wiki/C_(x).", Some("https://en.org/wiki/C_(x)")),
            ("@user", Some("@user")),
            ("c#", Some("c#")),
            ("50%", Some("50%")),
            ("/usr/bin/", Some("/usr/bin/")),
            ("../up", Some("../up")),
            (".config", Some(".config")),
            ("...well", Some("well")),
            ("this - ", Some("this")),
            ("- this", Some("this")),
            ("\"zoom in and out\"", Some("zoom in and out")),
            ("“zoom in”?", Some("zoom in")),
            ("\"a\" and \"b\"", Some("\"a\" and \"b\"")),
            ("dogs'", Some("dogs'")),
            (" ,. ", None),
            ("", None),
            ("one\ntwo", None),
            ("\n one \n", Some("one")),
        ] {
            let cells: Vec<u32> = text.chars().map(cell).collect();
            let found = trimmed(&cells, 0, cells.len(), Spacing::Auto);
            let found =
                found.map(|(from, to)| text.chars().skip(from).take(to - from).collect::<String>());
            assert_eq!(found.as_deref(), wanted, "{text:?}");
        }
    }

    #[test]
    fn without_spacing_every_character_counts() {
        let cells: Vec<u32> = " a ".chars().map(cell).collect();
        assert_eq!(trimmed(&cells, 0, 3, Spacing::None), Some((0, 3)));
        assert_eq!(trimmed(&cells, 1, 1, Spacing::None), None);
    }
}
