//! Asking the page kit of a frame.

use std::time::Duration;

use futures_util::future::try_join_all;
use tabwright_wire::{Join, JoinParams, Joined, KitQuestion, NUMBERS_PER_FRAME, TabId, quote_page};

use super::{Driver, FrameRef, TabMemory};
use crate::backend::{BrowserEvent, Frame, Question, Result};
use crate::error::ControlError;

/// The kit keeps its own time; a page that is stuck does not.
pub(super) const GRACE: Duration = Duration::from_secs(5);

impl Driver {
    /// Asks one frame, for at most that long plus some grace.
    pub(super) async fn ask<Q: KitQuestion>(
        &self,
        tab: TabId,
        frame: &FrameRef,
        params: &Q::Params,
        limit: Duration,
    ) -> Result<Q::Answer> {
        let origin = self.hold(tab, frame).await?;
        self.ask_held::<Q>(tab, frame, params, limit, origin).await
    }

    /// Asks a frame, if it shows a document of this origin.
    pub(super) async fn ask_held<Q: KitQuestion>(
        &self,
        tab: TabId,
        frame: &FrameRef,
        params: &Q::Params,
        limit: Duration,
        origin: Option<String>,
    ) -> Result<Q::Answer> {
        self.no_dialog(tab)?;
        let join = JoinParams { origin, ..self.join_params(tab, frame) };
        let params = serde_json::value::to_raw_value(params)
            .map_err(|error| ControlError::BadArguments(error.to_string()))?;
        let question = Question { name: Q::NAME, params: &params, join, deadline: limit + GRACE };
        let asked = self.core.backend.ask_kit(tab, &frame.id, question);
        let reply = self.unless_dialog(tab, asked).await?;
        if frame.ordinal == 0 {
            let mut memory = self.memory();
            let tab = memory.tabs.entry(tab).or_default();
            tab.last_number = tab.last_number.max(reply.last);
        }
        match (reply.answer, reply.refusal) {
            (Some(answer), None) => serde_json::from_str(answer.get()).map_err(|error| {
                ControlError::Failed(format!(
                    "the page kit answered `{}` strangely: {}",
                    Q::NAME,
                    quote_page(&error.to_string())
                ))
            }),
            (_, Some(refusal)) => Err(refusal.into()),
            (None, None) => Err(ControlError::Failed("the page kit gave no answer".to_owned())),
        }
    }

    fn join_params(&self, tab: TabId, frame: &FrameRef) -> JoinParams {
        let last = self.memory().tabs.get(&tab).map_or(0, |tab| tab.last_number);
        let first = if frame.ordinal == 0 { last % (NUMBERS_PER_FRAME - 1) + 1 } else { 1 };
        JoinParams { ordinal: frame.ordinal, first, origin: None }
    }

    /// A page that shows a dialog answers nothing, nor does one that has crashed.
    pub(super) fn no_dialog(&self, tab: TabId) -> Result<()> {
        if self.core.backend.has_crashed(tab) {
            return Err(ControlError::Crashed(tab));
        }
        match self.core.backend.dialog(tab) {
            Some(dialog) => {
                Err(ControlError::DialogOpen { tab, kind: dialog.kind, message: dialog.message })
            }
            None => Ok(()),
        }
    }

    /// Waits for the work, or for a dialog or a crash that would hold it up.
    pub(super) async fn unless_dialog<T>(
        &self,
        tab: TabId,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let mut events = self.core.backend.events();
        let dialog = async {
            loop {
                match events.recv().await {
                    Ok(
                        BrowserEvent::DialogOpened { tab: there, .. }
                        | BrowserEvent::Crashed { tab: there },
                    ) if there == tab => return,
                    Ok(_) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                    Err(_) => std::future::pending().await,
                }
            }
        };
        tokio::select! {
            biased;
            done = work => done,
            () = dialog => Err(self.no_dialog(tab).err().unwrap_or_else(|| {
                ControlError::Failed("a dialog opened and was closed".to_owned())
            })),
        }
    }

    pub(super) fn main_frame(&self, tab: TabId) -> Result<FrameRef> {
        Ok(FrameRef { id: self.core.backend.main_frame(tab)?, ordinal: 0 })
    }

    /// Every frame of the page with its ordinal, the main one first.
    pub(super) async fn frames(&self, tab: TabId) -> Result<Vec<(Frame, FrameRef)>> {
        let frames = self.open_frames(self.core.backend.frames(tab).await?);
        let mut memory = self.memory();
        let memory = memory.tabs.entry(tab).or_default();
        let with_ordinal = |frame: Frame| {
            let ordinal = if frame.parent.is_none() { 0 } else { ordinal(memory, &frame.document) };
            let reference = FrameRef { id: frame.id.clone(), ordinal };
            (frame, reference)
        };
        Ok(frames.into_iter().map(with_ordinal).collect())
    }

    pub(super) async fn join(&self, tab: TabId, frame: &FrameRef) -> Result<Joined> {
        let params = self.join_params(tab, frame);
        self.ask::<Join>(tab, frame, &params, GRACE).await
    }

    /// Where every frame but the main one stands.
    pub(super) async fn joined_children(
        &self,
        tab: TabId,
    ) -> Result<Vec<(Frame, FrameRef, Joined)>> {
        let frames = self.frames(tab).await?;
        let children = frames.into_iter().filter(|(frame, _)| frame.parent.is_some());
        let joined = children.map(|(frame, reference)| async move {
            match self.join(tab, &reference).await {
                Ok(joined) => Ok(Some((frame, reference, joined))),
                // A frame may go at any moment, and Chrome's own pages let nobody in.
                Err(
                    ControlError::Failed(_)
                    | ControlError::PageLeft(_)
                    | ControlError::ForbiddenPage(_)
                    | ControlError::Closed(_),
                ) => Ok(None),
                Err(error) => Err(error),
            }
        });
        Ok(try_join_all(joined).await?.into_iter().flatten().collect())
    }
}

fn ordinal(memory: &mut TabMemory, document: &str) -> u32 {
    if let Some(known) = memory.ordinals.get(document) {
        return *known;
    }
    memory.last_ordinal += 1;
    memory.ordinals.insert(document.to_owned(), memory.last_ordinal);
    memory.last_ordinal
}
