//! `Target.*` to the browser: what there is, and opening, closing and attaching to it.

use serde::Deserialize;
use serde_json::{Value, json};
use tabwright_wire::{
    ActivateTab, CloseTab, CreateTab, CreateTabParams, ListTargets, NoParams, TabId, TabParams,
};

use crate::clients::{ClientId, TargetKinds};
use crate::frames::{INVALID_PARAMS, METHOD_NOT_FOUND, SERVER_ERROR};
use crate::incognito::{DEFAULT_CONTEXT, INCOGNITO_CONTEXT, is_incognito};
use crate::pipe_client::PipeClient;
use crate::sessions::{Place, SessionId};
use crate::state::{Caller, State};
use crate::tabs::tab_target_id;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TargetParams {
    pub(crate) target_id: Option<String>,
    session_id: Option<String>,
    pub(crate) auto_attach: bool,
    wait_for_debugger_on_start: bool,
    discover: bool,
    filter: Option<Vec<FilterEntry>>,
    url: Option<String>,
    background: Option<bool>,
    new_window: Option<bool>,
    browser_context_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct FilterEntry {
    r#type: Option<String>,
    #[serde(default)]
    exclude: bool,
}

/// The browser as a target of its own.
const BROWSER_TARGET: &str = "tabwright";

impl State {
    pub(crate) fn target_command(
        &mut self,
        caller: &Caller,
        client: ClientId,
        session: Option<SessionId>,
        method: &str,
        params: TargetParams,
    ) {
        match method {
            "Target.setDiscoverTargets" => {
                let kinds = params.discover.then(|| kinds(params.filter.as_deref(), true));
                if let Some(client) = self.clients.get_mut(&client) {
                    match kinds {
                        Some(kinds) => drop(client.discover.insert(session.clone(), kinds)),
                        None => drop(client.discover.remove(&session)),
                    }
                }
                if let Some(kinds) = kinds {
                    if kinds.browser {
                        let info = json!({ "targetInfo": browser_info() });
                        self.tell_parent(client, session.as_ref(), "Target.targetCreated", &info);
                    }
                    for tab in self.tabs_seen_by(client) {
                        self.tell_created(client, session.as_ref(), kinds, tab);
                    }
                    self.tell_service_workers(client, session.as_ref(), kinds);
                }
                self.done(caller);
            }
            "Target.setAutoAttach" => {
                let kinds = params.auto_attach.then(|| kinds(params.filter.as_deref(), false));
                if let Some(client) = self.clients.get_mut(&client) {
                    client.auto_attach = kinds;
                    client.holds_pages = kinds.is_some() && params.wait_for_debugger_on_start;
                }
                for tab in self.tabs_seen_by(client) {
                    self.announce_tab(client, tab);
                }
                self.announce_service_workers(client);
                // A page that it opens next may have a popup.
                let caller = caller.clone();
                self.hold_popups(move |state| state.done(&caller));
            }
            "Target.getTargets" => {
                let kinds = kinds(params.filter.as_deref(), false);
                // Chrome tells of no shared worker when it starts, and of a tab's title a moment late.
                let caller = caller.clone();
                self.ask::<ListTargets>(&NoParams {}, move |state, list| {
                    if let Ok(list) = list {
                        state.looked(list.targets);
                    }
                    let tabs = state.tabs_seen_by(client).into_iter();
                    let infos = tabs.flat_map(|tab| state.target_infos(client, tab, kinds));
                    let pipe_client =
                        state.clients.get(&client).and_then(|c| c.pipe_client.as_ref());
                    let beyond =
                        pipe_client.into_iter().flat_map(PipeClient::target_infos).cloned();
                    let workers = state.service_workers(client).into_values();
                    let workers = workers.filter(|_| kinds.service_workers);
                    let infos: Vec<Value> = infos.chain(workers).chain(beyond).collect();
                    state.answer_value(&caller, &json!({ "targetInfos": infos }));
                });
            }
            "Target.getTargetInfo" => {
                let id = params.target_id.or_else(|| self.target_of(caller));
                self.tell_target_info(caller, client, id);
            }
            "Target.createTarget" => self.create_target(caller, params),
            "Target.closeTarget" => self.with_target(caller, params.target_id, |state, tab| {
                let caller = caller.clone();
                // Closed while it is held, a popup would leave its opener in `window.open` for ever.
                if let Some(tab) = state.tabs.get(&tab) {
                    let target = tab.target.target_id.clone();
                    state.run_popup(&target);
                }
                state.ask::<CloseTab>(&TabParams { tab }, move |state, closed| match closed {
                    Ok(_) => {
                        state.answer(&caller, Ok(r#"{"success":true}"#));
                        // Chrome tells of it a moment later; nobody must find the tab until then.
                        state.tab_removed(tab);
                    }
                    Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
                });
            }),
            "Target.activateTarget" => self.with_target(caller, params.target_id, |state, tab| {
                let caller = caller.clone();
                let activate = TabParams { tab };
                state.ask::<ActivateTab>(&activate, move |state, done| {
                    state.answer_with(&caller, done);
                });
            }),
            "Target.attachToTarget" if params.target_id.as_deref() == Some(BROWSER_TARGET) => {
                self.target_command(
                    caller,
                    client,
                    session,
                    "Target.attachToBrowserTarget",
                    params,
                );
            }
            "Target.attachToTarget"
                if self.child_of(client, params.target_id.as_deref()).is_some() =>
            {
                let child = self.child_of(client, params.target_id.as_deref());
                let Some((tab, child)) = child else { return };
                let id = self.announce_again(client, session.as_ref(), tab, &child);
                let answer = json!({ "sessionId": id.as_ref().map(SessionId::as_str) });
                self.answer_value(caller, &answer);
                if let Some(id) = id {
                    self.tell_script_loaded(&id);
                }
            }
            "Target.attachToTarget" => {
                let wants_tab =
                    params.target_id.as_deref().is_some_and(|id| id.starts_with("tab-"));
                self.with_target(caller, params.target_id, |state, tab| {
                    let attached = if wants_tab {
                        state.announce_as_tab(client, session.as_ref(), tab)
                    } else {
                        state.announce_page(client, session.as_ref(), tab)
                    };
                    let id = attached.map(|id| id.as_str().to_owned());
                    state.answer_value(caller, &json!({ "sessionId": id }));
                });
            }
            "Target.attachToBrowserTarget" => {
                let info = browser_info();
                let id = self.announce(client, session.as_ref(), Place::Browser, &info, false);
                self.answer_value(caller, &json!({ "sessionId": id.as_str() }));
            }
            "Target.detachFromTarget" => {
                let id = params.session_id.as_deref().map(SessionId::of);
                let own = id.filter(|id| {
                    self.sessions.get(id).is_some_and(|session| session.client == client)
                });
                match own {
                    Some(id) => {
                        self.session_left(&id, true);
                        self.done(caller);
                    }
                    None => self.refuse(caller, INVALID_PARAMS, "No session with given id"),
                }
            }
            "Target.getBrowserContexts" => {
                let pipe_client =
                    self.clients.get(&client).and_then(|client| client.pipe_client.as_ref());
                let beyond = pipe_client
                    .into_iter()
                    .flat_map(|pipe_client| pipe_client.contexts.iter().cloned());
                let incognito = self.has_incognito(client).then(|| INCOGNITO_CONTEXT.to_owned());
                let ids: Vec<String> = beyond.chain(incognito).collect();
                self.answer_value(
                    caller,
                    &json!({ "browserContextIds": ids, "defaultBrowserContextId": DEFAULT_CONTEXT }),
                );
            }
            "Target.disposeBrowserContext" => {
                let incognito = is_incognito(params.browser_context_id.as_deref());
                if !(incognito && self.end_incognito_context(client, Some(caller))) {
                    self.refuse(caller, SERVER_ERROR, "Failed to find context with that id");
                }
            }
            _ => self.refuse(caller, METHOD_NOT_FOUND, format!("'{method}' wasn't found")),
        }
    }

    fn tell_target_info(&mut self, caller: &Caller, client: ClientId, id: Option<String>) {
        if let Some((tab, child)) = self.child_of(client, id.as_deref()) {
            let real = self.tabs.get(&tab).and_then(|tab| tab.children.get(&child));
            let info = real.and_then(|real| real.announced.as_ref()).map(|it| &it.target_info);
            return self.answer_value(caller, &json!({ "targetInfo": info }));
        }
        let Some(id) = id else {
            return self.answer_value(caller, &json!({ "targetInfo": browser_info() }));
        };
        let tabs = id.starts_with("tab-");
        let kinds = TargetKinds { pages: !tabs, tabs, workers: true, ..TargetKinds::default() };
        self.with_target(caller, Some(id), |state, tab| {
            let info = state.target_infos(client, tab, kinds).pop();
            state.answer_value(caller, &json!({ "targetInfo": info }));
        });
    }

    fn create_target(&mut self, caller: &Caller, params: TargetParams) {
        let Caller::Client { client, .. } = caller else { return };
        let incognito = is_incognito(params.browser_context_id.as_deref());
        let known = match params.browser_context_id.as_deref() {
            None | Some(DEFAULT_CONTEXT) => true,
            Some(_) => incognito && self.has_incognito(*client),
        };
        if !known {
            return self.refuse(
                caller,
                SERVER_ERROR,
                "Failed to find browser context with that id",
            );
        }
        let url = params.url.unwrap_or_else(|| "about:blank".to_owned());
        if incognito
            && url == "about:blank"
            && let Some(tab) = self.take_first_incognito_tab(*client)
        {
            self.tab_shown(*client, tab);
            self.attach_if_watched(tab);
            let id = self.tabs.get(&tab).map(|tab| tab.target.target_id.clone());
            return self.answer_value(caller, &json!({ "targetId": id }));
        }
        let own = self.clients.get(client).and_then(|client| client.own_tabs.as_ref());
        let create = CreateTabParams {
            url,
            background: params.background.unwrap_or(false),
            new_window: params.new_window.unwrap_or(false),
            incognito,
            group: own.map(|own| own.group.clone()),
        };
        let caller = caller.clone();
        self.ask::<CreateTab>(&create, move |state, created| match created {
            Ok(target) => {
                let (tab, id) = (target.tab, target.target_id.clone());
                if incognito {
                    state.incognito_tab_made(&caller, target);
                } else {
                    state.tab_created(target);
                }
                // Whoever makes a tab wants to see all that happens in it.
                state.attach_if_watched(tab);
                state.answer_value(&caller, &json!({ "targetId": id }));
            }
            Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
        });
    }

    /// The target of the page that a command came from.
    pub(crate) fn target_of(&self, caller: &Caller) -> Option<String> {
        let Caller::Client { session: Some(session), .. } = caller else { return None };
        self.target_id_of(session)
    }

    pub(crate) fn with_target(
        &mut self,
        caller: &Caller,
        id: Option<String>,
        then: impl FnOnce(&mut Self, TabId),
    ) {
        let Caller::Client { client, .. } = caller else { return };
        let id = id.unwrap_or_default();
        let found = self
            .tabs
            .values()
            .find(|tab| tab.target.target_id == id || tab_target_id(&tab.target) == id)
            .filter(|tab| self.may_see(*client, &tab.target))
            .map(|tab| tab.target.tab);
        match found {
            Some(tab) => then(self, tab),
            None => self.refuse(caller, INVALID_PARAMS, "No target with given id found"),
        }
    }
}

/// CDP's filter: the first entry that fits decides; without a filter, everything but tabs (or,
/// for discovery, pages too).
fn kinds(filter: Option<&[FilterEntry]>, discovery: bool) -> TargetKinds {
    let Some(filter) = filter else {
        return TargetKinds {
            pages: true,
            workers: true,
            service_workers: true,
            ..TargetKinds::default()
        };
    };
    let wants = |kind: &str| {
        filter
            .iter()
            .find(|entry| entry.r#type.as_deref().is_none_or(|wanted| wanted == kind))
            .is_some_and(|entry| !entry.exclude)
    };
    let (pages, tabs) = (wants("page"), wants("tab"));
    // A client that attaches to tabs gets the pages from them.
    TargetKinds {
        pages: pages && (discovery || !tabs),
        tabs,
        workers: wants("shared_worker"),
        service_workers: wants("service_worker"),
        browser: wants("browser"),
    }
}

fn browser_info() -> Value {
    json!({
        "targetId": BROWSER_TARGET, "type": "browser", "title": "", "url": "",
        "attached": true, "canAccessOpener": false,
    })
}
