//! Whoever makes the relay decides what clients may do: commands are put to the gate once, before they
//! have any effect, and those behind a command that waits for a decision wait too.

#![allow(clippy::unwrap_used)]

mod env;

use std::sync::Arc;

use env::fake_gate::Say;
use env::{Client, FakePipe, TestEnv, raw, tab};
use serde_json::{Value, json};
use tabwright_relay::Introduction;
use tabwright_wire::{TabTarget, TargetKind};

const NOTHING: [&str; 0] = [];

/// What a client needs nobody's leave for, on a page.
const HARMLESS_ON_PAGES: &[&str] = &[
    "Audits.disable",
    "Audits.enable",
    "DOM.disable",
    "DOM.enable",
    "Emulation.clearDeviceMetricsOverride",
    "Emulation.clearGeolocationOverride",
    "Emulation.clearIdleOverride",
    "Emulation.disable",
    "Emulation.enable",
    "Emulation.setDeviceMetricsOverride",
    "Emulation.setEmulatedMedia",
    "Emulation.setFocusEmulationEnabled",
    "Emulation.setTouchEmulationEnabled",
    "Fetch.disable",
    "Inspector.disable",
    "Inspector.enable",
    "Log.disable",
    "Log.enable",
    "Network.disable",
    "Network.enable",
    "Page.createIsolatedWorld",
    "Page.disable",
    "Page.enable",
    "Page.getFrameTree",
    "Page.removeScriptToEvaluateOnNewDocument",
    "Page.setFontFamilies",
    "Page.setLifecycleEventsEnabled",
    "Page.setPrerenderingAllowed",
    "Performance.disable",
    "Performance.enable",
    "Runtime.disable",
    "Runtime.enable",
    "Runtime.removeBinding",
    "Runtime.runIfWaitingForDebugger",
    "Security.disable",
    "Security.enable",
    "Target.setAutoAttach",
];

const HARMLESS_ON_THE_BROWSER: &[&str] = &[
    "Browser.getVersion",
    "Browser.getWindowBounds",
    "Browser.getWindowForTarget",
    "Target.attachToBrowserTarget",
    "Target.attachToTarget",
    "Target.detachFromTarget",
    "Target.getBrowserContexts",
    "Target.getTargetInfo",
    "Target.getTargets",
    "Target.setAutoAttach",
    "Target.setDiscoverTargets",
];

fn evaluate(client: &mut Client, session: &str) -> i64 {
    client.send_to(session, "Runtime.evaluate", json!({ "expression": "1" }))
}

/// The code and the words of a refusal.
fn refusal(client: &mut Client, id: i64) -> (i64, String) {
    let error = client.answer(id)["error"].take();
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
}

#[test]
fn a_refused_command_neither_reaches_the_browser_nor_attaches_the_tab() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("https://site/1", Say::No);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = evaluate(&mut client, &session);
    let why = "Runtime.evaluate is not allowed here".to_owned();
    assert_eq!(refusal(&mut client, id), (-32000, why));
    assert_eq!(env.log(), NOTHING);
    assert_eq!(fake_gate.asked(), ["a 1 https://site/1 Runtime.evaluate"]);
    assert_eq!(env.relay.clients()[0].attached_tabs, 0);
}

#[test]
fn what_needs_no_leave_is_not_put_to_the_gate_and_attaches_nothing() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("https://site/1", Say::No);
    let mut client = env.client("a");
    let session = client.page(1);
    for method in HARMLESS_ON_PAGES {
        client.send_to(&session, method, json!({}));
    }
    for source in ["", "//# sourceURL=internal"] {
        let script = json!({ "source": source, "worldName": "utility" });
        let id = client.send_to(&session, "Page.addScriptToEvaluateOnNewDocument", script);
        client.result(id);
    }
    assert_eq!(env.log(), NOTHING);
    for method in HARMLESS_ON_THE_BROWSER {
        client.send(method, json!({ "targetId": "T1" }));
    }
    assert_eq!(fake_gate.asked(), NOTHING);
    assert!(!env.log().iter().any(|line| line.starts_with("attach")));
}

