//! An extension made by hand, which can misbehave as the real one never would.

use std::collections::VecDeque;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabwright_wire::{PROTOCOL_VERSION, extension_origin, unbundle};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::{TestEnv, within};

#[derive(Debug, Clone)]
pub struct PeerOptions {
    pub profile: String,
    pub token: Option<String>,
    pub origin: Option<String>,
    pub host: Option<String>,
    pub protocol: u32,
}

impl PeerOptions {
    /// What the real extension would send from a profile of this name.
    #[must_use]
    pub fn good(env: &TestEnv, profile: &str) -> Self {
        Self {
            profile: profile.to_owned(),
            token: Some(env.token()),
            origin: Some(extension_origin()),
            host: None,
            protocol: PROTOCOL_VERSION,
        }
    }
}

#[derive(Debug)]
pub struct Peer {
    socket: WebSocketStream<TcpStream>,
    unread: VecDeque<Value>,
}

/// The frames of one message.
pub(crate) fn read_frames(text: &str) -> VecDeque<Value> {
    let frames = unbundle(text).expect("JSON").into_iter();
    frames.map(|frame| serde_json::from_str(frame).expect("JSON")).collect()
}

impl Peer {
    /// Knocks at `/extension`; the status when it stays shut.
    pub async fn connect(env: &TestEnv, options: PeerOptions) -> Result<Self, u16> {
        let port = env.daemon.port();
        let PeerOptions { profile, token, origin, host, protocol } = options;
        let token = token.map(|token| format!("token={token}&")).unwrap_or_default();
        let query = format!("{token}profile={profile}&protocol={protocol}&version=0.0.1");
        let url = format!("ws://127.0.0.1:{port}/extension?{query}");
        let mut request = url.into_client_request().expect("a good address");
        let mut set = |name: &'static str, value: Option<String>| {
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(&value).ok()) {
                request.headers_mut().insert(name, value);
            }
        };
        set("origin", origin);
        set("host", host);
        let stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the daemon listens");
        let unlimited = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        match client_async_with_config(request, stream, Some(unlimited)).await {
            Ok((socket, _)) => Ok(Self { socket, unread: VecDeque::new() }),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("/extension: {error}"),
        }
    }

    /// Knocks properly, says hello and is welcomed.
    pub async fn connected(env: &TestEnv, profile: &str) -> Self {
        let peer = Self::connect(env, PeerOptions::good(env, profile)).await;
        let mut peer = peer.unwrap_or_else(|status| panic!("refused with {status}"));
        peer.hello(profile).await;
        peer
    }

    pub async fn hello(&mut self, name: &str) {
        let params = json!({
            "name": name, "product": "Peer", "productVersion": "1", "extensionVersion": "0.0.1",
        });
        self.send(json!({ "method": "hello", "params": params }).to_string()).await;
        assert_eq!(self.next().await["method"], "welcome");
    }

    pub async fn send(&mut self, text: impl Into<String>) {
        self.send_message(Message::text(text.into())).await;
    }

    pub async fn send_message(&mut self, message: Message) {
        self.socket.send(message).await.expect("the daemon reads");
    }

    /// Sends a frame after which the daemon may close the connection at once.
    pub async fn try_send(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next text frame that is neither a ping nor a question of the relay's.
    pub async fn next(&mut self) -> Value {
        loop {
            while let Some(frame) = self.unread.pop_front() {
                if frame["method"] != "ping" && frame["name"] != "cdp" {
                    return frame;
                }
            }
            match within("the daemon says something", self.socket.next()).await {
                Some(Ok(Message::Text(text))) => self.unread = read_frames(&text),
                Some(Ok(Message::Close(frame))) => panic!("closed: {frame:?}"),
                Some(Ok(_)) => {}
                other => panic!("the connection ended: {other:?}"),
            }
        }
    }

    /// Reads to the end: the close code, or none when the line just broke.
    pub async fn closed(mut self) -> (Option<u16>, String) {
        let end = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(Some(frame)))) => {
                        return (Some(frame.code.into()), frame.reason.to_string());
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return (None, String::new()),
                }
            }
        };
        within("the daemon closes the connection", end).await
    }
}
