//! The verbs of browser control at `/api/v1`: one address each, made from the table in the wire room.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use tabwright_browser::{BrowserControl as _, ControlError, Driver};
use tabwright_wire::verbs::*;
use tabwright_wire::{
    Bookmark, BookmarkList, ClipboardText, Event, LinkList, NoParams, NoResult, Problem, Scrolled,
    Tab, TabList, TableList, ZoomState,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Body, QueryOf};
use crate::problems::Refusal;
use crate::server::Daemon;

/// How a client names itself, so that the person sees who drives.
pub(crate) const CLIENT_HEADER: &str = "x-tabwright-client";

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct BrowserChoice {
    /// A connected browser by name or profile id, `managed` for the browser of `tabwright up` over
    /// CDP, or the name of a remote one
    pub(crate) browser: Option<String>,
}

macro_rules! handlers {
    ($($type:ident, $method:ident, $name:literal, $kind:ident, $about:literal, $params:ty, $result:ty;)*) => {
        /// The routes and their document, from the same table.
        pub(crate) fn routes() -> OpenApiRouter<Arc<Daemon>> {
            OpenApiRouter::new()$(.routes(routes!($method)))*
        }

        $(
            #[doc = $about]
            #[utoipa::path(
                post, path = concat!("/api/v1/", $name), tag = "browser control",
                operation_id = $name, params(BrowserChoice), request_body = $params,
                responses((status = 200, body = $result), (status = "default", body = Problem))
            )]
            async fn $method(
                State(daemon): State<Arc<Daemon>>,
                QueryOf(choice): QueryOf<BrowserChoice>,
                headers: HeaderMap,
                Body(params): Body<$params>,
            ) -> Result<Json<$result>, Refusal> {
                let driver = driver(&daemon, &choice, &headers).await?;
                done(&daemon, &headers, $name, driver.$method(params).await)
            }
        )*
    };
}
tabwright_wire::for_each_verb!(handlers);

async fn driver(
    daemon: &Daemon,
    choice: &BrowserChoice,
    headers: &HeaderMap,
) -> Result<Driver, Refusal> {
    let driver = daemon.drivers.choose(&daemon.browsers, choice.browser.as_deref()).await?;
    Ok(driver.for_client(client(headers)))
}

fn client(headers: &HeaderMap) -> &str {
    let named = headers.get(CLIENT_HEADER).and_then(|name| name.to_str().ok());
    named.map(|name| name.get(..80).unwrap_or(name)).unwrap_or("api")
}

/// Answers, and tells those who watch.
fn done<T>(
    daemon: &Daemon,
    headers: &HeaderMap,
    verb: &str,
    outcome: Result<T, ControlError>,
) -> Result<Json<T>, Refusal> {
    let error = outcome.as_ref().err().map(ToString::to_string);
    let (client, verb) = (client(headers).to_owned(), verb.to_owned());
    daemon.events.publish(Event::Verb { client, verb, error });
    Ok(Json(outcome?))
}
