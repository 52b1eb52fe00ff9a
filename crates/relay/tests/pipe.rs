//! The debugging pipe of a browser that Tabwright started: contexts and sessions of Chrome's own.

#![allow(clippy::unwrap_used)]

mod env;

use std::sync::Arc;

use env::{Client, FakePipe, TestEnv, raw};
use serde_json::{Value, json};

const NOTHING: [Value; 0] = [];

fn piped(env: &TestEnv) -> Arc<FakePipe> {
    let pipe = Arc::<FakePipe>::default();
    env.relay.pipe_connected(Arc::<FakePipe>::clone(&pipe));
    pipe
}

/// The pipe is asked for its targets, which are these.
fn pipe_has(env: &TestEnv, pipe: &FakePipe, targets: &[&str]) {
    env.settle();
    let infos: Vec<Value> = targets.iter().map(|id| json!({ "targetId": id })).collect();
    pipe.answer("Target.getTargets", json!({ "targetInfos": infos }));
}

/// The client's own context `C`, with `B` as its session with the browser.
fn with_context(env: &TestEnv, pipe: &FakePipe, client: &mut Client, browser: &str, context: &str) {
    let id = client.send("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
    pipe_has(env, pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": browser }));
    pipe.answer("Target.setDiscoverTargets", json!({}));
    if pipe.questions.open().contains(&"Target.setAutoAttach".to_owned()) {
        pipe.answer("Target.setAutoAttach", json!({}));
    }
    pipe.answer("Target.createBrowserContext", json!({ "browserContextId": context }));
    assert_eq!(client.result(id), json!({ "browserContextId": context }));
    client.heard();
    pipe.questions.log();
    env.log();
}

fn info(target: &str, context: &str) -> Value {
    json!({ "targetId": target, "type": "page", "browserContextId": context })
}

#[allow(clippy::needless_pass_by_value, reason = "as in the env")]
fn tell(env: &TestEnv, session: &str, method: &str, params: Value) {
    env.relay.pipe_event(Some(session), method, &raw(&params));
}

/// Chrome announces a page on the client's browser session.
fn announce(env: &TestEnv, browser: &str, session: &str, target: &str, context: &str) -> Value {
    let params = json!({ "sessionId": session, "targetInfo": info(target, context),
        "waitingForDebugger": true });
    tell(env, browser, "Target.attachedToTarget", params.clone());
    params
}

#[test]
fn a_context_is_made_through_the_pipe_of_this_browser() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    client.heard();
    let id = client.send("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
    pipe_has(&env, &pipe, &["T1", "elsewhere"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    assert_eq!(
        pipe.questions.log(),
        [
            "- Target.getTargets",
            "- Target.attachToBrowserTarget",
            "B Target.setDiscoverTargets",
            "B Target.setAutoAttach",
            "B Target.createBrowserContext",
        ]
    );
    let asked = pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    assert_eq!(asked, json!({ "disposeOnDetach": true }));
    assert_eq!(client.heard(), [json!({ "id": id, "result": { "browserContextId": "C" } })]);
    let id = client.send("Target.getBrowserContexts", json!({}));
    assert_eq!(client.result(id)["browserContextIds"], json!(["C"]));
}

#[test]
fn the_pipe_of_another_browser_is_not_used() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("Target.createBrowserContext", json!({}));
    pipe_has(&env, &pipe, &["another's"]);
    assert_eq!(env.open(), ["getIncognito"], "the extension's way");
    assert_eq!(pipe.questions.open(), [""; 0]);
}

#[test]
fn a_refusal_of_the_context_is_passed_on() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    let id = client.send("Target.createBrowserContext", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    pipe.questions.answer("Target.createBrowserContext", Err("Failed".into()));
    assert_eq!(client.error(id), "Failed");
}

#[test]
fn targets_of_the_clients_context_are_told_and_others_are_let_go() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    let told = announce(&env, "B", "S1", "P1", "C");
    let event = json!({ "method": "Target.attachedToTarget", "params": told });
    assert_eq!(client.heard(), [event]);
    assert_eq!(pipe.questions.log(), [""; 0]);

    announce(&env, "B", "S2", "T1", "default");
    assert_eq!(client.heard(), NOTHING);
    let log = ["S2 Runtime.runIfWaitingForDebugger", "B Target.detachFromTarget"];
    assert_eq!(pipe.questions.log(), log);
    let id = client.send_to("S2", "Runtime.evaluate", json!({}));
    assert_eq!(client.error(id), "Session with given id not found.");
}

#[test]
fn discovery_tells_of_the_contexts_targets_only() {
    let env = TestEnv::with_tabs(0);
    env.create(env::tab(1));
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("Target.setDiscoverTargets", json!({ "discover": true }));
    with_context(&env, &pipe, &mut client, "B", "C");
    for (target, context) in [("P1", "C"), ("T1", "default")] {
        tell(&env, "B", "Target.targetCreated", json!({ "targetInfo": info(target, context) }));
    }
    let created = client.events("Target.targetCreated");
    assert_eq!(created, [json!({ "targetInfo": info("P1", "C") })]);
    let id = client.send("Target.getTargets", json!({}));
    env.settle();
    let infos = client.result(id)["targetInfos"].take();
    assert!(infos.as_array().unwrap().contains(&info("P1", "C")));
    for target in ["P1", "T1"] {
        tell(&env, "B", "Target.targetDestroyed", json!({ "targetId": target }));
    }
    assert_eq!(
        client.heard(),
        [json!({ "method": "Target.targetDestroyed",
        "params": { "targetId": "P1" } })]
    );
}

#[test]
fn frames_of_a_session_behind_the_pipe_pass_untouched() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    announce(&env, "B", "S1", "P1", "C");
    client.heard();

    let params = json!({ "expression": "1", "objectGroup": "console" });
    let id = client.send_to("S1", "Runtime.evaluate", params.clone());
    assert_eq!(pipe.questions.log(), ["S1 Runtime.evaluate"]);
    assert_eq!(pipe.answer("Runtime.evaluate", json!({ "value": 1 })), params);
    let answer = json!({ "id": id, "result": { "value": 1 }, "sessionId": "S1" });
    assert_eq!(client.heard(), [answer]);

    tell(&env, "S1", "Network.dataReceived", json!({ "requestId": "1" }));
    let event = json!({ "method": "Network.dataReceived", "params": { "requestId": "1" },
        "sessionId": "S1" });
    assert_eq!(client.heard(), [event]);
    assert_eq!(env.log(), [""; 0]);
}

#[test]
fn a_child_of_a_session_behind_the_pipe_is_the_clients_too() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    announce(&env, "B", "S1", "P1", "C");
    announce(&env, "S1", "S1a", "F1", "C");
    client.heard();
    client.send_to("S1a", "Runtime.evaluate", json!({}));
    assert_eq!(pipe.questions.log(), ["S1a Runtime.evaluate"]);
    tell(&env, "S1", "Target.detachedFromTarget", json!({ "sessionId": "S1a" }));
    client.heard();
    let id = client.send_to("S1a", "Runtime.evaluate", json!({}));
    assert_eq!(client.error(id), "Session with given id not found.");
}

