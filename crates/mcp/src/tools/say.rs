//! Plain words: understood by the grammars, done in the session's own tabs.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};
use tabwright_daemon::{ActionHost, HostFuture, RunVerb, with_params};
use tabwright_wire::language::{Step, StepState, Utterance, UtteranceResult};
use tabwright_wire::{Problem, ProblemCode, TabId, Verb};

use super::Done;
use crate::desk::{OnProgress, Outcome, Piece};
use crate::fence::fenced;
use crate::session::{Session, bad_arguments};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    text: String,
    tab: Option<TabId>,
}

pub(super) async fn run(session: &Arc<Session>, args: Args, progress: &OnProgress) -> Done {
    let tab = match args.tab {
        Some(tab) => Some(session.tab(Some(tab)).await?),
        None => session.current(),
    };
    let here = match tab {
        Some(tab) => session.control.find_tab(Some(tab)).await.ok().map(|tab| tab.url),
        None => None,
    };
    let utterance = Utterance { text: args.text, tab };
    let mut tell = |step: &Step| {
        if step.state == StepState::Running {
            progress(&format!("{}: {}", step.words, step.does));
        }
    };
    let host = SessionHost(Arc::clone(session));
    let said =
        session.control.run_utterance_on(&host, &utterance, here.as_deref(), &mut tell).await?;
    if said.steps.is_empty() {
        return Err(not_understood(&said));
    }
    let mut outcome = Outcome::text(in_words(&said));
    outcome.problem = said.steps.iter().find_map(|step| step.problem.clone());
    match session.current() {
        Some(tab) => Ok(outcome.with("tab", tab.0)),
        None => Ok(outcome),
    }
}

/// Titles and texts of pages are in it.
fn in_words(said: &UtteranceResult) -> String {
    let mut text = String::new();
    for step in &said.steps {
        let state = match step.state {
            StepState::Done => "done",
            StepState::Failed => "failed",
            StepState::Waiting | StepState::Running | StepState::Skipped => "not done",
        };
        let _ = writeln!(text, "{} ({state}): {}", step.words, step.message);
        if let Some(result) = &step.result {
            let _ = writeln!(text, "{result}");
        }
    }
    fenced(text.trim_end())
}

fn not_understood(said: &UtteranceResult) -> Problem {
    let near: Vec<_> = said.nearest.iter().map(|near| format!("\"{}\"", near.phrasing)).collect();
    let fix = match near.is_empty() {
        true => "Use `navigate`, `act` and `read`".to_owned(),
        false => format!("Say it like {}; or use `navigate`, `act` and `read`", near.join(", ")),
    };
    let title = "these words are not understood".to_owned();
    Problem { code: ProblemCode::NotUnderstood, title, fix }
}

/// The session as actions reach it: in its own tabs.
struct SessionHost(Arc<Session>);

impl<V: Verb> RunVerb<V> for SessionHost {
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        // The session's rules for tabs are those of scripts, which call verbs by name with JSON.
        Box::pin(async move {
            let params = to_raw_value(&params).map_err(|error| bad_arguments(V::NAME, &error))?;
            let result = self.0.run_for_script(V::NAME, &params).await?;
            serde_json::from_str(result.get()).map_err(|error| bad_arguments(V::NAME, &error))
        })
    }
}

impl ActionHost for SessionHost {
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        time: Duration,
    ) -> HostFuture<'a, String> {
        Box::pin(async move {
            let code = with_params(code, params);
            let outcome = self.0.scripts.run(&self.0, &code, time, None).await?;
            if let Some(problem) = outcome.problem {
                return Err(problem);
            }
            let text = outcome.pieces.into_iter().filter_map(|piece| match piece {
                Piece::Text { text } => Some(text),
                _ => None,
            });
            Ok(text.collect::<Vec<_>>().join("\n"))
        })
    }

    fn keep_picture<'a>(&'a self, base64: &'a str) -> HostFuture<'a, String> {
        Box::pin(self.0.control.keep_picture(base64))
    }

    fn fetch<'a>(&'a self, url: &'a str) -> HostFuture<'a, String> {
        Box::pin(self.0.control.fetch(url))
    }
}
