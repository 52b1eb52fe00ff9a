//! A browser and a daemon find each other, talk, and part.

#![allow(clippy::unwrap_used)]

use futures_util::StreamExt as _;
use serde_json::json;
use tabwright_testbed::{ChromiumOptions, NativeHost, Peer, TestEnv, within};
use tabwright_wire::verbs::{PageText, Text, TextParams};
use tabwright_wire::{
    EchoRequest, Event, EventRecord, MeasureEcho, NoParams, OpenPairingCode, StopDaemon, Tab, TabId,
};

fn word(text: &str) -> EchoRequest {
    EchoRequest { text: text.into(), tab: None, times: 1, at_once: 1 }
}

async fn text_of(env: &TestEnv, tab: TabId) -> PageText {
    let params = TextParams { tab: Some(tab), target: None, frame: None, max_chars: None };
    env.client().await.run::<Text>(None, &params).await.unwrap()
}

async fn tab_titled(env: &TestEnv, title: &str) -> Tab {
    let tabs = env.client().await.tabs().await.unwrap().tabs;
    let found = tabs.iter().find(|tab| tab.title == title);
    found.unwrap_or_else(|| panic!("no tab `{title}` among {tabs:?}")).clone()
}

#[tokio::test]
async fn the_extension_finds_the_daemon_through_the_native_host() {
    let env = TestEnv::new().await;
    let _browser = env.browser().await;
    let status = env.status().await;
    assert!(status.connected);
    assert_eq!(status.browsers[0].product, "Chromium");
    assert_eq!(status.browsers[0].extension_version, env!("CARGO_PKG_VERSION"));
    env.client().await.call::<MeasureEcho>(&word("hello")).await.unwrap();
}

#[tokio::test]
async fn a_page_answers_though_nobody_put_a_script_into_it_before() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    browser.open(&env.site.page("harbour")).await;
    let tab = tab_titled(&env, "harbour").await;

    let client = env.client().await;
    let page = text_of(&env, tab.id).await;
    assert_eq!((page.title.as_str(), page.text.as_str()), ("harbour", "harbour"));
    assert_eq!(page.url, env.site.page("harbour"));

    let many = EchoRequest { tab: Some(tab.id), times: 50, at_once: 50, ..word("into the page") };
    assert_eq!(client.call::<MeasureEcho>(&many).await.unwrap().times, 50);
}

#[tokio::test]
async fn a_page_that_was_navigated_answers_again() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let page = browser.open(&env.site.page("first")).await;
    let tab = tab_titled(&env, "first").await;
    assert_eq!(text_of(&env, tab.id).await.title, "first");

    let second = env.site.page("second");
    page.call("Page.navigate", json!({ "url": second })).await;
    page.until("document.title === 'second' && document.readyState === 'complete'").await;
    assert_eq!(text_of(&env, tab.id).await.title, "second");
}

#[tokio::test]
async fn what_cannot_be_reached_is_refused_with_the_reason() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    browser.open("chrome://version/").await;
    let tab = tab_titled(&env, "About Version").await;

    let forbidden = env.post("/api/v1/text", json!({ "tab": tab.id })).await;
    assert_eq!((forbidden.status, forbidden.problem().as_str()), (403, "denied"));
    let gone = env.post("/api/v1/text", json!({ "tab": 987_654 })).await;
    assert_eq!((gone.status, gone.problem().as_str()), (404, "no-such-tab"));
    let nonsense = env.post("/api/v1/text", json!({ "tab": "first" })).await;
    assert_eq!((nonsense.status, nonsense.problem().as_str()), (400, "bad-request"));
}

#[tokio::test]
async fn without_a_browser_the_api_says_what_to_do() {
    let env = TestEnv::new().await;
    let answer = env.post("/api/v1/tabs", json!({})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (503, "no-browser"));
    assert!(answer.json()["fix"].as_str().unwrap().contains("tabwright up"));
}

#[tokio::test]
async fn a_person_pairs_where_there_is_no_native_host() {
    let env = TestEnv::new().await;
    let options = ChromiumOptions { native_host: NativeHost::Missing, ..Default::default() };
    let browser = env.launch(options).await;
    let popup = browser.open_extension_page("popup.html").await;
    popup.shows("Not paired yet").await;
    let options = browser.open_extension_page("options.html").await;
    options.fill("Port for pairing", &env.daemon.port().to_string()).await;
    options.press("Save", 1).await;
    options.shows(&format!("on port {}", env.daemon.port())).await;

    let code = env.client().await.call::<OpenPairingCode>(&NoParams {}).await.unwrap().code;
    options.fill("Pairing code", "AAAA-AAAA").await;
    options.press("Pair", 0).await;
    options.shows("The pairing code is wrong").await;
    options.fill("Pairing code", &code.to_lowercase()).await;
    options.press("Pair", 0).await;
    env.until_connected().await;
    options.shows("Connected").await;
    popup.shows("Connected").await;
}

#[tokio::test]
async fn an_open_page_of_the_extension_sees_the_connection_come_and_go() {
    let mut env = TestEnv::new().await;
    let browser = env.browser().await;
    let popup = browser.open_extension_page("popup.html").await;
    popup.shows("Connected").await;
    env.daemon.kill().await;
    popup.until("!document.body.innerText.includes('Connected')").await;
    env.daemon.restart().await;
    popup.shows("Connected").await;
}

#[tokio::test]
async fn listeners_hear_of_browsers_and_can_resume() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let seen = env.now().await;
    let profile = env.status().await.browsers[0].profile.clone();
    browser.kill().await;
    let gone = env.after(seen, "the browser has gone", |event| match event {
        Event::BrowserDisconnected { profile, .. } => Some(profile.clone()),
        _ => None,
    });
    assert_eq!(gone.await, profile);
    assert!(!env.status().await.connected);
}

#[tokio::test]
async fn a_user_interface_hears_over_its_socket_what_it_missed_and_what_happens() {
    let env = TestEnv::new().await;
    let early = Peer::connected(&env, "early").await;
    let url = format!(
        "ws://127.0.0.1:{}/ui?token={}&client=panel&after=0",
        env.daemon.port(),
        env.token()
    );
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut next = async || {
        let frame = within("the daemon tells", socket.next()).await.unwrap().unwrap();
        serde_json::from_str::<EventRecord>(frame.to_text().unwrap()).unwrap().event
    };
    assert!(matches!(next().await, Event::BrowserConnected { .. }));
    assert_eq!(env.status().await.clients[0].name, "panel");
    drop(early);
    assert!(matches!(next().await, Event::BrowserDisconnected { .. }));
    env.client().await.call::<StopDaemon>(&NoParams {}).await.unwrap();
    assert!(matches!(next().await, Event::DaemonStopping));
}
