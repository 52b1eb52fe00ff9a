//! The verbs of browser control at `/api/v1`: one address each, made from the table in the wire room.

use std::sync::Arc;

use axum::extract::State;
use axum::{Json, Router};
use serde::Deserialize;
use tabwright_control::{Control, ControlHub};
use tabwright_room::{ApiError, ApiRouter, Body, ClientName, QueryOf, Room, api_routes};
use tabwright_wire::verbs::*;
use tabwright_wire::{
    Bookmark, BookmarkList, ClientOrigin, ClipboardText, LinkList, NoParams, NoResult, Problem,
    Scrolled, Tab, TabList, TableList, VisitedList, ZoomState,
};
use utoipa::openapi::OpenApi;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct BrowserChoice {
    /// A connected browser by name or profile id, `managed` for the browser of `tabwright up` over
    /// CDP, or the name of a remote one
    pub(crate) browser: Option<String>,
}

/// Browser control over HTTP.
#[derive(Debug)]
pub(crate) struct VerbsRoom(pub(crate) Arc<ControlHub>);

impl Room for VerbsRoom {
    fn routes(self: Arc<Self>) -> Router {
        routes().into_router().with_state(Arc::clone(&self.0))
    }

    fn document(&self, document: &mut OpenApi) {
        routes().describe(document);
    }
}

macro_rules! handlers {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, { about: $about:literal, $($facts:tt)* };)*) => {
        /// The routes and their document, from the same table.
        fn routes() -> ApiRouter<Arc<ControlHub>> {
            ApiRouter::default()$(.routes(api_routes!($method)))*
        }

        $(
            #[doc = $about]
            #[utoipa::path(
                post, path = concat!("/api/v1/", $name), tag = "browser control",
                operation_id = $name, params(BrowserChoice), request_body = $params,
                responses((status = 200, body = $result), (status = "default", body = Problem))
            )]
            async fn $method(
                State(hub): State<Arc<ControlHub>>,
                QueryOf(choice): QueryOf<BrowserChoice>,
                ClientName(client): ClientName,
                Body(params): Body<$params>,
            ) -> Result<Json<$result>, ApiError> {
                let control = Control::new(&hub, &client, ClientOrigin::Api, choice.browser.as_deref());
                control.run::<$type>(params).await.map(Json).map_err(ApiError)
            }
        )*
    };
}
tabwright_wire::for_each_verb!(handlers);
