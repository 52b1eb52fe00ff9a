//! One agent's session: the tab it is in, the tabs that are its own, what it has seen.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tabwright_daemon::Control;
use tabwright_wire::verbs::{self, OpenIn, OpenParams, SnapshotParams, TabsParams, Visit};
use tabwright_wire::{Problem, ProblemCode, SnapshotMode, Tab, TabId};
use tokio::time::Instant;

use crate::budget::{CHARS_DEFAULT, Rests};
use crate::scripts::Scripts;
use crate::session_store::SessionRecord;

/// Pages that nobody has put anything into.
const BLANK: [&str; 3] = ["about:blank", "chrome://newtab/", "chrome://new-tab-page/"];

pub(crate) struct Session {
    pub(crate) control: Control,
    /// The tab group of its tabs.
    pub(crate) name: String,
    pub(crate) scripts: Scripts,
    state: Mutex<State>,
    /// Where it was before the daemon was started anew, until it goes on there.
    before: tokio::sync::Mutex<Option<SessionRecord>>,
}

#[derive(Debug)]
struct State {
    tab: Option<TabId>,
    own: BTreeSet<TabId>,
    /// Those it opened itself, which go with it.
    opened: BTreeSet<TabId>,
    seen: HashMap<TabId, Seen>,
    rests: Rests,
    used: Instant,
}

/// The last snapshot of a tab.
#[derive(Debug, Clone, Copy)]
struct Seen {
    id: u32,
    mode: SnapshotMode,
}

/// How to look at a page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Look {
    pub(crate) mode: Option<SnapshotMode>,
    pub(crate) diff: bool,
    pub(crate) within: Option<u32>,
    pub(crate) chars_max: Option<u32>,
}

impl Session {
    pub(crate) fn new(control: Control, name: String, before: Option<SessionRecord>) -> Self {
        let state = State {
            tab: None,
            own: BTreeSet::new(),
            opened: BTreeSet::new(),
            seen: HashMap::new(),
            rests: Rests::default(),
            used: Instant::now(),
        };
        let (state, before) = (Mutex::new(state), tokio::sync::Mutex::new(before));
        Self { control, name, scripts: Scripts::default(), state, before }
    }

    /// Goes on where it was before the daemon was started anew. Only tabs in its own group are
    /// surely still its own: a browser may give an id again.
    pub(crate) async fn go_on(&self) -> Result<(), Problem> {
        // Every call waits for it, and what fails is tried again by the next.
        let mut before = self.before.lock().await;
        let Some(known) = before.clone() else { return Ok(()) };
        let params = TabsParams { tab: None, about: None };
        let tabs = self.control.run::<verbs::Tabs>(params).await?.tabs;
        let group = Some(self.name.as_str());
        let still =
            |tab: &TabId| tabs.iter().any(|it| it.id == *tab && it.group.as_deref() == group);
        let mut state = self.state();
        let own: BTreeSet<_> = known.own.into_iter().filter(still).collect();
        (state.own, state.opened) = (own.clone(), own);
        state.tab = known.tab.filter(still);
        *before = None;
        Ok(())
    }

    /// Nothing as long as it has not gone on.
    pub(crate) fn known(&self) -> Option<SessionRecord> {
        let has_gone_on = self.before.try_lock().is_ok_and(|before| before.is_none());
        let state = self.state();
        let own = state.own.iter().copied().collect();
        has_gone_on.then(|| SessionRecord { name: self.name.clone(), tab: state.tab, own })
    }

    pub(crate) fn touch(&self) {
        self.state().used = Instant::now();
    }

    pub(crate) fn idle_since(&self) -> Instant {
        self.state().used
    }

    pub(crate) fn current(&self) -> Option<TabId> {
        self.state().tab
    }

    pub(crate) fn owns(&self, tab: TabId) -> bool {
        self.state().own.contains(&tab)
    }

