//! `execute`: an agent's scripts in a sandbox of the session's own, with the browser as their only
//! way out.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use tabwright_actions::host::run_named;
use tabwright_sandbox::{Api, Host, HostError, Limits, LogLevel, RunLimits, RunResult, Sandbox};
use tabwright_wire::{Content, Problem, ProblemCode, TabId, ToolOutput};
use tokio::sync::Mutex;

use crate::host::ScriptHost;
use crate::session::Session;
use crate::session_host::SessionHost;
use crate::untrusted::wrap_untrusted;

/// A picture must fit; text is cut by the agent's budget.
const OUTPUT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The sandbox of a session, from its first script on.
#[derive(Default)]
pub(crate) struct Scripts {
    sandbox: Mutex<Option<Arc<Sandbox>>>,
}

impl Scripts {
    /// What scripts have left behind is gone.
    pub(crate) fn forget(&self) {
        // Whoever runs a script now keeps the sandbox to its end.
        if let Ok(mut sandbox) = self.sandbox.try_lock() {
            *sandbox = None;
        }
    }

    pub(crate) async fn run(
        &self,
        session: &Arc<Session>,
        code: &str,
        time: Duration,
        chars_max: Option<usize>,
    ) -> Result<ToolOutput, Problem> {
        let sandbox = self.sandbox(session).await?;
        let context = context(session).await?;
        let ran = sandbox.run(code, &context, &RunLimits { time }).await;
        Ok(describe_run(session, ran.map_err(|error| broken(&error))?, chars_max))
    }

    async fn sandbox(&self, session: &Arc<Session>) -> Result<Arc<Sandbox>, Problem> {
        let mut sandbox = self.sandbox.lock().await;
        if let Some(sandbox) = &*sandbox {
            return Ok(Arc::clone(sandbox));
        }
        // The session owns the sandbox, not the other way round.
        let host = Arc::new(SessionCalls(Arc::downgrade(session)));
        let api: Api = tabwright_sandbox::playwright();
        let limits = Limits { output_bytes: OUTPUT_BYTES_MAX, ..Limits::default() };
        let started = Sandbox::start(api, host, limits);
        let started = Arc::new(started.map_err(|error| broken(&error))?);
        *sandbox = Some(Arc::clone(&started));
        Ok(started)
    }
}

/// What a script knows at its beginning: the session's tabs, and in which of them it is.
async fn context(session: &Session) -> Result<Box<RawValue>, Problem> {
    let tabs = session.own_tabs().await?;
    let current = session.current().filter(|current| tabs.iter().any(|tab| tab.id == *current));
    let context = serde_json::json!({ "tab": current, "tabs": tabs });
    to_raw_value(&context).map_err(|error| broken(&error))
}

/// A session as the scripts in its sandbox reach it.
struct SessionCalls(Weak<Session>);

impl Host for SessionCalls {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        let session = self.0.upgrade();
        Box::pin(async move {
            let session = session.ok_or_else(|| HostError {
                code: "gone".to_owned(),
                message: "the session has ended".to_owned(),
                fix: "Begin a new one".to_owned(),
            })?;
            script_call(&SessionHost(session), &name, params).await
        })
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
        message: problem.title,
        fix: problem.fix,
    })
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
    let sandbox =
        Sandbox::start(tabwright_sandbox::playwright(), Arc::new(Calls(host)), Limits::default());
    let sandbox = sandbox.map_err(|error| broken(&error))?;
    let context = to_raw_value(&serde_json::json!({ "tab": here, "tabs": tabs }));
    let context = context.map_err(|error| broken(&error))?;
    let ran = sandbox.run(code, &context, &RunLimits { time }).await;
    let ran = ran.map_err(|error| broken(&error))?;
    if let Some(error) = ran.error {
        return Err(Problem {
            code: ProblemCode::ScriptFailed,
            title: error.message,
            fix: error.fix.unwrap_or_default(),
        });
    }
    let mut lines: Vec<_> = ran.log.into_iter().map(|line| line.text).collect();
    lines.extend(ran.value.map(|value| value.get().to_owned()));
    Ok(lines.join("\n"))
}

fn code_word(code: ProblemCode) -> String {
    let word = serde_json::to_value(code).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

fn describe_run(session: &Session, ran: RunResult, chars_max: Option<usize>) -> ToolOutput {
    let mut text = String::new();
    for line in &ran.log {
        let level = match line.level {
            LogLevel::Log => "",
            LogLevel::Debug => "debug: ",
            LogLevel::Info => "info: ",
            LogLevel::Warn => "warning: ",
            LogLevel::Error => "error: ",
        };
        let _ = writeln!(text, "{level}{}", line.text);
    }
    let mut pictures = Vec::new();
    if let Some(value) = &ran.value {
        let mut value: Value = serde_json::from_str(value.get()).unwrap_or_default();
        take_pictures(&mut value, &mut pictures);
        text += &value.to_string();
    }
    let shown = session.truncate(text, chars_max);
    let calls = if ran.calls == 1 { "1 call".to_owned() } else { format!("{} calls", ran.calls) };
    let mut head = format!("ran {} ms, {calls}", ran.took.as_millis());
    if ran.cut {
        head += ", output cut at the sandbox's limit";
    }
    if ran.state_lost {
        head += ", `state` was lost";
    }
    let mut answer = head;
    if !shown.text.is_empty() {
        let _ = write!(answer, "\n{}", wrap_untrusted(&shown.text));
    }
    let mut output = ToolOutput::default();
    if let Some((handle, left)) = &shown.more {
        let _ = write!(answer, "\n{left} more characters: read {{\"more\":\"{handle}\"}}");
        output = output.with("more", handle.as_str());
    }
    output.content = vec![Content::Text { text: answer }];
    output.content.append(&mut pictures);
    output.problem = ran.error.map(|error| {
        let place = error.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        let fix = error.fix.filter(|fix| !error.message.contains(fix));
        Problem {
            code: ProblemCode::ScriptFailed,
            title: format!("{}{place}", error.message),
            fix: fix.unwrap_or_else(|| "Correct the script and run it again".to_owned()),
        }
    });
    match session.current() {
        Some(tab) => output.with("tab", tab.0),
        None => output,
    }
}

/// Screenshots in what a script returned are shown; a word stands where they were.
fn take_pictures(value: &mut Value, pictures: &mut Vec<Content>) {
    if value["type"] == "image"
        && let Some(base64) = value["base64"].as_str()
    {
        pictures.push(Content::Image { base64: base64.to_owned() });
        *value = format!("picture {}", pictures.len()).into();
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(|it| take_pictures(it, pictures)),
        Value::Object(fields) => fields.values_mut().for_each(|it| take_pictures(it, pictures)),
        _ => {}
    }
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: format!("The script could not be run: {error}"),
        fix: "Try again; `reset` gives you a fresh sandbox".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_taken_out_wherever_they_are() {
        let picture = || serde_json::json!({ "type": "image", "base64": "iVBO", "width": 1 });
        let mut value = serde_json::json!({ "price": 3, "shots": [picture(), picture()] });
        let mut pictures = Vec::new();
        take_pictures(&mut value, &mut pictures);
        assert_eq!(pictures.len(), 2);
        assert_eq!(value, serde_json::json!({ "price": 3, "shots": ["picture 1", "picture 2"] }));
    }
}
