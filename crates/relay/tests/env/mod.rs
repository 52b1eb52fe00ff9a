//! A browser and a debugging pipe that answer when the test says so, and clients that listen.
//! Nothing here waits: every step is done when its call returns.

#![allow(dead_code, reason = "each file of tests uses a part of it")]
#![allow(clippy::needless_pass_by_value, reason = "json!(…) reads better without a sign before it")]

mod client;
pub(crate) mod fake_gate;
mod pending_questions;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tabwright_relay::{
    Browser, BrowserError, ClientId, Introduction, OnAnswer, OnHandedOver, OnPipeAnswer, Pipe,
    Relay,
};
use tabwright_wire::{CdpError, CdpEvent, TabDetachedParams, TabId, TabTarget, TargetKind};

pub(crate) use client::Client;
use fake_gate::FakeGate;
pub(crate) use pending_questions::PendingQuestions;

pub(crate) struct TestEnv {
    pub(crate) relay: Relay,
    pub(crate) browser: Arc<FakeBrowser>,
    tabs: RefCell<BTreeMap<i32, TabTarget>>,
    last_client: Cell<u32>,
}

/// A tab with a page that has loaded.
pub(crate) fn tab(number: i32) -> TabTarget {
    TabTarget {
        tab: TabId(number),
        kind: TargetKind::Page,
        target_id: format!("T{number}"),
        window_id: 1,
        title: format!("Page {number}"),
        url: format!("https://site/{number}"),
        loading: false,
        incognito: false,
        opener: None,
        group: None,
    }
}

/// A tab in the group of this name.
pub(crate) fn tab_in(group: &str, number: i32) -> TabTarget {
    TabTarget { group: Some(group.to_owned()), ..tab(number) }
}

pub(crate) fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

impl TestEnv {
    /// A browser with tabs 1 to `count`, which the relay knows of.
    pub(crate) fn with_tabs(count: i32) -> Self {
        Self::around(Relay::default(), count)
    }

    /// A browser with tabs 1 to `count` behind a gate that the test controls.
    pub(crate) fn with_fake_gate(count: i32) -> (Self, Arc<FakeGate>) {
        let fake_gate = Arc::<FakeGate>::default();
        let relay = Relay::with_gate(Arc::<FakeGate>::clone(&fake_gate));
        (Self::around(relay, count), fake_gate)
    }

    fn around(relay: Relay, count: i32) -> Self {
        let env = Self {
            relay,
            browser: Arc::default(),
            tabs: RefCell::new((1..=count).map(|number| (number, tab(number))).collect()),
            last_client: Cell::new(0),
        };
        env.relay.browser_connected(env.as_browser());
        env.settle();
        env.log();
        env
    }

    pub(crate) fn as_browser(&self) -> Arc<dyn Browser> {
        Arc::<FakeBrowser>::clone(&self.browser)
    }

    /// The extension goes and comes back as another connection; the tabs are the same.
    pub(crate) fn lose_browser(&self) {
        self.relay.browser_disconnected(&self.as_browser());
    }

    pub(crate) fn browser_is_back(&mut self) {
        self.browser = Arc::default();
        self.relay.browser_connected(self.as_browser());
        self.settle();
        self.log();
    }

    pub(crate) fn connect(&self, introduction: Introduction) -> Client {
        let id = ClientId(self.last_client.get() + 1);
        self.last_client.set(id.0);
        let outbox = self.relay.connect(id, introduction);
        Client::new(self.relay.clone(), id, outbox)
    }

    pub(crate) fn client(&self, name: &str) -> Client {
        self.connect(Introduction { name: name.to_owned(), ..Introduction::default() })
    }

    /// A client that sees the tabs of its own group only.
    pub(crate) fn client_with_own_tabs(&self, name: &str) -> Client {
        self.connect(Introduction { name: name.to_owned(), own_tabs: true, ours: false })
    }

    /// The client's session on a page that is attached, with all that led to it forgotten.
    pub(crate) fn driven(&self, client: &mut Client, tab: i32) -> String {
        let session = client.page(tab);
        client.send_to(&session, "Input.dispatchKeyEvent", json!({}));
        self.settle();
        client.heard();
        self.log();
        session
    }

