//! Paused requests go from one client that asked for them to the next, and then to Chrome.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv};
use serde_json::{Value, json};

const NOTHING: [Value; 0] = [];
const PAUSED: &str = "Fetch.requestPaused";
const CONTINUE: &str = "Fetch.continueRequest";

fn pausing(env: &TestEnv, name: &str, params: Value) -> (Client, String) {
    let mut client = env.client(name);
    let session = env.driven(&mut client, 1);
    client.send_to(&session, "Fetch.enable", params);
    env.settle();
    client.heard();
    env.log();
    (client, session)
}

fn two_that_pause_all(env: &TestEnv) -> [(Client, String); 2] {
    ["one", "two"].map(|name| pausing(env, name, json!({})))
}

fn request(id: &str) -> Value {
    json!({ "requestId": id, "request": { "url": "https://site/a.css", "method": "GET" },
        "frameId": "T1", "resourceType": "Stylesheet", "networkId": format!("net-{id}") })
}

fn response(id: &str) -> Value {
    let mut paused = request(id);
    paused["responseStatusCode"] = 200.into();
    paused
}

fn patterns(url: &str) -> Value {
    json!({ "patterns": [{ "urlPattern": url }] })
}

#[test]
fn chrome_gets_everybodys_patterns_together() {
    let env = TestEnv::with_tabs(1);
    let _one = pausing(&env, "one", patterns("*.css"));
    let mut two = env.client("two");
    let session = env.driven(&mut two, 1);
    let params = json!({ "patterns": [{ "urlPattern": "*.js" }], "handleAuthRequests": true });
    two.send_to(&session, "Fetch.enable", params);
    let merged = env.answer("Fetch.enable", json!({}));
    assert_eq!(
        merged,
        json!({ "patterns": [{ "urlPattern": "*.css" }, { "urlPattern": "*.js" }],
            "handleAuthRequests": true })
    );
}

#[test]
fn who_wants_all_requests_gets_them_though_another_wants_few() {
    let env = TestEnv::with_tabs(1);
    let _one = pausing(&env, "one", patterns("*.css"));
    let mut two = env.client("two");
    let session = env.driven(&mut two, 1);
    two.send_to(&session, "Fetch.enable", json!({}));
    assert_eq!(env.answer("Fetch.enable", json!({})), json!({ "handleAuthRequests": false }));
}

#[test]
fn a_disable_by_one_leaves_the_others_patterns() {
    let env = TestEnv::with_tabs(1);
    let (mut one, first) = pausing(&env, "one", patterns("*.css"));
    let (mut two, second) = pausing(&env, "two", patterns("*.js"));
    one.send_to(&first, "Fetch.disable", json!({}));
    let left = env.answer("Fetch.enable", json!({}));
    assert_eq!(left["patterns"], json!([{ "urlPattern": "*.js" }]));
    two.send_to(&second, "Fetch.disable", json!({}));
    assert_eq!(env.open(), ["Fetch.disable"]);
}

#[test]
fn a_paused_request_goes_to_one_after_the_other_and_then_on() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    assert_eq!(one.events_on(&first, PAUSED), [request("r")]);
    assert_eq!(two.heard(), NOTHING);

    let headers = json!([{ "name": "X-One", "value": "1" }]);
    let id = one.send_to(&first, CONTINUE, json!({ "requestId": "r", "headers": headers }));
    assert_eq!(one.result(id), json!({}));
    assert_eq!(env.open(), [""; 0]);
    assert_eq!(two.events_on(&second, PAUSED), [request("r")]);

    let id = two.send_to(&second, CONTINUE, json!({ "requestId": "r", "method": "POST" }));
    let passed = env.answer(CONTINUE, json!({}));
    assert_eq!(passed, json!({ "requestId": "r", "headers": headers, "method": "POST" }));
    assert_eq!(two.result(id), json!({}));
}

