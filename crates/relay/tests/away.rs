//! The browser goes and comes back, the person takes the debugger off, a client does not read.

#![allow(clippy::unwrap_used)]

mod env;

use env::{TestEnv, tab};
use serde_json::{Value, json};
use tabwright_wire::CdpEvent;

const NOTHING: [Value; 0] = [];

#[test]
fn while_the_browser_is_away_commands_are_refused_in_words_that_say_so() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    env.lose_browser();
    client.heard();
    for method in ["Runtime.evaluate", "Page.navigate"] {
        let id = client.send_to(&session, method, json!({}));
        assert!(client.error(id).contains("the browser is not connected"), "{method}");
    }
    let id = client.send("Target.createTarget", json!({ "url": "about:blank" }));
    assert!(client.error(id).contains("the browser is not connected"));
}

#[test]
fn clients_keep_their_sessions_and_nothing_is_attached_by_itself() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    env.driven(&mut client, 1);
    env.lose_browser();
    env.browser_is_back();
    assert_eq!(client.events("Target.detachedFromTarget"), NOTHING);
    assert_eq!(env.relay.clients()[0].attached_tabs, 0);
    assert_eq!(env.open(), [""; 0]);
}

#[test]
fn the_next_command_attaches_anew_and_all_that_was_set_is_set_again() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    let set = [
        "Page.enable",
        "Runtime.enable",
        "Emulation.setTimezoneOverride",
        "Page.addScriptToEvaluateOnNewDocument",
    ];
    for method in set {
        client.send_to(&session, method, json!({}));
    }
    env.settle();
    env.lose_browser();
    env.browser_is_back();
    client.heard();
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.settle();
    client.result(id);
    let mut log = vec!["attach 1".to_owned()];
    log.extend(set.map(|method| format!("1 {method}")));
    log.push("1 Runtime.evaluate".to_owned());
    assert_eq!(env.log(), log);
}

#[test]
fn what_was_switched_off_is_not_set_again() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    for method in ["Network.enable", "Fetch.enable", "Network.disable", "Fetch.disable"] {
        client.send_to(&session, method, json!({}));
    }
    env.settle();
    env.lose_browser();
    env.browser_is_back();
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.settle();
    assert_eq!(env.log(), ["attach 1", "1 Runtime.evaluate"]);
}

/// What is done again for a client that has sent these commands before the browser went.
fn done_again(commands: &[(&str, Value)]) -> Vec<String> {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    for (method, params) in commands {
        client.send_to(&session, method, params.clone());
        env.settle();
    }
    env.lose_browser();
    env.browser_is_back();
    client.send_to(&session, "Input.dispatchKeyEvent", json!({}));
    env.settle();
    env.log()
}

#[test]
fn a_removed_init_script_is_not_added_again() {
    let log = done_again(&[
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "1" })),
        ("Page.removeScriptToEvaluateOnNewDocument", json!({ "identifier": "1" })),
    ]);
    assert_eq!(log, ["attach 1", "1 Input.dispatchKeyEvent"]);
}

#[test]
fn a_cleared_override_is_not_set_again() {
    let log = done_again(&[
        ("Emulation.setDeviceMetricsOverride", json!({ "width": 1 })),
        ("Emulation.clearDeviceMetricsOverride", json!({})),
    ]);
    assert_eq!(log, ["attach 1", "1 Input.dispatchKeyEvent"]);
}

#[test]
fn a_removed_binding_is_not_added_again() {
    let log = done_again(&[
        ("Runtime.addBinding", json!({ "name": "f" })),
        ("Runtime.removeBinding", json!({ "name": "f" })),
    ]);
    assert_eq!(log, ["attach 1", "1 Input.dispatchKeyEvent"]);
}

#[test]
fn the_tenth_init_script_keeps_its_identifier() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    let add = "Page.addScriptToEvaluateOnNewDocument";
    let mut identifiers = Vec::new();
    for number in 1..=10 {
        let id = client.send_to(&session, add, json!({ "source": number.to_string() }));
        env.settle();
        identifiers.push(client.result(id)["identifier"].take());
    }
    env.lose_browser();
    env.browser_is_back();
    client.send_to(&session, "Input.dispatchKeyEvent", json!({}));
    env.answer("attach", json!({}));
    for number in 1..=10 {
        env.answer(add, json!({ "identifier": format!("real-{number}") }));
    }
    let remove = "Page.removeScriptToEvaluateOnNewDocument";
    client.send_to(&session, remove, json!({ "identifier": identifiers[1] }));
    env.answer("Input.dispatchKeyEvent", json!({}));
    assert_eq!(env.answer(remove, json!({})), json!({ "identifier": "real-2" }));
}

#[test]
fn frames_and_workers_are_told_as_gone() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    client.send_to(&session, "Target.setAutoAttach", json!({ "autoAttach": true }));
    env.settle();
    env.child_appears(1, "CHILD", "iframe", "F2");
    let frame = client.announced().remove(0).0;
    client.heard();
    env.lose_browser();
    let gone = json!({ "method": "Target.detachedFromTarget", "sessionId": session,
        "params": { "sessionId": frame, "targetId": "F2" } });
    assert_eq!(client.heard(), [gone]);
}

