//! What the person sees of the driving: an overlay while it goes on, and where the pointer is. Told to
//! the page and waited for by nobody, so that driving is never slowed by being seen.

use std::sync::Arc;
use std::time::Duration;

use tabwright_wire::{NavigationPhase as Phase, Point, Rect, Show, ShowParams, TabId};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

use super::{Driver, FrameRef, Memory};
use crate::backend::{BrowserEvent, Frame, Result};
use crate::error::ControlError;

/// An agent thinks between two actions; the overlay stays meanwhile, and goes soon after the last.
const LINGER: Duration = Duration::from_millis(2_500);
const TIMEOUT: Duration = Duration::from_secs(1);
/// The pointer is drawn a moment behind the input, which drawing would slow down.
const BEHIND: Duration = Duration::from_millis(40);

/// One connection of a browser: its drivers share a core, and no driver of another one has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Connection(usize);

/// A tab in which something is done.
#[derive(Debug)]
pub(super) struct Driven {
    client: Arc<str>,
    /// By which it is shown. What was shown by an earlier one went with it.
    connection: Connection,
    /// None as long as its client works on a task there: a model may think for minutes.
    until: Option<Instant>,
    changed: Arc<Notify>,
}

impl Driven {
    fn set(&mut self, client: &Arc<str>, until: Option<Instant>) {
        // What somebody else does in the tab of a task does not end the task.
        if self.until.is_some() || self.client == *client {
            (self.client, self.until) = (Arc::clone(client), until);
            self.changed.notify_one();
        }
    }
}

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
        let new = {
            let mut memory = self.memory();
            let (soon, is_at_work) =
                (Instant::now() + LINGER, memory.at_work.contains_key(&self.client));
            if is_at_work {
                // A task is in one tab at a time.
                self.end_shown(&mut memory, |other| other != tab, soon);
            }
            let until = (!is_at_work).then_some(soon);
            let connection = self.connection();
            match memory.driven.get_mut(&tab).filter(|known| known.connection == connection) {
                Some(known) => {
                    known.set(&self.client, until);
                    None
                }
                None => {
                    let (client, changed) = (Arc::clone(&self.client), Arc::<Notify>::default());
                    let driven = Driven { client, connection, until, changed: changed.clone() };
                    if let Some(earlier) = memory.driven.insert(tab, driven) {
                        earlier.changed.notify_one();
                    }
                    memory.with_overlay.remove(&tab);
                    Some(changed)
                }
            }
        };
        if let Some(changed) = new {
            tokio::spawn(self.clone().keep_mask(tab, changed));
        }
    }

    fn connection(&self) -> Connection {
        Connection(Arc::as_ptr(&self.core).addr())
    }

    /// The browser is gone, and what was shown there with it. Whoever works on a task begins that anew when the browser
    /// is back.
    pub fn browser_gone(&self) {
        let connection = self.connection();
        let mut memory = self.memory();
        memory.at_work.retain(|_, at| *at != connection);
        let gone = memory.driven.extract_if(|_, driven| driven.connection == connection);
        let gone: Vec<_> = gone.collect();
        for (tab, driven) in gone {
            memory.with_overlay.remove(&tab);
            driven.changed.notify_one();
        }
    }

    /// The client begins to work on a task, in this tab if it has one: the overlay stays where it works until
    /// [`Driver::end_work`], however long its model thinks.
    pub fn begin_work(&self, tab: Option<TabId>) {
        self.memory().at_work.insert(Arc::clone(&self.client), self.connection());
        if let Some(tab) = tab {
            self.show_driving(tab);
        }
    }

    /// The client's task is over, or waits for the person: the page is theirs.
    pub fn end_work(&self) {
        let mut memory = self.memory();
        memory.at_work.remove(&self.client);
        self.end_shown(&mut memory, |_| true, Instant::now());
    }

    fn end_shown(&self, memory: &mut Memory, which: impl Fn(TabId) -> bool, until: Instant) {
        let tabs = memory.driven.iter_mut().filter(|(tab, _)| which(**tab));
        let shown = tabs.filter(|(_, driven)| driven.client == self.client);
        for (_, driven) in shown.filter(|(_, driven)| driven.until.is_none()) {
            driven.set(&self.client, Some(until));
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
        // However the picture ends, also when nobody waits for it any more, its end shows all again.
        let frames = hiding.iter().map(|hiding| hiding.frame.clone()).collect::<Vec<_>>();
        let holds_secret = !frames.is_empty();
        let (taking, taken) = oneshot::channel::<()>();
        let driver = self.clone();
        let shown_again = tokio::spawn(async move {
            let _ = taken.await;
            driver.end_hiding(tab, &frames, driven).await;
            drop(alone);
        });
        if driven {
            self.clone().show(tab, hide_for_screenshot(true, Vec::new())).await;
        }
        for Hiding { frame, values, origin } in hiding {
            let params = hide_for_screenshot(true, values);
            let hidden = self.ask_held::<Show>(tab, &frame, &params, TIMEOUT, origin).await;
            // A page that is busy would show it; a frame that is gone holds nothing any more.
            if let Err(ControlError::Timeout(_) | ControlError::Channel(_)) = hidden {
                let message = format!("tab {tab} holds a secret and could not hide it in time");
                return Err(ControlError::Timeout(message));
            }
        }
        let picture = picture.await;
        drop(taking);
        // The next act must find the page as its author wrote it; the overlay is ours alone.
        if holds_secret {
            let _ = shown_again.await;
        }
        Ok(picture)
    }

    async fn end_hiding(self, tab: TabId, frames: &[FrameRef], driven: bool) {
        let shown = hide_for_screenshot(false, Vec::new());
        for frame in frames {
            // A frame that is gone has nothing to show again.
            let _ = self.ask::<Show>(tab, frame, &shown, TIMEOUT).await;
        }
        if driven {
            self.show(tab, shown).await;
        }
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
    async fn keep_mask(self, tab: TabId, changed: Arc<Notify>) {
        let mut events = self.core.backend.events();
        let mut looked_at = self.is_looked_at(tab).await;
        let mut shown = false;
        while let Some(until) = self.shown_until(tab, &changed) {
            if looked_at && !shown {
                self.memory().with_overlay.insert(tab);
                self.clone()
                    .show(tab, ShowParams::ShowOverlay { driver: self.client.to_string() })
                    .await;
                shown = true;
                // It may be over by now.
                continue;
            } else if !looked_at && shown {
                self.memory().with_overlay.remove(&tab);
                self.clone().show(tab, ShowParams::HideOverlay).await;
                shown = false;
                continue;
            }
            let over = async {
                match until {
                    Some(until) => sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            let event = tokio::select! {
                event = events.recv() => event,
                () = over => continue,
                () = changed.notified() => continue,
            };
            match event {
                Ok(BrowserEvent::Focus(front)) => looked_at = front == Some(tab),
                Ok(BrowserEvent::Navigation(notice))
                    if notice.tab == tab && notice.phase == Phase::Committed =>
                {
                    (looked_at, shown) = (self.is_looked_at(tab).await, false);
                }
                Ok(BrowserEvent::Stopped { tab: there }) if there == tab => break,
                Ok(BrowserEvent::TabClosed { tab: there }) if there == tab => break,
                // What was missed may have been any of these.
                Err(RecvError::Lagged(_)) => {
                    (looked_at, shown) = (self.is_looked_at(tab).await, false);
                }
                Ok(_) => {}
                Err(RecvError::Closed) => break,
            }
        }
        {
            let mut memory = self.memory();
            let known = memory.driven.get(&tab);
            // By another connection it is shown by another task, which has a mask of its own.
            if known.is_some_and(|known| !Arc::ptr_eq(&known.changed, &changed)) {
                return;
            }
            memory.driven.remove(&tab);
            memory.with_overlay.remove(&tab);
        }
        if shown {
            self.show(tab, ShowParams::HideOverlay).await;
        }
    }

    async fn is_looked_at(&self, tab: TabId) -> bool {
        self.core.backend.looked_at().await.is_ok_and(|front| front == Some(tab))
    }

    /// Until when the tab is shown as driven, if `changed` tells of it still; none when that is over, and then it is
    /// forgotten in the same moment, so that whoever drives it next shows it anew.
    fn shown_until(&self, tab: TabId, changed: &Arc<Notify>) -> Option<Option<Instant>> {
        let mut memory = self.memory();
        let driven = memory.driven.get(&tab);
        let Driven { until, .. } = driven.filter(|it| Arc::ptr_eq(&it.changed, changed))?;
        if until.is_none_or(|until| until > Instant::now()) {
            return Some(*until);
        }
        memory.driven.remove(&tab);
        None
    }

    async fn show(self, tab: TabId, what: ShowParams) {
        let Ok(frame) = self.main_frame(tab) else { return };
        // A page that cannot show it is no reason not to drive it.
        let _ = self.ask::<Show>(tab, &frame, &what, TIMEOUT).await;
    }
}

fn hide_for_screenshot(on: bool, values: Vec<String>) -> ShowParams {
    ShowParams::HideForScreenshot { on, values }
}

fn origin_of(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or((url, ""));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}")
}
