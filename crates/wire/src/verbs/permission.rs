//! What a call of a verb asks permission for.

use super::VerbFacts;
use crate::policy::{Sensitivity, VerbKind};

/// What a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The page in one tab.
    Page,
    /// The browser, and no page.
    Browser,
    /// Every tab there is.
    AllTabs,
}

/// What one call asks permission for: the facts of its verb and what its parameters add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permission<'a> {
    pub kind: VerbKind,
    pub scope: Scope,
    pub opens_tab: bool,
    /// It runs a script of the caller's in the page.
    pub runs_script: bool,
    /// The whole address that it leads to.
    pub leads_to: Option<&'a str>,
    pub sensitivity: Option<Sensitivity>,
    /// Nobody but the person may.
    pub only_person: bool,
}

impl<'a> Permission<'a> {
    /// What every call of the verb asks for.
    #[must_use]
    pub fn of(verb: &VerbFacts) -> Self {
        Self {
            kind: verb.kind,
            scope: verb.scope,
            opens_tab: false,
            runs_script: false,
            leads_to: None,
            sensitivity: verb.sensitivity,
            only_person: false,
        }
    }

    #[must_use]
    pub fn about(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// About the page only if so, else about the browser.
    #[must_use]
    pub fn about_page_if(self, is_about_page: bool) -> Self {
        self.about(if is_about_page { Scope::Page } else { Scope::Browser })
    }

    #[must_use]
    pub fn opening_tab(self, opens_tab: bool) -> Self {
        Self { opens_tab, ..self }
    }

    #[must_use]
    pub fn running_script(self, runs_script: bool) -> Self {
        Self { runs_script, ..self }
    }

    #[must_use]
    pub fn leading_to(self, url: &'a str) -> Self {
        Self { leads_to: Some(url), ..self }
    }

    /// It changes what is the person's: bookmarks, search providers.
    #[must_use]
    pub fn changing_settings(self, changes: bool) -> Self {
        let sensitivity = if changes { Some(Sensitivity::Settings) } else { self.sensitivity };
        Self { sensitivity, ..self }
    }
}
