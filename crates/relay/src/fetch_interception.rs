//! Interception by the `Fetch` domain: requests that Chrome pauses because a client asked for it. Each goes
//! to those who asked one after the other, as it would between clients with sessions of their own: what one lets go on, the next
//! may still stop, and Chrome hears of it when the last has spoken.

use std::collections::{HashMap, VecDeque};

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::TabId;

use crate::frames::INVALID_PARAMS;
use crate::sessions::SessionId;
use crate::state::{Caller, State};

/// Held requests at one place of Chrome's, by their id.
#[derive(Debug, Default)]
pub(crate) struct PausedRequests {
    held: HashMap<String, Paused>,
    /// Who asked to see the response of a request, by `networkId`.
    responses: HashMap<String, Vec<SessionId>>,
}

#[derive(Debug)]
struct Paused {
    method: String,
    event: Box<RawValue>,
    /// Whose turn it is.
    owner: SessionId,
    next: VecDeque<SessionId>,
    /// What those before have changed in it.
    changes: serde_json::Map<String, Value>,
    network_id: Option<String>,
    is_response: bool,
}

/// How a request is sent on its way.
#[derive(Clone, Copy)]
enum Continuation {
    Request,
    Response,
    Auth,
}

impl Continuation {
    fn from(event: &str, is_response: bool) -> Self {
        match event {
            "Fetch.authRequired" => Self::Auth,
            _ if is_response => Self::Response,
            _ => Self::Request,
        }
    }

    fn method(self) -> &'static str {
        match self {
            Self::Request => "Fetch.continueRequest",
            Self::Response => "Fetch.continueResponse",
            Self::Auth => "Fetch.continueWithAuth",
        }
    }
}

/// As many as one page may have waiting.
const HELD_MAX: usize = 10_000;

/// The commands that end a client's turn.
const VERDICTS: &[&str] = &[
    "Fetch.continueRequest",
    "Fetch.continueResponse",
    "Fetch.continueWithAuth",
    "Fetch.fulfillRequest",
    "Fetch.failRequest",
];

pub(crate) fn is_verdict(method: &str) -> bool {
    VERDICTS.contains(&method)
}

impl State {
    /// `Fetch.requestPaused` or `Fetch.authRequired`
    pub(crate) fn request_paused(
        &mut self,
        tab: TabId,
        child: Option<&str>,
        method: &str,
        params: &RawValue,
    ) {
        let event: Value = serde_json::from_str(params.get()).unwrap_or_default();
        let text = |name: &str| event[name].as_str().map(str::to_owned);
        let Some(id) = text("requestId") else { return };
        let mut asking: VecDeque<SessionId> = self
            .sessions_at(tab, child)
            .into_iter()
            .filter(|id| {
                self.asks_to_pause(id, method, &event) && !self.is_withheld(id, tab, method)
            })
            .collect();
        let Some(paused) = self.paused(tab, child) else { return };
        let network_id = text("networkId");
        let is_response = is_response(&event);
        if is_response {
            let wanting = network_id.as_ref().and_then(|id| paused.responses.remove(id));
            let known = asking.clone();
            asking.extend(wanting.into_iter().flatten().filter(|id| !known.contains(id)));
        }
        // A client that never speaks must not fill our memory with what it was asked.
        let full = paused.held.len() >= HELD_MAX;
        let Some(owner) = asking.pop_front().filter(|_| !full) else {
            let going = Continuation::from(method, is_response);
            return self.let_request_go(tab, child, going, &id, serde_json::Map::new());
        };
        let held = Paused {
            method: method.to_owned(),
            event: params.to_owned(),
            owner: owner.clone(),
            next: asking,
            changes: serde_json::Map::new(),
            network_id,
            is_response,
        };
        if let Some(paused) = self.paused(tab, child) {
            paused.held.insert(id, held);
        }
        self.tell(&owner, method, params);
    }

    /// What a client wants done with a request that is held for it.
    pub(crate) fn verdict(
        &mut self,
        caller: &Caller,
        session: &SessionId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Some(place) = self.sessions.get(session).map(|session| session.place.clone()) else {
            return;
        };
        let Some(tab) = place.tab() else { return };
        let asked: Value =
            serde_json::from_str(params.map_or("{}", RawValue::get)).unwrap_or_default();
        let id = asked["requestId"].as_str().unwrap_or_default();
        let Some(paused) = self.paused(tab, place.child()) else { return };
        let Some(held) = paused.held.get_mut(id).filter(|held| held.owner == *session) else {
            return self.refuse(caller, INVALID_PARAMS, "Invalid InterceptionId.");
        };
        let goes_on = match method {
            "Fetch.continueWithAuth" => asked["authChallengeResponse"]["response"] == "Default",
            _ => method.starts_with("Fetch.continue"),
        };
        if asked["interceptResponse"] == true
            && let Some(network_id) = held.network_id.clone()
        {
            paused.responses.entry(network_id).or_default().push(session.clone());
        }
        if !goes_on || held.next.is_empty() {
            let Some(held) = paused.held.remove(id) else { return };
            if !goes_on || held.changes.is_empty() {
                return self.forward(caller, session, method, params);
            }
            let going = Continuation::from(&held.method, held.is_response);
            let mut merged = held.changes;
            merged.extend(asked.as_object().cloned().unwrap_or_default());
            let merged = serde_json::value::to_raw_value(&merged).ok();
            return self.forward(caller, session, going.method(), merged.as_deref());
        }
        held.changes.extend(asked.as_object().cloned().unwrap_or_default());
        self.next_turn(tab, place.child(), id);
        self.done(caller);
    }