#[test]
fn what_a_page_would_feel_needs_leave_even_where_it_is_prepared_only() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("https://site/1", Say::No);
    let mut client = env.client("a");
    let session = client.page(1);
    let wishes = [
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "steal()" })),
        ("Runtime.addBinding", json!({ "name": "tell" })),
        ("Fetch.enable", json!({})),
        ("Network.setExtraHTTPHeaders", json!({ "headers": { "a": "b" } })),
        ("Page.setBypassCSP", json!({ "enabled": true })),
        ("Emulation.setGeolocationOverride", json!({})),
        ("Security.setIgnoreCertificateErrors", json!({ "ignore": true })),
    ];
    for (method, params) in wishes {
        let id = client.send_to(&session, method, params);
        assert_eq!(refusal(&mut client, id).0, -32000, "{method}");
    }
    // Another client attaches the tab: nothing of the first one's may be done there.
    fake_gate.relent();
    let mut other = env.client("other");
    let session = other.page(1);
    evaluate(&mut other, &session);
    env.settle();
    assert_eq!(env.log(), ["attach 1", "1 Runtime.evaluate"]);
}

#[test]
fn a_page_that_goes_where_its_client_may_not_look_is_gone_for_it() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.hide("https://bank/");
    let mut client = env.client("a");
    let session = client.page(1);
    client.send("Target.setDiscoverTargets", json!({ "discover": true }));
    env.change(TabTarget { url: "https://bank/".to_owned(), ..tab(1) });
    assert_eq!(client.events("Target.targetDestroyed"), [json!({ "targetId": "T1" })]);
    let id = client.send_to(&session, "Runtime.evaluate", json!({ "expression": "1" }));
    refusal(&mut client, id);
    env.settle();
    assert_eq!(env.log(), NOTHING);
    let id = client.send("Target.getTargets", json!({}));
    env.settle();
    assert_eq!(client.result(id)["targetInfos"], json!([]));
}

#[test]
fn the_daemons_own_clients_are_not_asked() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("https://site/1", Say::No);
    let ours = Introduction { name: "ours".into(), own_tabs: false, ours: true };
    let mut client = env.connect(ours);
    let session = client.page(1);
    let id = evaluate(&mut client, &session);
    env.settle();
    client.result(id);
    assert_eq!(fake_gate.asked(), NOTHING);
}

#[test]
fn every_command_is_put_to_the_gate_once_whichever_way_it_goes() {
    let (env, fake_gate) = TestEnv::with_fake_gate(2);
    let mut client = env.client("a");
    let session = client.page(1);
    // Waits for the tab, and is done when that is attached.
    evaluate(&mut client, &session);
    env.settle();
    // Through an attached tab; then to the browser, from a page's session; then the browser's.
    client.send_to(&session, "Page.navigate", json!({ "url": "https://else/" }));
    client.send_to(&session, "Target.closeTarget", json!({ "targetId": "T2" }));
    client.send("Storage.getCookies", json!({}));
    client.send("Browser.close", json!({}));
    env.settle();
    assert_eq!(
        fake_gate.asked(),
        [
            "a 1 https://site/1 Runtime.evaluate",
            "a 1 https://site/1 Page.navigate",
            "a 2 https://site/2 Target.closeTarget",
            "a - - Storage.getCookies",
            "a - - Browser.close",
        ]
    );
}

#[test]
fn a_command_to_the_browser_is_about_the_target_it_names() {
    let (env, fake_gate) = TestEnv::with_fake_gate(2);
    let mut client = env.client("a");
    let page = env.driven(&mut client, 1);
    client.send_to(&page, "Target.setAutoAttach", json!({ "autoAttach": true }));
    env.settle();
    env.child_appears(1, "CHILD", "iframe", "F1");
    fake_gate.asked();
    for target in ["T2", "tab-T2", "F1", "unknown"] {
        client.send("Target.activateTarget", json!({ "targetId": target }));
    }
    client.send_to(&page, "Target.createTarget", json!({ "url": "https://else/" }));
    assert_eq!(
        fake_gate.asked(),
        [
            "a 2 https://site/2 Target.activateTarget",
            "a 2 https://site/2 Target.activateTarget",
            "a 1 https://site/1 Target.activateTarget",
            "a - - Target.activateTarget",
            "a - - Target.createTarget",
        ]
    );
}

