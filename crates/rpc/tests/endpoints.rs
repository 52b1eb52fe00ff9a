//! Two endpoints, joined by an in-memory transport that the tests can cut.

#![allow(clippy::unwrap_used)]

use std::future::pending;
use std::time::Duration;

use tabwright_rpc::{Channel, Endpoint, Error, Outbox, ProtocolError, Service};
use tabwright_wire::{
    AGENT_SERVICE, Echo, EchoParams, EchoResult, FRAME_BYTES_MAX, Frame, ListTabs, Method,
    NoParams, Notice, RemoteError, RemoteErrorCode, TabList,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

const CHANNEL: &str = Echo::CHANNEL;

/// A notice for these tests: a number.
#[derive(Debug)]
struct Tick;
impl Notice for Tick {
    const CHANNEL: &'static str = CHANNEL;
    const NAME: &'static str = "tick";
    type Params = u32;
}

struct Wire {
    asker: Channel,
    ends: [Endpoint; 2],
    pumps: Vec<JoinHandle<()>>,
}

/// The asker's calls reach the service; its answers reach the asker.
fn joined(service: Service) -> Wire {
    let (near, near_outbox) = Endpoint::new([(CHANNEL, Service::none())]);
    let (far, far_outbox) = Endpoint::new([(CHANNEL, service)]);
    let pumps = vec![pump(near_outbox, far.clone()), pump(far_outbox, near.clone())];
    Wire { asker: near.channel(CHANNEL), ends: [near, far], pumps }
}

fn pump(mut outbox: Outbox, to: Endpoint) -> JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(frame) = outbox.next().await {
            feed(&to, &frame.text).unwrap();
        }
    })
}

fn feed(end: &Endpoint, frame: &str) -> Result<(), ProtocolError> {
    let Frame::Channel { name, message } = Frame::parse(frame).unwrap() else {
        panic!("a control frame: {frame}")
    };
    end.receive(&name, message)
}

impl Wire {
    async fn echo(&self, text: &str) -> Result<EchoResult, Error> {
        self.asker.invoke::<Echo>(&EchoParams { text: text.into(), tab: None }).await
    }

    async fn cut(self) {
        for end in &self.ends {
            end.disconnect();
            end.finished().await;
        }
        self.pumps.iter().for_each(JoinHandle::abort);
    }
}

fn echoing() -> Service {
    Service::none().on::<Echo, _>(|params| async { Ok(EchoResult { text: params.text }) })
}

#[tokio::test]
async fn an_invoke_gets_its_answer() {
    let wire = joined(echoing());
    assert_eq!(wire.echo("hello").await.unwrap().text, "hello");
    assert_eq!(wire.ends[0].pending_calls(), 0);
    wire.cut().await;
}

