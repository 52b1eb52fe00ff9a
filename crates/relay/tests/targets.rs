//! Which targets a client hears of, and which it may know of at all.

#![allow(clippy::unwrap_used)]

mod env;

use env::{Client, TestEnv, tab, tab_in};
use serde_json::{Value, json};
use tabwright_wire::{TabTarget, TargetKind};

const NOTHING: [Value; 0] = [];

fn discover(client: &mut Client, filter: Option<Value>) {
    let mut params = json!({ "discover": true });
    if let Some(filter) = filter {
        params["filter"] = filter;
    }
    client.send("Target.setDiscoverTargets", params);
}

/// Type and id of the targets that were told as created.
fn created(client: &mut Client) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let told = client.events("Target.targetCreated");
    let infos = told.iter().map(|params| &params["targetInfo"]);
    infos.map(|info| (text(&info["type"]), text(&info["targetId"]))).collect()
}

fn destroyed(client: &mut Client) -> Vec<Value> {
    client.events("Target.targetDestroyed").iter_mut().map(|gone| gone["targetId"].take()).collect()
}

fn named<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(kind, id)| (kind.to_owned(), id.to_owned())).to_vec()
}

fn incognito(number: i32) -> TabTarget {
    TabTarget { incognito: true, ..tab(number) }
}

#[test]
fn a_page_is_told_with_all_that_is_known_of_it() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    discover(&mut client, None);
    assert_eq!(
        client.heard(),
        [
            json!({ "method": "Target.targetCreated", "params": { "targetInfo": {
                "targetId": "T1", "type": "page", "title": "Page 1", "url": "https://site/1",
                "attached": false, "canAccessOpener": false,
                "browserContextId": "TABWRIGHT-DEFAULT" } } }),
            json!({ "id": 1, "result": {} }),
        ]
    );
}

#[test]
fn discovery_tells_the_kinds_that_the_filter_lets_through() {
    let cases = [
        (json!([{}]), named([("browser", "tabwright"), ("tab", "tab-T1"), ("page", "T1")])),
        (json!([{ "type": "page" }]), named([("page", "T1")])),
        (json!([{ "type": "tab" }]), named([("tab", "tab-T1")])),
        (json!([{ "type": "tab", "exclude": true }, { "type": "page" }]), named([("page", "T1")])),
        (json!([{ "type": "page", "exclude": true }, {}]), {
            named([("browser", "tabwright"), ("tab", "tab-T1")])
        }),
        (json!([]), named([])),
    ];
    for (filter, told) in cases {
        let env = TestEnv::with_tabs(1);
        let mut client = env.client("a");
        discover(&mut client, Some(filter.clone()));
        assert_eq!(created(&mut client), told, "{filter}");
    }
}

#[test]
fn shared_workers_are_told_as_such() {
    let env = TestEnv::with_tabs(1);
    env.create(TabTarget { kind: TargetKind::SharedWorker, ..tab(-1) });
    let mut client = env.client("a");
    discover(&mut client, None);
    assert_eq!(created(&mut client), named([("shared_worker", "T-1"), ("page", "T1")]));
}

#[test]
fn tabs_that_come_change_and_go_are_told() {
    let env = TestEnv::with_tabs(0);
    let mut client = env.client("a");
    discover(&mut client, None);
    client.heard();
    env.create(tab(1));
    assert_eq!(created(&mut client), named([("page", "T1")]));
    env.change(TabTarget { title: "Another".into(), ..tab(1) });
    let changed = client.events("Target.targetInfoChanged");
    assert_eq!(changed[0]["targetInfo"]["title"], "Another");
    env.change(TabTarget { title: "Another".into(), ..tab(1) });
    assert_eq!(client.heard(), NOTHING, "nothing has changed");
    env.remove(1);
    let gone = json!({ "method": "Target.targetDestroyed", "params": { "targetId": "T1" } });
    assert_eq!(client.heard(), [gone]);
}

#[test]
fn a_page_that_takes_a_tab_over_is_another_target() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    discover(&mut client, None);
    client.heard();
    env.change(TabTarget { target_id: "T1b".into(), ..tab(1) });
    assert_eq!(destroyed(&mut client), ["T1"]);
    assert_eq!(created(&mut client), named([("page", "T1b")]));
}

#[test]
fn discovery_ends_when_it_is_switched_off() {
    let env = TestEnv::with_tabs(0);
    let mut client = env.client("a");
    discover(&mut client, None);
    client.send("Target.setDiscoverTargets", json!({ "discover": false }));
    client.heard();
    env.create(tab(1));
    assert_eq!(client.heard(), NOTHING);
}

#[test]
fn discovery_on_a_browser_session_is_told_there() {
    let env = TestEnv::with_tabs(0);
    let mut client = env.client("a");
    let session = client.attach_to("tabwright");
    client.send_to(&session, "Target.setDiscoverTargets", json!({ "discover": true }));
    client.heard();
    env.create(tab(1));
    assert_eq!(client.events_on(&session, "Target.targetCreated").len(), 1);
    assert_eq!(client.heard(), NOTHING);
}

