//! Places apart: the incognito window as a browser context, and what sites may do there and elsewhere.

#![allow(clippy::unwrap_used)]

mod bed;

use bed::{Bed, Client, tab};
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
fn with_context(bed: &Bed, client: &mut Client) {
    let id = ask_for_context(client);
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    bed.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(client.result(id), json!({ "browserContextId": INCOGNITO }));
    bed.log();
}

fn new_page(client: &mut Client, url: &str) -> i64 {
    client.send("Target.createTarget", json!({ "url": url, "browserContextId": INCOGNITO }))
}

#[test]
fn a_context_is_an_incognito_window_in_the_background() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    let id = ask_for_context(&mut client);
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    let made = bed.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
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
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    client.heard();
    with_context(&bed, &mut client);
    assert_eq!(client.heard(), NOTHING);
    let id = new_page(&mut client, "about:blank");
    let announced = client.events("Target.attachedToTarget");
    assert_eq!(announced[0]["targetInfo"]["targetId"], "T9");
    assert_eq!(announced[0]["targetInfo"]["browserContextId"], INCOGNITO);
    assert_eq!(client.result(id), json!({ "targetId": "T9" }));
    assert_eq!(bed.log(), ["attach 9"], "and no tab is made");
}

#[test]
fn a_second_page_is_a_tab_of_its_own() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    with_context(&bed, &mut client);
    new_page(&mut client, "about:blank");
    let id = new_page(&mut client, "about:blank");
    let made = bed.answer("createTab", serde_json::to_value(incognito(10)).unwrap());
    assert_eq!(made["incognito"], true);
    assert_eq!(client.result(id), json!({ "targetId": "T10" }));
}

#[test]
fn another_client_sees_nothing_of_the_context() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    two.send("Target.setDiscoverTargets", json!({ "discover": true }));
    two.heard();
    with_context(&bed, &mut one);
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
        let bed = Bed::with_tabs(1);
        let mut client = bed.client("a");
        let id = ask_for_context(&mut client);
        bed.answer("getIncognito", state);
        let words = client.error(id);
        assert!(words.contains(advice), "{words}");
        assert!(words.contains("browser.contexts()[0]"), "{words}");
        with_context(&bed, &mut client);
    }
}

#[test]
fn a_context_that_is_taken_is_refused_also_while_it_opens() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    ask_for_context(&mut one);
    let id = ask_for_context(&mut two);
    assert!(two.error(id).contains("is in use"));
    bed.settle();
    let id = ask_for_context(&mut two);
    assert!(two.error(id).contains("is in use"));
}

#[test]
fn a_window_that_does_not_open_is_told_and_the_next_may_try() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    let id = ask_for_context(&mut client);
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    bed.refuse("createTab", "no window");
    assert_eq!(client.error(id), "no window");
    with_context(&bed, &mut client);
}

#[test]
fn a_disposed_context_closes_its_tabs_and_is_free_again() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    with_context(&bed, &mut client);
    new_page(&mut client, "about:blank");
    let session = client.page(9);
    client.heard();
    let id = client.send("Target.disposeBrowserContext", json!({ "browserContextId": INCOGNITO }));
    assert_eq!(bed.answer("closeTab", json!({})), json!({ "tab": 9 }));
    let heard = client.heard();
    let gone = json!({ "sessionId": session, "targetId": "T9" });
    let told = |frame: &Value| frame["params"] == gone;
    assert!(heard.iter().any(told), "{heard:?}");
    assert_eq!(heard.last().unwrap()["id"], id, "answered when the tab is gone");
    with_context(&bed, &mut bed.client("b"));
}

#[test]
fn a_context_goes_with_its_client() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    with_context(&bed, &mut client);
    client.leave();
    assert_eq!(bed.log(), ["closeTab 9"]);
    with_context(&bed, &mut bed.client("b"));
}

#[test]
fn a_window_that_opens_after_its_client_left_is_closed() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    ask_for_context(&mut client);
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    client.leave();
    bed.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(bed.answer("closeTab", json!({})), json!({ "tab": 9 }));
}

#[test]
fn a_client_that_left_takes_nobodys_context_with_it() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    ask_for_context(&mut one);
    one.leave();
    let id = ask_for_context(&mut two);
    bed.refuse("getIncognito", "too late");
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    bed.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert_eq!(two.result(id), json!({ "browserContextId": INCOGNITO }));
}

