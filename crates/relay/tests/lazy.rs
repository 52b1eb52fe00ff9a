//! A tab is attached when a command first needs it, once, and with all that was set before.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv, tab};
use serde_json::{Value, json};

/// What Playwright sends to every page that it hears of.
fn greet_like_playwright(client: &mut Client, session: &str, frame: &str) -> Vec<i64> {
    let world = json!({ "frameId": frame, "worldName": "utility", "grantUniveralAccess": true });
    let commands = [
        ("Page.enable", json!({})),
        ("Page.getFrameTree", json!({})),
        ("Log.enable", json!({})),
        ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
        ("Runtime.enable", json!({})),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "1", "worldName": "utility" })),
        ("Network.enable", json!({})),
        ("Target.setAutoAttach", auto_attach()),
        ("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })),
        ("Emulation.setEmulatedMedia", json!({ "media": "", "features": [] })),
        ("Page.createIsolatedWorld", world),
        ("Runtime.runIfWaitingForDebugger", json!({})),
    ];
    commands.map(|(method, params)| client.send_to(session, method, params)).to_vec()
}

fn auto_attach() -> Value {
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true })
}

#[test]
fn fifty_tabs_are_greeted_and_none_is_attached() {
    let env = TestEnv::with_tabs(50);
    let mut client = env.client("playwright");
    client.send("Target.setAutoAttach", auto_attach());
    let pages = client.announced();
    assert_eq!(pages.len(), 50);
    for (session, target) in pages {
        for id in greet_like_playwright(&mut client, &session, &target) {
            client.result(id);
        }
    }
    assert_eq!(env.log(), [""; 0]);
}

#[test]
fn the_first_evaluate_attaches_the_tab_and_no_other() {
    let env = TestEnv::with_tabs(3);
    let mut client = env.client("a");
    let session = client.page(2);
    let id = client.send_to(&session, "Runtime.evaluate", json!({ "expression": "1" }));
    assert_eq!(env.log(), ["attach 2"]);
    env.answer("attach", json!({}));
    let asked = env.answer("Runtime.evaluate", json!({ "result": { "value": 1 } }));
    assert_eq!(asked, json!({ "expression": "1" }));
    assert_eq!(
        client.heard(),
        [json!({ "id": id, "result": { "result": { "value": 1 } }, "sessionId": session })]
    );
}

#[test]
fn many_commands_of_many_clients_attach_once() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (one.page(1), two.page(1));
    for _ in 0..3 {
        one.send_to(&first, "Runtime.evaluate", json!({}));
        two.send_to(&second, "Runtime.evaluate", json!({}));
    }
    assert_eq!(env.log(), ["attach 1"]);
    env.answer("attach", json!({}));
    assert_eq!(env.log(), ["1 Runtime.evaluate"; 6]);
    two.send_to(&second, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
}

#[test]
fn waiting_commands_reach_chrome_in_the_order_in_which_they_came() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    for method in ["Runtime.evaluate", "Page.enable", "DOM.getDocument", "Page.navigate"] {
        client.send_to(&session, method, json!({}));
    }
    env.answer("attach", json!({}));
    assert_eq!(
        env.log(),
        ["attach 1", "1 Runtime.evaluate", "1 Page.enable", "1 DOM.getDocument", "1 Page.navigate"]
    );
}

#[test]
fn what_was_set_is_done_in_order_before_the_waiting_command() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("playwright");
    let session = client.page(1);
    greet_like_playwright(&mut client, &session, "T1");
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    env.answer("Page.getFrameTree", json!({ "frameTree": { "frame": { "id": "T1" } } }));
    assert_eq!(
        env.log(),
        [
            "attach 1",
            "1 Page.getFrameTree",
            "1 Page.enable",
            "1 Log.enable",
            "1 Page.setLifecycleEventsEnabled",
            "1 Runtime.enable",
            "1 Page.addScriptToEvaluateOnNewDocument",
            "1 Network.enable",
            "1 Target.setAutoAttach",
            "1 Emulation.setFocusEmulationEnabled",
            "1 Emulation.setEmulatedMedia",
            "1 Page.createIsolatedWorld",
        ]
    );
    env.settle();
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
}

#[test]
fn the_client_hears_nothing_of_what_is_done_again() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("playwright");
    let session = client.page(1);
    greet_like_playwright(&mut client, &session, "T1");
    client.heard();
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.settle();
    assert_eq!(client.heard(), [json!({ "id": id, "result": {}, "sessionId": session })]);
}

