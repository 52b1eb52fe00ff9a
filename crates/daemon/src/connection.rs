//! One WebSocket from an extension, from its first frame to its last.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Error as SocketError;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tabwright_browser::{BrowserEvent, KnownTabs};
use tabwright_control::DownloadGuard;
use tabwright_policy::KnownSecrets;
use tabwright_relay::Browser;
use tabwright_room::{ApiError, Credential, bad_request};
use tabwright_rpc::{Endpoint, Outbox, Outgoing, Service};
use tabwright_wire::{
    AGENT_SERVICE, BROWSER_CONTROL, BUNDLE_LENGTH_MAX, CDP, CLOSE_CODE_DUPLICATE, CLOSE_DUPLICATE,
    Control, Download, ExtensionQuery, FRAME_BYTES_MAX, Focus, Frame, HELLO_MS_MAX, Hello,
    Navigation, PING_INTERVAL_MS, PROTOCOL_VERSION, Problem, ProfileId, Report, ReportLevel,
    ReportParams, SILENCE_MS_MAX, StopPressed, TabStale, Welcome, bundle, unbundle,
};
use tokio::sync::{broadcast, watch};
use tokio::time::{interval, timeout};
use tokio_util::task::TaskTracker;

use crate::auth::Auth;
use crate::browsers::{Browsers, CloseReason};
use crate::drivers::{self, Drivers};
use crate::events::Events;
use crate::problems;
use crate::relay_adapters::{ExtensionBrowser, cdp_service};
use crate::rooms::Rooms;

/// A frame that the peer does not take within this time is the last one.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// So many frames share one write, if they wait; more would make a ping late.
const FRAMES_AT_ONCE_MAX: usize = 64;
/// The close frame is a courtesy.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// tungstenite clears its buffer before every read: its own 128 KiB cost more than the reading.
pub(crate) const READ_BUFFER: usize = 16 * 1024;
/// What the extension reports is truncated for the log.
const REPORT_CHARS_MAX: usize = 2_000;
/// After so many, a connection's further bad frames are counted but no longer logged.
const BAD_FRAMES_LOGGED_MAX: u32 = 20;

type Sink = SplitSink<WebSocket, Message>;
type Stream = SplitStream<WebSocket>;

/// Why a connection ended.
#[derive(Debug, thiserror::Error)]
enum End {
    #[error("the browser closed the connection")]
    Closed,
    #[error("the connection broke: {0}")]
    Broken(SocketError),
    #[error("the browser did not say hello within {HELLO_MS_MAX} ms")]
    NoHello,
    #[error("the browser sent nothing for {SILENCE_MS_MAX} ms")]
    Silent,
    #[error("the browser stopped reading")]
    Stuck,
    #[error("the same profile connected again")]
    Duplicate,
    #[error("another browser profile is connected")]
    SlotTaken,
    #[error("the daemon is stopping")]
    Stopping,
}

/// The extensions of browsers.
#[derive(Debug)]
pub(crate) struct Connections {
    pub(crate) auth: Arc<Auth>,
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) drivers: Arc<Drivers>,
    pub(crate) events: Arc<Events>,
    pub(crate) downloads: Arc<DownloadGuard>,
    /// Taken out of what listeners are told.
    pub(crate) known_secrets: Arc<KnownSecrets>,
    /// What extensions may call.
    pub(crate) rooms: Rooms,
    pub(crate) tasks: TaskTracker,
    pub(crate) bad_frames: Arc<AtomicU64>,
}

/// `/extension`: a WebSocket for the extension, and over plain HTTP the reason why not.
pub(crate) async fn connect(
    State(connections): State<Arc<Connections>>,
    headers: HeaderMap,
    uri: Uri,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let query = connections.admit(&headers, &uri).inspect_err(|problem| {
        let status = problem.code.http_status();
        tracing::warn!(status, "an extension was refused: {}", problem.title);
    })?;
    let Ok(socket) = socket else {
        return Err(problems::upgrade_required().into());
    };
    let sockets = connections.tasks.clone();
    Ok(socket
        .read_buffer_size(READ_BUFFER)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_upgrade(move |socket| {
            sockets.track_future(async move { connections.serve(socket, query.profile).await })
        }))
}

