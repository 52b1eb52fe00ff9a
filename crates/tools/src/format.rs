//! How results are worded: in as few words as an agent needs.

use std::fmt::Write as _;

use tabwright_wire::verbs::{Changes, Report, Visit};
use tabwright_wire::{Problem, Tab, exact_line, one_line};

use crate::untrusted::mark_sentence;

/// Lines of what appeared that are told.
const APPEARED_MAX: usize = 12;
/// Of what a page chose, so much is told in a line: more is read from the page.
const WORDS_CHARS_MAX: usize = 300;
const URL_CHARS_MAX: usize = 2_000;

pub(crate) fn describe_report(report: &Report) -> String {
    let mut text = report.did.clone();
    if let Some(value) = report.element.as_ref().and_then(|element| element.value.as_ref()) {
        let _ = write!(text, " (now \"{}\")", exact_line(value, WORDS_CHARS_MAX));
    }
    changes(&mut text, &report.changes);
    text
}

fn changes(text: &mut String, changes: &Changes) {
    if let Some(visit) = &changes.navigation {
        let _ = write!(text, "\n  went to {}", describe_visit(visit));
    }
    if let Some(url) = &changes.moved_to {
        let _ = write!(text, "\n  address is now {}", address(url));
    }
    if changes.closed {
        text.push_str("\n  the tab closed itself");
    }
    for tab in &changes.new_tabs {
        let _ = write!(text, "\n  opened {}", describe_tab(tab, false));
    }
    if let Some(dialog) = &changes.dialog {
        let _ = write!(
            text,
            "\n  a dialog is open and waits for step `dialog`: {} \"{}\"",
            dialog.kind,
            words(&dialog.message)
        );
    }
    for download in &changes.downloads {
        let _ = write!(
            text,
            "\n  download {:?}: {} from {}",
            download.state,
            words(&download.path),
            address(&download.url)
        );
    }
    if changes.nothing {
        text.push_str("\n  nothing changed that can be seen");
    }
}

/// What appeared, changed and disappeared, for where no snapshot follows.
pub(crate) fn describe_appearances(changes: &Changes) -> String {
    let mut text = String::new();
    let seen = [
        ('+', &changes.appeared, changes.appeared_count),
        ('~', &changes.changed, changes.changed_count),
        ('-', &changes.disappeared, changes.disappeared_count),
    ];
    for (sign, lines, count) in seen {
        let told = lines.len().min(APPEARED_MAX);
        for line in &lines[..told] {
            let _ = write!(text, "\n  {sign} {}", line.trim());
        }
        let more = (count as usize).saturating_sub(told);
        if more > 0 {
            let _ = write!(text, "\n  {sign} {more} more");
        }
    }
    text
}

pub(crate) fn describe_visit(visit: &Visit) -> String {
    let loading = if visit.loaded { "" } else { " (still loading)" };
    format!("{} \"{}\"{loading}", address(&visit.url), words(&visit.title))
}

pub(crate) fn describe_tab(tab: &Tab, yours: bool) -> String {
    let mut text = format!("tab {} \"{}\" {}", tab.id, words(&tab.title), address(&tab.url));
    if yours {
        text += " (yours)";
    }
    if tab.focused {
        text += " (in front)";
    }
    text
}

/// What a page chose, on one line: lines of a list are ours.
pub(crate) fn words(text: &str) -> String {
    one_line(text, WORDS_CHARS_MAX)
}

pub(crate) fn address(url: &str) -> String {
    one_line(url, URL_CHARS_MAX)
}

/// What happened, and what to do next. What happened may quote a page; what to do next is ours alone.
#[must_use]
pub fn describe_problem(problem: &Problem) -> String {
    let title = mark_sentence(&problem.title);
    format!("{}. Next: {}", title.trim_end_matches('.'), mark_sentence(&problem.fix))
}
