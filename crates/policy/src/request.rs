//! What a client wants to do, and the decision about it.

use tabwright_wire::{ClientOrigin, Sensitivity, VerbKind};

use crate::denial::Denial;

/// Something a client wants to do.
#[derive(Debug, Clone, Copy)]
pub struct PermissionRequest<'a> {
    /// The client's name, as it calls itself.
    pub client: &'a str,
    pub origin: ClientOrigin,
    /// A verb of browser control or a CDP method.
    pub operation: &'a str,
    pub kind: VerbKind,
    /// The address of the page it is about, as the browser says; empty where it is about none.
    pub url: &'a str,
    /// Where a `Go` leads, as a whole address.
    pub to: Option<&'a str>,
    pub reach: Reach,
    pub opens_tab: bool,
    pub script: ScriptUse,
    /// What is known beforehand: an upload, a download.
    pub sensitivity: Option<Sensitivity>,
}

/// Whether an operation runs scripts of the client's in pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ScriptUse {
    #[default]
    None,
    /// In the page that the request names.
    Here,
    /// In pages that come later, wherever they are.
    Later,
}

/// How far an operation reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The page that the request names, and where it leads.
    Page,
    /// Every site at once, such as all cookies: not for a client that any rule keeps from a site.
    EverySite,
    /// What is the person's to do, such as letting a client go on that they have stopped.
    Person,
    /// The browser or the machine itself, such as crashing it: no client's, and no rule changes that.
    Nobody,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Allow {
        /// What still needs the person's confirmation when it is met on the way.
        needs_confirmation: Vec<Sensitivity>,
    },
    /// The person decides.
    Ask {
        /// Why; without one, because a rule says `ask`.
        sensitivity: Option<Sensitivity>,
    },
    Deny(Denial),
}
