//! The addresses below `/api/v1`, each a few lines that hand the work to its room.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use tabwright_wire::{
    ClientSlot, EchoRequest, Health, LaunchRequest, ManagedBrowser, PROTOCOL_VERSION, PairRequest,
    PairResponse, PairingCode, Problem, RemoteBrowser, RemoteBrowserList, RoundTrips, Status,
};
use utoipa::OpenApi;

use crate::api_router::{ApiRouter, routes};
use crate::drivers::MANAGED;
use crate::problems::{self, ApiError};
use crate::server::Daemon;
use crate::verbs::{self, BrowserChoice};
use crate::{language, listeners, policy_api, probe};

type Answer<T> = Result<Json<T>, ApiError>;

#[derive(OpenApi)]
#[openapi(info(
    title = "Tabwright",
    description = "Drive the browser you already use. Send the token as `Authorization: Bearer`; \
                   every refusal is a Problem that says what to do next."
))]
struct Document;

/// The routes and their document, from the same lines.
pub(crate) fn routes() -> ApiRouter {
    ApiRouter::default()
        .routes(routes!(status))
        .routes(routes!(disconnect_client))
        .routes(routes!(stop))
        .routes(routes!(open_pairing_code))
        .routes(routes!(launch, quit))
        .routes(routes!(remote_browsers, connect_remote))
        .routes(routes!(leave_remote))
        .merge(verbs::routes())
        .merge(policy_api::routes())
        .merge(language::routes())
        .routes(routes!(echo))
        .merge(listeners::routes())
}

/// The OpenAPI document of `/api/v1`.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes().describe(Document::openapi())
}

/// How the daemon is and who is connected
#[utoipa::path(get, path = "/api/v1/status", responses((status = 200, body = Status)))]
async fn status(State(daemon): State<Arc<Daemon>>) -> Json<Status> {
    Json(daemon.status())
}

/// Let a client go, as `status` lists them
#[utoipa::path(
    delete, path = "/api/v1/clients/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "It is gone"), (status = "default", body = Problem))
)]
async fn disconnect_client(
    State(daemon): State<Arc<Daemon>>,
    PathOf(id): PathOf<u32>,
) -> Result<StatusCode, ApiError> {
    daemon.clients.disconnect(id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stop the daemon, and the browser it started
#[utoipa::path(post, path = "/api/v1/stop", responses((status = 202, description = "It is stopping")))]
async fn stop(State(daemon): State<Arc<Daemon>>) -> StatusCode {
    daemon.stop();
    StatusCode::ACCEPTED
}

/// Open a pairing code; it replaces the one before
#[utoipa::path(post, path = "/api/v1/pairing-codes", responses((status = 200, body = PairingCode)))]
async fn open_pairing_code(State(daemon): State<Arc<Daemon>>) -> Answer<PairingCode> {
    daemon.pairing.open().map(Json).map_err(|error| problems::internal(&error))
}

/// Start the managed browser, or find the one that runs
#[utoipa::path(
    post, path = "/api/v1/managed-browser", request_body = LaunchRequest,
    responses((status = 200, body = ManagedBrowser), (status = "default", body = Problem))
)]
async fn launch(
    State(daemon): State<Arc<Daemon>>,
    Body(request): Body<LaunchRequest>,
) -> Answer<ManagedBrowser> {
    daemon.managed.launch(request).await.map(Json).map_err(|error| problems::launch_failed(&error))
}

/// Quit the managed browser
#[utoipa::path(delete, path = "/api/v1/managed-browser", responses((status = 204, description = "It is gone")))]
async fn quit(State(daemon): State<Arc<Daemon>>) -> StatusCode {
    daemon.managed.quit().await;
    StatusCode::NO_CONTENT
}

/// The browsers elsewhere that were added
#[utoipa::path(get, path = "/api/v1/remote-browsers", responses((status = 200, body = RemoteBrowserList)))]
async fn remote_browsers(State(daemon): State<Arc<Daemon>>) -> Json<RemoteBrowserList> {
    Json(daemon.drivers.remotes_list())
}

/// Connect to a browser elsewhere by its CDP endpoint, and keep it
#[utoipa::path(
    post, path = "/api/v1/remote-browsers", request_body = RemoteBrowser,
    responses((status = 200, body = RemoteBrowser), (status = "default", body = Problem))
)]
async fn connect_remote(
    State(daemon): State<Arc<Daemon>>,
    Body(remote): Body<RemoteBrowser>,
) -> Answer<RemoteBrowser> {
    let name = &remote.name;
    if name.is_empty() || name == MANAGED {
        return Err(problems::bad_request(format!("`{name}` cannot be the name of a browser")));
    }
    daemon.drivers.add_remote(remote).await.map(Json)
}

/// Leave a browser elsewhere
#[utoipa::path(
    delete, path = "/api/v1/remote-browsers/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "It is left"), (status = "default", body = Problem))
)]
async fn leave_remote(
    State(daemon): State<Arc<Daemon>>,
    PathOf(name): PathOf<String>,
) -> Result<StatusCode, ApiError> {
    if daemon.drivers.remove_remote(&name).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    let known = daemon.drivers.remotes_list().browsers.into_iter().map(|browser| browser.name);
    Err(problems::unknown_browser(Some(&name), &known.collect::<Vec<_>>()))
}

/// Words to the browser and back, from its service worker or from the page in a tab
#[utoipa::path(
    post, path = "/api/v1/echo", params(BrowserChoice), request_body = EchoRequest,
    responses((status = 200, body = RoundTrips), (status = "default", body = Problem))
)]
async fn echo(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(choice): QueryOf<BrowserChoice>,
    Body(request): Body<EchoRequest>,
) -> Answer<RoundTrips> {
    let browser = daemon.browsers.choose(choice.browser.as_deref())?;
    Ok(Json(probe::echo(&browser.control(), request).await?))
}

/// `GET /client-slot`: who holds the only slot for CDP clients, in `single` mode.
pub(crate) async fn client_slot(State(daemon): State<Arc<Daemon>>) -> Json<ClientSlot> {
    Json(daemon.clients.slot())
}

/// `GET /health`: open to all.
pub(crate) async fn health() -> Json<Health> {
    Json(Health { service: "tabwright".to_owned(), protocol: PROTOCOL_VERSION })
}

/// `POST /pair`: open to the extension, for whoever knows the code.
pub(crate) async fn pair(
    State(daemon): State<Arc<Daemon>>,
    headers: HeaderMap,
    Body(request): Body<PairRequest>,
) -> Answer<PairResponse> {
    if !headers.contains_key(axum::http::header::ORIGIN) {
        return Err(problems::bad_origin());
    }
    if !daemon.pairing.redeem(&request.code) {
        tracing::warn!("a wrong pairing code was tried");
        return Err(problems::bad_pairing_code());
    }
    tracing::info!("an extension was paired");
    Ok(Json(PairResponse { token: daemon.token.reveal().to_owned() }))
}

/// axum's extractors, with our refusals instead of its plain text.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(ApiError))]
pub(crate) struct Body<T>(pub(crate) T);

#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(ApiError))]
pub(crate) struct QueryOf<T>(pub(crate) T);

#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(ApiError))]
pub(crate) struct PathOf<T>(pub(crate) T);

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}
