//! Scripts.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::session::Session;
use crate::session_host::run_script;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    code: String,
    /// default 30000
    timeout_ms: Option<u64>,
    /// default 12000
    max_chars: Option<usize>,
}

const TIME_DEFAULT: Duration = Duration::from_secs(30);
const TIME_MAX: Duration = Duration::from_secs(600);

pub(crate) struct Execute;

impl Tool for Execute {
    const NAME: &'static str = "execute";
    const TITLE: &'static str = "Run a script";
    const DESCRIPTION: &'static str = "JavaScript with the Playwright API in a sandbox: page, context, \
        page.locator/getByRole…, expect, snapshot(), fetchPage(url), console.log, `state` that lasts \
        between calls. The last expression or `return` is the \
        result. No files, no network but pages. \
        Types: resource tabwright://execute.d.ts.";
    const EFFECT: Effect = Effect::Destroys;
    type Args = Args;

    fn describe(_: &Args) -> String {
        "Run a script".to_owned()
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        let time = args.timeout_ms.map_or(TIME_DEFAULT, Duration::from_millis).min(TIME_MAX);
        run_script(session, &args.code, time, args.max_chars).await
    }
}
