//! What came of an action: told by the page kit, by the browser's events, and by nothing else.

use tabwright_wire::verbs::{Changes, InputKind, Report, Visit};
use tabwright_wire::{
    DownloadState, Effects, ElementFacts, NavigationPhase as Phase, Settle, SettleParams, TabId,
    plain_sentence, quote_kind, quote_page,
};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Duration, Instant, timeout_at};

use super::{Driver, FrameRef};
use crate::backend::{BrowserEvent, Result};
use crate::error::ControlError;

/// What an action set in motion is waited for so long. A page that never comes to rest is left to itself sooner.
const SETTLE_MS: u32 = 1_000;
/// A page that is about to leave has done so within this time, or is stuck.
const LEAVING_TIMEOUT: Duration = Duration::from_millis(400);
/// A navigation that ends before it shows anything is usually a download, of which Chrome tells within
/// this time. What comes later is not in the report, but is guarded all the same.
const DOWNLOAD_NOTICE_TIMEOUT: Duration = Duration::from_secs(2);
/// A tab that a page has asked for is there within this time.
const NEW_TAB_TIMEOUT: Duration = Duration::from_secs(3);

/// A page that has asked to be closed is gone within this time.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);

/// Hears what happens in a browser from before an action to after it.
#[derive(Debug)]
pub(super) struct Trace {
    tab: TabId,
    events: Receiver<BrowserEvent>,
    changes: Changes,
    going: Option<String>,
    expected_tabs: usize,
    new_tabs: Vec<TabId>,
    /// A navigation has ended before it showed anything.
    aborted: bool,
    committed: bool,
    parsed: bool,
    loaded: bool,
    closed: bool,
}

impl Trace {
    pub(super) fn begin(driver: &Driver, tab: TabId) -> Self {
        Self {
            tab,
            events: driver.core.backend.events(),
            changes: Changes::default(),
            going: None,
            expected_tabs: 0,
            new_tabs: Vec::new(),
            aborted: false,
            committed: false,
            parsed: false,
            loaded: false,
            closed: false,
        }
    }

