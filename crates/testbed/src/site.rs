//! A small web site, at 127.0.0.1 and at localhost, which are two origins.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
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
    own: Arc<Mutex<HashMap<String, String>>>,
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
        let own = Arc::<Mutex<HashMap<String, String>>>::default();
        let own_pages =
            Router::new().route("/own/{*path}", get(own_page)).with_state(Arc::clone(&own));
        let router = Router::new()
            .route("/titled/{title}", get(titled))
            .route("/form", get(async || FORM))
            .route("/busy", get(async || BUSY))
            .route("/busy/begun", get(busy_begun))
            .with_state(Arc::clone(&busy))
            .merge(slow_page)
            .merge(own_pages);
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the site serves");
        });
        Self { port, server, busy, slow, own }
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

    /// A page of the test's own, at `/own/NAME`; `{site}` and `{other}` in it become this site and
    /// the same one by another name.
    pub fn put(&self, name: &str, html: &str) -> String {
        let html = html
            .replace("{site}", &format!("http://127.0.0.1:{}", self.port))
            .replace("{other}", &format!("http://localhost:{}", self.port));
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        own.insert(name.to_owned(), html);
        format!("http://127.0.0.1:{}/own/{name}", self.port)
    }

    /// A page titled "Sign up" with what a form has, links and a table.
    #[must_use]
    pub fn form(&self) -> String {
        format!("http://127.0.0.1:{}/form", self.port)
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

async fn own_page(
    Path(name): Path<String>,
    State(own): State<Arc<Mutex<HashMap<String, String>>>>,
) -> Response {
    let html = own.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
    match html {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(text) if name.ends_with(".bin") => {
            ([(header::CONTENT_DISPOSITION, "attachment")], text).into_response()
        }
        Some(html) => Html(html).into_response(),
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

const FORM: Html<&str> = Html(
    "<!doctype html><meta charset=utf-8><title>Sign up</title><h1>Sign up</h1>
    <nav><a href=/titled/harbour>To the harbour</a> <a href=/titled/station>To the station</a></nav>
    <form><label>Name <input name=name></label>
        <label><input type=checkbox name=agreed> I agree</label>
        <label>Colour <select name=colour><option>Red<option>Green<option>Blue</select></label>
        <button>Save</button> <button type=button disabled>Later</button></form>
    <output></output> <button id=warn>Warn</button>
    <table><caption>Trains</caption><tr><th>To<th>At<tr><td>Bern<td>10:02
        <tr><td>Genève, Cornavin<td>9:30</table>
    <script>
        document.forms[0].onsubmit = (event) => {
            event.preventDefault();
            const { name, agreed, colour } = Object.fromEntries(new FormData(event.target));
            document.querySelector('output').textContent =
                `Welcome, ${name}: ${agreed ?? 'off'}, ${colour}`;
        };
        document.querySelector('#warn').onclick = () => alert('Mind the gap');
    </script>",
);

const BUSY: Html<&str> = Html(
    "<!doctype html><title>busy</title><script>
        onload = async () => { await fetch('/busy/begun'); for (;;); };
    </script>",
);

async fn busy_begun(State(busy): State<Arc<Notify>>) {
    busy.notify_one();
}
