//! Plain words: understood by the grammars, done in the session's own tabs.

use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::language::{Step, StepState, Utterance, UtteranceResult};
use tabwright_wire::{Problem, ProblemCode, TabId, ToolOutput};

use crate::describe::quote;
use crate::session::Session;
use crate::session_host::SessionHost;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::untrusted::wrap_untrusted;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    text: String,
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
}

pub(crate) struct Do;

impl Tool for Do {
    const NAME: &'static str = "do";
    const TITLE: &'static str = "Do what is said";
    const DESCRIPTION: &'static str = "Plain words for the browser: \"open nytimes and scroll down\", \
        \"search youtube for lofi\".";
    const EFFECT: Effect = Effect::Destroys;
    type Args = Args;

    fn describe(args: &Args) -> String {
        format!("Do {}", quote(&args.text))
    }

    async fn run(session: &Arc<Session>, args: Args, progress: &OnProgress) -> ToolResult {
        let tab = match args.tab {
            Some(tab) => Some(session.tab(Some(tab)).await?),
            None => session.current(),
        };
        let here = match tab {
            Some(tab) => session.host.find_tab(Some(tab)).await.ok().map(|tab| tab.url),
            None => None,
        };
        let utterance = Utterance { text: args.text, tab };
        let mut on_step = |step: &Step| {
            if step.state == StepState::Running {
                progress(&format!("{}: {}", step.words, step.does));
            }
        };
        let host = SessionHost(Arc::clone(session));
        let running = session.host.run_utterance(&host, &utterance, here.as_deref(), &mut on_step);
        let result = running.await?;
        if result.steps.is_empty() {
            return Err(not_understood(&result));
        }
        let mut output = ToolOutput::text(describe(&result));
        output.problem = result.steps.iter().find_map(|step| step.problem.clone());
        match session.current() {
            Some(tab) => Ok(output.with("tab", tab.0)),
            None => Ok(output),
        }
    }
}

/// What each step did. Titles and texts of pages are in it.
fn describe(result: &UtteranceResult) -> String {
    let mut text = String::new();
    for step in &result.steps {
        let state = match step.state {
            StepState::Done => "done",
            StepState::Failed => "failed",
            StepState::Waiting | StepState::Running | StepState::Skipped => "not done",
        };
        let _ = writeln!(text, "{} ({state}): {}", step.words, step.message);
        if let Some(value) = &step.result {
            let _ = writeln!(text, "{value}");
        }
    }
    wrap_untrusted(text.trim_end())
}

fn not_understood(result: &UtteranceResult) -> Problem {
    let near: Vec<_> = result.nearest.iter().map(|near| format!("\"{}\"", near.phrasing)).collect();
    let fix = match near.is_empty() {
        true => "Use `navigate`, `act` and `read`".to_owned(),
        false => format!("Say it like {}; or use `navigate`, `act` and `read`", near.join(", ")),
    };
    let title = "these words are not understood".to_owned();
    Problem { code: ProblemCode::NotUnderstood, title, fix }
}
