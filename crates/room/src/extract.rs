//! axum's extractors, with our errors instead of its plain text.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query};

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
