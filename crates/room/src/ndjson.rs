//! Answers as newline-delimited JSON, told while the work goes on.

use std::convert::Infallible;
use std::future::Future;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use tokio::sync::mpsc;

/// Lines that a slow reader may be behind.
const LINES_MAX: usize = 256;

/// A line of JSON for everything that the work sends. The work is part of the answer: it ends when nobody
/// reads any more.
pub fn line_by_line<T, W>(work: impl FnOnce(mpsc::Sender<T>) -> W) -> Response
where
    T: Serialize + Send + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let (lines, mut told) = mpsc::channel(LINES_MAX);
    let mut work = Some(Box::pin(work(lines)));
    let body = futures_util::stream::poll_fn(move |context| {
        if work.as_mut().is_some_and(|work| work.as_mut().poll(context).is_ready()) {
            work = None;
        }
        told.poll_recv(context).map(|line| {
            let mut text = serde_json::to_vec(&line?).unwrap_or_default();
            text.push(b'\n');
            Some(Ok::<_, Infallible>(Bytes::from(text)))
        })
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(body)).into_response()
}
