//! Contexts behind the debugging pipe, of a client to which sites are closed.

#![allow(clippy::unwrap_used)]

mod env;

use std::sync::Arc;

use env::fake_gate::FakeGate;
use env::{Client, FakePipe, TestEnv, raw};
use serde_json::{Value, json};

const BANK: &str = "https://bank.test/";

/// A client with the context `C` and the session `B` with the browser; the barrier has `G`.
struct Ground {
    env: TestEnv,
    pipe: Arc<FakePipe>,
    gate: Arc<FakeGate>,
    client: Client,
}

impl Ground {
    fn new() -> Self {
        let (env, gate) = TestEnv::with_fake_gate(1);
        let pipe = Arc::<FakePipe>::default();
        env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
        let client = env.client("a");
        Self { env, pipe, gate, client }
    }

    fn open(&mut self) -> i64 {
        let id = self.client.send("Target.createBrowserContext", json!({}));
        self.env.settle();
        self.pipe.answer("Target.getTargets", json!({ "targetInfos": [{ "targetId": "T1" }] }));
        self.pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
        id
    }

    fn closed_out() -> Self {
        let mut ground = Self::new();
        ground.gate.close(BANK);
        ground.open();
        ground.pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "G" }));
        ground.pipe.answer("Target.setAutoAttach", json!({}));
        let context = json!({ "browserContextId": "C" });
        ground.pipe.answer("Target.createBrowserContext", context);
        ground.pipe.questions.log();
        ground.gate.asked();
        ground.client.heard();
        ground
    }

    fn tell(&self, session: &str, method: &str, params: &Value) {
        self.env.relay.pipe_event(Some(session), method, &raw(params));
    }

    fn announce(&self, on: &str, session: &str, kind: &str, context: &str) {
        let info = json!({ "targetId": "P", "type": kind, "browserContextId": context });
        let params =
            json!({ "sessionId": session, "targetInfo": info, "waitingForDebugger": true });
        self.tell(on, "Target.attachedToTarget", &params);
    }

    fn request(&self, session: &str, frame: &str, kind: &str, url: &str) {
        let params = json!({ "requestId": "R", "frameId": frame, "resourceType": kind,
            "request": { "url": url } });
        self.tell(session, "Fetch.requestPaused", &params);
    }
}

#[test]
fn a_context_is_made_when_the_barrier_hears_of_what_comes() {
    let mut ground = Ground::new();
    ground.gate.close(BANK);
    let id = ground.open();
    ground.pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "G" }));
    assert_eq!(
        ground.pipe.questions.log().last().map(String::as_str),
        Some("G Target.setAutoAttach"),
        "no context before"
    );
    let asked = ground.pipe.answer("Target.setAutoAttach", json!({}));
    assert_eq!(asked["waitForDebuggerOnStart"], true);
    ground.pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    assert_eq!(ground.client.result(id), json!({ "browserContextId": "C" }));
}

#[test]
fn whoever_may_go_everywhere_has_no_barrier() {
    let mut ground = Ground::new();
    let id = ground.open();
    ground.pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    assert_eq!(ground.client.result(id), json!({ "browserContextId": "C" }));
    let attached = "- Target.attachToBrowserTarget".to_owned();
    let log = ground.pipe.questions.log();
    assert_eq!(log.iter().filter(|line| **line == attached).count(), 1, "{log:?}");
}

#[test]
fn a_page_runs_when_its_requests_are_paused() {
    let ground = Ground::closed_out();
    ground.announce("G", "S", "page", "C");
    assert_eq!(ground.pipe.questions.log(), ["S Fetch.enable"]);
    ground.pipe.answer("Fetch.enable", json!({}));
    assert_eq!(ground.pipe.questions.log(), ["S Target.setAutoAttach"]);
    ground.pipe.answer("Target.setAutoAttach", json!({}));
    assert_eq!(ground.pipe.questions.log(), ["S Runtime.runIfWaitingForDebugger"]);
    // A frame in another process is told of on the page's session.
    ground.announce("S", "F", "iframe", "C");
    assert_eq!(ground.pipe.questions.log(), ["F Fetch.enable"]);
}

#[test]
fn a_page_that_cannot_be_kept_is_closed() {
    let ground = Ground::closed_out();
    ground.announce("G", "S", "page", "C");
    ground.pipe.refuse("Fetch.enable", "not now");
    assert_eq!(ground.pipe.questions.log(), ["S Fetch.enable", "- Target.closeTarget"]);
    // A worker requests through its page.
    ground.announce("G", "W", "worker", "C");
    ground.pipe.refuse("Fetch.enable", "'Fetch.enable' wasn't found");
    assert_eq!(ground.pipe.questions.log(), ["W Fetch.enable", "W Target.setAutoAttach"]);
}

#[test]
fn pages_of_others_go_their_way() {
    let ground = Ground::closed_out();
    ground.announce("G", "S", "page", "elsewhere");
    assert_eq!(
        ground.pipe.questions.log(),
        ["S Runtime.runIfWaitingForDebugger", "G Target.detachFromTarget"]
    );
}

#[test]
fn the_gate_speaks_of_every_request() {
    let mut ground = Ground::closed_out();
    ground.announce("G", "S", "page", "C");
    ground.pipe.questions.log();
    for (frame, kind, url, asked, done) in [
        ("P", "Document", "https://fine.test/", "page", "S Fetch.continueRequest"),
        ("P", "Image", "https://fine.test/", "part", "S Fetch.continueRequest"),
        ("inner", "Document", "https://fine.test/", "part", "S Fetch.continueRequest"),
        ("P", "Document", BANK, "page", "S Fetch.failRequest"),
        ("P", "Fetch", BANK, "part", "S Fetch.failRequest"),
    ] {
        ground.request("S", frame, kind, url);
        assert_eq!(ground.gate.asked(), [format!("{asked} {url}")]);
        assert_eq!(ground.pipe.questions.log(), [done]);
    }
    // The client hears nothing of it.
    assert_eq!(ground.client.heard(), Vec::<Value>::new());
}

#[test]
fn a_rule_that_is_made_later_holds_for_contexts_that_are_there() {
    let mut ground = Ground::new();
    ground.open();
    ground.pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    ground.pipe.questions.log();
    ground.gate.close(BANK);
    ground.env.relay.rules_changed();
    assert_eq!(ground.pipe.questions.log(), ["- Target.attachToBrowserTarget"]);
    ground.pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "G" }));
    assert_eq!(ground.pipe.questions.log(), ["G Target.setAutoAttach"]);
    ground.pipe.refuse("Target.setAutoAttach", "not now");
    assert_eq!(ground.pipe.questions.log(), ["- Target.disposeBrowserContext"]);
}

#[test]
fn the_barrier_goes_with_its_client() {
    let ground = Ground::closed_out();
    assert!(ground.env.relay.disconnect(ground.client.id));
    let log = ground.pipe.questions.log();
    let gone = log.iter().filter(|line| *line == "- Target.detachFromTarget").count();
    assert_eq!(gone, 2, "{log:?}");
}
