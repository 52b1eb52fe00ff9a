//! The interface of a room.

use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use tabwright_rpc::Service;
use tabwright_wire::ProfileId;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::openapi::OpenApi;

use crate::functions::Functions;

/// A part of the daemon with a state of its own. It brings whatever it serves; what it does not bring
/// is left out.
#[async_trait]
pub trait Room: std::fmt::Debug + Send + Sync + 'static {
    /// The functions of the API that it answers.
    fn functions(self: Arc<Self>) -> Functions {
        Functions::default()
    }

    /// What it serves over HTTP that is no function: streams, sockets, other protocols. Whoever asks has
    /// a token, agents too.
    fn routes(self: Arc<Self>) -> Router {
        Router::new()
    }

    /// Such routes that only the person's token opens.
    fn person_routes(self: Arc<Self>) -> Router {
        Router::new()
    }

    /// The entries of its routes in the OpenAPI document. Made only when somebody asks for it: as a tree
    /// of values it is large.
    fn document(&self, _document: &mut OpenApi) {}

    /// What it answers to the extension of one browser, besides its functions.
    fn serve_extension(self: Arc<Self>, service: Service, _profile: &ProfileId) -> Service {
        service
    }

    /// Begins what it does in the background. A task ends when `stopping` does.
    fn start(self: Arc<Self>, _tasks: &TaskTracker, _stopping: &CancellationToken) {}

    /// Ends what it holds, after the last call and before the daemon ends.
    async fn stop(&self) {}
}
