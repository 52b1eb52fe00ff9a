//! The event loop of a run: jobs of the engine's queue, answers of the host, timers, and between them the
//! checks of time, cancellation and output that no script gets past.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::runtime::Handle;
use tokio::task::JoinError;
use tokio::time::sleep_until;
use tokio_util::task::AbortOnDropHandle;

use crate::engine::{Broken, Engine};
use crate::host::{Host, HostError};
use crate::progress::Progress;
use crate::run_state::{Asked, RunState, Stop, Verdict};

/// Jobs between two looks at the host, the timers and whoever may cancel.
const JOBS_PER_TURN: u32 = 256;
const MEMORY_LOOKS_APART: Duration = Duration::from_millis(50);

pub(crate) enum End {
    /// The script came to its own end, good or bad.
    Verdict(Verdict),
    Stopped(Stop),
    /// It waits for something that nobody will ever do.
    Stalled,
    /// The engine's own part of the run could not go on: for want of memory.
    Broken,
}

/// One run under way.
pub(crate) struct EventLoop<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) state: &'a RunState,
    pub(crate) host: &'a dyn Host,
    pub(crate) progress: &'a Progress,
    pub(crate) deadline: Instant,
    pub(crate) memory: MemoryWatch,
    pub(crate) calls: Calls,
}

/// Looks now and then at how much memory a run has. What a storm of promises used up may be free again when it has come
/// to its end.
pub(crate) struct MemoryWatch {
    bytes_max: usize,
    most: usize,
    looked_at: Instant,
}

impl MemoryWatch {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self { bytes_max, most: 0, looked_at: Instant::now() }
    }

    /// It takes as long as there are objects, so it is not done often.
    fn look_if_due(&mut self, engine: &Engine) {
        if self.looked_at.elapsed() >= MEMORY_LOOKS_APART {
            self.look(engine);
        }
    }

    fn look(&mut self, engine: &Engine) {
        self.most = self.most.max(engine.memory_bytes());
        self.looked_at = Instant::now();
    }

    fn was_full(&self) -> bool {
        self.most > self.bytes_max / 8 * 5
    }
}

/// Calls of one run. Dropping them is what stops them.
pub(crate) struct Calls {
    /// Of whoever asked for the run: a script that keeps its own thread busy must not hold up what
    /// the host does for it.
    runtime: Handle,
    waiting: VecDeque<Asked>,
    under_way: FuturesUnordered<BoxFuture<'static, Answer>>,
    at_once_max: usize,
}

struct Answer {
    id: u64,
    result: Result<String, HostError>,
}

impl Calls {
    pub(crate) fn new(at_once_max: u32, runtime: Handle) -> Self {
        Self {
            runtime,
            waiting: VecDeque::new(),
            under_way: FuturesUnordered::new(),
            at_once_max: at_once_max as usize,
        }
    }

    fn take(&mut self, state: &RunState, host: &dyn Host) {
        self.waiting.extend(state.take_asked());
        while self.under_way.len() < self.at_once_max {
            let Some(asked) = self.waiting.pop_front() else { break };
            state.handed_over(&asked);
            let id = asked.id;
            let _inside = self.runtime.enter();
            let call =
                AbortOnDropHandle::new(self.runtime.spawn(host.call(asked.name, asked.params)));
            self.under_way.push(call.map(move |joined| Answer { id, result: of(joined) }).boxed());
        }
    }

    fn are_none(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_empty()
    }
}

/// A panic of the host goes on here, where it ends the run.
fn of(joined: Result<Result<String, HostError>, JoinError>) -> Result<String, HostError> {
    joined.unwrap_or_else(|error| match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Err(HostError {
            code: "gone".to_owned(),
            message: "the host is shutting down".to_owned(),
            fix: "run the script again later".to_owned(),
        }),
    })
}

enum Happened {
    Answered(Answer),
    TimerDue,
    /// Time is up, or the run was cancelled, or it was only time to look.
    Nothing,
}

impl EventLoop<'_> {
    pub(crate) async fn run(mut self, context: &str, code: &str) -> End {
        if self.engine.call("run", (context, code)).is_err() {
            return self.state.must_stop().map_or(End::Broken, End::Stopped);
        }
        loop {
            let is_idle = self.jobs();
            self.memory.look_if_due(self.engine);
            if let Some(stop) = self.state.must_stop() {
                return End::Stopped(stop);
            }
            self.calls.take(self.state, self.host);
            if is_idle {
                if let Some(verdict) = self.state.take_verdict() {
                    return self.finished(verdict);
                }
                if self.calls.are_none() && !self.state.has_timers() {
                    return self.stalled();
                }
            }
            let settled = match self.next(is_idle).await {
                Happened::Answered(answer) => self.settle(answer),
                Happened::TimerDue => self.fire(),
                Happened::Nothing => Ok(()),
            };
            if settled.is_err() && self.state.must_stop().is_none() {
                return End::Broken;
            }
        }
    }

    /// Runs jobs until there are none, or it is time to look up. Tells whether there are none.
    fn jobs(&self) -> bool {
        for _ in 0..JOBS_PER_TURN {
            if self.state.must_stop().is_some() {
                return false;
            }
            if !self.engine.turn() {
                return true;
            }
        }
        !self.engine.has_jobs()
    }

    async fn next(&mut self, is_idle: bool) -> Happened {
        let timer_at = self.state.next_timer_at();
        tokio::select! {
            biased;
            () = self.progress.cancelled() => Happened::Nothing,
            () = sleep_until(self.deadline.into()) => Happened::Nothing,
            Some(answer) = self.calls.under_way.next() => Happened::Answered(answer),
            () = sleep_until(timer_at.unwrap_or(self.deadline).into()), if timer_at.is_some() => {
                Happened::TimerDue
            }
            () = tokio::task::yield_now(), if !is_idle => Happened::Nothing,
        }
    }

    fn settle(&self, answer: Answer) -> Result<(), Broken> {
        match answer.result {
            Ok(json) => self.engine.call("settle", (answer.id, true, json)),
            Err(HostError { code, message, fix }) => {
                self.engine.call("settle", (answer.id, false, message, code, fix))
            }
        }
    }

    fn fire(&self) -> Result<(), Broken> {
        while let Some(id) = self.state.take_due_timer() {
            self.engine.call("fire", (id,))?;
            if self.engine.has_jobs() {
                break;
            }
        }
        Ok(())
    }

    /// Without memory a promise's continuation is lost, and it looks as if nobody would settle it.
    fn stalled(&mut self) -> End {
        self.memory.look(self.engine);
        if self.memory.was_full() { End::Broken } else { End::Stalled }
    }

    /// Whatever the script left unawaited is told, which may run some of its code once more.
    fn finished(&self, verdict: Verdict) -> End {
        let told = self.engine.call("finish", ());
        match self.state.must_stop() {
            Some(stop) => End::Stopped(stop),
            None if told.is_err() => End::Broken,
            None => End::Verdict(verdict),
        }
    }
}
