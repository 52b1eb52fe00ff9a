//! Listening to a tab by the debugger: what its page writes to the console, and what it asks of the
//! network.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::json;
use tabwright_wire::verbs::{ConsoleMessage, NetworkRequest, RequestDetails};

use super::debugger::CdpDebugger;
use crate::backend::Result;
use crate::cdp::{HeardRequest, Ignored, Journal, network_wish};
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
    fn journal<T>(&self, look: impl FnOnce(&mut Journal) -> T) -> Result<T> {
        self.browser.journal(self.tab, look).ok_or(ControlError::NoSuchTab(self.tab))
    }

    /// True when nothing was listened to before.
    pub(super) async fn begin_console(&self) -> Result<bool> {
        if self.journal(|journal| journal.hears_console)? {
            return Ok(false);
        }
        self.tell_all("Runtime.enable", &json!({})).await?;
        self.tell_all("Log.enable", &json!({})).await?;
        self.journal(|journal| journal.hears_console = true)?;
        Ok(true)
    }

    /// True when nothing was listened to before.
    pub(super) async fn begin_requests(&self, bodies: bool) -> Result<bool> {
        let (heard, kept) =
            self.journal(|journal| (journal.hears_requests, journal.keeps_bodies))?;
        if heard && (kept || !bodies) {
            return Ok(false);
        }
        self.tell_all("Network.enable", &network_wish(bodies)).await?;
        self.journal(|journal| {
            journal.hears_requests = true;
            journal.keeps_bodies |= bodies;
        })?;
        Ok(!heard)
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

    pub(super) fn messages(&self) -> Result<Vec<ConsoleMessage>> {
        self.journal(|journal| journal.messages().cloned().collect())
    }

    pub(super) fn request_list(&self) -> Result<Vec<NetworkRequest>> {
        self.journal(|journal| journal.requests().map(|heard| heard.request.clone()).collect())
    }

    /// A request with its headers, and with bodies as far as Chrome still has them.
    pub(super) async fn request(
        &self,
        number: u32,
        chars_max: usize,
    ) -> Result<Option<NetworkRequest>> {
        let find = |journal: &mut Journal| {
            journal.requests().find(|heard| heard.request.number == number).cloned()
        };
        let Some(heard) = self.journal(find)? else { return Ok(None) };
        let answered = self.response_body(&heard).await;
        let base64 = answered.as_ref().is_some_and(|answered| answered.base64_encoded);
        // Half a group of four would be no base64 any more.
        let answer_chars_max = if base64 { chars_max / 4 * 4 } else { chars_max };
        let details = RequestDetails {
            request_body: self.request_body(&heard).await.map(|body| cut(body, chars_max)),
            response_body: answered.map(|answered| cut(answered.body, answer_chars_max)),
            base64,
            request_headers: heard.request_headers,
            response_headers: heard.response_headers,
        };
        Ok(Some(NetworkRequest { details: Some(details), ..heard.request }))
    }

    async fn response_body(&self, heard: &HeardRequest) -> Option<Body> {
        let params = json!({ "requestId": heard.id.as_ref()? });
        let link = self.browser.link().ok()?;
        link.call(Some(&heard.session), "Network.getResponseBody", &params).await.ok()
    }

    /// All of it where Chrome has it, else what was told with the request.
    async fn request_body(&self, heard: &HeardRequest) -> Option<String> {
        if !heard.has_body {
            return None;
        }
        let whole = async {
            let params = json!({ "requestId": heard.id.as_ref()? });
            let link = self.browser.link().ok()?;
            let asked =
                link.call::<Posted>(Some(&heard.session), "Network.getRequestPostData", &params);
            asked.await.ok().map(|posted| posted.post_data)
        };
        whole.await.or_else(|| heard.body.clone())
    }
}

fn cut(mut text: String, chars_max: usize) -> String {
    if let Some((at, _)) = text.char_indices().nth(chars_max) {
        text.truncate(at);
    }
    text
}
