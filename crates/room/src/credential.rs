//! Who asks, by what they have, not by what they call themselves.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tabwright_wire::{CLIENT_HEADER, COMMAND_LINE, PAGE_AGENT, Problem, ProblemCode, SIDE_PANEL};

use crate::api_error::ApiError;

/// How the extension is called in the log.
const EXTENSION: &str = "extension";
/// A program that does not say its name.
const NAMELESS: &str = "api";

/// Put into every request by the daemon's authentication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// Our extension, on its own socket: the person's eyes and hands.
    Extension,
    /// The token that is the person's, as the command line has it.
    Person,
    /// The token of one agent, to which the person gave this name.
    NamedAgent(Arc<str>),
    /// The token that all agents may use. They call themselves what they like, but for the names of
    /// agents that have a token of their own.
    AnyAgent { reserved: Arc<[Arc<str>]> },
}

impl Credential {
    /// Of a request. Whoever was let in without one has the least.
    #[must_use]
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get().cloned().unwrap_or_else(|| Self::AnyAgent { reserved: Arc::default() })
    }

    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Self::Extension | Self::Person)
    }

    /// What rules, questions and the log call a client that calls itself so. A name that the person gave
    /// holds; of the others, the names of our own faces are not for everybody.
    #[must_use]
    pub fn client_name(&self, claimed: Option<&str>) -> String {
        match self {
            Self::Extension => EXTENSION.to_owned(),
            Self::NamedAgent(name) => name.to_string(),
            Self::AnyAgent { reserved } => {
                let is_taken = |name: &&str| is_our_name(name) || is_among(name, reserved);
                claimed.filter(|name| !is_taken(name)).unwrap_or(NAMELESS).to_owned()
            }
            Self::Person => claimed.unwrap_or(NAMELESS).to_owned(),
        }
    }

    pub(crate) fn check_person(&self) -> Result<(), Problem> {
        if self.is_person() {
            return Ok(());
        }
        Err(Problem {
            code: ProblemCode::PersonOnly,
            title: "This is for the person only, and this token is an agent's".to_owned(),
            fix: "Ask the person to do it: in the extension, or with `tabwright` in a terminal"
                .to_owned(),
        })
    }
}

/// Who calls a function.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The name it goes by.
    pub client: String,
    pub credential: Credential,
    /// The browser that is meant, where several are connected.
    pub browser: Option<String>,
}

/// Is it the name of one of our own faces?
#[must_use]
pub fn is_our_name(name: &str) -> bool {
    is_among(name, &[COMMAND_LINE, SIDE_PANEL, PAGE_AGENT, EXTENSION])
}

fn is_among(name: &str, names: &[impl AsRef<str>]) -> bool {
    names.iter().any(|taken| taken.as_ref().eq_ignore_ascii_case(name.trim()))
}

/// Middleware for routes that are the person's only.
pub async fn guard_person(request: Request, next: Next) -> Response {
    match Credential::of(request.extensions()).check_person() {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            tracing::warn!(path = request.uri().path(), "refused: {}", problem.title);
            ApiError(problem).into_response()
        }
    }
}

/// The name of the client that sent a request.
#[derive(Debug)]
pub struct ClientName(pub String);

impl ClientName {
    pub(crate) fn of(headers: &HeaderMap, credential: &Credential) -> Self {
        let claimed = headers.get(CLIENT_HEADER).and_then(|name| name.to_str().ok());
        Self(credential.client_name(claimed))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientName {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers, &Credential::of(&parts.extensions)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_the_credential_lets_it_be() {
        let codex = Credential::NamedAgent("codex".into());
        let somebody = Credential::AnyAgent { reserved: Arc::new(["codex".into()]) };
        for (credential, claimed, name) in [
            (&codex, Some("command line"), "codex"),
            (&codex, None, "codex"),
            (&somebody, Some("robot"), "robot"),
            (&somebody, Some("command line"), "api"),
            (&somebody, Some(" Command Line "), "api"),
            (&somebody, Some("codex"), "api"),
            (&somebody, Some("CODEX "), "api"),
            (&somebody, Some("side panel"), "api"),
            (&somebody, Some("Page Agent"), "api"),
            (&somebody, Some("extension"), "api"),
            (&somebody, None, "api"),
            (&Credential::Person, Some("command line"), "command line"),
            (&Credential::Person, None, "api"),
            (&Credential::Extension, Some("robot"), "extension"),
        ] {
            assert_eq!(credential.client_name(claimed), name, "{credential:?} {claimed:?}");
        }
    }
}
