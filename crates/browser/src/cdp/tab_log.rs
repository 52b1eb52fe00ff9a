//! The log of a tab: ring buffers of its console messages and of its network requests.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde::Deserialize;
use tabwright_wire::verbs::{ConsoleMessage, NetworkRequest};

use super::console::ConsoleEntry;

/// Of each kind; the oldest are dropped.
const ENTRIES_MAX: usize = 500;
const CHARS_MAX: usize = 4_000;
const HEADERS_MAX: usize = 100;
/// A page that writes more lines than this in one second is muted. Chrome tells at most a thousand
/// old ones when it is listened to again.
const FLOOD_LINES: u32 = 2_000;
const FLOOD_WINDOW_MS: f64 = 1_000.0;
/// How long it is not listened to for the first time. Each further time is twice as long.
const MUTE_TIME: Duration = Duration::from_secs(5);
const MUTE_DOUBLINGS_MAX: u32 = 5;
/// Headers that carry credentials.
const SECRET_HEADERS: [&str; 4] = ["cookie", "set-cookie", "authorization", "proxy-authorization"];

#[derive(Debug, Default)]
pub(crate) struct TabLog {
    pub(crate) captures_console: bool,
    pub(crate) captures_requests: bool,
    /// Chrome keeps what requests were answered.
    pub(crate) keeps_bodies: bool,
    messages: VecDeque<ConsoleMessage>,
    last_message: u32,
    dropped: u32,
    flood: Flood,
    requests: VecDeque<LoggedRequest>,
    last_request: u32,
}

/// How much a page writes. What it writes comes the same way as all that is said of other tabs, so that
/// one page could make all of them wait.
#[derive(Debug, Default)]
struct Flood {
    began_ms: Option<f64>,
    lines: u32,
    muted: Option<Instant>,
    times_muted: u32,
}

/// A message of the log.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Added {
    pub(super) number: u32,
    /// With this one there are too many: the page is to be muted.
    pub(super) floods: bool,
}

/// A request, and how to ask Chrome for more of it.
#[derive(Debug, Clone)]
pub(crate) struct LoggedRequest {
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

impl TabLog {
    pub(super) fn capturing_all(everything: bool) -> Self {
        Self { captures_console: everything, captures_requests: everything, ..Self::default() }
    }

    pub(crate) fn messages(&self) -> impl DoubleEndedIterator<Item = &ConsoleMessage> {
        self.messages.iter()
    }

    pub(crate) fn requests(&self) -> impl DoubleEndedIterator<Item = &LoggedRequest> {
        self.requests.iter()
    }

    pub(crate) fn dropped_messages(&self) -> u32 {
        self.dropped
    }

    /// The page wrote so much that it is not listened to.
    pub(crate) fn is_muted(&self) -> bool {
        self.flood.muted.is_some()
    }

    /// Ends the time of silence if it is over. True if it has ended now.
    pub(crate) fn listen_again(&mut self, now: Instant) -> bool {
        let is_over = self.flood.muted.is_some_and(|muted| now - muted >= self.flood.mute_time());
        if is_over {
            self.flood = Flood { times_muted: self.flood.times_muted, ..Flood::default() };
        }
        is_over
    }

    /// Capturing has ended. Numbers go on rising, so that none is given twice.
    pub(super) fn end(&mut self) {
        let (last_message, last_request) = (self.last_message, self.last_request);
        *self = Self { last_message, last_request, ..Self::default() };
    }

    /// Nothing for what was on its way when the page was muted.
    pub(super) fn add_message(
        &mut self,
        ConsoleEntry { level, text, source, written_ms }: ConsoleEntry,
        now: Instant,
    ) -> Option<Added> {
        if self.is_muted() {
            self.dropped = self.dropped.saturating_add(1);
            return None;
        }
        self.last_message += 1;
        let number = self.last_message;
        let source = source.map(|source| truncate(&source));
        let message = ConsoleMessage { number, level, text: truncate(&text), source };
        if keep(&mut self.messages, message) {
            self.dropped = self.dropped.saturating_add(1);
        }
        Some(Added { number, floods: self.flood.add(written_ms, now) })
    }