#[test]
fn a_tab_that_the_client_may_not_know_of_is_not_named() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client_with_own_tabs("a");
    client.send("Target.closeTarget", json!({ "targetId": "T1" }));
    assert_eq!(fake_gate.asked(), ["a - - Target.closeTarget"]);
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn a_frame_or_worker_is_judged_by_its_page() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let page = env.driven(&mut client, 1);
    client.send_to(&page, "Target.setAutoAttach", json!({ "autoAttach": true }));
    env.settle();
    env.child_appears(1, "CHILD", "iframe", "F1");
    let (child, _) = client.announced().remove(0);
    env.log();
    fake_gate.asked();
    fake_gate.say("https://site/1", Say::No);
    let id = evaluate(&mut client, &child);
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(fake_gate.asked(), ["a 1 https://site/1 Runtime.evaluate"]);
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn a_shared_worker_is_not_attached_without_leave() {
    let (env, fake_gate) = TestEnv::with_fake_gate(0);
    let kind = TargetKind::SharedWorker;
    env.create(TabTarget { kind, url: "https://site/worker.js".into(), ..tab(7) });
    fake_gate.say("https://site/worker.js", Say::No);
    let mut client = env.client("a");
    let session = client.page(7);
    for method in HARMLESS_ON_PAGES {
        client.send_to(&session, method, json!({}));
    }
    let asked = fake_gate.asked();
    assert!(asked.contains(&"a 7 https://site/worker.js Runtime.enable".to_owned()), "{asked:?}");
    assert!(!asked.iter().any(|line| line.ends_with("Runtime.runIfWaitingForDebugger")));
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn the_address_is_where_the_page_is_now() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    client.send_to(&session, "Page.navigate", json!({ "url": "https://claimed/" }));
    evaluate(&mut client, &session);
    env.change(TabTarget { url: "https://bank/".into(), ..tab(1) });
    evaluate(&mut client, &session);
    env.change(TabTarget { url: "chrome-extension://abc/page.html".into(), ..tab(1) });
    evaluate(&mut client, &session);
    let asked = fake_gate.asked();
    assert_eq!(
        asked[2..],
        [
            "a 1 https://site/1 Runtime.evaluate",
            "a 1 https://bank/ Runtime.evaluate",
            "a 1 chrome-extension://abc/page.html Runtime.evaluate",
        ]
    );
}

#[test]
fn an_unknown_session_is_refused_without_asking() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let id = evaluate(&mut client, "nowhere");
    assert_eq!(refusal(&mut client, id).0, -32001);
    assert_eq!(fake_gate.asked(), NOTHING);
}

#[test]
fn a_command_that_waits_goes_on_with_those_behind_it_in_their_order() {
    let (env, fake_gate) = TestEnv::with_fake_gate(2);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.asked();
    fake_gate.say("Page.navigate", Say::Wait);
    client.send_to(&session, "Page.navigate", json!({ "url": "https://else/" }));
    let enabled = client.send_to(&session, "Network.enable", json!({}));
    client.say_text("nonsense");
    evaluate(&mut client, &session);
    client.send_to(&session, "Page.reload", json!({}));
    assert_eq!(env.log(), NOTHING);
    assert!(!client.is_answered(enabled) && !client.is_answered(0));
    assert_eq!(fake_gate.asked(), ["a 1 https://site/1 Page.navigate"]);

    fake_gate.resolve(Ok(()));
    let order = ["1 Page.navigate", "1 Network.enable", "1 Runtime.evaluate", "1 Page.reload"];
    assert_eq!(env.log(), order);
    assert!(client.is_answered(0), "what is no command is answered in its turn");
    let asked = ["a 1 https://site/1 Runtime.evaluate", "a 1 https://site/1 Page.reload"];
    assert_eq!(fake_gate.asked(), asked, "the one that waited is not judged again");
}

