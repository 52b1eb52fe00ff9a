//! The way to a running daemon, for the command line and the MCP server.

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabwright_wire::chats::{ChatEvent, ChatId};
use tabwright_wire::language::Utterance;
use tabwright_wire::verbs::{self, TabsParams};
use tabwright_wire::{
    ApiFunction, CLIENT_HEADER, EventRecord, Health, HttpMethod, Problem, TASK_CALL_PATH, TabList,
    TaskToolCall, ToolCall, Verb,
};
use tokio::net::TcpStream;

use crate::home::Home;
use crate::lock::DaemonRecord;
use crate::ndjson::Lines;
use crate::token::{Token, TokenError};

#[derive(Debug, Clone)]
pub struct Client {
    port: u16,
    token: Token,
    agent_token: Token,
    name: Option<&'static str>,
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("the daemon is not running. Start it with `tabwright up` or `tabwright daemon`")]
    NotRunning,
    #[error("the daemon at 127.0.0.1:{port} does not answer: {reason}")]
    Unreachable { port: u16, reason: String },
    #[error("{}. {}", .0.title, .0.fix)]
    Refused(Problem),
    #[error("the daemon sent an unexpected answer ({status}): {body}")]
    Unexpected { status: StatusCode, body: String },
    #[error(transparent)]
    Token(#[from] TokenError),
}

impl Client {
    pub(crate) fn new(home: &Home, record: &DaemonRecord) -> Result<Self, ClientError> {
        Ok(Self {
            port: record.port,
            token: Token::load(&home.token_file())?,
            agent_token: Token::load(&home.agent_token_file())?,
            name: None,
        })
    }

    /// This client with what an agent has: the token of its own, or the one that all agents may use.
    #[must_use]
    pub fn as_agent(self, own: Option<Token>) -> Self {
        let agent_token = own.unwrap_or(self.agent_token);
        Self { token: agent_token.clone(), agent_token, ..self }
    }

    /// This client under a name, which rules, questions and the log show.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    #[must_use]
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// Where CDP clients connect, the agents' token included.
    #[must_use]
    pub fn cdp_url(&self) -> String {
        format!("ws://127.0.0.1:{}/cdp?token={}", self.port, self.agent_token.reveal())
    }

    /// Calls a function of the API.
    pub async fn call<F: ApiFunction>(&self, params: &F::Params) -> Result<F::Result, ClientError> {
        self.call_in::<F>(None, params).await
    }

    /// Calls a function of the API that is about a browser: the one that is named, or the one that is
    /// there.
    pub async fn call_in<F: ApiFunction>(
        &self,
        browser: Option<&str>,
        params: &F::Params,
    ) -> Result<F::Result, ClientError> {
        let (method, has_body) = match F::FACTS.method {
            HttpMethod::Get => (Method::GET, false),
            HttpMethod::Post => (Method::POST, true),
            HttpMethod::Delete => (Method::DELETE, false),
        };
        let mut fields = serde_json::to_value(params).map_err(|error| self.unreachable(&error))?;
        if let Some(fields) = fields.as_object_mut().filter(|_| has_body) {
            fields.retain(|name, _| F::FACTS.path.contains(&format!("{{{name}}}")));
        }
        let path = path_with(F::FACTS.path, &fields, browser);
        self.ask(method, &path, has_body.then_some(params)).await
    }

    pub async fn tabs(&self) -> Result<TabList, ClientError> {
        self.run::<verbs::Tabs>(None, &TabsParams { tab: None, about: None }).await
    }

    /// Does something with a browser: the one that is named, or the one that is there.
    pub async fn run<V: Verb>(
        &self,
        browser: Option<&str>,
        params: &V::Params,
    ) -> Result<V::Result, ClientError> {
        let path = format!("/api/v1/{}{}", V::NAME, choice(browser));
        self.ask(Method::POST, &path, Some(params)).await
    }

    /// Does what is said. Each line is a `UtteranceLine`; who lets go of them stops it.
    pub async fn run_utterance(
        &self,
        browser: Option<&str>,
        utterance: &Utterance,
    ) -> Result<Lines, ClientError> {
        let path = format!("/api/v1/do{}", choice(browser));
        Ok(Lines::of(self.send(Method::POST, &path, Some(utterance)).await?))
    }

    /// Calls a tool for an agent; the daemon tells line by line how it goes.
    pub async fn call_agent_tool(&self, call: &ToolCall) -> Result<Lines, ClientError> {
        let response = self.send(Method::POST, "/api/v1/agents/call", Some(call)).await?;
        Ok(Lines::of(response))
    }

    /// Calls a tool for a command-line agent that works on a task.
    pub async fn call_task_tool(&self, call: &TaskToolCall) -> Result<Lines, ClientError> {
        Ok(Lines::of(self.send(Method::POST, TASK_CALL_PATH, Some(call)).await?))
    }

    /// Tells the daemon that an agent is there, for as long as the lines are held.
    pub async fn hold_agent(&self, session: &str) -> Result<Lines, ClientError> {
        let path = format!("/api/v1/agents/{}/presence", encoded(session));
        Ok(Lines::of(self.send(Method::GET, &path, None::<&()>).await?))
    }

    /// An agent is gone.
    pub async fn end_agent(&self, session: &str) -> Result<(), ClientError> {
        let path = format!("/api/v1/agents/{}", encoded(session));
        self.send(Method::DELETE, &path, None::<&()>).await.map(drop)
    }

