//! Numbers as they are written: `-12.5`, `3e4`, `0xff`, `0o17`, `0b101`.

use crate::spacing::letter;

/// The longest number that begins exactly here: its value and its end.
pub(crate) fn number_at(cells: &[u32], at: usize) -> Option<(f64, usize)> {
    prefixed(cells, at).or_else(|| decimal(cells, at))
}

fn prefixed(cells: &[u32], at: usize) -> Option<(f64, usize)> {
    if digit(cells, at, 10) != Some(0) {
        return None;
    }
    let radix = match letter(*cells.get(at + 1)?) {
        'x' => 16,
        'o' => 8,
        'b' => 2,
        _ => return None,
    };
    let mut end = at + 2;
    let mut value = 0.0;
    while let Some(digit) = digit(cells, end, radix) {
        value = value * f64::from(radix) + f64::from(digit);
        end += 1;
    }
    (end > at + 2).then_some((value, end))
}

fn decimal(cells: &[u32], at: usize) -> Option<(f64, usize)> {
    let is =
        |at: usize, wanted: &str| cells.get(at).is_some_and(|cell| wanted.contains(letter(*cell)));
    let digits = |from: usize| (from..).find(|at| digit(cells, *at, 10).is_none()).unwrap_or(from);
    let whole = at + usize::from(is(at, "+-"));
    let mut end = digits(whole);
    if end == whole {
        return None;
    }
    if is(end, ".") && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if is(end, "e") {
        let exponent = end + 1 + usize::from(is(end + 1, "+-"));
        // An exponent has no leading nought: "1e05" is no number.
        if digit(cells, exponent, 10).is_some_and(|digit| digit > 0) {
            end = digits(exponent);
        }
    }
    let written: String = cells[at..end].iter().map(|cell| letter(*cell)).collect();
    written.parse().ok().map(|value| (value, end))
}

fn digit(cells: &[u32], at: usize, radix: u32) -> Option<u32> {
    letter(*cells.get(at)?).to_digit(radix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spacing::cell;

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        for (text, wanted) in [
            ("5", Some((5.0, 1))),
            ("-12.5 x", Some((-12.5, 5))),
            ("+7up", Some((7.0, 2))),
            ("45.678e-9", Some((45.678e-9, 9))),
            ("1e05", Some((1.0, 1))),
            ("1.", Some((1.0, 1))),
            ("1,000", Some((1.0, 1))),
            ("0XfFg", Some((255.0, 4))),
            ("0o78", Some((7.0, 3))),
            ("0b", Some((0.0, 1))),
            ("-0x1", Some((0.0, 2))),
            ("x1", None),
            ("-", None),
            (".5", None),
            ("", None),
        ] {
            let cells: Vec<u32> = text.chars().map(cell).collect();
            assert_eq!(number_at(&cells, 0), wanted, "{text}");
        }
    }
}