#[test]
fn a_setting_that_chrome_refuses_holds_nothing_up() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Audits.enable", json!({}));
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    env.refuse("Audits.enable", "no");
    env.settle();
    client.result(id);
}

#[test]
fn a_later_setting_of_the_same_kind_takes_the_earlier_ones_place() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    for zone in ["Europe/Paris", "Asia/Tokyo"] {
        let params = json!({ "timezoneId": zone });
        client.send_to(&session, "Emulation.setTimezoneOverride", params);
    }
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    let set = env.answer("Emulation.setTimezoneOverride", json!({}));
    assert_eq!(set, json!({ "timezoneId": "Asia/Tokyo" }));
    assert_eq!(env.open(), ["Runtime.evaluate"]);
}

#[test]
fn frames_of_the_page_are_told_when_it_is_attached() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = client.send_to(&session, "Page.getFrameTree", json!({}));
    assert_eq!(client.result(id)["frameTree"]["frame"]["id"], "T1");
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    let inner = json!({ "id": "F2", "parentId": "T1", "url": "https://inner/" });
    let tree = json!({ "frame": { "id": "T1" }, "childFrames": [{ "frame": inner }] });
    env.answer("Page.getFrameTree", json!({ "frameTree": tree }));
    assert_eq!(
        client.heard(),
        [
            json!({ "method": "Page.frameAttached", "sessionId": session,
                "params": { "frameId": "F2", "parentFrameId": "T1" } }),
            json!({ "method": "Page.frameNavigated", "sessionId": session,
                "params": { "frame": inner, "type": "Navigation" } }),
        ]
    );
}

#[test]
fn isolated_worlds_are_made_in_every_frame_of_the_page() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.getFrameTree", json!({}));
    let world = json!({ "frameId": "T1", "worldName": "utility" });
    client.send_to(&session, "Page.createIsolatedWorld", world);
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    let inner = json!({ "frame": { "id": "F2", "parentId": "T1" } });
    let tree = json!({ "frame": { "id": "T1" }, "childFrames": [inner] });
    env.answer("Page.getFrameTree", json!({ "frameTree": tree }));
    let frames = [1, 2].map(|number| {
        env.answer("Page.createIsolatedWorld", json!({ "executionContextId": number }))["frameId"]
            .take()
    });
    assert_eq!(frames, ["F2", "T1"]);
}

#[test]
fn a_page_that_has_loaded_tells_its_lifecycle_without_chrome() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
    let told = client.events("Page.lifecycleEvent");
    let names: Vec<&Value> = told.iter().map(|params| &params["name"]).collect();
    assert_eq!(names, ["commit", "DOMContentLoaded", "load", "networkAlmostIdle", "networkIdle"]);
}

#[test]
fn a_page_that_went_elsewhere_and_loaded_in_one_notice_tells_its_lifecycle() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
    client.events("Page.lifecycleEvent");
    env.change(tabwright_wire::TabTarget { url: "https://elsewhere.test/".to_owned(), ..tab(1) });
    let told = client.events("Page.lifecycleEvent");
    assert!(told.iter().any(|event| event["name"] == "load"), "{told:?}");
}

#[test]
fn a_page_that_loads_unattached_tells_its_lifecycle_when_it_has() {
    let env = TestEnv::with_tabs(0);
    env.create(tabwright_wire::TabTarget { loading: true, ..tab(1) });
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
    assert!(client.events("Page.lifecycleEvent").is_empty());
    env.change(tab(1));
    assert_eq!(client.events("Page.lifecycleEvent").len(), 5);
}

