//! Several clients on one page: each has its own domains, scripts and groups, and what one has set
//! goes with it.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv, context};
use serde_json::{Value, json};

const NOTHING: [Value; 0] = [];

/// Two clients that drive tab 1.
fn two_on_one_page(env: &TestEnv) -> [(Client, String); 2] {
    ["one", "two"].map(|name| {
        let mut client = env.client(name);
        let session = env.driven(&mut client, 1);
        (client, session)
    })
}

fn enable(env: &TestEnv, client: &mut Client, session: &str, domain: &str) {
    client.send_to(session, &format!("{domain}.enable"), json!({}));
    env.settle();
    client.heard();
    env.log();
}

#[test]
fn an_answer_reaches_only_who_asked_though_ids_are_equal() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    let frame = |session: &str, what: &str| {
        json!({ "id": 77, "method": "Runtime.evaluate", "sessionId": session,
            "params": { "expression": what } })
        .to_string()
    };
    one.say_text(&frame(&first, "one"));
    two.say_text(&frame(&second, "two"));
    env.answer("Runtime.evaluate", json!({ "for": "one" }));
    env.answer("Runtime.evaluate", json!({ "for": "two" }));
    let answer = |whose: &str, session| json!({ "id": 77, "result": { "for": whose }, "sessionId": session });
    assert_eq!(one.heard(), [answer("one", first)]);
    assert_eq!(two.heard(), [answer("two", second)]);
}

#[test]
fn a_refusal_of_chromes_reaches_the_client_as_it_is() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let id = one.send_to(&first, "DOM.getDocument", json!({}));
    env.refuse("DOM.getDocument", "DOM agent hasn't been enabled");
    assert_eq!(
        one.heard(),
        [json!({ "id": id, "sessionId": first,
            "error": { "code": -32000, "message": "DOM agent hasn't been enabled" } })]
    );
}

#[test]
fn another_clients_session_is_not_to_be_had() {
    let env = TestEnv::with_tabs(1);
    let [(_, first), (mut two, _)] = two_on_one_page(&env);
    let id = two.send_to(&first, "Runtime.evaluate", json!({}));
    assert_eq!(two.error(id), "Session with given id not found.");
    let id = two.send("Target.detachFromTarget", json!({ "sessionId": first }));
    assert_eq!(two.error(id), "No session with given id");
    assert_eq!(env.log(), [""; 0]);
}

#[test]
fn events_reach_only_the_sessions_that_have_the_domain() {
    let env = TestEnv::with_tabs(2);
    let [(mut one, first), (mut two, _)] = two_on_one_page(&env);
    let mut elsewhere = env.client("elsewhere");
    let other = env.driven(&mut elsewhere, 2);
    enable(&env, &mut one, &first, "Network");
    enable(&env, &mut elsewhere, &other, "Network");
    env.event(1, "Network.dataReceived", json!({ "requestId": "1" }));
    let told = json!({ "method": "Network.dataReceived", "sessionId": first,
        "params": { "requestId": "1" } });
    assert_eq!(one.heard(), [told]);
    assert_eq!(two.heard(), NOTHING);
    assert_eq!(elsewhere.heard(), NOTHING);
}

#[test]
fn events_of_a_domain_without_enable_reach_who_has_used_it() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, _)] = two_on_one_page(&env);
    one.send_to(&first, "Tracing.start", json!({}));
    env.settle();
    one.heard();
    env.event(1, "Tracing.tracingComplete", json!({}));
    assert_eq!(one.events_on(&first, "Tracing.tracingComplete").len(), 1);
    assert_eq!(two.heard(), NOTHING);
}

#[test]
fn a_crash_is_told_to_all() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, _), (mut two, _)] = two_on_one_page(&env);
    env.event(1, "Inspector.targetCrashed", json!({}));
    assert_eq!(one.events("Inspector.targetCrashed").len(), 1);
    assert_eq!(two.events("Inspector.targetCrashed").len(), 1);
}

#[test]
fn lifecycle_is_told_only_to_those_who_asked() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Page");
    enable(&env, &mut two, &second, "Page");
    one.send_to(&first, "Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
    env.settle();
    one.heard();
    env.event(1, "Page.lifecycleEvent", json!({ "name": "load" }));
    assert_eq!(one.events("Page.lifecycleEvent").len(), 1);
    assert_eq!(two.heard(), NOTHING);
}

/// Playwright listens for the lifecycle of a popup only from the answer on, and would wait for its load for ever.
#[test]
fn a_lifecycle_that_was_asked_for_comes_behind_the_answer() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Page");
    one.heard();
    let id = one.send_to(&first, "Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
    env.event(1, "Page.lifecycleEvent", json!({ "name": "load" }));
    assert_eq!(one.heard(), NOTHING);
    env.answer("Page.setLifecycleEventsEnabled", json!({}));
    let loaded = json!({ "method": "Page.lifecycleEvent", "params": { "name": "load" }, "sessionId": first });
    assert_eq!(one.heard(), [json!({ "id": id, "result": {}, "sessionId": first }), loaded]);
}

