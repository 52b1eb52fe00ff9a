//! The recorder in a real Chromium with the real extension, and a daemon that only keeps what it is told: nothing
//! of what a person does in recorded tabs is lost, whatever is stopped meanwhile, and nothing else is recorded.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use tabwright_testbed::{
    Chromium, ChromiumOptions, Extension, FakeDaemon, NativeHost, Session, TestEnv,
};
use tabwright_wire::{AGENT_SERVICE, BROWSER_CONTROL};
use tokio_tungstenite::tungstenite::Message;

const SHOP: &str = "<!doctype html><title>Shop</title><button>Add</button><label>Find <input></label>\
    <a id=next href='{site}/own/next'>Next</a><a id=tab target=_blank href='{site}/own/offer'>Open</a>\
    <iframe title=Inner src='{other}/own/inner' style='position:fixed;top:300px;left:0'></iframe>";
const NEXT: &str = "<!doctype html><title>Next</title><button>Buy</button>";
const OFFER: &str = "<!doctype html><title>Offer</title><button>Book</button>";
const INNER: &str = "<!doctype html><body style='margin:0'><button>Inside</button>";

/// A daemon made by hand, and what it was told.
struct Stage {
    env: TestEnv,
    daemon: FakeDaemon,
    extension: Extension,
    browser: Chromium,
    kept: Vec<Value>,
    last_call: u32,
}

impl Stage {
    async fn new() -> Self {
        let env = TestEnv::new().await;
        let daemon = FakeDaemon::start().await;
        let native_host = NativeHost::Fake(daemon.native_host());
        let browser = env.launch(ChromiumOptions { native_host, ..Default::default() }).await;
        let extension = daemon.welcome().await;
        for (name, page) in [("shop", SHOP), ("next", NEXT), ("offer", OFFER), ("inner", INNER)] {
            env.site.put(name, page);
        }
        Self { env, daemon, extension, browser, kept: Vec::new(), last_call: 0 }
    }

    fn url(&self, name: &str) -> String {
        format!("http://127.0.0.1:{}/own/{name}", self.env.site.port())
    }

    /// What the extension answers; what it tells meanwhile is kept.
    async fn ask(&mut self, name: &str, params: Value) -> Value {
        self.last_call += 1;
        let id = self.last_call;
        let message = json!({ "type": "invoke", "callId": id, "name": name, "args": [params] });
        self.extension
            .send(json!({ "name": BROWSER_CONTROL, "message": message }).to_string())
            .await;
        loop {
            let frame = self.extension.next_of_all().await;
            let message = &frame["message"];
            if frame["name"] == BROWSER_CONTROL && message["callId"] == id {
                assert_eq!(message["type"], "invokeResult", "{name}: {message}");
                return message["result"].clone();
            }
            self.keep(&frame).await;
        }
    }

    async fn keep(&mut self, frame: &Value) {
        let message = &frame["message"];
        if frame["name"] != AGENT_SERVICE || message["name"] != "recordGestures" {
            return;
        }
        let gestures = message["args"][0]["gestures"].as_array().unwrap();
        let done: Vec<&Value> = gestures.iter().map(|gesture| &gesture["id"]).collect();
        let answer = json!({
            "type": "invokeResult", "callId": message["callId"], "result": { "done": done },
        });
        for gesture in gestures {
            if !self.kept.iter().any(|kept| kept["id"] == gesture["id"]) {
                self.kept.push(gesture.clone());
            }
        }
        self.extension.send(json!({ "name": AGENT_SERVICE, "message": answer }).to_string()).await;
    }

    /// Waits until the steps end with this one, and returns them.
    async fn until(&mut self, step: &str) -> Vec<String> {
        while self.steps().last().is_none_or(|last| last != step) {
            let frame = self.extension.next_of_all().await;
            self.keep(&frame).await;
        }
        self.steps()
    }

    /// Waits until this is among the steps.
    async fn has(&mut self, step: &str) {
        while !self.steps().iter().any(|one| one == step) {
            let frame = self.extension.next_of_all().await;
            self.keep(&frame).await;
        }
    }

