//! Popups of driven pages, which the debugging pipe holds until their clients have set them up.

#![allow(clippy::unwrap_used)]

mod env;

use std::sync::Arc;

use env::{Client, FakePipe, TestEnv, raw, tab};
use serde_json::{Value, json};
use tabwright_wire::{TabId, TabTarget};

const NOTHING: [&str; 0] = [];
const RUN: &str = "Runtime.runIfWaitingForDebugger";
/// What lets the popup go on whose session is `S`.
const LET_GO: [&str; 2] = ["S Runtime.runIfWaitingForDebugger", "H Target.detachFromTarget"];

/// A client that drives the page of tab 1. The relay holds popups on its session `H` with the browser.
struct Ground {
    env: TestEnv,
    pipe: Arc<FakePipe>,
    client: Client,
}

impl Ground {
    fn new() -> Self {
        Self::around(TestEnv::with_tabs(2))
    }

    fn around(env: TestEnv) -> Self {
        let pipe = Arc::<FakePipe>::default();
        env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
        let mut client = env.client("a");
        let id = client.send("Target.setAutoAttach", waiting());
        env.settle();
        pipe.answer("Target.getTargets", json!({ "targetInfos": [{ "targetId": "T1" }] }));
        pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "H" }));
        assert!(!client.is_answered(id), "a popup that comes now would not be held");
        let asked = pipe.answer("Target.setAutoAttach", json!({}));
        assert_eq!(asked["waitForDebuggerOnStart"], true);
        assert!(client.is_answered(id));
        let announced = client.announced();
        let (page, _) = announced.iter().find(|(_, target)| target == "T1").unwrap();
        client.send_to(page, "Input.dispatchKeyEvent", json!({}));
        env.settle();
        client.heard();
        env.log();
        pipe.questions.log();
        Self { env, pipe, client }
    }

    /// A client like the first.
    fn another(&self) -> Client {
        let mut client = self.env.client("b");
        client.send("Target.setAutoAttach", waiting());
        client.heard();
        client
    }

    fn offer_on(&self, browser: &str, session: &str, info: &Value) {
        let params =
            json!({ "sessionId": session, "targetInfo": info, "waitingForDebugger": true });
        self.env.relay.pipe_event(Some(browser), "Target.attachedToTarget", &raw(&params));
    }

    /// Chrome holds the popup `T3` of the page in tab 1.
    fn hold(&self) {
        self.offer_on("H", "S", &popup("T1", true));
    }

    /// The extension tells of it too.
    fn tell(&self) {
        self.env.create(TabTarget { opener: Some(TabId(1)), url: String::new(), ..tab(3) });
    }

    /// The popup, as the client hears of it, attached.
    fn announced(&mut self) -> String {
        self.hold();
        self.tell();
        self.env.settle();
        assert_eq!(self.pipe.questions.log(), NOTHING);
        announced(&mut self.client)
    }

    fn is_let_go(&self) -> bool {
        let log = self.pipe.questions.log();
        assert!(log.is_empty() || log == LET_GO, "{log:?}");
        !log.is_empty()
    }
}

fn waiting() -> Value {
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true })
}

fn popup(opener: &str, is_reached: bool) -> Value {
    json!({ "targetId": "T3", "type": "page", "openerId": opener, "canAccessOpener": is_reached })
}

fn announced(client: &mut Client) -> String {
    let announced = client.events("Target.attachedToTarget");
    assert_eq!(announced.len(), 1, "{announced:?}");
    assert_eq!(announced[0]["waitingForDebugger"], true);
    announced[0]["sessionId"].as_str().unwrap().to_owned()
}

#[test]
fn a_popup_runs_when_its_client_has_set_it_up() {
    let mut ground = Ground::new();
    let session = ground.announced();
    ground.client.send_to(&session, "Network.enable", json!({}));
    ground.client.send_to(&session, RUN, json!({}));
    assert_eq!(ground.env.open(), ["Network.enable", "Inspector.enable"]);
    ground.env.answer("Network.enable", json!({}));
    assert!(!ground.is_let_go(), "before the extension has sent what it keeps back");
    ground.env.answer("Inspector.enable", json!({}));
    assert!(ground.is_let_go());
    ground.pipe.time_passes();
    assert!(!ground.is_let_go(), "once");
}

