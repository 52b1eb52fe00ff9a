//! What a caller's script presses in a page is held by the kit where a click of the same caller would ask the
//! person first. The script ends, the person is asked, and the kit does what it held: the script is not run
//! twice. A document is guarded once, however many scripts come: each says in the page that it begins, and does
//! nothing where no guard hears it. Behind it the guard is asked, in the page, whether it holds anything.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::Value;
use serde_json::value::RawValue;
use tabwright_wire::{
    GuardScripts, GuardScriptsParams, ReleaseHeld, ReleaseHeldParams, Sensitivity, TabId,
};

use super::kit_calls::GRACE;
use super::scripting::secret_name;
use super::{Driver, FrameRef};
use crate::backend::{Debugger, Frame, FrameId, Result, Unchanged};
use crate::error::ControlError;

/// Other frames of the page's own site that a script could reach, and that are guarded with it.
const FRAMES_MAX: usize = 10;
/// A page that is on its way elsewhere takes what was held with it.
const RELEASE_TIME: Duration = Duration::from_secs(1);
/// Calls `submit()` of a form by an event that the kit hears: by itself it tells nobody.
const TELL_OF_SUBMITTING: &str = include_str!("submitting.js");

/// The frame of a tab whose scripts are guarded.
#[derive(Debug, Clone)]
pub(super) struct Armed {
    frame: FrameId,
    document: String,
    deny: Vec<Sensitivity>,
    /// By which a script says that it begins.
    event: String,
    /// Since when there is no frame beside it.
    alone: Option<Unchanged>,
}

/// What is known of the scripts of one call.
#[derive(Debug, Default)]
pub(super) struct ScriptState {
    /// It waits for the person's word about what it did.
    held: Option<HeldScript>,
    /// The guard has said that it holds nothing of the last one.
    is_clear: bool,
}

/// A script that has ended, and frames in which the kit may hold something that it did.
#[derive(Debug)]
struct HeldScript {
    frames: Vec<FrameRef>,
    outcome: Result<Box<RawValue>>,
}

/// What a script can reach of a page.
struct Reach {
    document: String,
    /// Since when it is so, if the browser tells of changes.
    unchanged: Option<Unchanged>,
    /// Frames of the same site.
    beside: Vec<FrameRef>,
}

impl Driver {
    /// What came of a script of this call that ended before the person was asked about what it did.
    pub(super) async fn resumed(&self, tab: TabId) -> Option<Result<Box<RawValue>>> {
        let script = self.scripts.lock().held.take()?;
        Some(self.release(tab, script).await)
    }

    /// Runs a script of the caller's under guard. It is run a second time only if the first found itself
    /// unguarded, and did nothing.
    pub(super) async fn guarded<Running>(
        &self,
        tab: TabId,
        frame: &FrameRef,
        run: impl Fn() -> Running + Send,
    ) -> Result<Box<RawValue>>
    where
        Running: Future<Output = Result<Box<RawValue>>> + Send,
    {
        let deny = self.guarded_kinds();
        let armed = self.armed(tab);
        if deny.is_empty() && armed.is_none() {
            return run().await;
        }
        let armed = armed.filter(|armed| armed.frame == frame.id && armed.deny == deny);
        let now = self.core.backend.unchanged(tab);
        let reach = match &armed {
            Some(armed) if now.is_some() && armed.alone == now => None,
            _ => Some(self.reach_of(tab, frame).await?),
        };
        let armed = armed.filter(|armed| reach.as_ref().is_none_or(|reach| armed.covers(reach)));
        if let Some(armed) = armed {
            self.alone_since(tab, reach.as_ref().map_or(now, |reach| reach.unchanged));
            self.scripts.lock().is_clear = false;
            let outcome = run().await;
            if !armed.was_unheard(&outcome) {
                let is_clear = self.scripts.lock().is_clear;
                let frames = if is_clear { Vec::new() } else { vec![frame.clone()] };
                return self.release(tab, HeldScript { frames, outcome }).await;
            }
        }
        // Another client's guard is not this one's.
        let reach = match reach {
            Some(reach) => reach,
            None => self.reach_of(tab, frame).await?,
        };
        let frames = self.arm(tab, frame, reach, deny).await?;
        let outcome = match (run().await, self.armed(tab)) {
            (outcome, Some(armed)) if armed.was_unheard(&outcome) => {
                let message = "the page changed before the script could begin";
                Err(ControlError::PageLeft(message.to_owned()))
            }
            (outcome, _) => outcome,
        };
        self.release(tab, HeldScript { frames, outcome }).await
    }

    /// A script as it is given to a page that is guarded.
    pub(super) fn guarded_code(&self, tab: TabId, frame: &FrameRef, code: &str) -> String {
        if self.guarded_kinds().is_empty() {
            return code.to_owned();
        }
        let armed = self.armed(tab).filter(|armed| armed.frame == frame.id);
        let begins = armed.map(|Armed { event, .. }| {
            let event = Value::from(event);
            format!(
                "if (dispatchEvent(new Event({event}, {{ cancelable: true }}))) throw new Error({event}); "
            )
        });
        format!("{}{} {code}", begins.unwrap_or_default(), TELL_OF_SUBMITTING.trim_end())
    }

