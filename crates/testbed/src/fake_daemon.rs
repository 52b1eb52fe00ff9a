//! A daemon made by hand, for what the real one would never send to an extension.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tabwright_wire::AGENT_SERVICE;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::peer::read_frames;
use crate::within;

#[derive(Debug)]
pub struct FakeDaemon {
    listener: TcpListener,
    folder: tempfile::TempDir,
}

/// The extension, as the fake daemon sees it.
#[derive(Debug)]
pub struct Extension {
    socket: WebSocketStream<TcpStream>,
    unread: VecDeque<Value>,
}

impl FakeDaemon {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        Self { listener, folder: tempfile::tempdir().expect("a folder for the launcher") }
    }

    /// A native host that always says the same: the daemon is here.
    #[must_use]
    pub fn native_host(&self) -> PathBuf {
        use std::os::unix::fs::PermissionsExt as _;
        let port = self.listener.local_addr().expect("a bound listener").port();
        let answer = json!({
            "type": "daemon", "port": port, "token": "t", "running": true, "daemonVersion": "0",
        });
        let answer = answer.to_string();
        let length = u32::try_from(answer.len()).expect("a short answer");
        let message = [&length.to_ne_bytes()[..], answer.as_bytes()].concat();
        let (words, launcher) = (self.path("answer"), self.path("host"));
        std::fs::write(&words, message).expect("the answer is written");
        std::fs::write(&launcher, format!("#!/bin/sh\ncat '{}'\n", words.display()))
            .expect("the launcher is written");
        let executable = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(&launcher, executable).expect("the launcher is made executable");
        launcher
    }

    /// Waits for the extension, hears its hello and welcomes it.
    pub async fn welcome(&self) -> Extension {
        let unlimited = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let accept = async {
            let (stream, _) = self.listener.accept().await.expect("a connection");
            tokio_tungstenite::accept_async_with_config(stream, Some(unlimited)).await
        };
        let socket = within("the extension connects", accept).await.expect("a WebSocket");
        let mut extension = Extension { socket, unread: VecDeque::new() };
        assert_eq!(extension.next().await["method"], "hello");
        let params = json!({ "daemonVersion": "0" });
        extension.send(json!({ "method": "welcome", "params": params }).to_string()).await;
        extension
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::join(self.folder.path(), name)
    }
}

impl Extension {
    pub async fn send(&mut self, text: impl Into<String>) {
        self.send_message(Message::text(text.into())).await;
    }

    pub async fn send_message(&mut self, message: Message) {
        self.socket.send(message).await.expect("the extension reads");
    }

    /// The next frame that is neither a keep-alive nor something the extension wants of the daemon.
    pub async fn next(&mut self) -> Value {
        loop {
            let frame = self.next_of_all().await;
            if frame["name"] != AGENT_SERVICE {
                return frame;
            }
        }
    }

    /// The next frame that is no keep-alive.
    pub async fn next_of_all(&mut self) -> Value {
        loop {
            while let Some(frame) = self.unread.pop_front() {
                if frame["method"] != "keepAlive" {
                    return frame;
                }
            }
            let message = within("the extension says something", self.socket.next()).await;
            let message = message.expect("the extension is there").expect("a frame");
            if let Ok(text) = message.into_text() {
                self.unread = read_frames(&text);
            }
        }
    }
}