    /// The tab that is meant, which from now on is the current one. One of the person's own needs
    /// their word.
    pub(crate) async fn tab(&self, wanted: Option<TabId>) -> Result<TabId, Problem> {
        let wanted = wanted.or(self.current()).ok_or_else(no_tab)?;
        if self.owns(wanted) {
            self.state().tab = Some(wanted);
            return Ok(wanted);
        }
        let tab = self.control.find_tab(Some(wanted)).await?;
        if !BLANK.contains(&tab.url.as_str()) {
            self.control.may_use(&tab).await.map_err(|problem| Problem {
                fix: format!(
                    "{}; or work in a tab of your own: `navigate`",
                    problem.fix.trim_end_matches('.')
                ),
                ..problem
            })?;
        }
        self.adopt(tab.id);
        self.state().tab = Some(tab.id);
        Ok(tab.id)
    }

    /// Opens a tab of its own, beside what the person does.
    pub(crate) async fn open(&self, url: &str) -> Result<Visit, Problem> {
        let params = OpenParams {
            tab: None,
            url: url.to_owned(),
            r#in: OpenIn::New,
            background: true,
            group: Some(self.name.clone()),
            timeout_ms: None,
        };
        let visit = self.control.run::<verbs::Open>(params).await?;
        self.opened(visit.tab);
        self.state().tab = Some(visit.tab);
        Ok(visit)
    }

    pub(crate) fn opened(&self, tab: TabId) {
        let mut state = self.state();
        state.own.insert(tab);
        state.opened.insert(tab);
    }

    /// A tab that it may drive without asking again.
    pub(crate) fn adopt(&self, tab: TabId) {
        self.state().own.insert(tab);
    }

    pub(crate) fn closed(&self, tab: TabId) {
        let mut state = self.state();
        state.own.remove(&tab);
        state.opened.remove(&tab);
        state.seen.remove(&tab);
        state.tab = state.tab.filter(|current| *current != tab);
    }

    /// Forgets everything. The tabs that it opened.
    pub(crate) fn forget(&self) -> Vec<TabId> {
        let mut state = self.state();
        let opened = std::mem::take(&mut state.opened).into_iter().collect();
        state.own.clear();
        state.seen.clear();
        state.rests.forget();
        state.tab = None;
        opened
    }

    pub(crate) async fn look(&self, tab: TabId, look: Look) -> Result<verbs::Snapshot, Problem> {
        let seen = self.state().seen.get(&tab).copied();
        let mode = look.mode.or(seen.map(|seen| seen.mode)).unwrap_or_default();
        let params = SnapshotParams {
            tab: Some(tab),
            mode,
            max_chars: Some(look.chars_max.unwrap_or(CHARS_DEFAULT as u32)),
            since: seen.filter(|seen| look.diff && seen.mode == mode).map(|seen| seen.id),
            within: look.within,
        };
        let snapshot = self.control.run::<verbs::TakePageSnapshot>(params).await?;
        if look.within.is_none() {
            self.state().seen.insert(tab, Seen { id: snapshot.id, mode });
        }
        Ok(snapshot)
    }

    /// The tabs that are its own, as they are now.
    pub(crate) async fn own_tabs(&self) -> Result<Vec<Tab>, Problem> {
        let own = self.state().own.clone();
        let mut ids = own.iter();
        match (ids.next(), ids.next()) {
            (None, _) => Ok(Vec::new()),
            // One is cheaper to ask for than all; it may be gone.
            (Some(only), None) => {
                Ok(self.control.find_tab(Some(*only)).await.into_iter().collect())
            }
            _ => {
                let params = TabsParams { tab: None, about: None };
                let mut tabs = self.control.run::<verbs::Tabs>(params).await?.tabs;
                tabs.retain(|tab| own.contains(&tab.id));
                Ok(tabs)
            }
        }
    }

    /// The same, with those that pages in them have opened meanwhile.
    async fn look_after_tabs(&self) -> Result<Vec<Tab>, Problem> {
        let params = TabsParams { tab: None, about: None };
        let mut tabs = self.control.run::<verbs::Tabs>(params).await?.tabs;
        for tab in &tabs {
            if tab.opener.is_some_and(|opener| self.owns(opener)) {
                self.opened(tab.id);
            }
        }
        tabs.retain(|tab| self.owns(tab.id));
        Ok(tabs)
    }