    /// In the order in which they were made, corrections in place.
    fn steps(&self) -> Vec<String> {
        let mut kept: Vec<&Value> = self.kept.iter().collect();
        kept.sort_by(|one, other| {
            one["at"].as_f64().unwrap().total_cmp(&other["at"].as_f64().unwrap())
        });
        let mut left: Vec<&Value> = Vec::new();
        for gesture in kept {
            let corrected = left.iter().position(|one| one["id"] == gesture["insteadOf"]);
            match corrected {
                Some(place) => left[place] = gesture,
                None => left.push(gesture),
            }
        }
        left.into_iter().filter(|one| one["what"]["kind"] != "appeared").map(in_words).collect()
    }

    async fn tab_of(&mut self, url: &str) -> Value {
        let tabs = self.ask("listTabs", json!({})).await;
        let found = tabs["tabs"].as_array().unwrap().iter().find(|tab| tab["url"] == url).cloned();
        found.unwrap_or_else(|| panic!("no tab shows {url}: {tabs}"))["id"].clone()
    }

    /// A page in a tab that is recorded from now on.
    async fn recorded(&mut self, name: &str, closed: &[String]) -> Session {
        let url = self.url(name);
        let page = self.browser.open(&url).await;
        let tab = self.tab_of(&url).await;
        self.ask("startRecorder", json!({ "recording": "r", "tabs": [tab], "closed": closed }))
            .await;
        page
    }

    async fn stop(&mut self) -> Value {
        self.ask("stopRecorder", json!({ "recording": "r" })).await["tabs"].clone()
    }
}

fn in_words(gesture: &Value) -> String {
    let what = &gesture["what"];
    let name = what["target"]["name"].as_str().unwrap_or_default();
    let text = |key: &str| what[key].as_str().unwrap_or_default().to_owned();
    let page = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    match what["kind"].as_str().unwrap() {
        "type" => format!("type {name} {}", what["value"]["text"].as_str().unwrap_or_default()),
        "press" => format!("press {}", text("keys")),
        "arrived" => format!("arrived {}", page(&text("url"))),
        "navigate" => format!("{} {}", text("how"), page(&text("url"))),
        "openTab" => format!("openTab {}", page(&text("url"))),
        kind => format!("{kind} {name}").trim().to_owned(),
    }
}

async fn click_at(page: &Session, x: f64, y: f64) {
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        page.call("Input.dispatchMouseEvent", event).await;
    }
}

async fn click(page: &Session, selector: &str) {
    page.until(&format!("document.querySelector({selector:?})")).await;
    let place = page
        .evaluate(&format!(
            "(rect => [rect.x + rect.width / 2, rect.y + rect.height / 2])\
             (document.querySelector({selector:?}).getBoundingClientRect())"
        ))
        .await;
    click_at(page, place[0].as_f64().unwrap(), place[1].as_f64().unwrap()).await;
}

async fn type_text(page: &Session, text: &str) {
    for key in text.chars() {
        let key = key.to_string();
        page.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": key }))
            .await;
        page.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key })).await;
    }
}

