//! The rules as a border: asked anew for every document that a verb touches while it runs.

use std::sync::Arc;

use tabwright_browser::Border;
use tabwright_policy::{Decision, PermissionRequest, Policy, Reach, ScriptUse};
use tabwright_wire::{ClientOrigin, VerbKind};

/// One verb of one client.
#[derive(Debug)]
pub(crate) struct VerbBorder {
    pub(crate) policy: Arc<Policy>,
    pub(crate) client: Arc<str>,
    pub(crate) origin: ClientOrigin,
    pub(crate) verb: &'static str,
    /// Of this call: waiting for a function is more than reading.
    pub(crate) kind: VerbKind,
    pub(crate) script: ScriptUse,
    /// The page it is about and where it leads, for which it was permitted before it began.
    pub(crate) permitted: Vec<String>,
}

impl Border for VerbBorder {
    fn closed(&self, url: &str, is_main: bool) -> Option<String> {
        let request = PermissionRequest {
            client: &self.client,
            origin: self.origin,
            operation: self.verb,
            kind: self.kind,
            url,
            to: None,
            reach: Reach::Page,
            opens_tab: false,
            script: self.script,
            sensitivity: None,
        };
        match self.policy.decide(&request) {
            Decision::Allow { .. } => None,
            Decision::Deny(denial) => Some(denial.to_string()),
            Decision::Ask { .. } => {
                // A yes for a page holds for the frames in it, and ends where the page goes elsewhere.
                let is_permitted =
                    !is_main || self.permitted.iter().any(|other| Policy::is_same_site(url, other));
                let why = "the page has gone to another site, for which the person was not asked";
                (!is_permitted).then(|| why.to_owned())
            }
        }
    }
}
