//! HTTP/1 with bounds: whoever connects has so long for its headers and for each part of a body, and there are
//! only so many connections at a time. Otherwise connections that say half a sentence would stay for ever.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http;
use axum::middleware::Next;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tabwright_room::Peer;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;
use tower_http::timeout::TimeoutBody;

/// Also for a connection that is kept open between two requests.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Between two parts of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// Connections beyond that wait to be accepted. WebSockets do not count: they have bounds of their own.
const CONNECTIONS_MAX: usize = 1_024;
/// The system may have no room for another connection for a moment.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stopping`, and then until the requests that are under way have ended.
pub(crate) async fn serve(listener: TcpListener, router: Router, stopping: &CancellationToken) {
    let router = router.layer(axum::middleware::from_fn(limit_body));
    let slots = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let connections = TaskTracker::new();
    let accepting = async {
        loop {
            match accept(&listener, &slots).await {
                Ok((stream, slot)) => {
                    connections.spawn(connection(stream, slot, router.clone(), stopping.clone()));
                }
                Err(error) => {
                    tracing::debug!(%error, "no connection was accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    };
    let _: Option<()> = stopping.run_until_cancelled(accepting).await;
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let slot = Arc::clone(slots).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    // Small frames go out at once: a round trip is what people wait for.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    Ok((stream, slot))
}

async fn connection(
    stream: TcpStream,
    slot: OwnedSemaphorePermit,
    router: Router,
    stopping: CancellationToken,
) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let peer = stream.peer_addr().map(Peer::new).ok();
    let service = router.map_request(move |mut request: http::Request<hyper::body::Incoming>| {
        if let Some(peer) = &peer {
            request.extensions_mut().insert(peer.clone());
        }
        request
    });
    let service = TowerToHyperService::new(service);
    let served = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut served = pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = stopping.cancelled() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
    drop(slot);
}

async fn limit_body(request: Request, next: Next) -> Response {
    next.run(request.map(|body| Body::new(TimeoutBody::new(BODY_TIMEOUT, body)))).await
}
