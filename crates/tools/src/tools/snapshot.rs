//! The page as an agent should read it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::Snapshot;
use tabwright_wire::{SnapshotMode, TabId, ToolOutput};

use super::page_text;
use crate::format::{address, words};
use crate::session::{Look, Session};
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::truncate::Truncated;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    /// interactive: numbered elements only
    mode: Option<SnapshotMode>,
    /// only inside this element
    within: Option<u32>,
    // Notes in a snapshot name it with its value, so the schema need not explain it.
    skip: Option<u32>,
    /// only changes since your last
    #[serde(default)]
    diff: bool,
    /// default 12000
    max_chars: Option<u32>,
}

pub(crate) struct TakeSnapshot;

impl Tool for TakeSnapshot {
    const NAME: &'static str = "snapshot";
    const TITLE: &'static str = "Look at the page";
    const DESCRIPTION: &'static str = "The page as text with numbered elements.";
    const EFFECT: Effect = Effect::Reads;
    type Args = Args;

    fn describe(args: &Args) -> String {
        let what = if args.diff { "what changed on the page" } else { "the page" };
        format!("Look at {what}")
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        let tab = session.tab(args.tab).await?;
        let look = Look {
            // A whole look is full unless it is said otherwise; a diff is of what was seen.
            mode: args.mode.or((!args.diff).then(SnapshotMode::default)),
            diff: args.diff,
            within: args.within,
            skip: args.skip,
            chars_max: args.max_chars,
        };
        let snapshot = session.look(tab, look).await?;
        Ok(snapshot_output(&snapshot, ""))
    }
}

/// A snapshot as output, with something said before it.
pub(super) fn snapshot_output(snapshot: &Snapshot, before: &str) -> ToolOutput {
    let what = if snapshot.is_diff { "changes in" } else { "" };
    let mut head = format!("{before}{what} tab {}", snapshot.tab);
    if snapshot.left_out > 0 {
        head += &format!(
            "; {} of {} elements left out: ask `within` one, mode interactive, or with more maxChars",
            snapshot.left_out, snapshot.interactive
        );
    }
    let body = if snapshot.is_diff && snapshot.text.trim().is_empty() {
        "nothing changed".to_owned()
    } else {
        let (title, url) = (words(&snapshot.title), address(&snapshot.url));
        format!("\"{title}\" {url}\n{}", snapshot.text)
    };
    page_text(head.trim_start(), &Truncated::whole(body), snapshot.tab)
}
