//! Which frame is meant, where it stands, and what is to be looked for in it.

use std::time::Duration;

use tabwright_wire::flows::FrameFacts;
use tabwright_wire::{
    ChildPlace, Joined, KitRefusalCode, LocateChild, LocateChildParams, Locator, LocatorStep,
    MakeReady, NUMBERS_PER_FRAME, NameChild, Need, Point, ReadyParams, TabId, Target,
};
use tokio::time::{Instant, sleep_until};

use super::kit_calls::GRACE;
use super::{ACTION_MS, Driver, FrameRef, ms};
use crate::backend::{FrameId, Result};
use crate::error::ControlError;

/// A frame that is being loaded is looked for again after this time.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The frame of an element, and how it is found there.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) frame: FrameRef,
    pub(super) target: Target,
}

impl Driver {
    /// Where a target is to be looked for, through the frames on its way. Those are waited for.
    pub(super) async fn place_of(
        &self,
        tab: TabId,
        target: Target,
        frame: Option<u32>,
        deadline: Instant,
    ) -> Result<Place> {
        let target = target.plain()?;
        let number = match &target {
            Target::Number(number) => Some(*number),
            Target::Locator { locator } => {
                check(locator)?;
                first_number(locator)
            }
            _ => None,
        };
        let mut frame = match number {
            Some(number) => self.frame_of_number(tab, number).await?,
            None => self.frame_of(tab, frame).await?,
        };
        let Target::Locator { mut locator } = target else { return Ok(Place { frame, target }) };
        while let Some((outside, inside)) = locator.at_frame() {
            frame = self.enter(tab, &frame, outside, deadline).await?;
            locator = inside;
        }
        Ok(Place { frame, target: Target::Locator { locator } })
    }

    /// The address of the document that holds a target: of its frame, not of the page around it.
    pub async fn address_around(
        &self,
        tab: TabId,
        target: Target,
        frame: Option<u32>,
    ) -> Result<String> {
        let place = self.place_of(tab, target, frame, Instant::now() + ms(ACTION_MS)).await?;
        let frames = self.frames(tab).await?;
        let found = frames.into_iter().find(|(_, frame)| frame.ordinal == place.frame.ordinal);
        let (frame, _) = found
            .ok_or_else(|| ControlError::element(KitRefusalCode::Gone, "the frame is gone"))?;
        Ok(frame.url)
    }

