//! The places of a text that fit a query, exactly as they stand there.

use std::ops::Range;

use rustc_hash::FxHashSet;
use tabwright_wire::knowledge::Snippet;

use crate::words::{Language, tokens};

/// About two lines of a list.
const SNIPPET_CHARS: usize = 220;
const SNIPPETS_MAX: usize = 2;
/// Further into a text nobody is led by a snippet.
const TEXT_BYTES_MAX: usize = 60_000;

/// The best places, in the order of the text; its beginning where nothing fits.
pub(crate) fn snippets(text: &str, language: Language, forms: &FxHashSet<String>) -> Vec<Snippet> {
    let text = &text[..boundary(text, TEXT_BYTES_MAX)];
    let hits: Vec<(String, Range<usize>)> = tokens(text, language)
        .filter(|token| forms.contains(&token.text))
        .map(|token| (token.text, token.range))
        .collect();
    if hits.is_empty() {
        let end = boundary(text, SNIPPET_CHARS);
        return first_line(text, 0..end)
            .into_iter()
            .map(|range| snippet(text, range, &[]))
            .collect();
    }
    let mut places: Vec<(usize, usize, Range<usize>)> = Vec::new();
    let mut from = 0;
    for at in 0..hits.len() {
        while hits[at].1.end - hits[from].1.start > SNIPPET_CHARS {
            from += 1;
        }
        let distinct: FxHashSet<&str> =
            hits[from..=at].iter().map(|(word, _)| word.as_str()).collect();
        places.push((distinct.len(), at + 1 - from, hits[from].1.start..hits[at].1.end));
    }
    places.sort_by_key(|(distinct, count, range)| {
        (std::cmp::Reverse(*distinct), std::cmp::Reverse(*count), range.start)
    });
    let mut chosen: Vec<Range<usize>> = Vec::new();
    let best = places.first().map_or(0, |(distinct, ..)| *distinct);
    for (distinct, _, place) in &places {
        // A second place is worth its line only if it says as much as the first.
        if chosen.len() == SNIPPETS_MAX || (*distinct < best && !chosen.is_empty()) {
            break;
        }
        let widened = widen(text, place);
        if chosen.iter().all(|other| widened.end <= other.start || other.end <= widened.start) {
            chosen.push(widened);
        }
    }
    chosen.sort_by_key(|range| range.start);
    let marks: Vec<Range<usize>> = hits.into_iter().map(|(_, range)| range).collect();
    chosen.into_iter().map(|range| snippet(text, range, &marks)).collect()
}

/// To whole words, and to about the length of a snippet, within the paragraph.
fn widen(text: &str, place: &Range<usize>) -> Range<usize> {
    let line_start = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
    let spare = SNIPPET_CHARS.saturating_sub(place.len());
    let start = floor(text, place.start.saturating_sub(spare / 3)).max(line_start);
    let end = boundary(text, (start + SNIPPET_CHARS).max(place.end)).min(line_end).max(place.end);
    let start = match start == line_start {
        true => start,
        false => text[start..place.start].find(' ').map_or(place.start, |at| start + at + 1),
    };
    let end = match end == line_end {
        true => end,
        false => text[place.end..end].rfind(' ').map_or(place.end, |at| place.end + at),
    };
    start..end
}

/// The first line of a part of the text, whole words of it.
fn first_line(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let end = text[range.clone()].find('\n').map_or(range.end, |at| range.start + at);
    let end = match end < text.len() && end == range.end {
        true => text[range.start..end].rfind(' ').map_or(end, |at| range.start + at),
        false => end,
    };
    (end > range.start).then_some(range.start..end)
}

fn snippet(text: &str, range: Range<usize>, marks: &[Range<usize>]) -> Snippet {
    let inside = marks.iter().filter(|mark| range.start <= mark.start && mark.end <= range.end);
    let units = |from: usize, to: usize| {
        u32::try_from(text[from..to].encode_utf16().count()).unwrap_or(u32::MAX)
    };
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for mark in inside {
        let start = units(range.start, mark.start);
        let end = start + units(mark.start, mark.end);
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    Snippet { text: text[range].to_owned(), marks: merged }
}

/// The last place of a character that is not beyond `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn boundary(text: &str, at: usize) -> usize {
    floor(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(words: &[&str]) -> FxHashSet<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn english() -> Language {
        Language::from_code("en").unwrap()
    }

    #[test]
    fn the_place_that_says_most_is_shown_with_its_words_marked() {
        let filler = "Nothing of interest stands in this sentence at all. ".repeat(20);
        let text = format!("{filler}\nThe borrow checker rejects it.\n{filler}borrow");
        let found = snippets(&text, english(), &forms(&["borrow", "checker"]));
        assert_eq!(found[0].text, "The borrow checker rejects it.");
        assert_eq!(found[0].marks, [(4, 10), (11, 18)]);
    }

    #[test]
    fn marks_count_as_scripts_of_pages_do() {
        let found = snippets("🦀🦀 borrow", english(), &forms(&["borrow"]));
        assert_eq!(found[0].marks, [(5, 11)]);
    }

    #[test]
    fn without_a_fit_the_beginning_is_shown() {
        let found = snippets("One line.\nAnother.", english(), &forms(&["tea"]));
        assert_eq!(found[0].text, "One line.");
        assert!(snippets("", english(), &forms(&["tea"])).is_empty());
    }

    #[test]
    fn every_snippet_stands_in_the_text() {
        let text = "Über Tee und Wasser. ".repeat(300);
        for snippet in snippets(&text, english(), &forms(&["tee", "wasser"])) {
            assert!(text.contains(&snippet.text));
        }
    }
}
