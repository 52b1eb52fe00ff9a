//! CDP to a browser that is elsewhere, by its WebSocket, or by the HTTP address that tells of it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::endpoint::{Endpoint, Stream};
use super::link::{Carrying, Link, OnEvent};

/// A remote browser that does not answer within this time is not there.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("`{0}` is no CDP endpoint; give ws:// or wss://HOST:PORT/…, or http(s)://HOST:PORT")]
    BadUrl(String),
    #[error("{url} did not answer within {} s", CONNECT_TIMEOUT.as_secs())]
    Silent { url: String },
    #[error("{url} cannot be reached: {reason}")]
    Unreachable { url: String, reason: String },
    #[error("{url} does not name its debugger address")]
    NoDebugger { url: String },
}

/// Connects. The future carries the frames, and ends when either side is gone.
pub async fn connect(
    url: &str,
    on_event: OnEvent,
) -> Result<(Arc<Link>, impl Future<Output = ()> + Send + use<>), ConnectError> {
    let silent = || ConnectError::Silent { url: url.to_owned() };
    let socket = timeout(CONNECT_TIMEOUT, open(url)).await.map_err(|_| silent())??;
    let (mut sink, mut stream) = socket.split();
    let (link, Carrying { mut outgoing, incoming }) = Link::new(on_event);
    let driving = async move {
        let writing = async {
            while let Some(frame) = outgoing.recv().await {
                sink.send(Message::text(frame)).await?;
            }
            Ok::<(), SocketError>(())
        };
        let reading = async {
            while let Some(message) = stream.next().await {
                if let Message::Text(text) = message? {
                    incoming.receive(text.as_bytes());
                }
            }
            Ok::<(), SocketError>(())
        };
        let ended = tokio::select! {
            ended = writing => ended,
            ended = reading => ended,
        };
        if let Err(error) = ended {
            tracing::warn!(%error, "the connection to a remote browser broke");
        }
        incoming.close();
    };
    Ok((link, driving))
}

async fn open(url: &str) -> Result<WebSocketStream<Box<dyn Stream>>, ConnectError> {
    let endpoint = Endpoint::parse(url)?.debugger().await?;
    let stream = endpoint.open().await.map_err(|error| endpoint.unreachable(&error))?;
    // The largest results are larger than what the library lets through by itself.
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let shaken = client_async_with_config(endpoint.uri(), stream, Some(config)).await;
    shaken.map(|(socket, _)| socket).map_err(|error| endpoint.unreachable(&error))
}
