//! Places apart: the incognito window as a browser context, and what sites may do there and elsewhere.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv, tab};
use serde_json::{Value, json};
use tabwright_wire::TabTarget;

const NOTHING: [Value; 0] = [];
const INCOGNITO: &str = "TABWRIGHT-INCOGNITO";

fn ask_for_context(client: &mut Client) -> i64 {
    client.send("Target.createBrowserContext", json!({}))
}

fn incognito(number: i32) -> TabTarget {
    TabTarget { incognito: true, url: "about:blank".into(), ..tab(number) }
}

/// The client's context, with a window whose first tab, number 9, nobody sees yet.
fn with_context(env: &TestEnv, client: &mut Client) {
    let id = ask_for_context(client);
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    env.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(client.result(id), json!({ "browserContextId": INCOGNITO }));
    env.log();
}

fn new_page(client: &mut Client, url: &str) -> i64 {
    client.send("Target.createTarget", json!({ "url": url, "browserContextId": INCOGNITO }))
}

#[test]
fn a_context_is_an_incognito_window_in_the_background() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = ask_for_context(&mut client);
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    let made = env.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(
        made,
        json!({ "url": "about:blank", "background": true, "newWindow": true, "incognito": true })
    );
    assert_eq!(client.result(id), json!({ "browserContextId": INCOGNITO }));
    let id = client.send("Target.getBrowserContexts", json!({}));
    assert_eq!(client.result(id)["browserContextIds"], json!([INCOGNITO]));
}

#[test]
fn the_windows_first_tab_is_hidden_until_the_first_page_is_asked_for() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    client.heard();
    with_context(&env, &mut client);
    assert_eq!(client.heard(), NOTHING);
    let id = new_page(&mut client, "about:blank");
    let announced = client.events("Target.attachedToTarget");
    assert_eq!(announced[0]["targetInfo"]["targetId"], "T9");
    assert_eq!(announced[0]["targetInfo"]["browserContextId"], INCOGNITO);
    assert_eq!(client.result(id), json!({ "targetId": "T9" }));
    assert_eq!(env.log(), ["attach 9"], "and no tab is made");
}

#[test]
fn a_second_page_is_a_tab_of_its_own() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    with_context(&env, &mut client);
    new_page(&mut client, "about:blank");
    let id = new_page(&mut client, "about:blank");
    let made = env.answer("createTab", serde_json::to_value(incognito(10)).unwrap());
    assert_eq!(made["incognito"], true);
    assert_eq!(client.result(id), json!({ "targetId": "T10" }));
}

#[test]
fn another_client_sees_nothing_of_the_context() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    two.send("Target.setDiscoverTargets", json!({ "discover": true }));
    two.heard();
    with_context(&env, &mut one);
    new_page(&mut one, "about:blank");
    assert_eq!(two.heard(), NOTHING);
    let id = new_page(&mut two, "about:blank");
    assert_eq!(two.error(id), "Failed to find browser context with that id");
    let id = two.send("Target.disposeBrowserContext", json!({ "browserContextId": INCOGNITO }));
    assert_eq!(two.error(id), "Failed to find context with that id");
    let id = two.send("Target.getBrowserContexts", json!({}));
    assert_eq!(two.result(id)["browserContextIds"], json!([]));
}

#[test]
fn a_context_is_refused_with_what_to_do_about_it() {
    let cases = [
        (json!({ "allowed": false, "windows": 0 }), "Allow in Incognito"),
        (json!({ "allowed": true, "windows": 2 }), "close them first"),
    ];
    for (state, advice) in cases {
        let env = TestEnv::with_tabs(1);
        let mut client = env.client("a");
        let id = ask_for_context(&mut client);
        env.answer("getIncognito", state);
        let words = client.error(id);
        assert!(words.contains(advice), "{words}");
        assert!(words.contains("browser.contexts()[0]"), "{words}");
        with_context(&env, &mut client);
    }
}

#[test]
fn a_context_that_is_taken_is_refused_also_while_it_opens() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    ask_for_context(&mut one);
    let id = ask_for_context(&mut two);
    assert!(two.error(id).contains("is in use"));
    env.settle();
    let id = ask_for_context(&mut two);
    assert!(two.error(id).contains("is in use"));
}

#[test]
fn a_window_that_does_not_open_is_told_and_the_next_may_try() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = ask_for_context(&mut client);
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    env.refuse("createTab", "no window");
    assert_eq!(client.error(id), "no window");
    with_context(&env, &mut client);
}

#[test]
fn a_disposed_context_closes_its_tabs_and_is_free_again() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    with_context(&env, &mut client);
    new_page(&mut client, "about:blank");
    let session = client.page(9);
    client.heard();
    let id = client.send("Target.disposeBrowserContext", json!({ "browserContextId": INCOGNITO }));
    assert_eq!(env.answer("closeTab", json!({})), json!({ "tab": 9 }));
    let heard = client.heard();
    let gone = json!({ "sessionId": session, "targetId": "T9" });
    let told = |frame: &Value| frame["params"] == gone;
    assert!(heard.iter().any(told), "{heard:?}");
    assert_eq!(heard.last().unwrap()["id"], id, "answered when the tab is gone");
    with_context(&env, &mut env.client("b"));
}

