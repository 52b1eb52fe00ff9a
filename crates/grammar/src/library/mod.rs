//! Rules that every grammar may use without a file, written in the language itself. They are
//! compiled once, in sections, and a grammar takes over the sections that it uses.

use std::sync::LazyLock;

use crate::check::check;
use crate::compile::compile;
use crate::imports::{Files, gather};
use crate::link::{RuleId, link};
use crate::program::Program;
use crate::value::{Dialect, Type};

/// Rules that need not even be imported: the courtesies around a request, each of which may be
/// left out.
const PHRASES: [&str; 4] = ["Polite", "Greeting", "Acknowledgement", "FillerWord"];
const NUMBERS: [&str; 3] = ["Ordinal", "Cardinal", "Percentage"];
const CALENDAR: [&str; 4] =
    ["CalendarDate", "CalendarTime", "CalendarTimeRange", "CalendarDayRange"];

/// Rules that belong together, compiled.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) program: Program,
    /// The types of its rules, of which those of the text come first.
    pub(crate) types: Vec<Type>,
    /// What others may use, with the number of its rule.
    open: Vec<(&'static str, RuleId)>,
}

static COURTESIES: LazyLock<Section> = LazyLock::new(|| section("courtesies.agr", &PHRASES));
static NUMBERS_SECTION: LazyLock<Section> = LazyLock::new(|| section("numbers.agr", &NUMBERS));
static CALENDAR_SECTION: LazyLock<Section> = LazyLock::new(|| section("calendar.agr", &CALENDAR));

pub(crate) fn is_phrase(name: &str) -> bool {
    PHRASES.contains(&name)
}

/// A rule of the library, which may also be written with a small first letter.
pub(crate) fn find(name: &str) -> Option<(&'static Section, RuleId)> {
    let is = |known: &&str| {
        let (first, rest) = (known.chars().next(), known.get(1..));
        name.get(1..) == rest && name.chars().next().map(|c| c.to_ascii_uppercase()) == first
    };
    let section: &'static Section = if NUMBERS.iter().any(is) {
        &NUMBERS_SECTION
    } else if CALENDAR.iter().any(is) {
        &CALENDAR_SECTION
    } else if is_phrase(name) {
        &COURTESIES
    } else {
        return None;
    };
    section.open.iter().find(|(known, _)| is(known)).map(|(_, rule)| (section, *rule))
}

struct Texts;

impl Files for Texts {
    fn read(&self, path: &str) -> Option<String> {
        let text = match path {
            "courtesies.agr" => include_str!("courtesies.agr"),
            "numbers.agr" => include_str!("numbers.agr"),
            "calendar.agr" => include_str!("calendar.agr"),
            _ => return None,
        };
        Some(text.to_owned())
    }
}

/// Compiles one text. That each of them compiles is what the tests below are for; one that did
/// not would be empty, and its rules unknown.
fn section(file: &str, names: &[&'static str]) -> Section {
    // A grammar has one start rule, so the section gets one that reaches all that is open.
    let reach: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    let text = Texts.read(file).unwrap_or_default();
    let text = format!("{text}\n<Start> = {};", reach.join(" | "));
    let units = gather(file, &text, &Texts, Dialect { expressions: true });
    let (mut faults, mut warnings) = (Vec::new(), Vec::new());
    let linked = link(&units, "Start", &mut faults, &mut warnings);
    // Courtesies give no value.
    let types = check(&linked, false).unwrap_or_default();
    debug_assert!(units.faults.is_empty() && faults.is_empty() && !types.is_empty(), "{file}");
    let number = |name: &&str| linked.rules.iter().position(|rule| &*rule.name.text == *name);
    let open = names.iter().filter_map(|name| Some((*name, number(name)?))).collect();
    Section { program: compile(&linked), types, open }
}
