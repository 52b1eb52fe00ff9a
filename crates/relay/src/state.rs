//! All that the relay knows, and the few ways in which it speaks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use serde_json::Value;
use serde_json::value::RawValue;
use tabwright_wire::{BrowserVersion, CdpError, Method, TabId};

use crate::browser::{self, Browser, BrowserError};
use crate::clients::{Client, ClientId};
use crate::downloads::Download;
use crate::frames;
use crate::gate::Gate;
use crate::incognito::Incognito;
use crate::pipe_client::Pipe;
use crate::popup_holding::PopupHolding;
use crate::sessions::{Place, Session, SessionId};
use crate::tabs::Tab;

#[derive(Debug)]
pub(crate) struct State {
    me: Weak<Mutex<State>>,
    pub(crate) gate: Option<Arc<dyn Gate>>,
    pub(crate) browser: Option<Arc<dyn Browser>>,
    /// The debugging pipe of a browser that Tabwright started: perhaps not this one.
    pub(crate) pipe: Option<Arc<dyn Pipe>>,
    pub(crate) version: Option<BrowserVersion>,
    pub(crate) tabs: BTreeMap<TabId, Tab>,
    pub(crate) clients: BTreeMap<ClientId, Client>,
    pub(crate) sessions: BTreeMap<SessionId, Session>,
    /// Downloads under way, by Chrome's guid.
    pub(crate) downloads: HashMap<String, Download>,
    pub(crate) incognito: Option<Incognito>,
    pub(crate) popups: PopupHolding,
    last_session: u64,
    last_context: i64,
    last_attempt: u64,
    last_claim: u64,
    last_ticket: u64,
}

/// Who waits for the answer to a command.
#[derive(Debug, Clone)]
pub(crate) enum Caller {
    Client {
        client: ClientId,
        session: Option<SessionId>,
        id: i64,
    },
    /// The relay itself, which does again what was done before the tab was attached.
    Replay {
        tab: TabId,
        attempt: u64,
    },
}

impl Caller {
    pub(crate) fn session(&self) -> Option<&SessionId> {
        match self {
            Self::Client { session, .. } => session.as_ref(),
            Self::Replay { .. } => None,
        }
    }
}

impl State {
    pub(crate) fn new(me: Weak<Mutex<Self>>, gate: Option<Arc<dyn Gate>>) -> Self {
        Self {
            me,
            gate,
            browser: None,
            pipe: None,
            version: None,
            tabs: BTreeMap::new(),
            clients: BTreeMap::new(),
            sessions: BTreeMap::new(),
            downloads: HashMap::new(),
            incognito: None,
            popups: PopupHolding::default(),
            last_session: 0,
            last_context: 0,
            last_attempt: 0,
            last_claim: 0,
            last_ticket: 0,
        }
    }

    pub(crate) fn next_session(&mut self) -> SessionId {
        self.last_session += 1;
        SessionId::new(self.last_session)
    }

    pub(crate) fn next_context(&mut self) -> i64 {
        self.last_context += 1;
        self.last_context
    }

    pub(crate) fn next_attempt(&mut self) -> u64 {
        self.last_attempt += 1;
        self.last_attempt
    }

    pub(crate) fn next_claim(&mut self) -> u64 {
        self.last_claim += 1;
        self.last_claim
    }

    pub(crate) fn next_ticket(&mut self) -> u64 {
        self.last_ticket += 1;
        self.last_ticket
    }

    /// Asks the browser; `then` runs with the state when the answer arrives, in order.
    pub(crate) fn ask<M: Method>(
        &mut self,
        params: &M::Params,
        then: impl FnOnce(&mut Self, Result<M::Result, BrowserError>) + Send + 'static,
    ) {
        let Some(browser) = self.browser.clone() else {
            let gone = "the browser is not connected; it reconnects by itself, then try again";
            return then(self, Err(BrowserError(gone.to_owned())));
        };
        let me = Weak::clone(&self.me);
        browser::ask::<M>(&*browser, params, move |answer| {
            if let Some(state) = me.upgrade() {
                then(&mut state.lock(), answer);
            }
        });
    }

    /// For something that ends outside the lock: `then` runs with the state when it does.
    pub(crate) fn later<T: Send + 'static>(
        &self,
        then: impl FnOnce(&mut Self, T) + Send + 'static,
    ) -> Box<dyn FnOnce(T) + Send> {
        let me = Weak::clone(&self.me);
        Box::new(move |outcome| {
            if let Some(state) = me.upgrade() {
                then(&mut state.lock(), outcome);
            }
        })
    }

    pub(crate) fn answer(&mut self, caller: &Caller, answer: Result<&str, CdpError>) {
        match caller {
            Caller::Client { client, session, id } => {
                let session = session.as_ref().map(SessionId::as_str);
                let frame = match answer {
                    Ok(body) => frames::result(*id, session, body),
                    Err(error) => frames::error(*id, session, &error),
                };
                self.push(*client, frame);
            }
            Caller::Replay { tab, attempt } => {
                if let Err(error) = answer {
                    tracing::debug!(%tab, error = error.message, "could not be done again");
                }
                self.replayed(*tab, *attempt);
            }
        }
    }

    pub(crate) fn done(&mut self, caller: &Caller) {
        self.answer(caller, Ok("{}"));
    }

    pub(crate) fn answer_value(&mut self, caller: &Caller, value: &Value) {
        self.answer(caller, Ok(&value.to_string()));
    }

    pub(crate) fn refuse(&mut self, caller: &Caller, code: i32, message: impl Into<String>) {
        self.answer(caller, Err(frames::refusal(code, message)));
    }

    /// An event on a virtual session.
    pub(crate) fn tell(&mut self, session: &SessionId, method: &str, params: &RawValue) {
        self.tell_text(session, method, params.get());
    }

    pub(crate) fn tell_value(&mut self, session: &SessionId, method: &str, params: &Value) {
        self.tell_text(session, method, &params.to_string());
    }

    fn tell_text(&mut self, id: &SessionId, method: &str, params: &str) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        let (client, frame) = (session.client, frames::event(Some(id.as_str()), method, params));
        if let Some(frame) = session.held_events.hold(method, frame) {
            self.push(client, frame);
        }
    }

    /// An event on the session on which another was announced, or on the client's connection.
    pub(crate) fn tell_parent(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        method: &str,
        params: &Value,
    ) {
        let frame = frames::event(parent.map(SessionId::as_str), method, &params.to_string());
        self.push(client, frame);
    }

    pub(crate) fn push(&mut self, client: ClientId, frame: String) {
        let kept = self.clients.get(&client).is_none_or(|client| client.push(frame));
        if !kept {
            tracing::warn!(client = client.0, "a CDP client does not read; letting it go");
            self.client_left(client);
        }
    }

    /// The virtual sessions at one place, oldest first.
    pub(crate) fn sessions_at(&self, tab: TabId, child: Option<&str>) -> Vec<SessionId> {
        self.sessions
            .iter()
            .filter(|(_, session)| match &session.place {
                Place::Page(at) => *at == tab && child.is_none(),
                Place::Child(at, id) => *at == tab && Some(id.as_str()) == child,
                Place::Browser | Place::Tab(_) => false,
            })
            .map(|(id, _)| id.clone())
            .collect()
    }
}