#[test]
fn a_late_enable_gets_the_contexts_from_the_record_before_its_answer() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Runtime");
    env.context_appears(1, 7, "");
    env.context_appears(1, 8, "utility");
    env.context_appears(1, 9, "gone");
    env.event(1, "Runtime.executionContextDestroyed", json!({ "executionContextId": 9 }));
    one.heard();

    let id = two.send_to(&second, "Runtime.enable", json!({}));
    env.answer("Runtime.enable", json!({}));
    let created = |id, world| {
        json!({ "method": "Runtime.executionContextCreated", "sessionId": second,
            "params": context(1, id, world) })
    };
    let answer = json!({ "id": id, "result": {}, "sessionId": second });
    assert_eq!(two.heard(), [created(7, ""), created(8, "utility"), answer]);
    assert_eq!(one.heard(), NOTHING);
}

#[test]
fn a_late_enable_gets_scripts_style_sheets_and_log_entries_from_the_record() {
    let announcements = [
        ("Debugger", "Debugger.scriptParsed"),
        ("CSS", "CSS.styleSheetAdded"),
        ("Log", "Log.entryAdded"),
    ];
    for (domain, method) in announcements {
        let env = TestEnv::with_tabs(1);
        let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
        enable(&env, &mut one, &first, domain);
        env.event(1, method, json!({ "number": 1 }));
        env.event(1, method, json!({ "number": 2 }));
        two.send_to(&second, &format!("{domain}.enable"), json!({}));
        env.settle();
        let told = two.events(method);
        assert_eq!(told, [json!({ "number": 1 }), json!({ "number": 2 })]);
    }
}

#[test]
fn a_new_document_empties_the_record() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Runtime");
    env.context_appears(1, 7, "");
    env.event(1, "Runtime.executionContextsCleared", json!({}));
    env.context_appears(1, 9, "");
    two.send_to(&second, "Runtime.enable", json!({}));
    env.settle();
    assert_eq!(two.events("Runtime.executionContextCreated"), [context(1, 9, "")]);
}

#[test]
fn a_disable_by_one_keeps_the_others_events() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Network");
    enable(&env, &mut two, &second, "Network");
    let id = one.send_to(&first, "Network.disable", json!({}));
    assert_eq!(one.result(id), json!({}));
    assert_eq!(env.log(), [""; 0]);
    env.event(1, "Network.dataReceived", json!({}));
    assert_eq!(one.heard(), NOTHING);
    assert_eq!(two.events("Network.dataReceived").len(), 1);
}

#[test]
fn the_last_disable_is_chromes() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Network");
    enable(&env, &mut two, &second, "Network");
    one.send_to(&first, "Network.disable", json!({}));
    two.send_to(&second, "Network.disable", json!({}));
    assert_eq!(env.log(), ["1 Network.disable"]);
}

#[test]
fn a_client_that_disconnects_leaves_the_domains_that_it_alone_had() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Network");
    enable(&env, &mut one, &first, "Debugger");
    enable(&env, &mut two, &second, "Network");
    one.leave();
    assert_eq!(env.log(), ["1 Debugger.disable"]);
}

#[test]
fn a_session_that_is_detached_leaves_its_domains_too() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    enable(&env, &mut one, &first, "Debugger");
    let id = one.send("Target.detachFromTarget", json!({ "sessionId": first }));
    assert_eq!(
        one.heard(),
        [
            json!({ "method": "Target.detachedFromTarget",
                "params": { "sessionId": first, "targetId": "T1" } }),
            json!({ "id": id, "result": {} }),
        ]
    );
    assert_eq!(env.log(), ["1 Debugger.disable"]);
}

fn add_script(env: &TestEnv, client: &mut Client, session: &str, real: &str) -> String {
    let add = "Page.addScriptToEvaluateOnNewDocument";
    let id = client.send_to(session, add, json!({ "source": real }));
    env.answer(add, json!({ "identifier": real }));
    client.result(id)["identifier"].as_str().unwrap().to_owned()
}

fn remove_script(client: &mut Client, session: &str, identifier: &str) -> i64 {
    let params = json!({ "identifier": identifier });
    client.send_to(session, "Page.removeScriptToEvaluateOnNewDocument", params)
}

#[test]
fn init_scripts_are_removed_by_the_identifier_that_the_client_was_given() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    let ones = add_script(&env, &mut one, &first, "real-1");
    add_script(&env, &mut two, &second, "real-2");
    remove_script(&mut one, &first, &ones);
    let removed = env.answer("Page.removeScriptToEvaluateOnNewDocument", json!({}));
    assert_eq!(removed, json!({ "identifier": "real-1" }));
}

