//! What a client wants to do, and what the rules say to it.

use tabwright_wire::{Face, Sensitivity, VerbKind};

use crate::denial::Denial;

/// Something a client wants to do.
#[derive(Debug, Clone, Copy)]
pub struct Act<'a> {
    /// The client's name, as it calls itself.
    pub client: &'a str,
    pub face: Face,
    /// A verb of browser control or a CDP method.
    pub deed: &'a str,
    pub kind: VerbKind,
    /// The address of the page it is about, as the browser says; empty where it is about none.
    pub url: &'a str,
    /// Where a `Go` leads, as a whole address.
    pub to: Option<&'a str>,
    pub opens_tab: bool,
    /// What is known beforehand: an upload, a download.
    pub sensitivity: Option<Sensitivity>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Allow {
        /// What must still ask when it is met on the way.
        wary: Vec<Sensitivity>,
    },
    /// The person decides.
    Ask {
        /// Why; without one, because a rule says `ask`.
        sensitivity: Option<Sensitivity>,
    },
    Deny(Denial),
}
