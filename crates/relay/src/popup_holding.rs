//! Popups wait until the client that drives their opener has set them up, where a debugging pipe leads to the browser. An
//! extension hears of a popup only when it runs already: its first request has left by then, and its first dialog is open.
//! So the relay has a session with the browser behind the pipe on which Chrome holds every new page. All but the popups
//! that a client waits for go on at once.
//!
//! Two things in Chrome decide how this is done. A page that can reach its popup stands still in `window.open` until
//! *any* session lets the popup run, and for ever if all of them leave without doing so. A popup without an opener begins to
//! load when *every* session that holds it has let it run. So all sessions of the relay's on a popup let it go together.
//! And the session with the browser stays as long as the pipe: its end would leave what it holds at that moment.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tabwright_wire::{CdpCommand, SendCommand, TabId};

use crate::clients::ClientId;
use crate::pipe_client::{About, TargetNotice};
use crate::sessions::{Place, SessionId};
use crate::state::State;
use crate::tabs::Attachment;
use crate::ungated::RUN;

/// How long a popup waits for its clients at most. The page that opened it may stand still as long.
const POPUP_HOLD_MAX: Duration = Duration::from_secs(5);
/// Popups that wait at a time; the others of a page that opens more run at once.
const HELD_MAX: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct PopupHolding {
    /// Chrome's session with the browser as a whole, on which it holds new pages.
    browser: Option<String>,
    /// By the id of the popup's target.
    held: BTreeMap<String, HeldPopup>,
    last_popup: u64,
}

#[derive(Debug)]
struct HeldPopup {
    /// Tells it from an earlier one of the same target, whose timer may still run.
    number: u64,
    /// The client in whose own context it is. Others are in the default context, which is the extension's.
    context_of: Option<ClientId>,
    /// The relay's sessions on it, each with the session on which Chrome told of it.
    sessions: Vec<(String, String)>,
    /// Its opener can reach it, so it has a process already, which answers.
    answers: bool,
    /// It runs when Chrome has been told what its clients have asked for.
    is_settling: bool,
}

impl State {
    /// Has Chrome hold popups from now on, if a client wants it and the pipe leads to this browser; `then` when it does, or
    /// when it cannot.
    pub(crate) fn hold_popups(&mut self, then: impl FnOnce(&mut Self) + Send + 'static) {
        let is_wanted = self.clients.values().any(|client| client.holds_pages);
        if !is_wanted || self.pipe.is_none() || self.popups.browser.is_some() {
            return then(self);
        }
        self.find_out_whose_pipe(move |state, ours| {
            if !ours {
                return then(state);
            }
            state.ask_pipe(None, "Target.attachToBrowserTarget", None, move |state, attached| {
                let session = attached.ok().and_then(|attached| {
                    let about: About = serde_json::from_str(attached.get()).ok()?;
                    about.session_id
                });
                match session {
                    Some(session) if state.popups.browser.is_none() => {
                        state.hold_pages_on(&session, then);
                    }
                    // Another client was quicker.
                    Some(session) => {
                        let params = json!({ "sessionId": session });
                        state.tell_pipe(None, "Target.detachFromTarget", &params);
                        then(state);
                    }
                    None => then(state),
                }
            });
        });
    }

    fn hold_pages_on(&mut self, session: &str, then: impl FnOnce(&mut Self) + Send + 'static) {
        let pages = json!({
            "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{ "type": "page" }],
        });
        let pages = to_raw_value(&pages).ok();
        self.popups.browser = Some(session.to_owned());
        let method = "Target.setAutoAttach";
        self.ask_pipe(Some(session), method, pages.as_deref(), move |state, set| {
            if let Err(error) = set {
                tracing::warn!(error = error.message, "popups are not held");
            }
            then(state);
        });
    }