#[test]
fn sessions_behind_the_pipe_are_their_clients_alone() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    with_context(&env, &pipe, &mut one, "B1", "C1");
    with_context(&env, &pipe, &mut two, "B2", "C2");
    announce(&env, "B1", "S1", "P1", "C1");
    announce(&env, "B2", "S2", "P1", "C1");
    assert_eq!(two.heard(), NOTHING);
    for stranger in ["S1", "B1", "B2"] {
        let id = two.send_to(stranger, "Runtime.evaluate", json!({}));
        assert_eq!(two.error(id), "Session with given id not found.", "{stranger}");
    }
}

#[test]
fn commands_about_the_context_go_through_the_pipe_and_others_do_not() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    let params = json!({ "url": "about:blank", "browserContextId": "C" });
    let id = client.send("Target.createTarget", params.clone());
    assert_eq!(pipe.answer("Target.createTarget", json!({ "targetId": "P1" })), params);
    assert_eq!(client.result(id), json!({ "targetId": "P1" }));
    client.send("Storage.getCookies", json!({ "browserContextId": "C" }));
    assert_eq!(pipe.questions.log(), ["B Target.createTarget", "B Storage.getCookies"]);
    client.send("Storage.getCookies", json!({}));
    assert_eq!(env.log(), ["getCookies"]);
    assert_eq!(pipe.questions.log(), [""; 0]);
}

#[test]
fn commands_that_only_the_pipe_can_take_are_passed_there_or_refused() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = client.send("SystemInfo.getInfo", json!({}));
    assert!(client.error(id).contains("SystemInfo.getInfo"));
    let pipe = piped(&env);
    let id = client.send("SystemInfo.getInfo", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    pipe.answer("SystemInfo.getInfo", json!({ "modelName": "x" }));
    assert_eq!(client.result(id), json!({ "modelName": "x" }));
}

#[test]
fn events_of_the_browser_go_where_the_client_used_their_domain() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    let own = client.attach_to("tabwright");
    client.send_to(&own, "Tracing.start", json!({}));
    tell(&env, "B", "Tracing.tracingComplete", json!({}));
    assert_eq!(client.events_on(&own, "Tracing.tracingComplete").len(), 1);
}

#[test]
fn a_disposed_context_goes_through_the_pipe_and_is_forgotten() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    let dispose = "Target.disposeBrowserContext";
    let id = client.send(dispose, json!({ "browserContextId": "C" }));
    assert_eq!(pipe.answer(dispose, json!({})), json!({ "browserContextId": "C" }));
    client.result(id);
    let id = client.send(dispose, json!({ "browserContextId": "C" }));
    assert_eq!(client.error(id), "Failed to find context with that id");
}

