//! The rooms of the daemon together: their routes, their document, what they answer to extensions,
//! their tasks and their end.

use std::sync::Arc;

use axum::{Router, middleware};
use tabwright_room::{Audit, Functions, Room, guard_person};
use tabwright_rpc::Service;
use tabwright_wire::ProfileId;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

#[derive(Debug, Clone)]
pub(crate) struct Rooms {
    served: Arc<Vec<Served>>,
    audit: Arc<dyn Audit>,
}

#[derive(Debug)]
struct Served {
    room: Arc<dyn Room>,
    functions: Functions,
}

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Tabwright",
    description = "Drive the browser you already use. Send the token as `Authorization: Bearer`; \
                   every refusal is a Problem that says what to do next."
))]
struct Document;

impl Rooms {
    pub(crate) fn new(rooms: Vec<Arc<dyn Room>>, audit: Arc<dyn Audit>) -> Self {
        let served =
            rooms.into_iter().map(|room| Served { functions: Arc::clone(&room).functions(), room });
        Self { served: Arc::new(served.collect()), audit }
    }

    /// Everything that they serve over HTTP.
    pub(crate) fn routes(&self) -> Router {
        let room = |served: &Served| Arc::clone(&served.room);
        let person = self
            .served
            .iter()
            .fold(Router::new(), |router, served| router.merge(room(served).person_routes()));
        let person = person.route_layer(middleware::from_fn(guard_person));
        self.served.iter().fold(person, |router, served| {
            router.merge(served.functions.routes(&self.audit)).merge(room(served).routes())
        })
    }

    /// The OpenAPI document of all of it.
    pub(crate) fn document(&self) -> OpenApi {
        let mut document = Document::openapi();
        for served in &*self.served {
            served.functions.document(&mut document);
            served.room.document(&mut document);
        }
        document
    }

    /// What the extension of a browser may call.
    pub(crate) fn serve_extension(&self, profile: &ProfileId) -> Service {
        self.served.iter().fold(Service::none(), |service, served| {
            let service = served.functions.serve_extension(service, profile, &self.audit);
            Arc::clone(&served.room).serve_extension(service, profile)
        })
    }

    pub(crate) fn start(&self, tasks: &TaskTracker, stopping: &CancellationToken) {
        for served in &*self.served {
            Arc::clone(&served.room).start(tasks, stopping);
        }
    }

    /// Ends them in the opposite order: what came later may need what was there before.
    pub(crate) async fn stop(&self) {
        for served in self.served.iter().rev() {
            served.room.stop().await;
        }
    }
}