#[tokio::test]
async fn what_is_done_in_recorded_tabs_arrives_and_nothing_else() {
    let mut stage = Stage::new().await;
    let other = stage.browser.open(&stage.url("next")).await;
    let page = stage.recorded("shop", &[]).await;
    click(&other, "button").await;
    click(&page, "button").await;
    click(&page, "input").await;
    type_text(&page, "tea").await;
    // A frame of another site.
    click_at(&page, 20.0, 312.0).await;
    stage.until("click Inside").await;
    let inside = stage.kept.iter().find(|one| one["what"]["target"]["name"] == "Inside").unwrap();
    assert_eq!(inside["what"]["target"]["frame"]["title"], "Inner");
    assert_eq!(inside["url"], stage.url("shop"));
    click(&page, "#tab").await;
    stage.has("openTab offer").await;
    // Each tab that a recorded one opens is recorded, too.
    let offer = stage.url("offer");
    let target = stage.browser.cdp.target("the new tab", |info| info["url"] == offer);
    let opened = stage.browser.cdp.attach(target.await).await;
    click(&opened, "button").await;
    stage.until("click Book").await;
    opened.close().await;
    stage.has("closeTab").await;
    click(&page, "#next").await;
    page.until("document.title === 'Next'").await;
    click(&page, "button").await;
    let steps = stage.until("click Buy").await;
    let without_tabs: Vec<_> = steps.iter().filter(|step| *step != "switchTab").collect();
    assert_eq!(
        without_tabs,
        [
            "click Add",
            "click Find",
            "type Find tea",
            "click Inside",
            "click Open",
            "openTab offer",
            "arrived offer",
            "click Book",
            "closeTab",
            "click Next",
            "arrived next",
            "click Buy",
        ]
    );
    // What was typed and not told yet is told when the page is left, and at the end.
    page.call("Page.navigate", json!({ "url": stage.url("shop") })).await;
    click(&page, "input").await;
    type_text(&page, "y").await;
    page.call("Page.navigate", json!({ "url": stage.url("next") })).await;
    let steps = stage.until("address next").await;
    assert_eq!(steps[steps.len() - 2], "type Find y");
    page.call("Page.navigate", json!({ "url": stage.url("shop") })).await;
    click(&page, "input").await;
    type_text(&page, "x").await;
    assert_eq!(stage.stop().await.as_array().unwrap().len(), 1);
    assert_eq!(stage.steps().last().unwrap(), "type Find x");
    let kept = stage.kept.len();
    click(&page, "button").await;
    page.evaluate("0").await;
    stage.ask("listTabs", json!({})).await;
    assert_eq!(stage.kept.len(), kept);
}

#[tokio::test]
async fn a_stopped_worker_and_a_dead_daemon_lose_nothing() {
    let mut stage = Stage::new().await;
    let page = stage.recorded("shop", &[]).await;
    click(&page, "button").await;
    stage.until("click Add").await;
    // The worker is stopped, and the next gesture starts another.
    stage.browser.stop_worker().await;
    click(&page, "input").await;
    stage.extension = stage.daemon.welcome().await;
    stage.until("click Find").await;
    // The first gesture on a page that comes while no worker runs.
    stage.browser.stop_worker().await;
    page.call("Page.navigate", json!({ "url": stage.url("next") })).await;
    page.until("document.title === 'Next' && document.querySelector('button')").await;
    click(&page, "button").await;
    stage.extension = stage.daemon.welcome().await;
    let steps = stage.until("click Buy").await;
    assert_eq!(steps, ["click Add", "click Find", "address next", "click Buy"]);
    // A daemon that hears of a gesture and dies before it has answered, and one that is not there.
    stage.kept.clear();
    click(&page, "button").await;
    stage.extension.send_message(Message::Close(None)).await;
    click(&page, "body").await;
    page.call("Page.navigate", json!({ "url": stage.url("shop") })).await;
    click(&page, "button").await;
    stage.extension = stage.daemon.welcome().await;
    let steps = stage.until("click Add").await;
    assert_eq!(steps, ["click Buy", "address shop", "click Add"]);
}

#[tokio::test]
async fn where_the_daemon_said_no_the_recorder_is_not() {
    let mut stage = Stage::new().await;
    let closed = format!("http://localhost:{}", stage.env.site.port());
    let page = stage.recorded("shop", &[closed]).await;
    click_at(&page, 20.0, 312.0).await;
    click(&page, "button").await;
    assert_eq!(stage.until("click Add").await, ["click Add"]);
    // Nor in documents that come while the recording is on.
    stage.kept.clear();
    page.call("Page.reload", json!({})).await;
    page.until("document.readyState === 'complete'").await;
    click_at(&page, 20.0, 312.0).await;
    click(&page, "button").await;
    assert_eq!(stage.until("click Add").await, ["reload shop", "click Add"]);
}
