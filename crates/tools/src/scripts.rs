//! Scripts in a sandbox, with the browser as their only way out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tabwright_actions::host::run_named;
use tabwright_sandbox::{
    Api, ErrorKind, Host, HostError, Limits, RunLimits, RunResult, Sandbox, ScriptError,
};
use tabwright_wire::{Problem, ProblemCode, TabId, plain_sentence, quote_page_up_to};
use tokio::sync::Mutex;

use crate::host::ScriptHost;
use crate::script_memory::{HoldsMemory, ScriptMemory};

/// A picture must fit; text is cut by the agent's budget.
const OUTPUT_BYTES_MAX: usize = 16 * 1024 * 1024;
/// An assertion says what was expected and what came.
const THROWN_CHARS_MAX: usize = 1_000;

/// The sandbox of a session, from its first script on.
pub(crate) struct Scripts {
    sandbox: Mutex<Option<Arc<Sandbox>>>,
    memory: Arc<ScriptMemory>,
    /// It gave up what it held, and the agent does not know yet.
    gave_up: AtomicBool,
}

impl Scripts {
    pub(crate) fn new(memory: Arc<ScriptMemory>) -> Arc<Self> {
        Arc::new(Self { sandbox: Mutex::default(), memory, gave_up: AtomicBool::new(false) })
    }

    /// What scripts have left behind is gone.
    pub(crate) fn forget(&self) {
        // Whoever runs a script now keeps the sandbox to its end.
        if let Ok(mut sandbox) = self.sandbox.try_lock() {
            *sandbox = None;
        }
        self.gave_up.store(false, Ordering::Release);
    }

    /// Runs a script in the session's sandbox, which is started by the first one.
    pub(crate) async fn run(
        self: &Arc<Self>,
        host: impl FnOnce() -> Arc<dyn Host> + Send,
        code: &str,
        context: &impl Serialize,
        time: Duration,
    ) -> Result<RunResult, Problem> {
        let sandbox = self.sandbox(host).await?;
        let context = to_raw_value(context).map_err(|error| broken(&error))?;
        let ran = sandbox.run(code, &context, &RunLimits { time }).await;
        drop(sandbox);
        let mut ran = ran.map_err(|error| broken(&error))?;
        ran.state_lost |= self.gave_up.swap(false, Ordering::AcqRel);
        self.memory.holds(&(Arc::clone(self) as Arc<dyn HoldsMemory>), ran.memory_bytes);
        Ok(ran)
    }

    async fn sandbox(
        &self,
        host: impl FnOnce() -> Arc<dyn Host> + Send,
    ) -> Result<Arc<Sandbox>, Problem> {
        let mut sandbox = self.sandbox.lock().await;
        if let Some(sandbox) = &*sandbox {
            return Ok(Arc::clone(sandbox));
        }
        let api: Api = tabwright_sandbox::playwright();
        let limits = Limits { output_bytes: OUTPUT_BYTES_MAX, ..Limits::default() };
        let started = Arc::new(start(api, host(), limits).await?);
        *sandbox = Some(Arc::clone(&started));
        Ok(started)
    }
}

impl HoldsMemory for Scripts {
    /// The agent is told by its next script.
    fn give_up(&self) -> bool {
        let Ok(mut sandbox) = self.sandbox.try_lock() else { return false };
        match &*sandbox {
            // Whoever runs a script holds it, too.
            Some(sandbox) if Arc::strong_count(sandbox) > 1 => return false,
            Some(_) => self.gave_up.store(true, Ordering::Release),
            None => {}
        }
        *sandbox = None;
        true
    }
}

/// Answers a call that a script makes: a verb by its name, or one of the two that are about the tabs
/// that it works in.
pub async fn script_call(
    host: &dyn ScriptHost,
    name: &str,
    params: String,
) -> Result<String, HostError> {
    #[derive(serde::Deserialize)]
    struct UseTab {
        tab: Option<TabId>,
    }
    let bad = |error: serde_json::Error| HostError {
        code: code_word(ProblemCode::BadRequest),
        message: error.to_string(),
        fix: "Give the arguments as JSON".to_owned(),
    };
    let done = match name {
        "own-tabs" => host.tabs().await.map(|tabs| serde_json::json!({ "tabs": tabs }).to_string()),
        "use-tab" => {
            let UseTab { tab } = serde_json::from_str(&params).map_err(bad)?;
            host.use_tab(tab).await.map(|tab| serde_json::json!({ "tab": tab }).to_string())
        }
        verb => {
            let params = RawValue::from_string(params).map_err(bad)?;
            run_named(host, verb, &params).await.map(|result| result.get().to_owned())
        }
    };
    done.map_err(|problem| HostError {
        code: code_word(problem.code),
        message: plain_sentence(&problem.title),
        fix: problem.fix,
    })
}

/// What is thrown may be, or repeat, what a page said. The sandbox's own limits are our words.
pub(crate) fn describe_script_error(error: &ScriptError) -> String {
    let place = error.line.map(|line| format!(" (line {line})")).unwrap_or_default();
    match error.kind {
        ErrorKind::Thrown | ErrorKind::Syntax => {
            let thrown = quote_page_up_to(&error.message, THROWN_CHARS_MAX);
            format!("the script failed{place}: {thrown}")
        }
        _ => format!("{}{place}", error.message),
    }
}

/// Runs a script in a sandbox of its own. What it returned and wrote, as text.
pub async fn run_script_once<H: ScriptHost + 'static>(
    host: Arc<H>,
    code: &str,
    time: Duration,
) -> Result<String, Problem> {
    struct Calls<H>(Arc<H>);
    impl<H: ScriptHost + 'static> Host for Calls<H> {
        fn call(
            &self,
            name: String,
            params: String,
        ) -> BoxFuture<'static, Result<String, HostError>> {
            let host = Arc::clone(&self.0);
            Box::pin(async move { script_call(&*host, &name, params).await })
        }
    }
    let tabs = host.tabs().await?;
    let here = tabs.iter().find(|tab| tab.focused).map(|tab| tab.id);
    let api = tabwright_sandbox::playwright();
    let sandbox = start(api, Arc::new(Calls(host)), Limits::default()).await?;
    let context = to_raw_value(&serde_json::json!({ "tab": here, "tabs": tabs }));
    let context = context.map_err(|error| broken(&error))?;
    let ran = sandbox.run(code, &context, &RunLimits { time }).await;
    let ran = ran.map_err(|error| broken(&error))?;
    if let Some(error) = ran.error {
        return Err(Problem {
            code: ProblemCode::ScriptFailed,
            title: describe_script_error(&error),
            fix: error.fix.unwrap_or_default(),
        });
    }
    let mut lines: Vec<_> = ran.log.into_iter().map(|line| line.text).collect();
    lines.extend(ran.value.map(|value| value.get().to_owned()));
    Ok(lines.join("\n"))
}

/// To load the API takes a while, in which no async worker must wait.
async fn start(api: Api, host: Arc<dyn Host>, limits: Limits) -> Result<Sandbox, Problem> {
    let started = tokio::task::spawn_blocking(move || Sandbox::start(api, host, limits)).await;
    started.map_err(|error| broken(&error))?.map_err(|error| broken(&error))
}

fn code_word(code: ProblemCode) -> String {
    let word = serde_json::to_value(code).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: format!("The script could not be run: {error}"),
        fix: "Try again; `reset` gives you a fresh sandbox".to_owned(),
    }
}