#[test]
fn contexts_told_before_are_chromes_on_the_way_there() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.enable", json!({}));
    let told = client.events("Runtime.executionContextCreated").remove(0);
    let world = json!({ "frameId": "T1", "worldName": "utility" });
    let made = client.send_to(&session, "Page.createIsolatedWorld", world);
    let utility = client.result(made)["executionContextId"].take();
    let (main, unique) = (told["context"]["id"].clone(), told["context"]["uniqueId"].clone());

    client.send_to(&session, "Runtime.evaluate", json!({ "contextId": main }));
    client.send_to(&session, "Runtime.evaluate", json!({ "contextId": utility }));
    client.send_to(&session, "Runtime.evaluate", json!({ "uniqueContextId": unique }));
    client.send_to(&session, "Runtime.callFunctionOn", json!({ "executionContextId": main }));
    client.heard();
    env.answer("attach", json!({}));
    env.answer("Runtime.enable", json!({}));
    env.context_appears(1, 7, "");
    env.context_appears(1, 8, "utility");
    env.answer("Page.createIsolatedWorld", json!({ "executionContextId": 8 }));
    assert_eq!(client.heard(), [json!(null); 0]);

    assert_eq!(env.answer("Runtime.evaluate", json!({})), json!({ "contextId": 7 }));
    assert_eq!(env.answer("Runtime.evaluate", json!({})), json!({ "contextId": 8 }));
    let unique = json!({ "uniqueContextId": "unique-7" });
    assert_eq!(env.answer("Runtime.evaluate", json!({})), unique);
    let called = json!({ "executionContextId": 7 });
    assert_eq!(env.answer("Runtime.callFunctionOn", json!({})), called);
}

#[test]
fn contexts_told_before_are_ours_on_the_way_back() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.enable", json!({}));
    let ours = client.events("Runtime.executionContextCreated")[0]["context"]["id"].clone();
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    env.context_appears(1, 7, "");
    env.settle();
    client.heard();

    env.event(1, "Runtime.consoleAPICalled", json!({ "type": "log", "executionContextId": 7 }));
    let thrown = json!({ "exceptionDetails": { "executionContextId": 7 } });
    env.event(1, "Runtime.exceptionThrown", thrown);
    env.event(1, "Runtime.executionContextDestroyed", json!({ "executionContextId": 7 }));
    let told = |method: &str, params: Value| json!({ "method": method, "params": params, "sessionId": session });
    assert_eq!(
        client.heard(),
        [
            told("Runtime.consoleAPICalled", json!({ "type": "log", "executionContextId": ours })),
            told(
                "Runtime.exceptionThrown",
                json!({ "exceptionDetails": { "executionContextId": ours } })
            ),
            told("Runtime.executionContextDestroyed", json!({ "executionContextId": ours })),
        ]
    );
}

#[test]
fn contexts_of_a_new_document_are_told_by_chromes_ids() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.enable", json!({}));
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    env.context_appears(1, 7, "");
    env.settle();
    client.heard();
    env.event(1, "Runtime.executionContextsCleared", json!({}));
    env.context_appears(1, 9, "");
    assert_eq!(client.events("Runtime.executionContextsCleared").len(), 1);
    assert_eq!(client.events("Runtime.executionContextCreated"), [env::context(1, 9, "")]);
}

#[test]
fn an_isolated_world_can_be_used_without_runtime_enabled() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    let world = json!({ "frameId": "T1", "worldName": "utility" });
    let made = client.send_to(&session, "Page.createIsolatedWorld", world);
    let ours = client.result(made)["executionContextId"].take();
    client.send_to(&session, "Runtime.evaluate", json!({ "contextId": ours }));
    env.answer("attach", json!({}));
    env.answer("Page.createIsolatedWorld", json!({ "executionContextId": 8 }));
    assert_eq!(env.answer("Runtime.evaluate", json!({})), json!({ "contextId": 8 }));
}

#[test]
fn a_person_who_goes_elsewhere_is_followed_without_attaching() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.enable", json!({}));
    client.send_to(&session, "Runtime.enable", json!({}));
    client.heard();
    env.change(tabwright_wire::TabTarget { url: "https://elsewhere/".into(), ..tab(1) });
    assert_eq!(client.events("Page.frameNavigated")[0]["frame"]["url"], "https://elsewhere/");
    assert_eq!(client.events("Runtime.executionContextsCleared").len(), 1);
    assert_eq!(client.events("Runtime.executionContextCreated").len(), 1);
    assert_eq!(env.log(), [""; 0]);
}

#[test]
fn the_tab_is_let_go_when_the_last_session_ends() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let first = env.driven(&mut one, 1);
    env.driven(&mut two, 1);
    one.send("Target.detachFromTarget", json!({ "sessionId": first }));
    assert!(!env.log().contains(&"detach 1".to_owned()));
    two.leave();
    assert_eq!(env.log(), ["detach 1"]);
}