    /// What the browser was asked since the last look, each as one line: `attach 1`,
    /// `1 Page.enable`, `1/CHILD Page.enable`.
    pub(crate) fn log(&self) -> Vec<String> {
        self.browser.questions.log()
    }

    /// What waits for an answer, by name: CDP's for commands to a page, else the channel's.
    pub(crate) fn open(&self) -> Vec<String> {
        self.browser.questions.open()
    }

    /// Answers the oldest open question of this name, and gives what it asked.
    pub(crate) fn answer(&self, name: &str, answer: Value) -> Value {
        self.browser.questions.answer(name, Ok(answer))
    }

    pub(crate) fn refuse(&self, name: &str, why: &str) -> Value {
        self.browser.questions.answer(name, Err(why.to_owned()))
    }

    /// Answers everything as a browser without surprises would, and what that makes the relay ask.
    pub(crate) fn settle(&self) {
        while let Some(name) = self.open().first() {
            self.answer_as_usual(name);
        }
    }

    pub(crate) fn answer_as_usual(&self, name: &str) {
        let answer = self.usual_answer(name);
        self.answer(name, answer);
    }

    /// What the oldest open question of this name asks.
    pub(crate) fn oldest(&self, name: &str) -> Value {
        self.browser.questions.oldest(name)
    }

    fn usual_answer(&self, name: &str) -> Value {
        let number = self.browser.questions.count();
        match name {
            "listTargets" => json!({ "targets": self.tabs.borrow().values().collect::<Vec<_>>() }),
            "getVersion" => json!({ "product": "Chrome/1.2.3.4", "userAgent": "Fake" }),
            "createTab" => {
                let number = self.tabs.borrow().keys().last().copied().unwrap_or_default() + 1;
                let asked = self.browser.questions.oldest(name);
                let made = TabTarget {
                    url: asked["url"].as_str().unwrap_or_default().to_owned(),
                    incognito: asked["incognito"] == true,
                    group: asked["group"].as_str().map(str::to_owned),
                    ..tab(number)
                };
                self.tabs.borrow_mut().insert(number, made.clone());
                serde_json::to_value(made).unwrap()
            }
            "getIncognito" => json!({ "allowed": true, "windows": 0 }),
            "getCookies" => json!({ "cookies": [] }),
            "getWindow" => json!({ "windowId": 1, "width": 800, "height": 600 }),
            "takeDownload" => json!({ "path": "/downloads/file" }),
            "Page.addScriptToEvaluateOnNewDocument" => {
                json!({ "identifier": format!("chrome-{number}") })
            }
            "Page.createIsolatedWorld" => json!({ "executionContextId": number }),
            _ => json!({}),
        }
    }

    pub(crate) fn event(&self, tab: i32, method: &str, params: Value) {
        self.emit(tab, None, method, &params);
    }

    /// An event of a frame or worker, by Chrome's session id.
    pub(crate) fn child_event(&self, tab: i32, child: &str, method: &str, params: Value) {
        self.emit(tab, Some(child), method, &params);
    }

    fn emit(&self, tab: i32, child: Option<&str>, method: &str, params: &Value) {
        self.relay.event(&CdpEvent {
            tab: TabId(tab),
            session: child.map(str::to_owned),
            method: method.to_owned(),
            params: raw(params),
        });
    }

    /// Chrome attaches to a frame or worker below a page, and holds it.
    pub(crate) fn child_appears(&self, tab: i32, child: &str, kind: &str, target: &str) {
        let info = json!({ "targetId": target, "type": kind, "title": "", "url": "https://child/",
            "attached": true, "canAccessOpener": false });
        let params = json!({ "sessionId": child, "targetInfo": info, "waitingForDebugger": true });
        self.event(tab, "Target.attachedToTarget", params);
    }

    /// Chrome tells of an execution context of the page.
    pub(crate) fn context_appears(&self, tab: i32, id: i64, world: &str) {
        self.event(tab, "Runtime.executionContextCreated", context(tab, id, world));
    }

    pub(crate) fn create(&self, target: TabTarget) {
        self.tabs.borrow_mut().insert(target.tab.0, target.clone());
        self.relay.tab_created(target);
    }

