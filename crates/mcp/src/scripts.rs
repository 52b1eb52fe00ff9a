//! `execute`: an agent's scripts in a sandbox of the session's own, with the browser as their only
//! way out.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;
use serde_json::value::RawValue;
use tabwright_sandbox::{Api, Host, HostError, Limits, LogLevel, RunLimits, RunResult, Sandbox};
use tabwright_wire::{Problem, ProblemCode};
use tokio::sync::Mutex;

use crate::desk::{Outcome, Piece};
use crate::fence::fenced;
use crate::session::Session;

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
    ) -> Result<Outcome, Problem> {
        let sandbox = self.sandbox(session).await?;
        let context = context(session).await?;
        let ran = sandbox.run(code, &context, &RunLimits { time }).await;
        Ok(told(session, ran.map_err(|error| broken(&error))?, chars_max))
    }

    async fn sandbox(&self, session: &Arc<Session>) -> Result<Arc<Sandbox>, Problem> {
        let mut sandbox = self.sandbox.lock().await;
        if let Some(sandbox) = &*sandbox {
            return Ok(Arc::clone(sandbox));
        }
        // The session owns the sandbox, not the other way round.
        let host = Arc::new(Browser(Arc::downgrade(session)));
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
    serde_json::value::to_raw_value(&context).map_err(|error| broken(&error))
}

/// The session as scripts reach it.
struct Browser(Weak<Session>);

impl Host for Browser {
    fn call(&self, name: String, params: String) -> BoxFuture<'static, Result<String, HostError>> {
        let session = self.0.upgrade();
        Box::pin(async move {
            let session = session.ok_or_else(|| HostError {
                code: "gone".to_owned(),
                message: "the session has ended".to_owned(),
                fix: "Begin a new one".to_owned(),
            })?;
            let params = RawValue::from_string(params).map_err(|error| HostError {
                code: "bad-request".to_owned(),
                message: error.to_string(),
                fix: "Give the arguments as JSON".to_owned(),
            })?;
            let done = session.run_for_script(&name, &params).await;
            done.map(|result| result.get().to_owned()).map_err(|problem| HostError {
                code: code_word(problem.code),
                message: problem.title,
                fix: problem.fix,
            })
        })
    }
}

fn code_word(code: ProblemCode) -> String {
    let word = serde_json::to_value(code).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

fn told(session: &Session, ran: RunResult, chars_max: Option<usize>) -> Outcome {
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
    let cut = session.rests(|rests| rests.cut(text, chars_max));
    let calls = if ran.calls == 1 { "1 call".to_owned() } else { format!("{} calls", ran.calls) };
    let mut head = format!("ran {} ms, {calls}", ran.took.as_millis());
    if ran.cut {
        head += ", output cut at the sandbox's limit";
    }
    if ran.state_lost {
        head += ", `state` was lost";
    }
    let mut answer = head;
    if !cut.text.is_empty() {
        let _ = write!(answer, "\n{}", fenced(&cut.text));
    }
    let mut outcome = Outcome::default();
    if let Some((handle, left)) = &cut.more {
        let _ = write!(answer, "\n{left} more characters: read {{\"more\":\"{handle}\"}}");
        outcome = outcome.with("more", handle.as_str());
    }
    outcome.pieces = vec![Piece::Text { text: answer }];
    outcome.pieces.append(&mut pictures);
    outcome.problem = ran.error.map(|error| {
        let place = error.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        let fix = error.fix.filter(|fix| !error.message.contains(fix));
        Problem {
            code: ProblemCode::ScriptFailed,
            title: format!("{}{place}", error.message),
            fix: fix.unwrap_or_else(|| "Correct the script and run it again".to_owned()),
        }
    });
    match session.current() {
        Some(tab) => outcome.with("tab", tab.0),
        None => outcome,
    }
}

/// Screenshots in what a script returned are shown; a word stands where they were.
fn take_pictures(value: &mut Value, pictures: &mut Vec<Piece>) {
    if value["type"] == "image"
        && let Some(base64) = value["base64"].as_str()
    {
        pictures.push(Piece::Image { base64: base64.to_owned() });
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
