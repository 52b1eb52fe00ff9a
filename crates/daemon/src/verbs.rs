//! The verbs of browser control at `/api/v1`: one address each, made from the table in the wire room.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use tabwright_wire::verbs::*;
use tabwright_wire::{
    Bookmark, BookmarkList, CLIENT_HEADER, ClientOrigin, ClipboardText, LinkList, NoParams,
    NoResult, Problem, Scrolled, Tab, TabList, TableList, VisitedList, ZoomState,
};

use crate::api::{Body, QueryOf};
use crate::api_router::{ApiRouter, routes};
use crate::problems::ApiError;
use crate::server::Daemon;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct BrowserChoice {
    /// A connected browser by name or profile id, `managed` for the browser of `tabwright up` over
    /// CDP, or the name of a remote one
    pub(crate) browser: Option<String>,
}

macro_rules! handlers {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, { about: $about:literal, $($facts:tt)* };)*) => {
        /// The routes and their document, from the same table.
        pub(crate) fn routes() -> ApiRouter {
            ApiRouter::default()$(.routes(routes!($method)))*
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
            ) -> Result<Json<$result>, ApiError> {
                let control = daemon.control(client(&headers), ClientOrigin::Api, choice.browser.as_deref());
                control.run::<$type>(params).await.map(Json).map_err(ApiError)
            }
        )*
    };
}
tabwright_wire::for_each_verb!(handlers);

/// Who asks.
pub(crate) fn client(headers: &HeaderMap) -> &str {
    headers.get(CLIENT_HEADER).and_then(|name| name.to_str().ok()).unwrap_or("api")
}
