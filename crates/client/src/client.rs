//! The way to a running daemon, for the command line and the MCP server.

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabwright_wire::language::{
    ActionList, CompleteParams, Completions, GrammarList, NewGrammar, ResolveParams, ResolvedSite,
    ResolverChange, ResolverState, Utterance, UtteranceResult,
};
use tabwright_wire::{
    CLIENT_HEADER, ClientSlot, EchoRequest, EventRecord, Health, LaunchRequest, ManagedBrowser,
    PairingCode, PolicyAnswer, Problem, QuestionList, RemoteBrowser, RemoteBrowserList, RoundTrips,
    Rule, RuleList, Status, TabList, ToolCall, Verb,
    verbs::{self, TabsParams},
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
        Ok(Self { port: record.port, token: Token::load(&home.token_file())?, name: None })
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

    /// Where CDP clients connect, token included.
    #[must_use]
    pub fn cdp_url(&self) -> String {
        format!("ws://127.0.0.1:{}/cdp?token={}", self.port, self.token.reveal())
    }

    pub async fn status(&self) -> Result<Status, ClientError> {
        self.ask(Method::GET, "/api/v1/status", None::<&()>).await
    }

    pub async fn stop(&self) -> Result<(), ClientError> {
        self.send(Method::POST, "/api/v1/stop", None::<&()>).await.map(drop)
    }

    pub async fn disconnect_client(&self, id: u32) -> Result<(), ClientError> {
        let path = format!("/api/v1/clients/{id}");
        self.send(Method::DELETE, &path, None::<&()>).await.map(drop)
    }

    pub async fn open_pairing_code(&self) -> Result<PairingCode, ClientError> {
        self.ask(Method::POST, "/api/v1/pairing-codes", None::<&()>).await
    }

    pub async fn launch(&self, request: &LaunchRequest) -> Result<ManagedBrowser, ClientError> {
        self.ask(Method::POST, "/api/v1/managed-browser", Some(request)).await
    }

    pub async fn quit_browser(&self) -> Result<(), ClientError> {
        self.send(Method::DELETE, "/api/v1/managed-browser", None::<&()>).await.map(drop)
    }

    pub async fn echo(&self, request: &EchoRequest) -> Result<RoundTrips, ClientError> {
        self.ask(Method::POST, "/api/v1/echo", Some(request)).await
    }

    pub async fn remote_browsers(&self) -> Result<RemoteBrowserList, ClientError> {
        self.ask(Method::GET, "/api/v1/remote-browsers", None::<&()>).await
    }

    pub async fn connect_remote(
        &self,
        remote: &RemoteBrowser,
    ) -> Result<RemoteBrowser, ClientError> {
        self.ask(Method::POST, "/api/v1/remote-browsers", Some(remote)).await
    }

    pub async fn leave_remote(&self, name: &str) -> Result<(), ClientError> {
        let path = format!("/api/v1/remote-browsers/{}", encoded(name));
        self.send(Method::DELETE, &path, None::<&()>).await.map(drop)
    }

    pub async fn questions(&self) -> Result<QuestionList, ClientError> {
        self.ask(Method::GET, "/api/v1/questions", None::<&()>).await
    }

    pub async fn answer(&self, answer: &PolicyAnswer) -> Result<(), ClientError> {
        self.send(Method::POST, "/api/v1/questions", Some(answer)).await.map(drop)
    }

    pub async fn rules(&self) -> Result<RuleList, ClientError> {
        self.ask(Method::GET, "/api/v1/rules", None::<&()>).await
    }

    pub async fn add_rule(&self, rule: &Rule) -> Result<RuleList, ClientError> {
        self.ask(Method::POST, "/api/v1/rules", Some(rule)).await
    }

    pub async fn remove_rule(&self, id: u32) -> Result<RuleList, ClientError> {
        self.ask(Method::DELETE, &format!("/api/v1/rules/{id}"), None::<&()>).await
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

    /// What it would do, without doing it.
    pub async fn understand(&self, utterance: &Utterance) -> Result<UtteranceResult, ClientError> {
        self.ask(Method::POST, "/api/v1/understand", Some(utterance)).await
    }

    pub async fn complete(&self, params: &CompleteParams) -> Result<Completions, ClientError> {
        self.ask(Method::POST, "/api/v1/complete", Some(params)).await
    }

    pub async fn actions(&self) -> Result<ActionList, ClientError> {
        self.ask(Method::GET, "/api/v1/actions", None::<&()>).await
    }

    pub async fn grammars(&self) -> Result<GrammarList, ClientError> {
        self.ask(Method::GET, "/api/v1/grammars", None::<&()>).await
    }

    pub async fn add_grammar(&self, new: &NewGrammar) -> Result<GrammarList, ClientError> {
        self.ask(Method::POST, "/api/v1/grammars", Some(new)).await
    }

    pub async fn remove_grammar(&self, name: &str) -> Result<GrammarList, ClientError> {
        let path = format!("/api/v1/grammars/{}", encoded(name));
        self.ask(Method::DELETE, &path, None::<&()>).await
    }

    pub async fn resolver(&self) -> Result<ResolverState, ClientError> {
        self.ask(Method::GET, "/api/v1/resolver", None::<&()>).await
    }

    pub async fn change_resolver(
        &self,
        change: &ResolverChange,
    ) -> Result<ResolverState, ClientError> {
        self.ask(Method::POST, "/api/v1/resolver", Some(change)).await
    }

    /// Where the name of a site leads.
    pub async fn resolve(
        &self,
        browser: Option<&str>,
        params: &ResolveParams,
    ) -> Result<ResolvedSite, ClientError> {
        let path = format!("/api/v1/resolve{}", choice(browser));
        self.ask(Method::POST, &path, Some(params)).await
    }

    /// Who holds the only slot, in `single` mode.
    pub async fn client_slot(&self) -> Result<ClientSlot, ClientError> {
        self.ask(Method::GET, "/client-slot", None::<&()>).await
    }

    /// Calls a tool for an agent; the daemon tells line by line how it goes.
    pub async fn call_agent_tool(&self, call: &ToolCall) -> Result<Lines, ClientError> {
        let response = self.send(Method::POST, "/api/v1/agents/call", Some(call)).await?;
        Ok(Lines::of(response))
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
        loop {
            let line = self.0.line().await?;
            if let Some(data) = line.strip_prefix(b"data: ")
                && let Ok(record) = serde_json::from_slice(data)
            {
                return Some(record);
            }
        }
    }
}
