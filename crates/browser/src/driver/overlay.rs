//! What the person sees of the driving: an overlay while it goes on, and where the pointer is. Told to
//! the page and waited for by nobody, so that driving is never slowed by being seen.

use std::sync::Arc;
use std::time::Duration;

use tabwright_wire::{NavigationPhase as Phase, Point, Rect, Show, ShowParams, TabId};
use tokio::sync::OwnedMutexGuard;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, timeout_at};

use super::{Driver, FrameRef};
use crate::backend::{BrowserEvent, Frame, Result};
use crate::error::ControlError;

/// An agent thinks between two actions; the overlay stays meanwhile, and goes soon after the last.
const LINGER: Duration = Duration::from_millis(2_500);
const TIMEOUT: Duration = Duration::from_secs(1);
/// The pointer is drawn a moment behind the input, which drawing would slow down.
const BEHIND: Duration = Duration::from_millis(40);

/// A frame in which something must not be seen.
#[derive(Debug)]
struct Hiding {
    frame: FrameRef,
    /// Whatever shows one of these.
    values: Vec<String>,
    /// Only a document of this origin is told the values.
    origin: Option<String>,
}

impl Driver {
    pub(super) fn show_pointer(&self, tab: TabId, point: Point, rect: Option<Rect>) {
        if self.core.options.visible {
            let glide = self.core.options.glide;
            let driver = self.clone();
            tokio::spawn(async move {
                sleep(BEHIND).await;
                // Nobody sees it behind another tab, where drawing slows the page's frames down to
                // one a second.
                if driver.memory().with_overlay.contains(&tab) {
                    driver.show(tab, ShowParams::Pointer { point, rect, glide }).await;
                }
            });
        }
    }

    /// An action begins: the person sees that the tab is driven, for a while after the last of them.
    pub(super) fn show_driving(&self, tab: TabId) {
        if !self.core.options.visible {
            return;
        }
        let until = Instant::now() + LINGER;
        let known = self.memory().driven.insert(tab, until);
        if known.is_none() {
            tokio::spawn(self.clone().keep_mask(tab));
        }
    }

    /// Nothing that we show the person is in a picture of the page, and nothing that nobody may read.
    pub(super) async fn unseen<T>(
        &self,
        tab: TabId,
        picture: impl Future<Output = T>,
    ) -> Result<T> {
        // What one picture hides, the end of another must not show.
        let alone = self.picture_turn(tab).await;
        let hiding = self.hiding(tab).await;
        let driven = self.memory().driven.contains_key(&tab);
        if !driven && hiding.is_empty() {
            return Ok(picture.await);
        }
        let hide = |on, values| ShowParams::HideForScreenshot { on, values };
        if driven {
            self.clone().show(tab, hide(true, Vec::new())).await;
        }
        for Hiding { frame, values, origin } in &hiding {
            let params = hide(true, values.clone());
            let asked = self.ask_held::<Show>(tab, frame, &params, TIMEOUT, origin.clone());
            let hidden = asked.await;
            // A page that is busy would show it; a frame that is gone holds nothing any more.
            if let Err(ControlError::Timeout(_) | ControlError::Channel(_)) = hidden {
                let message = format!("tab {tab} holds a secret and could not hide it in time");
                return Err(ControlError::Timeout(message));
            }
        }
        let taken = picture.await;
        let driver = self.clone();
        tokio::spawn(async move {
            let _alone = alone;
            for Hiding { frame, .. } in &hiding {
                let shown = hide(false, Vec::new());
                let _ = driver.ask::<Show>(tab, frame, &shown, TIMEOUT).await;
            }
            if driven {
                driver.show(tab, hide(false, Vec::new())).await;
            }
        });
        Ok(taken)
    }

    /// The frames in which something must not be seen: where a secret was typed into, and where one that was
    /// typed at their site may be shown. Frames of other sites are not told the secret.
    async fn hiding(&self, tab: TabId) -> Vec<Hiding> {
        let mut hiding: Vec<Hiding> = Vec::new();
        if let Some(secrets) = self.secrets.as_ref().filter(|secrets| secrets.is_any_known()) {
            let frames = self.frames(tab).await.unwrap_or_default();
            let main = frames.first().map(|(main, _)| main.url.clone()).unwrap_or_default();
            for (Frame { url, .. }, frame) in frames {
                let is_of_page = url.is_empty() || url.starts_with("about:");
                let url = if is_of_page { &main } else { &url };
                let values = secrets.typed_at(url);
                if !values.is_empty() {
                    hiding.push(Hiding { frame, values, origin: Some(origin_of(url)) });
                }
            }
        }
        let concealed = self.memory().concealed.get(&tab).cloned().unwrap_or_default();
        for frame in concealed {
            if !hiding.iter().any(|known| known.frame.ordinal == frame.ordinal) {
                hiding.push(Hiding { frame, values: Vec::new(), origin: None });
            }
        }
        hiding
    }

    async fn picture_turn(&self, tab: TabId) -> OwnedMutexGuard<()> {
        let turn = {
            let mut memory = self.memory();
            memory.picture_turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(memory.picture_turns.entry(tab).or_default())
        };
        turn.lock_owned().await
    }

    /// Shows the overlay while the tab is driven and looked at, through reloads and other tabs.
    async fn keep_mask(self, tab: TabId) {
        let mut events = self.core.backend.events();
        let mut looked_at = self.tab(None).await.is_ok_and(|front| front == tab);
        let mut shown = false;
        loop {
            if looked_at && !shown {
                self.memory().with_overlay.insert(tab);
                self.clone()
                    .show(tab, ShowParams::ShowOverlay { driver: self.client.to_string() })
                    .await;
                shown = true;
            } else if !looked_at && shown {
                self.memory().with_overlay.remove(&tab);
                self.clone().show(tab, ShowParams::HideOverlay).await;
                shown = false;
            }
            let until = self.memory().driven.get(&tab).copied();
            let Some(until) = until.filter(|until| *until > Instant::now()) else { break };
            match timeout_at(until, events.recv()).await {
                Ok(Ok(BrowserEvent::Focus(front))) => looked_at = front == Some(tab),
                Ok(Ok(BrowserEvent::Navigation(notice)))
                    if notice.tab == tab && notice.phase == Phase::Committed =>
                {
                    shown = false;
                }
                Ok(Ok(BrowserEvent::Stopped { tab: there })) if there == tab => break,
                Ok(Ok(BrowserEvent::TabClosed { tab: there })) if there == tab => break,
                Ok(Ok(_) | Err(RecvError::Lagged(_))) | Err(_) => {}
                Ok(Err(RecvError::Closed)) => break,
            }
        }
        {
            let mut memory = self.memory();
            memory.driven.remove(&tab);
            memory.with_overlay.remove(&tab);
        }
        if shown {
            self.show(tab, ShowParams::HideOverlay).await;
        }
    }

    async fn show(self, tab: TabId, what: ShowParams) {
        let Ok(frame) = self.main_frame(tab) else { return };
        // A page that cannot show it is no reason not to drive it.
        let _ = self.ask::<Show>(tab, &frame, &what, TIMEOUT).await;
    }
}

fn origin_of(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or((url, ""));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}")
}