#[test]
fn contexts_go_with_their_client() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    client.leave();
    let log = ["B Target.disposeBrowserContext", "- Target.detachFromTarget"];
    assert_eq!(pipe.questions.log(), log);
    let disposed = pipe.answer("Target.disposeBrowserContext", json!({}));
    assert_eq!(disposed, json!({ "browserContextId": "C" }));
    assert_eq!(pipe.answer("Target.detachFromTarget", json!({})), json!({ "sessionId": "B" }));
}

#[test]
fn a_context_that_is_made_after_its_client_left_is_disposed() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("Target.createBrowserContext", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    client.leave();
    pipe.answer("Target.createBrowserContext", json!({ "browserContextId": "C" }));
    let disposed = pipe.answer("Target.disposeBrowserContext", json!({}));
    assert_eq!(disposed, json!({ "browserContextId": "C" }));
}

#[test]
fn two_commands_at_once_open_one_session_with_the_browser() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("SystemInfo.getInfo", json!({}));
    client.send("SystemInfo.getInfo", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B2" }));
    assert_eq!(pipe.answer("Target.detachFromTarget", json!({})), json!({ "sessionId": "B2" }));
    assert_eq!(
        pipe.questions.log()[4..].join(", "),
        "B SystemInfo.getInfo, - Target.detachFromTarget, B SystemInfo.getInfo"
    );
}

#[test]
fn a_lost_pipe_ends_its_sessions_and_the_extension_serves_again() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    announce(&env, "B", "S1", "P1", "C");
    client.heard();
    env.relay.pipe_lost();
    let gone = client.events("Target.detachedFromTarget");
    assert_eq!(gone, [json!({ "sessionId": "S1" })]);
    let id = client.send_to("S1", "Runtime.evaluate", json!({}));
    assert_eq!(client.error(id), "Session with given id not found.");
    client.send("Target.createBrowserContext", json!({}));
    assert_eq!(env.open(), ["getIncognito"]);
}

#[test]
fn a_lost_pipe_ends_its_targets() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    client.send("Target.setDiscoverTargets", json!({ "discover": true }));
    with_context(&env, &pipe, &mut client, "B", "C");
    tell(&env, "B", "Target.targetCreated", json!({ "targetInfo": info("P1", "C") }));
    client.heard();
    env.relay.pipe_lost();
    assert_eq!(client.events("Target.targetDestroyed"), [json!({ "targetId": "P1" })]);
}

#[test]
fn what_chrome_refuses_to_extensions_goes_by_a_session_beside_the_clients_own() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    let enable = client.send_to(&session, "Profiler.enable", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    let start = client.send_to(&session, "Profiler.start", json!({}));
    let asked = pipe.answer("Target.attachToTarget", json!({ "sessionId": "S" }));
    assert_eq!(asked, json!({ "targetId": "T1", "flatten": true }));
    pipe.answer("Profiler.enable", json!({}));
    pipe.answer("Profiler.start", json!({}));
    for id in [enable, start] {
        assert_eq!(client.answer(id), json!({ "id": id, "result": {}, "sessionId": session }));
    }
    tell(&env, "S", "Profiler.consoleProfileStarted", json!({}));
    assert_eq!(client.events_on(&session, "Profiler.consoleProfileStarted").len(), 1);
    pipe.questions.log();
    client.send("Target.detachFromTarget", json!({ "sessionId": session }));
    assert_eq!(pipe.questions.log(), ["B Target.detachFromTarget"]);
}

#[test]
fn a_session_beside_one_that_ended_meanwhile_is_closed() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    client.send_to(&session, "Profiler.enable", json!({}));
    pipe_has(&env, &pipe, &["T1"]);
    pipe.answer("Target.attachToBrowserTarget", json!({ "sessionId": "B" }));
    client.send("Target.detachFromTarget", json!({ "sessionId": session }));
    pipe.answer("Target.attachToTarget", json!({ "sessionId": "S" }));
    assert_eq!(pipe.answer("Target.detachFromTarget", json!({})), json!({ "sessionId": "S" }));
}

#[test]
fn a_session_that_was_asked_for_on_another_is_told_there() {
    let env = TestEnv::with_tabs(1);
    let pipe = piped(&env);
    let mut client = env.client("a");
    with_context(&env, &pipe, &mut client, "B", "C");
    let id = client.send("Target.attachToBrowserTarget", json!({}));
    let second = client.result(id)["sessionId"].as_str().unwrap().to_owned();
    tell(&env, "B", "Target.targetCreated", json!({ "targetInfo": info("P1", "C") }));
    client.heard();
    client.send_to(&second, "Target.attachToTarget", json!({ "targetId": "P1", "flatten": true }));
    announce(&env, "B", "S2", "P1", "C");
    let heard = client.heard();
    assert_eq!(
        (&heard[0]["method"], &heard[0]["sessionId"]),
        (&json!("Target.attachedToTarget"), &json!(second))
    );
    tell(&env, "B", "Target.detachedFromTarget", json!({ "sessionId": "S2", "targetId": "P1" }));
    assert_eq!(client.heard()[0]["sessionId"], json!(second));
    // What it is attached to by itself is told on its first.
    announce(&env, "B", "S3", "P2", "C");
    assert_eq!(client.heard()[0].get("sessionId"), None);
}
