//! The way in: a sandbox that runs one script at a time, and outlives whatever they do to it.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};
use tokio::time::timeout;

use crate::error::SandboxError;
use crate::host::{Api, Host};
use crate::limits::{Limits, RunLimits};
use crate::progress::Progress;
use crate::run_result::{ErrorKind, RunResult, ScriptError};
use crate::worker::{Job, Script, Worker};

const CODE_BYTES_MAX: usize = 1024 * 1024;
/// A run that was cancelled before must have gone by then, and a new engine be loaded.
const HAND_OVER_MAX: Duration = Duration::from_secs(12);
/// How long after its time a run may still take to notice. Some of the engine's own functions, such
/// as sorting a very long array, do not look at the clock.
const LATE_MAX: Duration = Duration::from_secs(3);

/// A thread with a JavaScript engine, an API and what scripts have left in it. Dropping it ends
/// the thread.
pub struct Sandbox {
    api: Api,
    host: Arc<dyn Host>,
    limits: Limits,
    /// Held for a whole run: others wait. None when the last thread was abandoned.
    worker: Mutex<Option<Worker>>,
}

impl Sandbox {
    /// Loads the API, which takes some milliseconds, on a thread of its own.
    pub fn start(api: Api, host: Arc<dyn Host>, limits: Limits) -> Result<Self, SandboxError> {
        limits.check()?;
        let (tell, loaded) = sync_channel(1);
        let hear = move |result| {
            // The one who waits may have given up on a thread that never began.
            let _ = tell.send(result);
        };
        let worker = Worker::start(api, Arc::clone(&host), limits.clone(), hear)?;
        loaded.recv().map_err(|_| broken_down())??;
        Ok(Self { api, host, limits, worker: Mutex::new(Some(worker)) })
    }

    /// Runs a script. `context` is told to the API first. Dropping the future cancels the run.
    /// Must be called within a Tokio runtime, which then does the host's part.
    pub async fn run(
        &self,
        code: &str,
        context: &RawValue,
        limits: &RunLimits,
    ) -> Result<RunResult, SandboxError> {
        if code.len() > CODE_BYTES_MAX {
            return Err(SandboxError::TooLong { bytes: code.len(), limit: CODE_BYTES_MAX });
        }
        let mut worker = self.worker.lock().await;
        let run = Run(Script {
            code: code.into(),
            context: context.get().into(),
            time: limits.time.min(self.limits.time),
            progress: Arc::new(Progress::new(self.limits.output_bytes / 2)),
            runtime: Handle::current(),
        });
        let mut state_lost = false;
        let answer = match run.hand_over(worker.as_ref()).await {
            Some(answer) => answer,
            None => {
                if let Some(stuck) = worker.take() {
                    state_lost = true;
                    stuck.abandon();
                }
                let fresh = self.fresh_worker()?;
                let answer = run.hand_over(Some(&fresh)).await;
                *worker = Some(fresh);
                answer.ok_or_else(broken_down)?
            }
        };
        let began = Instant::now();
        let mut ran = match timeout(run.0.time + LATE_MAX, answer).await {
            Ok(Ok(ran)) => ran?,
            Ok(Err(_)) => {
                *worker = None;
                return Err(broken_down());
            }
            Err(_) => {
                if let Some(stuck) = worker.take() {
                    stuck.abandon();
                }
                run.stuck(began)
            }
        };
        ran.state_lost |= state_lost;
        Ok(ran)
    }

    fn fresh_worker(&self) -> Result<Worker, SandboxError> {
        // The API has loaded once; if it does not now, the run itself will say so.
        Worker::start(self.api, Arc::clone(&self.host), self.limits.clone(), drop)
    }
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("entry", &self.api.entry).finish_non_exhaustive()
    }
}

/// A run as whoever waits for it holds it: when that is dropped, the script is cancelled.
struct Run(Script);

impl Run {
    /// Where the answer will come; `None` when the thread is gone or does not take the script.
    async fn hand_over(
        &self,
        worker: Option<&Worker>,
    ) -> Option<oneshot::Receiver<Result<RunResult, SandboxError>>> {
        let worker = worker?;
        let (started, has_started) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        let job = Job { script: self.0.clone(), started, answer };
        let taken = async {
            worker.jobs.send(job).await.ok()?;
            // Dropped unsent, it means that the answer is an error: that will tell.
            let _ = has_started.await;
            Some(())
        };
        timeout(HAND_OVER_MAX, taken).await.ok()??;
        Some(answered)
    }

    fn stuck(&self, began: Instant) -> RunResult {
        let (log, cut) = self.0.progress.take_log();
        RunResult {
            value: None,
            log,
            error: Some(ScriptError::of(
                ErrorKind::Time,
                "the script did not end in time and could not be stopped; what scripts kept is \
                 lost",
                "avoid sorting, reversing or slicing arrays of many millions",
            )),
            cut,
            state_lost: true,
            calls: self.0.progress.calls(),
            took: began.elapsed(),
            memory_bytes: 0,
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.0.progress.cancel();
    }
}

fn broken_down() -> SandboxError {
    SandboxError::Panicked { message: "its thread ended".to_owned() }
}
