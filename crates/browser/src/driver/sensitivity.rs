//! Sensitive elements that the caller may not touch yet: the kit looks at what input would reach before it
//! goes there.

use tabwright_wire::{Locator, LocatorStep, Need, Point, Sensitivity, TabId, Target};

use super::acting::ActionTarget;
use super::keys::Chord;
use super::{Driver, FrameRef};
use crate::backend::Result;
use crate::error::ControlError;

/// Frames within frames that are looked into.
const DEPTH_MAX: usize = 8;

impl Driver {
    pub(super) fn denies_sensitive(&self) -> bool {
        !self.denied.is_empty()
    }

    /// Looking at something does nothing to it.
    pub(super) fn denied_for(&self, need: Need) -> Vec<Sensitivity> {
        match need {
            Need::Exist | Need::View | Need::Hover => Vec::new(),
            _ => self.denied.to_vec(),
        }
    }

    /// Looks at what a press of the mouse would meet at a point of a frame: what is in a frame below
    /// that point, its own kit must tell.
    pub(super) async fn check_below(
        &self,
        tab: TabId,
        frame: &FrameRef,
        mut point: Point,
    ) -> Result<()> {
        if !self.denies_sensitive() {
            return Ok(());
        }
        let mut frame = frame.clone();
        for _ in 0..DEPTH_MAX {
            let subject = ActionTarget::at_once(tab, frame, Target::Point(point));
            let met = match self.ready(&subject, Need::Click, false).await {
                Ok(ready) => ready.element,
                // There is nothing that could be pressed.
                Err(ControlError::Element(_)) => return Ok(()),
                Err(error) => return Err(error),
            };
            if met.role != "iframe" {
                return Ok(());
            }
            let (child, place) = self.child_in_element(tab, met.number).await?;
            point.x = (point.x - place.origin.x) / place.scale_x;
            point.y = (point.y - place.origin.y) / place.scale_y;
            frame = child;
        }
        Err(too_deep())
    }

    /// Looks at what has the focus before a key goes there.
    pub(super) async fn check_focus(
        &self,
        tab: TabId,
        frame: &FrameRef,
        chord: &Chord,
    ) -> Result<()> {
        let needs: &[Need] = match chord {
            chord if chord.is_enter() => &[Need::Enter],
            // It writes in a field, and presses a button.
            chord if chord.is_space() => &[Need::Focus, Need::Click],
            chord if chord.writes() => &[Need::Focus],
            _ => return Ok(()),
        };
        let Some(focused) = self.focused(tab, frame).await? else { return Ok(()) };
        for need in needs {
            match self.ready(&focused, *need, false).await {
                // Unfit for it, or gone: then the key does nothing there.
                Ok(_) | Err(ControlError::Element(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What has the focus, in whichever frame.
    pub(super) async fn focused(
        &self,
        tab: TabId,
        frame: &FrameRef,
    ) -> Result<Option<ActionTarget>> {
        let mut frame = frame.clone();
        for _ in 0..DEPTH_MAX {
            let locator = Locator { steps: vec![LocatorStep::Focused] };
            let subject = ActionTarget::at_once(tab, frame, Target::Locator { locator });
            let element = match self.ready(&subject, Need::Exist, false).await {
                Ok(ready) => ready.element,
                Err(ControlError::Element(_)) => return Ok(None),
                Err(error) => return Err(error),
            };
            if element.role != "iframe" {
                return Ok(Some(ActionTarget {
                    target: Target::Number(element.number),
                    ..subject
                }));
            }
            frame = self.frame_in_element(tab, element.number).await?;
        }
        Err(too_deep())
    }
}

fn too_deep() -> ControlError {
    ControlError::Failed(format!("there are more than {DEPTH_MAX} frames within one another"))
}