    fn catch_up(&mut self) {
        loop {
            match self.events.try_recv() {
                Ok(event) => self.hear(event),
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn hear(&mut self, event: BrowserEvent) {
        match event {
            BrowserEvent::Navigation(notice) if notice.tab == self.tab => match notice.phase {
                Phase::Started => self.going = Some(notice.url),
                Phase::Committed => {
                    self.committed = true;
                    self.going = Some(notice.url);
                }
                Phase::Parsed => self.parsed = true,
                Phase::Loaded => self.loaded = true,
                Phase::Moved => self.changes.moved_to = Some(notice.url),
                Phase::Failed => {
                    if !self.committed {
                        self.going = None;
                        self.aborted = true;
                    }
                }
            },
            BrowserEvent::TabClosed { tab } if tab == self.tab => self.closed = true,
            BrowserEvent::TabExpected { opener } if opener == self.tab => self.expected_tabs += 1,
            BrowserEvent::TabOpened { tab, opener: Some(opener) } if opener == self.tab => {
                self.new_tabs.push(tab);
            }
            BrowserEvent::Download(notice) => {
                let known = self.changes.downloads.iter_mut().find(|known| known.id == notice.id);
                match known {
                    Some(known) => *known = notice,
                    None if notice.state != DownloadState::Failed => {
                        self.changes.downloads.push(notice);
                        self.going = None;
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }

    async fn until(&mut self, deadline: Instant, enough: impl Fn(&Self) -> bool) -> bool {
        loop {
            if enough(self) {
                return true;
            }
            match timeout_at(deadline, self.events.recv()).await {
                Ok(Ok(event)) => self.hear(event),
                Ok(Err(RecvError::Lagged(_))) => {}
                Ok(Err(RecvError::Closed)) | Err(_) => return false,
            }
        }
    }
}

impl Driver {
    /// Asks the frame what changed. A frame that has left has changed enough.
    pub(super) async fn settle(
        &self,
        tab: TabId,
        frame: &FrameRef,
        number: Option<u32>,
    ) -> Result<Option<Effects>> {
        self.settle_step(tab, frame, number, false).await
    }

    /// After one of the steps of an action.
    pub(super) async fn settle_step(
        &self,
        tab: TabId,
        frame: &FrameRef,
        number: Option<u32>,
        goes_on: bool,
    ) -> Result<Option<Effects>> {
        let params = SettleParams { number, timeout_ms: SETTLE_MS, goes_on };
        let mut events = self.core.backend.events();
        let asked = self.ask::<Settle>(tab, frame, &params, super::ms(SETTLE_MS));
        let settled = tokio::select! {
            biased;
            settled = asked => settled,
            // Over CDP a page that is about to leave holds its answers back until it has left.
            () = leaves(tab, &mut events) => return Ok(None),
        };
        match settled {
            Ok(mut effects) => {
                if let Some(value) = effects.secret.take() {
                    self.learn_typed(tab, frame, &value).await;
                }
                Ok(Some(effects))
            }
            Err(
                ControlError::DialogOpen { .. }
                | ControlError::Failed(_)
                | ControlError::NoSuchTab(_)
                | ControlError::TabGone(_)
                | ControlError::PageLeft(_),
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Puts together what changed, waiting for what has begun.
    pub(super) async fn outcome(
        &self,
        mut trace: Trace,
        effects: Option<Effects>,
        deadline: Instant,
    ) -> Result<(Changes, Option<ElementFacts>)> {
        let tab = trace.tab;
        trace.catch_up();
        let mut element = None;
        let mut unchanged = false;
        // Of a tab that is gone nobody may have been told yet.
        trace.closed |= effects.is_none() && self.tab_facts(tab).await.is_err();
        if let Some(effects) = effects {
            element = effects.element;
            unchanged = effects.unchanged;
            trace.changes.focused = effects.focused;
            trace.changes.appeared = effects.appeared;
            trace.changes.appeared_count = effects.appeared_count;
            trace.changes.disappeared = effects.disappeared;
            trace.changes.disappeared_count = effects.disappeared_count;
            trace.changes.changed = effects.changed;
            trace.changes.changed_count = effects.changed_count;
            if trace.changes.moved_to.is_none() {
                trace.changes.moved_to = effects.moved_to;
            }
            if trace.going.is_none() && trace.changes.downloads.is_empty() {
                trace.going = effects.leaving_for;
            }
        }
        trace.changes.dialog = self.core.backend.dialog(tab);
        if trace.expected_tabs > trace.new_tabs.len() {
            let until = deadline.min(Instant::now() + NEW_TAB_TIMEOUT);
            trace.until(until, |trace| trace.new_tabs.len() >= trace.expected_tabs).await;
        }
        if trace.going.is_some() && trace.changes.dialog.is_none() {
            trace
                .until(deadline, |trace| trace.committed || trace.going.is_none() || trace.closed)
                .await;
            if trace.committed {
                trace.until(deadline, |trace| trace.parsed || trace.loaded || trace.closed).await;
            }
        }
        if trace.aborted && trace.going.is_none() && !trace.closed {
            let until = deadline.min(Instant::now() + DOWNLOAD_NOTICE_TIMEOUT);
            trace.until(until, |trace| !trace.changes.downloads.is_empty()).await;
        }
        if let Some(going) = trace.going.take().filter(|_| !trace.closed) {
            match self.visit(tab, trace.loaded).await {
                Ok(visit) if trace.committed => trace.changes.navigation = Some(visit),
                Err(ControlError::NoSuchTab(_) | ControlError::TabGone(_)) => {
                    let until = deadline.min(Instant::now() + CLOSING_TIMEOUT);
                    trace.until(until, |trace| trace.closed).await;
                    trace.closed = true;
                }
                // It is still on its way.
                Ok(_) | Err(_) => {
                    let title = String::new();
                    let visit = Visit { tab, url: going, title, loaded: false, was_open: false };
                    trace.changes.navigation = Some(visit);
                }
            }
        }
        trace.changes.closed = trace.closed;
        if !trace.new_tabs.is_empty() {
            let tabs = self.core.backend.tabs().await?;
            let is_new = |id| trace.new_tabs.contains(&id);
            trace.changes.new_tabs = tabs.into_iter().filter(|tab| is_new(tab.id)).collect();
        }
        let changes = &mut trace.changes;
        changes.nothing = unchanged
            && changes.navigation.is_none()
            && changes.moved_to.is_none()
            && changes.new_tabs.is_empty()
            && !changes.closed
            && changes.dialog.is_none()
            && changes.downloads.is_empty()
            && changes.focused.is_none();
        Ok((trace.changes, element))
    }

    /// The report of an action on an element.
    pub(super) async fn report(
        &self,
        trace: Trace,
        did: String,
        element: ElementFacts,
        input: InputKind,
        effects: Option<Effects>,
        deadline: Instant,
    ) -> Result<Report> {
        let tab = trace.tab;
        let (changes, now) = self.outcome(trace, effects, deadline).await?;
        // What it held before is not what it holds now: an editor that closed, a page that was left.
        let gone = ElementFacts { value: None, checked: None, ..element };
        let element = Some(now.unwrap_or(gone));
        let did = plain_sentence(&did);
        Ok(Report { tab, did, element, input: Some(input), changes })
    }
}

/// Resolves when the tab has left its page, or is stuck on its way.
async fn leaves(tab: TabId, events: &mut Receiver<BrowserEvent>) {
    let mut started = false;
    loop {
        let event = match (started, events.recv()) {
            (false, event) => event.await,
            (true, event) => match tokio::time::timeout(LEAVING_TIMEOUT, event).await {
                Ok(event) => event,
                Err(_) => return,
            },
        };
        match event {
            Ok(BrowserEvent::Navigation(notice)) if notice.tab == tab => match notice.phase {
                Phase::Started => started = true,
                Phase::Committed => return,
                _ => {}
            },
            Ok(BrowserEvent::TabClosed { tab: there }) if there == tab => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// An element as a person would name it, with the page's words set apart.
pub(super) fn describe(element: &ElementFacts) -> String {
    let role = if element.role.is_empty() { "element" } else { &element.role };
    let role = quote_kind(role);
    match element.name.as_str() {
        "" => format!("{role} [{}]", element.number),
        name => format!("{role} {}", quote_page(name)),
    }
}