#[test]
fn of_several_that_wait_each_is_asked_in_its_turn() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Page.navigate", Say::Wait);
    let ids = [(); 3].map(|()| client.send_to(&session, "Page.navigate", json!({})));
    let last = evaluate(&mut client, &session);
    assert_eq!(fake_gate.waiting(), 1);
    fake_gate.resolve(Err("the person said no".into()));
    assert_eq!(refusal(&mut client, ids[0]), (-32000, "the person said no".into()));
    assert_eq!(fake_gate.waiting(), 1);
    fake_gate.resolve(Ok(()));
    assert_eq!(env.log(), ["1 Page.navigate"]);
    fake_gate.resolve(Err("no".into()));
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
    env.settle();
    client.result(ids[1]);
    client.result(last);
}

#[test]
fn a_refusal_after_a_while_attaches_nothing() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("Runtime.evaluate", Say::Wait);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = evaluate(&mut client, &session);
    fake_gate.resolve(Err("no".into()));
    assert_eq!(refusal(&mut client, id), (-32000, "no".into()));
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn other_clients_are_not_held_up() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (env.driven(&mut one, 1), env.driven(&mut two, 1));
    fake_gate.say("Page.navigate", Say::Wait);
    one.send_to(&first, "Page.navigate", json!({}));
    let id = evaluate(&mut two, &second);
    env.settle();
    two.result(id);
    env.event(1, "Inspector.targetCrashed", json!({}));
    assert_eq!(one.events_on(&first, "Inspector.targetCrashed").len(), 1, "it hears meanwhile");
}

#[test]
fn a_page_that_went_elsewhere_meanwhile_is_judged_anew() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.asked();
    fake_gate.say("https://site/1", Say::Wait);
    fake_gate.say("https://bank/", Say::No);
    let id = evaluate(&mut client, &session);
    env.change(TabTarget { url: "https://bank/".into(), ..tab(1) });
    fake_gate.resolve(Ok(()));
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(env.log(), NOTHING);
    let asked = ["a 1 https://site/1 Runtime.evaluate", "a 1 https://bank/ Runtime.evaluate"];
    assert_eq!(fake_gate.asked(), asked);
}

#[test]
fn a_session_that_ended_meanwhile_is_not_found() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Runtime.evaluate", Say::Wait);
    let id = evaluate(&mut client, &session);
    env.remove(1);
    env.log();
    fake_gate.resolve(Ok(()));
    assert_eq!(refusal(&mut client, id).0, -32001);
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn a_client_that_leaves_while_it_waits_takes_all_with_it() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    fake_gate.say("Target.createTarget", Say::Wait);
    client.send("Target.createTarget", json!({ "url": "https://else/" }));
    client.send("Storage.clearCookies", json!({}));
    client.leave();
    fake_gate.resolve(Ok(()));
    assert_eq!(env.log(), NOTHING);
    assert_eq!(fake_gate.asked(), ["a - - Target.createTarget"]);
}

#[test]
fn a_decision_about_a_client_that_left_says_nothing_of_the_next_with_its_id() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.say("Target.createTarget", Say::Wait);
    let mut old = env.client("old");
    old.send("Target.createTarget", json!({ "url": "https://old/" }));
    old.leave();
    let outbox = env.relay.connect(old.id, Introduction::default());
    let mut new = Client::new(env.relay.clone(), old.id, outbox);
    let id = new.send("Target.createTarget", json!({ "url": "https://new/" }));
    fake_gate.resolve(Ok(()));
    assert_eq!(env.log(), NOTHING);
    fake_gate.resolve(Err("no".into()));
    assert_eq!(new.error(id), "no");
}

#[test]
fn what_a_client_sends_after_it_was_let_go_is_nobodys_wish() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    client.leave();
    client.send("Storage.clearCookies", json!({}));
    assert_eq!(env.log(), NOTHING);
    assert_eq!(fake_gate.asked(), NOTHING);
}