    /// True for an event of the session that holds popups.
    pub(crate) fn popup_event(&mut self, session: &str, method: &str, params: &RawValue) -> bool {
        if self.popups.browser.as_deref() != Some(session) {
            return false;
        }
        let notice: TargetNotice = serde_json::from_str(params.get()).unwrap_or_default();
        let Some(page) = notice.session_id else { return true };
        match method {
            "Target.attachedToTarget" => {
                let info = notice.target_info.unwrap_or_default();
                self.hold_or_let_go(session, &page, &info, notice.waiting_for_debugger);
            }
            // It was closed, perhaps by its opener.
            "Target.detachedFromTarget" => self.popups.held.retain(|_, popup| {
                popup.sessions.retain(|(_, session)| *session != page);
                !popup.sessions.is_empty()
            }),
            _ => {}
        }
        true
    }

    /// What the browser offers on a session of the relay's, where nobody wants it: a popup that a client waits for somewhere
    /// else must not run yet.
    pub(crate) fn hold_or_let_go(
        &mut self,
        browser: &str,
        session: &str,
        info: &Value,
        is_waiting: bool,
    ) {
        let target = info["targetId"].as_str().unwrap_or_default();
        let offered = (browser.to_owned(), session.to_owned());
        if let Some(popup) = self.popups.held.get_mut(target).filter(|_| is_waiting) {
            return popup.sessions.push(offered);
        }
        let context_of = self.holder_in_context(info);
        let is_awaited = context_of.is_some() || self.is_popup_of_driven(info);
        if !is_waiting || !is_awaited || self.popups.held.len() >= HELD_MAX {
            return self.let_go(browser, session, is_waiting);
        }
        self.popups.last_popup += 1;
        let number = self.popups.last_popup;
        let answers = info["canAccessOpener"] == true;
        let sessions = vec![offered];
        let popup = HeldPopup { number, context_of, sessions, answers, is_settling: false };
        self.popups.held.insert(target.to_owned(), popup);
        self.run_popup_in_time(target.to_owned(), number);
        // The extension may have told of it before.
        if let Some(tab) = self.tab_of_target(target) {
            self.attach_if_watched(tab);
            self.run_popup_if_set_up(tab);
        }
    }

    /// Nobody's page stands still for a client that forgets it.
    fn run_popup_in_time(&mut self, target: String, number: u64) {
        let Some(pipe) = self.pipe.clone() else { return };
        let end = self.later(move |state: &mut Self, ()| {
            if state.popups.held.get(&target).is_some_and(|popup| popup.number == number) {
                tracing::debug!(target, "a popup runs, because its client did not let it go");
                state.run_popup(&target);
            }
        });
        pipe.after(POPUP_HOLD_MAX, Box::new(move || end(())));
    }

    /// The client that waits for a popup in a context of its own, by real sessions of Chrome's.
    fn holder_in_context(&self, info: &Value) -> Option<ClientId> {
        info["openerId"].as_str()?;
        let holds = |client: &crate::clients::Client| {
            client.holds_pages && client.pipe_client.as_ref().is_some_and(|it| it.is_inside(info))
        };
        self.clients.iter().find(|(_, client)| holds(client)).map(|(id, _)| *id)
    }

    /// Did a page that is driven open it, and does a client wait for that page's popups?
    fn is_popup_of_driven(&self, info: &Value) -> bool {
        let Some(opener) = info["openerId"].as_str() else { return false };
        let opener = self.tab_of_target(opener).and_then(|tab| self.tabs.get(&tab));
        opener.is_some_and(|opener| {
            opener.attachment != Attachment::Detached
                && self
                    .clients
                    .iter()
                    .any(|(id, client)| client.holds_pages && self.may_see(*id, &opener.target))
        })
    }

    fn tab_of_target(&self, target: &str) -> Option<TabId> {
        let tab = self.tabs.values().find(|tab| tab.target.target_id == target)?;
        Some(tab.target.tab)
    }

