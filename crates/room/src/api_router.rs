//! Routes and what the OpenAPI document says of them, from the same lines. The document is a tree of
//! several megabytes, and so is the code that makes it: both are touched only when somebody asks for it.

use axum::Router;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// The handlers of one path, made by [`api_routes!`].
#[derive(Debug)]
pub struct Routes<S> {
    pub path: String,
    pub handlers: MethodRouter<S>,
    pub document: fn() -> UtoipaMethodRouter<S>,
}

/// Routes with a document that can be made of them.
#[derive(Debug)]
pub struct ApiRouter<S> {
    router: Router<S>,
    documents: Vec<fn() -> UtoipaMethodRouter<S>>,
}

impl<S: Clone + Send + Sync + 'static> Default for ApiRouter<S> {
    fn default() -> Self {
        Self { router: Router::new(), documents: Vec::new() }
    }
}

impl<S: Clone + Send + Sync + 'static> ApiRouter<S> {
    #[must_use]
    pub fn routes(mut self, routes: Routes<S>) -> Self {
        self.router = self.router.route(&routes.path, routes.handlers);
        self.documents.push(routes.document);
        self
    }

    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.documents.extend(other.documents);
        self
    }

    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// Adds the paths and their schemas to the document.
    pub fn describe(&self, document: &mut OpenApi) {
        let described = OpenApiRouter::with_openapi(std::mem::take(document));
        let described =
            self.documents.iter().fold(described, |all, describe| all.routes(describe()));
        *document = described.into_openapi();
    }
}

/// The functions that answer at one path, each with `#[utoipa::path]`, which names path and method.
#[macro_export]
macro_rules! api_routes {
    ($first:ident $(, $handler:ident)*) => {{
        use utoipa_axum::PathItemExt as _;
        let mut handlers = axum::routing::MethodRouter::new();
        utoipa_axum::paste! {
            let path = <[<__path_ $first>] as utoipa::Path>::path();
            $crate::api_routes!(@add handlers: $first $(, $handler)*);
        }
        $crate::Routes {
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
