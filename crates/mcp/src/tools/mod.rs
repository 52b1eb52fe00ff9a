//! The tools: each takes its arguments, asks the session, and says what came of it.

mod act;
mod execute;
mod navigate;
mod read;
mod reset;
mod say;
mod screenshot;
mod snapshot;
mod tabs;

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_wire::{Problem, ProblemCode, TabId};

use crate::budget::Cut;
use crate::catalogue::TOOLS;
use crate::desk::{OnProgress, Outcome};
use crate::fence::fenced;
use crate::session::{Session, bad_arguments};

type Done = Result<Outcome, Problem>;

pub(crate) async fn run(
    session: &Arc<Session>,
    tool: &str,
    arguments: Map<String, Value>,
    progress: &OnProgress,
) -> Done {
    match tool {
        "snapshot" => snapshot::run(session, read(tool, arguments)?).await,
        "act" => act::run(session, read(tool, arguments)?, progress).await,
        "navigate" => navigate::run(session, read(tool, arguments)?).await,
        "tabs" => tabs::run(session, read(tool, arguments)?).await,
        "read" => read::run(session, read(tool, arguments)?).await,
        "screenshot" => screenshot::run(session, read(tool, arguments)?).await,
        "execute" => execute::run(session, read(tool, arguments)?).await,
        "do" => say::run(session, read(tool, arguments)?, progress).await,
        "reset" => reset::run(session, read(tool, arguments)?).await,
        unknown => {
            let known: Vec<_> = TOOLS.iter().map(|tool| &*tool.name).collect();
            Err(Problem {
                code: ProblemCode::NotFound,
                title: format!("There is no tool `{unknown}`"),
                fix: format!("Use one of {}", known.join(", ")),
            })
        }
    }
}

fn read<T: DeserializeOwned>(tool: &str, arguments: Map<String, Value>) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| bad_arguments(tool, &error))
}

/// Text of a page with a line of ours before it, and how to get what was cut off.
fn page_text(head: &str, cut: &Cut, tab: TabId) -> Outcome {
    let mut text = format!("{head}\n{}", fenced(&cut.text));
    let mut outcome = Outcome::default();
    if let Some((handle, left)) = &cut.more {
        text += &format!("\n{left} more characters: read {{\"more\":\"{handle}\"}}");
        outcome = outcome.with("more", handle.as_str());
    }
    outcome.pieces = Outcome::text(text.trim_start()).pieces;
    outcome.with("tab", tab.0)
}
