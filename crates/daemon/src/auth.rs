//! Authentication: who may come in. What they may do is authorized later, call by call, by the policy. Every
//! request passes here first: its `Host` (against DNS rebinding), its
//! `Origin` (against web pages), then its token.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tabwright_wire::{ExtensionQuery, FRAME_BYTES_MAX, PROTOCOL_VERSION, extension_origin};

use crate::connection;
use crate::problems::{self, ApiError};
use crate::server::Daemon;

/// tungstenite clears its buffer before every read: its own 128 KiB cost more than the reading.
pub(crate) const READ_BUFFER: usize = 16 * 1024;

/// For every address: the right host, and no foreign origin.
pub(crate) async fn guard_place(
    State(daemon): State<Arc<Daemon>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    match check_place(&daemon, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            log_refusal(&request, &refusal);
            refusal.into_response()
        }
    }
}

/// For every address but the few that are open or have a secret of their own.
pub(crate) async fn guard_token(
    State(daemon): State<Arc<Daemon>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    match check_token(&daemon, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            log_refusal(&request, &refusal);
            refusal.into_response()
        }
    }
}

/// `/extension`: a WebSocket for the extension, and over plain HTTP the reason why not.
pub(crate) async fn extension(
    State(daemon): State<Arc<Daemon>>,
    headers: HeaderMap,
    uri: Uri,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let query = admit(&daemon, &headers, &uri).inspect_err(|ApiError(problem)| {
        tracing::warn!(
            status = problem.code.http_status(),
            "an extension was refused: {}",
            problem.title
        );
    })?;
    let Ok(socket) = socket else {
        return Err(problems::upgrade_required());
    };
    let sockets = daemon.tasks.clone();
    Ok(socket
        .read_buffer_size(READ_BUFFER)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_upgrade(move |socket| {
            sockets.track_future(connection::serve(socket, query.profile, daemon))
        }))
}

fn admit(daemon: &Daemon, headers: &HeaderMap, uri: &Uri) -> Result<ExtensionQuery, ApiError> {
    // The extension always has an origin; what has none is not an extension. A plain GET from the
    // extension, which only asks for the reason, carries none either.
    let socket = headers.contains_key(header::UPGRADE);
    if socket && !headers.contains_key(header::ORIGIN) {
        return Err(problems::bad_origin());
    }
    check_token(daemon, headers, uri)?;
    let Query(query) = Query::<ExtensionQuery>::try_from_uri(uri)
        .map_err(|error| problems::bad_request(error.body_text()))?;
    if query.protocol != PROTOCOL_VERSION {
        return Err(problems::protocol_mismatch(query.protocol, &query.version));
    }
    daemon.browsers.admit(&query.profile)?;
    Ok(query)
}

fn check_place(daemon: &Daemon, headers: &HeaderMap) -> Result<(), ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let port = daemon.port;
    let ours = |host: &str| {
        ["127.0.0.1", "localhost"].iter().any(|name| *host == format!("{name}:{port}"))
    };
    if !host.is_some_and(ours) {
        return Err(problems::bad_host());
    }
    match headers.get(header::ORIGIN) {
        Some(origin) if origin.as_bytes() != extension_origin().as_bytes() => {
            Err(problems::bad_origin())
        }
        _ => Ok(()),
    }
}

fn check_token(daemon: &Daemon, headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
    #[derive(serde::Deserialize)]
    struct TokenQuery {
        token: Option<String>,
    }
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(str::to_owned);
    let query = || Query::<TokenQuery>::try_from_uri(uri).ok().and_then(|Query(query)| query.token);
    match bearer.or_else(query) {
        Some(guess) if daemon.token.is(&guess) => Ok(()),
        _ => Err(problems::bad_token()),
    }
}

/// The path only: the query may hold a token.
fn log_refusal(request: &Request<Body>, ApiError(problem): &ApiError) {
    let origin = request.headers().get(header::ORIGIN).map(|origin| format!("{origin:?}"));
    tracing::warn!(
        status = problem.code.http_status(),
        path = request.uri().path(),
        origin,
        "refused: {}",
        problem.title
    );
}
