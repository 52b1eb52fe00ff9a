//! Who decides whether a client may have what it asks. The relay knows no rules: whoever makes it
//! brings a gate, and every command that is not ungated (`ungated.rs`) is put to it once, before it
//! has any effect. The daemon's own clients are not asked.

use std::fmt;

use serde_json::value::RawValue;
use tabwright_wire::{BarrierRule, TabId};

use crate::clients::ClientId;

/// What a client asks, for whoever decides whether it may.
#[derive(Debug, Clone, Copy)]
pub struct PermissionRequest<'a> {
    pub client: ClientId,
    /// How the client calls itself.
    pub name: &'a str,
    /// The tab it is about; of a frame or worker, that of its page. `None` for the browser as a
    /// whole, and for a page behind the debugging pipe.
    pub tab: Option<TabId>,
    /// The address of that page as the browser last told it; `""` for none.
    pub url: &'a str,
    pub method: &'a str,
    pub params: Option<&'a RawValue>,
}

/// Decides what clients may do.
pub trait Gate: fmt::Debug + Send + Sync {
    /// Called while the relay is locked: decides at once from what it knows, and never calls the
    /// relay. What takes time is [`Decision::Pending`].
    fn decide(&self, request: PermissionRequest<'_>) -> Decision;

    /// A client has gone: nothing that it requested matters any more. Called while the relay is locked.
    fn left(&self, client: ClientId) {
        let _ = client;
    }

    /// May a client know of a page at this address? Where it may not, the page is not there for it:
    /// neither in lists nor in events. Called while the relay is locked, too.
    fn may_see(&self, name: &str, url: &str) -> bool {
        let _ = (name, url);
        true
    }

    /// What a tab may load while a client of this name drives it. Called while the relay is locked, too.
    fn barrier(&self, name: &str) -> Vec<BarrierRule> {
        let _ = name;
        Vec::new()
    }

    /// May a page that a client of this name drives load what is at this address? `is_page` for the page itself,
    /// false for what is loaded into it. Called while the relay is locked, too, and for every request of pages
    /// behind the debugging pipe.
    fn may_load(&self, name: &str, url: &str, is_page: bool) -> bool {
        let _ = (name, url, is_page);
        true
    }

    /// Does a tab hold something that this client must not hear of? Events that tell what is on its page are
    /// kept from the client meanwhile. Called while the relay is locked, too, and for every event.
    fn withholds(&self, client: ClientId, name: &str, tab: TabId, url: &str) -> bool {
        let _ = (client, name, tab, url);
        false
    }

    /// The title or address of a page as clients may know it, where that is not as it is. Called while the
    /// relay is locked, too.
    fn redact(&self, tab: TabId, url: &str, text: &str) -> Option<String> {
        let _ = (tab, url, text);
        None
    }

    /// May a client have the cookies of this domain? Others are left out of what it is told. Called while
    /// the relay is locked, too.
    fn may_have_cookies(&self, name: &str, domain: &str) -> bool {
        let _ = (name, domain);
        true
    }
}

pub enum Decision {
    Allow,
    /// In words for the client.
    Refuse(String),
    /// Cannot be said yet. The function is called at once, with the relay unlocked, and sees to it
    /// that the decision comes. Until then the client's further commands wait.
    Pending(Box<dyn FnOnce(PendingDecision) + Send>),
}

/// Whether a command may go on; if not, why, in words for the client.
pub type FinalDecision = Result<(), String>;

/// Resolves a decision that took time, from any thread. Does nothing when the client has gone; dropped
/// without being resolved, it refuses.
pub struct PendingDecision(Option<OnDecided>);

pub type OnDecided = Box<dyn FnOnce(FinalDecision) + Send>;

impl PendingDecision {
    #[must_use]
    pub fn new(on_decided: OnDecided) -> Self {
        Self(Some(on_decided))
    }

    pub fn resolve(mut self, decision: FinalDecision) {
        if let Some(on_decided) = self.0.take() {
            on_decided(decision);
        }
    }
}

impl Drop for PendingDecision {
    fn drop(&mut self) {
        if let Some(on_decided) = self.0.take() {
            on_decided(Err("the permission was not decided; try again".to_owned()));
        }
    }
}

impl fmt::Debug for PendingDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingDecision")
    }
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allow => f.write_str("Allow"),
            Self::Refuse(why) => f.debug_tuple("Refuse").field(why).finish(),
            Self::Pending(_) => f.write_str("Pending"),
        }
    }
}
