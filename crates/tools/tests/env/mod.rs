//! A browser that is only a list of tabs, for agents that call tools.

#![allow(
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "test files use what they need of it"
)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tabwright_actions::OnStep;
use tabwright_actions::host::{
    ActionHost, HostFuture, HostServices, MemoryServices, ReadPage, RunVerb,
};
use tabwright_store::Store;
use tabwright_tools::{OnProgress, SavedSessions, Sessions, SqliteSessions, ToolHost, ToolHosts};
use tabwright_wire::knowledge::{
    Answer, AskParams, ForgetParams, Forgotten, RememberParams, RememberedPage, SearchParams,
    SearchResults,
};
use tabwright_wire::language::{Utterance, UtteranceResult};
use tabwright_wire::{ClientSlot, Problem, ProblemCode, Tab, TabId, ToolCall, ToolOutput, Verb};

/// The tab that the person looks at.
pub const PERSONS_TAB: i32 = 1;

/// A browser with one tab of the person's, and what was asked of it.
#[derive(Debug, Default)]
pub struct FakeBrowser {
    pub tabs: BTreeMap<i32, Value>,
    /// Verbs in order, with their parameters.
    pub asked: Vec<(&'static str, Value)>,
    /// Answers that are not made from the tabs.
    pub answers: HashMap<&'static str, Result<Value, Problem>>,
    /// The person lets agents into their tabs.
    pub person_agrees: bool,
    /// How often they were asked.
    pub questions: usize,
    pub is_asking: bool,
    pub sent_away: HashSet<String>,
    pub left: Vec<String>,
    pub driven: HashMap<String, usize>,
    pub has_no_browser: bool,
    /// Tabs in which the person went elsewhere themselves.
    pub taken_back: HashSet<TabId>,
}

#[derive(Debug, Clone)]
pub struct Env {
    pub browser: Arc<Mutex<FakeBrowser>>,
    pub sessions: Arc<Sessions>,
    store: Store,
    _folder: Arc<tempfile::TempDir>,
}

#[derive(Debug, Clone)]
struct Hosts(Arc<Mutex<FakeBrowser>>);

#[derive(Debug)]
struct FakeHost(Arc<Mutex<FakeBrowser>>);

impl Env {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store.db")).await.unwrap();
        let mut browser = FakeBrowser::default();
        browser.tabs.insert(PERSONS_TAB, tab(PERSONS_TAB, "https://bank.test/", None));
        let browser = Arc::new(Mutex::new(browser));
        let sessions = sessions(&browser, &store);
        Self { browser, sessions, store, _folder: Arc::new(folder) }
    }

    /// The daemon was started anew: only the store and the browser are what they were.
    pub fn restart(&mut self) {
        self.sessions = sessions(&self.browser, &self.store);
    }

    pub async fn call(&self, session: &str, tool: &str, arguments: Value) -> ToolOutput {
        let silent: OnProgress = Box::new(|_| {});
        self.call_with(session, tool, arguments, &silent).await
    }

    pub async fn call_with(
        &self,
        session: &str,
        tool: &str,
        arguments: Value,
        progress: &OnProgress,
    ) -> ToolOutput {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let (session, client, tool) = (session.to_owned(), "codex".to_owned(), tool.to_owned());
        self.sessions.call(ToolCall { session, client, tool, arguments }, progress).await
    }

    /// What was asked since the last time.
    pub fn asked(&self) -> Vec<(&'static str, Value)> {
        std::mem::take(&mut self.browser.lock().asked)
    }

    pub fn answer(&self, verb: &'static str, answer: Value) {
        self.browser.lock().answers.insert(verb, Ok(answer));
    }

    pub fn fail(&self, verb: &'static str, title: &str) {
        self.browser.lock().answers.insert(verb, Err(problem(title)));
    }
}

fn sessions(browser: &Arc<Mutex<FakeBrowser>>, store: &Store) -> Arc<Sessions> {
    let saved = SavedSessions::new(Arc::new(SqliteSessions::new(store.clone())));
    Sessions::new(Arc::new(Hosts(Arc::clone(browser))), Arc::new(saved))
}