impl Connections {
    fn admit(&self, headers: &HeaderMap, uri: &Uri) -> Result<ExtensionQuery, Problem> {
        // The extension always has an origin; what has none is not an extension. A plain GET from the
        // extension, which only asks for the reason, carries none either.
        let socket = headers.contains_key(header::UPGRADE);
        if socket && !headers.contains_key(header::ORIGIN) {
            return Err(problems::bad_origin());
        }
        if self.auth.check_token(headers, uri)? != Credential::Person {
            return Err(problems::not_the_extension());
        }
        let Query(query) = Query::<ExtensionQuery>::try_from_uri(uri)
            .map_err(|error| bad_request(error.body_text()))?;
        if query.protocol != PROTOCOL_VERSION {
            return Err(problems::protocol_mismatch(query.protocol, &query.version));
        }
        self.browsers.admit(&query.profile)?;
        Ok(query)
    }

    /// Runs a connection to its end. Token, origin, protocol and slot have been checked.
    async fn serve(&self, socket: WebSocket, profile: ProfileId) {
        let (mut sink, mut stream) = socket.split();
        let hello = match timeout(ms(HELLO_MS_MAX), first_frame(&mut stream)).await {
            Ok(Ok(hello)) => hello,
            Ok(Err(end)) => return refuse(&mut sink, &profile, &end).await,
            Err(_) => return refuse(&mut sink, &profile, &End::NoHello).await,
        };

        let relay = self.browsers.relay(&profile);
        let told = BrowserEvent::channel();
        let known = Arc::new(KnownTabs::default());
        let (endpoint, outbox) = Endpoint::new([
            (AGENT_SERVICE, self.agent_service(&profile, told.clone(), Arc::clone(&known))),
            (BROWSER_CONTROL, Service::none()),
            (CDP, cdp_service(&relay, told.clone())),
        ]);
        let memory = self.browsers.driver_memory(&profile);
        let (heard, guarded) = (told.subscribe(), told.subscribe());
        let driver = self.drivers.of_extension(&endpoint, &relay, memory, told, known);
        let (browser, closing) =
            self.browsers.join(profile.clone(), hello, endpoint.clone(), driver);
        let debugger: Arc<dyn Browser> = Arc::new(ExtensionBrowser(endpoint.channel(CDP)));
        relay.browser_connected(Arc::clone(&debugger));
        let name = browser.name().to_owned();
        let (events, known) = (Arc::clone(&self.events), Arc::clone(&self.known_secrets));
        let watching = drivers::forward(name, browser.driver.clone(), heard, events, known);
        let guarding = Arc::clone(&self.downloads).watch(browser.driver.clone(), guarded);
        let end = tokio::select! {
            () = watching => End::Closed,
            () = guarding => End::Closed,
            end = read(&mut stream, &endpoint, &self.bad_frames, &profile) => end,
            end = write(&mut sink, outbox) => end,
            end = told_to_close(closing) => end,
        };
        // First: whoever hears that a call has failed with the connection, and waits for a browser, must not find this.
        self.browsers.leave(&browser, &end.to_string());
        endpoint.disconnect();
        browser.driver.browser_gone();
        relay.browser_disconnected(&debugger);
        close(&mut sink, &end).await;
        endpoint.finished().await;
    }

