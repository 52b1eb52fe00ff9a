//! One agent's session: the tab it is in, the tabs that are its own, what it has seen.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tabwright_actions::host::RunVerb;
use tabwright_wire::verbs::{
    self, GroupVerbParams, OpenIn, OpenParams, Scope, SnapshotParams, TabsParams, VerbParams,
    VerbResult, Visit,
};
use tabwright_wire::{BLANK_PAGES, Problem, ProblemCode, SnapshotMode, Tab, TabId, Verb};
use tokio::time::Instant;

use crate::host::ToolHost;
use crate::script_memory::ScriptMemory;
use crate::scripts::Scripts;
use crate::session_store::SessionRecord;
use crate::truncate::{CHARS_DEFAULT, Continuations, Truncated};

pub(crate) struct Session {
    pub(crate) host: Arc<dyn ToolHost>,
    /// The tab group of its tabs.
    pub(crate) name: String,
    pub(crate) scripts: Arc<Scripts>,
    state: Mutex<State>,
    /// What an earlier daemon knew of it, until it is restored.
    before: tokio::sync::Mutex<Option<SessionRecord>>,
    /// Does it work on a task? Held while the person is shown that it does, or does not any more.
    pub(crate) works: tokio::sync::Mutex<bool>,
    /// How long a result is unless the agent says otherwise, and how long it may be at most.
    result_chars: ResultChars,
}

#[derive(Debug)]
struct State {
    tab: Option<TabId>,
    own: BTreeSet<TabId>,
    /// Those it opened itself, which go with it.
    opened: BTreeSet<TabId>,
    seen: HashMap<TabId, Seen>,
    continuations: Continuations,
    used: Instant,
}

/// The last snapshot of a tab.
#[derive(Debug, Clone, Copy)]
struct Seen {
    id: u32,
    mode: SnapshotMode,
}

/// How long results are, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultChars {
    /// Unless the agent says otherwise.
    pub default: usize,
    /// Whatever the agent says.
    pub max: usize,
}

impl Default for ResultChars {
    fn default() -> Self {
        Self { default: CHARS_DEFAULT, max: usize::MAX }
    }
}

impl ResultChars {
    fn of(self, wanted: Option<usize>) -> usize {
        wanted.unwrap_or(self.default).min(self.max)
    }
}

/// How to look at a page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Look {
    pub(crate) mode: Option<SnapshotMode>,
    pub(crate) diff: bool,
    pub(crate) within: Option<u32>,
    pub(crate) skip: Option<u32>,
    pub(crate) chars_max: Option<u32>,
}

impl Session {
    pub(crate) fn new(
        host: Arc<dyn ToolHost>,
        name: String,
        before: Option<SessionRecord>,
        memory: Arc<ScriptMemory>,
        result_chars: ResultChars,
    ) -> Self {
        let state = State {
            tab: None,
            own: BTreeSet::new(),
            opened: BTreeSet::new(),
            seen: HashMap::new(),
            continuations: Continuations::default(),
            used: Instant::now(),
        };
        let (state, before) = (Mutex::new(state), tokio::sync::Mutex::new(before));
        let (scripts, works) = (Scripts::new(memory), tokio::sync::Mutex::default());
        Self { host, name, scripts, state, before, works, result_chars }
    }

    /// Runs a verb as it is given.
    pub(crate) async fn run<V: Verb>(&self, params: V::Params) -> Result<V::Result, Problem>
    where
        dyn ToolHost: RunVerb<V>,
    {
        RunVerb::<V>::run_verb(&*self.host, params).await
    }

    /// Restores what it was in before the daemon was started anew. Only tabs in its own group are
    /// surely still its own: a browser may give an id again.
    pub(crate) async fn restore(&self) -> Result<(), Problem> {
        // Every call waits for it, and what fails is tried again by the next.
        let mut before = self.before.lock().await;
        let Some(known) = before.clone() else { return Ok(()) };
        let own = self.host.restore_tabs(&known.own, &self.name).await?;
        let own: BTreeSet<_> = own.into_iter().collect();
        let mut state = self.state();
        state.tab = known.tab.filter(|tab| own.contains(tab));
        (state.own, state.opened) = (own.clone(), own);
        *before = None;
        Ok(())
    }

