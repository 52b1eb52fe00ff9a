//! Errors on their way out over HTTP.

use axum::Json;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tabwright_wire::{Problem, ProblemCode, plain_sentence};

/// A [`Problem`] on its way out of a handler.
#[derive(Debug)]
pub struct ApiError(pub Problem);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.http_status())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        let problem = Problem { title: plain_sentence(&self.0.title), ..self.0 };
        (status, kind, Json(problem)).into_response()
    }
}

#[must_use]
pub fn bad_request(what: impl std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!("The request is wrong: {what}"),
        fix: "/api/v1/openapi.json describes every request".to_owned(),
    }
}

#[must_use]
pub fn internal(error: &impl std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: error.to_string(),
        fix: "`tabwright logs` tells more".to_owned(),
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

macro_rules! from_rejections {
    ($($rejection:ty),*) => {
        $(impl From<$rejection> for ApiError {
            fn from(rejection: $rejection) -> Self {
                Self(bad_request(rejection.body_text()))
            }
        })*
    };
}
from_rejections!(
    BytesRejection,
    JsonRejection,
    PathRejection,
    QueryRejection,
    RawPathParamsRejection
);
