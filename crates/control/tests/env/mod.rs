//! Control of a browser that notes whatever reaches it, and does nothing.

#![allow(
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "tests use what they need of it"
)]

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_browser::{
    Attach, BrowserBackend, BrowserEvent, ControlError, Debugger, Driver, DriverMemory,
    DrivingOptions, Frame, FrameId, NewTab, Question, SearchProviderSource,
};
use tabwright_control::{Control, ControlHub, DownloadGuard, DriverSource, VerbObserver};
use tabwright_policy::{Policy, PolicyConfig, PolicyPaths, Vault};
use tabwright_wire::verbs::{self, DialogInfo, SearchProvider, SearchProvidersParams};
use tabwright_wire::{
    AddBookmarkParams, Bookmark, BookmarkList, ClientOrigin, FindBookmarksParams, FindVisitsParams,
    KitReply, PolicyAnswer, Problem, ProblemCode, Remember, Rule, SpeakParams, Tab, TabId,
    VisitedList, for_each_verb,
};
use tokio::sync::{broadcast, watch};
use tokio_util::task::TaskTracker;

type Result<T> = std::result::Result<T, ControlError>;

/// What came of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Allowed,
    Asked,
    Denied,
}

pub struct Env {
    pub backend: Arc<FakeBackend>,
    pub policy: Arc<Policy>,
    pub observer: Arc<Observer>,
    pub log_folder: PathBuf,
    pub memory: DriverMemory,
    hub: Arc<ControlHub>,
    guard: Arc<DownloadGuard>,
    driver: Driver,
    _folder: tempfile::TempDir,
}

#[derive(Debug, Default)]
pub struct Observer(pub Mutex<Vec<(String, String, Option<String>)>>);

impl VerbObserver for Observer {
    fn verb_ended(&self, client: &str, verb: &str, error: Option<&str>) {
        self.0.lock().push((client.to_owned(), verb.to_owned(), error.map(str::to_owned)));
    }
}

impl Env {
    /// A browser with these tabs, numbered from 1, the first in front.
    pub fn new(rules: &[Value], urls: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let paths = PolicyPaths {
            rules_file: folder.path().join("rules.json"),
            log_folder: folder.path().join("log"),
        };
        let rules: Vec<Rule> =
            rules.iter().map(|rule| serde_json::from_value(rule.clone()).unwrap()).collect();
        let vault = Arc::new(Vault::open(&folder.path().join("secrets")));
        let known_secrets = Arc::clone(vault.known());
        let config = PolicyConfig { rules, known_secrets, ..PolicyConfig::default() };
        let policy = Arc::new(Policy::open(&paths, config).unwrap());
        let backend = Arc::new(FakeBackend::new(urls));
        let memory = DriverMemory::default();
        let driver = Driver::new(
            Arc::clone(&backend) as _,
            DrivingOptions { visible: false, ..DrivingOptions::default() },
            memory.clone(),
            Arc::new(NoProviders),
        );
        let observer = Arc::new(Observer::default());
        let guard = DownloadGuard::new(Arc::clone(&policy), Arc::default(), TaskTracker::new());
        let hub = ControlHub::new(
            Arc::new(OneBrowser(driver.clone())),
            Arc::clone(&policy),
            vault,
            Arc::clone(&guard),
            Arc::clone(&observer) as _,
        );
        let log_folder = paths.log_folder;
        Self { backend, policy, observer, log_folder, memory, hub, guard, driver, _folder: folder }
    }

    /// Something happened in the browser, and was heard of.
    pub async fn hear(&self, event: &BrowserEvent) {
        let told = BrowserEvent::channel();
        let heard = told.subscribe();
        told.send(event.clone()).unwrap();
        drop(told);
        Arc::clone(&self.guard).watch(self.driver.clone(), heard).await;
    }

    pub fn control(&self, client: &str, origin: ClientOrigin) -> Control {
        Control::new(&self.hub, client, origin, None)
    }