#[test]
fn discovery_on_a_browser_session_ends_with_it() {
    let env = TestEnv::with_tabs(0);
    let mut client = env.client("a");
    let session = client.attach_to("tabwright");
    client.send_to(&session, "Target.setDiscoverTargets", json!({ "discover": true }));
    client.send("Target.detachFromTarget", json!({ "sessionId": session }));
    client.heard();
    env.create(tab(1));
    assert_eq!(client.heard(), NOTHING);
}

#[test]
fn auto_attach_announces_each_tab_once() {
    let env = TestEnv::with_tabs(2);
    let mut client = env.client("a");
    let params = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    client.send("Target.setAutoAttach", params.clone());
    assert_eq!(client.announced().len(), 2);
    client.send("Target.setAutoAttach", params);
    assert_eq!(client.announced(), []);
    env.create(tab(3));
    env.create(tab(3));
    assert_eq!(client.announced()[0].1, "T3");
    assert_eq!(client.announced(), []);
}

#[test]
fn a_client_that_attaches_to_tabs_gets_the_page_from_the_tab() {
    let env = TestEnv::with_tabs(1);
    let mut puppeteer = env.client("puppeteer");
    let filter = json!([{ "type": "page", "exclude": true }, {}]);
    puppeteer.send("Target.setAutoAttach", json!({ "autoAttach": true, "filter": filter }));
    let (of_tab, target) = puppeteer.announced().remove(0);
    assert_eq!(target, "tab-T1");
    puppeteer.send_to(&of_tab, "Target.setAutoAttach", json!({ "autoAttach": true }));
    let told = puppeteer.events_on(&of_tab, "Target.attachedToTarget");
    assert_eq!(told[0]["targetInfo"]["targetId"], "T1");
    puppeteer.send_to(&of_tab, "Target.setAutoAttach", json!({ "autoAttach": true }));
    assert_eq!(puppeteer.announced(), []);
    puppeteer.heard();

    env.remove(1);
    let gone = puppeteer.events("Target.detachedFromTarget");
    let order: Vec<&Value> = gone.iter().map(|gone| &gone["targetId"]).collect();
    assert_eq!(order, ["T1", "tab-T1"], "the page goes before its tab");
}

#[test]
fn the_list_of_targets_has_pages_and_a_fresh_look_at_workers() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let id = client.send("Target.getTargets", json!({}));
    let worker = TabTarget { kind: TargetKind::SharedWorker, ..tab(-1) };
    env.answer("listTargets", json!({ "targets": [tab(1), worker] }));
    let infos = client.result(id)["targetInfos"].take();
    let ids: Vec<&Value> = infos.as_array().unwrap().iter().map(|i| &i["targetId"]).collect();
    assert_eq!(ids, ["T-1", "T1"]);
    let id = client.send("Target.getTargets", json!({}));
    env.answer("listTargets", json!({ "targets": [tab(1)] }));
    assert_eq!(client.result(id)["targetInfos"].as_array().unwrap().len(), 1);
}

#[test]
fn a_target_tells_of_itself() {
    let env = TestEnv::with_tabs(2);
    let mut client = env.client("a");
    let page = client.page(2);
    let by_id = client.send("Target.getTargetInfo", json!({ "targetId": "T1" }));
    let own = client.send_to(&page, "Target.getTargetInfo", json!({}));
    let browser = client.send("Target.getTargetInfo", json!({}));
    assert_eq!(client.result(by_id)["targetInfo"]["url"], "https://site/1");
    let own = client.result(own);
    assert_eq!(own["targetInfo"]["targetId"], "T2");
    assert_eq!(own["targetInfo"]["attached"], true);
    assert_eq!(client.result(browser)["targetInfo"]["type"], "browser");
}

#[test]
fn a_frame_tells_of_itself() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client("a");
    let page = env.driven(&mut client, 1);
    client.send_to(&page, "Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    env.settle();
    client.heard();
    env.child_appears(1, "CHILD", "iframe", "F2");
    let frame = client.announced().remove(0).0;
    let id = client.send_to(&frame, "Target.getTargetInfo", json!({}));
    assert_eq!(client.result(id)["targetInfo"]["targetId"], "F2");
}

#[test]
fn a_closed_target_is_gone_for_all_when_the_answer_is_there() {
    let env = TestEnv::with_tabs(2);
    let (mut one, mut two) = (env.client("one"), env.client("two"));
    discover(&mut two, None);
    let session = two.page(1);
    two.heard();
    let id = one.send("Target.closeTarget", json!({ "targetId": "T1" }));
    assert_eq!(two.heard(), NOTHING);
    env.answer("closeTab", json!({}));
    assert_eq!(one.result(id), json!({ "success": true }));
    let gone = two.events("Target.detachedFromTarget");
    assert_eq!(gone, [json!({ "sessionId": session, "targetId": "T1" })]);
    assert_eq!(destroyed(&mut two), ["T1"]);
}

