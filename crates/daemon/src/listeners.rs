//! Those who listen to the daemon: over server-sent events at `/events`, over a WebSocket at
//! `/ui`. Both tell the same, and both take up where a listener left off.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream;
use serde::Deserialize;
use tabwright_room::{ApiRouter, QueryOf, Room, api_routes};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::openapi::OpenApi;

use crate::events::{Events, Subscription};

/// A listener that does not take an event within this time is gone.
const LISTENER_TIMEOUT: Duration = Duration::from_secs(10);
/// What a listener may say to us, which is nothing of use.
const LISTENER_FRAME_BYTES_MAX: usize = 64 * 1024;

/// What happens in the daemon, for whoever listens.
#[derive(Debug)]
pub(crate) struct EventsRoom {
    pub(crate) events: Arc<Events>,
    pub(crate) tasks: TaskTracker,
    pub(crate) stopping: CancellationToken,
}

impl Room for EventsRoom {
    /// Events tell of every tab and every client, so they are the person's.
    fn person_routes(self: Arc<Self>) -> Router {
        routes().into_router().with_state(self)
    }

    fn document(&self, document: &mut OpenApi) {
        routes().describe(document);
    }
}

fn routes() -> ApiRouter<Arc<EventsRoom>> {
    ApiRouter::default().routes(api_routes!(events)).routes(api_routes!(ui))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct Listening {
    /// Who listens, for `tabwright status`
    client: Option<String>,
    /// Only events after this id; without it, from now on. The last 100 are kept
    after: Option<u64>,
}

impl Listening {
    fn subscribe(self, events: &Arc<Events>, last_seen: Option<u64>) -> Subscription {
        let name = self.client.as_deref().unwrap_or("unnamed").chars().take(80).collect();
        events.subscribe(name, last_seen.or(self.after))
    }
}

/// What happens in the daemon, as server-sent events; `Last-Event-ID` resumes
#[utoipa::path(
    get, path = "/events", params(Listening),
    responses((status = 200, content_type = "text/event-stream", body = tabwright_wire::EventRecord))
)]
async fn events(
    State(room): State<Arc<EventsRoom>>,
    QueryOf(listening): QueryOf<Listening>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<sse::Event, axum::Error>>> {
    let last_seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let subscription = listening.subscribe(&room.events, last_seen);
    let stopping = room.stopping.clone();
    let stream =
        stream::unfold((subscription, stopping), |(mut subscription, stopping)| async move {
            // What was published before the stop is still told.
            let record = tokio::select! {
                biased;
                record = subscription.next() => record?,
                () = stopping.cancelled() => return None,
            };
            let event = sse::Event::default().id(record.id.to_string()).json_data(&*record);
            Some((event, (subscription, stopping)))
        });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// The same events over a WebSocket, one JSON text frame each
#[utoipa::path(
    get, path = "/ui", params(Listening),
    responses((status = 101, body = tabwright_wire::EventRecord))
)]
async fn ui(
    State(room): State<Arc<EventsRoom>>,
    QueryOf(listening): QueryOf<Listening>,
    socket: WebSocketUpgrade,
) -> Response {
    let sockets = room.tasks.clone();
    socket
        .max_message_size(LISTENER_FRAME_BYTES_MAX)
        .on_upgrade(move |socket| sockets.track_future(tell(socket, listening, room)))
}

async fn tell(mut socket: WebSocket, listening: Listening, room: Arc<EventsRoom>) {
    let mut subscription = listening.subscribe(&room.events, None);
    loop {
        let record = tokio::select! {
            biased;
            record = subscription.next() => record,
            heard = socket.recv() => match heard {
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return,
            },
            () = room.stopping.cancelled() => None,
        };
        let Some(text) = record.and_then(|record| serde_json::to_string(&*record).ok()) else {
            break;
        };
        match timeout(LISTENER_TIMEOUT, socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
    let reason = "the daemon is stopping, or you fell behind: resume with ?after=";
    let goodbye = CloseFrame { code: close_code::AWAY, reason: reason.into() };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(goodbye)))).await;
}
