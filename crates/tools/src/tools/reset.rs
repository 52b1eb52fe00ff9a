//! Starting anew.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{self, CloseParams, DialogParams};
use tabwright_wire::{ProblemCode, ToolOutput};

use crate::session::Session;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {}

pub(crate) struct Reset;

impl Tool for Reset {
    const NAME: &'static str = "reset";
    const TITLE: &'static str = "Start anew";
    const DESCRIPTION: &'static str =
        "Forget script state and the current tab; closes the tabs you opened.";
    const EFFECT: Effect = Effect::Destroys;
    type Args = Args;

    fn describe(_: &Args) -> String {
        "Start anew".to_owned()
    }

    async fn run(session: &Arc<Session>, Args {}: Args, _: &OnProgress) -> ToolResult {
        session.scripts.forget();
        let mut closed = 0;
        for tab in session.forget() {
            let params = CloseParams { tab: Some(tab), all: false };
            match session.run::<verbs::Close>(params).await {
                Ok(_) => closed += 1,
                // Its page asks whether it may be left, and it is closed once that is answered.
                Err(problem) if problem.code == ProblemCode::DialogOpen => {
                    let leave = DialogParams { tab: Some(tab), accept: true, text: None };
                    closed += usize::from(session.run::<verbs::AnswerDialog>(leave).await.is_ok());
                }
                // The person may have closed it before.
                Err(_) => {}
            }
        }
        Ok(ToolOutput::text(format!(
            "Forgotten: script state, current tab, results. {closed} tabs closed."
        )))
    }
}
