//! Going somewhere, and knowing when one has arrived.

use std::time::Duration;

use tabwright_wire::verbs::{self, HistoryVerbParams, OpenIn, OpenParams, ReloadVerbParams, Visit};
use tabwright_wire::{NavigationNotice, NavigationPhase as Phase, TabId, complete_address};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::{BrowserControl, Driver, LOAD_MS, ms};
use crate::backend::{BrowserEvent, NewTab, Result};
use crate::error::ControlError;

/// How a journey went so far.
#[derive(Debug)]
pub(super) enum Arrival {
    Loaded,
    /// The deadline came first.
    Late,
    Failed(String),
    /// It was a download, or the server had nothing to show.
    Nowhere,
}

impl Driver {
    /// Follows a tab's journey until its page is there.
    pub(super) async fn arrive(
        &self,
        tab: TabId,
        events: &mut Receiver<BrowserEvent>,
        until: Phase,
        deadline: Instant,
    ) -> Arrival {
        loop {
            let event = match timeout_at(deadline, events.recv()).await {
                Ok(Ok(event)) => event,
                Ok(Err(RecvError::Lagged(_))) => continue,
                Ok(Err(RecvError::Closed)) | Err(_) => return Arrival::Late,
            };
            match event {
                BrowserEvent::Navigation(NavigationNotice { tab: there, phase, error, .. })
                    if there == tab =>
                {
                    match phase {
                        Phase::Loaded => return Arrival::Loaded,
                        Phase::Parsed if until == Phase::Parsed => return Arrival::Loaded,
                        Phase::Moved if until == Phase::Moved => return Arrival::Loaded,
                        Phase::Failed => {
                            let reason = error.unwrap_or_else(|| "it cannot be reached".to_owned());
                            if is_abort(&reason) {
                                return Arrival::Nowhere;
                            }
                            return Arrival::Failed(reason);
                        }
                        _ => {}
                    }
                }
                BrowserEvent::TabClosed { tab: there } if there == tab => {
                    return Arrival::Failed("the tab was closed".to_owned());
                }
                BrowserEvent::Crashed { tab: there } if there == tab => {
                    return Arrival::Failed("the page crashed".to_owned());
                }
                BrowserEvent::DialogOpened { tab: there, .. } if there == tab => {
                    return Arrival::Late;
                }
                _ => {}
            }
        }
    }

    /// Goes, and tells where that led.
    async fn go(
        &self,
        tab: TabId,
        url: &str,
        timeout_ms: Option<u32>,
        going: impl Future<Output = Result<()>>,
    ) -> Result<Visit> {
        let deadline = Instant::now() + ms(timeout_ms.unwrap_or(LOAD_MS));
        let mut events = self.core.backend.events();
        match timeout_at(deadline, going).await {
            Ok(went) => went?,
            Err(_) => return self.visit(tab, false).await,
        }
        self.arrived(tab, url, &mut events, deadline).await
    }

    async fn arrived(
        &self,
        tab: TabId,
        url: &str,
        events: &mut Receiver<BrowserEvent>,
        deadline: Instant,
    ) -> Result<Visit> {
        match self.arrive(tab, events, Phase::Loaded, deadline).await {
            Arrival::Loaded => self.visit(tab, true).await,
            Arrival::Late => self.visit(tab, false).await,
            Arrival::Nowhere => self.visit(tab, true).await,
            Arrival::Failed(reason) => {
                Err(ControlError::NavigationFailed { url: url.to_owned(), reason })
            }
        }
    }

    pub(super) async fn visit(&self, tab: TabId, loaded: bool) -> Result<Visit> {
        // The page itself knows its title sooner than the browser's list of tabs.
        let asked = async { self.join(tab, &self.main_frame(tab)?).await };
        if let Ok(Ok(page)) = tokio::time::timeout(Duration::from_secs(2), asked).await {
            if page.closing {
                return Err(ControlError::NoSuchTab(tab));
            }
            return Ok(Visit { tab, url: page.url, title: page.title, loaded, was_open: false });
        }
        let facts = self.tab_facts(tab).await?;
        Ok(Visit { tab, url: facts.url, title: facts.title, loaded, was_open: false })
    }

