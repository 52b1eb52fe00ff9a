//! Just enough of the DevTools protocol for a test to be the person at the browser.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_util::sync::CancellationToken;

use crate::within;

type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>>;

#[derive(Debug, Clone)]
pub struct Cdp {
    outgoing: mpsc::UnboundedSender<String>,
    waiting: Waiting,
    last_id: Arc<AtomicU64>,
    /// Every target the browser has, by id.
    targets: watch::Receiver<HashMap<String, Value>>,
    gone: CancellationToken,
}

/// A page or a worker that we are attached to.
#[derive(Debug, Clone)]
pub struct Session {
    cdp: Cdp,
    id: String,
    pub target: String,
}

impl Cdp {
    pub async fn connect(url: &str) -> Self {
        // The largest results are larger than what the library lets through by itself.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let connecting = connect_async_with_config(url, Some(config), true);
        let (socket, _) = connecting.await.expect("a CDP endpoint");
        let (mut sink, mut stream) = socket.split();
        let (outgoing, mut commands) = mpsc::unbounded_channel::<String>();
        tokio::spawn(async move {
            while let Some(command) = commands.recv().await {
                if sink.send(Message::text(command)).await.is_err() {
                    return;
                }
            }
            // Nobody speaks here any more.
            let _ = sink.close().await;
        });
        let waiting = Waiting::default();
        let gone = CancellationToken::new();
        let ending = gone.clone().drop_guard();
        let (target_sender, targets) = watch::channel(HashMap::new());
        let answers = Arc::clone(&waiting);
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Ok(message) = message.to_text().map(str::to_owned) else { continue };
                let Ok(message) = serde_json::from_str::<Value>(&message) else { continue };
                match message["id"].as_u64() {
                    Some(id) => {
                        let caller = lock(&answers).remove(&id);
                        let _ = caller.map(|caller| caller.send(message));
                    }
                    None => note_target(&target_sender, &message),
                }
            }
            lock(&answers).clear();
            drop(ending);
        });
        let cdp = Self { outgoing, waiting, last_id: Arc::default(), targets, gone };
        cdp.call("Target.setDiscoverTargets", json!({ "discover": true })).await;
        cdp
    }

    /// A command to the browser itself.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        self.send(json!({ "method": method, "params": params })).await.unwrap_or_else(|error| {
            panic!("{method}: {error}");
        })
    }

    /// A command that may be refused: its result or the error.
    pub async fn attempt(&self, method: &str, params: Value) -> Result<Value, String> {
        self.send(json!({ "method": method, "params": params })).await
    }

    /// A command with parameters as they are written, which need not be what a good client sends.
    pub async fn attempt_text(&self, method: &str, params: &str) -> Result<Value, String> {
        let id = self.next_id();
        self.exchange(id, format!(r#"{{"id":{id},"method":"{method}","params":{params}}}"#)).await
    }

    fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The targets the browser has told of.
    #[must_use]
    pub fn targets(&self) -> Vec<Value> {
        self.targets.borrow().values().cloned().collect()
    }

    /// Resolves when the other side has ended the connection.
    pub async fn closed(&self) {
        within("the connection ends", self.gone.cancelled()).await;
    }

    /// The first target that fits, as soon as there is one.
    pub async fn target(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> String {
        let mut targets = self.targets.clone();
        let find = |targets: &HashMap<String, Value>| {
            targets.iter().find(|(_, info)| wanted(info)).map(|(id, _)| id.clone())
        };
        let search = targets.wait_for(|targets| find(targets).is_some());
        let found = within(&format!("there is {what}"), search).await;
        find(&found.expect("the browser is there")).expect("it was just found")
    }

    /// Resolves when this target is gone.
    pub async fn until_gone(&self, target: &str) {
        let mut targets = self.targets.clone();
        let gone = targets.wait_for(|targets| !targets.contains_key(target));
        let _ = within("the target is gone", gone).await;
    }

    pub async fn attach(&self, target: String) -> Session {
        let params = json!({ "targetId": target, "flatten": true });
        let attached = self.call("Target.attachToTarget", params).await;
        let id = attached["sessionId"].as_str().expect("a session id").to_owned();
        Session { cdp: self.clone(), id, target }
    }

    async fn send(&self, mut command: Value) -> Result<Value, String> {
        let id = self.next_id();
        command["id"] = id.into();
        self.exchange(id, command.to_string()).await
    }

    async fn exchange(&self, id: u64, frame: String) -> Result<Value, String> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.waiting).insert(id, sender);
        let _ = self.outgoing.send(frame);
        let answer = within("Chromium answers", receiver).await;
        let mut answer = answer.map_err(|_| "the browser has gone".to_owned())?;
        match answer.get("error") {
            Some(error) => Err(error.to_string()),
            None => Ok(answer["result"].take()),
        }
    }
}