    /// Runs a verb; if the person is asked, they say no.
    pub async fn try_verb(&self, control: &Control, verb: &str, params: Value) -> Outcome {
        self.outcome(run(control, verb, params), false).await.0
    }

    /// The outcome of a call, and its problem. The person is asked at most once, and answers so.
    pub async fn outcome<T>(
        &self,
        call: impl Future<Output = std::result::Result<T, Problem>>,
        says: bool,
    ) -> (Outcome, Option<Problem>) {
        let mut changed = self.policy.questions_changed();
        tokio::pin!(call);
        let mut asked = false;
        loop {
            tokio::select! {
                biased;
                result = &mut call => {
                    let problem = result.err();
                    let denied = problem.as_ref().is_some_and(|it| it.code == ProblemCode::Denied);
                    let outcome = match (asked, denied) {
                        (true, _) => Outcome::Asked,
                        (false, true) => Outcome::Denied,
                        (false, false) => Outcome::Allowed,
                    };
                    return (outcome, problem);
                }
                _ = changed.changed() => {
                    for question in self.policy.questions().questions {
                        asked = true;
                        let remember = Remember::default();
                        let answer = PolicyAnswer { id: question.id, allow: says, remember, code: None };
                        self.policy.answer(&answer).unwrap();
                    }
                }
            }
        }
    }
}

macro_rules! run_named {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, $facts:tt;)*) => {
        pub async fn run(
            control: &Control,
            verb: &str,
            params: Value,
        ) -> std::result::Result<Value, Problem> {
            match verb {
                $($name => {
                    let params = serde_json::from_value(params)
                        .unwrap_or_else(|error| panic!("{verb}: {error}"));
                    let result = Box::pin(control.run::<verbs::$type>(params)).await?;
                    Ok(serde_json::to_value(result).unwrap())
                })*
                other => panic!("there is no verb {other}"),
            }
        }
    };
}
for_each_verb!(run_named);

#[derive(Debug)]
struct OneBrowser(Driver);

#[async_trait]
impl DriverSource for OneBrowser {
    async fn driver(&self, _: Option<&str>) -> std::result::Result<Driver, Problem> {
        Ok(self.0.clone())
    }

    fn connections(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }
}

#[derive(Debug)]
struct NoProviders;

#[async_trait]
impl SearchProviderSource for NoProviders {
    async fn find(&self, _: Option<&str>) -> Result<SearchProvider> {
        let url = "https://search.test/?q={query}".to_owned();
        Ok(SearchProvider { name: "test".to_owned(), url, is_default: true })
    }

    async fn update(&self, _: SearchProvidersParams) -> Result<Vec<SearchProvider>> {
        Ok(Vec::new())
    }
}

/// Knows its tabs, and refuses and notes everything else.
#[derive(Debug)]
pub struct FakeBackend {
    pub tabs: Mutex<Vec<Tab>>,
    pub touched: Mutex<Vec<&'static str>>,
    events: broadcast::Sender<BrowserEvent>,
}

impl FakeBackend {
    fn new(urls: &[&str]) -> Self {
        let tab = |(at, url): (usize, &&str)| {
            let tab = json!({ "id": at + 1, "windowId": 1, "index": at, "title": format!("Tab {}", at + 1),
                "url": url, "active": at == 0, "focused": at == 0, "loading": false, "pinned": false,
                "audible": false, "discarded": false, "incognito": false });
            serde_json::from_value(tab).unwrap()
        };
        let tabs = urls.iter().enumerate().map(tab).collect();
        let events = BrowserEvent::channel();
        Self { tabs: Mutex::new(tabs), touched: Mutex::default(), events }
    }

    fn touch<T>(&self, what: &'static str) -> Result<T> {
        self.touched.lock().push(what);
        Err(ControlError::Failed(format!("{what} reached the browser")))
    }
}

#[async_trait]
impl BrowserBackend for FakeBackend {
    fn events(&self) -> broadcast::Receiver<BrowserEvent> {
        self.events.subscribe()
    }

    async fn tabs(&self) -> Result<Vec<Tab>> {
        Ok(self.tabs.lock().clone())
    }