    /// What the extension may ask of the daemon, and tell it.
    fn agent_service(
        &self,
        profile: &ProfileId,
        told: broadcast::Sender<BrowserEvent>,
        known: Arc<KnownTabs>,
    ) -> Service {
        // Nobody may be listening.
        let tell = move |event| drop(told.send(event));
        let (navigated, looked, downloaded, stopped) =
            (tell.clone(), tell.clone(), tell.clone(), tell);
        let service = self.rooms.serve_extension(profile);
        let (profile, tabs) = (profile.clone(), Arc::clone(&known));
        service
            .hear::<Navigation>(move |notice| navigated(BrowserEvent::Navigation(notice)))
            .hear::<Focus>(move |notice| {
                tabs.focus_moved(notice.tab);
                looked(BrowserEvent::Focus(notice.tab));
            })
            .hear::<TabStale>(move |notice| known.changed(notice.tab))
            .hear::<Download>(move |notice| downloaded(BrowserEvent::Download(notice)))
            .hear::<StopPressed>(move |notice| stopped(BrowserEvent::Stopped { tab: notice.tab }))
            .hear::<Report>(move |ReportParams { level, message }| {
                let message: String = message.chars().take(REPORT_CHARS_MAX).collect();
                match level {
                    ReportLevel::Info => tracing::info!(%profile, message, "the extension says"),
                    ReportLevel::Warn => tracing::warn!(%profile, message, "the extension warns"),
                    ReportLevel::Error => {
                        tracing::error!(%profile, message, "the extension failed");
                    }
                }
            })
    }
}

async fn first_frame(stream: &mut Stream) -> Result<Hello, End> {
    loop {
        match stream.next().await {
            None => return Err(End::Closed),
            Some(Err(error)) => return Err(End::Broken(error)),
            Some(Ok(Message::Text(text))) => {
                return match Frame::parse(&text) {
                    Ok(Frame::Control(Control::Hello(hello))) => Ok(hello),
                    _ => Err(End::NoHello),
                };
            }
            Some(Ok(_)) => {}
        }
    }
}

async fn read(
    stream: &mut Stream,
    endpoint: &Endpoint,
    bad_frames: &AtomicU64,
    profile: &ProfileId,
) -> End {
    let mut complaints = Complaints { bad_frames, profile, count: 0 };
    loop {
        let message = match timeout(ms(SILENCE_MS_MAX), stream.next()).await {
            Err(_) => return End::Silent,
            Ok(None) => return End::Closed,
            Ok(Some(Err(error))) => return End::Broken(error),
            Ok(Some(Ok(message))) => message,
        };
        match message {
            Message::Text(text) => match unbundle(&text) {
                Ok(frames) => {
                    for frame in frames {
                        receive(frame, endpoint, &mut complaints);
                    }
                }
                Err(error) => complaints.add(&error),
            },
            Message::Binary(bytes) => {
                complaints.add(&format!("a binary frame of {} bytes; we speak text", bytes.len()));
            }
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return End::Closed,
        }
    }
}

fn receive(frame: &str, endpoint: &Endpoint, complaints: &mut Complaints<'_>) {
    match Frame::parse(frame) {
        Ok(Frame::Channel { name, message }) => {
            if let Err(error) = endpoint.receive(&name, message) {
                complaints.add(&error);
            }
        }
        Ok(Frame::Control(Control::Pong | Control::KeepAlive)) => {}
        Ok(Frame::Control(other)) => {
            complaints.add(&format!("{other:?} is not for the daemon to hear now"));
        }
        Err(error) => complaints.add(&error),
    }
}

/// Writes frames, and the heartbeat: a ping at regular intervals. The extension answers each, so that
/// `read` can tell a dead connection from a quiet one by its silence.
async fn write(sink: &mut Sink, mut outbox: Outbox) -> End {
    let welcome = Welcome { daemon_version: env!("CARGO_PKG_VERSION").to_owned() };
    if let Err(end) = patiently(sink.send(control(&Control::Welcome(welcome)))).await {
        return end;
    }
    let mut ping = interval(ms(PING_INTERVAL_MS));
    ping.reset();
    loop {
        let sent = tokio::select! {
            frame = outbox.next() => match frame {
                Some(frame) => patiently(write_waiting(sink, frame, &mut outbox)).await,
                None => return End::Closed,
            },
            _ = ping.tick() => patiently(sink.send(control(&Control::Ping))).await,
        };
        if let Err(end) = sent {
            return end;
        }
    }
}

