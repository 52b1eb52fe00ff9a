//! One end of a CDP conversation: commands go out with an id, answers find their question, events
//! find their listener. What carries the frames is another's concern: a pipe, a WebSocket, the relay.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tabwright_wire::CdpError;
use tokio::sync::{mpsc, oneshot};

/// Commands that may wait for the browser to read them.
const WAITING_MAX: usize = 16_384;

pub type OnPipeAnswer = Box<dyn FnOnce(Result<Box<RawValue>, CdpError>) + Send>;
/// Hears an event: its session, its method and its parameters.
pub type OnEvent = Box<dyn Fn(Option<&str>, &str, &RawValue) + Send + Sync>;

/// The speaking end. Answers and events come in the order in which the browser gave them.
#[derive(Debug)]
pub struct Link {
    commands: mpsc::Sender<String>,
    last_id: AtomicI64,
    pending: Pending,
}

/// The end that carries: frames to send, and where to bring those that came.
pub struct Carrying {
    pub outgoing: mpsc::Receiver<String>,
    pub incoming: Incoming,
}

#[derive(Clone)]
pub struct Incoming {
    pending: Pending,
    on_event: Arc<OnEvent>,
}

#[derive(Clone, Default)]
struct Pending(Arc<Mutex<HashMap<i64, Asked>>>);

/// A command that is not answered yet.
struct Asked {
    session: Option<String>,
    on_answer: OnPipeAnswer,
}

/// What is told when a session ends.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached<'a> {
    #[serde(borrow)]
    session_id: std::borrow::Cow<'a, str>,
}

/// A frame of the browser's, its bodies unread.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame<'a> {
    id: Option<i64>,
    #[serde(borrow)]
    method: Option<std::borrow::Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<std::borrow::Cow<'a, str>>,
    result: Option<Box<RawValue>>,
    error: Option<CdpError>,
}

impl Link {
    #[must_use]
    pub fn new(on_event: OnEvent) -> (Arc<Self>, Carrying) {
        let (commands, outgoing) = mpsc::channel(WAITING_MAX);
        let pending = Pending::default();
        let incoming = Incoming { pending: pending.clone(), on_event: Arc::new(on_event) };
        let link = Arc::new(Self { commands, last_id: AtomicI64::new(0), pending });
        (link, Carrying { outgoing, incoming })
    }

    /// Sends a command; `on_answer` is called once, and never from inside this call.
    pub fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    ) {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let params = params.map_or("{}", RawValue::get);
        let addressed = session.map(|session| format!(r#","sessionId":{}"#, quoted(session)));
        let frame = format!(
            r#"{{"id":{id},"method":{},"params":{params}{}}}"#,
            quoted(method),
            addressed.unwrap_or_default()
        );
        let asked = Asked { session: session.map(str::to_owned), on_answer };
        self.pending.lock().insert(id, asked);
        if self.commands.try_send(frame).is_err()
            && let Some(Asked { on_answer, .. }) = self.pending.lock().remove(&id)
        {
            tokio::spawn(async move {
                on_answer(Err(server_error("the browser has stopped reading its debugging pipe")));
            });
        }
    }

    /// Sends a command and waits for its answer, read as `T`. It is on its way when this returns.
    pub fn call<T: DeserializeOwned>(
        &self,
        session: Option<&str>,
        method: &str,
        params: &serde_json::Value,
    ) -> impl Future<Output = Result<T, CdpError>> + Send + use<T> {
        let (answer, answered) = oneshot::channel();
        match serde_json::value::to_raw_value(params) {
            Ok(params) => {
                let on_answer = move |result| drop(answer.send(result));
                self.ask(session, method, Some(&params), Box::new(on_answer));
            }
            Err(error) => drop(answer.send(Err(server_error(&error.to_string())))),
        }
        async move {
            let result = answered.await.map_err(|_| server_error(CLOSED))??;
            serde_json::from_str(result.get()).map_err(|error| server_error(&error.to_string()))
        }
    }
}

const CLOSED: &str = "the browser's debugging pipe is closed";

impl Incoming {
    pub fn receive(&self, frame: &[u8]) {
        let frame: Frame<'_> = match serde_json::from_slice(frame) {
            Ok(frame) => frame,
            // The rest of a frame for an earlier daemon, for example.
            Err(error) => return tracing::debug!(%error, "the debugging pipe carried no frame"),
        };
        match (frame.id, frame.method, frame.params) {
            (Some(id), ..) => {
                let asked = self.pending.lock().remove(&id);
                let Some(Asked { on_answer, .. }) = asked else { return };
                on_answer(match (frame.result, frame.error) {
                    (_, Some(error)) => Err(error),
                    (Some(result), None) => Ok(result),
                    (None, None) => Err(server_error("the browser gave an empty answer")),
                });
            }
            (None, Some(method), Some(params)) => {
                (self.on_event)(frame.session_id.as_deref(), &method, params);
                if method == "Target.detachedFromTarget"
                    && let Ok(Detached { session_id }) = serde_json::from_str(params.get())
                {
                    self.end_session(&session_id);
                }
            }
            _ => {}
        }
    }

    /// Chrome answers nothing any more in a session that has ended, not even what it was asked before.
    fn end_session(&self, session: &str) {
        let is_in_it = |_: &i64, asked: &mut Asked| asked.session.as_deref() == Some(session);
        let unanswered: Vec<_> = self.pending.lock().extract_if(is_in_it).collect();
        for (_, Asked { on_answer, .. }) in unanswered {
            on_answer(Err(server_error("the page is closed")));
        }
    }

    /// Nothing comes any more: whoever waits is told.
    pub fn close(&self) {
        // Not under the lock: whoever is told may ask again.
        let unanswered = std::mem::take(&mut *self.pending.lock());
        for Asked { on_answer, .. } in unanswered.into_values() {
            on_answer(Err(server_error(CLOSED)));
        }
    }
}

pub(crate) fn server_error(message: &str) -> CdpError {
    CdpError { code: -32000, message: message.to_owned() }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Asked>> {
        self.0.lock()
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Pending").field(&self.lock().len()).finish()
    }
}

impl std::fmt::Debug for Carrying {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Carrying").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Incoming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Incoming").field(&self.pending).finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn what_was_asked_in_a_session_that_ends_is_told_so() {
        let (link, Carrying { incoming, outgoing: _outgoing }) = Link::new(Box::new(|_, _, _| {}));
        let gone = link.call::<Value>(Some("one"), "Input.dispatchMouseEvent", &json!({}));
        let stays = link.call::<Value>(Some("other"), "Runtime.evaluate", &json!({}));
        incoming.receive(br#"{"method":"Target.detachedFromTarget","params":{"sessionId":"one"}}"#);
        assert!(gone.await.unwrap_err().message.contains("closed"));
        incoming.receive(br#"{"id":2,"result":{"value":4},"sessionId":"other"}"#);
        assert_eq!(stays.await.unwrap()["value"], 4);
    }
}