    /// A session that is gone, or asks no more, must not hold anything.
    pub(crate) fn give_up_turns(&mut self, tab: TabId, child: Option<&str>, session: &SessionId) {
        let Some(paused) = self.paused(tab, child) else { return };
        paused.responses.retain(|_, wanting| {
            wanting.retain(|id| id != session);
            !wanting.is_empty()
        });
        let mut owned = Vec::new();
        for (id, held) in &mut paused.held {
            held.next.retain(|next| next != session);
            if held.owner == *session {
                owned.push(id.clone());
            }
        }
        for id in owned {
            self.next_turn(tab, child, &id);
        }
    }

    /// To the next who asked for it, or on its way.
    fn next_turn(&mut self, tab: TabId, child: Option<&str>, id: &str) {
        let Some(paused) = self.paused(tab, child) else { return };
        let Some(held) = paused.held.get_mut(id) else { return };
        if let Some(next) = held.next.pop_front() {
            held.owner = next.clone();
            let (method, event) = (held.method.clone(), held.event.clone());
            return self.tell(&next, &method, &event);
        }
        if let Some(held) = paused.held.remove(id) {
            let going = Continuation::from(&held.method, held.is_response);
            self.let_request_go(tab, child, going, id, held.changes);
        }
    }

    fn let_request_go(
        &mut self,
        tab: TabId,
        child: Option<&str>,
        going: Continuation,
        id: &str,
        changes: serde_json::Map<String, Value>,
    ) {
        // Chrome lets a response go by either command, but one that failed only by this.
        let going = match going {
            Continuation::Response if changes.is_empty() => Continuation::Request,
            _ => going,
        };
        let mut params = changes;
        params.insert("requestId".to_owned(), id.into());
        if let Continuation::Auth = going {
            params.insert("authChallengeResponse".to_owned(), json!({ "response": "Default" }));
        }
        self.command_unheard(tab, child, going.method(), &params.into());
    }

    fn asks_to_pause(&self, id: &SessionId, method: &str, event: &Value) -> bool {
        self.sessions.get(id).is_some_and(|session| {
            let enabled =
                session.recorded.iter().find(|recorded| recorded.method == "Fetch.enable");
            let params =
                enabled.and_then(|enabled| enabled.params.as_ref()).map_or("{}", |p| p.get());
            let params: Value = serde_json::from_str(params).unwrap_or_default();
            session.enabled.contains("Fetch")
                && match method {
                    "Fetch.authRequired" => params["handleAuthRequests"] == true,
                    _ => wants(&params, event),
                }
        })
    }

    fn paused(&mut self, tab: TabId, child: Option<&str>) -> Option<&mut PausedRequests> {
        Some(&mut self.tabs.get_mut(&tab)?.real(child)?.paused)
    }
}

fn is_response(paused: &Value) -> bool {
    paused.get("responseStatusCode").is_some() || paused.get("responseErrorReason").is_some()
}

/// Does a `Fetch.enable` with these parameters pause this request?
fn wants(params: &Value, paused: &Value) -> bool {
    let Some(patterns) = params["patterns"].as_array() else { return true };
    let url = paused["request"]["url"].as_str().unwrap_or_default();
    let stage = if is_response(paused) { "Response" } else { "Request" };
    patterns.iter().any(|pattern| {
        let glob = pattern["urlPattern"].as_str().unwrap_or("*");
        let kind = pattern["resourceType"].as_str();
        let at = pattern["requestStage"].as_str().unwrap_or("Request");
        at == stage
            && kind.is_none_or(|kind| Some(kind) == paused["resourceType"].as_str())
            && fits(glob.as_bytes(), url.as_bytes())
    })
}

/// CDP's patterns: `*` for any number of characters, `?` for one, `\` before either for itself.
fn fits(glob: &[u8], text: &[u8]) -> bool {
    let (mut g, mut t, mut back) = (0, 0, None);
    while t < text.len() {
        match glob.get(g) {
            Some(b'*') => {
                back = Some((g + 1, t));
                g += 1;
            }
            Some(b'?') => (g, t) = (g + 1, t + 1),
            Some(b'\\') if glob.get(g + 1) == Some(&text[t]) => (g, t) = (g + 2, t + 1),
            Some(byte) if *byte == text[t] => (g, t) = (g + 1, t + 1),
            _ => match back {
                Some((after_star, from)) => {
                    back = Some((after_star, from + 1));
                    (g, t) = (after_star, from + 1);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_cdp_says() {
        let cases = [
            ("*", "http://a/", true),
            ("http://a/*.css", "http://a/x/y.css", true),
            ("http://a/*.css", "http://a/x/y.js", false),
            ("http://?/", "http://a/", true),
            (r"http://a/\?q", "http://a/?q", true),
            ("", "x", false),
        ];
        for (glob, url, fit) in cases {
            assert_eq!(fits(glob.as_bytes(), url.as_bytes()), fit, "{glob} {url}");
        }
    }
}
