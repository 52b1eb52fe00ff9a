//! Runs a flow: its script in a sandbox, each call of `flow` done by verbs of browser control, under the rules of
//! whoever runs it.
//!
//! Every call is written to a journal before and after it is done, with what it answered. A flow that was interrupted
//! is run again from the beginning of its script, with the answers of the journal for all calls that were done: so it
//! comes to where it was without doing anything twice.

mod addresses;
mod arguments;
mod expectations;
mod finding;
mod journal;
mod perform;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use tabwright_sandbox::{Api, Host, HostError, Limits, RunLimits, RunResult, Sandbox};
use tabwright_tools::ScriptHost;
use tabwright_wire::flows::Flow;
use tabwright_wire::{Problem, ProblemCode, TabId};
use tokio::sync::Mutex;

pub use self::finding::{Heal, Healing};
pub use self::journal::{DoneCall, Journal};

use crate::script::{Line, METHODS, read};
use crate::template::Values;

/// A person waits for it, and a page may be slow.
pub const TIME_DEFAULT: Duration = Duration::from_secs(180);
/// As long as a person would look for something.
pub const PATIENCE_DEFAULT: Duration = Duration::from_secs(10);
/// A flow of 500 steps, with as many checks.
const CALLS_MAX: u32 = 2_000;
const MEMORY_BYTES_MAX: usize = 32 * 1024 * 1024;

const API: Api = Api { modules: &[("main.js", include_str!("api/main.js"))], entry: "main.js" };

/// What a run is to do.
#[derive(Debug, Clone)]
pub struct Task {
    pub flow: Arc<Flow>,
    /// Of every parameter that has a value. A secret's is its reference, `${secret:NAME}`.
    pub values: Values,
    /// Where it begins.
    pub tab: TabId,
    pub heal: Heal,
    pub time: Duration,
    /// How long one step waits for what it needs, and for what should follow.
    pub patience: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// What the script returned.
    pub value: Value,
    /// Elements that were found again otherwise than they were recorded.
    pub healed: Vec<Healing>,
    /// Why it stopped, at which line of the script.
    pub stopped: Option<Stopped>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Stopped {
    pub problem: Problem,
    pub line: Option<u32>,
}

/// Runs a flow to its end. Dropping the future stops it.
pub async fn run(
    task: Task,
    host: Arc<dyn ScriptHost>,
    journal: Arc<dyn Journal>,
) -> Result<Outcome, Problem> {
    let params = params_of(&task);
    let context = json!({
        "methods": METHODS.iter().map(|method| method.name).collect::<Vec<_>>(),
        "params": params,
    });
    let past = journal.past().await?;
    let limits = RunLimits { time: task.time };
    let script = task.flow.script.clone();
    let run = Arc::new(Run {
        last_act: last_act(&script),
        state: Mutex::new(State {
            tab: task.tab,
            past: past.into(),
            number: 0,
            healed: Vec::new(),
        }),
        task,
        host,
        journal,
        problem: parking_lot::Mutex::new(None),
    });
    let sandbox = start(Arc::new(Calls(Arc::clone(&run)))).await?;
    let context = to_raw_value(&context).map_err(|error| broken(&error))?;
    let ran = sandbox.run(&script, &context, &limits).await.map_err(|error| broken(&error))?;
    let healed = std::mem::take(&mut run.state.lock().await.healed);
    Ok(outcome(ran, healed, run.problem.lock().take()))
}

/// Parameters as a script sees them.
fn params_of(task: &Task) -> Value {
    task.values.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect()
}

fn outcome(ran: RunResult, healed: Vec<Healing>, problem: Option<Problem>) -> Outcome {
    let value = ran.value.and_then(|value| serde_json::from_str(value.get()).ok());
    let stopped = ran.error.map(|error| Stopped {
        line: error.line,
        problem: problem.unwrap_or_else(|| Problem {
            code: ProblemCode::ScriptFailed,
            title: format!("the flow's script failed: {}", error.message),
            fix: error
                .fix
                .unwrap_or_else(|| "Correct the script: `tabwright flow edit`".to_owned()),
        }),
    });
    Outcome { value: value.unwrap_or_default(), healed, stopped }
}

/// To load the API takes a while, in which no async worker must wait.
async fn start(host: Arc<dyn Host>) -> Result<Sandbox, Problem> {
    let limits = Limits {
        time: Duration::from_secs(24 * 60 * 60),
        memory_bytes: MEMORY_BYTES_MAX,
        calls_max: CALLS_MAX,
        // One after the other: a flow is what one person does.
        calls_at_once_max: 1,
        ..Limits::default()
    };
    let started = tokio::task::spawn_blocking(move || Sandbox::start(API, host, limits)).await;
    started.map_err(|error| broken(&error))?.map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: format!("The flow could not be run: {error}"),
        fix: "Run it again; `tabwright logs` has the details".to_owned(),
    }
}

/// The number of the last call that changes something, in a script that is a plain row of calls. Whatever stands behind
/// code of another kind may be the last one.
fn last_act(script: &str) -> Option<u32> {
    let lines = read(script);
    let is_plain = lines.iter().all(|line| matches!(line, Line::Step { .. }));
    let acts = |line: &Line| match line {
        Line::Step { step, .. } => step.acts(),
        Line::Code { .. } => true,
    };
    let last = lines.iter().rposition(acts)?;
    is_plain.then(|| u32::try_from(last + 1).unwrap_or(u32::MAX))
}

/// A run under way.
struct Run {
    /// None where it cannot be known: then each may be the last.
    last_act: Option<u32>,
    task: Task,
    host: Arc<dyn ScriptHost>,
    journal: Arc<dyn Journal>,
    /// Held for a whole call: they are made one after the other.
    state: Mutex<State>,
    /// Why the last call was not done, which says more than the script's error.
    problem: parking_lot::Mutex<Option<Problem>>,
}

struct State {
    tab: TabId,
    /// Calls that were done before the run was interrupted, and are not done again.
    past: std::collections::VecDeque<DoneCall>,
    /// Calls so far.
    number: u32,
    healed: Vec<Healing>,
}

struct Calls(Arc<Run>);

impl Host for Calls {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        let run = Arc::clone(&self.0);
        Box::pin(async move {
            let done = run.call(&name, &params).await;
            done.map_err(|problem| {
                *run.problem.lock() = Some(problem.clone());
                HostError {
                    code: "flow-stopped".to_owned(),
                    message: problem.title,
                    fix: problem.fix,
                }
            })
        })
    }
}

impl Run {
    /// What is done for good, as far as a script tells: the last thing that a flow does is what it is for.
    fn commits(&self, step: u32) -> bool {
        self.last_act.is_none_or(|last| step >= last)
    }

    async fn call(&self, method: &str, arguments: &str) -> Result<String, Problem> {
        let mut state = self.state.lock().await;
        state.number += 1;
        if let Some(done) = state.past.pop_front() {
            if (done.method.as_str(), done.arguments.as_str()) != (method, arguments) {
                return Err(journal::changed(state.number));
            }
            state.tab = done.tab;
            return Ok(done.answer);
        }
        self.journal.begun(state.number, method, arguments).await?;
        let given: Vec<Value> = serde_json::from_str(arguments).map_err(|error| broken(&error))?;
        let answer = self.perform(&mut state, method, &given).await?.to_string();
        let done = DoneCall {
            method: method.to_owned(),
            arguments: arguments.to_owned(),
            answer,
            tab: state.tab,
        };
        self.journal.done(state.number, &done).await?;
        Ok(done.answer)
    }
}
