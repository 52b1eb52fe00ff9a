//! Virtual sessions: what a client believes is its own.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use serde_json::value::RawValue;
use tabwright_wire::TabId;

use crate::clients::ClientId;
use crate::contexts::VirtualContext;
use crate::session_commands::is_setting;

/// Ours, never Chrome's. Rises, so that the order of sessions is the order of their making.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SessionId(String);

#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) client: ClientId,
    /// The session on which this one was announced; `None` for the browser's.
    pub(crate) parent: Option<SessionId>,
    pub(crate) place: Place,
    pub(crate) enabled: BTreeSet<String>,
    /// Domains it has sent any command of.
    pub(crate) used: BTreeSet<String>,
    pub(crate) lifecycle: bool,
    pub(crate) auto_attach: bool,
    /// It learnt of the page's frames before the tab was attached.
    pub(crate) guessed_frames: bool,
    pub(crate) held_events: HeldEvents,
    /// What must be done again when the tab is attached anew, in order.
    pub(crate) recorded: Vec<Recorded>,
    pub(crate) contexts: Vec<VirtualContext>,
    /// Init scripts: our identifier → Chrome's, once it is known.
    pub(crate) scripts: BTreeMap<u32, Option<String>>,
    last_script: u32,
    /// It has asked for more than what clients send to every page.
    pub(crate) drives: bool,
    /// Its client was attached to the page or tab by itself, and lets every such page run when it is ready.
    pub(crate) awaits_page: bool,
    /// A held child, or page, that this session has let go.
    pub(crate) released: bool,
}

/// Events that wait for an answer at most; more are told as they come.
const HELD_MAX: usize = 1_000;

/// Events that must not come to a client before the answers that it takes as their beginning. Chrome tells an extension of
/// events and of answers by separate ways, so that a frame's navigation or context can come before the answer to a
/// `Page.getFrameTree` that was sent and answered earlier; and Playwright listens for the lifecycle of a page that was empty
/// when it came only from the answer to `Page.setLifecycleEventsEnabled` on, by which time a popup that nobody holds may
/// have loaded. It would miss them for good.
#[derive(Debug, Default)]
pub(crate) struct HeldEvents {
    frames_unanswered: usize,
    lifecycle_unanswered: usize,
    held: Vec<(Beginning, String)>,
}

/// A command whose answer events wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beginning {
    Frames,
    Lifecycle,
}

impl HeldEvents {
    pub(crate) fn ask(&mut self, beginning: Beginning) {
        *self.unanswered(beginning) += 1;
    }

    /// What has waited for this answer and for no other one.
    pub(crate) fn answered(&mut self, beginning: Beginning) -> Vec<String> {
        let unanswered = self.unanswered(beginning);
        *unanswered = unanswered.saturating_sub(1);
        let held = std::mem::take(&mut self.held);
        let (waiting, free) = held.into_iter().partition(|(beginning, _)| self.waits(*beginning));
        self.held = waiting;
        free.into_iter().map(|(_, frame): (Beginning, String)| frame).collect()
    }

    /// The event, unless it has to wait.
    pub(crate) fn hold(&mut self, method: &str, frame: String) -> Option<String> {
        let beginning = match method {
            "Page.lifecycleEvent" => Beginning::Lifecycle,
            _ if method.starts_with("Page.frame") => Beginning::Frames,
            _ if method.starts_with("Runtime.executionContext") => Beginning::Frames,
            _ => return Some(frame),
        };
        if !self.waits(beginning) || self.held.len() >= HELD_MAX {
            return Some(frame);
        }
        self.held.push((beginning, frame));
        None
    }

    /// A lifecycle is that of a frame, which has to be known.
    fn waits(&self, beginning: Beginning) -> bool {
        self.frames_unanswered > 0
            || (beginning == Beginning::Lifecycle && self.lifecycle_unanswered > 0)
    }

    fn unanswered(&mut self, beginning: Beginning) -> &mut usize {
        match beginning {
            Beginning::Frames => &mut self.frames_unanswered,
            Beginning::Lifecycle => &mut self.lifecycle_unanswered,
        }
    }
}

