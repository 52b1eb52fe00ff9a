//! Authentication: who may come in, and as whom. What they may do is authorized later, call by call, by the
//! policy. Every request passes here first: its `Host` (against DNS rebinding), its `Origin` (against web
//! pages), then its token, which is the person's or an agent's.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tabwright_client::Token;
use tabwright_room::{ApiError, Credential};
use tabwright_wire::{Problem, extension_origin};

use crate::agent_tokens::AgentTokens;
use crate::problems;

/// Where agents speak MCP over HTTP.
const MCP_PATH: &str = "/mcp";

/// What a request must know to be let in.
#[derive(Debug)]
pub(crate) struct Auth {
    pub(crate) port: u16,
    /// The person's: it opens everything.
    pub(crate) person: Token,
    /// For any agent, whatever it calls itself.
    pub(crate) agents: Token,
    /// Of agents that have one of their own.
    pub(crate) agent_tokens: Arc<AgentTokens>,
}

/// For every address: the right host, and no foreign origin.
pub(crate) async fn guard_place(
    State(auth): State<Arc<Auth>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    match auth.check_place(request.headers(), request.uri().path()) {
        Ok(()) => next.run(request).await,
        Err(problem) => refuse(&request, problem),
    }
}

/// For every address but the few that are open or have a secret of their own.
pub(crate) async fn guard_token(
    State(auth): State<Arc<Auth>>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    match auth.check_token(request.headers(), request.uri()) {
        Ok(credential) => {
            request.extensions_mut().insert(credential);
            next.run(request).await
        }
        Err(problem) => refuse(&request, problem),
    }
}

impl Auth {
    /// Where CDP clients connect, the agents' token included.
    pub(crate) fn cdp_url(&self) -> String {
        format!("ws://127.0.0.1:{}/cdp?token={}", self.port, self.agents.reveal())
    }

    fn check_place(&self, headers: &HeaderMap, path: &str) -> Result<(), Problem> {
        let host = only(headers, &header::HOST).and_then(|host| host.to_str().ok());
        let port = self.port;
        let ours = |host: &str| {
            ["127.0.0.1", "localhost"].iter().any(|name| *host == format!("{name}:{port}"))
        };
        if !host.is_some_and(ours) {
            return Err(problems::bad_host());
        }
        // Some MCP clients send the server's own origin, as the protocol's checks do. The daemon serves no pages, so none
        // has this origin from us; `localhost` may be another program's, at ::1.
        let own = format!("http://127.0.0.1:{port}");
        let is_foreign = |origin: &HeaderValue| {
            let is_own = path == MCP_PATH && origin.as_bytes() == own.as_bytes();
            origin.as_bytes() != extension_origin().as_bytes() && !is_own
        };
        if headers.get_all(header::ORIGIN).iter().any(is_foreign) {
            return Err(problems::bad_origin());
        }
        Ok(())
    }

    pub(crate) fn check_token(
        &self,
        headers: &HeaderMap,
        uri: &Uri,
    ) -> Result<Credential, Problem> {
        #[derive(serde::Deserialize)]
        struct TokenQuery {
            token: Option<String>,
        }
        let bearer = only(headers, &header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .map(str::to_owned);
        let query =
            || Query::<TokenQuery>::try_from_uri(uri).ok().and_then(|Query(query)| query.token);
        let credential = bearer.or_else(query).and_then(|guess| self.credential(&guess));
        credential.ok_or_else(problems::bad_token)
    }

    fn credential(&self, guess: &str) -> Option<Credential> {
        if self.person.is(guess) {
            return Some(Credential::Person);
        }
        if self.agents.is(guess) {
            return Some(Credential::AnyAgent { reserved: self.agent_tokens.names() });
        }
        self.agent_tokens.owner(guess).map(Credential::NamedAgent)
    }
}

/// The value of a header that is sent once. Of two, others on the way may have looked at either.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())
}

fn refuse(request: &Request<Body>, problem: Problem) -> Response {
    let origin = request.headers().get(header::ORIGIN).map(|origin| format!("{origin:?}"));
    // The path only: the query may hold a token.
    let path = request.uri().path();
    let status = problem.code.http_status();
    tracing::warn!(status, path, origin, "refused: {}", problem.title);
    ApiError(problem).into_response()
}