    /// Waits for a script, and asks in the page whether its guard holds anything. The question is on its way
    /// before the answer of the script has come: the page runs one after the other, unless the script waits for something.
    pub(super) async fn ended(
        &self,
        tab: TabId,
        frame: &FrameRef,
        debugger: &dyn Debugger,
        script: impl Future<Output = Result<Box<RawValue>>> + Send,
    ) -> Result<Box<RawValue>> {
        let armed = self.armed(tab).filter(|armed| armed.frame == frame.id);
        let Some(Armed { event, .. }) = armed.filter(|_| !self.guarded_kinds().is_empty()) else {
            return script.await;
        };
        let event = Value::from(format!("{event}!"));
        let holds_nothing = format!("dispatchEvent(new Event({event}, {{ cancelable: true }}))");
        let asked = debugger.evaluate(&frame.id, frame.ordinal, &holds_nothing, RELEASE_TIME);
        let (mut script, mut asked) = (std::pin::pin!(script), std::pin::pin!(asked));
        // Begun first, and so the first in the page.
        let outcome = match script.as_mut().now_or_never() {
            Some(outcome) => outcome,
            None => tokio::select! {
                biased;
                // The script waits for something, so that this was asked too early.
                _ = &mut asked => return script.await,
                outcome = &mut script => outcome,
            },
        };
        // If both are there, nobody knows which came first.
        if asked.as_mut().now_or_never().is_none() {
            let is_clear = asked.await.is_ok_and(|clear| clear.get() == "true");
            self.scripts.lock().is_clear = is_clear;
        }
        outcome
    }

    /// Files have guards of their own.
    fn guarded_kinds(&self) -> Vec<Sensitivity> {
        use Sensitivity::{Password, Payment, Send};
        self.denied.iter().copied().filter(|it| matches!(it, Password | Payment | Send)).collect()
    }

    fn armed(&self, tab: TabId) -> Option<Armed> {
        self.memory().tabs.get(&tab)?.script_guard.clone()
    }

    fn alone_since(&self, tab: TabId, unchanged: Option<Unchanged>) {
        let mut memory = self.memory();
        if let Some(armed) = &mut memory.tabs.entry(tab).or_default().script_guard {
            armed.alone = unchanged;
        }
    }

    async fn reach_of(&self, tab: TabId, frame: &FrameRef) -> Result<Reach> {
        // Before the frames are asked for: those that come meanwhile count as a change.
        let unchanged = self.core.backend.unchanged(tab);
        let all = self.frames(tab).await?;
        let here = all.iter().find(|(_, known)| known.id == frame.id).map(|(frame, _)| frame);
        let site = here.map(site_of).unwrap_or_default();
        let is_beside = |(known, reference): &&(Frame, FrameRef)| {
            reference.id != frame.id && (site_of(known) == site || known.url.starts_with("about:"))
        };
        let beside = all.iter().filter(is_beside).take(FRAMES_MAX).map(|(_, known)| known.clone());
        let document = here.map(|frame| frame.document.clone()).unwrap_or_default();
        Ok(Reach { document, unchanged, beside: beside.collect() })
    }

    async fn arm(
        &self,
        tab: TabId,
        frame: &FrameRef,
        Reach { document, unchanged, beside }: Reach,
        deny: Vec<Sensitivity>,
    ) -> Result<Vec<FrameRef>> {
        let params = GuardScriptsParams { deny, event: secret_name()? };
        self.memory().tabs.entry(tab).or_default().script_guard = None;
        match self.ask::<GuardScripts>(tab, frame, &params, GRACE).await {
            // A blank page, where the kit may not be, has nothing that could be pressed.
            Err(ControlError::ForbiddenPage(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        // A frame may go at any moment.
        join_all(beside.iter().map(|it| self.ask::<GuardScripts>(tab, it, &params, GRACE))).await;
        let GuardScriptsParams { deny, event } = params;
        let alone = unchanged.filter(|_| beside.is_empty());
        let armed = Armed { frame: frame.id.clone(), document, deny, event, alone };
        let armed = (!armed.deny.is_empty()).then_some(armed);
        self.memory().tabs.entry(tab).or_default().script_guard = armed;
        Ok([frame.clone()].into_iter().chain(beside).collect())
    }

    async fn release(&self, tab: TabId, script: HeldScript) -> Result<Box<RawValue>> {
        let params = ReleaseHeldParams { deny: self.guarded_kinds() };
        for frame in &script.frames {
            let asked = self.ask::<ReleaseHeld>(tab, frame, &params, RELEASE_TIME);
            let Ok(Ok(answer)) = tokio::time::timeout(RELEASE_TIME, asked).await else { continue };
            if let Some(press) = answer.held {
                self.scripts.lock().held = Some(script);
                let (sensitivity, what) = (press.sensitivity, press.what);
                return Err(ControlError::Sensitive { sensitivity, what });
            }
        }
        script.outcome
    }
}

impl Armed {
    /// Whether a script in its frame needs no other guard than this one. Frames beside it are guarded anew each time:
    /// nobody tells them that a script begins.
    fn covers(&self, reach: &Reach) -> bool {
        self.document == reach.document && reach.beside.is_empty()
    }

    /// Whether a script found that nobody heard it begin, and so did nothing.
    fn was_unheard(&self, outcome: &Result<Box<RawValue>>) -> bool {
        matches!(outcome, Err(ControlError::Script(text)) if text.contains(&self.event))
    }
}

/// Scheme, host and port.
fn site_of(frame: &Frame) -> &str {
    let after_scheme = frame.url.find("://").map_or(0, |at| at + 3);
    let host = frame.url[after_scheme..].find(['/', '?', '#']);
    host.map_or(&*frame.url, |end| &frame.url[..after_scheme + end])
}
