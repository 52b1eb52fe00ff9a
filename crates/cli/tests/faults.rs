//! What can go wrong between a daemon and a browser. After each fault: calls fail at once, both
//! find each other again, no task and no memory is left, and the log says what happened.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use tabwright_client::{Client, ClientError};
use tabwright_testbed::{
    Chromium, ChromiumOptions, FakeDaemon, NativeHost, Peer, PeerOptions, ResourceBaseline,
    TestEnv, pending,
};
use tabwright_wire::{
    Compression, EchoRequest, Event, FRAME_BYTES_MAX, MeasureEcho, TabId,
    verbs::{Html, HtmlParams, PageText, Text, TextParams},
};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

fn word(text: &str) -> EchoRequest {
    EchoRequest { text: text.into(), tab: None, times: 1, at_once: 1 }
}

fn connected(event: &Event) -> Option<()> {
    matches!(event, Event::BrowserConnected { .. }).then_some(())
}

fn disconnected(event: &Event) -> Option<String> {
    match event {
        Event::BrowserDisconnected { reason, .. } => Some(reason.clone()),
        _ => None,
    }
}

/// A call to the browser that stays under way: its page never finds the time to answer.
async fn endless_call(
    env: &TestEnv,
    browser: &Chromium,
) -> JoinHandle<Result<PageText, ClientError>> {
    browser.begin_open(&env.site.busy_page()).await;
    env.site.until_busy().await;
    let client = env.client().await;
    let tabs = client.tabs().await.unwrap().tabs;
    let tab = tabs.iter().find(|tab| tab.url == env.site.busy_page()).unwrap().id;
    env.until_status("nothing else is under way", |status| pending(status) == 0).await;
    let asking = client.clone();
    let call = tokio::spawn(async move { page_text(&asking, tab).await });
    env.until_status("the call is under way", |status| pending(status) == 1).await;
    // The browser is first asked which tab is meant. What is asked after that is answered after it, so
    // from here on what is under way is the question to the page.
    client.tabs().await.unwrap();
    env.until_status("the page is asked", |status| pending(status) == 1).await;
    call
}

async fn page_text(client: &Client, tab: TabId) -> Result<PageText, ClientError> {
    let params = TextParams { tab: Some(tab), target: None, frame: None, max_chars: None };
    client.run::<Text>(None, &params).await
}

fn assert_browser_went_away(call: Result<PageText, ClientError>) {
    let Err(ClientError::Refused(problem)) = call else { panic!("{call:?}") };
    assert_eq!(problem.title, "Agent channel disconnected");
}

#[tokio::test]
async fn the_daemon_is_killed_during_a_call() {
    let mut env = TestEnv::new().await;
    let browser = env.browser().await;
    let call = endless_call(&env, &browser).await;
    env.daemon.kill().await;
    assert!(matches!(call.await.unwrap(), Err(ClientError::Unreachable { .. })));

    let restarted = Instant::now();
    env.daemon.restart().await;
    env.until_connected().await;
    let away = restarted.elapsed();
    assert!(away < Duration::from_secs(6), "the extension came back only after {away:?}");
    env.client().await.call::<MeasureEcho>(&word("again")).await.unwrap();
    env.until_status("nothing is left of the call", |status| pending(status) == 0).await;
}