#[test]
fn a_context_goes_with_its_client() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    with_context(&env, &mut client);
    client.leave();
    assert_eq!(env.log(), ["closeTab 9"]);
    with_context(&env, &mut env.client("b"));
}

#[test]
fn a_window_that_opens_after_its_client_left_is_closed() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    ask_for_context(&mut client);
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    client.leave();
    env.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(env.answer("closeTab", json!({})), json!({ "tab": 9 }));
}

#[test]
fn a_client_that_left_takes_nobodys_context_with_it() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    ask_for_context(&mut one);
    one.leave();
    let id = ask_for_context(&mut two);
    env.refuse("getIncognito", "too late");
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    env.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(two.result(id), json!({ "browserContextId": INCOGNITO }));
}

#[test]
fn the_window_of_a_client_that_left_is_not_the_next_ones() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    ask_for_context(&mut one);
    env.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    one.leave();
    ask_for_context(&mut two);
    env.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert!(env.open().contains(&"closeTab".to_owned()), "{:?}", env.open());
}

#[test]
fn cookies_are_those_of_the_context() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    with_context(&env, &mut client);
    let id = client.send("Storage.getCookies", json!({ "browserContextId": INCOGNITO }));
    assert_eq!(env.answer("getCookies", json!({ "cookies": [] })), json!({ "incognito": true }));
    assert_eq!(client.result(id), json!({ "cookies": [] }));
    client.send("Storage.clearCookies", json!({}));
    assert_eq!(env.answer("clearCookies", json!({})), json!({ "incognito": false }));
    let cookie = json!({ "name": "a", "value": "b" });
    client.send("Storage.setCookies", json!({ "cookies": [cookie] }));
    let set = json!({ "cookies": [cookie], "incognito": false });
    assert_eq!(env.answer("setCookies", json!({})), set);
}

#[test]
fn the_cookies_of_another_clients_context_are_not_to_be_had() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    with_context(&env, &mut one);
    let id = two.send("Storage.getCookies", json!({ "browserContextId": INCOGNITO }));
    env.settle();
    two.error(id);
}

fn grant(client: &mut Client, names: &[&str]) -> i64 {
    let params = json!({ "permissions": names, "origin": "https://site" });
    client.send("Browser.grantPermissions", params)
}

fn granted(names: &[&str]) -> Value {
    json!({ "names": names, "setting": "granted", "origin": "https://site", "incognito": false })
}

#[test]
fn permissions_are_granted_and_set() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = grant(&mut client, &["geolocation"]);
    assert_eq!(env.answer("setPermissions", json!({})), granted(&["geolocation"]));
    assert_eq!(client.result(id), json!({}));
    with_context(&env, &mut client);
    let params = json!({ "permission": { "name": "midi" }, "setting": "denied",
        "browserContextId": INCOGNITO });
    client.send("Browser.setPermission", params);
    assert_eq!(
        env.answer("setPermissions", json!({})),
        json!({ "names": ["midi"], "setting": "denied", "incognito": true })
    );
}

#[test]
fn a_permission_that_the_browser_refuses_is_refused() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = grant(&mut client, &["nonsense"]);
    env.refuse("setPermissions", "Unknown permission type: nonsense");
    assert_eq!(client.error(id), "Unknown permission type: nonsense");
    client.leave();
    assert_eq!(env.open(), [""; 0], "there is nothing to take back");
}

#[test]
fn a_reset_takes_back_ones_own_and_sets_the_others_again() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    grant(&mut one, &["geolocation"]);
    grant(&mut two, &["midi"]);
    env.settle();
    let id = one.send("Browser.resetPermissions", json!({}));
    assert_eq!(env.answer("resetPermissions", json!({})), json!({ "incognito": false }));
    assert_eq!(env.answer("setPermissions", json!({})), granted(&["midi"]));
    assert_eq!(env.open(), [""; 0]);
    one.result(id);
}

#[test]
fn permissions_go_with_their_client_and_the_others_are_set_again() {
    let env = TestEnv::with_tabs(1);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    grant(&mut one, &["geolocation"]);
    grant(&mut two, &["midi"]);
    env.settle();
    one.leave();
    env.answer("resetPermissions", json!({}));
    assert_eq!(env.answer("setPermissions", json!({})), granted(&["midi"]));
    two.leave();
    env.answer("resetPermissions", json!({}));
    assert_eq!(env.open(), [""; 0]);
}

#[test]
fn a_permission_that_is_granted_after_its_client_left_is_taken_back() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    grant(&mut client, &["geolocation"]);
    client.leave();
    env.answer("setPermissions", json!({}));
    assert_eq!(env.open(), ["resetPermissions"]);
}

#[test]
fn a_browser_that_comes_back_gets_the_permissions_again() {
    let mut env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    grant(&mut client, &["geolocation"]);
    env.settle();
    env.lose_browser();
    env.browser = std::sync::Arc::default();
    env.relay.browser_connected(env.as_browser());
    env.answer("resetPermissions", json!({}));
    assert_eq!(env.answer("setPermissions", json!({})), granted(&["geolocation"]));
}
