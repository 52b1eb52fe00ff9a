//! The inbox of a client: its frames in order, past the gate and to where they go. While a decision about
//! one is pending, those behind it are parked, up to a bound.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::value::RawValue;
use tabwright_wire::TabId;

use crate::clients::ClientId;
use crate::frames::{self, Command, INVALID_PARAMS, SERVER_ERROR, SESSION_NOT_FOUND};
use crate::gate::{Decision, FinalDecision, PendingDecision, PermissionRequest};
use crate::pipe_client::About;
use crate::session_commands::is_for_browser;
use crate::sessions::{Place, SessionId};
use crate::state::{Caller, State};
use crate::ungated::{is_ungated, is_ungated_for_workers};
use crate::visibility::is_page;

/// A client that sends more than this while it waits for a decision is let go.
const PARKED_MAX: usize = 1_000;
const PARKED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// A command that the gate has not decided about yet, and what the client has sent since.
#[derive(Debug)]
pub(crate) struct Held {
    ticket: u64,
    frame: String,
    /// Where the page was when the gate was asked.
    url: String,
    asking: Asking,
    parked: Parked,
}

/// The gate is asked with the relay unlocked, and may decide before that is over.
#[derive(Debug)]
enum Asking {
    UnderWay,
    Decided(FinalDecision),
    Over,
}

#[derive(Debug, Default)]
struct Parked {
    frames: VecDeque<String>,
    bytes: usize,
}

/// What the gate is to be asked when the relay is unlocked.
pub(crate) struct Question {
    client: ClientId,
    ticket: u64,
    ask: Box<dyn FnOnce(PendingDecision) + Send>,
}

/// Where a client's command goes.
#[derive(Debug)]
enum Destination {
    At(Place),
    /// To a session of Chrome's own.
    BehindPipe,
}

impl Parked {
    /// False when there is no room for it.
    #[must_use]
    fn push(&mut self, frame: &str) -> bool {
        self.bytes += frame.len();
        let room = self.frames.len() < PARKED_MAX && self.bytes <= PARKED_BYTES_MAX;
        if room {
            self.frames.push_back(frame.to_owned());
        }
        room
    }

    fn pop(&mut self) -> Option<String> {
        let frame = self.frames.pop_front()?;
        self.bytes -= frame.len();
        Some(frame)
    }
}

/// One frame from a client.
pub(crate) fn receive(state: &Arc<Mutex<State>>, client: ClientId, frame: &str) {
    let question = lock(state).receive(client, frame);
    ask(state, question);
}