#[test]
fn a_question_that_is_lost_is_a_refusal() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Page.navigate", Say::Wait);
    let id = client.send_to(&session, "Page.navigate", json!({}));
    let next = evaluate(&mut client, &session);
    drop(fake_gate.take());
    let why = "the permission was not decided; try again".to_owned();
    assert_eq!(refusal(&mut client, id), (-32000, why));
    env.settle();
    client.result(next);
}

#[test]
fn a_decision_from_inside_the_question_is_heard() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Page.navigate", Say::YesAtOnce);
    fake_gate.say("Page.reload", Say::Forget);
    client.send_to(&session, "Page.navigate", json!({}));
    let id = client.send_to(&session, "Page.reload", json!({}));
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(env.log(), ["1 Page.navigate"]);
}

#[test]
fn a_long_row_of_questions_that_are_lost_at_once_needs_no_deep_stack() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Page.navigate", Say::Wait);
    fake_gate.say("Page.reload", Say::Forget);
    client.send_to(&session, "Page.navigate", json!({}));
    for _ in 0..1_000 {
        client.send_to(&session, "Page.reload", json!({}));
    }
    let decide = || fake_gate.resolve(Ok(()));
    std::thread::scope(|scope| {
        let small = std::thread::Builder::new().stack_size(256 * 1024);
        small.spawn_scoped(scope, decide).unwrap().join().unwrap();
    });
    assert_eq!(client.count_unparsed(), 1_000);
}

#[test]
fn a_client_that_sends_too_much_while_it_waits_is_let_go() {
    let big = "x".repeat(4 * 1024 * 1024);
    for (frame, fit) in [("", 1_000), (big.as_str(), 3)] {
        let (env, fake_gate) = TestEnv::with_fake_gate(1);
        let mut client = env.client("a");
        let session = env.driven(&mut client, 1);
        fake_gate.say("Page.navigate", Say::Wait);
        client.send_to(&session, "Page.navigate", json!({}));
        for _ in 0..fit {
            client.send_to(&session, "Runtime.evaluate", json!({ "expression": frame }));
        }
        assert!(client.is_connected(), "{fit} are not too many");
        client.send_to(&session, "Runtime.evaluate", json!({ "expression": frame }));
        assert!(!client.is_connected());
        assert_eq!(env.log(), ["detach 1"]);
        fake_gate.resolve(Ok(()));
        assert_eq!(env.log(), NOTHING);
    }
}

#[test]
fn a_command_that_is_large_itself_may_wait() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    fake_gate.say("Runtime.evaluate", Say::Wait);
    let huge = "x".repeat(20 * 1024 * 1024);
    client.send_to(&session, "Runtime.evaluate", json!({ "expression": huge }));
    assert!(client.is_connected());
    fake_gate.resolve(Ok(()));
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
}

#[test]
fn a_relay_that_is_gone_is_not_minded() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    fake_gate.say("Storage.getCookies", Say::Wait);
    client.send("Storage.getCookies", json!({}));
    drop((env, client));
    fake_gate.resolve(Ok(()));
}

/// A client with a context `C` of its own behind the pipe, and there the page `P1` at session `S1`.
fn with_page_behind_the_pipe(env: &TestEnv, client: &mut Client) -> Arc<FakePipe> {
    let pipe = Arc::<FakePipe>::default();
    env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
    client.send("Target.createBrowserContext", json!({}));
    env.settle();
    pipe.answer("Target.getTargets", json!({ "targetInfos": [{ "targetId": "T1" }] }));
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    let info = page_behind("https://own/");
    tell(env, "B", "Target.targetCreated", json!({ "targetInfo": info }));
    let attached = json!({ "sessionId": "S1", "targetInfo": info, "waitingForDebugger": false });
    tell(env, "B", "Target.attachedToTarget", attached);
    client.heard();
    pipe.questions.log();
    env.log();
    pipe
}

fn page_behind(url: &str) -> Value {
    json!({ "targetId": "P1", "type": "page", "url": url, "browserContextId": "C" })
}

