//! The grammar of our own actions: `.agr` files of this folder, compiled once.

use tabwright_grammar::{Files, Grammar, Options, Report};

/// Where matching begins.
pub const MAIN: &str = "browser.agr";

/// The files of this folder, by name.
pub const FILES: &[(&str, &str)] = &[
    (MAIN, include_str!("browser.agr")),
    ("flows.agr", include_str!("flows.agr")),
    ("links.agr", include_str!("links.agr")),
    ("memory.agr", include_str!("memory.agr")),
    ("pages.agr", include_str!("pages.agr")),
    ("search.agr", include_str!("search.agr")),
    ("sites.agr", include_str!("sites.agr")),
    ("tabs.agr", include_str!("tabs.agr")),
    ("view.agr", include_str!("view.agr")),
    ("words.agr", include_str!("words.agr")),
];

/// Them, as the language reads files.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl Files for BuiltIn {
    fn read(&self, path: &str) -> Option<String> {
        let name = path.trim_start_matches("./");
        FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
    }
}

/// Everything that can be said to the browser.
pub fn browser() -> Result<Grammar, Report> {
    Grammar::load(MAIN, &BuiltIn, &Options::default())
}
