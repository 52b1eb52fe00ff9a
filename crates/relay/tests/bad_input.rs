//! What no client should send: an answer that says what is wrong, and never more.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv};
use serde_json::{Value, json};

/// The one frame that comes back.
fn say(client: &mut Client, frame: &str) -> Value {
    client.say_text(frame);
    let mut heard = client.heard();
    assert_eq!(heard.len(), 1, "{frame}: {heard:?}");
    heard.remove(0)
}

#[test]
fn what_is_no_command_is_refused_with_id_0() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let frames = [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        r#"{"id":1}"#,
        r#"{"method":"Target.getTargets"}"#,
        r#"{"id":"1","method":"Target.getTargets"}"#,
        r#"{"id":1.5,"method":"Target.getTargets"}"#,
        r#"{"id":99999999999999999999,"method":"Target.getTargets"}"#,
        r#"{"id":1,"method":7}"#,
        r#"{"id":1,"method":"Target.getTargets","sessionId":7}"#,
        r#"{"id":1,"method":"Target.getTargets"} and more"#,
    ];
    for frame in frames {
        let answer = say(&mut client, frame);
        assert_eq!(answer["id"], 0, "{frame}");
        assert_eq!(answer["error"]["code"], -32700, "{frame}");
        let words = answer["error"]["message"].as_str().unwrap();
        assert!(words.starts_with("this is not a CDP command: "), "{words}");
    }
}

#[test]
fn an_unknown_session_is_named_in_the_refusal() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let answer = say(&mut client, r#"{"id":4,"method":"Page.enable","sessionId":"NONE"}"#);
    assert_eq!(
        answer,
        json!({ "id": 4, "sessionId": "NONE",
            "error": { "code": -32001, "message": "Session with given id not found." } })
    );
}

#[test]
fn an_unknown_session_with_a_quote_in_it_is_refused_in_json() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let answer = say(&mut client, r#"{"id":4,"method":"Page.enable","sessionId":"a\"b"}"#);
    assert_eq!(answer["sessionId"], "a\"b");
}

#[test]
fn strange_methods_are_refused_on_the_browser() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let huge = "x".repeat(1_000_000);
    let methods =
        ["", ".", "Target.", "Target.nothing", "Browser.nothing", "\"\n\u{0}", "ä.ö", &huge];
    for method in methods {
        let id = client.send(method, json!({}));
        assert_eq!(client.answer(id)["error"]["code"], -32601, "{:.20}", method);
    }
}

#[test]
fn strange_methods_go_to_chrome_on_a_page() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    let huge = "x".repeat(1_000_000);
    for method in ["", ".", "Page.", ".enable", "\"\n\u{0}", &huge] {
        let id = client.send_to(&session, method, json!({}));
        env.refuse(method, "wasn't found");
        assert_eq!(client.error(id), "wasn't found");
    }
}

/// Parameters that fit nowhere.
fn strange_params() -> Vec<Value> {
    let mut all = vec![json!([]), json!("text"), json!(7), json!(true)];
    let fields = [
        "targetId",
        "sessionId",
        "filter",
        "url",
        "browserContextId",
        "windowId",
        "permissions",
        "permission",
        "setting",
        "origin",
        "behavior",
        "cookies",
        "guid",
        "discover",
        "autoAttach",
    ];
    for field in fields {
        for value in [json!(7), json!("text"), json!([7]), json!({ "x": 7 }), json!(null)] {
            all.push(json!({ field: value }));
        }
    }
    all
}

#[test]
fn strange_parameters_get_an_answer_from_the_browser() {
    let methods = [
        "Target.setDiscoverTargets",
        "Target.setAutoAttach",
        "Target.getTargets",
        "Target.getTargetInfo",
        "Target.createTarget",
        "Target.closeTarget",
        "Target.activateTarget",
        "Target.attachToTarget",
        "Target.attachToBrowserTarget",
        "Target.detachFromTarget",
        "Target.getBrowserContexts",
        "Target.createBrowserContext",
        "Target.disposeBrowserContext",
        "Browser.getVersion",
        "Browser.close",
        "Browser.getWindowForTarget",
        "Browser.getWindowBounds",
        "Browser.setWindowBounds",
        "Browser.setDownloadBehavior",
        "Browser.cancelDownload",
        "Browser.grantPermissions",
        "Browser.setPermission",
        "Browser.resetPermissions",
        "Storage.getCookies",
        "Storage.setCookies",
        "Storage.clearCookies",
        "Tracing.start",
        "IO.read",
    ];
    for method in methods {
        for params in strange_params() {
            let env = TestEnv::with_tabs(1);
            let mut client = env.client("a");
            let id = client.send(method, params.clone());
            env.settle();
            assert!(client.is_answered(id), "{method} {params}");
        }
    }
}

