//! Reads an answer that comes as newline-delimited JSON while the work goes on.

use http_body_util::BodyExt as _;
use hyper::Response;
use hyper::body::Incoming;
use serde::de::DeserializeOwned;

/// An answer that comes line by line, each line JSON.
#[derive(Debug)]
pub struct Lines {
    body: Incoming,
    pending: Vec<u8>,
}

impl Lines {
    pub(crate) fn of(response: Response<Incoming>) -> Self {
        Self { body: response.into_body(), pending: Vec::new() }
    }

    /// The next line; `None` when there is no more, or the daemon is gone. What is not understood is
    /// left out.
    pub async fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        loop {
            if let Ok(value) = serde_json::from_slice(&self.line().await?) {
                return Some(value);
            }
        }
    }

    pub(crate) async fn line(&mut self) -> Option<Vec<u8>> {
        let mut looked = 0;
        loop {
            if let Some(end) = self.pending[looked..].iter().position(|byte| *byte == b'\n') {
                return Some(self.pending.drain(..=looked + end).collect());
            }
            looked = self.pending.len();
            let frame = self.body.frame().await?.ok()?;
            if let Ok(data) = frame.into_data() {
                self.pending.extend_from_slice(&data);
            }
        }
    }
}
