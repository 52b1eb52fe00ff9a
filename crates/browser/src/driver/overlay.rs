//! What the person sees of the driving: an overlay while it goes on, and where the pointer is. Told to
//! the page and waited for by nobody, so that driving is never slowed by being seen.

use std::time::Duration;

use tabwright_wire::{NavigationPhase as Phase, Point, Rect, Show, ShowParams, TabId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, timeout_at};

use super::Driver;
use crate::backend::{BrowserEvent, Result};
use crate::error::ControlError;

/// An agent thinks between two actions; the overlay stays meanwhile, and goes soon after the last.
const LINGER: Duration = Duration::from_millis(2_500);
const TIMEOUT: Duration = Duration::from_secs(1);
/// The pointer is drawn a moment behind the input, which drawing would slow down.
const BEHIND: Duration = Duration::from_millis(40);

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
        let concealed = self.memory().concealed.get(&tab).cloned().unwrap_or_default();
        let driven = self.memory().driven.contains_key(&tab);
        if !driven && concealed.is_empty() {
            return Ok(picture.await);
        }
        let hide = |on| ShowParams::HideForScreenshot { on };
        if driven {
            self.clone().show(tab, hide(true)).await;
        }
        for frame in &concealed {
            let hidden = self.ask::<Show>(tab, frame, &hide(true), TIMEOUT).await;
            // A page that is busy would show it; a frame that is gone holds nothing any more.
            if let Err(ControlError::Timeout(_) | ControlError::Channel(_)) = hidden {
                let message = format!("tab {tab} holds a secret and could not hide it in time");
                return Err(ControlError::Timeout(message));
            }
        }
        let taken = picture.await;
        let driver = self.clone();
        tokio::spawn(async move {
            for frame in &concealed {
                let _ = driver.ask::<Show>(tab, frame, &hide(false), TIMEOUT).await;
            }
            if driven {
                driver.show(tab, hide(false)).await;
            }
        });
        Ok(taken)
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