    pub(crate) fn change(&self, target: TabTarget) {
        self.tabs.borrow_mut().insert(target.tab.0, target.clone());
        self.relay.tab_changed(target);
    }

    pub(crate) fn remove(&self, tab: i32) {
        self.tabs.borrow_mut().remove(&tab);
        self.relay.tab_removed(TabId(tab));
    }

    pub(crate) fn detached(&self, tab: i32, reason: &str) {
        let reason = reason.to_owned();
        self.relay.tab_detached(&TabDetachedParams { tab: TabId(tab), reason });
    }
}

/// `Runtime.executionContextCreated` of a page's main frame, in Chrome's words.
pub(crate) fn context(tab: i32, id: i64, world: &str) -> Value {
    let default = world.is_empty();
    json!({ "context": {
        "id": id, "origin": "https://site", "name": world, "uniqueId": format!("unique-{id}"),
        "auxData": {
            "isDefault": default,
            "type": if default { "default" } else { "isolated" },
            "frameId": format!("T{tab}"),
        },
    } })
}

#[derive(Debug, Default)]
pub(crate) struct FakeBrowser {
    questions: PendingQuestions,
    handed_over: Mutex<Vec<(PathBuf, Vec<PathBuf>)>>,
}

impl Browser for FakeBrowser {
    fn ask(&self, method: &'static str, params: Box<RawValue>, on_answer: OnAnswer) {
        let asked: Value = serde_json::from_str(params.get()).unwrap();
        let tab = &asked["tab"];
        if method != "send" {
            let line = if tab.is_null() { method.to_owned() } else { format!("{method} {tab}") };
            let answer = |answer: Result<Value, String>| {
                on_answer(answer.map(|body| raw(&body)).map_err(BrowserError));
            };
            return self.questions.put(line, method, asked, Box::new(answer));
        }
        let name = asked["method"].as_str().unwrap();
        let line = match asked["session"].as_str() {
            Some(child) => format!("{tab}/{child} {name}"),
            None => format!("{tab} {name}"),
        };
        let answer = |answer: Result<Value, String>| {
            let answer = match answer {
                Ok(result) => json!({ "result": result }),
                Err(message) => json!({ "error": { "code": -32000, "message": message } }),
            };
            on_answer(Ok(raw(&answer)));
        };
        self.questions.put(line, name, asked["params"].clone(), Box::new(answer));
    }

    fn hand_over_file(&self, from: PathBuf, to: Vec<PathBuf>, done: OnHandedOver) {
        self.handed_over.lock().unwrap().push((from, to));
        let answer = |answer: Result<Value, String>| done(answer.map(drop).map_err(BrowserError));
        self.questions.put("hand over".into(), "hand over", Value::Null, Box::new(answer));
    }
}

/// The debugging pipe. Lines of its log begin with the session, or with `-`.
#[derive(Debug, Default)]
pub(crate) struct FakePipe {
    pub(crate) questions: PendingQuestions,
    timers: Mutex<Vec<Timer>>,
}

struct Timer(Box<dyn FnOnce() + Send>);

impl std::fmt::Debug for Timer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Timer")
    }
}

impl FakePipe {
    pub(crate) fn answer(&self, name: &str, answer: Value) -> Value {
        self.questions.answer(name, Ok(answer))
    }

    pub(crate) fn refuse(&self, name: &str, why: &str) -> Value {
        self.questions.answer(name, Err(why.to_owned()))
    }

    /// All the time passes that anybody has asked to be told of.
    pub(crate) fn time_passes(&self) {
        let timers = std::mem::take(&mut *self.timers.lock().unwrap());
        timers.into_iter().for_each(|Timer(then)| then());
    }
}

impl Pipe for FakePipe {
    fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    ) {
        let line = format!("{} {method}", session.unwrap_or("-"));
        let params = params.map(|params| serde_json::from_str(params.get()).unwrap());
        let answer = |answer: Result<Value, String>| {
            let refusal = |message| CdpError { code: -32000, message };
            on_answer(answer.map(|body| raw(&body)).map_err(refusal));
        };
        self.questions.put(line, method, params.unwrap_or_default(), Box::new(answer));
    }

    fn after(&self, _delay: Duration, then: Box<dyn FnOnce() + Send>) {
        self.timers.lock().unwrap().push(Timer(then));
    }
}