    /// What is kept of it. Nothing as long as it is not restored.
    pub(crate) fn record(&self) -> Option<SessionRecord> {
        let is_restored = self.before.try_lock().is_ok_and(|before| before.is_none());
        let state = self.state();
        let own = state.own.iter().copied().collect();
        is_restored.then(|| SessionRecord { name: self.name.clone(), tab: state.tab, own })
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
            if self.host.owns_tab(wanted).await? {
                self.state().tab = Some(wanted);
                return Ok(wanted);
            }
            // The person uses it themselves now.
            let mut state = self.state();
            state.own.remove(&wanted);
            state.opened.remove(&wanted);
        }
        let tab = self.host.find_tab(Some(wanted)).await?;
        if !BLANK_PAGES.contains(&tab.url.as_str()) {
            self.host.authorize_tab(&tab).await.map_err(|problem| Problem {
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
        let visit = self.run::<verbs::Open>(params).await?;
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

    /// The person gives it a tab of theirs to work in, and it goes there. In its group the tab is known for
    /// its own after a restart, too.
    pub(crate) async fn enter(&self, tab: TabId) -> Result<(), Problem> {
        self.host.adopt_tabs(&[tab]).await?;
        self.adopt(tab);
        self.state().tab = Some(tab);
        let params =
            GroupVerbParams { tab: Some(tab), tabs: Vec::new(), name: Some(self.name.clone()) };
        self.run::<verbs::Group>(params).await.map(drop)
    }

    /// The person lets it go on in the tabs that it had, whatever they did there meanwhile.
    pub(crate) async fn reclaim(&self) -> Result<(), Problem> {
        let own: Vec<_> = self.state().own.iter().copied().collect();
        self.host.adopt_tabs(&own).await
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
        state.continuations.forget();
        state.tab = None;
        opened
    }

    pub(crate) async fn look(&self, tab: TabId, look: Look) -> Result<verbs::Snapshot, Problem> {
        let seen = self.state().seen.get(&tab).copied();
        let mode = look.mode.or(seen.map(|seen| seen.mode)).unwrap_or_default();
        let params = SnapshotParams {
            tab: Some(tab),
            mode,
            max_chars: Some(self.result_chars.of(look.chars_max.map(|max| max as usize)) as u32),
            since: seen.filter(|seen| look.diff && seen.mode == mode).map(|seen| seen.id),
            within: look.within,
            skip: look.skip,
        };
        let snapshot = self.run::<verbs::TakePageSnapshot>(params).await?;
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
            (Some(only), None) => Ok(self.host.known_tab(*only).await.into_iter().collect()),
            _ => {
                let params = TabsParams { tab: None, about: None };
                let mut tabs = self.run::<verbs::Tabs>(params).await?.tabs;
                tabs.retain(|tab| own.contains(&tab.id));
                Ok(tabs)
            }
        }
    }

    /// The tabs that are its own, with those that pages in them have opened meanwhile.
    pub(crate) async fn own_and_opened_tabs(&self) -> Result<Vec<Tab>, Problem> {
        let params = TabsParams { tab: None, about: None };
        let mut tabs = self.run::<verbs::Tabs>(params).await?.tabs;
        for tab in &tabs {
            if tab.opener.is_some_and(|opener| self.owns(opener)) {
                self.opened(tab.id);
            }
        }
        tabs.retain(|tab| self.owns(tab.id));
        Ok(tabs)
    }

    /// What is too long for an agent, with a handle by which it reads on.
    pub(crate) fn truncate(&self, text: String, chars_max: Option<usize>) -> Truncated {
        self.state().continuations.truncate(text, Some(self.result_chars.of(chars_max)))
    }

    pub(crate) fn read_on(&self, handle: &str, chars_max: Option<usize>) -> Option<Truncated> {
        self.state().continuations.read_on(handle, Some(self.result_chars.of(chars_max)))
    }

    /// Runs a verb in the session's tab, unless it names another of its own. What it opens is the
    /// session's, beside what the person does.
    pub(crate) async fn run_in_own_tabs<V: Verb>(
        &self,
        mut params: V::Params,
    ) -> Result<V::Result, Problem>
    where
        dyn ToolHost: RunVerb<V>,
    {
        let named = params.tab();
        if V::FACTS.scope == Scope::Page {
            let has_no_tab = named.is_none() && self.current().is_none();
            if opens_elsewhere::<V>(&params) || has_no_tab && params.open_new_tab() {
                params.open_in_background(&self.name);
            } else {
                let before = self.current();
                params.set_tab(self.tab(named).await?);
                // A script may look at another of its tabs without moving the session there.
                if let Some(before) = before.filter(|_| named.is_some()) {
                    self.state().tab = Some(before);
                }
            }
        }
        let opens = opens_elsewhere::<V>(&params);
        let mut result = self.run::<V>(params).await?;
        self.learn::<V>(opens, named.or(self.current()), &mut result);
        Ok(result)
    }

    /// Tabs come and go by what verbs do.
    fn learn<V: Verb>(&self, opens: bool, tab: Option<TabId>, result: &mut V::Result) {
        if let Some(new) = result.visited().filter(|_| opens) {
            self.opened(new);
            self.state().tab.get_or_insert(new);
        }
        for closed in result.closed() {
            self.closed(*closed);
        }
        for new in result.report().into_iter().flat_map(|report| &report.changes.new_tabs) {
            if new.opener.is_none_or(|opener| Some(opener) == tab) {
                self.opened(new.id);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
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

/// Does a call open a tab instead of using one?
fn opens_elsewhere<V: Verb>(params: &V::Params) -> bool {
    let permission = params.permission(&V::FACTS);
    permission.opens_tab && permission.scope == Scope::Browser
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("name", &self.name).finish_non_exhaustive()
    }
}
