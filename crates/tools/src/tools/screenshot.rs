//! Pictures.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{self, ScreenshotParams};
use tabwright_wire::{Content, TabId, Target, ToolOutput};

use crate::schema;
use crate::session::Session;
use crate::tool::{Effect, OnProgress, Tool, ToolResult};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    #[schemars(schema_with = "schema::same_target")]
    #[serde(default)]
    target: Option<Target>,
    #[serde(default)]
    full: bool,
    #[serde(default)]
    marks: bool,
}

pub(crate) struct TakeScreenshot;

impl Tool for TakeScreenshot {
    const NAME: &'static str = "screenshot";
    const TITLE: &'static str = "Picture of the page";
    const DESCRIPTION: &'static str =
        "A PNG of the view, the full page or an element; `marks` draws element numbers.";
    const EFFECT: Effect = Effect::Reads;
    type Args = Args;

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        let tab = session.tab(args.tab).await?;
        let params = ScreenshotParams {
            tab: Some(tab),
            target: args.target,
            frame: None,
            full: args.full,
            marks: args.marks,
            timeout_ms: None,
        };
        let picture = session.run::<verbs::TakeScreenshot>(params).await?;
        let text = format!("tab {tab}, {} × {} pixels", picture.width, picture.height);
        let mut output = ToolOutput::text(text).with("tab", tab.0);
        output.content.push(Content::Image { base64: picture.base64 });
        Ok(output)
    }
}
