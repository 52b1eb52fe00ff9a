//! The one place apart that an extension can offer: incognito windows, where the person has allowed it.
//! They all share one store of cookies, so one client at a time has them as its browser context.

use std::collections::BTreeSet;

use serde_json::json;
use tabwright_wire::{
    CloseTab, CreateTab, CreateTabParams, GetIncognito, NoParams, TabId, TabParams, TabTarget,
};

use crate::clients::ClientId;
use crate::frames::SERVER_ERROR;
use crate::state::{Caller, State};

pub(crate) const DEFAULT_CONTEXT: &str = "TABWRIGHT-DEFAULT";
pub(crate) const INCOGNITO_CONTEXT: &str = "TABWRIGHT-INCOGNITO";

/// A client's incognito context. There are cookies and permissions to set only while a window is
/// open, so it begins with one, whose empty tab becomes the first page that the client asks for.
#[derive(Debug)]
pub(crate) struct Incognito {
    owner: ClientId,
    /// An answer that belongs to an earlier one comes too late.
    claim: u64,
    first: Option<TabId>,
    /// Its pages. The person may have others in incognito windows.
    tabs: BTreeSet<TabId>,
}

impl Incognito {
    /// Is this tab a page of the client's context?
    pub(crate) fn shows(&self, client: ClientId, tab: TabId) -> bool {
        self.owner == client && self.tabs.contains(&tab)
    }

    /// A page of the context has opened another.
    pub(crate) fn note_popup(&mut self, tab: TabId, opener: TabId) {
        if self.tabs.contains(&opener) {
            self.tabs.insert(tab);
        }
    }
}

pub(crate) fn is_incognito(context: Option<&str>) -> bool {
    context == Some(INCOGNITO_CONTEXT)
}

/// What to do without a context of one's own.
const USE_DEFAULT: &str = "or use the default context: browser.contexts()[0] in Playwright, \
    browser.defaultBrowserContext() in Puppeteer";

impl State {
    pub(crate) fn has_incognito(&self, client: ClientId) -> bool {
        self.incognito.as_ref().is_some_and(|incognito| incognito.owner == client)
    }

    pub(crate) fn create_incognito_context(&mut self, caller: &Caller) {
        let Caller::Client { client, .. } = caller else { return };
        if self.incognito.is_some() {
            let taken = format!(
                "the incognito window, the only other context that an extension can give, is in \
                 use; close that context first, run `tabwright up` for a browser with as many as \
                 you like, {USE_DEFAULT}"
            );
            return self.refuse(caller, SERVER_ERROR, taken);
        }
        // Taken now, or two would find it free.
        let (owner, claim) = (*client, self.next_claim());
        self.incognito = Some(Incognito { owner, claim, first: None, tabs: BTreeSet::new() });
        let caller = caller.clone();
        self.ask::<GetIncognito>(&NoParams {}, move |state, incognito| {
            if !state.is_claim(claim) {
                return;
            }
            let refusal = match incognito {
                Ok(incognito) if !incognito.allowed => format!(
                    "a new browser context needs an incognito window, where this extension is not \
                     allowed: switch on \"Allow in Incognito\" at chrome://extensions → Tabwright \
                     → Details, or run `tabwright up`, {USE_DEFAULT}"
                ),
                Ok(incognito) if incognito.windows > 0 => format!(
                    "incognito windows are open, and a new context would share their cookies: \
                     close them first, or run `tabwright up`, {USE_DEFAULT}"
                ),
                Ok(_) => return state.open_incognito_window(&caller, claim),
                Err(error) => error.to_string(),
            };
            state.incognito = None;
            state.refuse(&caller, SERVER_ERROR, refusal);
        });
    }

    fn is_claim(&self, claim: u64) -> bool {
        self.incognito.as_ref().is_some_and(|incognito| incognito.claim == claim)
    }

    fn open_incognito_window(&mut self, caller: &Caller, claim: u64) {
        let params = CreateTabParams {
            url: "about:blank".to_owned(),
            background: true,
            new_window: true,
            incognito: true,
            group: None,
        };
        let caller = caller.clone();
        self.ask::<CreateTab>(&params, move |state, made| {
            let ours = state.incognito.as_mut().filter(|incognito| incognito.claim == claim);
            match (made, ours) {
                (Ok(target), Some(incognito)) => {
                    incognito.first = Some(target.tab);
                    state.tab_created(target);
                    state.answer_value(&caller, &json!({ "browserContextId": INCOGNITO_CONTEXT }));
                }
                // The client has gone meanwhile.
                (Ok(target), None) => state.close_unwanted(target.tab),
                (Err(error), Some(_)) => {
                    state.incognito = None;
                    state.refuse(&caller, SERVER_ERROR, error.to_string());
                }
                (Err(_), None) => {}
            }
        });
    }

    /// The window's first tab, for the first page that the client asks for in its context.
    pub(crate) fn take_first_incognito_tab(&mut self, client: ClientId) -> Option<TabId> {
        let incognito = self.incognito.as_mut().filter(|incognito| incognito.owner == client)?;
        let first = incognito.first.take().filter(|first| self.tabs.contains_key(first))?;
        incognito.tabs.insert(first);
        Some(first)
    }

    /// A tab that the client asked for in its context.
    pub(crate) fn incognito_tab_made(&mut self, caller: &Caller, target: TabTarget) {
        let Caller::Client { client, .. } = caller else { return };
        let ours = self.incognito.as_mut().filter(|incognito| incognito.owner == *client);
        let Some(incognito) = ours else { return self.close_unwanted(target.tab) };
        incognito.tabs.insert(target.tab);
        // Perhaps told of before it was known to be the client's.
        if self.tabs.contains_key(&target.tab) {
            self.tab_shown(*client, target.tab);
        }
        self.tab_created(target);
    }

    /// The store that a command is about: incognito or not. `None` when it is not the client's.
    pub(crate) fn store_of(&mut self, caller: &Caller, context: Option<&str>) -> Option<bool> {
        let Caller::Client { client, .. } = caller else { return None };
        let incognito = is_incognito(context);
        if incognito && !self.has_incognito(*client) {
            let missing = "Failed to find browser context with that id";
            self.refuse(caller, SERVER_ERROR, missing);
            return None;
        }
        Some(incognito)
    }

    /// Closes what is open in the client's incognito context, and then answers; false when it has
    /// none.
    pub(crate) fn end_incognito_context(
        &mut self,
        client: ClientId,
        caller: Option<&Caller>,
    ) -> bool {
        let Some(ended) = self.incognito.take_if(|incognito| incognito.owner == client) else {
            return false;
        };
        let tabs: Vec<TabId> = ended.tabs.iter().copied().chain(ended.first).collect();
        // Known as the client's until they are gone, so that it hears of it.
        self.incognito = Some(ended);
        for tab in &tabs {
            self.tab_removed(*tab);
        }
        self.incognito = None;
        self.close_all(tabs, caller.cloned());
        true
    }

    /// One after the other, so that whoever waits knows that all are gone.
    fn close_all(&mut self, mut tabs: Vec<TabId>, caller: Option<Caller>) {
        let Some(tab) = tabs.pop() else {
            if let Some(caller) = caller {
                self.done(&caller);
            }
            return;
        };
        self.ask::<CloseTab>(&TabParams { tab }, move |state, closed| {
            if let Err(error) = closed {
                tracing::debug!(%error, "an incognito tab was not closed");
            }
            state.close_all(tabs, caller);
        });
    }

    fn close_unwanted(&mut self, tab: TabId) {
        self.close_all(vec![tab], None);
    }
}
