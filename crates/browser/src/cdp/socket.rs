//! CDP to a browser that is elsewhere, by its WebSocket, or by the HTTP address that tells of it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use super::link::{Carrying, Link, OnEvent};

/// A remote browser that does not answer within this time is not there.
const PATIENCE: Duration = Duration::from_secs(10);
/// What `/json/version` may be at most.
const VERSION_BYTES_MAX: usize = 64 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("`{0}` is no CDP endpoint; give ws://HOST:PORT/… or http://HOST:PORT")]
    BadUrl(String),
    #[error("{url} speaks TLS, which this build does not; reach it through a local tunnel")]
    Tls { url: String },
    #[error("{url} did not answer within {} s", PATIENCE.as_secs())]
    Silent { url: String },
    #[error("{url} cannot be reached: {reason}")]
    Unreachable { url: String, reason: String },
    #[error("{url} does not tell where its debugger listens")]
    NoDebugger { url: String },
}

/// Connects. The future carries the frames, and ends when either side is gone.
pub async fn connect(
    url: &str,
    on_event: OnEvent,
) -> Result<(Arc<Link>, impl Future<Output = ()> + Send + use<>), ConnectError> {
    let silent = || ConnectError::Silent { url: url.to_owned() };
    let socket_url = timeout(PATIENCE, debugger_of(url)).await.map_err(|_| silent())??;
    // The largest results are larger than what the library lets through by itself.
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let connecting = connect_async_with_config(&socket_url, Some(config), true);
    let (socket, _) = timeout(PATIENCE, connecting)
        .await
        .map_err(|_| silent())?
        .map_err(|error| unreachable(url, &error))?;
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

/// The address of the WebSocket: as given, or as the browser tells by HTTP.
async fn debugger_of(url: &str) -> Result<String, ConnectError> {
    let (scheme, rest) =
        url.split_once("://").ok_or_else(|| ConnectError::BadUrl(url.to_owned()))?;
    match scheme {
        "ws" => return Ok(url.to_owned()),
        "http" => {}
        "https" | "wss" => return Err(ConnectError::Tls { url: url.to_owned() }),
        _ => return Err(ConnectError::BadUrl(url.to_owned())),
    }
    let host = rest.split('/').next().unwrap_or(rest);
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let body = get(&address, "/json/version").await.map_err(|error| unreachable(url, &error))?;
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Version {
        web_socket_debugger_url: String,
    }
    let start = body.iter().position(|byte| *byte == b'{').unwrap_or(0);
    let mut values = serde_json::Deserializer::from_slice(&body[start..]).into_iter::<Version>();
    match values.next() {
        Some(Ok(version)) => Ok(version.web_socket_debugger_url),
        _ => Err(ConnectError::NoDebugger { url: url.to_owned() }),
    }
}

/// One question by HTTP. The answer is one JSON object, which tells its own end.
async fn get(address: &str, path: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    while answer.len() < VERSION_BYTES_MAX && !answer.trim_ascii_end().ends_with(b"}") {
        if stream.read_buf(&mut answer).await? == 0 {
            break;
        }
    }
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| at + 4);
    Ok(answer.split_off(body))
}

fn unreachable(url: &str, reason: &dyn std::error::Error) -> ConnectError {
    ConnectError::Unreachable { url: url.to_owned(), reason: reason.to_string() }
}
