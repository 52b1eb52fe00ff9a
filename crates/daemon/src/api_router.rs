//! Routes and what the OpenAPI document says of them, from the same lines. The document is a tree of
//! several megabytes, and so is the code that makes it: both are touched only when somebody asks for it.

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::server::Daemon;

/// The handlers of one path, made by [`routes!`].
pub(crate) struct Routes {
    pub(crate) path: String,
    pub(crate) handlers: MethodRouter<Arc<Daemon>>,
    pub(crate) document: fn() -> UtoipaMethodRouter<Arc<Daemon>>,
}

/// Routes with a document that can be made of them.
#[derive(Default)]
pub(crate) struct ApiRouter {
    router: Router<Arc<Daemon>>,
    documents: Vec<fn() -> UtoipaMethodRouter<Arc<Daemon>>>,
}

impl ApiRouter {
    pub(crate) fn routes(mut self, routes: Routes) -> Self {
        self.router = self.router.route(&routes.path, routes.handlers);
        self.documents.push(routes.document);
        self
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.documents.extend(other.documents);
        self
    }

    pub(crate) fn into_router(self) -> Router<Arc<Daemon>> {
        self.router
    }

    /// Adds the paths and their schemas to the document.
    pub(crate) fn describe(&self, document: OpenApi) -> OpenApi {
        let described = OpenApiRouter::with_openapi(document);
        self.documents.iter().fold(described, |all, describe| all.routes(describe())).into_openapi()
    }
}

/// The functions that answer at one path, each with `#[utoipa::path]`, which names path and method.
macro_rules! routes {
    ($first:ident $(, $handler:ident)*) => {{
        use utoipa_axum::PathItemExt as _;
        let mut handlers = axum::routing::MethodRouter::new();
        utoipa_axum::paste! {
            let path = <[<__path_ $first>] as utoipa::Path>::path();
            $crate::api_router::routes!(@add handlers: $first $(, $handler)*);
        }
        $crate::api_router::Routes {
            path,
            handlers,
            document: || utoipa_axum::routes!($first $(, $handler)*),
        }
    }};
    (@add $handlers:ident: $($handler:ident),+) => {
        utoipa_axum::paste! {
            $(
                for method in <[<__path_ $handler>] as utoipa::Path>::methods() {
                    $handlers = $handlers.on(method.to_method_filter(), $handler);
                }
            )+
        }
    };
}
pub(crate) use routes;
