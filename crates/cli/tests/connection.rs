//! A browser and a daemon find each other, talk, and part.

#![allow(clippy::unwrap_used)]

use futures_util::StreamExt as _;
use serde_json::json;
use tabwright_testbed::{Bed, ChromiumOptions, NativeHost, Peer, within};
use tabwright_wire::verbs::{PageText, Text, TextParams};
use tabwright_wire::{EchoRequest, Event, EventRecord, Tab, TabId};

fn word(text: &str) -> EchoRequest {
    EchoRequest { text: text.into(), tab: None, times: 1, at_once: 1 }
}

async fn text_of(bed: &Bed, tab: TabId) -> PageText {
    let params = TextParams { tab: Some(tab), target: None, frame: None, max_chars: None };
    bed.client().await.run::<Text>(None, &params).await.unwrap()
}

async fn tab_titled(bed: &Bed, title: &str) -> Tab {
    let tabs = bed.client().await.tabs().await.unwrap().tabs;
    let found = tabs.iter().find(|tab| tab.title == title);
    found.unwrap_or_else(|| panic!("no tab `{title}` among {tabs:?}")).clone()
}

#[tokio::test]
async fn the_extension_finds_the_daemon_through_the_native_host() {
    let bed = Bed::new().await;
    let _browser = bed.browser().await;
    let status = bed.status().await;
    assert!(status.connected);
    assert_eq!(status.browsers[0].product, "Chromium");
    assert_eq!(status.browsers[0].extension_version, env!("CARGO_PKG_VERSION"));
    bed.client().await.echo(&word("hello")).await.unwrap();
}

#[tokio::test]
async fn a_page_answers_though_nobody_put_a_script_into_it_before() {
    let bed = Bed::new().await;
    let browser = bed.browser().await;
    browser.open(&bed.site.page("harbour")).await;
    let tab = tab_titled(&bed, "harbour").await;

    let client = bed.client().await;
    let page = text_of(&bed, tab.id).await;
    assert_eq!((page.title.as_str(), page.text.as_str()), ("harbour", "harbour"));
    assert_eq!(page.url, bed.site.page("harbour"));

    let many = EchoRequest { tab: Some(tab.id), times: 50, at_once: 50, ..word("into the page") };
    assert_eq!(client.echo(&many).await.unwrap().times, 50);
}

#[tokio::test]
async fn a_page_that_was_navigated_answers_again() {
    let bed = Bed::new().await;
    let browser = bed.browser().await;
    let page = browser.open(&bed.site.page("first")).await;
    let tab = tab_titled(&bed, "first").await;
    assert_eq!(text_of(&bed, tab.id).await.title, "first");

    let second = bed.site.page("second");
    page.call("Page.navigate", json!({ "url": second })).await;
    page.until("document.title === 'second' && document.readyState === 'complete'").await;
    assert_eq!(text_of(&bed, tab.id).await.title, "second");
}

#[tokio::test]
async fn what_cannot_be_reached_is_refused_with_the_reason() {
    let bed = Bed::new().await;
    let browser = bed.browser().await;
    browser.open("chrome://version/").await;
    let tab = tab_titled(&bed, "About Version").await;

    let forbidden = bed.post("/api/v1/text", json!({ "tab": tab.id })).await;
    assert_eq!((forbidden.status, forbidden.problem().as_str()), (403, "denied"));
    let gone = bed.post("/api/v1/text", json!({ "tab": 987_654 })).await;
    assert_eq!((gone.status, gone.problem().as_str()), (404, "no-such-tab"));
    let nonsense = bed.post("/api/v1/text", json!({ "tab": "first" })).await;
    assert_eq!((nonsense.status, nonsense.problem().as_str()), (400, "bad-request"));
}

#[tokio::test]
async fn without_a_browser_the_api_says_what_to_do() {
    let bed = Bed::new().await;
    let answer = bed.post("/api/v1/tabs", json!({})).await;
    assert_eq!((answer.status, answer.problem().as_str()), (503, "no-browser"));
    assert!(answer.json()["fix"].as_str().unwrap().contains("tabwright up"));
}

#[tokio::test]
async fn a_person_pairs_where_there_is_no_native_host() {
    let bed = Bed::new().await;
    let options = ChromiumOptions { native_host: NativeHost::Missing, ..Default::default() };
    let browser = bed.launch(options).await;
    let popup = browser.open_extension_page("popup.html").await;
    popup.shows("Not paired yet").await;
    let options = browser.open_extension_page("options.html").await;
    options.fill("Port for pairing", &bed.daemon.port().to_string()).await;
    options.press("Save", 1).await;
    options.shows(&format!("on port {}", bed.daemon.port())).await;

    let code = bed.client().await.open_pairing_code().await.unwrap().code;
    options.fill("Pairing code", "AAAA-AAAA").await;
    options.press("Pair", 0).await;
    options.shows("That pairing code is wrong").await;
    options.fill("Pairing code", &code.to_lowercase()).await;
    options.press("Pair", 0).await;
    bed.until_connected().await;
    options.shows("Connected").await;
    popup.shows("Connected").await;
}

#[tokio::test]
async fn an_open_page_of_the_extension_sees_the_connection_come_and_go() {
    let mut bed = Bed::new().await;
    let browser = bed.browser().await;
    let popup = browser.open_extension_page("popup.html").await;
    popup.shows("Connected").await;
    bed.daemon.kill().await;
    popup.until("!document.body.innerText.includes('Connected')").await;
    bed.daemon.restart().await;
    popup.shows("Connected").await;
}

#[tokio::test]
async fn listeners_hear_of_browsers_and_can_resume() {
    let bed = Bed::new().await;
    let browser = bed.browser().await;
    let seen = bed.now().await;
    let profile = bed.status().await.browsers[0].profile.clone();
    browser.kill().await;
    let gone = bed.after(seen, "the browser is gone", |event| match event {
        Event::BrowserDisconnected { profile, .. } => Some(profile.clone()),
        _ => None,
    });
    assert_eq!(gone.await, profile);
    assert!(!bed.status().await.connected);
}

#[tokio::test]
async fn a_user_interface_hears_over_its_socket_what_it_missed_and_what_happens() {
    let bed = Bed::new().await;
    let early = Peer::connected(&bed, "early").await;
    let url = format!(
        "ws://127.0.0.1:{}/ui?token={}&client=panel&after=0",
        bed.daemon.port(),
        bed.token()
    );
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut next = async || {
        let frame = within("the daemon tells", socket.next()).await.unwrap().unwrap();
        serde_json::from_str::<EventRecord>(frame.to_text().unwrap()).unwrap().event
    };
    assert!(matches!(next().await, Event::BrowserConnected { .. }));
    assert_eq!(bed.status().await.clients[0].name, "panel");
    drop(early);
    assert!(matches!(next().await, Event::BrowserDisconnected { .. }));
    bed.client().await.stop().await.unwrap();
    assert!(matches!(next().await, Event::DaemonStopping));
}
