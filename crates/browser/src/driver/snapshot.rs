//! The snapshot of a whole page, put together from its frames.

use std::time::Duration;

use futures_util::future::join_all;
use tabwright_wire::verbs::{self, Snapshot, SnapshotParams};
use tabwright_wire::{
    ChildSlot, FrameSnapshot, FrameSnapshotParams, Joined, NUMBERS_PER_FRAME, NoParams,
    SnapshotMode, TabId, TakeSnapshot, Watch,
};

use super::{BrowserControl, Driver, FrameRef};
use crate::backend::Result;
use crate::error::ControlError;

/// About 6,000 tokens: a page fits, and so do several in a conversation.
const CHARS_DEFAULT: u32 = 24_000;
const CHARS_MIN: u32 = 200;
/// Frames within frames within frames: enough, and no page can make it endless.
const DEPTH_MAX: usize = 8;
/// A frame gets at least so much, if it is shown at all.
const FRAME_CHARS_MIN: u32 = 300;
const TIMEOUT: Duration = Duration::from_secs(30);

/// A frame that can be asked, and where it stands.
type Child = (FrameRef, Joined);

impl Driver {
    /// Begins to note what changes in a frame.
    pub(super) async fn watch(&self, tab: TabId, frame: &FrameRef) -> Result<()> {
        self.ask::<Watch>(tab, frame, &NoParams {}, TIMEOUT).await.map(drop)
    }

    async fn frame_snapshot(
        &self,
        tab: TabId,
        frame: &FrameRef,
        params: &FrameSnapshotParams,
    ) -> Result<FrameSnapshot> {
        self.ask::<TakeSnapshot>(tab, frame, params, TIMEOUT).await
    }

    /// Puts the text of child frames where it belongs, as far as there is room.
    async fn fill_in(
        &self,
        tab: TabId,
        mut whole: FrameSnapshot,
        params: &FrameSnapshotParams,
        place: &[i32],
        children: &[Child],
        depth: usize,
    ) -> FrameSnapshot {
        let wanted: Vec<(&ChildSlot, &Child)> = whole
            .children
            .iter()
            .filter(|slot| params.mode != SnapshotMode::Viewport || slot.in_view)
            .filter_map(|slot| Some((slot, child_in(slot, place, children)?)))
            .collect();
        if wanted.is_empty() || depth == DEPTH_MAX {
            return whole;
        }
        let used = u32::try_from(whole.text.chars().count()).unwrap_or(u32::MAX);
        let room = params.chars_max.saturating_sub(used);
        let share = room / u32::try_from(wanted.len()).unwrap_or(1);
        if share < FRAME_CHARS_MIN {
            return whole;
        }
        let inner = wanted.iter().map(|(slot, (frame, joined))| async move {
            // Its lines are indented, and each of them costs that much more.
            let indent = slot.indent.min(20);
            let chars_max = share - share * indent / (indent + 24);
            let params =
                FrameSnapshotParams { chars_max, within: None, skip: None, ..params.clone() };
            let inner = self.frame_snapshot(tab, frame, &params).await.ok()?;
            let filling = self.fill_in(tab, inner, &params, &joined.place, children, depth + 1);
            Some(Box::pin(filling).await)
        });
        let inner = join_all(inner).await;
        let insertions: Vec<_> =
            wanted.iter().map(|(slot, _)| (*slot).clone()).zip(inner).collect();
        let mut lines: Vec<String> = whole.text.lines().map(str::to_owned).collect();
        let mut left = room as usize;
        for (slot, inner) in insertions.into_iter().rev() {
            let Some(inner) = inner else { continue };
            whole.interactive += inner.interactive;
            whole.left_out += inner.left_out;
            if whole.is_diff && inner.is_diff && inner.text == "no change" {
                continue;
            }
            let indent = " ".repeat(slot.indent as usize);
            let indented: Vec<String> =
                inner.text.lines().map(|line| format!("{indent}{line}")).collect();
            let size = indented.iter().map(|line| line.chars().count() + 1).sum::<usize>();
            if size > left {
                whole.left_out += inner.interactive - inner.left_out.min(inner.interactive);
                continue;
            }
            left -= size;
            let at = (slot.line as usize + 1).min(lines.len());
            lines.splice(at..at, indented);
        }
        whole.text = lines.join("\n");
        whole
    }
}

/// The frame that a slot is for: by its place among its parent's, else by its address.
fn child_in<'a>(slot: &ChildSlot, place: &[i32], children: &'a [Child]) -> Option<&'a Child> {
    let stands = |(_, joined): &&Child| {
        joined.place.len() == place.len() + 1 && joined.place.starts_with(place)
    };
    let mut here = children.iter().filter(stands);
    if slot.index >= 0 {
        return here.find(|(_, joined)| joined.place.last() == Some(&slot.index));
    }
    here.find(|(_, joined)| joined.place.last() == Some(&-1) && joined.url == slot.src)
}

impl BrowserControl<verbs::TakePageSnapshot> for Driver {
    async fn run(&self, params: SnapshotParams) -> Result<Snapshot> {
        let tab = self.tab(params.tab).await?;
        let chars_max = params.max_chars.unwrap_or(CHARS_DEFAULT);
        if chars_max < CHARS_MIN {
            let message = format!("maxChars must be at least {CHARS_MIN}");
            return Err(ControlError::BadArguments(message));
        }
        let id = {
            let mut memory = self.memory();
            let tab = memory.tabs.entry(tab).or_default();
            tab.last_snapshot += 1;
            tab.last_snapshot
        };
        let ordinal = params.within.map_or(0, |number| number / NUMBERS_PER_FRAME);
        let frame = self.frame_with_ordinal(tab, ordinal).await?;
        let mut asked = FrameSnapshotParams {
            id,
            mode: params.mode,
            chars_max,
            since: params.since,
            within: params.within,
            skip: params.skip,
        };
        let mut whole = self.frame_snapshot(tab, &frame, &asked).await?;
        if !whole.children.is_empty() {
            let joined = self.joined_children(tab).await?;
            let children: Vec<Child> =
                joined.into_iter().map(|(_, frame, joined)| (frame, joined)).collect();
            let place = children.iter().find(|(child, _)| child.ordinal == ordinal);
            let place = place.map(|(_, joined)| joined.place.clone()).unwrap_or_default();
            // Where the page itself fills the budget, its frames get a part of it.
            let used = u32::try_from(whole.text.chars().count()).unwrap_or(u32::MAX);
            let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
            let wish = (chars_max / 3).min(count.saturating_mul(2 * FRAME_CHARS_MIN));
            if chars_max - used.min(chars_max) < wish && !whole.is_diff {
                asked.chars_max = (chars_max - wish).max(CHARS_MIN);
                whole = self.frame_snapshot(tab, &frame, &asked).await?;
                asked.chars_max = chars_max;
            }
            whole = self.fill_in(tab, whole, &asked, &place, &children, 0).await;
        }
        Ok(Snapshot {
            id,
            tab,
            url: whole.url,
            title: whole.title,
            text: whole.text,
            is_diff: whole.is_diff,
            interactive: whole.interactive,
            left_out: whole.left_out,
            scroll: whole.scroll,
        })
    }
}
