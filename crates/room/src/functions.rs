//! The functions of a room, each with what does it. Routes, documents and the extension's calls follow.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequest as _, FromRequestParts as _, Query, RawPathParams, Request};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Json, Router};
use bytes::Bytes;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_rpc::Service;
use tabwright_wire::{
    ApiFunction, FunctionFacts, HttpMethod, LogLine, Problem, ProfileId, RemoteError,
    RemoteErrorCode,
};
use utoipa::ToSchema;
use utoipa::openapi::OpenApi;

use crate::api_error::{ApiError, bad_request};
use crate::audit::Audit;
use crate::credential::{Caller, ClientName, Credential};
use crate::document;
use crate::extract::Body;

#[derive(Default)]
pub struct Functions(Vec<Function>);

/// Makes the HTTP route.
type MakeRoute = Box<dyn Fn(&Arc<dyn Audit>) -> MethodRouter + Send + Sync>;
/// Adds a call to what one browser's extension may call.
type ServeExtension = Box<dyn Fn(Service, &ProfileId, &Arc<dyn Audit>) -> Service + Send + Sync>;

struct Function {
    facts: FunctionFacts,
    route: MakeRoute,
    document: fn(&mut OpenApi),
    serve_extension: ServeExtension,
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|function| function.facts.name)).finish()
    }
}

/// The functions of one room, in the making.
#[derive(Debug)]
pub struct FunctionsOf<R> {
    room: Arc<R>,
    functions: Functions,
}

impl<R: Send + Sync + 'static> FunctionsOf<R> {
    /// Answers a function, whoever calls it.
    #[must_use]
    pub fn on<F, Answer>(
        mut self,
        handler: impl Fn(Arc<R>, Caller, F::Params) -> Answer + Copy + Send + Sync + 'static,
    ) -> Self
    where
        F: ApiFunction,
        F::Params: ToSchema,
        F::Result: ToSchema,
        Answer: Future<Output = Result<F::Result, Problem>> + Send + 'static,
    {
        let room = Arc::clone(&self.room);
        let route = move |audit: &Arc<dyn Audit>| {
            let (room, audit) = (Arc::clone(&room), Arc::clone(audit));
            on(method_filter(F::FACTS.method), async move |request: Request| {
                let (caller, params) = read::<F>(request).await?;
                let call = Call::<F>::new(&audit, &caller, &params);
                call.check().map_err(ApiError)?;
                call.end(handler(room, caller, params).await).map(Json).map_err(ApiError)
            })
        };
        let room = Arc::clone(&self.room);
        let serve_extension =
            move |service: Service, profile: &ProfileId, audit: &Arc<dyn Audit>| {
                if !F::FACTS.callers.have_extension() {
                    return service;
                }
                let (room, profile, audit) =
                    (Arc::clone(&room), profile.to_string(), Arc::clone(audit));
                service.answer(F::FACTS.name, move |params: F::Params| {
                    let credential = Credential::Extension;
                    let client = credential.client_name(None);
                    let caller = Caller { client, credential, browser: Some(profile.clone()) };
                    let call = Call::<F>::new(&audit, &caller, &params);
                    let answer = handler(Arc::clone(&room), caller, params);
                    async {
                        call.check().map_err(remote_error)?;
                        call.end(answer.await).map_err(remote_error)
                    }
                })
            };
        self.functions.0.push(Function {
            facts: F::FACTS,
            route: Box::new(route),
            document: document::add::<F>,
            serve_extension: Box::new(serve_extension),
        });
        self
    }

    #[must_use]
    pub fn all(self) -> Functions {
        self.functions
    }
}

impl Functions {
    /// Begins to list what a room answers.
    #[must_use]
    pub fn of<R>(room: Arc<R>) -> FunctionsOf<R> {
        FunctionsOf { room, functions: Self::default() }
    }

    #[must_use]
    pub fn facts(&self) -> Vec<FunctionFacts> {
        self.0.iter().map(|function| function.facts).collect()
    }

    /// Their HTTP routes.
    pub fn routes(&self, audit: &Arc<dyn Audit>) -> Router {
        self.0.iter().fold(Router::new(), |router, function| {
            router.route(function.facts.path, (function.route)(audit))
        })
    }

    /// Their entries of the OpenAPI document.
    pub fn document(&self, document: &mut OpenApi) {
        self.0.iter().for_each(|function| (function.document)(document));
    }