#[test]
fn an_init_script_that_is_not_there_cannot_be_removed() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    let ones = add_script(&env, &mut one, &first, "real-1");
    let id = remove_script(&mut two, &second, &ones);
    assert_eq!(two.error(id), "Script not found");
}

#[test]
fn init_scripts_go_with_their_client() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    add_script(&env, &mut one, &first, "real-1");
    add_script(&env, &mut two, &second, "real-2");
    env.log();
    one.leave();
    let removed = env.answer("Page.removeScriptToEvaluateOnNewDocument", json!({}));
    assert_eq!(removed, json!({ "identifier": "real-1" }));
    assert_eq!(env.log(), ["1 Page.removeScriptToEvaluateOnNewDocument"]);
}

#[test]
fn identifiers_of_init_scripts_are_never_given_twice() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let a = add_script(&env, &mut one, &first, "a");
    let b = add_script(&env, &mut one, &first, "b");
    remove_script(&mut one, &first, &a);
    env.settle();
    let c = add_script(&env, &mut one, &first, "c");
    assert_ne!(b, c);
}

#[test]
fn an_init_script_on_its_way_goes_with_its_client_too() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _two] = two_on_one_page(&env);
    let add = "Page.addScriptToEvaluateOnNewDocument";
    one.send_to(&first, add, json!({ "source": "1" }));
    one.leave();
    env.answer(add, json!({ "identifier": "real-1" }));
    let removed = env.answer("Page.removeScriptToEvaluateOnNewDocument", json!({}));
    assert_eq!(removed, json!({ "identifier": "real-1" }));
}

fn set(env: &TestEnv, client: &mut Client, session: &str, method: &str, params: Value) {
    client.send_to(session, method, params);
    env.settle();
    env.log();
}

#[test]
fn what_a_client_has_set_is_undone_when_it_leaves() {
    let cases = [
        (
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": 1 }),
            "Emulation.clearDeviceMetricsOverride",
            json!({}),
        ),
        (
            "Emulation.setTimezoneOverride",
            json!({ "timezoneId": "Asia/Tokyo" }),
            "Emulation.setTimezoneOverride",
            json!({ "timezoneId": "" }),
        ),
        (
            "Network.setExtraHTTPHeaders",
            json!({ "headers": { "X": "1" } }),
            "Network.setExtraHTTPHeaders",
            json!({ "headers": {} }),
        ),
        (
            "Network.emulateNetworkConditions",
            json!({ "offline": true }),
            "Network.emulateNetworkConditions",
            json!({ "offline": false, "latency": 0, "downloadThroughput": -1,
                "uploadThroughput": -1 }),
        ),
        (
            "Page.setBypassCSP",
            json!({ "enabled": true }),
            "Page.setBypassCSP",
            json!({ "enabled": false }),
        ),
        (
            "Network.setUserAgentOverride",
            json!({ "userAgent": "Mine" }),
            "Emulation.setUserAgentOverride",
            json!({ "userAgent": "" }),
        ),
    ];
    for (method, params, undo, neutral) in cases {
        let env = TestEnv::with_tabs(1);
        let [(mut one, first), _two] = two_on_one_page(&env);
        set(&env, &mut one, &first, method, params);
        one.leave();
        assert_eq!(env.answer(undo, json!({})), neutral, "{method}");
        assert_eq!(env.open(), [""; 0], "{method}");
    }
}

#[test]
fn the_other_clients_setting_comes_back_when_the_last_to_set_leaves() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    let zone = "Emulation.setTimezoneOverride";
    set(&env, &mut one, &first, zone, json!({ "timezoneId": "Europe/Paris" }));
    set(&env, &mut two, &second, zone, json!({ "timezoneId": "Asia/Tokyo" }));
    two.leave();
    assert_eq!(env.answer(zone, json!({})), json!({ "timezoneId": "Europe/Paris" }));
}

#[test]
fn a_user_agent_set_through_the_other_domain_comes_back_too() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    let (ones, twos) = (json!({ "userAgent": "one" }), json!({ "userAgent": "two" }));
    set(&env, &mut one, &first, "Emulation.setUserAgentOverride", ones.clone());
    set(&env, &mut two, &second, "Network.setUserAgentOverride", twos);
    two.leave();
    assert_eq!(env.answer("Emulation.setUserAgentOverride", json!({})), ones);
}

#[test]
fn what_was_set_is_undone_when_its_client_leaves_while_the_tab_is_being_attached() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (one.page(1), two.page(1));
    let zone = "Emulation.setTimezoneOverride";
    one.send_to(&first, zone, json!({ "timezoneId": "Asia/Tokyo" }));
    two.send_to(&second, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    assert_eq!(env.open(), [zone]);
    one.leave();
    env.answer(zone, json!({}));
    assert_eq!(env.answer(zone, json!({})), json!({ "timezoneId": "" }));
}