#[test]
fn of_the_same_thing_changed_twice_the_later_change_holds() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    one.send_to(&first, CONTINUE, json!({ "requestId": "r", "url": "https://one/" }));
    two.send_to(&second, CONTINUE, json!({ "requestId": "r", "url": "https://two/" }));
    assert_eq!(env.answer(CONTINUE, json!({}))["url"], "https://two/");
}

#[test]
fn a_request_that_the_first_fulfils_or_fails_ends_there() {
    for (verdict, more) in [
        ("Fetch.fulfillRequest", json!({ "responseCode": 204 })),
        ("Fetch.failRequest", json!({ "errorReason": "Aborted" })),
    ] {
        let env = TestEnv::with_tabs(1);
        let [(mut one, first), (mut two, second)] = two_that_pause_all(&env);
        env.event(1, PAUSED, request("r"));
        let mut params = more;
        params["requestId"] = "r".into();
        one.send_to(&first, verdict, params.clone());
        assert_eq!(env.answer(verdict, json!({})), params);
        assert_eq!(two.heard(), NOTHING);
        let id = two.send_to(&second, CONTINUE, json!({ "requestId": "r" }));
        assert_eq!(two.error(id), "Invalid InterceptionId.");
    }
}

#[test]
fn a_request_goes_only_to_those_whose_patterns_fit() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = pausing(&env, "one", patterns("*.js"));
    let (mut two, second) = pausing(&env, "two", patterns("*.css"));
    env.event(1, PAUSED, request("r"));
    assert_eq!(one.heard(), NOTHING);
    assert_eq!(two.events(PAUSED), [request("r")]);
    two.send_to(&second, CONTINUE, json!({ "requestId": "r" }));
    assert_eq!(env.open(), [CONTINUE]);
}

#[test]
fn a_request_that_fits_nobody_goes_on() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = pausing(&env, "one", patterns("*.js"));
    env.event(1, PAUSED, request("r"));
    assert_eq!(one.heard(), NOTHING);
    assert_eq!(env.answer(CONTINUE, json!({})), json!({ "requestId": "r" }));
}

#[test]
fn who_does_not_hold_the_request_cannot_decide() {
    let env = TestEnv::with_tabs(1);
    let [_one, (mut two, second)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    for verdict in [CONTINUE, "Fetch.fulfillRequest", "Fetch.failRequest"] {
        let id = two.send_to(&second, verdict, json!({ "requestId": "r" }));
        assert_eq!(two.error(id), "Invalid InterceptionId.");
    }
    assert_eq!(env.open(), [""; 0]);
}

#[test]
fn a_client_that_leaves_passes_its_request_on() {
    let env = TestEnv::with_tabs(1);
    let [(one, _), (mut two, second)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    one.leave();
    assert_eq!(two.events_on(&second, PAUSED), [request("r")]);
}

#[test]
fn a_client_that_leaves_while_it_waits_for_its_turn_is_passed_over() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (two, _)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    two.leave();
    one.send_to(&first, CONTINUE, json!({ "requestId": "r" }));
    assert!(env.open().contains(&CONTINUE.to_owned()));
}

#[test]
fn the_last_who_leaves_lets_the_request_go_with_the_changes_so_far() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (two, _)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    one.send_to(&first, CONTINUE, json!({ "requestId": "r", "method": "POST" }));
    two.leave();
    assert_eq!(env.answer(CONTINUE, json!({})), json!({ "requestId": "r", "method": "POST" }));
}

#[test]
fn a_client_that_disables_passes_its_request_on() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, _)] = two_that_pause_all(&env);
    env.event(1, PAUSED, request("r"));
    one.send_to(&first, "Fetch.disable", json!({}));
    assert_eq!(two.events(PAUSED), [request("r")]);
}

