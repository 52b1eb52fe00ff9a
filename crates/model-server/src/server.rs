//! The server itself.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Frame as BodyFrame, Incoming};
use hyper::header::CONTENT_TYPE;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tabwright_model::{ModelConfig, Provider, Usage};
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

use crate::answer::{Answer, Reported};
use crate::fault::{self, ErrorResponse, Fault};
use crate::normalize::{normalize, wire_at};
use crate::record::{AbortGuard, Record, Recorded};
use crate::render::{Frame, frames};
use crate::request::{NormalizedRequest, Wire};

/// The name of the model in [`ModelServer::config`].
pub const MODEL: &str = "test-model";

type Policy = dyn Fn(&NormalizedRequest) -> Answer + Send + Sync;
type Body = http_body_util::combinators::UnsyncBoxBody<Bytes, Gone>;

/// A server on a free port of this machine. It ends with this value.
pub struct ModelServer {
    address: SocketAddr,
    record: Record,
    policy: Arc<Policy>,
    task: AbortOnDropHandle<()>,
}

impl fmt::Debug for ModelServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelServer").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The connection is closed without more words.
#[derive(Debug)]
struct Gone;

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the script closes the connection")
    }
}

impl std::error::Error for Gone {}

impl ModelServer {
    /// Gives one answer to each request, in this order, and then fails with status 500.
    pub async fn scripted(answers: impl IntoIterator<Item = Answer>) -> std::io::Result<Self> {
        let answers: Mutex<VecDeque<_>> = Mutex::new(answers.into_iter().collect());
        let over = || {
            let body = "{\"error\": {\"message\": \"the script is over\"}}".to_owned();
            Answer::fault(Fault::Status(500, body))
        };
        Self::with_policy(move |_| answers.lock().pop_front().unwrap_or_else(over)).await
    }

    /// Answers what the policy says.
    pub async fn with_policy(
        policy: impl Fn(&NormalizedRequest) -> Answer + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let record = Record::default();
        let policy: Arc<Policy> = Arc::new(policy);
        let task = serve(listener, &policy, &record);
        Ok(Self { address, record, policy, task })
    }

    /// Goes away, with all connections. From then on nobody listens there.
    pub async fn stop(&mut self) {
        self.task.abort();
        _ = (&mut self.task).await;
    }

    /// Is there again, at the same address and with the same policy.
    pub async fn start_again(&mut self) -> std::io::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        self.task = serve(listener, &self.policy, &self.record);
        Ok(())
    }

    /// `http://127.0.0.1:PORT`; all four wires are below it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The settings of a model of this server.
    #[must_use]
    pub fn config(&self, provider: Provider) -> ModelConfig {
        let path = match provider {
            Provider::OpenAi => "/v1",
            Provider::Gemini => "/v1beta",
            Provider::Anthropic | Provider::Ollama => "",
        };
        let base_url = Some(format!("{}{path}", self.url()));
        ModelConfig { base_url, ..ModelConfig::new(provider, MODEL) }
    }

    /// What was asked until now.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.record.all()
    }

    /// Waits until so many requests have come.
    pub async fn received(&self, count: usize) {
        self.record.wait_until(|requests| requests.len() >= count).await;
    }

    /// Waits until a client has gone away before it had all of its answer.
    pub async fn aborted(&self) {
        self.record.wait_until(|requests| requests.iter().any(|it| it.was_aborted)).await;
    }
}

fn serve(listener: TcpListener, policy: &Arc<Policy>, record: &Record) -> AbortOnDropHandle<()> {
    let accepting = accept(listener, Arc::clone(policy), record.clone());
    AbortOnDropHandle::new(tokio::spawn(accepting))
}