    pub(super) fn add_network_event(
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
            url: truncate(&sent.request.url),
            kind: sent.kind.to_ascii_lowercase(),
            status: None,
            mime_type: None,
            error: None,
            took_ms: None,
            details: None,
        };
        let logged = LoggedRequest {
            request,
            id: Some(sent.request_id),
            session: session.to_owned(),
            request_headers: redacted(sent.request.headers),
            response_headers: BTreeMap::new(),
            has_body: sent.request.has_post_data || sent.request.post_data.is_some(),
            body: sent.request.post_data.as_deref().map(truncate),
            began: sent.timestamp,
        };
        let _ = keep(&mut self.requests, logged);
    }

    fn known(&mut self, id: &str) -> Option<&mut LoggedRequest> {
        self.requests.iter_mut().rev().find(|logged| logged.id.as_deref() == Some(id))
    }
}

impl Flood {
    /// Counts a line. True if it is one too many: no more are listened to. It counts when a line was written, not
    /// when it came: a browser that cannot keep up tells of a flood slowly, and of nothing else meanwhile.
    fn add(&mut self, written_ms: Option<f64>, now: Instant) -> bool {
        let written_ms = written_ms.or(self.began_ms).unwrap_or_default();
        if self.began_ms.is_none_or(|began| written_ms - began > FLOOD_WINDOW_MS) {
            (self.began_ms, self.lines) = (Some(written_ms), 0);
        }
        self.lines += 1;
        let floods = self.lines > FLOOD_LINES;
        if floods {
            self.muted = Some(now);
            self.times_muted += 1;
        }
        floods
    }

    fn mute_time(&self) -> Duration {
        let doublings = self.times_muted.saturating_sub(1).min(MUTE_DOUBLINGS_MAX);
        MUTE_TIME * 2_u32.pow(doublings)
    }
}

impl LoggedRequest {
    fn answered(&mut self, response: Response) {
        self.request.status = Some(response.status);
        self.request.mime_type = Some(response.mime_type).filter(|kind| !kind.is_empty());
        self.response_headers = redacted(response.headers);
    }

    fn ended(&mut self, at: f64) {
        self.request.took_ms = Some(((at - self.began) * 1_000.0).round().max(0.0) as u32);
    }
}

/// True if the oldest had to go.
fn keep<T>(ring: &mut VecDeque<T>, entry: T) -> bool {
    let is_full = ring.len() == ENTRIES_MAX;
    if is_full {
        ring.pop_front();
    }
    ring.push_back(entry);
    is_full
}

