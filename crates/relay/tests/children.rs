//! Frames and workers below a page: announced to every session that wants them, held until all have
//! let go, and gone when Chrome says so.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv};
use serde_json::{Value, json};

const NOTHING: [Value; 0] = [];
const RUN: &str = "Runtime.runIfWaitingForDebugger";

fn auto_attach() -> Value {
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true })
}

/// A client that drives a tab and attaches to all below its page.
fn attaching(env: &TestEnv, name: &str, tab: i32) -> (Client, String) {
    let mut client = env.client(name);
    let session = env.driven(&mut client, tab);
    client.send_to(&session, "Target.setAutoAttach", auto_attach());
    env.settle();
    client.heard();
    env.log();
    (client, session)
}

fn announced(client: &mut Client) -> String {
    let mut announced = client.announced();
    assert_eq!(announced.len(), 1, "{announced:?}");
    announced.remove(0).0
}

#[test]
fn a_frame_of_another_process_is_announced_to_every_session_that_attaches() {
    let env = TestEnv::with_tabs(1);
    let (mut one, first) = attaching(&env, "one", 1);
    let (mut two, second) = attaching(&env, "two", 1);
    let mut bystander = env.client("bystander");
    env.driven(&mut bystander, 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let mut own = Vec::new();
    for (client, page) in [(&mut one, first), (&mut two, second)] {
        let mut heard = client.heard();
        assert_eq!(heard.len(), 1);
        own.push(heard[0]["params"]["sessionId"].take());
        assert_eq!(
            heard[0],
            json!({ "method": "Target.attachedToTarget", "sessionId": page, "params": {
                "sessionId": null, "waitingForDebugger": true, "targetInfo": {
                    "targetId": "F2", "type": "iframe", "title": "", "url": "https://child/",
                    "attached": true, "canAccessOpener": false } } })
        );
    }
    assert_ne!(own[0], own[1]);
    assert!(own.iter().all(|session| session != "CHILD"));
    assert_eq!(bystander.heard(), NOTHING);
}

#[test]
fn a_held_frame_runs_when_everybody_has_let_it_go() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = attaching(&env, "one", 1);
    let (mut two, _) = attaching(&env, "two", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let (ones, twos) = (announced(&mut one), announced(&mut two));
    let id = one.send_to(&ones, RUN, json!({}));
    one.result(id);
    one.send_to(&ones, RUN, json!({}));
    assert_eq!(env.log(), [""; 0]);
    two.send_to(&twos, RUN, json!({}));
    assert_eq!(env.log(), [format!("1/CHILD {RUN}")]);
    two.send_to(&twos, RUN, json!({}));
    assert_eq!(env.log(), [""; 0], "it runs already");
}

#[test]
fn a_held_frame_runs_when_the_last_who_held_it_leaves() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = attaching(&env, "one", 1);
    let (two, _) = attaching(&env, "two", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let ones = announced(&mut one);
    one.send_to(&ones, RUN, json!({}));
    two.leave();
    assert!(env.log().contains(&format!("1/CHILD {RUN}")));
}

#[test]
fn a_frame_that_nobody_is_told_of_runs_at_once() {
    let env = TestEnv::with_tabs(1);
    let (mut one, session) = attaching(&env, "one", 1);
    one.send_to(&session, "Target.setAutoAttach", json!({ "autoAttach": false }));
    env.child_appears(1, "CHILD", "iframe", "F2");
    assert_eq!(env.log(), [format!("1/CHILD {RUN}")]);
}

#[test]
fn who_attaches_late_is_told_of_the_frames_that_are_there() {
    let env = TestEnv::with_tabs(1);
    let _one = attaching(&env, "one", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let mut two = env.client("two");
    let session = env.driven(&mut two, 1);
    let id = two.send_to(&session, "Target.setAutoAttach", auto_attach());
    env.settle();
    assert_eq!(two.announced()[0].1, "F2");
    two.result(id);
    two.send_to(&session, "Target.setAutoAttach", auto_attach());
    env.settle();
    assert_eq!(two.announced(), []);
}

#[test]
fn commands_and_events_of_a_frame_go_by_its_session() {
    let env = TestEnv::with_tabs(1);
    let (mut one, page) = attaching(&env, "one", 1);
    one.send_to(&page, "Network.enable", json!({}));
    env.child_appears(1, "CHILD", "iframe", "F2");
    let frame = announced(&mut one);
    env.settle();
    one.heard();
    env.log();
    let id = one.send_to(&frame, "Runtime.evaluate", json!({ "expression": "1" }));
    assert_eq!(env.log(), ["1/CHILD Runtime.evaluate"]);
    env.answer("Runtime.evaluate", json!({ "value": 1 }));
    let answer = json!({ "id": id, "result": { "value": 1 }, "sessionId": frame });
    assert_eq!(one.heard(), [answer]);

    env.child_event(1, "CHILD", "Network.dataReceived", json!({}));
    assert_eq!(one.heard(), NOTHING, "enabled on the page only");
    one.send_to(&frame, "Network.enable", json!({}));
    env.settle();
    one.heard();
    env.child_event(1, "CHILD", "Network.dataReceived", json!({}));
    assert_eq!(one.events_on(&frame, "Network.dataReceived").len(), 1);
    assert_eq!(one.heard(), NOTHING);
}

#[test]
fn contexts_of_a_frame_are_told_to_a_late_enable_on_it() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = attaching(&env, "one", 1);
    let (mut two, _) = attaching(&env, "two", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let (ones, twos) = (announced(&mut one), announced(&mut two));
    one.send_to(&ones, "Runtime.enable", json!({}));
    env.settle();
    env.child_event(1, "CHILD", "Runtime.executionContextCreated", env::context(1, 7, ""));
    assert_eq!(two.heard(), NOTHING);
    two.send_to(&twos, "Runtime.enable", json!({}));
    env.settle();
    assert_eq!(two.events_on(&twos, "Runtime.executionContextCreated"), [env::context(1, 7, "")]);
}

#[test]
fn a_frame_that_goes_ends_its_sessions() {
    let env = TestEnv::with_tabs(1);
    let (mut one, page) = attaching(&env, "one", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let frame = announced(&mut one);
    env.event(1, "Target.detachedFromTarget", json!({ "sessionId": "CHILD" }));
    let gone = json!({ "method": "Target.detachedFromTarget", "sessionId": page,
        "params": { "sessionId": frame, "targetId": "F2" } });
    assert_eq!(one.heard(), [gone]);
    let id = one.send_to(&frame, "Runtime.evaluate", json!({}));
    assert_eq!(one.error(id), "Session with given id not found.");
}

#[test]
fn a_frame_within_a_frame_is_announced_on_the_session_of_the_outer_and_goes_before_it() {
    let env = TestEnv::with_tabs(1);
    let (mut one, page) = attaching(&env, "one", 1);
    env.child_appears(1, "OUTER", "iframe", "F2");
    let outer = announced(&mut one);
    one.send_to(&outer, "Target.setAutoAttach", auto_attach());
    env.settle();
    one.heard();
    let info = json!({ "targetId": "F3", "type": "iframe" });
    let inner = json!({ "sessionId": "INNER", "targetInfo": info, "waitingForDebugger": false });
    env.child_event(1, "OUTER", "Target.attachedToTarget", inner);
    let told = one.events_on(&outer, "Target.attachedToTarget");
    let inner = told[0]["sessionId"].clone();
    env.event(1, "Target.detachedFromTarget", json!({ "sessionId": "OUTER" }));
    let gone = |on: &str, session: Value, target: &str| {
        json!({ "method": "Target.detachedFromTarget", "sessionId": on,
            "params": { "sessionId": session, "targetId": target } })
    };
    let heard = [gone(&outer, inner, "F3"), gone(&page, outer.into(), "F2")];
    assert_eq!(one.heard(), heard);
}

#[test]
fn a_frame_can_be_attached_to_again_by_its_target() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = attaching(&env, "one", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let first = announced(&mut one);
    let second = one.attach_to("F2");
    assert_ne!(first, second);
    one.send_to(&second, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["1/CHILD Runtime.evaluate"]);
}

#[test]
fn a_frame_in_a_tab_that_the_client_may_not_see_cannot_be_attached_to() {
    let env = TestEnv::with_tabs(1);
    let _one = attaching(&env, "one", 1);
    env.child_appears(1, "CHILD", "iframe", "F2");
    let mut modest = env.client_with_own_tabs("modest");
    let id = modest.send("Target.attachToTarget", json!({ "targetId": "F2", "flatten": true }));
    assert_eq!(modest.error(id), "No target with given id found");
}

/// A client that attaches to all on the browser, service workers too, and drives tabs 1 and 2.
fn attaching_to_all(env: &TestEnv) -> Client {
    let mut client = env.client("all");
    client.send("Target.setAutoAttach", auto_attach());
    let pages = client.announced();
    for (session, _) in pages {
        client.send_to(&session, "Input.dispatchKeyEvent", json!({}));
    }
    env.settle();
    client.heard();
    env.log();
    client
}

#[test]
fn a_service_worker_is_announced_once_though_two_pages_show_it() {
    let env = TestEnv::with_tabs(2);
    let mut client = attaching_to_all(&env);
    env.child_appears(1, "SW1", "service_worker", "W");
    env.child_appears(2, "SW2", "service_worker", "W");
    let heard = client.heard();
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].get("sessionId").is_none(), "on the browser's session");
    assert_eq!(heard[0]["params"]["targetInfo"]["targetId"], "W");
    assert_eq!(heard[0]["params"]["targetInfo"]["browserContextId"], "TABWRIGHT-DEFAULT");
}

#[test]
fn a_frame_is_not_announced_on_the_browsers_session() {
    let env = TestEnv::with_tabs(1);
    let mut client = attaching_to_all(&env);
    env.child_appears(1, "CHILD", "iframe", "F2");
    assert_eq!(client.heard(), NOTHING);
}

#[test]
fn a_service_worker_that_is_there_is_announced_to_who_attaches_late() {
    let env = TestEnv::with_tabs(2);
    let _first = attaching_to_all(&env);
    env.child_appears(1, "SW1", "service_worker", "W");
    let mut late = env.client("late");
    late.send("Target.setAutoAttach", auto_attach());
    let targets: Vec<String> = late.announced().into_iter().map(|(_, target)| target).collect();
    assert_eq!(targets, ["T1", "T2", "W"]);
}

#[test]
fn a_service_worker_that_another_page_still_shows_is_announced_by_that_page() {
    let env = TestEnv::with_tabs(2);
    let mut client = attaching_to_all(&env);
    env.child_appears(1, "SW1", "service_worker", "W");
    env.child_appears(2, "SW2", "service_worker", "W");
    let first = announced(&mut client);
    env.event(1, "Target.detachedFromTarget", json!({ "sessionId": "SW1" }));
    let gone = client.events("Target.detachedFromTarget");
    assert_eq!(gone, [json!({ "sessionId": first, "targetId": "W" })]);
    let second = announced(&mut client);
    env.settle();
    env.log();
    client.send_to(&second, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["2/SW2 Runtime.evaluate"]);
}

#[test]
fn a_service_worker_outlives_the_tab_by_which_it_was_announced() {
    let env = TestEnv::with_tabs(2);
    let mut client = attaching_to_all(&env);
    env.child_appears(1, "SW1", "service_worker", "W");
    env.child_appears(2, "SW2", "service_worker", "W");
    client.heard();
    env.remove(1);
    assert_eq!(client.announced()[0].1, "W");
}

#[test]
fn a_frame_of_a_tab_that_was_let_go_meanwhile_is_not_believed() {
    let env = TestEnv::with_tabs(1);
    let (mut one, page) = attaching(&env, "one", 1);
    one.send("Target.detachFromTarget", json!({ "sessionId": page }));
    assert_eq!(env.log(), ["detach 1"]);
    env.child_appears(1, "CHILD", "iframe", "F2");
    assert_eq!(env.log(), [""; 0]);
}