#[test]
fn strange_parameters_get_an_answer_from_a_page() {
    let methods = [
        "Page.enable",
        "Page.getFrameTree",
        "Page.createIsolatedWorld",
        "Page.addScriptToEvaluateOnNewDocument",
        "Page.removeScriptToEvaluateOnNewDocument",
        "Page.setLifecycleEventsEnabled",
        "Runtime.enable",
        "Runtime.runIfWaitingForDebugger",
        "Fetch.enable",
        "Fetch.disable",
        "Fetch.continueRequest",
        "Fetch.continueWithAuth",
        "Fetch.fulfillRequest",
        "Target.setAutoAttach",
        "Target.getTargetInfo",
        "Emulation.setTimezoneOverride",
    ];
    for method in methods {
        for params in [json!([]), json!("text"), json!(7), json!({ "patterns": 7 })] {
            let env = TestEnv::with_tabs(1);
            let mut client = env.client("a");
            let session = client.page(1);
            let lazily = client.send_to(&session, method, params.clone());
            client.send_to(&session, "Runtime.evaluate", params.clone());
            env.settle();
            let attached = client.send_to(&session, method, params.clone());
            env.settle();
            assert!(client.is_answered(lazily), "{method} {params}");
            assert!(client.is_answered(attached), "{method} {params}");
        }
    }
}

#[test]
fn events_that_are_not_chromes_harm_nobody() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = env.driven(&mut client, 1);
    for domain in ["Runtime", "Fetch", "Page"] {
        client.send_to(&session, &format!("{domain}.enable"), json!({}));
    }
    env.settle();
    let methods = [
        "Target.attachedToTarget",
        "Target.detachedFromTarget",
        "Runtime.executionContextCreated",
        "Runtime.executionContextDestroyed",
        "Runtime.executionContextsCleared",
        "Runtime.consoleAPICalled",
        "Fetch.requestPaused",
        "Fetch.authRequired",
        "Page.downloadWillBegin",
        "Page.downloadProgress",
        "Tracing.dataCollected",
    ];
    for method in methods {
        for params in [json!({}), json!([]), json!("text"), json!({ "sessionId": "S" })] {
            env.event(1, method, params.clone());
            env.event(9, method, params.clone());
            env.child_event(1, "NONE", method, params);
        }
    }
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.settle();
    client.result(id);
}

#[test]
fn window_bounds_that_are_no_object_are_refused() {
    for bounds in [json!("text"), json!([]), json!(7), json!(true)] {
        let env = TestEnv::with_tabs(1);
        let mut client = env.client("a");
        let params = json!({ "windowId": 1, "bounds": bounds });
        let id = client.send("Browser.setWindowBounds", params);
        env.settle();
        client.error(id);
    }
}

#[test]
fn an_isolated_world_with_parameters_that_are_no_object_is_survived() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let session = client.page(1);
    client.send_to(&session, "Page.getFrameTree", json!({}));
    client.send_to(&session, "Page.createIsolatedWorld", json!("text"));
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    env.answer("attach", json!({}));
    let inner = json!({ "frame": { "id": "F2", "parentId": "T1" } });
    let tree = json!({ "frame": { "id": "T1" }, "childFrames": [inner] });
    env.answer("Page.getFrameTree", json!({ "frameTree": tree }));
    env.settle();
    assert!(client.is_answered(id));
}

#[test]
fn a_frame_of_a_client_that_is_not_there_is_ignored() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    client.leave();
    for method in ["Target.setAutoAttach", "Target.createBrowserContext", "Browser.getVersion"] {
        client.send(method, json!({ "autoAttach": true }));
    }
    client.say_text("nonsense");
    env.settle();
    assert_eq!(client.heard(), [json!(null); 0]);
    assert!(!env.relay.disconnect(client.id));
}