    /// Events from now on, or after the one with id `after`.
    pub async fn events(&self, name: &str, after: Option<u64>) -> Result<EventStream, ClientError> {
        let after = after.map(|id| format!("&after={id}")).unwrap_or_default();
        let path = format!("/events?client={name}{after}");
        let response = self.send(Method::GET, &path, None::<&()>).await?;
        Ok(EventStream(Lines::of(response)))
    }

    /// What happens in the runs of a chat, after the event with id `after`.
    pub async fn chat_events(&self, chat: &ChatId, after: u64) -> Result<ChatEvents, ClientError> {
        let path = format!("/api/v1/sessions/{chat}/events?after={after}");
        Ok(ChatEvents(Lines::of(self.send(Method::GET, &path, None::<&()>).await?)))
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, ClientError> {
        let response = self.send(method, path, body).await?;
        let (status, body) = self.collect(response).await?;
        serde_json::from_slice(&body).map_err(|_| unexpected(status, &body))
    }

    /// Sends, and turns a refusal into an error.
    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Response<Incoming>, ClientError> {
        let body = body.map(serde_json::to_vec).transpose();
        let body = body.map_err(|error| self.unreachable(&error))?.unwrap_or_default();
        let response = exchange(self.port, method, path, Some(self), body)
            .await
            .map_err(|error| self.unreachable(&*error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let (status, body) = self.collect(response).await?;
        Err(match serde_json::from_slice(&body) {
            Ok(problem) => ClientError::Refused(problem),
            Err(_) => unexpected(status, &body),
        })
    }

    async fn collect(
        &self,
        response: Response<Incoming>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
        let status = response.status();
        let body = response.into_body().collect().await;
        Ok((status, body.map_err(|error| self.unreachable(&error))?.to_bytes()))
    }

    fn unreachable(&self, error: &dyn std::error::Error) -> ClientError {
        ClientError::Unreachable { port: self.port, reason: error.to_string() }
    }
}

/// Is there a Tabwright daemon at this port?
pub(crate) async fn is_daemon(port: u16) -> bool {
    let Ok(response) = exchange(port, Method::GET, "/health", None, Vec::new()).await else {
        return false;
    };
    let Ok(body) = response.into_body().collect().await else {
        return false;
    };
    serde_json::from_slice::<Health>(&body.to_bytes())
        .is_ok_and(|health| health.service == "tabwright")
}

async fn exchange(
    port: u16,
    method: Method,
    path: &str,
    client: Option<&Client>,
    body: Vec<u8>,
) -> Result<Response<Incoming>, Box<dyn std::error::Error + Send + Sync>> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // Ends with the response's body or with this client's drop of it.
    tokio::spawn(connection);
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, format!("127.0.0.1:{port}"))
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(Client { token, name, .. }) = client {
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", token.reveal()));
        if let Some(name) = name {
            request = request.header(CLIENT_HEADER, *name);
        }
    }
    Ok(sender.send_request(request.body(Full::new(Bytes::from(body)))?).await?)
}

/// The end of an address that names a browser.
/// The address of a function: fields that its path names are put there, others into the query.
fn path_with(template: &str, fields: &Value, browser: Option<&str>) -> String {
    let mut path = template.to_owned();
    let mut query = Vec::new();
    let pairs = fields.as_object().into_iter().flatten().map(|(name, value)| match value {
        Value::String(text) => (name, text.clone()),
        other => (name, other.to_string()),
    });
    for (name, value) in pairs.filter(|(_, value)| value != "null") {
        let (place, value) = (format!("{{{name}}}"), encoded(&value));
        if path.contains(&place) {
            path = path.replace(&place, &value);
        } else {
            query.push(format!("{name}={value}"));
        }
    }
    query.extend(browser.map(|browser| format!("browser={}", encoded(browser))));
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

fn choice(browser: Option<&str>) -> String {
    browser.map(|name| format!("?browser={}", encoded(name))).unwrap_or_default()
}

/// Fit for an address: a browser may be called what its person likes.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let part = |byte: u8| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    name.bytes().map(part).collect()
}

fn unexpected(status: StatusCode, body: &[u8]) -> ClientError {
    let body = String::from_utf8_lossy(body).chars().take(200).collect();
    ClientError::Unexpected { status, body }
}

/// The daemon's events, one by one.
#[derive(Debug)]
pub struct EventStream(Lines);

impl EventStream {
    /// The next event; `None` when the daemon is gone.
    pub async fn next(&mut self) -> Option<EventRecord> {
        next_event(&mut self.0).await
    }
}

/// The events of a chat, one by one.
#[derive(Debug)]
pub struct ChatEvents(Lines);

impl ChatEvents {
    /// The next event; `None` when the daemon is gone, or when we fell behind.
    pub async fn next(&mut self) -> Option<ChatEvent> {
        next_event(&mut self.0).await
    }
}

/// The data of the next server-sent event.
async fn next_event<T: DeserializeOwned>(lines: &mut Lines) -> Option<T> {
    loop {
        let line = lines.line().await?;
        if let Some(data) = line.strip_prefix(b"data: ")
            && let Ok(event) = serde_json::from_slice(data)
        {
            return Some(event);
        }
    }
}
