//! Targets that the page itself does not have: they are looked for in its frames, as far as those are open to
//! the client.

use futures_util::future::join_all;
use tabwright_wire::{ElementFacts, KitRefusalCode, Need, TabId, Target};
use tokio::time::{Duration, Instant, timeout};

use super::acting::ActionTarget;
use super::effects::describe;
use super::{ACTION_MS, Driver, FrameRef, ms};
use crate::backend::Result;
use crate::error::ControlError;

/// Between two looks into the frames, the page itself is watched for so long.
const LOOK_AGAIN_MS: u32 = 300;
/// A page may have any number of frames; these are looked into.
const FRAMES_MAX: usize = 50;
/// A frame that does not answer is left out.
const FRAME_TIMEOUT: Duration = Duration::from_secs(1);

/// One try to act on a target.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) target: Target,
    pub(super) timeout_ms: Option<u32>,
    /// Give up after this time, so that the frames can be looked into.
    pub(super) elsewhere_ms: Option<u32>,
}

impl Driver {
    /// Acts on a target in the page or, where it has none, in the one of its frames that has it.
    pub(super) async fn in_any_frame<T, F: Future<Output = Result<T>>>(
        &self,
        tab: Option<TabId>,
        frame: Option<u32>,
        (target, timeout_ms): (Target, Option<u32>),
        act: impl Fn(Attempt) -> F,
    ) -> Result<T> {
        let target = target.plain()?;
        let deadline = Instant::now() + ms(timeout_ms.unwrap_or(ACTION_MS));
        let elsewhere_ms = (frame.is_none() && is_searched(&target)).then_some(0);
        let mut attempt = Attempt { target: target.clone(), timeout_ms, elsewhere_ms };
        loop {
            let missing = match act(attempt).await {
                Err(ControlError::Element(refusal)) if refusal.code == KitRefusalCode::NotHere => {
                    refusal.message
                }
                done => return done,
            };
            let tab = self.find_tab(tab).await?.id;
            let found = self.find_in_frames(tab, &target).await?;
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout_ms = Some(u32::try_from(left.as_millis()).unwrap_or(u32::MAX));
            attempt = match found {
                Some(element) => Attempt {
                    target: Target::Number(element.number),
                    timeout_ms,
                    elsewhere_ms: None,
                },
                None if left.is_zero() => {
                    return Err(ControlError::element(KitRefusalCode::NotFound, missing));
                }
                None => Attempt {
                    target: target.clone(),
                    timeout_ms,
                    elsewhere_ms: Some(LOOK_AGAIN_MS),
                },
            };
        }
    }

    async fn find_in_frames(&self, tab: TabId, target: &Target) -> Result<Option<ElementFacts>> {
        let looks = self.each_child(tab, |frame| async move {
            let subject = ActionTarget::at_once(tab, frame, target.clone());
            Ok(self.ready(&subject, Need::Exist, false).await?.element)
        });
        let mut found = looks.await?;
        if found.len() > 1 {
            let listed: Vec<_> =
                found.iter().map(|it| format!("[{}] {}", it.number, describe(it))).collect();
            let message = format!("{} frames have one: {}", found.len(), listed.join(", "));
            return Err(ControlError::element(KitRefusalCode::Ambiguous, message));
        }
        Ok(found.pop())
    }

    /// What each frame in the page answers. One that has no such element, or is gone, closed or stuck, is left
    /// out; one that has several refuses for all.
    pub(super) async fn each_child<T, F: Future<Output = Result<T>>>(
        &self,
        tab: TabId,
        look: impl Fn(FrameRef) -> F,
    ) -> Result<Vec<T>> {
        let frames = self.frames(tab).await?;
        let children = frames.into_iter().filter(|(frame, _)| frame.parent.is_some());
        let looks = children.take(FRAMES_MAX).map(|(_, frame)| timeout(FRAME_TIMEOUT, look(frame)));
        let mut answers = Vec::new();
        for answer in join_all(looks).await {
            match answer {
                Ok(Ok(answer)) => answers.push(answer),
                Ok(Err(ControlError::Element(refusal)))
                    if refusal.code == KitRefusalCode::Ambiguous =>
                {
                    return Err(refusal.into());
                }
                Ok(Err(_)) | Err(_) => {}
            }
        }
        Ok(answers)
    }

    /// What is edited in the frame that an element holds: its body. None where it holds no frame.
    pub(super) async fn body_within(&self, subject: &ActionTarget) -> Result<Option<ActionTarget>> {
        let Some(child) = self.frame_held(subject).await? else { return Ok(None) };
        let target = Target::Selector { selector: "body".to_owned(), nth: Some(0) };
        Ok(Some(ActionTarget { frame: child, target, elsewhere_ms: None, ..subject.clone() }))
    }

    async fn frame_held(&self, subject: &ActionTarget) -> Result<Option<FrameRef>> {
        let now = ActionTarget::at_once(subject.tab, subject.frame.clone(), subject.target.clone());
        let holder = self.ready(&now, Need::Exist, false).await?.element;
        if holder.role != "iframe" {
            return Ok(None);
        }
        self.frame_in_element(subject.tab, holder.number).await.map(Some)
    }
}

/// A number knows its frame, a point means what is there, and a locator says its frames itself.
pub(super) fn is_searched(target: &Target) -> bool {
    matches!(
        target,
        Target::Selector { .. }
            | Target::Role { .. }
            | Target::Label { .. }
            | Target::Text { .. }
            | Target::Like { .. }
    )
}