#[test]
fn who_asked_for_the_response_of_its_request_gets_it() {
    let env = TestEnv::with_tabs(1);
    let (mut one, first) = pausing(&env, "one", patterns("*.css"));
    let (mut two, _) = pausing(&env, "two", patterns("*.js"));
    env.event(1, PAUSED, request("r"));
    let params = json!({ "requestId": "r", "interceptResponse": true });
    one.send_to(&first, CONTINUE, params.clone());
    assert_eq!(env.answer(CONTINUE, json!({})), params);
    one.heard();
    env.event(1, PAUSED, response("r"));
    assert_eq!(one.events(PAUSED), [response("r")]);
    assert_eq!(two.heard(), NOTHING);
}

#[test]
fn a_response_that_nobody_asked_for_goes_on() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = pausing(&env, "one", patterns("*.css"));
    env.event(1, PAUSED, response("r"));
    assert_eq!(one.heard(), NOTHING);
    assert_eq!(env.open(), [CONTINUE]);
}

#[test]
fn responses_go_to_those_who_asked_for_them_by_pattern() {
    let env = TestEnv::with_tabs(1);
    let stage = json!({ "patterns": [{ "urlPattern": "*", "requestStage": "Response" }] });
    let (mut one, _) = pausing(&env, "one", stage);
    env.event(1, PAUSED, request("r"));
    assert_eq!(one.heard(), NOTHING);
    env.event(1, PAUSED, response("r"));
    assert_eq!(one.events(PAUSED), [response("r")]);
}

#[test]
fn a_response_goes_to_everyone_who_asked_for_it() {
    let env = TestEnv::with_tabs(1);
    let [(mut one, first), (mut two, second)] =
        ["one", "two"].map(|name| pausing(&env, name, patterns("*.css")));
    env.event(1, PAUSED, request("r"));
    let params = json!({ "requestId": "r", "interceptResponse": true });
    one.send_to(&first, CONTINUE, params.clone());
    two.send_to(&second, CONTINUE, params);
    env.settle();
    one.heard();
    two.heard();
    env.event(1, PAUSED, response("r"));
    assert_eq!(one.events(PAUSED), [response("r")]);
    one.send_to(&first, "Fetch.continueResponse", json!({ "requestId": "r" }));
    assert_eq!(two.events(PAUSED), [response("r")]);
}

#[test]
fn a_response_is_let_go_as_a_response_with_the_changes_so_far() {
    let env = TestEnv::with_tabs(1);
    let stage = json!({ "patterns": [{ "requestStage": "Response" }] });
    let (mut one, first) = pausing(&env, "one", stage.clone());
    let (two, _) = pausing(&env, "two", stage);
    env.event(1, PAUSED, response("r"));
    let change = json!({ "requestId": "r", "responseCode": 404 });
    one.send_to(&first, "Fetch.continueResponse", change.clone());
    two.leave();
    assert_eq!(env.answer("Fetch.continueResponse", json!({})), change);
}

#[test]
fn a_challenge_goes_to_those_who_handle_them() {
    let env = TestEnv::with_tabs(1);
    let (mut one, _) = pausing(&env, "one", json!({}));
    let (mut two, second) = pausing(&env, "two", json!({ "handleAuthRequests": true }));
    env.event(1, "Fetch.authRequired", request("r"));
    assert_eq!(one.heard(), NOTHING);
    assert_eq!(two.events("Fetch.authRequired"), [request("r")]);
    let verdict = json!({ "requestId": "r", "authChallengeResponse": { "response": "Default" } });
    two.send_to(&second, "Fetch.continueWithAuth", verdict.clone());
    assert_eq!(env.answer("Fetch.continueWithAuth", json!({})), verdict);
}

#[test]
fn a_challenge_that_nobody_handles_gets_the_default_answer() {
    let env = TestEnv::with_tabs(1);
    let _one = pausing(&env, "one", json!({}));
    env.event(1, "Fetch.authRequired", request("r"));
    assert_eq!(
        env.answer("Fetch.continueWithAuth", json!({})),
        json!({ "requestId": "r", "authChallengeResponse": { "response": "Default" } })
    );
}
