//! What a caller's script presses in a page is held by the kit where a click of the same caller would ask the
//! person first. The script ends, the person is asked, and the kit does what it held: the script is not run
//! twice.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::value::RawValue;
use tabwright_wire::{GuardScripts, GuardScriptsParams, ReleaseHeld, Sensitivity, TabId};

use super::kit_calls::GRACE;
use super::{Driver, FrameRef};
use crate::backend::{Frame, Result};
use crate::error::ControlError;

/// Other frames of the page's own site that a script could reach, and that are guarded with it.
const FRAMES_MAX: usize = 10;
/// A page that is on its way elsewhere takes what was held with it.
const RELEASE_TIME: Duration = Duration::from_secs(1);
/// Calls `submit()` of a form by an event that the kit hears: by itself it tells nobody.
const TELL_OF_SUBMITTING: &str = include_str!("submitting.js");

/// A script that has ended, and frames in which the kit may hold something that it did.
#[derive(Debug)]
pub(super) struct HeldScript {
    frames: Vec<FrameRef>,
    outcome: Result<Box<RawValue>>,
}

impl Driver {
    /// What came of a script of this call that ended before the person was asked about what it did.
    pub(super) async fn resumed(&self, tab: TabId) -> Option<Result<Box<RawValue>>> {
        let script = self.held.lock().take()?;
        Some(self.release(tab, script).await)
    }

    /// Runs a script of the caller's under guard.
    pub(super) async fn guarded(
        &self,
        tab: TabId,
        frame: &FrameRef,
        running: impl Future<Output = Result<Box<RawValue>>> + Send,
    ) -> Result<Box<RawValue>> {
        let deny = self.guarded_kinds();
        // Another client's guard is not this one's.
        let guards = !deny.is_empty();
        let was_guarded = {
            let mut memory = self.memory();
            let tab = memory.tabs.entry(tab).or_default();
            std::mem::replace(&mut tab.guards_scripts, guards)
        };
        if !guards && !was_guarded {
            return running.await;
        }
        let frames = self.guard(tab, frame, deny).await?;
        let outcome = running.await;
        self.release(tab, HeldScript { frames, outcome }).await
    }

    /// A script as it is given to a page that is guarded.
    pub(super) fn guarded_code(&self, code: &str) -> String {
        match self.guarded_kinds().is_empty() {
            true => code.to_owned(),
            false => format!("{} {code}", TELL_OF_SUBMITTING.trim_end()),
        }
    }

    /// Files have guards of their own.
    fn guarded_kinds(&self) -> Vec<Sensitivity> {
        use Sensitivity::{Password, Payment, Send};
        self.denied.iter().copied().filter(|it| matches!(it, Password | Payment | Send)).collect()
    }

    async fn guard(
        &self,
        tab: TabId,
        frame: &FrameRef,
        deny: Vec<Sensitivity>,
    ) -> Result<Vec<FrameRef>> {
        let params = GuardScriptsParams { deny };
        let all = self.frames(tab).await?;
        let here = all.iter().find(|(_, known)| known.id == frame.id);
        let site = here.map(|(frame, _)| site_of(frame)).unwrap_or_default().to_owned();
        let is_beside = |(known, reference): &&(Frame, FrameRef)| {
            reference.id != frame.id && (site_of(known) == site || known.url.starts_with("about:"))
        };
        let beside = all.iter().filter(is_beside).take(FRAMES_MAX).map(|(_, known)| known.clone());
        let beside: Vec<_> = beside.collect();
        match self.ask::<GuardScripts>(tab, frame, &params, GRACE).await {
            // A blank page, where the kit may not be, has nothing that could be pressed.
            Err(ControlError::ForbiddenPage(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        // A frame may go at any moment.
        join_all(beside.iter().map(|it| self.ask::<GuardScripts>(tab, it, &params, GRACE))).await;
        Ok([frame.clone()].into_iter().chain(beside).collect())
    }

    async fn release(&self, tab: TabId, script: HeldScript) -> Result<Box<RawValue>> {
        let params = GuardScriptsParams { deny: self.guarded_kinds() };
        for frame in &script.frames {
            let asked = self.ask::<ReleaseHeld>(tab, frame, &params, RELEASE_TIME);
            let Ok(Ok(answer)) = tokio::time::timeout(RELEASE_TIME, asked).await else { continue };
            if let Some(press) = answer.held {
                *self.held.lock() = Some(script);
                let (sensitivity, what) = (press.sensitivity, press.what);
                return Err(ControlError::Sensitive { sensitivity, what });
            }
        }
        script.outcome
    }
}

/// Scheme, host and port.
fn site_of(frame: &Frame) -> &str {
    let after_scheme = frame.url.find("://").map_or(0, |at| at + 3);
    let host = frame.url[after_scheme..].find(['/', '?', '#']);
    host.map_or(&*frame.url, |end| &frame.url[..after_scheme + end])
}
