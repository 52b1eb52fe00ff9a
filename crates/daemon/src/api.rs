//! The addresses below `/api/v1`, each a few lines that hand the work to its room.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use tabwright_wire::{
    ClientSlot, DescribePage, DescribePageParams, EchoRequest, Health, LaunchRequest, ListTabs,
    ManagedBrowser, NoParams, PROTOCOL_VERSION, PageDescription, PairRequest, PairResponse,
    PairingCode, Problem, RoundTrips, Status, TabId, TabList,
};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problems::{self, Refusal};
use crate::server::Daemon;
use crate::{listeners, probe};

type Answer<T> = Result<Json<T>, Refusal>;

#[derive(OpenApi)]
#[openapi(info(
    title = "Tabwright",
    description = "Drive the browser you already use. Send the token as `Authorization: Bearer`; \
                   every refusal is a Problem that says what to do next."
))]
struct Document;

/// The routes and their document, from the same lines.
pub(crate) fn routes() -> OpenApiRouter<Arc<Daemon>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(status))
        .routes(routes!(disconnect_client))
        .routes(routes!(stop))
        .routes(routes!(open_pairing_code))
        .routes(routes!(launch, quit))
        .routes(routes!(tabs))
        .routes(routes!(page))
        .routes(routes!(echo))
        .routes(routes!(listeners::events))
        .routes(routes!(listeners::ui))
}

/// The OpenAPI document of `/api/v1`.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes().split_for_parts().1
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
) -> Result<StatusCode, Refusal> {
    if daemon.disconnect_client(id) {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problems::no_such_client(id))
    }
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

#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct BrowserChoice {
    /// Name or profile id; needed when several browsers are connected
    browser: Option<String>,
}

/// Every tab of the browser
#[utoipa::path(
    get, path = "/api/v1/tabs", params(BrowserChoice),
    responses((status = 200, body = TabList), (status = "default", body = Problem))
)]
async fn tabs(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(choice): QueryOf<BrowserChoice>,
) -> Answer<TabList> {
    let browser = daemon.browsers.choose(choice.browser.as_deref())?;
    Ok(Json(browser.control().invoke::<ListTabs>(&NoParams {}).await?))
}

/// What the page in a tab says of itself
#[utoipa::path(
    get, path = "/api/v1/tabs/{tab}/page", params(("tab" = TabId, Path), BrowserChoice),
    responses((status = 200, body = PageDescription), (status = "default", body = Problem))
)]
async fn page(
    State(daemon): State<Arc<Daemon>>,
    PathOf(tab): PathOf<TabId>,
    QueryOf(choice): QueryOf<BrowserChoice>,
) -> Answer<PageDescription> {
    let browser = daemon.browsers.choose(choice.browser.as_deref())?;
    Ok(Json(browser.control().invoke::<DescribePage>(&DescribePageParams { tab }).await?))
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
    Json(daemon.client_slot())
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
#[from_request(via(Json), rejection(Refusal))]
pub(crate) struct Body<T>(T);

#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Refusal))]
pub(crate) struct QueryOf<T>(pub(crate) T);

#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Refusal))]
struct PathOf<T>(T);

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Self {
        problems::bad_request(rejection.body_text())
    }
}
