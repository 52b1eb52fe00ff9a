//! A small web site, at 127.0.0.1 and at localhost, which are two origins.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

#[derive(Debug)]
pub struct Site {
    port: u16,
    server: JoinHandle<()>,
    slow_begun: Arc<Notify>,
}

impl Site {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("a bound listener").port();
        let slow_begun = Arc::new(Notify::new());
        let router = Router::new()
            .route("/titled/{title}", get(titled))
            .route("/slow", get(slow))
            .with_state(Arc::clone(&slow_begun));
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the site serves");
        });
        Self { port, server, slow_begun }
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// An ordinary page.
    #[must_use]
    pub fn page(&self, title: &str) -> String {
        format!("http://127.0.0.1:{}/titled/{title}", self.port)
    }

    /// The same page, as another host serves it.
    #[must_use]
    pub fn page_at(&self, host: &str, title: &str) -> String {
        format!("http://{host}:{}/titled/{title}", self.port)
    }

    /// A page that begins and never ends: nothing that waits for it is answered.
    #[must_use]
    pub fn slow_page(&self) -> String {
        format!("http://127.0.0.1:{}/slow", self.port)
    }

    /// Resolves when a browser has begun to load the slow page.
    pub async fn slow_page_begun(&self) {
        self.slow_begun.notified().await;
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn titled(Path(title): Path<String>) -> Html<String> {
    Html(format!("<!doctype html><title>{title}</title><h1>{title}</h1>"))
}

async fn slow(State(begun): State<Arc<Notify>>) -> Html<Body> {
    begun.notify_one();
    let beginning = "<!doctype html><title>slow</title><p>still loading".to_owned();
    let endless = stream::iter([Ok::<_, std::io::Error>(beginning)]).chain(stream::pending());
    Html(Body::from_stream(endless))
}