    async fn looked_at(&self) -> Result<Option<TabId>> {
        Ok(None)
    }

    async fn tab(&self, wanted: Option<TabId>) -> Result<Option<Tab>> {
        let tabs = self.tabs.lock();
        let found = tabs.iter().find(|tab| match wanted {
            Some(wanted) => tab.id == wanted,
            None => tab.focused,
        });
        Ok(found.cloned())
    }

    fn opens_empty(&self) -> bool {
        false
    }

    fn has_crashed(&self, _: TabId) -> bool {
        false
    }

    async fn open_tab(&self, _: NewTab) -> Result<TabId> {
        self.touch("open_tab")
    }

    async fn close_tab(&self, _: TabId) -> Result<()> {
        self.touch("close_tab")
    }

    async fn activate_tab(&self, _: TabId) -> Result<()> {
        self.touch("activate_tab")
    }

    async fn emulate_focus(&self, _: TabId, _: bool, _: Attach) -> Result<bool> {
        Ok(false)
    }

    async fn group_tabs(&self, _: &[TabId], _: Option<&str>) -> Result<()> {
        self.touch("group_tabs")
    }

    async fn move_tabs(&self, _: &[TabId], _: Option<i32>) -> Result<()> {
        self.touch("move_tabs")
    }

    async fn navigate(&self, _: TabId, _: &str) -> Result<()> {
        self.touch("navigate")
    }

    async fn go_in_history(&self, _: TabId, _: i32) -> Result<()> {
        self.touch("go_in_history")
    }

    async fn reload(&self, _: TabId, _: bool) -> Result<()> {
        self.touch("reload")
    }

    async fn frames(&self, _: TabId) -> Result<Vec<Frame>> {
        self.touch("frames")
    }

    async fn ask_kit(&self, _: TabId, _: &FrameId, _: Question<'_>) -> Result<KitReply> {
        self.touch("ask_kit")
    }

    fn main_frame(&self, _: TabId) -> Result<FrameId> {
        self.touch("main_frame")
    }

    async fn debugger(&self, _: TabId, _: Attach) -> Result<Option<Arc<dyn Debugger>>> {
        self.touch("debugger")
    }

    fn dialog(&self, _: TabId) -> Option<DialogInfo> {
        None
    }

    async fn run_script(&self, _: TabId, _: &FrameId, _: &str) -> Result<Box<RawValue>> {
        self.touch("run_script")
    }

    async fn capture(&self, _: TabId) -> Result<Vec<u8>> {
        self.touch("capture")
    }

    async fn zoom(&self, _: TabId, _: Option<f64>) -> Result<f64> {
        self.touch("zoom")
    }

    async fn speak(&self, _: Option<TabId>, _: SpeakParams) -> Result<()> {
        self.touch("speak")
    }

    async fn stop_speaking(&self) -> Result<()> {
        self.touch("stop_speaking")
    }

    async fn find_visits(&self, _: FindVisitsParams) -> Result<VisitedList> {
        self.touch("find_visits")
    }

    async fn find_bookmarks(&self, _: FindBookmarksParams) -> Result<BookmarkList> {
        self.touch("find_bookmarks")
    }

    async fn add_bookmark(&self, _: AddBookmarkParams) -> Result<Bookmark> {
        self.touch("add_bookmark")
    }

    async fn remove_bookmark(&self, _: String) -> Result<()> {
        self.touch("remove_bookmark")
    }

    async fn read_clipboard(&self, _: Option<TabId>) -> Result<String> {
        self.touch("read_clipboard")
    }

    async fn write_clipboard(&self, _: Option<TabId>, _: String) -> Result<()> {
        self.touch("write_clipboard")
    }

    async fn start_download(&self, _: Option<TabId>, _: &str) -> Result<i32> {
        self.touch("start_download")
    }

    async fn hold_download(&self, _: i32) -> Result<()> {
        self.touch("hold_download")
    }

    async fn settle_download(&self, _: i32, _: bool) -> Result<()> {
        self.touch("settle_download")
    }
}