    /// The calls of the extension of one browser.
    #[must_use]
    pub fn serve_extension(
        &self,
        service: Service,
        profile: &ProfileId,
        audit: &Arc<dyn Audit>,
    ) -> Service {
        self.0
            .iter()
            .fold(service, |service, function| (function.serve_extension)(service, profile, audit))
    }
}

/// A call that may be worth a line in the activity log.
struct Call<F> {
    audited: Option<(Arc<dyn Audit>, Caller, Value)>,
    function: PhantomData<fn() -> F>,
}

impl<F: ApiFunction> Call<F> {
    fn new(audit: &Arc<dyn Audit>, caller: &Caller, params: &F::Params) -> Self {
        let audited = (F::FACTS.log != LogLine::None).then(|| {
            let params = serde_json::to_value(params).unwrap_or_default();
            (Arc::clone(audit), caller.clone(), params)
        });
        Self { audited, function: PhantomData }
    }

    fn check(&self) -> Result<(), Problem> {
        self.audited.as_ref().map_or(Ok(()), |(audit, ..)| audit.check(&F::FACTS))
    }

    fn end(self, answer: Result<F::Result, Problem>) -> Result<F::Result, Problem> {
        if let Some((audit, caller, params)) = self.audited {
            audit.called(&caller, &F::FACTS, &params, answer.as_ref().err());
        }
        answer
    }
}

fn method_filter(method: HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Delete => MethodFilter::DELETE,
    }
}

async fn read<F: ApiFunction>(request: Request) -> Result<(Caller, F::Params), ApiError> {
    let (mut parts, body) = request.into_parts();
    let caller = caller(&parts)?;
    if !F::FACTS.callers.have_agents() {
        caller.credential.check_person()?;
    }
    let params = match F::FACTS.method {
        HttpMethod::Get | HttpMethod::Delete => read_query::<F>(&mut parts).await?,
        HttpMethod::Post if F::FACTS.path.contains('{') => {
            let path = RawPathParams::from_request_parts(&mut parts, &()).await?;
            let fields: Vec<_> =
                path.iter().map(|(name, value)| (name.to_owned(), Value::from(value))).collect();
            let mut object: Map<String, Value> = read_body(parts, body).await?;
            // What the address says holds, whatever stands in the body.
            object.extend(fields);
            serde_json::from_value(Value::Object(object)).map_err(bad_request)?
        }
        HttpMethod::Post => read_body(parts, body).await?,
    };
    Ok((caller, params))
}

async fn read_body<T: DeserializeOwned>(
    parts: Parts,
    body: axum::body::Body,
) -> Result<T, ApiError> {
    let is_json = parts.headers.contains_key(axum::http::header::CONTENT_TYPE);
    let request = Request::from_parts(parts, body);
    if is_json {
        return Ok(Body::<T>::from_request(request, &()).await?.0);
    }
    // What has no parameters needs no body.
    let bytes = Bytes::from_request(request, &()).await?;
    let json = if bytes.is_empty() { b"{}" } else { &bytes[..] };
    Ok(serde_json::from_slice(json).map_err(bad_request)?)
}

fn caller(parts: &Parts) -> Result<Caller, ApiError> {
    #[derive(Deserialize)]
    struct Choice {
        browser: Option<String>,
    }
    let Query(Choice { browser }) = Query::try_from_uri(&parts.uri)?;
    let credential = Credential::of(&parts.extensions);
    let ClientName(client) = ClientName::of(&parts.headers, &credential);
    Ok(Caller { client, credential, browser })
}

/// Fields of the path and of the query together.
async fn read_query<F: ApiFunction>(parts: &mut Parts) -> Result<F::Params, ApiError> {
    let path = RawPathParams::from_request_parts(parts, &()).await?;
    let path = path
        .iter()
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    let ours = |pair: &&str| !["token=", "browser="].iter().any(|name| pair.starts_with(name));
    let query = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    let all: Vec<_> = path.chain(query.filter(ours).map(str::to_owned)).collect();
    let uri: Uri = format!("/?{}", all.join("&")).parse().map_err(bad_request)?;
    let Query(params) = Query::try_from_uri(&uri)?;
    Ok(params)
}

fn remote_error(Problem { title, fix, .. }: Problem) -> RemoteError {
    let message = if fix.is_empty() { title } else { format!("{title}. {fix}") };
    RemoteError { code: RemoteErrorCode::Failed, message }
}

#[cfg(test)]
mod tests;
