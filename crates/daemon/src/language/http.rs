//! Language at `/api/v1`: run an utterance, understand one, complete; actions, grammars and the resolver.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tabwright_actions::host::ActionContext;
use tabwright_wire::language::{
    ActionList, CompleteParams, Completions, GrammarList, NewGrammar, ResolveParams, ResolvedSite,
    ResolverChange, ResolverState, Step, Utterance, UtteranceLine, UtteranceResult,
};
use tabwright_wire::{ClientOrigin, Problem};

use crate::api::{Body, PathOf, QueryOf};
use crate::api_router::{ApiRouter, routes};
use crate::ndjson::line_by_line;
use crate::problems::ApiError;
use crate::server::Daemon;
use crate::verbs::{BrowserChoice, client};

type Answer<T> = Result<Json<T>, ApiError>;

pub(crate) fn routes() -> ApiRouter {
    ApiRouter::default()
        .routes(routes!(run_utterance))
        .routes(routes!(understand))
        .routes(routes!(complete))
        .routes(routes!(actions))
        .routes(routes!(grammars, add_grammar))
        .routes(routes!(remove_grammar))
        .routes(routes!(resolver, change_resolver))
        .routes(routes!(resolve))
}

/// Do what is said: a line of JSON for every step that begins or ends, and at last everything
#[utoipa::path(
    post, path = "/api/v1/do", tag = "language", params(BrowserChoice), request_body = Utterance,
    responses((status = 200, body = UtteranceLine, content_type = "application/x-ndjson"),
              (status = "default", body = Problem))
)]
async fn run_utterance(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(choice): QueryOf<BrowserChoice>,
    headers: HeaderMap,
    Body(utterance): Body<Utterance>,
) -> Response {
    let language = Arc::clone(&daemon.language);
    let host = language.host(client(&headers), ClientOrigin::Api, choice.browser.as_deref());
    line_by_line(|lines| async move {
        let mut on_step = |step: &Step| drop(lines.try_send(UtteranceLine::Step(step.clone())));
        let last = match language.run_utterance(&host, &utterance, &mut on_step).await {
            Ok(said) => UtteranceLine::Result(said),
            Err(problem) => UtteranceLine::Problem(problem),
        };
        let _ = lines.send(last).await;
    })
}

/// What an utterance would do, without doing it
#[utoipa::path(
    post, path = "/api/v1/understand", tag = "language", request_body = Utterance,
    responses((status = 200, body = UtteranceResult), (status = "default", body = Problem))
)]
async fn understand(
    State(daemon): State<Arc<Daemon>>,
    Body(utterance): Body<Utterance>,
) -> Answer<UtteranceResult> {
    daemon.language.understand(&utterance).await.map(Json).map_err(ApiError)
}

/// What could be said next
#[utoipa::path(
    post, path = "/api/v1/complete", tag = "language", request_body = CompleteParams,
    responses((status = 200, body = Completions))
)]
async fn complete(
    State(daemon): State<Arc<Daemon>>,
    Body(asked): Body<CompleteParams>,
) -> Json<Completions> {
    Json(daemon.language.complete(&asked).await)
}

/// Everything that can be done, with the schemas of the parameters
#[utoipa::path(
    get, path = "/api/v1/actions", tag = "language", responses((status = 200, body = ActionList))
)]
async fn actions(State(daemon): State<Arc<Daemon>>) -> Json<ActionList> {
    Json(ActionList { actions: daemon.language.dispatcher.actions() })
}

/// The grammars that come and go
#[utoipa::path(
    get, path = "/api/v1/grammars", tag = "language", responses((status = 200, body = GrammarList))
)]
async fn grammars(State(daemon): State<Arc<Daemon>>) -> Json<GrammarList> {
    let language = &daemon.language;
    Json(language.grammars.lock().await.list(&language.dispatcher))
}

/// Add a grammar; one of the same name makes way
#[utoipa::path(
    post, path = "/api/v1/grammars", tag = "language", request_body = NewGrammar,
    responses((status = 200, body = GrammarList), (status = "default", body = Problem))
)]
async fn add_grammar(
    State(daemon): State<Arc<Daemon>>,
    Body(new): Body<NewGrammar>,
) -> Answer<GrammarList> {
    let language = &daemon.language;
    let mut grammars = language.grammars.lock().await;
    grammars.add(&new, &language.dispatcher).await.map_err(ApiError)?;
    Ok(Json(grammars.list(&language.dispatcher)))
}

/// Remove a grammar: it matches no more, at once
#[utoipa::path(
    delete, path = "/api/v1/grammars/{name}", tag = "language", params(("name" = String, Path)),
    responses((status = 200, body = GrammarList), (status = "default", body = Problem))
)]
async fn remove_grammar(
    State(daemon): State<Arc<Daemon>>,
    PathOf(name): PathOf<String>,
) -> Answer<GrammarList> {
    let language = &daemon.language;
    let mut grammars = language.grammars.lock().await;
    grammars.remove(&name, &language.dispatcher).await.map_err(ApiError)?;
    Ok(Json(grammars.list(&language.dispatcher)))
}

/// How the names of sites are found
#[utoipa::path(
    get, path = "/api/v1/resolver", tag = "language", responses((status = 200, body = ResolverState))
)]
async fn resolver(State(daemon): State<Arc<Daemon>>) -> Json<ResolverState> {
    Json(daemon.language.sites.state())
}

/// Switch a stage on or off, add a name of your own or remove one
#[utoipa::path(
    post, path = "/api/v1/resolver", tag = "language", request_body = ResolverChange,
    responses((status = 200, body = ResolverState), (status = "default", body = Problem))
)]
async fn change_resolver(
    State(daemon): State<Arc<Daemon>>,
    Body(change): Body<ResolverChange>,
) -> Answer<ResolverState> {
    daemon.language.sites.change(change).await.map(Json).map_err(ApiError)
}

/// Where the name of a site leads, and what each stage said
#[utoipa::path(
    post, path = "/api/v1/resolve", tag = "language", params(BrowserChoice),
    request_body = ResolveParams, responses((status = 200, body = ResolvedSite))
)]
async fn resolve(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(choice): QueryOf<BrowserChoice>,
    headers: HeaderMap,
    Body(asked): Body<ResolveParams>,
) -> Json<ResolvedSite> {
    let host = daemon.language.host(client(&headers), ClientOrigin::Api, choice.browser.as_deref());
    let context = ActionContext { host: &host, tab: None };
    let resolver = daemon.language.sites.resolver();
    Json(tabwright_actions::resolve_site(&resolver, &asked.name, &context).await)
}