    pub(crate) fn rests<T>(&self, with: impl FnOnce(&mut Rests) -> T) -> T {
        with(&mut self.state().rests)
    }

    /// Does what a script asks, in the session's tab unless it names another of its own.
    pub(crate) async fn run_for_script(
        &self,
        verb: &str,
        params: &RawValue,
    ) -> Result<Box<RawValue>, Problem> {
        let mut told: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(params.get()).map_err(|error| bad_arguments(verb, &error))?;
        let named = told.get("tab").and_then(serde_json::Value::as_i64);
        let named = named.and_then(|id| i32::try_from(id).ok()).map(TabId);
        match verb {
            "use-tab" => {
                let tab = self.tab(named).await?;
                return raw(&serde_json::json!({ "tab": tab }));
            }
            // A script looks after its own tabs; others it finds by what they are about.
            "tabs" if named.is_none() && !told.contains_key("about") => {
                return raw(&serde_json::json!({ "tabs": self.look_after_tabs().await? }));
            }
            // About no page, or found by the verb itself.
            "tabs" | "hush" | "bookmarks" | "history" | "unbookmark" | "search-providers" => {}
            "open" if told.get("in").is_none_or(|place| place != "current") => {
                told.entry("background").or_insert(true.into());
                told.entry("group").or_insert(self.name.clone().into());
            }
            "open" if named.is_none() && self.current().is_none() => {
                told.insert("in".to_owned(), "new".into());
                told.insert("background".to_owned(), true.into());
                told.insert("group".to_owned(), self.name.clone().into());
            }
            _ => {
                let before = self.current();
                let tab = self.tab(named).await?;
                told.insert("tab".to_owned(), tab.0.into());
                // A script may look at another of its tabs without moving the session there.
                if let Some(before) = before.filter(|_| named.is_some()) {
                    self.state().tab = Some(before);
                }
            }
        }
        let opens = told.get("in").is_some_and(|place| place != "current");
        let result = self.control.run_named(verb, &raw(&told)?).await?;
        self.learn(verb, opens || verb == "open", named.or(self.current()), &result);
        Ok(result)
    }

    /// Tabs come and go by what scripts do.
    fn learn(&self, verb: &str, opens: bool, tab: Option<TabId>, result: &RawValue) {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            tab: Option<TabId>,
            #[serde(default)]
            tabs: Vec<serde_json::Value>,
            changes: Option<verbs::Changes>,
        }
        let Ok(told) = serde_json::from_str::<Told>(result.get()) else { return };
        match verb {
            "open" | "search" if opens => {
                if let Some(tab) = told.tab {
                    self.opened(tab);
                    let mut state = self.state();
                    state.tab = state.tab.or(Some(tab));
                }
            }
            "close" => {
                for id in told.tabs.iter().filter_map(serde_json::Value::as_i64) {
                    self.closed(TabId(i32::try_from(id).unwrap_or_default()));
                }
            }
            _ => {
                for new in told.changes.into_iter().flat_map(|changes| changes.new_tabs) {
                    if new.opener.is_none_or(|opener| Some(opener) == tab) {
                        self.opened(new.id);
                    }
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_tab() -> Problem {
    Problem {
        code: ProblemCode::NoSuchTab,
        title: "You are in no tab yet".to_owned(),
        fix: "Open one with `navigate`; `tabs` lists the person's, and `use` asks them for one"
            .to_owned(),
    }
}

pub(crate) fn bad_arguments(what: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!("`{what}` does not take these arguments: {error}"),
        fix: "Correct the arguments and call again".to_owned(),
    }
}

fn raw(value: &impl serde::Serialize) -> Result<Box<RawValue>, Problem> {
    serde_json::value::to_raw_value(value).map_err(|error| bad_arguments("script", &error))
}
