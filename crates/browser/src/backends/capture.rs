//! Capturing the console and the network of a tab by the debugger, and reading what was captured.

use std::collections::HashSet;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;
use tabwright_wire::verbs::{NetworkRequest, RequestDetails};

use super::debugger::CdpDebugger;
use crate::backend::{ConsoleLog, Result};
use crate::cdp::{Ignored, LoggedRequest, TabLog, network_enable_params};
use crate::error::ControlError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    body: String,
    base64_encoded: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Posted {
    post_data: String,
}

impl CdpDebugger {
    fn tab_log<T>(&self, look: impl FnOnce(&mut TabLog) -> T) -> Result<T> {
        self.browser.tab_log(self.tab, look).ok_or(ControlError::NoSuchTab(self.tab))
    }

    /// True when nothing was captured before.
    pub(super) async fn begin_console(&self) -> Result<bool> {
        let (captures, listens_again) =
            self.tab_log(|log| (log.captures_console, log.listen_again(Instant::now())))?;
        if captures && !listens_again {
            return Ok(false);
        }
        // Of a page that was muted Chrome tells the last thousand lines first.
        self.tell_all("Runtime.enable", &json!({})).await?;
        self.tell_all("Log.enable", &json!({})).await?;
        self.tab_log(|log| log.captures_console = true)?;
        Ok(!captures)
    }

    /// True when nothing was captured before.
    pub(super) async fn begin_requests(&self, bodies: bool) -> Result<bool> {
        let (logged, kept) = self.tab_log(|log| (log.captures_requests, log.keeps_bodies))?;
        if logged && (kept || !bodies) {
            return Ok(false);
        }
        self.tell_all("Network.enable", &network_enable_params(bodies)).await?;
        self.tab_log(|log| {
            log.captures_requests = true;
            log.keeps_bodies |= bodies;
        })?;
        Ok(!logged)
    }

    /// Tells every process of the page, those too that come meanwhile.
    pub(super) async fn tell_all(&self, method: &str, params: &serde_json::Value) -> Result<()> {
        let mut told = HashSet::new();
        loop {
            let mut sessions = self.browser.sessions_of(self.tab);
            sessions.retain(|session| told.insert(session.clone()));
            if sessions.is_empty() {
                return Ok(());
            }
            for session in sessions {
                self.tell(&session, method, params).await?;
            }
        }
    }

    pub(super) async fn tell(
        &self,
        session: &str,
        method: &str,
        params: &serde_json::Value,
    ) -> Result<()> {
        let told = self.browser.link()?.call::<Ignored>(Some(session), method, params).await;
        match told {
            Err(error) if session == self.session => Err(error.into()),
            // A frame may go at any moment; the page may not.
            _ => Ok(()),
        }
    }

    pub(super) fn log_of_console(&self) -> Result<ConsoleLog> {
        self.tab_log(|log| ConsoleLog {
            messages: log.messages().cloned().collect(),
            dropped: log.dropped_messages(),
            muted: log.is_muted(),
        })
    }

    pub(super) fn request_list(&self) -> Result<Vec<NetworkRequest>> {
        self.tab_log(|log| log.requests().map(|logged| logged.request.clone()).collect())
    }

    /// A request with its headers, and with bodies as far as Chrome still has them.
    pub(super) async fn request(
        &self,
        number: u32,
        chars_max: usize,
    ) -> Result<Option<NetworkRequest>> {
        let find = |log: &mut TabLog| {
            log.requests().find(|logged| logged.request.number == number).cloned()
        };
        let Some(logged) = self.tab_log(find)? else { return Ok(None) };
        let answered = self.response_body(&logged).await;
        let base64 = answered.as_ref().is_some_and(|answered| answered.base64_encoded);
        // Half a group of four would be no base64 any more.
        let answer_chars_max = if base64 { chars_max / 4 * 4 } else { chars_max };
        let details = RequestDetails {
            request_body: self.request_body(&logged).await.map(|body| truncate(body, chars_max)),
            response_body: answered.map(|answered| truncate(answered.body, answer_chars_max)),
            base64,
            request_headers: logged.request_headers,
            response_headers: logged.response_headers,
        };
        Ok(Some(NetworkRequest { details: Some(details), ..logged.request }))
    }

    async fn response_body(&self, logged: &LoggedRequest) -> Option<Body> {
        let params = json!({ "requestId": logged.id.as_ref()? });
        let link = self.browser.link().ok()?;
        link.call(Some(&logged.session), "Network.getResponseBody", &params).await.ok()
    }

    /// All of it where Chrome has it, else what was told with the request.
    async fn request_body(&self, logged: &LoggedRequest) -> Option<String> {
        if !logged.has_body {
            return None;
        }
        let whole = async {
            let params = json!({ "requestId": logged.id.as_ref()? });
            let link = self.browser.link().ok()?;
            let asked =
                link.call::<Posted>(Some(&logged.session), "Network.getRequestPostData", &params);
            asked.await.ok().map(|posted| posted.post_data)
        };
        whole.await.or_else(|| logged.body.clone())
    }
}

fn truncate(mut text: String, chars_max: usize) -> String {
    if let Some((at, _)) = text.char_indices().nth(chars_max) {
        text.truncate(at);
    }
    text
}
