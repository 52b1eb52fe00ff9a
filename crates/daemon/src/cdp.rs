//! The door for CDP clients: `/cdp` and the addresses by which clients find it. What they say goes
//! to the relay of the browser they chose; this file knows nothing of CDP itself.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_browser::BrowserEvent;
use tabwright_browser::cdp::Link;
use tabwright_policy::NewEntry;
use tabwright_relay::{
    Browser, BrowserError, ClientId, ClientOutbox, Introduction, OnAnswer, OnHandedOver,
    OnPipeAnswer, Pipe, Relay,
};
use tabwright_rpc::{Channel, Service};
use tabwright_wire::{
    CdpEventNotice, ClientOrigin, FRAME_BYTES_MAX, Outcome, TabChanged, TabCreated, TabDetached,
    TabParams, TabRemoved,
};
use tokio::sync::{broadcast, oneshot};
use tokio::time::timeout;
use tracing::Instrument as _;

use crate::api::QueryOf;
use crate::auth::READ_BUFFER;
use crate::problems::{self, ApiError};
use crate::server::Daemon;

/// A frame that a client does not take within this time is the last one.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
const FRAMES_AT_ONCE_MAX: usize = 64;

/// The extension's `cdp` channel, as the relay wants it.
#[derive(Debug)]
pub(crate) struct ExtensionBrowser(pub(crate) Channel);

impl Browser for ExtensionBrowser {
    fn ask(&self, method: &'static str, params: Box<RawValue>, on_answer: OnAnswer) {
        self.0.ask_then(method, &params, move |answer| {
            on_answer(answer.map_err(|error| BrowserError(error.to_string())));
        });
    }

    fn hand_over_file(&self, from: PathBuf, to: Vec<PathBuf>, done: OnHandedOver) {
        tokio::task::spawn_blocking(move || {
            let handed = to.iter().try_for_each(|place| {
                place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
                std::fs::copy(&from, place).map(drop)
            });
            let handed = handed.and_then(|()| std::fs::remove_file(&from));
            done(handed.map_err(|error| BrowserError(format!("{}: {error}", from.display()))));
        });
    }
}

/// The managed browser's debugging pipe, as the relay wants it.
#[derive(Debug)]
pub(crate) struct ManagedPipe(pub(crate) Arc<Link>);

impl Pipe for ManagedPipe {
    fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    ) {
        self.0.ask(session, method, params, on_answer);
    }
}

/// What the extension tells on that channel.
pub(crate) fn service(relay: &Relay, told: broadcast::Sender<BrowserEvent>) -> Service {
    let gone = told.clone();
    let (events, created, changed, removed, detached) =
        (relay.clone(), relay.clone(), relay.clone(), relay.clone(), relay.clone());
    Service::none()
        .hear::<CdpEventNotice>(move |event| events.event(&event))
        .hear::<TabCreated>(move |target| {
            // Nobody may be listening.
            let _ = told.send(BrowserEvent::TabOpened { tab: target.tab, opener: target.opener });
            created.tab_created(target);
        })
        .hear::<TabChanged>(move |target| changed.tab_changed(target))
        .hear::<TabRemoved>(move |TabParams { tab }| {
            let _ = gone.send(BrowserEvent::TabClosed { tab });
            removed.tab_removed(tab);
        })
        .hear::<TabDetached>(move |notice| detached.tab_detached(&notice))
}

#[derive(Debug, Deserialize)]
pub(crate) struct CdpQuery {
    /// How the client calls itself.
    client: Option<String>,
    /// Which browser, when several are connected.
    browser: Option<String>,
    /// `own`: it sees no tabs but those in a tab group with its name.
    tabs: Option<String>,
}

