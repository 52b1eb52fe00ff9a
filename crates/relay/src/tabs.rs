//! The browser's tabs, and the one real session Chrome gives us on each, with its children.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use serde_json::json;
use serde_json::value::RawValue;
use tabwright_wire::{BarrierRule, TabTarget};

use crate::clients::ClientId;
use crate::fetch_interception::PausedRequests;
use crate::incognito::{DEFAULT_CONTEXT, INCOGNITO_CONTEXT};
use crate::sessions::SessionId;
use crate::state::Caller;

/// How many commands may wait for a tab to be attached.
const WAITING_MAX: usize = 10_000;
/// How much of the past is kept for a client that enables a domain late.
const RECORD_MAX: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Tab {
    pub(crate) target: TabTarget,
    pub(crate) attachment: Attachment,
    /// Which attachment it is: an answer that belongs to an earlier one comes too late.
    pub(crate) attempt: u64,
    /// Clients that have done more with it than to hear of it.
    pub(crate) drivers: BTreeSet<ClientId>,
    /// What it may load, as the browser was told.
    pub(crate) barrier: Vec<BarrierRule>,
    /// Commands that wait until the tab is attached.
    pub(crate) waiting: VecDeque<WaitingCommand>,
    /// Real sessions: the page itself, and its frames and workers by Chrome's session id.
    pub(crate) page: RealSession,
    pub(crate) children: HashMap<String, RealSession>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attachment {
    Detached,
    /// Chrome was asked; then what sessions had asked for before is done again.
    Attaching {
        replays_left: usize,
    },
    Attached,
}

impl Attachment {
    /// Chrome takes commands for the tab.
    pub(crate) fn takes_commands(self) -> bool {
        match self {
            Self::Detached => false,
            Self::Attaching { replays_left } => replays_left > 0,
            Self::Attached => true,
        }
    }
}

#[derive(Debug)]
pub(crate) struct WaitingCommand {
    pub(crate) caller: Caller,
    pub(crate) method: String,
    pub(crate) params: Option<Box<RawValue>>,
}

/// A session of Chrome's that several virtual sessions share.
#[derive(Debug, Default)]
pub(crate) struct RealSession {
    /// Who has which domain enabled.
    pub(crate) domains: HashMap<String, BTreeSet<SessionId>>,
    /// Execution contexts that exist, as Chrome announced them.
    pub(crate) contexts: BTreeMap<i64, Box<RawValue>>,
    /// Announcements that a late `enable` must repeat: scripts, style sheets, log entries.
    pub(crate) record: HashMap<&'static str, VecDeque<Box<RawValue>>>,
    /// Children attached to this session, by Chrome's session id.
    pub(crate) child_ids: BTreeSet<String>,
    pub(crate) auto_attaching: bool,
    pub(crate) paused: PausedRequests,
    /// Of a worker: its script runs. Chrome tells it to every new session.
    pub(crate) script_loaded: bool,
    /// Set for a child: how it was announced.
    pub(crate) announced: Option<Announced>,
}

#[derive(Debug)]
pub(crate) struct Announced {
    pub(crate) target_info: Box<RawValue>,
    /// Chrome holds it until somebody runs it.
    pub(crate) held: bool,
}

impl Tab {
    pub(crate) fn new(target: TabTarget) -> Self {
        Self {
            target,
            attachment: Attachment::Detached,
            attempt: 0,
            drivers: BTreeSet::new(),
            barrier: Vec::new(),
            waiting: VecDeque::new(),
            page: RealSession::default(),
            children: HashMap::new(),
        }
    }

    pub(crate) fn real(&mut self, child: Option<&str>) -> Option<&mut RealSession> {
        match child {
            None => Some(&mut self.page),
            Some(child) => self.children.get_mut(child),
        }
    }

    /// False when too many wait already.
    #[must_use]
    pub(crate) fn queue(&mut self, command: WaitingCommand) -> bool {
        let room = self.waiting.len() < WAITING_MAX;
        if room {
            self.waiting.push_back(command);
        }
        room
    }

    /// Chrome's debugger is off: nothing that it told holds any more.
    pub(crate) fn forget_attachment(&mut self) {
        self.attachment = Attachment::Detached;
        self.attempt = 0;
        self.barrier.clear();
        self.page = RealSession::default();
        self.children.clear();
    }
}

impl RealSession {
    pub(crate) fn remember(&mut self, method: &'static str, params: Box<RawValue>) {
        let record = self.record.entry(method).or_default();
        if record.len() == RECORD_MAX {
            record.pop_front();
        }
        record.push_back(params);
    }
}

pub(crate) fn default_context(target: &TabTarget) -> &'static str {
    if target.incognito { INCOGNITO_CONTEXT } else { DEFAULT_CONTEXT }
}

/// A tab is a target of its own in CDP, beside the page in it.
pub(crate) fn tab_target_id(target: &TabTarget) -> String {
    format!("tab-{}", target.target_id)
}

pub(crate) fn target_info(
    target: &TabTarget,
    kind: &str,
    attached: bool,
    opener: Option<&str>,
) -> serde_json::Value {
    let id = if kind == "tab" { tab_target_id(target) } else { target.target_id.clone() };
    let mut info = json!({
        "targetId": id,
        "type": kind,
        "title": target.title,
        "url": known_url(target),
        "attached": attached,
        "canAccessOpener": false,
        "browserContextId": default_context(target),
    });
    if let Some(opener) = opener {
        info["openerId"] = opener.into();
        info["canAccessOpener"] = true.into();
    }
    info
}

/// What Chrome would tell of the page's frames, as far as it is known without attaching.
pub(crate) fn frame_tree(target: &TabTarget) -> serde_json::Value {
    json!({ "frameTree": { "frame": {
        "id": target.target_id,
        "loaderId": target.target_id,
        "url": known_url(target),
        "domainAndRegistry": "",
        "securityOrigin": origin(&target.url),
        "mimeType": "text/html",
        "secureContextType": "Secure",
        "crossOriginIsolatedContextType": "NotIsolated",
        "gatedAPIFeatures": [],
    } } })
}

/// While a popup without an address shows a dialog, Chrome tells the extension no address at all. Clients take
/// an empty one for a page that is about to navigate, and wait for that for ever.
fn known_url(target: &TabTarget) -> &str {
    if target.url.is_empty() { "about:blank" } else { &target.url }
}

pub(crate) fn origin(url: &str) -> &str {
    let after_scheme = url.find("://").map_or(0, |at| at + 3);
    let end = url[after_scheme..].find(['/', '?', '#']).map_or(url.len(), |at| after_scheme + at);
    if after_scheme == 0 { "://" } else { &url[..end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_whose_address_chrome_does_not_tell_is_blank() {
        let target: TabTarget = serde_json::from_value(json!({
            "tab": 1, "kind": "page", "targetId": "T", "url": "", "title": "", "windowId": 1,
            "loading": false, "incognito": false,
        }))
        .unwrap();
        assert_eq!(target_info(&target, "page", false, None)["url"], "about:blank");
        assert_eq!(frame_tree(&target)["frameTree"]["frame"]["url"], "about:blank");
    }
}
