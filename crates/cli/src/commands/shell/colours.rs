//! The line in colours as it is understood: words of a phrasing, what fills it, what joins two actions,
//! and what leads nowhere.

use std::sync::Arc;

use reedline::{Color, Highlighter, StyledText};
use tabwright_wire::language::PartKind;

use super::completion_cache::{CompletionCache, LineAnalysis};

pub(super) struct Colours(pub(super) Arc<CompletionCache>);

/// Colours are wanted, unless the person says no by the custom of `NO_COLOR`.
pub(super) fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

impl Highlighter for Colours {
    fn highlight(&self, line: &str, _cursor: usize) -> StyledText {
        let mut styled = StyledText::new();
        let analysis = if line.trim().is_empty() { None } else { self.0.look(line) };
        for (colour, text) in pieces(line, analysis.as_deref()) {
            let style = colour.map(Color::normal).unwrap_or_default();
            styled.push((style, text.to_owned()));
        }
        styled
    }
}

/// The whole line, piece by piece; plain where nothing is known of it.
fn pieces<'l>(line: &'l str, analysis: Option<&'l LineAnalysis>) -> Vec<(Option<Color>, &'l str)> {
    let Some(analysis) = analysis else { return vec![(None, line)] };
    // What is understood may be written differently, as by another form of an accent.
    let told: usize = analysis.parts.iter().map(|part| part.text.len()).sum();
    let mut rest = line;
    let is_this_line = told == line.len()
        && analysis.parts.iter().all(|part| match rest.strip_prefix(part.text.as_str()) {
            Some(behind) => {
                rest = behind;
                true
            }
            None => false,
        });
    if !is_this_line {
        return vec![(None, line)];
    }
    let may_go_on = !analysis.completions.is_empty();
    analysis.parts.iter().map(|part| (colour(part.kind, may_go_on), part.text.as_str())).collect()
}

fn colour(kind: PartKind, may_go_on: bool) -> Option<Color> {
    match kind {
        PartKind::Word => Some(Color::Green),
        PartKind::Capture => Some(Color::Yellow),
        PartKind::Joint => Some(Color::Purple),
        // Half a request is not wrong.
        PartKind::Unknown if may_go_on => None,
        PartKind::Unknown => Some(Color::Red),
    }
}

#[cfg(test)]
mod tests {
    use tabwright_wire::language::{Completion, CompletionKind, Part};

    use super::*;

    fn analysis(parts: &[(&str, PartKind)]) -> LineAnalysis {
        let part = |(text, kind): &(&str, PartKind)| Part { text: (*text).to_owned(), kind: *kind };
        LineAnalysis { parts: parts.iter().map(part).collect(), completions: Vec::new() }
    }

    #[test]
    fn every_part_has_its_colour() {
        let seen = analysis(&[
            ("open ", PartKind::Word),
            ("nytimes", PartKind::Capture),
            (" and ", PartKind::Joint),
            ("scroll down", PartKind::Word),
        ]);
        assert_eq!(
            pieces("open nytimes and scroll down", Some(&seen)),
            [
                (Some(Color::Green), "open "),
                (Some(Color::Yellow), "nytimes"),
                (Some(Color::Purple), " and "),
                (Some(Color::Green), "scroll down"),
            ]
        );
    }

    #[test]
    fn only_what_leads_nowhere_is_red() {
        let mut seen = analysis(&[("opn", PartKind::Unknown)]);
        assert_eq!(pieces("opn", Some(&seen)), [(Some(Color::Red), "opn")]);
        seen.completions.push(Completion {
            text: "opn".to_owned(),
            line: "opn".to_owned(),
            kind: CompletionKind::Words,
            about: String::new(),
        });
        assert_eq!(pieces("opn", Some(&seen)), [(None, "opn")]);
    }

    #[test]
    fn a_line_that_the_answer_does_not_fit_stays_plain() {
        assert_eq!(pieces("open", None), [(None, "open")]);
        let composed = analysis(&[("caf\u{e9}", PartKind::Word)]);
        let typed = "cafe\u{301}";
        assert_eq!(pieces(typed, Some(&composed)), [(None, typed)]);
        assert_eq!(
            pieces("opens", Some(&analysis(&[("open", PartKind::Word)]))),
            [(None, "opens")]
        );
        assert_eq!(pieces("abcd", Some(&analysis(&[("abxd", PartKind::Word)]))), [(None, "abcd")]);
    }
}