#[test]
fn the_window_of_a_client_that_left_is_not_the_next_ones() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    ask_for_context(&mut one);
    bed.answer("getIncognito", json!({ "allowed": true, "windows": 0 }));
    one.leave();
    ask_for_context(&mut two);
    bed.answer("createTab", serde_json::to_value(incognito(9)).unwrap());
    assert!(bed.open().contains(&"closeTab".to_owned()), "{:?}", bed.open());
}

#[test]
fn cookies_are_those_of_the_context() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    with_context(&bed, &mut client);
    let id = client.send("Storage.getCookies", json!({ "browserContextId": INCOGNITO }));
    assert_eq!(bed.answer("getCookies", json!({ "cookies": [] })), json!({ "incognito": true }));
    assert_eq!(client.result(id), json!({ "cookies": [] }));
    client.send("Storage.clearCookies", json!({}));
    assert_eq!(bed.answer("clearCookies", json!({})), json!({ "incognito": false }));
    let cookie = json!({ "name": "a", "value": "b" });
    client.send("Storage.setCookies", json!({ "cookies": [cookie] }));
    let set = json!({ "cookies": [cookie], "incognito": false });
    assert_eq!(bed.answer("setCookies", json!({})), set);
}

#[test]
fn the_cookies_of_another_clients_context_are_not_to_be_had() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    with_context(&bed, &mut one);
    let id = two.send("Storage.getCookies", json!({ "browserContextId": INCOGNITO }));
    bed.settle();
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
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    let id = grant(&mut client, &["geolocation"]);
    assert_eq!(bed.answer("setPermissions", json!({})), granted(&["geolocation"]));
    assert_eq!(client.result(id), json!({}));
    with_context(&bed, &mut client);
    let params = json!({ "permission": { "name": "midi" }, "setting": "denied",
        "browserContextId": INCOGNITO });
    client.send("Browser.setPermission", params);
    assert_eq!(
        bed.answer("setPermissions", json!({})),
        json!({ "names": ["midi"], "setting": "denied", "incognito": true })
    );
}

#[test]
fn a_permission_that_the_browser_refuses_is_refused() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    let id = grant(&mut client, &["nonsense"]);
    bed.refuse("setPermissions", "Unknown permission type: nonsense");
    assert_eq!(client.error(id), "Unknown permission type: nonsense");
    client.leave();
    assert_eq!(bed.open(), [""; 0], "there is nothing to take back");
}

#[test]
fn a_reset_takes_back_ones_own_and_sets_the_others_again() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    grant(&mut one, &["geolocation"]);
    grant(&mut two, &["midi"]);
    bed.settle();
    let id = one.send("Browser.resetPermissions", json!({}));
    assert_eq!(bed.answer("resetPermissions", json!({})), json!({ "incognito": false }));
    assert_eq!(bed.answer("setPermissions", json!({})), granted(&["midi"]));
    assert_eq!(bed.open(), [""; 0]);
    one.result(id);
}

#[test]
fn permissions_go_with_their_client_and_the_others_are_set_again() {
    let bed = Bed::with_tabs(1);
    let (mut one, mut two) = (bed.client("one"), bed.client("two"));
    grant(&mut one, &["geolocation"]);
    grant(&mut two, &["midi"]);
    bed.settle();
    one.leave();
    bed.answer("resetPermissions", json!({}));
    assert_eq!(bed.answer("setPermissions", json!({})), granted(&["midi"]));
    two.leave();
    bed.answer("resetPermissions", json!({}));
    assert_eq!(bed.open(), [""; 0]);
}

#[test]
fn a_permission_that_is_granted_after_its_client_left_is_taken_back() {
    let bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    grant(&mut client, &["geolocation"]);
    client.leave();
    bed.answer("setPermissions", json!({}));
    assert_eq!(bed.open(), ["resetPermissions"]);
}

#[test]
fn a_browser_that_comes_back_gets_the_permissions_again() {
    let mut bed = Bed::with_tabs(1);
    let mut client = bed.client("a");
    grant(&mut client, &["geolocation"]);
    bed.settle();
    bed.lose_browser();
    bed.browser = std::sync::Arc::default();
    bed.relay.browser_connected(bed.as_browser());
    bed.answer("resetPermissions", json!({}));
    assert_eq!(bed.answer("setPermissions", json!({})), granted(&["geolocation"]));
}
