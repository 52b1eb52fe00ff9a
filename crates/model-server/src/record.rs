//! What was asked, and what became of it.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::request::NormalizedRequest;

/// Requests that are kept; a test that makes more has a loop that does not end.
const RECORDS_MAX: usize = 10_000;

/// A request that came.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// What was asked.
    pub request: NormalizedRequest,
    /// The client went away before it had all of the answer.
    pub was_aborted: bool,
}

/// The record of a server. Its numbers can be waited for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    requests: Arc<Mutex<Vec<Recorded>>>,
    changed: Arc<watch::Sender<()>>,
}

impl Record {
    /// The number of the request, by which it is known here.
    pub(crate) fn add(&self, request: NormalizedRequest) -> usize {
        let mut requests = self.requests.lock();
        assert!(requests.len() < RECORDS_MAX, "too many requests");
        requests.push(Recorded { request, was_aborted: false });
        let number = requests.len() - 1;
        drop(requests);
        self.changed.send_replace(());
        number
    }

    pub(crate) fn abort(&self, number: usize) {
        if let Some(request) = self.requests.lock().get_mut(number) {
            request.was_aborted = true;
        }
        self.changed.send_replace(());
    }

    pub(crate) fn all(&self) -> Vec<Recorded> {
        self.requests.lock().clone()
    }

    pub(crate) async fn wait_until(&self, is_so: impl Fn(&[Recorded]) -> bool) {
        let mut changed = self.changed.subscribe();
        while !is_so(&self.requests.lock()) {
            if changed.changed().await.is_err() {
                return;
            }
        }
    }
}

/// Marks a request as aborted, unless the answer was given to its end.
#[derive(Debug)]
pub(crate) struct AbortGuard {
    pub(crate) record: Record,
    pub(crate) number: usize,
    pub(crate) is_done: bool,
}

impl AbortGuard {
    /// The client has all that it should get.
    pub(crate) fn done(mut self) {
        self.is_done = true;
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        if !self.is_done {
            self.record.abort(self.number);
        }
    }
}
