//! Who decides whether a client may have what it asks. The relay knows no rules: whoever makes it
//! brings a gate, and every command that is not harmless (`harmless.rs`) is put to it once, before it
//! has any effect. The daemon's own clients are not asked.

use std::fmt;

use serde_json::value::RawValue;
use tabwright_wire::TabId;

use crate::clients::ClientId;

/// What a client asks, for whoever decides whether it may.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
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
    /// relay. What takes time is [`Judgement::Later`].
    fn judge(&self, wish: Wish<'_>) -> Judgement;

    /// A client has gone: nothing that it wished matters any more. Called while the relay is locked.
    fn left(&self, client: ClientId) {
        let _ = client;
    }

    /// May a client know of a page at this address? Where it may not, the page is not there for it:
    /// neither in lists nor in events. Called while the relay is locked, too.
    fn may_see(&self, name: &str, url: &str) -> bool {
        let _ = (name, url);
        true
    }
}

pub enum Judgement {
    Go,
    /// In words for the client.
    Refuse(String),
    /// Cannot be said yet. The function is called at once, with the relay unlocked, and sees to it
    /// that the decision comes. Until then the client's further commands wait.
    Later(Box<dyn FnOnce(Later) + Send>),
}

/// Whether a command may go on; if not, why, in words for the client.
pub type Decision = Result<(), String>;

/// By which a decision that took time is said, from anywhere. Says it to nobody when the client has
/// gone; dropped without a word it is a refusal.
pub struct Later(Option<OnDecided>);

pub type OnDecided = Box<dyn FnOnce(Decision) + Send>;

impl Later {
    #[must_use]
    pub fn new(on_decided: OnDecided) -> Self {
        Self(Some(on_decided))
    }

    pub fn decide(mut self, decision: Decision) {
        if let Some(on_decided) = self.0.take() {
            on_decided(decision);
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        if let Some(on_decided) = self.0.take() {
            on_decided(Err("nobody decided whether this may be done; try again".to_owned()));
        }
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl fmt::Debug for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go => f.write_str("Go"),
            Self::Refuse(why) => f.debug_tuple("Refuse").field(why).finish(),
            Self::Later(_) => f.write_str("Later"),
        }
    }
}
