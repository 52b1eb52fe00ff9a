//! The door for CDP clients: `/cdp` and the addresses by which clients find it. What they say goes
//! to the relay of the browser they chose; this file knows nothing of CDP itself.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{Extension, State, WebSocketUpgrade};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tabwright_policy::{NewEntry, Policy, SecretPlace};
use tabwright_relay::{ClientId, ClientOutbox, Introduction, Relay};
use tabwright_room::{ApiError, Credential, QueryOf, Room, bad_request};
use tabwright_wire::{ClientOrigin, FRAME_BYTES_MAX, Outcome};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::auth::Auth;
use crate::browsers::Browsers;
use crate::clients::Clients;
use crate::connection::READ_BUFFER;
use crate::events::ClientIds;
use crate::problems;

/// A frame that a client does not take within this time is the last one.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
const FRAMES_AT_ONCE_MAX: usize = 64;

/// CDP for clients other than ours.
#[derive(Debug)]
pub(crate) struct CdpRoom {
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) client_ids: Arc<ClientIds>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) auth: Arc<Auth>,
    /// What `/json/protocol` tells.
    pub(crate) description: &'static str,
    pub(crate) tasks: TaskTracker,
    pub(crate) stopping: CancellationToken,
}

impl Room for CdpRoom {
    fn routes(self: Arc<Self>) -> Router {
        Router::new()
            .route("/cdp", get(connect))
            .route("/json/version", get(version))
            .route("/json/version/", get(version))
            .route("/json/protocol", get(protocol))
            .route("/json/protocol/", get(protocol))
            .route("/json", get(list))
            .route("/json/list", get(list))
            .route("/json/list/", get(list))
            .with_state(self)
    }
}

#[derive(Debug, Deserialize)]
struct CdpQuery {
    /// How the client calls itself.
    client: Option<String>,
    /// Which browser, when several are connected.
    browser: Option<String>,
    /// `own`: it sees no tabs but those in a tab group with its name.
    tabs: Option<String>,
}

/// `/cdp`: a WebSocket that speaks CDP.
async fn connect(
    State(room): State<Arc<CdpRoom>>,
    QueryOf(query): QueryOf<CdpQuery>,
    Extension(credential): Extension<Credential>,
    socket: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let relay = room.browsers.choose(query.browser.as_deref())?.relay.clone();
    room.policy.log().check().map_err(|error| problems::audit_log(&error))?;
    if let Some(holder) = room.clients.slot_holder() {
        return Err(problems::client_slot_taken(&holder).into());
    }
    let own_tabs = match query.tabs.as_deref() {
        None | Some("all") => false,
        Some("own") => true,
        Some(other) => {
            let message = format!("tabs must be `all` or `own`, not `{other}`");
            return Err(bad_request(message).into());
        }
    };
    let name = client_name(&credential, &query);
    let client = ClientId(room.client_ids.next());
    let introduction = Introduction { name: name.clone(), own_tabs, ours: false };
    let outbox = relay.connect(client, introduction);
    let sockets = room.tasks.clone();
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
            let serving = serve(socket, relay, client, name, outbox, room);
            sockets.track_future(serving.instrument(span))
        }))
}

fn client_name(credential: &Credential, query: &CdpQuery) -> String {
    let claimed = query.client.as_deref().unwrap_or("cdp");
    credential.client_name(Some(claimed)).chars().take(80).collect()
}

async fn serve(
    socket: WebSocket,
    relay: Relay,
    client: ClientId,
    name: String,
    mut outbox: ClientOutbox,
    room: Arc<CdpRoom>,
) {
    tracing::info!("a CDP client is connected");
    room.policy.log().write(NewEntry {
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
        () = room.stopping.cancelled() => {}
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
async fn version(
    State(room): State<Arc<CdpRoom>>,
    QueryOf(query): QueryOf<CdpQuery>,
) -> Result<Json<Value>, ApiError> {
    let relay = room.browsers.choose(query.browser.as_deref())?.relay.clone();
    let version = relay.version().ok_or_else(problems::no_browser)?;
    Ok(Json(json!({
        "Browser": version.product,
        "Protocol-Version": "1.3",
        "User-Agent": version.user_agent,
        "webSocketDebuggerUrl": room.auth.cdp_url(),
    })))
}

/// `/json/protocol`: the domains with their commands and events, for clients made from it.
async fn protocol(State(room): State<Arc<CdpRoom>>) -> Result<Response, ApiError> {
    if room.description.is_empty() {
        return Err(problems::not_found().into());
    }
    let json = [(header::CONTENT_TYPE, "application/json; charset=UTF-8")];
    Ok((json, room.description).into_response())
}

/// `/json/list`: the open pages, but for those that are closed to the client.
async fn list(
    State(room): State<Arc<CdpRoom>>,
    QueryOf(query): QueryOf<CdpQuery>,
    Extension(credential): Extension<Credential>,
) -> Result<Json<Value>, ApiError> {
    let relay = room.browsers.choose(query.browser.as_deref())?.relay.clone();
    let name = client_name(&credential, &query);
    let (tell, told) = oneshot::channel();
    relay.list_pages(move |pages| drop(tell.send(pages)));
    let pages = told.await.unwrap_or_default();
    let url = room.auth.cdp_url();
    let known = room.policy.known_secrets();
    let page = |target: tabwright_wire::TabTarget| {
        let place = SecretPlace::default().at(&target.url);
        json!({
            "id": target.target_id,
            "type": "page",
            "title": known.redact(&target.title, &place),
            "url": known.redact(&target.url, &place),
            "webSocketDebuggerUrl": url,
        })
    };
    let may_see = |target: &tabwright_wire::TabTarget| {
        room.policy.may_see(&name, ClientOrigin::Cdp, &target.url)
    };
    Ok(Json(pages.into_iter().filter(may_see).map(page).collect()))
}