async fn accept(listener: TcpListener, policy: Arc<Policy>, record: Record) {
    let mut connections = tokio::task::JoinSet::new();
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        // Events go out as they are made.
        _ = socket.set_nodelay(true);
        let (policy, record) = (Arc::clone(&policy), record.clone());
        connections.spawn(async move {
            let serve =
                service_fn(move |request| answer(request, Arc::clone(&policy), record.clone()));
            let http = hyper::server::conn::http1::Builder::new();
            _ = http.serve_connection(TokioIo::new(socket), serve).await;
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(
    request: Request<Incoming>,
    policy: Arc<Policy>,
    record: Record,
) -> Result<Response<Body>, Gone> {
    let (parts, body) = request.into_parts();
    let headers: BTreeMap<_, _> = parts
        .headers
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect();
    let body = body.collect().await.map_err(|_| Gone)?.to_bytes();
    let Some((wire, model)) = wire_at(parts.uri.path()) else {
        return Ok(plain(404, "application/json", "{\"detail\": \"Not Found\"}".to_owned()));
    };
    let asked = serde_json::from_slice(&body).map_err(|error| error.to_string());
    let asked = asked.and_then(|body| normalize(wire, model, headers, body));
    let asked = match asked {
        Ok(asked) => asked,
        Err(why) => {
            let body = fault::error(wire, 422, "invalid_request_error", &why);
            return Ok(plain(422, "application/json", body.to_string()));
        }
    };
    let answer = policy(&asked);
    let usage = reported(&answer, &asked, &record);
    let number = record.add(asked.clone());
    let guard = AbortGuard { record, number, is_done: false };
    respond(&answer, &asked, usage, guard).await
}

async fn respond(
    answer: &Answer,
    asked: &NormalizedRequest,
    usage: Option<Usage>,
    guard: AbortGuard,
) -> Result<Response<Body>, Gone> {
    if let Some(fault) = &answer.fault {
        match fault {
            Fault::Hang => std::future::pending().await,
            Fault::Drop => {
                guard.done();
                return Err(Gone);
            }
            _ => {}
        }
        if let Some(response) = fault::response(fault, asked.wire, &asked.model) {
            guard.done();
            return Ok(error_response(response));
        }
    }
    let frames = frames(asked, answer, usage);
    let content_type = match asked.wire {
        Wire::Ollama => "application/x-ndjson",
        _ => "text/event-stream",
    };
    let body = StreamBody::new(body(answer, frames, guard));
    Ok(with_type(200, content_type, body.boxed_unsync()))
}

/// The frames one by one, with pauses, and then the end that the fault wants.
fn body(
    answer: &Answer,
    frames: Vec<Frame>,
    guard: AbortGuard,
) -> BoxStream<'static, Result<BodyFrame<Bytes>, Gone>> {
    #[derive(Clone, Copy)]
    enum End {
        Proper,
        Cut,
        Hang,
    }
    let end = match answer.fault {
        Some(Fault::CutAfter(_) | Fault::CutInCall) => End::Cut,
        Some(Fault::HangAfter(_)) => End::Hang,
        _ => End::Proper,
    };
    let (pause, every) = (answer.pause.clone(), answer.every);
    type Frames = std::iter::Enumerate<std::vec::IntoIter<Frame>>;
    let state = (frames.into_iter().enumerate(), Some(guard));
    let next = move |(mut frames, guard): (Frames, Option<AbortGuard>)| {
        let pause = pause.clone();
        async move {
            let guard = guard?;
            let frame = frames.next();
            let count = frame.as_ref().map_or(usize::MAX, |(count, _)| *count);
            match &pause {
                // Also where there are fewer events than that.
                Some((after, gate)) if count >= *after => gate.passed().await,
                _ => {}
            }
            if let Some(wait) = every {
                tokio::time::sleep(wait).await;
            }
            // What was given before is sent now, and so arrives before the connection breaks.
            tokio::task::yield_now().await;
            match (frame, end) {
                (Some((_, frame)), _) => {
                    let frame = BodyFrame::data(Bytes::from(frame.bytes));
                    Some((Ok(frame), (frames, Some(guard))))
                }
                (None, End::Proper) => {
                    guard.done();
                    None
                }
                (None, End::Cut) => {
                    guard.done();
                    Some((Err(Gone), (frames, None)))
                }
                (None, End::Hang) => std::future::pending().await,
            }
        }
    };
    stream::unfold(state, next).boxed()
}

/// What the answer costs, as the server tells it.
fn reported(answer: &Answer, asked: &NormalizedRequest, record: &Record) -> Option<Usage> {
    let tokens = |bytes: usize| u64::try_from(bytes / 4).unwrap_or(0);
    match answer.usage {
        Reported::Nothing => None,
        Reported::Exactly(usage) => Some(usage),
        Reported::Estimated => {
            let earlier = record.all();
            let shared = earlier.iter().map(|it| asked.shared_with(&it.request)).max();
            let output: usize = answer.parts.iter().map(|part| format!("{part:?}").len()).sum();
            Some(Usage {
                input: tokens(asked.canonical().len()),
                cached: tokens(shared.unwrap_or(0)),
                cache_written: 0,
                output: tokens(output),
            })
        }
    }
}

fn error_response(response: ErrorResponse) -> Response<Body> {
    let mut made = plain(response.status, response.content_type, response.body);
    if let Some((name, value)) = response.header
        && let Ok(value) = value.parse()
    {
        made.headers_mut().insert(name, value);
    }
    made
}

fn plain(status: u16, content_type: &'static str, body: String) -> Response<Body> {
    let never = |error: Infallible| match error {};
    with_type(status, content_type, Full::new(Bytes::from(body)).map_err(never).boxed_unsync())
}

fn with_type(status: u16, content_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status.try_into().unwrap_or_default();
    response
        .headers_mut()
        .insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static(content_type));
    response
}
