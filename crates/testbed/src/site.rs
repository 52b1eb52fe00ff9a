//! A small web site, at 127.0.0.1 and at localhost, which are two origins.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

#[derive(Debug)]
pub struct Site {
    port: u16,
    server: JoinHandle<()>,
    busy: Arc<Notify>,
    slow: Arc<Slow>,
}

/// A page that is answered when the test says so.
#[derive(Debug, Default)]
struct Slow {
    asked: Notify,
    answer: Notify,
}

impl Site {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("a bound listener").port();
        let busy = Arc::new(Notify::new());
        let slow = Arc::new(Slow::default());
        let slow_page = Router::new().route("/slow", get(slow_page)).with_state(Arc::clone(&slow));
        let router = Router::new()
            .route("/titled/{title}", get(titled))
            .route("/busy", get(async || BUSY))
            .route("/busy/begun", get(busy_begun))
            .with_state(Arc::clone(&busy))
            .merge(slow_page);
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the site serves");
        });
        Self { port, server, busy, slow }
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

    /// A page that is busy for ever once it has loaded: whoever asks it something waits.
    #[must_use]
    pub fn busy_page(&self) -> String {
        format!("http://127.0.0.1:{}/busy", self.port)
    }

    /// A page titled "slow" that is asked for and does not come until [`Site::let_slow_go`].
    #[must_use]
    pub fn slow_page(&self) -> String {
        format!("http://127.0.0.1:{}/slow", self.port)
    }

    /// Resolves when the slow page was asked for.
    pub async fn until_slow_asked(&self) {
        crate::within("the slow page is asked for", self.slow.asked.notified()).await;
    }

    pub fn let_slow_go(&self) {
        self.slow.answer.notify_one();
    }

    /// Resolves when the busy page has begun to be busy.
    pub async fn until_busy(&self) {
        self.busy.notified().await;
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

async fn slow_page(State(slow): State<Arc<Slow>>) -> Html<&'static str> {
    slow.asked.notify_one();
    slow.answer.notified().await;
    Html("<!doctype html><title>slow</title>")
}

const BUSY: Html<&str> = Html(
    "<!doctype html><title>busy</title><script>
        onload = async () => { await fetch('/busy/begun'); for (;;); };
    </script>",
);

async fn busy_begun(State(busy): State<Arc<Notify>>) {
    busy.notify_one();
}
