//! A trace of the whole browser. Chrome gives an extension no session with the browser, but takes the
//! same commands on a tab: they go to one that the client drives, and the trace comes back from there.

use serde_json::value::RawValue;
use tabwright_wire::{CdpCommand, SendCommand, TabId};

use crate::clients::ClientId;
use crate::frames::{self, SERVER_ERROR};
use crate::sessions::{Place, SessionId};
use crate::state::{Caller, State};
use crate::tabs::Attachment;
use crate::visibility::is_page;

#[derive(Debug, Clone)]
pub(crate) struct Trace {
    tab: TabId,
    /// The browser session that the client asked on.
    session: Option<SessionId>,
}

impl Trace {
    pub(crate) fn is_through(&self, tab: TabId) -> bool {
        self.tab == tab
    }
}

impl State {
    /// `Tracing.*`, and `IO.*` to read the trace, on the browser's session.
    pub(crate) fn trace_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Caller::Client { client, session, .. } = caller else { return };
        let running = self.clients.get(client).and_then(|client| client.trace.as_ref());
        let Some(tab) = running.map(|trace| trace.tab).or_else(|| self.tab_to_trace(*client))
        else {
            let none = "the browser is traced through a page, and this client has none: open one";
            return self.refuse(caller, SERVER_ERROR, none);
        };
        if self.tabs.get(&tab).is_some_and(|tab| tab.attachment != Attachment::Attached) {
            return self.when_attached(tab, caller, method, params);
        }
        if let Some(client) = self.clients.get_mut(client) {
            client.trace = Some(Trace { tab, session: session.clone() });
        }
        let command = CdpCommand {
            tab,
            session: None,
            method: method.to_owned(),
            params: params.map(ToOwned::to_owned),
        };
        let caller = caller.clone();
        self.ask::<SendCommand>(&command, move |state, answer| match answer {
            Ok(answer) => match (&answer.result, answer.error) {
                (Some(result), None) => state.answer(&caller, Ok(result.get())),
                (_, error) => {
                    let empty = || frames::refusal(SERVER_ERROR, "Chrome gave an empty answer");
                    state.answer(&caller, Err(error.unwrap_or_else(empty)));
                }
            },
            Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
        });
    }

    /// An event of a trace, for those who trace the browser through this tab.
    pub(crate) fn tell_trace(&mut self, tab: TabId, method: &str, params: &RawValue) {
        let tracing: Vec<(ClientId, Trace)> = self
            .clients
            .iter()
            .filter_map(|(id, client)| Some((*id, client.trace.clone()?)))
            .filter(|(_, trace)| trace.tab == tab)
            .collect();
        for (client, trace) in tracing {
            let session = trace.session.as_ref().map(SessionId::as_str);
            self.push(client, frames::event(session, method, params.get()));
        }
    }

    /// One that is attached, if it can be had.
    fn tab_to_trace(&self, client: ClientId) -> Option<TabId> {
        let has_session = |tab: &TabId| {
            let mut sessions = self.sessions.values();
            sessions.any(|session| session.client == client && session.place == Place::Page(*tab))
        };
        let tabs = self.tabs.iter().filter(|(id, tab)| is_page(&tab.target) && has_session(id));
        let tab = tabs.min_by_key(|(_, tab)| tab.attachment != Attachment::Attached);
        tab.map(|(id, _)| *id)
    }
}
