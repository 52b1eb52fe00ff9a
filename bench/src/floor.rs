//! The floor: a bare WebSocket in the extension's own service worker that gives back what it gets,
//! with nothing of ours on the way.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use tabwright_testbed::Session;
use tabwright_wire::TabId;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use tabwright_bench::figures::Spans;

pub(crate) struct Floor {
    socket: WebSocketStream<TcpStream>,
}

impl Floor {
    /// With a tab, the answer comes from the page in it.
    pub(crate) async fn in_worker(worker: &Session, tab: Option<TabId>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let answer = match tab {
            None => "data".to_owned(),
            Some(tab) => format!(
                "JSON.stringify(await chrome.tabs.sendMessage({tab}, {{ type: 'echo', text: data }}, {{ frameId: 0 }}))"
            ),
        };
        worker.begin(&format!(
            "{{ const bare = new WebSocket('ws://127.0.0.1:{port}');
               bare.onmessage = async ({{ data }}) => bare.send({answer}); }}"
        ));
        let (stream, _) = listener.accept().await.expect("the worker connects");
        stream.set_nodelay(true).expect("a TCP socket");
        let socket = tokio_tungstenite::accept_async(stream).await.expect("a WebSocket");
        Self { socket }
    }

    pub(crate) async fn one_by_one(&mut self, text: &str, times: u32) -> Spans {
        let mut spans = Vec::new();
        for _ in 0..times {
            let sent = Instant::now();
            self.send(text).await;
            self.receive().await;
            spans.push(sent.elapsed());
        }
        Spans::of(spans)
    }

    /// Per second, with so many under way together.
    pub(crate) async fn together(&mut self, text: &str, times: u32, at_once: u32) -> f64 {
        let began = Instant::now();
        for sent in 0..times {
            if sent >= at_once {
                self.receive().await;
            }
            self.send(text).await;
        }
        for _ in 0..at_once.min(times) {
            self.receive().await;
        }
        f64::from(times) / began.elapsed().as_secs_f64()
    }

    async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text.to_owned())).await.expect("the worker reads");
    }

    async fn receive(&mut self) {
        let answer = tokio::time::timeout(Duration::from_secs(30), self.socket.next()).await;
        answer.expect("an answer in time").expect("the worker is there").expect("a frame");
    }
}