fn truncate(text: &str) -> String {
    match text.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Headers with credentials redacted.
fn redacted(headers: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let header = |(name, value): (String, String)| {
        let is_secret = SECRET_HEADERS.iter().any(|secret| name.eq_ignore_ascii_case(secret));
        let value = if is_secret { "[redacted]".to_owned() } else { truncate(&value) };
        (name, value)
    };
    headers.into_iter().take(HEADERS_MAX).map(header).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tabwright_wire::verbs::ConsoleLevel;

    use super::*;

    fn add(log: &mut TabLog, name: &str, params: &Value) {
        log.add_network_event("S", name, &params.to_string()).unwrap();
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
        let mut log = TabLog::default();
        add(&mut log, "requestWillBeSent", &sent("1", "https://x/a", 10.0));
        let answer = json!({
            "requestId": "1",
            "response": { "status": 201, "mimeType": "application/json",
                          "headers": { "set-cookie": "session=2", "x-kind": "b" } },
        });
        add(&mut log, "responseReceived", &answer);
        assert_eq!(log.requests().next().unwrap().request.took_ms, None);
        add(&mut log, "loadingFinished", &json!({ "requestId": "1", "timestamp": 10.25 }));
        let logged = log.requests().next().unwrap();
        let request = &logged.request;
        assert_eq!(
            (request.number, request.method.as_str(), request.kind.as_str()),
            (1, "POST", "fetch")
        );
        assert_eq!((request.status, request.took_ms), (Some(201), Some(250)));
        assert_eq!((logged.body.as_deref(), logged.session.as_str()), (Some("a=1"), "S"));
        assert_eq!(logged.request_headers["Cookie"], "[redacted]");
        assert_eq!(logged.request_headers["Accept"], "*/*");
        assert_eq!(logged.response_headers["set-cookie"], "[redacted]");
        assert_eq!(logged.response_headers["x-kind"], "b");
    }

    #[test]
    fn being_sent_on_ends_a_request_and_begins_another() {
        let mut log = TabLog::default();
        add(&mut log, "requestWillBeSent", &sent("1", "https://x/old", 1.0));
        let mut on = sent("1", "https://x/new", 1.5);
        on["redirectResponse"] = json!({ "status": 302, "mimeType": "", "headers": {} });
        add(&mut log, "requestWillBeSent", &on);
        let failed = json!({ "requestId": "1", "timestamp": 2.0, "errorText": "net::ERR_FAILED" });
        add(&mut log, "loadingFailed", &failed);
        let [old, new] = log.requests().collect::<Vec<_>>()[..] else { panic!("there are two") };
        assert_eq!((old.request.status, old.request.took_ms), (Some(302), Some(500)));
        assert_eq!((old.id.as_deref(), old.request.error.as_deref()), (None, None));
        assert_eq!((new.request.number, new.request.url.as_str()), (2, "https://x/new"));
        assert_eq!(new.request.error.as_deref(), Some("net::ERR_FAILED"));
    }

    #[test]
    fn only_the_newest_are_kept_and_long_texts_are_cut() {
        let (mut log, now) = (TabLog::default(), Instant::now());
        let entry = |text: &str| ConsoleEntry {
            level: ConsoleLevel::Info,
            text: text.to_owned(),
            source: None,
            written_ms: None,
        };
        for count in 0..ENTRIES_MAX + 3 {
            log.add_message(entry(&count.to_string()), now);
            add(&mut log, "requestWillBeSent", &sent(&count.to_string(), "https://x/", 0.0));
        }
        assert_eq!((log.messages().count(), log.requests().count()), (ENTRIES_MAX, ENTRIES_MAX));
        assert_eq!(log.messages().next().unwrap().number, 4);
        assert_eq!(log.dropped_messages(), 3);
        log.add_message(entry(&"ä".repeat(CHARS_MAX + 1)), now);
        assert_eq!(log.messages().last().unwrap().text.chars().count(), CHARS_MAX + 1);
        log.end();
        let again = log.add_message(entry("again"), now).unwrap();
        assert_eq!(again.number as usize, ENTRIES_MAX + 5);
        assert_eq!(log.dropped_messages(), 0);
    }

    #[test]
    fn a_page_that_writes_too_much_is_muted_for_a_while() {
        let mut log = TabLog { captures_console: true, ..TabLog::default() };
        let now = Instant::now();
        let line_at = |written_ms: f64| ConsoleEntry {
            level: ConsoleLevel::Info,
            text: "x".into(),
            source: None,
            written_ms: Some(written_ms),
        };
        // A page may write as much as it likes, if it takes its time.
        for second in 0..5 {
            for _ in 0..FLOOD_LINES / 2 {
                let line = line_at(FLOOD_WINDOW_MS * 2.0 * f64::from(second));
                assert!(log.add_message(line, now).is_some_and(|added| !added.floods));
            }
        }
        let line = || line_at(FLOOD_WINDOW_MS * 20.0);
        // However slowly the browser tells of it.
        let then = now + Duration::from_secs(60);
        let floods: Vec<bool> = (0..FLOOD_LINES + 1)
            .map(|count| {
                let came = if count < FLOOD_LINES {
                    now + Duration::from_millis(20) * count
                } else {
                    then
                };
                log.add_message(line(), came).is_some_and(|added| added.floods)
            })
            .collect();
        assert_eq!(floods.iter().filter(|floods| **floods).count(), 1);
        assert!(floods.last().unwrap() & log.is_muted());
        let before = log.dropped_messages();
        assert_eq!(log.add_message(line(), then), None);
        assert_eq!(log.dropped_messages(), before + 1);
        assert!(!log.listen_again(then));
        assert!(log.listen_again(then + MUTE_TIME) && !log.is_muted());
        assert!(!log.listen_again(then + MUTE_TIME));
        assert!(log.add_message(line(), then + MUTE_TIME).is_some());
        // The next time it is twice as long.
        for _ in 0..FLOOD_LINES {
            log.add_message(line(), then);
        }
        assert!(log.is_muted() && !log.listen_again(then + MUTE_TIME));
        assert!(log.listen_again(then + MUTE_TIME * 2));
    }

    #[test]
    fn what_has_not_the_shape_of_an_event_is_an_error() {
        let mut log = TabLog::default();
        assert!(log.add_network_event("S", "requestWillBeSent", "{}").is_err());
        assert!(log.add_network_event("S", "dataReceived", "{}").is_ok());
        assert_eq!(log.requests().count(), 0);
    }
}
