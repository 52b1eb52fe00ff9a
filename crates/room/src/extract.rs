//! axum's extractors, with our errors instead of its plain text.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query};
use axum::http::HeaderMap;
use tabwright_wire::CLIENT_HEADER;

use crate::api_error::ApiError;

#[derive(Debug, FromRequest)]
#[from_request(via(Json), rejection(ApiError))]
pub struct Body<T>(pub T);

#[derive(Debug, FromRequestParts)]
#[from_request(via(Query), rejection(ApiError))]
pub struct QueryOf<T>(pub T);

#[derive(Debug, FromRequestParts)]
#[from_request(via(Path), rejection(ApiError))]
pub struct PathOf<T>(pub T);

/// How the program that asks calls itself.
#[must_use]
pub fn client_name(headers: &HeaderMap) -> &str {
    headers.get(CLIENT_HEADER).and_then(|name| name.to_str().ok()).unwrap_or("api")
}