/// `/cdp`: a WebSocket that speaks CDP.
pub(crate) async fn connect(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(query): QueryOf<CdpQuery>,
    socket: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let relay = daemon.browsers.choose(query.browser.as_deref())?.relay.clone();
    if let Some(holder) = daemon.clients.slot_holder() {
        return Err(problems::client_slot_taken(&holder));
    }
    let own_tabs = match query.tabs.as_deref() {
        None | Some("all") => false,
        Some("own") => true,
        Some(other) => {
            let message = format!("tabs must be `all` or `own`, not `{other}`");
            return Err(problems::bad_request(message));
        }
    };
    let name: String = query.client.as_deref().unwrap_or("cdp").chars().take(80).collect();
    let client = ClientId(daemon.client_ids.next());
    let introduction = Introduction { name: name.clone(), own_tabs, ours: false };
    let outbox = relay.connect(client, introduction);
    let sockets = daemon.tasks.clone();
    Ok(socket
        .read_buffer_size(READ_BUFFER)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_failed_upgrade({
            let relay = relay.clone();
            move |_| {
                let _ = relay.disconnect(client);
            }
        })
        .on_upgrade(move |socket| {
            // The lines of the log tell which client they belong to.
            let span = tracing::info_span!("cdp", client = name, connection = client.0);
            let serving = serve(socket, relay, client, name, outbox, daemon);
            sockets.track_future(serving.instrument(span))
        }))
}

async fn serve(
    socket: WebSocket,
    relay: Relay,
    client: ClientId,
    name: String,
    mut outbox: ClientOutbox,
    daemon: Arc<Daemon>,
) {
    tracing::info!("a CDP client is connected");
    daemon.policy.log().write(NewEntry {
        origin: ClientOrigin::Cdp,
        client: name,
        operation: "connect".to_owned(),
        tab: None,
        url: String::new(),
        detail: String::new(),
        outcome: Outcome::Done,
        note: String::new(),
        took_ms: 0,
    });
    let (mut sink, mut stream) = socket.split();
    let reading = async {
        while let Some(Ok(message)) = stream.next().await {
            match message {
                Message::Text(text) => relay.receive(client, &text),
                Message::Close(_) => return,
                _ => {}
            }
        }
    };
    tokio::select! {
        () = reading => {}
        () = write(&mut sink, &mut outbox) => {}
        () = daemon.stopping.cancelled() => {}
    }
    relay.disconnect(client);
    let goodbye = CloseFrame { code: close_code::AWAY, reason: "goodbye".into() };
    let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(Some(goodbye)))).await;
    tracing::info!("a CDP client is gone");
}

/// Returns when the client is gone, does not read, or was let go by the relay.
async fn write(sink: &mut SplitSink<WebSocket, Message>, outbox: &mut ClientOutbox) {
    while let Some(frame) = outbox.next().await {
        let sending = async {
            let mut next = Some(frame);
            let mut count = 0;
            while let Some(frame) = next {
                sink.feed(Message::Text(frame.into())).await?;
                count += 1;
                next = if count < FRAMES_AT_ONCE_MAX { outbox.next_now() } else { None };
            }
            sink.flush().await
        };
        if !matches!(timeout(WRITE_TIMEOUT, sending).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// `/json/version`: how Playwright and Puppeteer find `/cdp` from an HTTP address.
pub(crate) async fn version(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(query): QueryOf<CdpQuery>,
) -> Result<Json<Value>, ApiError> {
    let relay = daemon.browsers.choose(query.browser.as_deref())?.relay.clone();
    let version = relay.version().ok_or_else(problems::no_browser)?;
    Ok(Json(json!({
        "Browser": version.product,
        "Protocol-Version": "1.3",
        "User-Agent": version.user_agent,
        "webSocketDebuggerUrl": daemon.cdp_url(),
    })))
}

/// `/json/protocol`: the domains with their commands and events, for clients made from it.
pub(crate) async fn protocol(State(daemon): State<Arc<Daemon>>) -> Result<Response, ApiError> {
    if daemon.cdp_description.is_empty() {
        return Err(problems::not_found());
    }
    let json = [(header::CONTENT_TYPE, "application/json; charset=UTF-8")];
    Ok((json, daemon.cdp_description).into_response())
}

/// `/json/list`: the open pages.
pub(crate) async fn list(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(query): QueryOf<CdpQuery>,
) -> Result<Json<Value>, ApiError> {
    let relay = daemon.browsers.choose(query.browser.as_deref())?.relay.clone();
    let (tell, told) = oneshot::channel();
    relay.list_pages(move |pages| drop(tell.send(pages)));
    let pages = told.await.unwrap_or_default();
    let url = daemon.cdp_url();
    let page = |target: tabwright_wire::TabTarget| {
        json!({
            "id": target.target_id,
            "type": "page",
            "title": target.title,
            "url": target.url,
            "webSocketDebuggerUrl": url,
        })
    };
    Ok(Json(pages.into_iter().map(page).collect()))
}
