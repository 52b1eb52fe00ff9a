//! The state of one run that the engine's native functions write and the event loop reads: calls to the
//! host, timers, the verdict. It lives on the sandbox's thread and is never borrowed while a script runs.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Instant;

use crate::limits::Limits;
use crate::priority::Burning;
use crate::progress::Progress;
use crate::run_result::{ErrorKind, LogLevel, ScriptError};
use crate::timers::Timers;

pub(crate) struct RunState {
    limits: Limits,
    burning: Burning,
    run: RefCell<Option<Arc<Progress>>>,
    deadline: Cell<Option<Instant>>,
    /// Never starts again: the answer to an old run's call can have no namesake in a new one.
    last_id: Cell<u64>,
    asked: RefCell<Vec<Asked>>,
    /// Of the calls asked for and not yet handed to the host.
    asked_bytes: Cell<usize>,
    timers: RefCell<Timers>,
    verdict: RefCell<Option<Verdict>>,
}

/// A call for the host.
pub(crate) struct Asked {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) params: String,
}

impl Asked {
    pub(crate) fn bytes(&self) -> usize {
        self.name.len() + self.params.len()
    }
}

pub(crate) enum Verdict {
    /// JSON, unless it was `undefined`.
    Value {
        json: Option<String>,
        cut: bool,
    },
    Failed(ScriptError),
}

/// Why a run must not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Time,
    Cancelled,
    Flooded,
}

impl RunState {
    pub(crate) fn new(limits: Limits, burning: Burning) -> Self {
        Self {
            limits,
            burning,
            run: RefCell::default(),
            deadline: Cell::default(),
            last_id: Cell::default(),
            asked: RefCell::default(),
            asked_bytes: Cell::default(),
            timers: RefCell::default(),
            verdict: RefCell::default(),
        }
    }

    /// For an API that loads: it has time, but no run whose calls could be answered.
    pub(crate) fn open_to_load(&self, deadline: Instant) {
        self.close();
        self.deadline.set(Some(deadline));
    }

    pub(crate) fn open(&self, run: Arc<Progress>, deadline: Instant) {
        self.close();
        self.run.replace(Some(run));
        self.deadline.set(Some(deadline));
        self.burning.begin();
    }

    /// Whatever the run left is gone.
    pub(crate) fn close(&self) {
        self.run.take();
        self.deadline.set(None);
        self.asked.take();
        self.asked_bytes.set(0);
        self.timers.take();
        self.verdict.take();
    }

    pub(crate) fn must_stop(&self) -> Option<Stop> {
        if let Some(run) = &*self.run.borrow() {
            self.burning.look();
            if run.is_cancelled() {
                return Some(Stop::Cancelled);
            }
            if run.is_flooded() {
                return Some(Stop::Flooded);
            }
        }
        self.deadline.get().filter(|at| *at <= Instant::now()).map(|_| Stop::Time)
    }

    /// The id under which the answer will come.
    pub(crate) fn ask(&self, name: String, params: String) -> Result<u64, ScriptError> {
        let run = self.run.borrow();
        let Some(run) = &*run else {
            return Err(ScriptError::of(
                ErrorKind::Calls,
                "the host can be called only while a script runs",
                "call it from `begin` or later",
            ));
        };
        let asked = Asked { id: self.next_id(), name, params };
        let bytes = self.asked_bytes.get() + asked.bytes();
        if bytes > self.limits.memory_bytes {
            return Err(ScriptError::of(
                ErrorKind::Calls,
                "the calls that wait for their turn hold more than a script may",
                "wait for some of them, or send less in each",
            ));
        }
        if !run.count_call(self.limits.calls_max) {
            return Err(ScriptError::of(
                ErrorKind::Calls,
                format!("the script made more than {} calls", self.limits.calls_max),
                "do less in one script: split it, or evaluate a loop inside the page",
            ));
        }
        let id = asked.id;
        self.asked_bytes.set(bytes);
        self.asked.borrow_mut().push(asked);
        Ok(id)
    }

    pub(crate) fn take_asked(&self) -> Vec<Asked> {
        self.asked.take()
    }

    pub(crate) fn handed_over(&self, asked: &Asked) {
        self.asked_bytes.set(self.asked_bytes.get().saturating_sub(asked.bytes()));
    }

    /// `None` when there are too many, or no script runs.
    pub(crate) fn set_timer(&self, wait_ms: f64) -> Option<u64> {
        let mut timers = self.timers.borrow_mut();
        let room = timers.len() < self.limits.timers_max as usize && self.run.borrow().is_some();
        room.then(|| {
            let id = self.next_id();
            timers.set(id, wait_ms);
            id
        })
    }

    pub(crate) fn clear_timer(&self, id: u64) {
        self.timers.borrow_mut().clear(id);
    }

    pub(crate) fn take_due_timer(&self) -> Option<u64> {
        self.timers.borrow_mut().take_due(Instant::now())
    }

    pub(crate) fn next_timer_at(&self) -> Option<Instant> {
        self.timers.borrow().next_at()
    }

    pub(crate) fn has_timers(&self) -> bool {
        !self.timers.borrow().is_empty()
    }

    pub(crate) fn log(&self, level: LogLevel, text: &str) {
        if let Some(run) = &*self.run.borrow() {
            run.log(level, text);
        }
    }

    /// What the value may still take.
    pub(crate) fn output_bytes_left(&self) -> usize {
        let used = self.run.borrow().as_ref().map_or(0, |run| run.log_bytes());
        self.limits.output_bytes.saturating_sub(used)
    }

    /// The first verdict holds.
    pub(crate) fn decide(&self, verdict: Verdict) {
        self.verdict.borrow_mut().get_or_insert(verdict);
    }

    pub(crate) fn take_verdict(&self) -> Option<Verdict> {
        self.verdict.take()
    }

    fn next_id(&self) -> u64 {
        let id = self.last_id.get() + 1;
        self.last_id.set(id);
        id
    }
}