/// What a session is attached to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// The browser as a whole.
    Browser,
    /// A tab as a target that holds its page.
    Tab(TabId),
    /// The page in a tab.
    Page(TabId),
    /// A frame or worker below a page, by Chrome's session id.
    Child(TabId, String),
}

#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) method: String,
    pub(crate) params: Option<Box<RawValue>>,
    /// For an init script its identifier.
    pub(crate) script: Option<u32>,
}

impl SessionId {
    /// As long as Chrome's: 16 digits that rise and 16 that nobody can guess.
    pub(crate) fn new(number: u64) -> Self {
        let mut random = [0; 8];
        // Without randomness ids are merely guessable by a client that has the token anyway.
        let _ = getrandom::fill(&mut random);
        Self(format!("{number:016X}{:016X}", u64::from_ne_bytes(random)))
    }

    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Session {
    pub(crate) fn new(client: ClientId, parent: Option<SessionId>, place: Place) -> Self {
        Self {
            client,
            parent,
            place,
            enabled: BTreeSet::new(),
            used: BTreeSet::new(),
            lifecycle: false,
            auto_attach: false,
            guessed_frames: false,
            held_events: HeldEvents::default(),
            recorded: Vec::new(),
            contexts: Vec::new(),
            scripts: BTreeMap::new(),
            last_script: 0,
            drives: false,
            awaits_page: false,
            released: false,
        }
    }

    /// Remembers what the command sets, or forgets what it takes back.
    pub(crate) fn note(&mut self, method: &str, params: Option<&RawValue>) {
        if method == SCRIPT {
            // Remembered with its identifier.
        } else if is_setting(method) {
            self.record(method, params);
        } else if let Some(what) = method.strip_prefix("Emulation.clear") {
            let set = format!("Emulation.set{what}");
            self.recorded.retain(|recorded| recorded.method != set);
        } else if method == "Runtime.removeBinding" {
            let name = text(params, "name");
            self.recorded.retain(|recorded| {
                recorded.method != "Runtime.addBinding"
                    || text(recorded.params.as_deref(), "name") != name
            });
        }
    }

    /// Remembers a command to do again. A later one of the same kind takes the earlier's place.
    pub(crate) fn record(&mut self, method: &str, params: Option<&RawValue>) {
        if !ACCUMULATING.contains(&method) {
            self.recorded.retain(|recorded| recorded.method != method);
        }
        let params = params.map(ToOwned::to_owned);
        self.recorded.push(Recorded { method: method.to_owned(), params, script: None });
    }

    /// Remembers an init script under an identifier of ours: Chrome's change when a tab is attached
    /// anew.
    pub(crate) fn add_script(&mut self, params: Option<&RawValue>) -> u32 {
        self.last_script += 1;
        self.scripts.insert(self.last_script, None);
        self.recorded.push(Recorded {
            method: SCRIPT.to_owned(),
            params: params.map(ToOwned::to_owned),
            script: Some(self.last_script),
        });
        self.last_script
    }

    /// Chrome's identifier of a script that is known, if Chrome has it.
    pub(crate) fn remove_script(&mut self, ours: u32) -> Option<Option<String>> {
        self.recorded.retain(|recorded| recorded.script != Some(ours));
        self.scripts.remove(&ours)
    }
}

pub(crate) const SCRIPT: &str = "Page.addScriptToEvaluateOnNewDocument";

/// Each of these adds to those before it.
const ACCUMULATING: &[&str] = &["Page.createIsolatedWorld", "Runtime.addBinding"];

fn text(params: Option<&RawValue>, name: &str) -> Option<String> {
    let params: Value = serde_json::from_str(params?.get()).ok()?;
    Some(params[name].as_str()?.to_owned())
}

impl Place {
    pub(crate) fn tab(&self) -> Option<TabId> {
        match self {
            Self::Browser => None,
            Self::Tab(tab) | Self::Page(tab) | Self::Child(tab, _) => Some(*tab),
        }
    }

    /// Chrome's session id, where it is not the page's own.
    pub(crate) fn child(&self) -> Option<&str> {
        match self {
            Self::Child(_, child) => Some(child),
            _ => None,
        }
    }
}