/// Writes a frame and those that wait behind it, in one message as long as they are small: in the
/// extension a message costs more than what is in it.
async fn write_waiting(
    sink: &mut Sink,
    first: Outgoing,
    outbox: &mut Outbox,
) -> Result<(), SocketError> {
    // Kept until the flush: their room in the outbox is free only then.
    let mut written = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut length = 0;
    let mut next = Some(first);
    while let Some(mut frame) = next {
        if !texts.is_empty() && length + frame.text.len() > BUNDLE_LENGTH_MAX {
            sink.feed(Message::Text(bundle(std::mem::take(&mut texts)).into())).await?;
            length = 0;
        }
        length += frame.text.len();
        texts.push(std::mem::take(&mut frame.text));
        written.push(frame);
        next = if written.len() < FRAMES_AT_ONCE_MAX { outbox.next_now() } else { None };
    }
    sink.feed(Message::Text(bundle(texts).into())).await?;
    sink.flush().await
}

async fn patiently(sending: impl Future<Output = Result<(), SocketError>>) -> Result<(), End> {
    match timeout(WRITE_TIMEOUT, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(End::Broken(error)),
        Err(_) => Err(End::Stuck),
    }
}

fn control(control: &Control) -> Message {
    Message::Text(serde_json::to_string(control).unwrap_or_default().into())
}

async fn told_to_close(mut closing: watch::Receiver<Option<CloseReason>>) -> End {
    let reason = closing.wait_for(Option::is_some).await.map(|reason| *reason);
    match reason {
        Ok(Some(CloseReason::Duplicate)) => End::Duplicate,
        Ok(Some(CloseReason::SlotTaken)) => End::SlotTaken,
        Ok(Some(CloseReason::DaemonStopping) | None) | Err(_) => End::Stopping,
    }
}

async fn refuse(sink: &mut Sink, profile: &ProfileId, end: &End) {
    tracing::warn!(%profile, reason = %end, "a browser did not get in");
    close(sink, end).await;
}

async fn close(sink: &mut Sink, end: &End) {
    let (code, reason) = match end {
        End::Closed => (close_code::NORMAL, "goodbye"),
        End::Duplicate => (CLOSE_CODE_DUPLICATE, CLOSE_DUPLICATE),
        End::SlotTaken => (close_code::AGAIN, "slot-taken"),
        End::Stopping => (close_code::AWAY, "the daemon is stopping"),
        End::NoHello => (close_code::POLICY, "say hello first"),
        End::Silent => (close_code::AWAY, "nothing was heard"),
        End::Broken(_) => (close_code::PROTOCOL, "unreadable or too large"),
        End::Stuck => return,
    };
    let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    // Whether the peer still hears it does not matter.
    let _ = timeout(CLOSE_TIMEOUT, sink.send(frame)).await;
}

/// Bad frames of one connection: counted all, logged for a while.
struct Complaints<'a> {
    bad_frames: &'a AtomicU64,
    profile: &'a ProfileId,
    count: u32,
}

impl Complaints<'_> {
    fn add(&mut self, what: &dyn std::fmt::Display) {
        self.bad_frames.fetch_add(1, Ordering::Relaxed);
        self.count = self.count.saturating_add(1);
        if self.count <= BAD_FRAMES_LOGGED_MAX {
            tracing::warn!(profile = %self.profile, "bad frame: {what}");
        }
        if self.count == BAD_FRAMES_LOGGED_MAX {
            tracing::warn!(profile = %self.profile, "further bad frames are only counted");
        }
    }
}

fn ms(count: u32) -> Duration {
    Duration::from_millis(u64::from(count))
}