#[test]
fn a_setting_of_a_client_that_left_before_the_tab_was_attached_is_not_done() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (one.page(1), two.page(1));
    one.send_to(&first, "Emulation.setTimezoneOverride", json!({ "timezoneId": "Asia/Tokyo" }));
    two.send_to(&second, "Runtime.evaluate", json!({}));
    one.leave();
    env.answer("attach", json!({}));
    assert_eq!(env.open(), ["Runtime.evaluate"]);
}

/// What Chrome gets to hear of this command's parameters.
fn passed_on(env: &TestEnv, client: &mut Client, session: &str, params: &str) -> Value {
    let frame = format!(
        r#"{{"id":1,"method":"Runtime.evaluate","params":{params},"sessionId":"{session}"}}"#
    );
    client.say_text(&frame);
    env.answer("Runtime.evaluate", json!({}))
}

#[test]
fn object_groups_get_the_sessions_name() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let passed = passed_on(&env, &mut one, &first, r#"{"expression":"1","objectGroup":"console"}"#);
    assert_eq!(passed, json!({ "expression": "1", "objectGroup": format!("{first}/console") }));
    one.send_to(&first, "Runtime.releaseObjectGroup", json!({ "objectGroup": "console" }));
    let released = env.answer("Runtime.releaseObjectGroup", json!({}));
    assert_eq!(released, json!({ "objectGroup": format!("{first}/console") }));
}

#[test]
fn a_word_in_a_script_is_no_object_group() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let params = json!({ "expression": r#"({"objectGroup":"x"})"# });
    assert_eq!(passed_on(&env, &mut one, &first, &params.to_string()), params);
}

#[test]
fn object_groups_get_the_sessions_name_however_the_json_is_written() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let passed = passed_on(&env, &mut one, &first, r#"{"objectGroup": "console"}"#);
    assert_eq!(passed, json!({ "objectGroup": format!("{first}/console") }));
}

#[test]
fn what_a_client_passes_to_its_function_is_no_object_group() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), _] = two_on_one_page(&env);
    let params = json!({ "arguments": [{ "value": { "objectGroup": "mine" } }] });
    assert_eq!(passed_on(&env, &mut one, &first, &params.to_string()), params);
}

#[test]
fn object_groups_get_the_sessions_name_in_a_translated_context_too() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.enable", json!({}));
    let ours = client.events("Runtime.executionContextCreated")[0]["context"]["id"].clone();
    let params = json!({ "contextId": ours, "objectGroup": "console" });
    client.send_to(&session, "Runtime.evaluate", params);
    env.answer("attach", json!({}));
    env.context_appears(1, 7, "");
    env.answer("Runtime.enable", json!({}));
    let passed = env.answer("Runtime.evaluate", json!({}));
    assert_eq!(passed, json!({ "contextId": 7, "objectGroup": format!("{session}/console") }));
}

#[test]
fn only_who_uses_a_tab_drives_it() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (one.page(1), two.page(1));
    one.send_to(&first, "Runtime.evaluate", json!({}));
    env.settle();
    two.send_to(&second, "Page.enable", json!({}));
    env.settle();
    let driven: Vec<usize> = env.relay.clients().iter().map(|info| info.attached_tabs).collect();
    assert_eq!(driven, [1, 0]);
}

#[test]
fn no_frame_and_no_context_is_told_before_the_frames_are_known() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_on_one_page(&env);
    for (client, session) in [(&mut one, &first), (&mut two, &second)] {
        enable(&env, client, session, "Page");
        enable(&env, client, session, "Runtime");
    }
    let tree = one.send_to(&first, "Page.getFrameTree", json!({}));
    let navigated = json!({ "frame": { "id": "T1", "url": "https://site/new" } });
    env.event(1, "Page.frameNavigated", navigated);
    env.context_appears(1, 7, "");
    env.event(1, "Page.loadEventFired", json!({ "timestamp": 1 }));
    let told = |client: &mut Client| {
        let heard = client.heard();
        let names = heard.iter().map(|frame| frame["method"].as_str().unwrap_or("an answer"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told(&mut one), ["Page.loadEventFired"], "what is no frame waits for nothing");
    assert_eq!(
        told(&mut two),
        ["Page.frameNavigated", "Runtime.executionContextCreated", "Page.loadEventFired"],
        "nor does who has not asked"
    );
    env.answer("Page.getFrameTree", json!({ "frameTree": {} }));
    assert!(one.is_answered(tree));
    assert_eq!(
        told(&mut one),
        ["an answer", "Page.frameNavigated", "Runtime.executionContextCreated"]
    );
}
