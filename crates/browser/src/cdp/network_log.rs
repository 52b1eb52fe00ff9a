//! Network events of a tab: which requests are under way, and what is logged of each.

use std::time::Instant;

use serde::Deserialize;

use super::browser::{CdpBrowser, PendingRequest};
use super::events::{Event, EventResult};
use super::tab_log::TabLog;
use crate::backend::BrowserEvent;

/// Beyond this number a page is not idle anyway, and no more are counted.
const REQUESTS_MAX: usize = 10_000;

impl CdpBrowser {
    /// Counts the requests that are under way, by which a page is known to be idle.
    pub(super) fn request_event(&self, event: Event<'_>) -> EventResult {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfRequest {
            request_id: String,
            #[serde(default, rename = "type")]
            kind: String,
        }
        enum Phase {
            Begins,
            GoesOn,
            Ends,
        }
        let phase = match event.name {
            "requestWillBeSent" => Phase::Begins,
            "responseReceived" | "dataReceived" => Phase::GoesOn,
            "loadingFinished" | "loadingFailed" => Phase::Ends,
            _ => return Ok(()),
        };
        if let Some(tab) = self.tab_of_session(event) {
            let OfRequest { request_id: id, kind } = event.read()?;
            // These last as long as the page does: it can be idle while they are open.
            if ["EventSource", "Media", "Ping"].contains(&kind.as_str()) {
                return Ok(());
            }
            if let Some(page) = self.lock().tabs.get_mut(&tab) {
                match phase {
                    Phase::Begins if page.requests.len() < REQUESTS_MAX => {
                        let session = event.session.unwrap_or_default().to_owned();
                        page.requests.insert(id, PendingRequest { session, answered: None });
                    }
                    Phase::Begins => {}
                    Phase::GoesOn => {
                        if let Some(request) = page.requests.get_mut(&id) {
                            request.answered = Some(Instant::now());
                        }
                    }
                    Phase::Ends => {
                        page.requests.remove(&id);
                    }
                }
            }
            self.tell(BrowserEvent::Requests { tab });
        }
        Ok(())
    }

    /// Adds the event to the tab's log.
    pub(super) fn log_request(&self, event: Event<'_>) -> EventResult {
        let (Some(tab), Some(session)) = (self.tab_of_session(event), event.session) else {
            return Ok(());
        };
        let add = |log: &mut TabLog| log.add_network_event(session, event.name, event.params);
        self.tab_log(tab, add).unwrap_or(Ok(()))
    }
}
