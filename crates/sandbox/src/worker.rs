//! The thread a sandbox lives on: runs one script after another, and makes a new engine when the
//! old one cannot be trusted any more.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{mpsc, oneshot};

use crate::engine::Engine;
use crate::error::SandboxError;
use crate::event_loop::{Calls, End, EventLoop, MemoryWatch};
use crate::host::{Api, Host};
use crate::limits::Limits;
use crate::priority::{Burning, SystemThread};
use crate::progress::Progress;
use crate::run_result::{ErrorKind, RunResult, ScriptError};
use crate::run_state::{RunState, Stop, Verdict};
use crate::script::LINES_BEFORE;

/// For frames that QuickJS does not count: ours, and those of a debug build.
const STACK_BYTES_BESIDE: usize = 2 * 1024 * 1024;
/// Threads that could not be stopped, in the whole process, before no more are started.
const STUCK_MAX: u32 = 4;

static STUCK: AtomicU32 = AtomicU32::new(0);

/// A script to run.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) code: Arc<str>,
    pub(crate) context: Arc<str>,
    pub(crate) time: Duration,
    pub(crate) progress: Arc<Progress>,
    /// Where the host's part is done.
    pub(crate) runtime: Handle,
}

/// A script, and who waits for it.
pub(crate) struct Job {
    pub(crate) script: Script,
    pub(crate) started: oneshot::Sender<()>,
    pub(crate) answer: oneshot::Sender<Result<RunResult, SandboxError>>,
}

/// The handle to the thread, which ends when this is dropped.
pub(crate) struct Worker {
    pub(crate) jobs: mpsc::Sender<Job>,
    gone: Arc<AtomicBool>,
    thread: Arc<SystemThread>,
}

impl Worker {
    /// `loaded` hears whether the API could be loaded.
    pub(crate) fn start(
        api: Api,
        host: Arc<dyn Host>,
        limits: Limits,
        loaded: impl FnOnce(Result<(), SandboxError>) + Send + 'static,
    ) -> Result<Self, SandboxError> {
        let count = STUCK.load(Ordering::Acquire);
        if count >= STUCK_MAX {
            return Err(SandboxError::Stuck { count });
        }
        let (jobs, queue) = mpsc::channel(1);
        let gone = Arc::new(AtomicBool::new(false));
        let leaving = Leaving(Arc::clone(&gone));
        let thread = Arc::new(SystemThread::default());
        let own_thread = Arc::clone(&thread);
        std::thread::Builder::new()
            .name("sandbox".to_owned())
            .stack_size(limits.stack_bytes + STACK_BYTES_BESIDE)
            .spawn(move || {
                let _leaving = leaving;
                own_thread.begin();
                let burning = Burning::of(own_thread);
                let state = Rc::new(RunState::new(limits.clone(), burning));
                let mut life = Life { api, host, limits, state, engine: None, untold_loss: false };
                let ready = Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .map_err(SandboxError::Thread)
                    .and_then(|runtime| life.load().map(|()| runtime));
                match ready {
                    Ok(runtime) => {
                        loaded(Ok(()));
                        life.live(&runtime, queue);
                    }
                    Err(error) => loaded(Err(error)),
                }
            })
            .map_err(SandboxError::Thread)?;
        Ok(Self { jobs, gone, thread })
    }

    /// Leaves a thread alone that does not answer. It stops by itself as soon as it looks up.
    pub(crate) fn abandon(self) {
        if !self.gone.swap(true, Ordering::AcqRel) {
            tracing::warn!("a script could not be stopped; its thread is left to itself");
            STUCK.fetch_add(1, Ordering::AcqRel);
            self.thread.yield_to_all();
        }
    }
}

struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        if self.0.swap(true, Ordering::AcqRel) {
            STUCK.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

struct Life {
    api: Api,
    host: Arc<dyn Host>,
    limits: Limits,
    state: Rc<RunState>,
    engine: Option<Engine>,
    /// State was lost in a run whose caller no longer listened.
    untold_loss: bool,
}

impl Life {
    fn load(&mut self) -> Result<(), SandboxError> {
        if self.engine.is_none() {
            self.engine = Some(Engine::load(&self.api, &self.state, &self.limits)?);
        }
        Ok(())
    }

    fn live(&mut self, runtime: &Runtime, mut queue: mpsc::Receiver<Job>) {
        while let Some(job) = runtime.block_on(queue.recv()) {
            if job.script.progress.is_cancelled() {
                continue;
            }
            let Job { script, started, answer } = job;
            let ran = catch_unwind(AssertUnwindSafe(|| {
                self.load()?;
                // Whoever asked may have gone: then the first look at `progress` ends the run.
                let _ = started.send(());
                Ok(self.run(runtime, &script))
            }))
            .unwrap_or_else(|panic| {
                self.engine = None;
                self.state.close();
                Err(SandboxError::Panicked { message: panic_message(&*panic) })
            });
            let lost = ran.as_ref().is_ok_and(|ran| ran.state_lost) || self.engine.is_none();
            self.untold_loss = answer.send(ran).is_err() && lost;
        }
    }

    fn run(&mut self, runtime: &Runtime, script: &Script) -> RunResult {
        let Script { code, context, time, progress, runtime: host_runtime } = script;
        let began = Instant::now();
        let deadline = began + *time;
        let end = match &self.engine {
            Some(engine) => {
                self.state.open(Arc::clone(progress), deadline);
                let event_loop = EventLoop {
                    engine,
                    state: &self.state,
                    host: &*self.host,
                    progress,
                    deadline,
                    memory: MemoryWatch::new(self.limits.memory_bytes),
                    calls: Calls::new(self.limits.calls_at_once_max, host_runtime.clone()),
                };
                runtime.block_on(event_loop.run(context, code))
            }
            None => End::Broken,
        };
        self.state.close();
        let (value, cut_value, error) = told(end, code, *time);
        let state_lost = self.clean_up(error.as_ref()) || self.untold_loss;
        let (log, cut_log) = progress.take_log();
        RunResult {
            value,
            log,
            error,
            cut: cut_log || cut_value,
            state_lost,
            calls: progress.calls(),
            took: began.elapsed(),
            memory_bytes: self.engine.as_ref().map_or(0, Engine::memory_bytes),
        }
    }

    /// Tells whether the engine had to go. QuickJS cannot empty its queue of jobs: if the run left
    /// any there, they would go on in the next one.
    fn clean_up(&mut self, error: Option<&ScriptError>) -> bool {
        let is_sound = error.is_none_or(|error| error.kind != ErrorKind::Memory);
        let keep = self.engine.as_ref().is_some_and(|engine| {
            is_sound && engine.call("forget", ()).is_ok() && !engine.has_jobs()
        });
        if !keep {
            self.engine = None;
        }
        !keep
    }
}

fn told(
    end: End,
    code: &str,
    time: Duration,
) -> (Option<Box<RawValue>>, bool, Option<ScriptError>) {
    let failed = |error| (None, false, Some(error));
    match end {
        End::Verdict(Verdict::Value { json, cut }) => {
            (json.and_then(|json| RawValue::from_string(json).ok()), cut, None)
        }
        End::Verdict(Verdict::Failed(error)) => failed(placed(error, code)),
        End::Stopped(stop) => failed(stopped(stop, time)),
        End::Stalled => failed(ScriptError::of(
            ErrorKind::Thrown,
            "the script waits for a promise that nothing will ever settle",
            "look for a promise whose resolve is never called",
        )),
        End::Broken => failed(out_of_memory()),
    }
}

/// Lines as the script's author counts them.
fn placed(mut error: ScriptError, code: &str) -> ScriptError {
    let lines = u32::try_from(code.lines().count()).unwrap_or(u32::MAX).max(1);
    let at = error.line.map(|line| line.saturating_sub(LINES_BEFORE).max(1));
    if at.is_some_and(|at| at > lines) {
        error.column = None;
    }
    error.line = at.map(|at| at.min(lines));
    match error.kind {
        ErrorKind::Memory => ScriptError { line: error.line, ..out_of_memory() },
        ErrorKind::Stack => {
            error.fix.get_or_insert_with(|| "look for a function that calls itself".to_owned());
            error
        }
        _ => error,
    }
}

fn stopped(stop: Stop, time: Duration) -> ScriptError {
    match stop {
        Stop::Time => ScriptError::of(
            ErrorKind::Time,
            format!("the script did not end within {} s", time.as_secs_f32()),
            "do less in one script, or give it more time",
        ),
        Stop::Cancelled => {
            ScriptError::of(ErrorKind::Cancelled, "the script was cancelled", "run it again")
        }
        Stop::Flooded => ScriptError::of(
            ErrorKind::Output,
            "the script printed far more than can be kept",
            "print less: only what you need to see",
        ),
    }
}

fn out_of_memory() -> ScriptError {
    ScriptError::of(
        ErrorKind::Memory,
        "the script needed more memory than it may have; what scripts kept is lost",
        "keep less at a time: handle long lists and large texts in parts",
    )
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