pub fn tab(id: i32, url: &str, group: Option<&str>) -> Value {
    json!({ "id": id, "windowId": 1, "index": 0, "title": format!("Tab {id}"), "url": url,
            "active": false, "focused": id == PERSONS_TAB, "loading": false, "pinned": false,
            "audible": false, "discarded": false, "incognito": false, "group": group })
}

pub fn report(did: &str, changes: &Value) -> Value {
    json!({ "tab": 2, "did": did, "changes": changes })
}

pub fn problem(title: &str) -> Problem {
    let (title, fix) = (title.to_owned(), "Do something else".to_owned());
    Problem { code: ProblemCode::ElementNotFound, title, fix }
}

impl FakeBrowser {
    fn answer(&mut self, verb: &'static str, params: &Value) -> Result<Value, Problem> {
        self.asked.push((verb, params.clone()));
        if let Some(answer) = self.answers.get(verb) {
            return answer.clone();
        }
        let named = params["tab"].as_i64().map(|id| id as i32);
        Ok(match verb {
            "tabs" => json!({ "tabs": self.tabs.values().collect::<Vec<_>>() }),
            "open" => {
                let url = params["url"].as_str().unwrap();
                let id = match params["in"].as_str() {
                    Some("current") => named.unwrap(),
                    _ => self.tabs.keys().max().unwrap_or(&0) + 1,
                };
                self.tabs.insert(id, tab(id, url, params["group"].as_str()));
                json!({ "tab": id, "url": url, "title": format!("Tab {id}"), "loaded": true })
            }
            "close" => {
                self.tabs.remove(&named.unwrap());
                json!({ "tabs": [named] })
            }
            "snapshot" => json!({
                "id": 1, "tab": named, "url": self.tabs[&named.unwrap()]["url"], "title": "Shop",
                "text": "[1] button \"Buy\"", "interactive": 1, "leftOut": 0, "isDiff": false,
                "scroll": { "x": 0.0, "y": 0.0, "viewWidth": 800.0, "viewHeight": 600.0, "width": 800.0,
                            "height": 600.0 },
            }),
            other => panic!("the test's browser does not know {other}"),
        })
    }

    fn find(&self, wanted: Option<TabId>) -> Result<Tab, Problem> {
        let found = match wanted {
            Some(TabId(id)) => self.tabs.get(&id),
            None => self.tabs.get(&PERSONS_TAB),
        };
        let found = found.ok_or_else(|| problem("there is no such tab"))?;
        Ok(serde_json::from_value(found.clone()).unwrap())
    }
}

impl<V: Verb> RunVerb<V> for FakeHost {
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        let answer = self.0.lock().answer(V::NAME, &serde_json::to_value(params).unwrap());
        let answer = answer.map(|answer| serde_json::from_value(answer).unwrap());
        async move { answer }.boxed()
    }
}

impl HostServices for FakeHost {
    fn keep_picture<'a>(&'a self, _: &'a str) -> HostFuture<'a, String> {
        async { Err(problem("no folder")) }.boxed()
    }

    fn fetch<'a>(&'a self, _: &'a str) -> HostFuture<'a, String> {
        async { Err(problem("offline")) }.boxed()
    }
}

impl MemoryServices for FakeHost {
    fn search_memory(&self, _: SearchParams) -> HostFuture<'_, SearchResults> {
        async { Err(problem("nothing is kept")) }.boxed()
    }

    fn ask_memory(&self, _: AskParams) -> HostFuture<'_, Answer> {
        async { Err(problem("nothing is kept")) }.boxed()
    }

    fn answer_from_pages(&self, _: AskParams, _: Vec<ReadPage>) -> HostFuture<'_, Answer> {
        async { Err(problem("nothing is kept")) }.boxed()
    }

    fn remember_page(&self, _: RememberParams) -> HostFuture<'_, RememberedPage> {
        async { Err(problem("nothing is kept")) }.boxed()
    }

    fn forget_pages<'a>(&'a self, _: ForgetParams, _: &'a str) -> HostFuture<'a, Forgotten> {
        async { Err(problem("only the person forgets")) }.boxed()
    }
}