impl Session {
    pub async fn call(&self, method: &str, params: Value) -> Value {
        let command = json!({ "sessionId": self.id, "method": method, "params": params });
        self.cdp.send(command).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// A command that may be refused: its result or the error.
    pub async fn attempt(&self, method: &str, params: Value) -> Result<Value, String> {
        self.cdp.send(json!({ "sessionId": self.id, "method": method, "params": params })).await
    }

    /// A command with parameters as they are written.
    pub async fn attempt_text(&self, method: &str, params: &str) -> Result<Value, String> {
        let (id, session) = (self.cdp.next_id(), &self.id);
        let frame = format!(
            r#"{{"id":{id},"sessionId":"{session}","method":"{method}","params":{params}}}"#
        );
        self.cdp.exchange(id, frame).await
    }

    /// The value of a JavaScript expression; a promise is waited for.
    pub async fn evaluate(&self, expression: &str) -> Value {
        let params = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true,
        });
        let mut answer = self.call("Runtime.evaluate", params).await;
        if let Some(exception) = answer.get("exceptionDetails") {
            panic!("{expression}: {exception}");
        }
        answer["result"]["value"].take()
    }

    /// Starts something that may take the session with it.
    pub fn begin(&self, expression: &str) {
        let id = self.cdp.next_id();
        let params = json!({ "expression": expression });
        let command = json!({ "id": id, "sessionId": self.id, "method": "Runtime.evaluate", "params": params });
        let _ = self.cdp.outgoing.send(command.to_string());
    }

    /// Waits until an expression is true: for what a page shows after something happened
    /// elsewhere. It survives the page's own navigation.
    pub async fn until(&self, expression: &str) {
        // Not by animation frames: a tab in the background has none.
        let watch = format!(
            "new Promise(done => {{
                const look = () => {{ if ({expression}) done(true); else setTimeout(look, 10); }};
                look();
            }})"
        );
        let params = json!({ "expression": watch, "awaitPromise": true });
        let command =
            json!({ "sessionId": self.id, "method": "Runtime.evaluate", "params": params });
        let search = async {
            while let Err(error) = self.cdp.send(command.clone()).await {
                let navigated = error.contains("context") || error.contains("navigated");
                assert!(navigated, "{expression}: {error}");
            }
        };
        within(&format!("the page fulfils {expression}"), search).await;
    }

    /// Types into the field with this label, as soon as it is there.
    pub async fn fill(&self, label: &str, text: &str) {
        let (label, text) = (json!(label), json!(text));
        let field = format!(
            "[...document.querySelectorAll('label')]
                .find(label => label.textContent.trim() === {label})?.control"
        );
        self.until(&field).await;
        self.evaluate(&format!(
            "(field => {{
                field.focus();
                field.value = {text};
                field.dispatchEvent(new Event('input', {{ bubbles: true }}));
            }})({field})"
        ))
        .await;
    }

    /// Presses the button with this text, as soon as it is there. `nth` counts from 0.
    pub async fn press(&self, text: &str, nth: usize) {
        let button = format!(
            "[...document.querySelectorAll('button')]
                .filter(button => button.textContent.trim() === {})[{nth}]",
            json!(text)
        );
        self.until(&format!("{button} && !{button}.disabled")).await;
        self.evaluate(&format!("{button}.click()")).await;
    }

    /// Waits until the page shows this text.
    pub async fn shows(&self, text: &str) {
        self.until(&format!("document.body?.innerText.includes({})", json!(text))).await;
    }

    /// A picture of the page, as PNG.
    pub async fn screenshot(&self) -> String {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" })).await;
        picture["data"].as_str().unwrap_or_default().to_owned()
    }

    pub async fn close(&self) {
        self.cdp.call("Target.closeTarget", json!({ "targetId": self.target })).await;
        self.cdp.until_gone(&self.target).await;
    }
}

fn note_target(targets: &watch::Sender<HashMap<String, Value>>, event: &Value) {
    let params = &event["params"];
    match event["method"].as_str() {
        Some("Target.targetCreated" | "Target.targetInfoChanged") => {
            let info = params["targetInfo"].clone();
            let id = info["targetId"].as_str().unwrap_or_default().to_owned();
            targets.send_modify(|targets| drop(targets.insert(id, info)));
        }
        Some("Target.targetDestroyed") => {
            let id = params["targetId"].as_str().unwrap_or_default();
            targets.send_modify(|targets| drop(targets.remove(id)));
        }
        _ => {}
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