#[tokio::test]
async fn ten_thousand_at_once_get_each_their_own() {
    let wire = joined(echoing());
    let calls = (0..10_000).map(|n| {
        let asker = wire.asker.clone();
        tokio::spawn(async move {
            let text = n.to_string();
            let answer = asker.invoke::<Echo>(&EchoParams { text: text.clone(), tab: None }).await;
            assert_eq!(answer.unwrap().text, text);
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    wire.cut().await;
}

#[tokio::test]
async fn the_handlers_error_reaches_the_asker_whole() {
    let refusal = RemoteError { code: RemoteErrorCode::NoSuchTab, message: "tab 7 is gone".into() };
    let wire = joined(Service::none().on::<Echo, _>({
        let refusal = refusal.clone();
        move |_| std::future::ready(Err(refusal.clone()))
    }));
    let Err(Error::Remote(error)) = wire.echo("x").await else { panic!("no error") };
    assert_eq!(error, refusal);
    wire.cut().await;
}

#[tokio::test]
async fn a_panicking_handler_is_an_error_for_its_asker_alone() {
    let wire = joined(Service::none().on::<Echo, _>(|params| async move {
        assert_ne!(params.text, "bad");
        Ok(EchoResult { text: params.text })
    }));
    let Err(Error::Remote(error)) = wire.echo("bad").await else { panic!("no error") };
    assert_eq!(error.code, RemoteErrorCode::Failed);
    assert_eq!(wire.echo("good").await.unwrap().text, "good");
    wire.cut().await;
}

#[tokio::test]
async fn unknown_methods_and_wrong_arguments_are_told_apart() {
    let wire = joined(echoing());
    let unknown = wire.asker.invoke::<ListTabs>(&NoParams {}).await;
    let Err(Error::Remote(error)) = unknown else { panic!("{unknown:?}") };
    assert_eq!(error.code, RemoteErrorCode::UnknownMethod);

    let wrong = wire.asker.ask(Echo::NAME, &"just a string", Echo::DEADLINE).await;
    let Err(Error::Remote(error)) = wrong else { panic!("{wrong:?}") };
    assert_eq!(error.code, RemoteErrorCode::BadArguments);
    wire.cut().await;
}

/// A service whose echo never answers, and that tells when its work starts and is dropped.
fn endless() -> (Service, mpsc::UnboundedReceiver<&'static str>) {
    struct OnDrop(mpsc::UnboundedSender<&'static str>);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            let _ = self.0.send("dropped");
        }
    }
    let (sender, receiver) = mpsc::unbounded_channel();
    let service = Service::none().on::<Echo, _>(move |_| {
        let work = OnDrop(sender.clone());
        async move {
            let _ = work.0.send("started");
            pending().await
        }
    });
    (service, receiver)
}

#[tokio::test(start_paused = true)]
async fn a_deadline_ends_the_call_on_both_sides() {
    let (service, mut work) = endless();
    let wire = joined(service);
    let answer = wire
        .asker
        .ask(Echo::NAME, &EchoParams { text: "x".into(), tab: None }, Duration::from_secs(3))
        .await;
    let Err(error @ Error::Deadline { .. }) = answer else { panic!("{answer:?}") };
    assert_eq!(error.to_string(), "`echo` was not answered within 3 s");
    assert_eq!(work.recv().await, Some("started"));
    assert_eq!(work.recv().await, Some("dropped"));
    assert_eq!(wire.ends[0].pending_calls(), 0);
    wire.cut().await;
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_on_the_other_side() {
    let (service, mut work) = endless();
    let wire = joined(service);
    let call = {
        let asker = wire.asker.clone();
        tokio::spawn(async move {
            asker.invoke::<Echo>(&EchoParams { text: "x".into(), tab: None }).await
        })
    };
    assert_eq!(work.recv().await, Some("started"));
    call.abort();
    assert_eq!(work.recv().await, Some("dropped"));
    assert_eq!(wire.ends[0].pending_calls(), 0);
    wire.cut().await;
}

#[tokio::test]
async fn a_disconnect_fails_all_that_waits_and_all_that_comes_after() {
    let (service, mut work) = endless();
    let wire = joined(service);
    let asker = wire.asker.clone();
    let call = tokio::spawn(async move {
        asker.invoke::<Echo>(&EchoParams { text: "x".into(), tab: None }).await
    });
    assert_eq!(work.recv().await, Some("started"));
    let late = wire.asker.clone();
    wire.cut().await;
    assert_eq!(call.await.unwrap().unwrap_err().to_string(), "Agent channel disconnected");
    assert_eq!(work.recv().await, Some("dropped"));
    let after = late.invoke::<Echo>(&EchoParams { text: "x".into(), tab: None }).await;
    assert!(matches!(after, Err(Error::Disconnected)));
}

#[tokio::test]
async fn notices_are_heard_in_order() {
    let (sender, mut heard) = mpsc::unbounded_channel();
    let wire = joined(Service::none().hear::<Tick>(move |n| sender.send(n).unwrap()));
    for n in 0..1_000 {
        wire.asker.tell::<Tick>(&n).await.unwrap();
    }
    for n in 0..1_000 {
        assert_eq!(heard.recv().await, Some(n));
    }
    wire.cut().await;
}

#[tokio::test]
async fn what_is_too_large_fails_alone() {
    let wire = joined(
        Service::none()
            .on::<Echo, _>(|params| async { Ok(EchoResult { text: params.text }) })
            .on::<ListTabs, _>(|_| async {
            let tab = tabwright_wire::Tab {
                id: tabwright_wire::TabId(1),
                window_id: 1,
                title: "x".repeat(FRAME_BYTES_MAX),
                url: String::new(),
                active: true,
                ..tabwright_wire::Tab::default()
            };
            Ok(TabList { tabs: vec![tab] })
        }),
    );
    let sent = wire.echo(&"x".repeat(FRAME_BYTES_MAX)).await;
    assert!(matches!(sent, Err(Error::TooLarge { .. })));
    let Err(Error::Remote(error)) = wire.asker.invoke::<ListTabs>(&NoParams {}).await else {
        panic!("a result larger than a frame came through")
    };
    assert_eq!(error.code, RemoteErrorCode::TooLarge);
    assert_eq!(wire.echo("still here").await.unwrap().text, "still here");
    wire.cut().await;
}

#[tokio::test]
async fn a_peer_that_stops_reading_holds_up_its_callers_but_no_memory() {
    let (end, mut outbox) = Endpoint::new([(CHANNEL, Service::none())]);
    let asker = end.channel(CHANNEL);
    let text = "x".repeat(1024 * 1024);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..200 {
        let (asker, text) = (asker.clone(), text.clone());
        calls.spawn(async move { asker.invoke::<Echo>(&EchoParams { text, tab: None }).await });
    }
    // Nobody drains the outbox: what fits into it is all that leaves the callers.
    while end.pending_calls() < 200 {
        tokio::task::yield_now().await;
    }
    end.disconnect();
    while let Some(call) = calls.join_next().await {
        assert!(matches!(call.unwrap(), Err(Error::Disconnected)));
    }
    drop((asker, end));
    let mut queued = 0;
    while let Some(frame) = outbox.next().await {
        queued += frame.text.len();
    }
    assert!(queued <= FRAME_BYTES_MAX, "{queued} bytes were queued");
}

#[tokio::test]
async fn breaches_of_protocol_are_named_and_cost_nothing_else() {
    let (service, mut work) = endless();
    let (end, _outbox) = Endpoint::new([(CHANNEL, service)]);
    let invoke = r#"{"name":"browserControl","message":{"type":"invoke","callId":5,"name":"echo","args":[{"text":""}]}}"#;
    feed(&end, invoke).unwrap();
    assert_eq!(work.recv().await, Some("started"));
    let cases = [
        (invoke, "call 5 is under way already; the second invoke with that id is dropped"),
        (
            r#"{"name":"browserControl","message":{"type":"invokeResult","callId":99,"result":1}}"#,
            "call 99 was never made; its answer is dropped",
        ),
        (r#"{"name":"karaoke","message":{}}"#, "there is no channel `karaoke` here"),
        (
            r#"{"name":"browserControl","message":{"type":"call","name":"sing","args":[{}]}}"#,
            "no notice `sing` on this channel",
        ),
    ];
    for (frame, complaint) in cases {
        assert_eq!(feed(&end, frame).unwrap_err().to_string(), complaint);
    }
    assert!(feed(&end, r#"{"name":"browserControl","message":[1,2]}"#).is_err());
    end.disconnect();
    end.finished().await;
    assert_eq!(work.recv().await, Some("dropped"));
}

#[test]
fn methods_name_the_channel_they_belong_to() {
    assert_eq!((Echo::CHANNEL, tabwright_wire::RunUtterance::CHANNEL), (CHANNEL, AGENT_SERVICE));
}
