//! What was heard of a tab: the messages of its console and its requests, the newest of each.

use std::collections::{BTreeMap, VecDeque};

use serde::Deserialize;
use tabwright_wire::verbs::{ConsoleMessage, NetworkRequest};

use super::console::Said;

/// Of each.
const ENTRIES_MAX: usize = 500;
const CHARS_MAX: usize = 4_000;
const HEADERS_MAX: usize = 100;
/// What a header says that lets whoever reads it in.
const SECRET_HEADERS: [&str; 4] = ["cookie", "set-cookie", "authorization", "proxy-authorization"];

#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) hears_console: bool,
    pub(crate) hears_requests: bool,
    /// Chrome keeps what requests were answered.
    pub(crate) keeps_bodies: bool,
    messages: VecDeque<ConsoleMessage>,
    last_message: u32,
    requests: VecDeque<HeardRequest>,
    last_request: u32,
}

/// A request, and how to ask Chrome for more of it.
#[derive(Debug, Clone)]
pub(crate) struct HeardRequest {
    pub(crate) request: NetworkRequest,
    /// None when it was sent on elsewhere: the rest is that one's.
    pub(crate) id: Option<String>,
    pub(crate) session: String,
    pub(crate) request_headers: BTreeMap<String, String>,
    pub(crate) response_headers: BTreeMap<String, String>,
    pub(crate) has_body: bool,
    /// As far as it was told.
    pub(crate) body: Option<String>,
    /// Seconds, from some point.
    began: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WillBeSent {
    request_id: String,
    request: Request,
    timestamp: f64,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    redirect_response: Option<Response>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    url: String,
    method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    post_data: Option<String>,
    #[serde(default)]
    has_post_data: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Received {
    request_id: String,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    status: u16,
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ended {
    request_id: String,
    timestamp: f64,
    #[serde(default)]
    error_text: Option<String>,
    #[serde(default)]
    blocked_reason: Option<String>,
}

impl Journal {
    pub(super) fn of_everything(everything: bool) -> Self {
        Self { hears_console: everything, hears_requests: everything, ..Self::default() }
    }

    pub(crate) fn messages(&self) -> impl DoubleEndedIterator<Item = &ConsoleMessage> {
        self.messages.iter()
    }

    pub(crate) fn requests(&self) -> impl DoubleEndedIterator<Item = &HeardRequest> {
        self.requests.iter()
    }

    /// Nobody tells any more; numbers go on rising.
    pub(super) fn end(&mut self) {
        let (last_message, last_request) = (self.last_message, self.last_request);
        *self = Self { last_message, last_request, ..Self::default() };
    }

    /// The message's number.
    pub(super) fn note(&mut self, Said { level, text, source }: Said) -> u32 {
        self.last_message += 1;
        let number = self.last_message;
        let source = source.map(|source| cut(&source));
        keep(&mut self.messages, ConsoleMessage { number, level, text: cut(&text), source });
        number
    }

    pub(super) fn hear_request(
        &mut self,
        session: &str,
        name: &str,
        params: &str,
    ) -> Result<(), serde_json::Error> {
        match name {
            "requestWillBeSent" => self.will_be_sent(session, serde_json::from_str(params)?),
            "responseReceived" => {
                let Received { request_id, response } = serde_json::from_str(params)?;
                if let Some(known) = self.known(&request_id) {
                    known.answered(response);
                    // A frame's own document is asked for by its parent, and told by itself.
                    session.clone_into(&mut known.session);
                }
            }
            "loadingFinished" | "loadingFailed" => {
                let ended: Ended = serde_json::from_str(params)?;
                if let Some(known) = self.known(&ended.request_id) {
                    known.ended(ended.timestamp);
                    let blocked = ended.blocked_reason.map(|reason| format!("blocked: {reason}"));
                    known.request.error = blocked.or(ended.error_text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn will_be_sent(&mut self, session: &str, sent: WillBeSent) {
        if let Some(response) = sent.redirect_response
            && let Some(known) = self.known(&sent.request_id)
        {
            known.answered(response);
            known.ended(sent.timestamp);
            known.id = None;
        }
        self.last_request += 1;
        let request = NetworkRequest {
            number: self.last_request,
            method: sent.request.method,
            url: cut(&sent.request.url),
            kind: sent.kind.to_ascii_lowercase(),
            status: None,
            mime_type: None,
            error: None,
            took_ms: None,
            details: None,
        };
        let heard = HeardRequest {
            request,
            id: Some(sent.request_id),
            session: session.to_owned(),
            request_headers: shown(sent.request.headers),
            response_headers: BTreeMap::new(),
            has_body: sent.request.has_post_data || sent.request.post_data.is_some(),
            body: sent.request.post_data.as_deref().map(cut),
            began: sent.timestamp,
        };
        keep(&mut self.requests, heard);
    }

    fn known(&mut self, id: &str) -> Option<&mut HeardRequest> {
        self.requests.iter_mut().rev().find(|heard| heard.id.as_deref() == Some(id))
    }
}

impl HeardRequest {
    fn answered(&mut self, response: Response) {
        self.request.status = Some(response.status);
        self.request.mime_type = Some(response.mime_type).filter(|kind| !kind.is_empty());
        self.response_headers = shown(response.headers);
    }

    fn ended(&mut self, at: f64) {
        self.request.took_ms = Some(((at - self.began) * 1_000.0).round().max(0.0) as u32);
    }
}

fn keep<T>(ring: &mut VecDeque<T>, entry: T) {
    if ring.len() == ENTRIES_MAX {
        ring.pop_front();
    }
    ring.push_back(entry);
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Without what would let its reader in.
fn shown(headers: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let header = |(name, value): (String, String)| {
        let is_secret = SECRET_HEADERS.iter().any(|secret| name.eq_ignore_ascii_case(secret));
        let value = if is_secret { "[redacted]".to_owned() } else { cut(&value) };
        (name, value)
    };
    headers.into_iter().take(HEADERS_MAX).map(header).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tabwright_wire::verbs::ConsoleLevel;

    use super::*;

    fn hear(journal: &mut Journal, name: &str, params: &Value) {
        journal.hear_request("S", name, &params.to_string()).unwrap();
    }

    fn sent(id: &str, url: &str, at: f64) -> Value {
        json!({
            "requestId": id, "timestamp": at, "type": "Fetch",
            "request": { "url": url, "method": "POST", "postData": "a=1",
                         "headers": { "Cookie": "session=1", "Accept": "*/*" } },
        })
    }

    #[test]
    fn a_request_is_followed_from_its_beginning_to_its_end() {
        let mut journal = Journal::default();
        hear(&mut journal, "requestWillBeSent", &sent("1", "https://x/a", 10.0));
        let answer = json!({
            "requestId": "1",
            "response": { "status": 201, "mimeType": "application/json",
                          "headers": { "set-cookie": "session=2", "x-kind": "b" } },
        });
        hear(&mut journal, "responseReceived", &answer);
        assert_eq!(journal.requests().next().unwrap().request.took_ms, None);
        hear(&mut journal, "loadingFinished", &json!({ "requestId": "1", "timestamp": 10.25 }));
        let heard = journal.requests().next().unwrap();
        let request = &heard.request;
        assert_eq!(
            (request.number, request.method.as_str(), request.kind.as_str()),
            (1, "POST", "fetch")
        );
        assert_eq!((request.status, request.took_ms), (Some(201), Some(250)));
        assert_eq!((heard.body.as_deref(), heard.session.as_str()), (Some("a=1"), "S"));
        assert_eq!(heard.request_headers["Cookie"], "[redacted]");
        assert_eq!(heard.request_headers["Accept"], "*/*");
        assert_eq!(heard.response_headers["set-cookie"], "[redacted]");
        assert_eq!(heard.response_headers["x-kind"], "b");
    }

    #[test]
    fn being_sent_on_ends_a_request_and_begins_another() {
        let mut journal = Journal::default();
        hear(&mut journal, "requestWillBeSent", &sent("1", "https://x/old", 1.0));
        let mut on = sent("1", "https://x/new", 1.5);
        on["redirectResponse"] = json!({ "status": 302, "mimeType": "", "headers": {} });
        hear(&mut journal, "requestWillBeSent", &on);
        let failed = json!({ "requestId": "1", "timestamp": 2.0, "errorText": "net::ERR_FAILED" });
        hear(&mut journal, "loadingFailed", &failed);
        let [old, new] = journal.requests().collect::<Vec<_>>()[..] else {
            panic!("there are two")
        };
        assert_eq!((old.request.status, old.request.took_ms), (Some(302), Some(500)));
        assert_eq!((old.id.as_deref(), old.request.error.as_deref()), (None, None));
        assert_eq!((new.request.number, new.request.url.as_str()), (2, "https://x/new"));
        assert_eq!(new.request.error.as_deref(), Some("net::ERR_FAILED"));
    }

    #[test]
    fn only_the_newest_are_kept_and_long_texts_are_cut() {
        let mut journal = Journal::default();
        let said =
            |text: &str| Said { level: ConsoleLevel::Info, text: text.to_owned(), source: None };
        for count in 0..ENTRIES_MAX + 3 {
            journal.note(said(&count.to_string()));
            hear(&mut journal, "requestWillBeSent", &sent(&count.to_string(), "https://x/", 0.0));
        }
        assert_eq!(
            (journal.messages().count(), journal.requests().count()),
            (ENTRIES_MAX, ENTRIES_MAX)
        );
        assert_eq!(journal.messages().next().unwrap().number, 4);
        journal.note(said(&"ä".repeat(CHARS_MAX + 1)));
        assert_eq!(journal.messages().last().unwrap().text.chars().count(), CHARS_MAX + 1);
        journal.end();
        assert_eq!(journal.note(said("again")) as usize, ENTRIES_MAX + 5);
    }

    #[test]
    fn what_has_not_the_shape_of_an_event_is_an_error() {
        let mut journal = Journal::default();
        assert!(journal.hear_request("S", "requestWillBeSent", "{}").is_err());
        assert!(journal.hear_request("S", "dataReceived", "{}").is_ok());
        assert_eq!(journal.requests().count(), 0);
    }
}
