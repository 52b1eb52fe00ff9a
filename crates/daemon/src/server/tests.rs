//! The rooms of the daemon without a browser: asked through the router that all of it passes.

use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tabwright_room::Functions;
use tabwright_wire::{FUNCTIONS, HttpMethod, ProfileId};
use tower::ServiceExt as _;

use super::*;

struct Daemon {
    listening: Listening,
    rooms: Rooms,
    router: Router,
    _folder: tempfile::TempDir,
}

impl Daemon {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listening = listening(&folder).await;
        let (rooms, router) = listening.compose();
        Self { listening, rooms, router, _folder: folder }
    }

    async fn request(&self, method: &str, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let token = format!("Bearer {}", self.listening.auth.person.reveal());
        let mut request = self.bare(method, path).header(header::AUTHORIZATION, token);
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        answer(self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap()).await
    }

    fn bare(&self, method: &str, path: &str) -> axum::http::request::Builder {
        let host = format!("127.0.0.1:{}", self.listening.port());
        Request::builder().method(method).uri(path).header(header::HOST, host)
    }

    async fn get(&self, path: &str) -> Value {
        let (status, value) = self.request("GET", path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {value}");
        value
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.request("POST", path, Some(body)).await;
        assert_eq!(status, StatusCode::OK, "{path}: {value}");
        value
    }

    /// The status and the code of what is refused.
    async fn refused(&self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        let (status, problem) = self.request(method, path, body).await;
        assert!(problem["fix"].as_str().is_some_and(|fix| !fix.is_empty()), "{path}: {problem}");
        (status.as_u16(), problem["code"].as_str().unwrap_or_default().to_owned())
    }
}

async fn listening(folder: &tempfile::TempDir) -> Listening {
    let home = Home::at(folder.path().to_owned()).unwrap();
    let mut settings = Settings::default();
    settings.daemon.port = 0;
    let built_in =
        BuiltIn { cdp_description: "{}", page_scripts: PageScripts { kit: "", listeners: "" } };
    listen(&home, &settings, built_in).await.unwrap()
}

async fn answer(response: axum::response::Response) -> (StatusCode, Value) {
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

fn method(method: HttpMethod) -> &'static str {
    match method {
        HttpMethod::Get => "GET",
        HttpMethod::Post => "POST",
        HttpMethod::Delete => "DELETE",
    }
}

/// The id of a chat that is not there.
const SESSION: &str = "01KZ0000000000000000000000";

#[tokio::test]
async fn every_function_has_a_route_an_entry_and_its_call() {
    let daemon = Daemon::new().await;
    let document = daemon.get("/api/v1/openapi.json").await;
    let service = daemon.rooms.serve_extension(&ProfileId::try_from("one".to_owned()).unwrap());
    let calls: Vec<_> = service.methods().collect();
    for facts in FUNCTIONS {
        let name = facts.name;
        // A method that no function has is answered with those that the address has.
        let path = facts.path.replace("{id}", "1").replace("{name}", "x");
        let path = path.replace("{session}", SESSION);
        let token = format!("Bearer {}", daemon.listening.auth.person.reveal());
        let request = daemon.bare("PATCH", &path).header(header::AUTHORIZATION, token);
        let request = request.body(Body::empty()).unwrap();
        let response = daemon.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{name} has no route");
        let allowed = response.headers()[header::ALLOW].to_str().unwrap();
        assert!(allowed.split(',').any(|it| it == method(facts.method)), "{name}: {allowed}");

        let entry = &document["paths"][facts.path][method(facts.method).to_lowercase()];
        assert_eq!(entry["operationId"], name);
        assert_eq!(calls.contains(&name), facts.callers.have_extension(), "{name}");
    }
}