/// Asks the gate, and goes on for as long as it decides at once. A decision that comes from inside
/// the question is looked at here: else a gate that does so would go one call deeper for every frame.
fn ask(state: &Arc<Mutex<State>>, mut question: Option<Question>) {
    while let Some(Question { client, ticket, ask: put }) = question {
        let relay = Arc::downgrade(state);
        put(PendingDecision::new(Box::new(move |decision| {
            if let Some(state) = relay.upgrade() {
                let next = lock(&state).decided(client, ticket, decision);
                ask(&state, next);
            }
        })));
        question = lock(state).asked(client, ticket);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock()
}

impl State {
    fn receive(&mut self, client: ClientId, frame: &str) -> Option<Question> {
        let Some(held) = self.held(client) else { return self.take_frame(client, frame, None) };
        if !held.parked.push(frame) {
            tracing::warn!(client = client.0, "a CDP client does not wait; letting it go");
            self.client_left(client);
        }
        None
    }

    /// Has one frame judged and done. `allowed_at` is where its page was when the gate let it go on.
    fn take_frame(
        &mut self,
        client: ClientId,
        frame: &str,
        allowed_at: Option<&str>,
    ) -> Option<Question> {
        // The client was disconnected meanwhile: what it sent before counts no more.
        self.clients.get(&client)?;
        let command = match Command::read(frame) {
            Ok(command) => command,
            Err(error) => {
                let caller = Caller::Client { client, session: None, id: 0 };
                let message = format!("this is not a CDP command: {error}");
                self.refuse(&caller, frames::PARSE_ERROR, message);
                return None;
            }
        };
        let caller = caller_of(client, &command);
        let Some(destination) = self.destination(&caller) else {
            self.refuse(&caller, SESSION_NOT_FOUND, "Session with given id not found.");
            return None;
        };
        if let Some(why) = command.ambiguity() {
            self.refuse(&caller, INVALID_PARAMS, why);
            return None;
        }
        let request = self.permission_request(client, &destination, &command);
        let decision = match (&self.gate, &request) {
            (Some(gate), Some(request)) if allowed_at != Some(request.url) => gate.decide(*request),
            _ => Decision::Allow,
        };
        match decision {
            Decision::Allow => {
                // What needs nobody's leave drives nothing.
                let is_gated = request.is_some();
                if let Destination::At(place) = &destination
                    && let Some(tab) = place.tab().filter(|_| is_gated)
                {
                    self.note_driver(client, tab);
                }
                self.carry_out(&caller, &destination, &command);
            }
            Decision::Refuse(why) => self.refuse(&caller, SERVER_ERROR, why),
            Decision::Pending(ask) => {
                let url = request.map(|request| request.url.to_owned()).unwrap_or_default();
                let ticket = self.hold(client, frame.to_owned(), url);
                return Some(Question { client, ticket, ask });
            }
        }
        None
    }

    fn destination(&self, caller: &Caller) -> Option<Destination> {
        let Caller::Client { client, session, .. } = caller else { return None };
        let Some(id) = session else { return Some(Destination::At(Place::Browser)) };
        let own = self.sessions.get(id).filter(|session| session.client == *client);
        if let Some(session) = own {
            return Some(Destination::At(session.place.clone()));
        }
        let pipe_client = self.clients.get(client)?.pipe_client.as_ref()?;
        pipe_client.sessions.contains(id.as_str()).then_some(Destination::BehindPipe)
    }

    /// What the gate is to be asked; `None` when nobody's leave is needed.
    fn permission_request<'a>(
        &'a self,
        client: ClientId,
        destination: &Destination,
        command: &'a Command<'_>,
    ) -> Option<PermissionRequest<'a>> {
        self.gate.as_ref()?;
        let known = self.clients.get(&client)?;
        let (method, params) = (command.method.as_ref(), command.params);
        if known.ours || (is_ungated(method, params) && !self.attaches_worker(destination, method))
        {
            return None;
        }
        let (tab, url) = self.subject(client, destination, command);
        Some(PermissionRequest { client, name: &known.name, tab, url, method, params })
    }

    fn attaches_worker(&self, destination: &Destination, method: &str) -> bool {
        let Destination::At(Place::Page(tab)) = destination else { return false };
        let worker = self.tabs.get(tab).is_some_and(|tab| !is_page(&tab.target));
        worker && !is_for_browser(method) && !is_ungated_for_workers(method)
    }

    /// The tab that a command is about, and where the page is.
    fn subject(
        &self,
        client: ClientId,
        destination: &Destination,
        command: &Command<'_>,
    ) -> (Option<TabId>, &str) {
        match destination {
            _ if is_for_browser(&command.method) => self.target_named(client, command.params),
            Destination::At(Place::Browser | Place::Tab(_)) => {
                self.target_named(client, command.params)
            }
            Destination::At(Place::Page(tab) | Place::Child(tab, _)) => self.page_in(*tab),
            Destination::BehindPipe => {
                let pipe_client =
                    self.clients.get(&client).and_then(|client| client.pipe_client.as_ref());
                let session = command.session_id.as_deref().unwrap_or_default();
                (
                    None,
                    pipe_client.map_or("", |pipe_client| pipe_client.address_of_session(session)),
                )
            }
        }
    }

    /// The page that a command to the browser names, if it names one that the client knows.
    fn target_named(&self, client: ClientId, params: Option<&RawValue>) -> (Option<TabId>, &str) {
        let Some(id) = About::of(params).target_id else { return (None, "") };
        let page = id.strip_prefix("tab-").unwrap_or(&id);
        let mut tabs = self.tabs.values();
        let tab = tabs.find(|tab| tab.target.target_id == page).map(|tab| tab.target.tab);
        let tab = tab.filter(|tab| self.sees(client, *tab));
        if let Some(tab) = tab.or_else(|| self.child_of(client, Some(&id)).map(|(tab, _)| tab)) {
            return self.page_in(tab);
        }
        let pipe_client = self.clients.get(&client).and_then(|client| client.pipe_client.as_ref());
        (None, pipe_client.map_or("", |pipe_client| pipe_client.address_of_target(&id)))
    }

    fn page_in(&self, tab: TabId) -> (Option<TabId>, &str) {
        (Some(tab), self.tabs.get(&tab).map_or("", |tab| tab.target.url.as_str()))
    }

    fn carry_out(&mut self, caller: &Caller, destination: &Destination, command: &Command<'_>) {
        let Command { method, params, .. } = command;
        match (destination, caller.session()) {
            (Destination::At(Place::Tab(tab)), Some(id)) => {
                self.tab_command(caller, id, *tab, method, *params);
            }
            (Destination::At(Place::Page(tab)), Some(id)) => {
                self.page_command(caller, id, *tab, method, *params);
            }
            (Destination::At(Place::Child(..)), Some(id)) => {
                self.session_command(caller, id, method, *params);
            }
            (Destination::BehindPipe, Some(id)) => {
                self.pipe_session_command(caller, id, method, *params);
            }
            _ => self.browser_command(caller, method, *params),
        }
    }

    fn hold(&mut self, client: ClientId, frame: String, url: String) -> u64 {
        let ticket = self.next_ticket();
        if let Some(client) = self.clients.get_mut(&client) {
            let (asking, parked) = (Asking::UnderWay, Parked::default());
            client.held = Some(Held { ticket, frame, url, asking, parked });
        }
        ticket
    }

    fn held(&mut self, client: ClientId) -> Option<&mut Held> {
        self.clients.get_mut(&client)?.held.as_mut()
    }

    /// The gate has the question.
    fn asked(&mut self, client: ClientId, ticket: u64) -> Option<Question> {
        let held = self.held(client).filter(|held| held.ticket == ticket)?;
        match std::mem::replace(&mut held.asking, Asking::Over) {
            Asking::Decided(decision) => self.go_on(client, decision),
            Asking::UnderWay | Asking::Over => None,
        }
    }

    /// The gate has decided, perhaps about a client that has gone.
    fn decided(
        &mut self,
        client: ClientId,
        ticket: u64,
        decision: FinalDecision,
    ) -> Option<Question> {
        let held = self.held(client).filter(|held| held.ticket == ticket)?;
        match held.asking {
            Asking::Over => self.go_on(client, decision),
            Asking::UnderWay | Asking::Decided(_) => {
                held.asking = Asking::Decided(decision);
                None
            }
        }
    }

    /// The held command, and those behind it up to the next over which the gate takes its time.
    fn go_on(&mut self, client: ClientId, decision: FinalDecision) -> Option<Question> {
        let Held { frame, url, mut parked, .. } = self.clients.get_mut(&client)?.held.take()?;
        let mut question = match decision {
            // Of a page that has gone elsewhere meanwhile nothing was decided.
            Ok(()) => self.take_frame(client, &frame, Some(&url)),
            Err(why) => {
                self.refuse_frame(client, &frame, why);
                None
            }
        };
        while question.is_none() {
            let next = parked.pop()?;
            question = self.take_frame(client, &next, None);
        }
        if let Some(held) = self.held(client) {
            held.parked = parked;
        }
        question
    }

    fn refuse_frame(&mut self, client: ClientId, frame: &str, why: String) {
        if let Ok(command) = Command::read(frame) {
            self.refuse(&caller_of(client, &command), SERVER_ERROR, why);
        }
    }
}

fn caller_of(client: ClientId, command: &Command<'_>) -> Caller {
    let session = command.session_id.as_deref().map(SessionId::of);
    Caller::Client { client, session, id: command.id }
}