    /// The frame in the element with this number, or the main one.
    pub(super) async fn frame_of(&self, tab: TabId, frame: Option<u32>) -> Result<FrameRef> {
        match frame {
            Some(number) => self.frame_in_element(tab, number).await,
            None => self.main_frame(tab),
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

    async fn frame_of_number(&self, tab: TabId, number: u32) -> Result<FrameRef> {
        let found = self.frame_with_ordinal(tab, number / NUMBERS_PER_FRAME).await;
        found.map_err(|error| match error {
            ControlError::Element(refusal) => ControlError::element(
                refusal.code,
                format!("[{number}] was in a frame that is gone"),
            ),
            other => other,
        })
    }

    /// The frame that the one element holds which fits the locator.
    async fn enter(
        &self,
        tab: TabId,
        frame: &FrameRef,
        holder: Locator,
        deadline: Instant,
    ) -> Result<FrameRef> {
        let left = deadline.saturating_duration_since(Instant::now());
        let params = ReadyParams {
            target: Target::Locator { locator: holder },
            need: Need::Exist,
            at: None,
            timeout_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            elsewhere_ms: None,
            force: false,
            guard: false,
            deny: Vec::new(),
        };
        let holder = self.ask::<MakeReady>(tab, frame, &params, left).await?.element;
        loop {
            let again = Instant::now() + LOOK_AGAIN;
            match self.frame_in_element(tab, holder.number).await {
                Err(
                    ControlError::Element(_) | ControlError::Failed(_) | ControlError::PageLeft(_),
                ) if holder.role == "iframe" && again < deadline => {
                    sleep_until(again).await;
                }
                found => return found,
            }
        }
    }

    /// The frame that the element with this number holds.
    pub(super) async fn frame_in_element(&self, tab: TabId, number: u32) -> Result<FrameRef> {
        self.child_in_element(tab, number).await.map(|(child, _)| child)
    }

    /// And where it begins in its parent.
    pub(super) async fn child_in_element(
        &self,
        tab: TabId,
        number: u32,
    ) -> Result<(FrameRef, ChildPlace)> {
        let parent = self.frame_with_ordinal(tab, number / NUMBERS_PER_FRAME).await?;
        let frames = self.frames(tab).await?;
        let children =
            frames.into_iter().filter(|(frame, _)| frame.parent == Some(parent.id.clone()));
        for (_, child) in children {
            let joined = match self.join(tab, &child).await {
                Ok(joined) => joined,
                // Another frame that has just gone, or that lets nobody in.
                Err(
                    ControlError::Failed(_)
                    | ControlError::PageLeft(_)
                    | ControlError::ForbiddenPage(_)
                    | ControlError::Closed(_),
                ) => continue,
                Err(error) => return Err(error),
            };
            if let Ok(place) = self.locate(tab, &parent, &joined, false).await
                && place.number == number
            {
                return Ok((child, place));
            }
        }
        self.check_children(tab, &parent, number).await?;
        let message = format!("[{number}] holds no frame");
        Err(ControlError::element(KitRefusalCode::WrongKind, message))
    }

    async fn locate(
        &self,
        tab: TabId,
        parent: &FrameRef,
        child: &Joined,
        reveal: bool,
    ) -> Result<ChildPlace> {
        self.ask::<LocateChild>(tab, parent, &child_params(child, reveal), GRACE).await
    }

    /// What a frame in the page can be recognised by: its own address, and what its element is called.
    pub(super) async fn frame_facts(&self, tab: TabId, frame: &FrameRef) -> Result<FrameFacts> {
        let frames = self.frames(tab).await?;
        let find = |id: &FrameId| frames.iter().find(|(frame, _)| frame.id == *id);
        let joined = self.join(tab, frame).await?;
        let address = joined.url.split(['?', '#']).next().unwrap_or_default().to_owned();
        let parent = find(&frame.id).and_then(|(info, _)| find(info.parent.as_ref()?));
        let title = match parent {
            Some((_, parent)) => {
                let child = child_params(&joined, false);
                self.ask::<NameChild>(tab, parent, &child, GRACE).await?.text
            }
            // What is around it is closed to this client.
            None => String::new(),
        };
        Ok(FrameFacts { address, title })
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
}

/// How a frame is told apart from others in the same page.
fn child_params(child: &Joined, reveal: bool) -> LocateChildParams {
    LocateChildParams {
        index: child.place.last().copied().unwrap_or(-1),
        url: child.url.clone(),
        view_width: child.view_width,
        view_height: child.view_height,
        reveal,
    }
}

/// A number knows its frame.
fn first_number(locator: &Locator) -> Option<u32> {
    match locator.steps.first() {
        Some(LocatorStep::Number { number }) => Some(*number),
        _ => None,
    }
}

/// Frames are entered on the way to an element, and nowhere else.
fn check(locator: &Locator) -> Result<()> {
    let bad = |message: &str| Err(ControlError::BadArguments(message.to_owned()));
    let mut parts = locator.steps.split(|step| matches!(step, LocatorStep::Frame)).rev();
    if parts.next().is_none_or(<[_]>::is_empty) {
        return bad("the locator does not say which element is meant");
    }
    if parts.any(<[_]>::is_empty) {
        return bad("the locator enters a frame without saying which element holds it");
    }
    if locator.steps.iter().flat_map(inner).any(has_frame) {
        return bad("a frame cannot be entered in a filter, `and` or `or`");
    }
    Ok(())
}

fn inner(step: &LocatorStep) -> impl Iterator<Item = &Locator> {
    let (one, other) = match step {
        LocatorStep::Filter { has, has_not, .. } => (has.as_ref(), has_not.as_ref()),
        LocatorStep::And { locator } | LocatorStep::Or { locator } => (Some(locator), None),
        _ => (None, None),
    };
    one.into_iter().chain(other)
}

fn has_frame(locator: &Locator) -> bool {
    locator
        .steps
        .iter()
        .any(|step| matches!(step, LocatorStep::Frame) || inner(step).any(has_frame))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn locator(steps: &Value) -> Locator {
        serde_json::from_value(json!({ "steps": steps })).unwrap()
    }

    #[test]
    fn a_frame_is_entered_only_between_its_element_and_what_is_inside() {
        let (css, frame) = (json!({ "by": "css", "selector": "a" }), json!({ "by": "frame" }));
        let within = |step: Value| json!({ "by": "filter", "has": { "steps": [css, step] } });
        for (steps, fits) in [
            (json!([css]), true),
            (json!([css, frame, css, frame, css]), true),
            (json!([css, within(css.clone())]), true),
            (json!([]), false),
            (json!([frame, css]), false),
            (json!([css, frame]), false),
            (json!([css, frame, frame, css]), false),
            (json!([css, within(frame.clone())]), false),
            (json!([css, within(within(frame.clone()))]), false),
            (json!([css, { "by": "or", "locator": { "steps": [css, frame, css] } }]), false),
        ] {
            assert_eq!(check(&locator(&steps)).is_ok(), fits, "{steps}");
        }
    }

    #[test]
    fn the_way_is_told_frame_by_frame() {
        let named = |name: &str| json!({ "by": "css", "selector": name });
        let frame = json!({ "by": "frame" });
        let whole = locator(&json!([named("a"), named("b"), frame, named("c"), frame, named("d")]));
        let (outside, inside) = whole.at_frame().unwrap();
        assert_eq!(outside, locator(&json!([named("a"), named("b")])));
        let (outside, inside) = inside.at_frame().unwrap();
        assert_eq!(outside, locator(&json!([named("c")])));
        assert_eq!(inside, locator(&json!([named("d")])));
        assert!(inside.at_frame().is_none());
        assert_eq!(
            first_number(&locator(&json!([{ "by": "number", "number": 7 }, frame]))),
            Some(7)
        );
        assert_eq!(first_number(&whole), None);
    }
}