#[tokio::test]
async fn nothing_but_health_and_pairing_is_served_without_the_token() {
    let daemon = Daemon::new().await;
    let document = daemon.get("/api/v1/openapi.json").await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > FUNCTIONS.len(), "the verbs are in the document, too");
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "1").replace("{name}", "x");
            let path = path.replace("{session}", SESSION);
            for token in [None, Some("Bearer wrong"), Some("Basic x")] {
                let mut request = daemon.bare(&method.to_uppercase(), &path);
                if let Some(token) = token {
                    request = request.header(header::AUTHORIZATION, token);
                }
                let request = request.body(Body::empty()).unwrap();
                let (status, _) =
                    answer(daemon.router.clone().oneshot(request).await.unwrap()).await;
                assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path} with {token:?}");
            }
        }
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_whatever_they_know() {
    let daemon = Daemon::new().await;
    let token = format!("Bearer {}", daemon.listening.auth.person.reveal());
    for (name, value, code) in [
        (header::HOST, "evil.example".to_owned(), "bad-host"),
        (header::HOST, format!("127.0.0.1:{}", daemon.listening.port() ^ 1), "bad-host"),
        (header::ORIGIN, "https://evil.example".to_owned(), "bad-origin"),
        (header::ORIGIN, "null".to_owned(), "bad-origin"),
    ] {
        for path in ["/health", "/api/v1/status"] {
            let mut request = daemon
                .bare("GET", path)
                .header(header::AUTHORIZATION, &token)
                .body(Body::empty())
                .unwrap();
            request.headers_mut().insert(name.clone(), value.parse().unwrap());
            let (status, problem) =
                answer(daemon.router.clone().oneshot(request).await.unwrap()).await;
            assert_eq!(
                (status, &problem["code"]),
                (StatusCode::FORBIDDEN, &json!(code)),
                "{path} {value}"
            );
        }
    }
}

#[tokio::test]
async fn what_is_nowhere_is_a_problem_that_says_where_to_look() {
    let daemon = Daemon::new().await;
    assert_eq!(daemon.refused("GET", "/api/v1/nowhere", None).await, (404, "not-found".to_owned()));
}

#[tokio::test]
async fn without_a_browser_the_status_says_so_and_verbs_are_refused() {
    let daemon = Daemon::new().await;
    let status = daemon.get("/api/v1/status").await;
    assert_eq!((&status["connected"], &status["browsers"]), (&json!(false), &json!([])));
    let no_browser = (503, "no-browser".to_owned());
    for (path, body) in [
        ("/api/v1/tabs", json!({})),
        ("/api/v1/click", json!({ "target": 1 })),
        ("/api/v1/echo", json!({ "text": "hello" })),
    ] {
        assert_eq!(daemon.refused("POST", path, Some(body)).await, no_browser, "{path}");
    }
}

#[tokio::test]
async fn rules_are_added_kept_and_removed_and_that_is_logged() {
    let daemon = Daemon::new().await;
    let before = daemon.get("/api/v1/rules").await["rules"].as_array().unwrap().len();
    let rule = json!({ "site": "bank.example", "mode": "deny" });
    let (status, added) = daemon.request("POST", "/api/v1/rules", Some(rule)).await;
    assert_eq!(status, StatusCode::OK, "{added}");
    let rules = added["rules"].as_array().unwrap();
    assert_eq!(rules.len(), before + 1);
    let id = &rules[0]["id"];
    let (_, left) = daemon.request("DELETE", &format!("/api/v1/rules/{id}"), None).await;
    assert_eq!(left["rules"].as_array().unwrap().len(), before);
    let gone = daemon.refused("DELETE", &format!("/api/v1/rules/{id}"), None).await;
    assert_eq!(gone.0, 404);
    let log = daemon.get("/api/v1/log?max=10").await;
    let did: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|it| &it["operation"]).collect();
    assert_eq!(did, ["add-rule", "remove-rule", "remove-rule"]);
    let nobody_asks = json!({ "id": 7, "allow": true });
    assert_eq!(daemon.refused("POST", "/api/v1/questions", Some(nobody_asks)).await.0, 404);
}

#[tokio::test]
async fn language_is_understood_without_a_browser() {
    let daemon = Daemon::new().await;
    let understood = daemon.post("/api/v1/understand", json!({ "text": "scroll down" })).await;
    assert!(understood.to_string().contains("scroll"), "{understood}");
    let more = daemon.post("/api/v1/complete", json!({ "text": "scr" })).await;
    assert!(more.to_string().contains("scroll"), "{more}");
    let actions = daemon.get("/api/v1/actions").await;
    assert!(actions.to_string().contains("\"parameters\""), "{}", &actions.to_string()[..200]);

    let broken = json!({ "name": "mine", "text": "<Start> = (" });
    assert_eq!(daemon.refused("POST", "/api/v1/grammars", Some(broken)).await.0, 400);
    assert_eq!(daemon.refused("DELETE", "/api/v1/grammars/mine", None).await.0, 404);
}