#[test]
fn an_attach_that_nobody_waits_for_any_more_is_undone_and_the_next_client_attaches_anew() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let first = one.page(1);
    one.send_to(&first, "Runtime.evaluate", json!({}));
    one.leave();
    let second = two.page(1);
    two.send_to(&second, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1", "detach 1", "attach 1"]);
    env.answer("attach", json!({}));
    assert_eq!(env.log(), [""; 0], "that was the first one's");
    env.answer("detach", json!({}));
    env.answer("attach", json!({}));
    assert_eq!(env.log(), ["1 Runtime.evaluate"]);
}

#[test]
fn a_late_answer_of_a_given_up_attachment_does_not_finish_the_next() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let first = one.page(1);
    one.send_to(&first, "Page.enable", json!({}));
    one.send_to(&first, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    one.leave();
    let second = two.page(1);
    two.send_to(&second, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1", "1 Page.enable", "detach 1", "attach 1"]);
    env.answer("Page.enable", json!({}));
    assert_eq!(env.log(), [""; 0], "Chrome has not attached it yet");
}

#[test]
fn a_refused_attach_refuses_every_waiting_command_in_chromes_words() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    let (first, second) = (one.page(1), two.page(1));
    let ids = [1, 2].map(|_| one.send_to(&first, "Runtime.evaluate", json!({})));
    let other = two.send_to(&second, "Runtime.evaluate", json!({}));
    env.refuse("attach", "Cannot access a chrome:// URL");
    for id in ids {
        assert_eq!(
            one.answer(id),
            json!({ "id": id, "sessionId": first,
                "error": { "code": -32000, "message": "Cannot access a chrome:// URL" } })
        );
    }
    assert_eq!(two.error(other), "Cannot access a chrome:// URL");
}

#[test]
fn after_a_refused_attach_the_next_command_tries_again() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.refuse("attach", "no");
    client.heard();
    env.log();
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1"]);
    env.settle();
    client.result(id);
}

#[test]
fn a_tab_that_closes_while_it_is_attached_refuses_what_waits() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.remove(1);
    assert_eq!(client.error(id), "Target closed");
    assert_eq!(
        client.events("Target.detachedFromTarget"),
        [json!({ "sessionId": session, "targetId": "T1" })]
    );
    env.refuse("attach", "No tab with id 1");
    env.settle();
    assert_eq!(client.heard(), [json!(null); 0]);
}

#[test]
fn a_page_that_takes_the_tab_over_while_it_is_attached_is_attached_itself() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Runtime.evaluate", json!({}));
    env.change(tabwright_wire::TabTarget { target_id: "T1b".into(), ..tab(1) });
    assert_eq!(env.log(), ["attach 1", "detach 1"]);
    env.settle();
    let session = client.attach_to("T1b");
    client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(env.log(), ["attach 1"]);
}

#[test]
fn a_tab_that_the_client_makes_is_attached_at_once() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    client.send("Target.setAutoAttach", auto_attach());
    client.heard();
    let id = client.send("Target.createTarget", json!({ "url": "https://new/" }));
    env.answer("createTab", serde_json::to_value(tab(2)).unwrap());
    assert_eq!(client.announced()[0].1, "T2");
    assert_eq!(client.result(id), json!({ "targetId": "T2" }));
    assert_eq!(env.log(), ["createTab", "attach 2"]);
}

#[test]
fn a_popup_of_an_attached_tab_is_attached_at_once_and_one_of_another_is_not() {
    let env = TestEnv::with_tabs(2);
    let mut client = env.client("a");
    client.send("Target.setAutoAttach", auto_attach());
    env.driven(&mut client, 1);
    env.create(tabwright_wire::TabTarget { opener: Some(tab(1).tab), ..tab(3) });
    env.create(tabwright_wire::TabTarget { opener: Some(tab(2).tab), ..tab(4) });
    assert_eq!(env.log(), ["attach 3"]);
    assert_eq!(client.events("Target.attachedToTarget")[0]["targetInfo"]["openerId"], "T1");
}

#[test]
fn a_tab_attached_for_a_client_that_leaves_before_it_has_the_page_is_let_go() {
    let env = TestEnv::with_tabs(1);
    let mut puppeteer = env.client("puppeteer");
    let filter = json!([{ "type": "page", "exclude": true }, {}]);
    puppeteer.send("Target.setAutoAttach", json!({ "autoAttach": true, "filter": filter }));
    puppeteer.send("Target.createTarget", json!({ "url": "about:blank" }));
    env.settle();
    assert_eq!(env.log(), ["createTab", "attach 2"]);
    puppeteer.leave();
    assert_eq!(env.log(), ["detach 2"]);
}