#[allow(clippy::needless_pass_by_value, reason = "as in the env")]
fn tell(env: &TestEnv, session: &str, method: &str, params: Value) {
    env.relay.pipe_event(Some(session), method, &raw(&params));
}

#[test]
fn what_is_said_behind_the_pipe_is_judged_by_where_its_page_is() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let pipe = with_page_behind_the_pipe(&env, &mut client);
    let worker = json!({ "targetId": "W", "type": "worker", "url": "https://own/worker.js" });
    let attached = json!({ "sessionId": "S1a", "targetInfo": worker });
    tell(&env, "S1", "Target.attachedToTarget", attached);
    fake_gate.asked();
    evaluate(&mut client, "S1");
    evaluate(&mut client, "S1a");
    assert_eq!(pipe.questions.log(), ["S1 Runtime.evaluate", "S1a Runtime.evaluate"]);

    let moved = json!({ "targetInfo": page_behind("https://bank/") });
    tell(&env, "B", "Target.targetInfoChanged", moved);
    fake_gate.say("https://bank/", Say::No);
    for session in ["S1", "S1a"] {
        let id = evaluate(&mut client, session);
        assert_eq!(refusal(&mut client, id).0, -32000);
    }
    let id = client.send("Target.closeTarget", json!({ "targetId": "P1" }));
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(pipe.questions.log(), NOTHING);
    assert_eq!(
        fake_gate.asked(),
        [
            "a - https://own/ Runtime.evaluate",
            "a - https://own/ Runtime.evaluate",
            "a - https://bank/ Runtime.evaluate",
            "a - https://bank/ Runtime.evaluate",
            "a - https://bank/ Target.closeTarget",
        ]
    );
}

#[test]
fn what_goes_beside_a_session_is_judged_as_what_goes_by_it() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let pipe = with_page_behind_the_pipe(&env, &mut client);
    let session = env.driven(&mut client, 1);
    fake_gate.say("Profiler.enable", Say::No);
    let id = client.send_to(&session, "Profiler.enable", json!({}));
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(pipe.questions.log(), NOTHING);
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn a_session_behind_the_pipe_leads_to_no_other_target() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let pipe = with_page_behind_the_pipe(&env, &mut client);
    // The person's tab, which Chrome would give to anybody on the pipe.
    let attach = json!({ "targetId": "T1", "flatten": true });
    let id = client.send_to("S1", "Target.attachToTarget", attach);
    let session = client.result(id)["sessionId"].as_str().unwrap().to_owned();
    fake_gate.say("https://site/1", Say::No);
    let id = evaluate(&mut client, &session);
    assert_eq!(refusal(&mut client, id).0, -32000);
    let id = client.send_to("S1", "Target.attachToBrowserTarget", json!({}));
    let session = client.result(id)["sessionId"].as_str().unwrap().to_owned();
    let id = client.send_to(&session, "Target.closeTarget", json!({ "targetId": "T1" }));
    assert_eq!(refusal(&mut client, id).0, -32000);
    assert_eq!(pipe.questions.log(), NOTHING);

    let mine = json!({ "sessionId": "S1" });
    client.send_to("S1", "Target.setAutoAttach", json!({ "autoAttach": true }));
    client.send_to("S1", "Target.detachFromTarget", mine);
    client.send_to("S1", "Target.getTargetInfo", json!({}));
    let log = ["S1 Target.setAutoAttach", "S1 Target.detachFromTarget", "S1 Target.getTargetInfo"];
    assert_eq!(pipe.questions.log(), log);
}

