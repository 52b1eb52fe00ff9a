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
    pub(crate) learning: LearningFrames,
    /// What must be done again when the tab is attached anew, in order.
    pub(crate) recorded: Vec<Recorded>,
    pub(crate) contexts: Vec<VirtualContext>,
    /// Init scripts: our identifier → Chrome's, once it is known.
    pub(crate) scripts: BTreeMap<u32, Option<String>>,
    last_script: u32,
    /// It has asked for more than what clients send to every page.
    pub(crate) drives: bool,
    /// A held child that this session has let go.
    pub(crate) released: bool,
}

/// Events that wait for an answer at most; more are told as they come.
const HELD_MAX: usize = 1_000;

/// Chrome tells an extension of events and of answers by separate ways, so that a frame's navigation or context can
/// come before the answer to a `Page.getFrameTree` that was sent and answered earlier. A client that begins with the
/// frames of that answer, as Playwright does, would miss it for good. So such events wait for the answer.
#[derive(Debug, Default)]
pub(crate) struct LearningFrames {
    unanswered: usize,
    held: Vec<String>,
}

impl LearningFrames {
    pub(crate) fn ask(&mut self) {
        self.unanswered += 1;
    }

    /// What has waited for this answer.
    pub(crate) fn answered(&mut self) -> Vec<String> {
        self.unanswered = self.unanswered.saturating_sub(1);
        if self.unanswered == 0 { std::mem::take(&mut self.held) } else { Vec::new() }
    }

    /// The event, unless it has to wait.
    pub(crate) fn hold(&mut self, method: &str, frame: String) -> Option<String> {
        let waits = self.unanswered > 0
            && self.held.len() < HELD_MAX
            && (method.starts_with("Page.frame") || method.starts_with("Runtime.executionContext"));
        if !waits {
            return Some(frame);
        }
        self.held.push(frame);
        None
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
            learning: LearningFrames::default(),
            recorded: Vec::new(),
            contexts: Vec::new(),
            scripts: BTreeMap::new(),
            last_script: 0,
            drives: false,
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