    /// Is the page in this tab a popup that waits for its clients?
    pub(crate) fn is_held(&self, tab: TabId) -> bool {
        let tab = self.tabs.get(&tab);
        tab.is_some_and(|tab| self.popups.held.contains_key(&tab.target.target_id))
    }

    /// What a page's driver may not load, its popup may not load either, from the first request on.
    pub(crate) fn note_popup_drivers(&mut self, tab: TabId, opener: TabId) {
        let drivers = self.tabs.get(&opener).map(|opener| opener.drivers.clone());
        if let (Some(drivers), Some(popup)) = (drivers, self.tabs.get_mut(&tab)) {
            popup.drivers.extend(drivers);
        }
    }

    /// A session has let its page run, which counts when everybody has who waits for it.
    pub(crate) fn release_page(&mut self, id: &SessionId, tab: TabId) {
        if let Some(session) = self.sessions.get_mut(id) {
            session.released = true;
        }
        self.run_popup_if_set_up(tab);
    }

    /// Lets a popup run when everybody who waits for it has let it go, and what they asked for before is done.
    pub(crate) fn run_popup_if_set_up(&mut self, id: TabId) {
        let is_awaited = self.sessions.values().any(|session| {
            session.awaits_page
                && !session.released
                && matches!(session.place, Place::Page(tab) | Place::Tab(tab) if tab == id)
        });
        let Some(tab) = self.tabs.get(&id) else { return };
        let target = tab.target.target_id.clone();
        let Some(popup) = self.popups.held.get_mut(&target) else { return };
        match tab.attachment {
            Attachment::Detached => self.run_popup(&target),
            Attachment::Attached if !is_awaited && !popup.is_settling => {
                popup.is_settling = true;
                let (number, answers) = (popup.number, popup.answers);
                self.when_settled(id, answers, move |state| {
                    let popup = state.popups.held.get(&target);
                    if popup.is_some_and(|popup| popup.number == number) {
                        state.run_popup(&target);
                    }
                });
            }
            Attachment::Attached | Attachment::Attaching { .. } => {}
        }
    }

    /// When Chrome has done all that sets the page up. Where the page has no process yet, Chrome keeps it for the process
    /// and answers later: there it is enough that Chrome has been told.
    fn when_settled(
        &mut self,
        tab: TabId,
        answers: bool,
        then: impl FnOnce(&mut Self) + Send + 'static,
    ) {
        // The extension sends the first behind the answers to what sets the page up. The second is answered by the browser
        // itself, when it has been told all that came before.
        let method = if answers { "Inspector.enable" } else { "Page.getNavigationHistory" };
        if !answers {
            // Before this the extension sends all that it has kept back for the sake of the order.
            self.command_unheard(tab, None, RUN, &json!({}));
        }
        let method = method.to_owned();
        let command = CdpCommand { tab, session: None, method, params: None };
        self.ask::<SendCommand>(&command, move |state, _| then(state));
    }

    /// A client has let a page in a context of its own run.
    pub(crate) fn run_popup_in_context(&mut self, client: ClientId, target: &str) {
        let popup = self.popups.held.get(target);
        if popup.is_some_and(|popup| popup.context_of == Some(client)) {
            self.run_popup(target);
        }
    }

    /// Lets a popup run, whoever waits for it.
    pub(crate) fn run_popup(&mut self, target: &str) {
        let Some(popup) = self.popups.held.remove(target) else { return };
        for (browser, session) in popup.sessions {
            self.let_go(&browser, &session, true);
        }
    }

    /// Those whom popups wait for are gone: the extension, or a client with contexts of its own.
    pub(crate) fn run_popups_of(&mut self, context_of: Option<ClientId>) {
        let held = self.popups.held.iter();
        let theirs = held.filter(|(_, popup)| popup.context_of == context_of);
        let theirs: Vec<String> = theirs.map(|(target, _)| target.clone()).collect();
        for target in theirs {
            self.run_popup(&target);
        }
    }
}