#[test]
fn no_command_goes_behind_the_pipe_where_nobody_sees_it() {
    let (env, _porter) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let pipe = with_page_behind_the_pipe(&env, &mut client);
    let ways = [
        ("Target.exposeDevToolsProtocol", json!({ "targetId": "P1" })),
        ("Target.sendMessageToTarget", json!({ "sessionId": "S1", "message": "{}" })),
        ("Target.setRemoteLocations", json!({ "browserContextId": "C", "locations": [] })),
        ("Target.setDiscoverTargets", json!({ "browserContextId": "C", "discover": false })),
        ("Target.attachToTarget", json!({ "browserContextId": "C", "targetId": "T1" })),
        ("Browser.close", json!({ "browserContextId": "C" })),
    ];
    for (method, params) in ways {
        client.send(method, params.clone());
        client.send_to("S1", method, params);
        assert_eq!(pipe.questions.log(), NOTHING, "{method}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_neither_judged_nor_passed_on() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    let session = client.page(1);
    for (id, method, params) in [
        (901, "Page.navigate", r#"{"url":"https://fine/","url":"https://bank/"}"#),
        (902, "Page.navigate", r#"{"url":"https://fine/","\u0075rl":"file:///etc/passwd"}"#),
        (903, "Runtime.callFunctionOn", r#"{"arguments":[{"value":1,"value":2}]}"#),
        (904, "Page.enable", r#"{"x":1,"x":2}"#),
        (905, "Nobody.knows", r#"{"a":{"b":1,"b":1}}"#),
    ] {
        let frame = format!(
            r#"{{"id":{id},"sessionId":"{session}","method":"{method}","params":{params}}}"#
        );
        client.say_text(&frame);
        let (code, message) = refusal(&mut client, id);
        assert!(code == -32602 && message.contains("twice"), "{method}: {message}");
    }
    let frame = r#"{"id":906,"method":"Target.createTarget","params":{"url":"a","url":"b"}}"#;
    client.say_text(frame);
    assert_eq!(refusal(&mut client, 906).0, -32602);
    assert_eq!(fake_gate.asked(), NOTHING);
    assert_eq!(env.log(), NOTHING);
}

#[test]
fn cookies_of_closed_sites_are_left_out() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    fake_gate.hide(".bank");
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    let cookies = json!({ "cookies": [
        { "name": "s", "value": "1", "domain": ".bank" },
        { "name": "s", "value": "2", "domain": "shop" },
        { "name": "odd" },
    ] });
    let open = json!({ "cookies": [{ "name": "s", "value": "2", "domain": "shop" }] });

    let id = client.send("Storage.getCookies", json!({}));
    env.answer("getCookies", cookies.clone());
    assert_eq!(client.result(id), open);
    for method in ["Network.getCookies", "Network.getAllCookies", "Storage.getCookies"] {
        let id = client.send_to(&session, method, json!({}));
        env.answer(method, cookies.clone());
        assert_eq!(client.result(id), open, "{method}");
    }
}

#[test]
fn what_a_page_with_a_secret_tells_is_kept_from_clients() {
    let (env, fake_gate) = TestEnv::with_fake_gate(1);
    let mut client = env.client("a");
    client.send("Target.setDiscoverTargets", json!({ "discover": true }));
    let session = env.driven(&mut client, 1);
    for domain in ["Runtime", "Network", "Page"] {
        client.send_to(&session, &format!("{domain}.enable"), json!({}));
        env.settle();
    }
    let telling = [
        "Runtime.consoleAPICalled",
        "Runtime.bindingCalled",
        "Network.requestWillBeSent",
        "Page.navigatedWithinDocument",
        "Page.javascriptDialogOpening",
    ];
    let tell = |client: &mut Client| {
        for method in telling.iter().chain(&["Page.loadEventFired"]) {
            env.event(1, method, json!({ "said": "hunter2" }));
        }
        let heard = client.heard();
        let named = |name: &str| heard.iter().any(|frame| frame["method"] == name);
        (telling.iter().filter(|name| named(name)).count(), named("Page.loadEventFired"))
    };
    assert_eq!(tell(&mut client), (telling.len(), true));
    fake_gate.withhold("hunter2");
    assert_eq!(tell(&mut client), (0, true));
    let url = "https://site/1?key=hunter2".to_owned();
    env.change(TabTarget { title: "Key hunter2".to_owned(), url, ..tab(1) });
    let changed = client.events("Target.targetInfoChanged");
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0]["targetInfo"]["title"], "Key ••••");
    assert_eq!(changed[0]["targetInfo"]["url"], "https://site/1?key=••••");
}