impl ToolHost for FakeHost {
    fn find_tab(&self, tab: Option<TabId>) -> HostFuture<'_, Tab> {
        let found = self.0.lock().find(tab);
        async move { found }.boxed()
    }

    fn known_tab(&self, tab: TabId) -> HostFuture<'_, Tab> {
        self.find_tab(Some(tab))
    }

    fn authorize_tab<'a>(&'a self, _: &'a Tab) -> HostFuture<'a, ()> {
        let mut browser = self.0.lock();
        browser.questions += 1;
        let denied = Problem { code: ProblemCode::Denied, ..problem("The person said no") };
        let answer = if browser.person_agrees { Ok(()) } else { Err(denied) };
        async move { answer }.boxed()
    }

    fn owns_tab(&self, tab: TabId) -> HostFuture<'_, bool> {
        let is_taken = self.0.lock().taken_back.contains(&tab);
        async move { Ok(!is_taken) }.boxed()
    }

    fn restore_tabs<'a>(&'a self, tabs: &'a [TabId], group: &'a str) -> HostFuture<'a, Vec<TabId>> {
        let browser = self.0.lock();
        let is_still =
            |tab: &TabId| browser.tabs.get(&tab.0).is_some_and(|it| it["group"] == group);
        let own: Vec<_> = tabs.iter().copied().filter(is_still).collect();
        async move { Ok(own) }.boxed()
    }

    fn adopt_tabs<'a>(&'a self, _: &'a [TabId]) -> HostFuture<'a, ()> {
        async { Ok(()) }.boxed()
    }

    fn begin_work(&self, _: Option<TabId>) -> HostFuture<'_, ()> {
        async { Ok(()) }.boxed()
    }

    fn end_work(&self) -> HostFuture<'_, ()> {
        async { Ok(()) }.boxed()
    }

    fn until_stopped(&self) -> HostFuture<'_, ()> {
        std::future::pending().boxed()
    }

    fn connections(&self) -> tokio::sync::watch::Receiver<u64> {
        tokio::sync::watch::channel(0).1
    }

    fn wait_for_browser(&self, timeout: Duration) -> HostFuture<'_, ()> {
        let missing = self.0.lock().has_no_browser;
        async move {
            if missing {
                tokio::time::sleep(timeout).await;
                return Err(Problem { code: ProblemCode::NoBrowser, ..problem("No browser") });
            }
            Ok(())
        }
        .boxed()
    }

    fn run_utterance<'a>(
        &'a self,
        host: &'a dyn ActionHost,
        _: &'a Utterance,
        _: Option<&'a str>,
        _: &'a mut OnStep<'_>,
    ) -> HostFuture<'a, UtteranceResult> {
        async move {
            let tabs = host.tabs().await?;
            let title = format!("{} tabs", tabs.len());
            Err(Problem { code: ProblemCode::NotUnderstood, ..problem(&title) })
        }
        .boxed()
    }
}

impl ToolHosts for Hosts {
    fn host(&self, _: &str) -> Arc<dyn ToolHost> {
        Arc::new(FakeHost(Arc::clone(&self.0)))
    }

    fn admit(&self, session: &str, _: &str) -> Result<(), Problem> {
        match self.0.lock().sent_away.contains(session) {
            true => Err(Problem { code: ProblemCode::Denied, ..problem("You were sent away") }),
            false => Ok(()),
        }
    }

    fn is_asking(&self, _: &str) -> bool {
        self.0.lock().is_asking
    }

    fn drives(&self, session: &str, tabs: usize) {
        self.0.lock().driven.insert(session.to_owned(), tabs);
    }

    fn left(&self, session: &str) {
        self.0.lock().left.push(session.to_owned());
    }

    fn slot(&self) -> ClientSlot {
        ClientSlot { mode: "many".to_owned(), busy: false, client: None }
    }
}
