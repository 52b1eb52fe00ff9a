//! The page as an agent should read it.

use serde::Deserialize;
use tabwright_wire::verbs::Snapshot;
use tabwright_wire::{SnapshotMode, TabId};

use super::{Done, page_text};
use crate::budget::Cut;
use crate::desk::Outcome;
use crate::session::{Look, Session};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    tab: Option<TabId>,
    mode: Option<SnapshotMode>,
    within: Option<u32>,
    #[serde(default)]
    diff: bool,
    max_chars: Option<u32>,
}

pub(super) async fn run(session: &Session, args: Args) -> Done {
    let tab = session.tab(args.tab).await?;
    let look = Look {
        // A whole look is full unless it is said otherwise; a diff is of what was seen.
        mode: args.mode.or((!args.diff).then(SnapshotMode::default)),
        diff: args.diff,
        within: args.within,
        chars_max: args.max_chars,
    };
    let snapshot = session.look(tab, look).await?;
    Ok(told(&snapshot, ""))
}

/// A snapshot as an answer, behind what was said before.
pub(super) fn told(snapshot: &Snapshot, before: &str) -> Outcome {
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
        format!("\"{}\" {}\n{}", snapshot.title, snapshot.url, snapshot.text)
    };
    page_text(head.trim_start(), &Cut { text: body, more: None }, snapshot.tab)
}