#[test]
fn contexts_are_cleared_and_new_ones_told_that_chrome_will_have() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    client.send_to(&session, "Runtime.enable", json!({}));
    env.settle();
    env.context_appears(1, 7, "");
    client.heard();
    env.lose_browser();
    assert_eq!(client.events("Runtime.executionContextsCleared").len(), 1);
    let ours = client.events("Runtime.executionContextCreated")[0]["context"]["id"].clone();
    env.browser_is_back();
    client.send_to(&session, "Runtime.evaluate", json!({ "contextId": ours }));
    env.answer("attach", json!({}));
    env.context_appears(1, 3, "");
    env.answer("Runtime.enable", json!({}));
    assert_eq!(env.answer("Runtime.evaluate", json!({})), json!({ "contextId": 3 }));
}

#[test]
fn tabs_that_went_and_came_meanwhile_are_told() {
    let mut env = TestEnv::with_tabs(2);
    let mut client = env.client("a");
    client.send("Target.setDiscoverTargets", json!({ "discover": true }));
    let session = client.page(1);
    client.heard();
    env.lose_browser();
    env.browser = std::sync::Arc::default();
    env.relay.browser_connected(env.as_browser());
    env.answer("listTargets", json!({ "targets": [tab(2), tab(3)] }));
    let gone = client.events("Target.detachedFromTarget");
    assert_eq!(gone, [json!({ "sessionId": session, "targetId": "T1" })]);
    assert_eq!(client.events("Target.targetDestroyed"), [json!({ "targetId": "T1" })]);
    assert_eq!(client.events("Target.targetCreated")[0]["targetInfo"]["targetId"], "T3");
}

#[test]
fn an_older_connection_that_ends_late_says_nothing_of_the_newer() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let older = env.as_browser();
    env.browser_is_back();
    let session = env.driven(&mut client, 1);
    env.relay.browser_disconnected(&older);
    client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
}

#[test]
fn commands_that_wait_when_the_browser_goes_are_refused() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.lose_browser();
    env.refuse("attach", "the browser's connection is lost");
    assert!(client.is_answered(id));
}

#[test]
fn commands_that_wait_when_the_debugger_is_taken_off_are_refused() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.detached(1, "target_closed");
    env.settle();
    assert!(client.is_answered(id));
}

#[test]
fn a_debugger_that_the_person_takes_off_ends_the_sessions_of_all() {
    let env = TestEnv::with_tabs(2);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (env.driven(&mut one, 1), env.driven(&mut two, 1));
    let other = env.driven(&mut two, 2);
    env.detached(1, "canceled_by_user");
    for (client, session) in [(&mut one, &first), (&mut two, &second)] {
        assert_eq!(
            client.heard(),
            [
                json!({ "method": "Inspector.detached", "sessionId": session,
                    "params": { "reason": "canceled_by_user" } }),
                json!({ "method": "Target.detachedFromTarget",
                    "params": { "sessionId": session, "targetId": "T1" } }),
            ]
        );
    }
    two.send_to(&other, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["2 Runtime.evaluate"], "the other tab is not touched");
}

#[test]
fn a_tab_taken_from_everybody_can_be_attached_to_again() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    env.driven(&mut client, 1);
    env.detached(1, "canceled_by_user");
    let session = client.page(1);
    client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1"]);
}

#[test]
fn a_closed_target_alone_is_no_end() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    env.detached(1, "target_closed");
    assert_eq!(client.heard(), NOTHING);
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1"]);
    env.settle();
    client.result(id);
}

#[test]
fn a_client_that_does_not_read_is_let_go_and_the_others_are_not() {
    let env = TestEnv::with_tabs(1);
    let (mut deaf, mut keen) = (env.client("deaf"), env.client("keen"));
    let deafs = env.driven(&mut deaf, 1);
    let keens = env.driven(&mut keen, 1);
    for (client, session) in [(&mut deaf, &deafs), (&mut keen, &keens)] {
        client.send_to(session, "Network.enable", json!({}));
        env.settle();
        client.heard();
    }
    let megabytes = 16;
    let event = CdpEvent {
        tab: tab(1).tab,
        session: None,
        method: "Network.dataReceived".to_owned(),
        params: env::raw(&json!({ "data": "x".repeat(megabytes * 1024 * 1024) })),
    };
    for sent in 0..=(192 / megabytes) {
        assert!(deaf.is_connected(), "{} MiB wait", sent * megabytes);
        env.relay.event(&event);
        assert_eq!(keen.count_unparsed(), 1);
    }
    assert!(!deaf.is_connected());
    env.settle();
    let id = keen.send_to(&keens, "Runtime.evaluate", json!({}));
    env.settle();
    keen.result(id);
    deaf.say_text(r#"{"id":1,"method":"Target.getTargets"}"#);
}
