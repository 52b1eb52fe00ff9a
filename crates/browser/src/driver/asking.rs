//! Asking the page kit of a frame, and finding the frame that is meant.

use std::time::Duration;

use futures_util::future::try_join_all;
use tabwright_wire::{
    ChildPlace, Join, JoinParams, Joined, KitQuestion, KitRefusalCode, LocateChild,
    LocateChildParams, NUMBERS_PER_FRAME, Point, TabId, Target,
};

use super::{Driver, FrameRef, TabMemory};
use crate::carrier::{BrowserEvent, Frame, Question, Result};
use crate::error::ControlError;

/// The kit keeps its own time; a page that is stuck does not.
const GRACE: Duration = Duration::from_secs(5);

impl Driver {
    /// Asks one frame, for at most that long plus some grace.
    pub(super) async fn ask<Q: KitQuestion>(
        &self,
        tab: TabId,
        frame: &FrameRef,
        params: &Q::Params,
        limit: Duration,
    ) -> Result<Q::Answer> {
        self.no_dialog(tab)?;
        let join = self.join_params(tab, frame);
        let params = serde_json::value::to_raw_value(params)
            .map_err(|error| ControlError::BadArguments(error.to_string()))?;
        let question = Question { name: Q::NAME, params: &params, join, deadline: limit + GRACE };
        let asked = self.core.carrier.ask_kit(tab, &frame.id, question);
        let reply = self.unless_dialog(tab, asked).await?;
        if frame.ordinal == 0 {
            let mut memory = self.memory();
            let tab = memory.tabs.entry(tab).or_default();
            tab.last_number = tab.last_number.max(reply.last);
        }
        match (reply.answer, reply.refusal) {
            (Some(answer), None) => serde_json::from_str(answer.get()).map_err(|error| {
                ControlError::Failed(format!(
                    "the page kit answered `{}` strangely: {error}",
                    Q::NAME
                ))
            }),
            (_, Some(refusal)) => Err(refusal.into()),
            (None, None) => Err(ControlError::Failed("the page kit gave no answer".to_owned())),
        }
    }

    fn join_params(&self, tab: TabId, frame: &FrameRef) -> JoinParams {
        let last = self.memory().tabs.get(&tab).map_or(0, |tab| tab.last_number);
        let first = if frame.ordinal == 0 { last % (NUMBERS_PER_FRAME - 1) + 1 } else { 1 };
        JoinParams { ordinal: frame.ordinal, first }
    }

    /// A page that shows a dialog answers nothing.
    pub(super) fn no_dialog(&self, tab: TabId) -> Result<()> {
        match self.core.carrier.dialog(tab) {
            Some(dialog) => {
                Err(ControlError::DialogOpen { tab, kind: dialog.kind, message: dialog.message })
            }
            None => Ok(()),
        }
    }

    /// Waits for the work, or for a dialog that would hold it up.
    pub(super) async fn unless_dialog<T>(
        &self,
        tab: TabId,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let mut events = self.core.carrier.events();
        let dialog = async {
            loop {
                match events.recv().await {
                    Ok(BrowserEvent::DialogOpened { tab: there, .. }) if there == tab => return,
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
        Ok(FrameRef { id: self.core.carrier.main_frame(tab)?, ordinal: 0 })
    }

    /// Every frame of the page with its ordinal, the main one first.
    pub(super) async fn frames(&self, tab: TabId) -> Result<Vec<(Frame, FrameRef)>> {
        let frames = self.core.carrier.frames(tab).await?;
        let mut memory = self.memory();
        let memory = memory.tabs.entry(tab).or_default();
        let with_ordinal = |frame: Frame| {
            let ordinal = if frame.parent.is_none() { 0 } else { ordinal(memory, &frame.document) };
            let reference = FrameRef { id: frame.id.clone(), ordinal };
            (frame, reference)
        };
        Ok(frames.into_iter().map(with_ordinal).collect())
    }

    /// The frame in which a target is to be looked for: a number tells it, else the caller, else the
    /// main one.
    pub(super) async fn frame_of(
        &self,
        tab: TabId,
        target: Option<&Target>,
        frame: Option<u32>,
    ) -> Result<FrameRef> {
        match (target, frame) {
            (Some(Target::Number(number)), _) => self
                .frame_with_ordinal(tab, number / NUMBERS_PER_FRAME)
                .await
                .map_err(|error| match error {
                    ControlError::Element(refusal) => ControlError::element(
                        refusal.code,
                        format!("[{number}] was in a frame that is gone"),
                    ),
                    other => other,
                }),
            (_, Some(number)) => self.frame_in_element(tab, number).await,
            (_, None) => self.main_frame(tab),
        }
    }

    pub(super) async fn frame_with_ordinal(&self, tab: TabId, ordinal: u32) -> Result<FrameRef> {
        if ordinal == 0 {
            return self.main_frame(tab);
        }
        let frames = self.frames(tab).await?;
        let found =
            frames.into_iter().map(|(_, frame)| frame).find(|frame| frame.ordinal == ordinal);
        found.ok_or_else(|| ControlError::element(KitRefusalCode::Gone, "the frame is gone"))
    }

    /// The frame that the element with this number holds.
    async fn frame_in_element(&self, tab: TabId, number: u32) -> Result<FrameRef> {
        let parent = self.frame_with_ordinal(tab, number / NUMBERS_PER_FRAME).await?;
        let frames = self.frames(tab).await?;
        let children =
            frames.into_iter().filter(|(frame, _)| frame.parent == Some(parent.id.clone()));
        for (_, child) in children {
            let joined = self.join(tab, &child).await?;
            let place = self.locate(tab, &parent, &joined, false).await;
            if place.is_ok_and(|place| place.number == number) {
                return Ok(child);
            }
        }
        let message = format!("[{number}] holds no frame");
        Err(ControlError::element(KitRefusalCode::WrongKind, message))
    }

    pub(super) async fn join(&self, tab: TabId, frame: &FrameRef) -> Result<Joined> {
        let params = self.join_params(tab, frame);
        self.ask::<Join>(tab, frame, &params, GRACE).await
    }

    async fn locate(
        &self,
        tab: TabId,
        parent: &FrameRef,
        child: &Joined,
        reveal: bool,
    ) -> Result<ChildPlace> {
        let params = LocateChildParams {
            index: child.place.last().copied().unwrap_or(-1),
            url: child.url.clone(),
            view_width: child.view_width,
            view_height: child.view_height,
            reveal,
        };
        self.ask::<LocateChild>(tab, parent, &params, GRACE).await
    }

    /// From a frame's viewport to the page's.
    pub(super) async fn to_page(
        &self,
        tab: TabId,
        frame: &FrameRef,
        points: &mut [Point],
    ) -> Result<()> {
        if frame.ordinal == 0 {
            return Ok(());
        }
        let frames = self.frames(tab).await?;
        let find = |id| frames.iter().find(|(frame, _)| frame.id == id);
        let mut at = find(frame.id.clone());
        while let Some((info, reference)) = at {
            let Some(parent) = info.parent.clone().and_then(find) else { return Ok(()) };
            let joined = self.join(tab, reference).await?;
            let place = self.locate(tab, &parent.1, &joined, true).await?;
            for point in points.iter_mut() {
                point.x = place.origin.x + point.x * place.scale_x;
                point.y = place.origin.y + point.y * place.scale_y;
            }
            at = Some(parent);
        }
        Ok(())
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
                Err(ControlError::Failed(_) | ControlError::ForbiddenPage(_)) => Ok(None),
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