#[tokio::test]
async fn chats_are_kept_renamed_exported_and_deleted_without_a_model() {
    let daemon = Daemon::new().await;
    let chat = daemon.post("/api/v1/sessions", json!({ "title": "Trains" })).await;
    let path = format!("/api/v1/sessions/{}", chat["id"].as_str().unwrap());
    assert_eq!(daemon.get(&path).await["title"], "Trains");
    daemon.post(&format!("{path}/title"), json!({ "title": "Night trains" })).await;
    let listed = daemon.get("/api/v1/sessions?query=night").await;
    assert_eq!(listed["sessions"][0]["title"], "Night trains", "{listed}");
    let exported = daemon.get(&format!("{path}/export?format=markdown")).await;
    assert!(exported.to_string().contains("Night trains"), "{exported}");
    assert_eq!(daemon.get(&format!("{path}/messages")).await["messages"], json!([]));

    let task = json!({ "task": "Find a train to Rome" });
    let refused = daemon.refused("POST", &format!("{path}/runs"), Some(task)).await;
    assert_eq!(refused.1, "no-model", "nobody can carry a task out");
    for act in ["stop", "pause", "resume"] {
        let refused = daemon.refused("POST", &format!("{path}/{act}"), Some(json!({}))).await;
        assert_eq!(refused.0, 404, "{act}: there is no task");
    }

    let (status, _) = daemon.request("DELETE", &path, None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(daemon.refused("GET", &path, None).await.0, 404);
}

#[tokio::test]
async fn pages_are_kept_found_asked_about_and_forgotten_without_a_browser() {
    let daemon = Daemon::new().await;
    let page = json!({
        "url": "https://birds.example/heron", "title": "The grey heron",
        "html": format!(
            "<html lang=en><title>The grey heron</title><main><h1>The grey heron</h1><p>{}</p></main></html>",
            "The grey heron stands in shallow water and waits for fish. ".repeat(40),
        ),
        "seenMs": 1_790_000_000_000_u64, "stayedMs": 60_000,
    });
    let not_wanted = daemon.post("/api/v1/knowledge/read-pages", page.clone()).await;
    assert_eq!(daemon.get("/api/v1/knowledge/stats").await["pages"], 0, "{not_wanted}");

    daemon.post("/api/v1/knowledge/settings", json!({ "automatic": true })).await;
    daemon.post("/api/v1/knowledge/read-pages", page).await;
    let found = daemon.post("/api/v1/knowledge/search", json!({ "query": "heron" })).await;
    let hit = &found["hits"][0]["page"];
    assert_eq!(hit["url"], "https://birds.example/heron", "{found}");
    let view = daemon.get(&format!("/api/v1/knowledge/pages/{}", hit["id"])).await;
    assert_eq!(view["page"]["title"], "The grey heron", "{view}");
    let asked = json!({ "question": "What does the grey heron wait for?" });
    let answer = daemon.post("/api/v1/knowledge/questions", asked).await;
    assert!(answer.to_string().contains("waits for fish"), "{answer}");

    daemon
        .post("/api/v1/knowledge/forget", json!({ "what": "site", "site": "birds.example" }))
        .await;
    let gone = daemon.post("/api/v1/knowledge/search", json!({ "query": "heron" })).await;
    assert_eq!(gone["hits"], json!([]), "{gone}");
    assert_eq!(daemon.refused("GET", "/api/v1/knowledge/pages/1", None).await.0, 404);
}

#[tokio::test]
async fn models_are_named_and_their_keys_are_not_told() {
    let daemon = Daemon::new().await;
    let model =
        json!({ "name": "mine", "provider": "openai", "model": "m-1", "key": "sk-planted" });
    daemon.post("/api/v1/models", model).await;
    let listed = daemon.get("/api/v1/models").await;
    assert_eq!(listed["models"][0]["name"], "mine", "{listed}");
    assert!(!listed.to_string().contains("sk-planted"));
    assert_eq!(daemon.refused("DELETE", "/api/v1/models/other", None).await.0, 404);
    let (status, left) = daemon.request("DELETE", "/api/v1/models/mine", None).await;
    assert_eq!((status, &left["models"]), (StatusCode::OK, &json!([])), "{left}");
}

#[tokio::test]
async fn browsers_elsewhere_have_names_of_their_own() {
    let daemon = Daemon::new().await;
    assert_eq!(daemon.get("/api/v1/remote-browsers").await, json!({ "browsers": [] }));
    for name in ["", "managed"] {
        let remote = json!({ "name": name, "url": "ws://127.0.0.1:1/" });
        let refused = daemon.refused("POST", "/api/v1/remote-browsers", Some(remote)).await;
        assert_eq!(refused, (400, "bad-request".to_owned()), "`{name}`");
    }
    let unknown = daemon.refused("DELETE", "/api/v1/remote-browsers/attic", None).await;
    assert_eq!(unknown.1, "unknown-browser");
    // Nothing runs, so that is what quitting leaves.
    let (status, _) = daemon.request("DELETE", "/api/v1/managed-browser", None).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_pairing_code_pairs_once() {
    let daemon = Daemon::new().await;
    let code = daemon.post("/api/v1/pairing-codes", json!({})).await;
    let pair = |code: Value| {
        let request = daemon
            .bare("POST", "/pair")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, tabwright_wire::extension_origin())
            .body(Body::from(json!({ "code": code }).to_string()))
            .unwrap();
        let router = daemon.router.clone();
        async move { answer(router.oneshot(request).await.unwrap()).await }
    };
    let (status, paired) = pair(code["code"].clone()).await;
    assert_eq!(status, StatusCode::OK, "{paired}");
    assert_eq!(paired["token"], daemon.listening.auth.person.reveal());
    assert_eq!(pair(code["code"].clone()).await.1["code"], "bad-pairing-code");
}

/// A room of another crate, which notes in which order it is begun and ended.
#[derive(Debug)]
struct Guest {
    steps: Arc<AtomicU32>,
    started_at: AtomicU32,
    stopped_at: AtomicU32,
}

impl Guest {
    fn new(steps: &Arc<AtomicU32>) -> Arc<Self> {
        let (started_at, stopped_at) = (AtomicU32::new(0), AtomicU32::new(0));
        Arc::new(Self { steps: Arc::clone(steps), started_at, stopped_at })
    }

    fn next(&self) -> u32 {
        self.steps.fetch_add(1, Ordering::SeqCst) + 1
    }
}

#[async_trait]
impl Room for Guest {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::default()
    }

    fn start(self: Arc<Self>, tasks: &TaskTracker, stopping: &CancellationToken) {
        self.started_at.store(self.next(), Ordering::SeqCst);
        let stopping = stopping.clone();
        tasks.spawn(async move { stopping.cancelled().await });
    }

    async fn stop(&self) {
        self.stopped_at.store(self.next(), Ordering::SeqCst);
    }
}

#[tokio::test]
async fn rooms_are_stopped_in_the_opposite_order_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let steps = Arc::new(AtomicU32::new(0));
    let (first, second) = (Guest::new(&steps), Guest::new(&steps));
    let listening = listening(&folder).await;
    let tasks = listening.tasks.clone();
    let listening =
        listening.with_room(Arc::clone(&first) as _).with_room(Arc::clone(&second) as _);
    let stop = listening.stop();
    let serving = tokio::spawn(listening.serve());
    stop.stop();
    serving.await.unwrap();
    let at = |step: &AtomicU32| step.load(Ordering::SeqCst);
    assert_eq!((at(&first.started_at), at(&second.started_at)), (1, 2));
    assert_eq!((at(&second.stopped_at), at(&first.stopped_at)), (3, 4));
    assert!(tasks.is_empty(), "a task outlives the daemon");
    drop((stop, first, second));
    // The lock, the log and the store are free again.
    drop(self::listening(&folder).await);
}