#[tokio::test]
async fn the_worker_is_stopped_while_idle() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let before = env.now().await;
    browser.stop_worker().await;
    env.after(before, "the worker is gone", disconnected).await;
    env.after(before, "the alarm revives it", connected).await;
    env.client().await.call::<MeasureEcho>(&word("again")).await.unwrap();
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn the_worker_is_stopped_during_a_call() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let call = endless_call(&env, &browser).await;
    let before = env.now().await;
    browser.stop_worker().await;
    assert_browser_went_away(call.await.unwrap());
    env.daemon.says(&["a browser is gone"]).await;
    env.after(before, "the alarm revives it", connected).await;
    env.client().await.call::<MeasureEcho>(&word("again")).await.unwrap();
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn the_extension_is_reloaded() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    browser.open(&env.site.page("harbour")).await;
    let client = env.client().await;
    let tabs = client.tabs().await.unwrap().tabs;
    let tab = tabs.iter().find(|tab| tab.title == "harbour").unwrap().id;
    assert_eq!(page_text(&client, tab).await.unwrap().title, "harbour");

    let resource_baseline = ResourceBaseline::of(&env).await;
    let before = env.now().await;
    browser.worker().await.begin("chrome.runtime.reload()");
    env.after(before, "the extension is gone", disconnected).await;
    env.after(before, "the extension is back", connected).await;
    // The page still has the script of the extension that was.
    assert_eq!(page_text(&client, tab).await.unwrap().title, "harbour");
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn the_browser_is_killed_during_a_call() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let browser = env.browser().await;
    let call = endless_call(&env, &browser).await;
    browser.kill().await;
    assert_browser_went_away(call.await.unwrap());
    env.daemon.says(&["a browser is gone"]).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn the_same_profile_connects_again() {
    let env = TestEnv::new().await;
    let first = Peer::connected(&env, "twin").await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let mut second = Peer::connected(&env, "twin").await;
    assert_eq!(first.closed().await, (Some(1013), "duplicate".to_owned()));
    assert_eq!(env.status().await.browsers.len(), 1);
    env.daemon.says(&["a browser is gone", "the same profile connected again"]).await;
    second.send(r#"{"name":"agentService","message":{"type":"invoke","callId":1,"name":"getStatus","args":[{}]}}"#).await;
    assert_eq!(second.next().await["message"]["callId"], 1);
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn of_two_browsers_with_one_profile_the_newer_stays() {
    let env = TestEnv::new().await;
    let original = env.browser().await;
    let profile = env.status().await.browsers[0].profile.clone();
    let copy = tempfile::tempdir().unwrap();
    let copied = std::process::Command::new("cp")
        .args(["--recursive", "--no-dereference"])
        .arg(original.profile().join("."))
        .arg(copy.path())
        .status();
    assert!(copied.unwrap().success());
    for lock in ["SingletonLock", "SingletonCookie", "SingletonSocket"] {
        std::fs::remove_file(copy.path().join(lock)).unwrap();
    }
    let before = env.now().await;
    let popup = original.open_extension_page("popup.html").await;
    popup.shows("Connected").await;

    let resource_baseline = ResourceBaseline::of(&env).await;
    let options = ChromiumOptions { profile: Some(copy.path().to_owned()), ..Default::default() };
    let _twin = env.launch(options).await;
    env.after(before, "the twin is connected", connected).await;
    popup.until("!document.body.innerText.includes('Connected')").await;
    let status = env.status().await;
    assert_eq!((status.browsers.len(), &status.browsers[0].profile), (1, &profile));
    env.daemon.says(&["a browser is gone", "the same profile connected again"]).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_browser_that_was_replaced_stays_away_until_a_person_wants_it() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let popup = browser.open_extension_page("popup.html").await;
    popup.shows("Connected").await;
    let profile = env.status().await.browsers[0].profile.clone();

    let resource_baseline = ResourceBaseline::of(&env).await;
    let twin = Peer::connected(&env, profile.as_str()).await;
    popup.until("!document.body.innerText.includes('Connected')").await;
    assert_eq!(env.status().await.browsers[0].product, "Peer");

    popup.press("Connect", 0).await;
    assert_eq!(twin.closed().await, (Some(1013), "duplicate".to_owned()));
    popup.shows("Connected").await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_second_profile_waits_until_the_first_is_gone() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let first = env.browser().await;
    let before = env.now().await;
    let second = env.launch(ChromiumOptions::default()).await;
    env.daemon.says(&["an extension was refused", "409", "Another browser profile"]).await;
    let popup = second.open_extension_page("popup.html").await;
    popup.shows("Another browser profile is connected").await;
    first.kill().await;
    env.after(before, "the second profile gets the slot", connected).await;
    second.kill().await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_second_profile_is_refused_with_409_or_welcome_among_many() {
    let env = TestEnv::new().await;
    let _first = Peer::connected(&env, "first").await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let second = Peer::connect(&env, PeerOptions::good(&env, "second")).await;
    assert_eq!(second.err(), Some(409));
    resource_baseline.returns(&env).await;

    let env = TestEnv::with_settings(&[("browsers", "many")]).await;
    let _first = Peer::connected(&env, "first").await;
    let _second = Peer::connected(&env, "second").await;
    assert_eq!(env.status().await.browsers.len(), 2);
    assert_eq!(env.post("/api/v1/tabs", serde_json::json!({})).await.problem(), "unknown-browser");
    assert_eq!(
        env.post("/api/v1/tabs?browser=third", serde_json::json!({})).await.problem(),
        "unknown-browser"
    );
}

#[tokio::test]
async fn bad_frames_cost_the_sender_its_message_and_nothing_else() {
    let env = TestEnv::new().await;
    let mut peer = Peer::connected(&env, "rude").await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let rude = [
        ("{\"name\": \"agentSer", "the JSON we expect"),
        ("[]", "neither a channel name"),
        (r#"{"hello":1}"#, "neither a channel name"),
        (r#"{"name":"karaoke","message":{}}"#, "no channel `karaoke`"),
        (r#"{"name":"agentService","message":{"type":"invoke"}}"#, "needs a `callId`"),
        (
            r#"{"name":"agentService","message":{"type":"invokeResult","callId":77,"result":1}}"#,
            "never made",
        ),
        (
            r#"{"name":"agentService","message":{"type":"call","name":"sing","args":[{}]}}"#,
            "no notice `sing`",
        ),
        (r#"{"method":"welcome","params":{"daemonVersion":"0"}}"#, "not for the daemon to hear"),
    ];
    for (frame, complaint) in rude {
        peer.send(frame).await;
        env.daemon.says(&["bad frame", complaint]).await;
    }
    peer.send_message(Message::binary(vec![0; 64])).await;
    env.daemon.says(&["bad frame", "a binary frame"]).await;
    assert_eq!(env.status().await.diagnostics.bad_frames, rude.len() as u64 + 1);

    let ask = r#"{"name":"agentService","message":{"type":"invoke","callId":1,"name":"getStatus","args":[{}]}}"#;
    peer.send(ask).await;
    assert_eq!(peer.next().await["message"]["type"], "invokeResult");
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_flood_of_bad_frames_does_not_flood_the_log() {
    let env = TestEnv::new().await;
    let mut peer = Peer::connected(&env, "rude").await;
    for _ in 0..1_000 {
        peer.send("nonsense").await;
    }
    env.until_status("all are counted", |status| status.diagnostics.bad_frames == 1_000).await;
    env.daemon.says(&["further bad frames are only counted"]).await;
}

#[tokio::test]
async fn text_that_is_not_utf8_ends_the_connection() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let mut peer = Peer::connected(&env, "rude").await;
    let frame = Frame::message(vec![0xff, 0xfe, 0x80], OpCode::Data(Data::Text), true);
    peer.try_send(Message::Frame(frame)).await;
    peer.closed().await;
    env.daemon.says(&["a browser is gone", "the connection broke"]).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_frame_of_a_hundred_megabytes_ends_the_connection_and_stays_nowhere() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let mut peer = Peer::connected(&env, "rude").await;
    peer.try_send(Message::text("x".repeat(100 * 1024 * 1024))).await;
    peer.closed().await;
    env.daemon.says(&["a browser is gone", "the connection broke"]).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn what_is_too_large_for_a_frame_fails_alone() {
    let env = TestEnv::new().await;
    let browser = env.browser().await;
    let page = browser.open(&env.site.page("modest")).await;
    let client = env.client().await;
    let tabs = client.tabs().await.unwrap().tabs;
    let tab = tabs.iter().find(|tab| tab.title == "modest").unwrap().id;
    // Hidden, so that nobody lays it out.
    let fill = format!("document.body.textContent = 'x'.repeat({FRAME_BYTES_MAX}); 1");
    page.evaluate(&format!("document.body.hidden = true; {fill}")).await;

    // As markup, which the page gives at once: reading so much as a person would takes too long.
    let all = HtmlParams {
        tab: Some(tab),
        target: None,
        frame: None,
        compression: Compression::default(),
        max_chars: Some(u32::MAX),
    };
    let Err(ClientError::Refused(problem)) = client.run::<Html>(None, &all).await else {
        panic!("it came")
    };
    println!("{}", problem.title);
    assert_eq!(problem.code.http_status(), 502);
    client.call::<MeasureEcho>(&word("still here")).await.unwrap();
}

#[tokio::test]
async fn the_extension_survives_a_rude_daemon() {
    let env = TestEnv::new().await;
    let rude = FakeDaemon::start().await;
    let native_host = NativeHost::Fake(rude.native_host());
    let _browser = env.launch(ChromiumOptions { native_host, ..Default::default() }).await;
    let mut extension = rude.welcome().await;
    for frame in [
        "not JSON",
        "[]",
        "null",
        r#"{"name":"browserControl"}"#,
        r#"{"name":"karaoke","message":{"type":"invoke","callId":1,"name":"echo","args":[{}]}}"#,
        r#"{"name":"browserControl","message":{"type":"invoke"}}"#,
        r#"{"name":"browserControl","message":{"type":"invokeResult","callId":9,"result":1}}"#,
        r#"{"name":"browserControl","message":{"type":"cancel","callId":9}}"#,
        r#"{"method":"dance"}"#,
    ] {
        extension.send(frame).await;
    }
    extension.send_message(Message::binary(vec![0xff; 64])).await;
    extension.send("x".repeat(100 * 1024 * 1024)).await;

    let invoke = |id: u32, name: &str, args: &str| {
        format!(
            r#"{{"name":"browserControl","message":{{"type":"invoke","callId":{id},"name":"{name}","args":{args}}}}}"#
        )
    };
    extension.send(invoke(1, "sing", "[{}]")).await;
    assert_eq!(extension.next().await["message"]["error"]["code"], "unknownMethod");
    extension.send(invoke(2, "echo", r#"["not an object"]"#)).await;
    assert_eq!(extension.next().await["message"]["error"]["code"], "badArguments");
    extension.send(invoke(3, "echo", r#"[{"text":"still here"}]"#)).await;
    assert_eq!(extension.next().await["message"]["result"]["text"], "still here");
}

#[tokio::test]
async fn ten_thousand_calls_at_once() {
    let env = TestEnv::new().await;
    let _browser = env.browser().await;
    let client = env.client().await;
    client.call::<MeasureEcho>(&word("warm")).await.unwrap();
    let resource_baseline = ResourceBaseline::of(&env).await;
    let storm = EchoRequest { times: 10_000, at_once: 10_000, ..word("all together") };
    assert_eq!(client.call::<MeasureEcho>(&storm).await.unwrap().times, 10_000);
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_peer_that_stops_reading_is_let_go() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let _deaf = Peer::connected(&env, "deaf").await;
    let client = env.client().await;
    // More than the outbox and the socket's buffers hold.
    let long = EchoRequest { text: "x".repeat(1_000_000), times: 120, at_once: 120, tab: None };
    let call = client.call::<MeasureEcho>(&long).await;
    let Err(ClientError::Refused(problem)) = call else { panic!("{call:?}") };
    assert_eq!(problem.title, "Agent channel disconnected");
    env.daemon.says(&["a browser is gone", "stopped reading"]).await;
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_peer_that_never_says_hello_is_let_go() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let silent = Peer::connect(&env, PeerOptions::good(&env, "silent")).await.unwrap();
    assert_eq!(silent.closed().await.0, Some(1008));
    env.daemon.says(&["did not get in", "did not say hello"]).await;
    assert!(!env.status().await.connected);
    resource_baseline.returns(&env).await;
}