    pub(super) async fn open_new(&self, url: &str, params: &OpenParams) -> Result<Visit> {
        let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(LOAD_MS));
        let mut events = self.core.backend.events();
        let empty = self.core.backend.opens_empty();
        let new = NewTab {
            url: if empty { "about:blank" } else { url }.to_owned(),
            background: params.background,
            new_window: params.r#in == OpenIn::Window,
            group: params.group.clone().or_else(|| self.own_group(params.r#in)),
        };
        let tab = self.core.backend.open_tab(new).await?;
        self.keep_awake(tab);
        if empty && url == "about:blank" {
            return self.visit(tab, true).await;
        }
        if empty {
            let going = self.core.backend.navigate(tab, url);
            return self.go(tab, url, params.timeout_ms, going).await;
        }
        self.arrived(tab, url, &mut events, deadline).await
    }

    /// The person sees by it which tabs this client has opened.
    fn own_group(&self, place: OpenIn) -> Option<String> {
        // A group that is there would draw a new window's tab to itself.
        let grouped = self.core.options.visible && place != OpenIn::Window;
        grouped.then(|| self.client.to_string())
    }
}

fn is_abort(reason: &str) -> bool {
    ["ERR_ABORTED", "ERR_HTTP_RESPONSE_CODE_FAILURE"].iter().any(|word| reason.contains(word))
}

impl BrowserControl<verbs::Open> for Driver {
    async fn run(&self, params: OpenParams) -> Result<Visit> {
        let url = complete_address(&params.url)?;
        match params.r#in {
            OpenIn::New | OpenIn::Window => self.open_new(&url, &params).await,
            OpenIn::Current => {
                let tab = self.driven(params.tab).await?;
                let going = self.core.backend.navigate(tab, &url);
                self.go(tab, &url, params.timeout_ms, going).await
            }
            OpenIn::Existing => {
                let tabs = self.core.backend.tabs().await?;
                let plain = |url: &str| url.trim_end_matches('/').to_owned();
                match tabs.into_iter().find(|tab| plain(&tab.url) == plain(&url)) {
                    Some(tab) => {
                        if !params.background {
                            self.core.backend.activate_tab(tab.id).await?;
                        }
                        let visit = self.visit(tab.id, !tab.loading).await?;
                        Ok(Visit { was_open: true, ..visit })
                    }
                    None => self.open_new(&url, &params).await,
                }
            }
        }
    }
}

impl BrowserControl<verbs::Back> for Driver {
    async fn run(&self, params: HistoryVerbParams) -> Result<Visit> {
        self.in_history(params, -1).await
    }
}

impl BrowserControl<verbs::Forward> for Driver {
    async fn run(&self, params: HistoryVerbParams) -> Result<Visit> {
        self.in_history(params, 1).await
    }
}

impl Driver {
    async fn in_history(&self, params: HistoryVerbParams, delta: i32) -> Result<Visit> {
        let tab = self.driven(params.tab).await?;
        let going = self.core.backend.go_in_history(tab, delta);
        let deadline = Instant::now() + ms(params.timeout_ms.unwrap_or(LOAD_MS));
        let mut events = self.core.backend.events();
        going.await?;
        // A page from the back/forward cache is there at once, and says only that it is shown.
        loop {
            let event = match timeout_at(deadline, events.recv()).await {
                Ok(Ok(event)) => event,
                Ok(Err(RecvError::Lagged(_))) => continue,
                _ => return self.visit(tab, false).await,
            };
            let BrowserEvent::Navigation(notice) = event else { continue };
            if notice.tab != tab {
                continue;
            }
            match notice.phase {
                Phase::Moved | Phase::Loaded => return self.visit(tab, true).await,
                Phase::Committed => break,
                Phase::Failed => {
                    let reason = notice.error.unwrap_or_default();
                    return Err(ControlError::NavigationFailed { url: notice.url, reason });
                }
                Phase::Started | Phase::Parsed => {}
            }
        }
        if self.is_complete(tab).await {
            return self.visit(tab, true).await;
        }
        self.arrived(tab, "the page", &mut events, deadline).await
    }

    async fn is_complete(&self, tab: TabId) -> bool {
        let Ok(frame) = self.main_frame(tab) else { return false };
        let joined = tokio::time::timeout(Duration::from_secs(2), self.join(tab, &frame)).await;
        joined.is_ok_and(|joined| joined.is_ok_and(|joined| joined.ready_state == "complete"))
    }
}

impl BrowserControl<verbs::Reload> for Driver {
    async fn run(&self, params: ReloadVerbParams) -> Result<Visit> {
        let tab = self.driven(params.tab).await?;
        let going = self.core.backend.reload(tab, params.bypass_cache);
        self.go(tab, "the page", params.timeout_ms, going).await
    }
}