#[test]
fn a_persons_incognito_tabs_are_unseen() {
    let env = TestEnv::with_tabs(1);
    env.create(incognito(2));
    let mut client = env.client("a");
    discover(&mut client, None);
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    env.create(incognito(3));
    env.change(TabTarget { title: "Secret".into(), ..incognito(2) });
    env.remove(3);
    let heard = format!("{:?}", client.heard());
    assert!(!heard.contains("T2") && !heard.contains("T3"), "{heard}");
    for method in ["Target.attachToTarget", "Target.closeTarget", "Target.getTargetInfo"] {
        let id = client.send(method, json!({ "targetId": "T2" }));
        assert_eq!(client.error(id), "No target with given id found", "{method}");
    }
    let (sender, receiver) = std::sync::mpsc::channel();
    env.relay.list_pages(move |pages| sender.send(pages).unwrap());
    env.settle();
    assert_eq!(receiver.try_recv().unwrap(), [tab(1)]);
}

#[test]
fn a_client_with_own_tabs_sees_those_in_its_group_only() {
    let env = TestEnv::with_tabs(1);
    env.create(tab_in("mine", 2));
    env.create(tab_in("yours", 3));
    let mut client = env.client_with_own_tabs("mine");
    discover(&mut client, None);
    assert_eq!(created(&mut client), named([("page", "T2")]));
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    assert_eq!(client.announced().len(), 1);
    for hidden in ["T1", "T3", "tab-T1"] {
        let id = client.send("Target.attachToTarget", json!({ "targetId": hidden }));
        assert_eq!(client.error(id), "No target with given id found");
    }
}

#[test]
fn a_tab_that_a_client_with_own_tabs_makes_goes_into_its_group() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client_with_own_tabs("mine");
    let id = client.send("Target.createTarget", json!({ "url": "https://new/" }));
    let made = serde_json::to_value(tab_in("mine", 2)).unwrap();
    assert_eq!(env.answer("createTab", made)["group"], "mine");
    assert_eq!(client.result(id), json!({ "targetId": "T2" }));
}

#[test]
fn popups_of_own_tabs_are_own_and_others_are_not() {
    let env = TestEnv::with_tabs(1);
    env.create(tab_in("mine", 2));
    let mut client = env.client_with_own_tabs("mine");
    discover(&mut client, None);
    client.heard();
    env.create(TabTarget { opener: Some(tab(2).tab), ..tab(3) });
    env.create(TabTarget { opener: Some(tab(3).tab), ..tab(4) });
    env.create(TabTarget { opener: Some(tab(1).tab), ..tab(5) });
    assert_eq!(created(&mut client), named([("page", "T3"), ("page", "T4")]));
    env.remove(3);
    assert_eq!(destroyed(&mut client), ["T3"]);
}

#[test]
fn a_tab_that_is_moved_into_the_group_appears() {
    let env = TestEnv::with_tabs(1);
    let mut client = env.client_with_own_tabs("mine");
    discover(&mut client, None);
    client.send("Target.setAutoAttach", json!({ "autoAttach": true, "flatten": true }));
    client.heard();
    env.change(tab_in("mine", 1));
    assert_eq!(created(&mut client), named([("page", "T1")]));
    assert_eq!(client.announced()[0].1, "T1");
}

#[test]
fn a_tab_that_is_moved_out_of_the_group_disappears_with_its_sessions() {
    let env = TestEnv::with_tabs(0);
    env.create(tab_in("mine", 1));
    let (mut client, mut other) = (env.client_with_own_tabs("mine"), env.client("other"));
    discover(&mut client, None);
    let session = env.driven(&mut client, 1);
    let others = env.driven(&mut other, 1);
    env.change(tab(1));
    assert_eq!(
        client.heard(),
        [
            json!({ "method": "Target.detachedFromTarget",
                "params": { "sessionId": session, "targetId": "T1" } }),
            json!({ "method": "Target.targetDestroyed", "params": { "targetId": "T1" } }),
        ]
    );
    let id = client.send_to(&session, "Runtime.evaluate", json!({}));
    assert_eq!(client.error(id), "Session with given id not found.");
    let id = other.send_to(&others, "Runtime.evaluate", json!({}));
    env.settle();
    other.result(id);
}

#[test]
fn a_tab_that_only_its_former_owner_drove_is_let_go() {
    let env = TestEnv::with_tabs(0);
    env.create(tab_in("mine", 1));
    let mut client = env.client_with_own_tabs("mine");
    env.driven(&mut client, 1);
    env.change(tab(1));
    assert_eq!(env.log(), ["detach 1"]);
}