#[test]
fn what_comes_while_the_popup_is_attached_is_done_before_it_runs() {
    let mut ground = Ground::new();
    ground.hold();
    ground.tell();
    let session = announced(&mut ground.client);
    ground.client.send_to(&session, "Page.enable", json!({}));
    ground.client.send_to(&session, RUN, json!({}));
    assert_eq!(ground.env.log(), ["attach 3"]);
    assert!(!ground.is_let_go());
    ground.env.answer_as_usual("attach");
    assert_eq!(ground.env.log(), ["3 Page.enable", "3 Inspector.enable"]);
    assert!(!ground.is_let_go());
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn a_popup_without_a_process_runs_when_chrome_has_been_told() {
    let mut ground = Ground::new();
    ground.offer_on("H", "S", &popup("T1", false));
    ground.tell();
    ground.env.settle();
    let session = announced(&mut ground.client);
    ground.env.log();
    ground.client.send_to(&session, "Page.enable", json!({}));
    ground.client.send_to(&session, RUN, json!({}));
    let run = "3 Runtime.runIfWaitingForDebugger";
    assert_eq!(ground.env.log(), ["3 Page.enable", run, "3 Page.getNavigationHistory"]);
    assert!(!ground.is_let_go());
    ground.env.answer("Page.getNavigationHistory", json!({}));
    assert!(ground.is_let_go(), "its process, which would answer the rest, comes with its page");
}

#[test]
fn a_popup_of_which_the_extension_tells_first_waits_too() {
    let mut ground = Ground::new();
    ground.tell();
    ground.env.settle();
    let announced = ground.client.announced();
    ground.hold();
    assert!(!ground.is_let_go());
    ground.client.send_to(&announced[0].0, RUN, json!({}));
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn a_popup_waits_for_every_client() {
    let mut ground = Ground::new();
    let mut other = ground.another();
    let first = ground.announced();
    let second = announced(&mut other);
    ground.client.send_to(&first, RUN, json!({}));
    ground.env.settle();
    assert!(!ground.is_let_go());
    other.send_to(&second, RUN, json!({}));
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn a_client_that_attaches_to_tabs_lets_the_tab_and_its_page_go() {
    let mut ground = Ground::new();
    let mut other = ground.env.client("tabs");
    let mut tabs = waiting();
    tabs["filter"] = json!([{ "type": "page", "exclude": true }, {}]);
    other.send("Target.setAutoAttach", tabs);
    other.heard();
    let first = ground.announced();
    let tab = announced(&mut other);
    ground.client.send_to(&first, RUN, json!({}));
    other.send_to(&tab, "Target.setAutoAttach", waiting());
    let page = announced(&mut other);
    other.send_to(&tab, RUN, json!({}));
    ground.env.settle();
    assert!(!ground.is_let_go(), "the page is not set up yet");
    other.send_to(&page, RUN, json!({}));
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn nobody_waits_for_a_client_that_forgets_a_popup() {
    let mut ground = Ground::new();
    ground.announced();
    ground.pipe.time_passes();
    assert!(ground.is_let_go());
}

#[test]
fn nobody_waits_for_a_client_that_leaves() {
    let mut ground = Ground::new();
    ground.announced();
    ground.client.leave();
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn nobody_waits_for_a_session_that_ends() {
    let mut ground = Ground::new();
    let session = ground.announced();
    ground.client.send("Target.detachFromTarget", json!({ "sessionId": session }));
    ground.env.settle();
    assert!(ground.is_let_go());
}

#[test]
fn nobody_waits_for_an_extension_that_is_gone() {
    let mut ground = Ground::new();
    ground.announced();
    ground.env.lose_browser();
    assert!(ground.is_let_go());
    // Nor for one that has not even told of the popup.
    let ground = Ground::new();
    ground.hold();
    ground.env.lose_browser();
    assert!(ground.is_let_go());
}

#[test]
fn a_popup_that_cannot_be_attached_runs() {
    let ground = Ground::new();
    ground.hold();
    ground.tell();
    ground.env.refuse("attach", "not this one");
    assert!(ground.is_let_go());
}

#[test]
fn popups_of_pages_that_nobody_drives_run_at_once() {
    let ground = Ground::new();
    for opener in ["T2", "unknown"] {
        ground.offer_on("H", "S", &popup(opener, true));
        assert!(ground.is_let_go(), "{opener}");
    }
    ground.offer_on("H", "S", &json!({ "targetId": "T3", "type": "page" }));
    assert!(ground.is_let_go(), "opened by the person");
}

#[test]
fn popups_are_not_held_for_clients_that_do_not_wait() {
    let env = TestEnv::with_tabs(1);
    let pipe = Arc::<FakePipe>::default();
    env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
    let mut client = env.client("a");
    let id = client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    assert!(client.is_answered(id));
    assert_eq!(pipe.questions.log(), NOTHING);
}

#[test]
fn a_page_cannot_have_any_number_of_popups_held() {
    let ground = Ground::new();
    for number in 0..40 {
        let mut info = popup("T1", true);
        info["targetId"] = format!("P{number}").into();
        ground.offer_on("H", &format!("S{number}"), &info);
    }
    let log = ground.pipe.questions.log();
    let run: Vec<_> = log.iter().filter(|line| line.ends_with(RUN)).collect();
    assert_eq!(run.len(), 40 - 32, "{run:?}");
    ground.pipe.time_passes();
    let log = ground.pipe.questions.log();
    assert_eq!(log.iter().filter(|line| line.ends_with(RUN)).count(), 32);
}

#[test]
fn a_popup_that_is_closed_while_it_is_held_is_forgotten() {
    let ground = Ground::new();
    ground.hold();
    let gone = raw(&json!({ "sessionId": "S", "targetId": "T3" }));
    ground.env.relay.pipe_event(Some("H"), "Target.detachedFromTarget", &gone);
    ground.pipe.time_passes();
    assert_eq!(ground.pipe.questions.log(), NOTHING);
}

/// The client gets the context `C`, and `B` as its session with the browser.
fn with_context(ground: &mut Ground) {
    ground.client.send("Target.createBrowserContext", json!({}));
    ground.env.settle();
    ground.pipe.answer("Target.getTargets", json!({ "targetInfos": [{ "targetId": "T1" }] }));
    ground.pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    ground.pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    ground.pipe.questions.log();
    ground.client.heard();
}

#[test]
fn other_sessions_on_a_held_popup_let_it_go_together() {
    let mut ground = Ground::new();
    with_context(&mut ground);
    // Chrome tells of it in any order.
    ground.offer_on("B", "S2", &popup("T1", true));
    let session = ground.announced();
    ground.client.send_to(&session, RUN, json!({}));
    ground.env.settle();
    assert_eq!(
        ground.pipe.questions.log(),
        ["S2 Runtime.runIfWaitingForDebugger", "B Target.detachFromTarget", LET_GO[0], LET_GO[1],]
    );
}

#[test]
fn a_popup_in_a_context_of_the_clients_waits_for_the_clients_own_session() {
    let mut ground = Ground::new();
    with_context(&mut ground);
    let mut info = popup("P1", true);
    info["browserContextId"] = "C".into();
    ground.hold_in_context(&info);
    ground.client.send_to("own", RUN, json!({}));
    assert_eq!(
        ground.pipe.questions.log(),
        ["own Runtime.runIfWaitingForDebugger", LET_GO[0], LET_GO[1]]
    );
    // It is the client's to close it, or to go.
    ground.hold_in_context(&info);
    ground.client.leave();
    let log = ground.pipe.questions.log();
    assert!(log.iter().any(|line| line == LET_GO[0]), "{log:?}");
}

impl Ground {
    fn hold_in_context(&self, info: &Value) {
        self.offer_on("H", "S", info);
        self.offer_on("B", "own", info);
        assert_eq!(self.pipe.questions.log(), NOTHING);
    }
}

#[test]
fn a_popup_may_not_load_what_its_opener_may_not_load() {
    let (env, gate) = TestEnv::with_fake_gate(2);
    gate.close("https://bank.test/");
    let ground = Ground::around(env);
    ground.hold();
    ground.tell();
    let asked = ground.env.oldest("attach");
    assert_eq!(asked["barrier"][0]["addresses"], "https://bank.test/", "{asked}");
}

#[test]
fn popups_are_held_anew_when_the_pipe_is() {
    let ground = Ground::new();
    ground.hold();
    ground.env.relay.pipe_lost();
    let pipe = Arc::<FakePipe>::default();
    ground.env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
    ground.env.settle();
    pipe.answer("Target.getTargets", json!({ "targetInfos": [{ "targetId": "T1" }] }));
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "H2" }));
    let log = pipe.questions.log();
    assert_eq!(log.last().map(String::as_str), Some("H2 Target.setAutoAttach"), "{log:?}");
}
