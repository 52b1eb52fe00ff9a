//! Commands to the browser as a whole. Chrome's debugger refuses most of them to an extension;
//! they are answered from what the relay knows, or by the extension's other APIs.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{
    ActivateTab, ClearCookies, CloseTab, CreateTab, CreateTabParams, GetCookies, GetWindow,
    ListTargets, NoParams, SetCookies, SetCookiesParams, SetWindow, StoreParams, TabId, TabParams,
    WindowBounds,
};

use crate::annex::Annex;
use crate::browser::BrowserError;
use crate::clients::{ClientId, TargetKinds};
use crate::frames::{self, INVALID_PARAMS, METHOD_NOT_FOUND, SERVER_ERROR};
use crate::incognito::{DEFAULT_CONTEXT, INCOGNITO_CONTEXT, is_incognito};
use crate::sessions::{Place, Session, SessionId};
use crate::state::{Caller, State};
use crate::tabs::{tab_target_id, target_info};
use crate::visibility::is_page;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct TargetParams {
    target_id: Option<String>,
    session_id: Option<String>,
    auto_attach: bool,
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
    pub(crate) fn browser_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Caller::Client { client, session, .. } = caller else { return };
        let (client, session) = (*client, session.clone());
        if self.annex_browser_command(caller, method, params) {
            return;
        }
        match method {
            "Browser.getVersion" => self.tell_version(caller),
            "Browser.setDownloadBehavior" => self.set_download_behavior(caller, params),
            "Browser.cancelDownload" => self.cancel_download(caller, params),
            "Browser.close" => self.refuse(
                caller,
                SERVER_ERROR,
                "this is the person's own browser and is not closed; disconnect instead",
            ),
            "Browser.getWindowForTarget" => self.window_for_target(caller, params),
            "Browser.getWindowBounds" | "Browser.setWindowBounds" => {
                self.window_bounds(caller, method, params);
            }
            "Storage.getCookies" | "Storage.setCookies" | "Storage.clearCookies" => {
                self.cookie_command(caller, method, params);
            }
            "Browser.grantPermissions" | "Browser.setPermission" | "Browser.resetPermissions" => {
                self.if_piped(caller, method, params, |state, caller, method, params| {
                    state.permission_command(caller, method, params);
                });
            }
            _ if method.starts_with("Tracing.") || method.starts_with("IO.") => {
                self.if_piped(caller, method, params, |state, caller, method, params| {
                    state.trace_command(caller, method, params);
                });
            }
            "Target.setAutoAttach" => {
                if let Some(client) = self.clients.get_mut(&client) {
                    client.auto_attach_params = params.map(ToOwned::to_owned);
                }
                self.renew_annex_wishes(client);
                self.with_params(caller, params, |state, params: TargetParams| {
                    state.target_command(caller, client, session, method, params);
                });
            }
            "Target.createBrowserContext" => {
                self.create_context(caller, params, Self::create_incognito_context);
            }
            _ if method.starts_with("Target.") => {
                self.with_params(caller, params, |state, params: TargetParams| {
                    state.target_command(caller, client, session, method, params);
                });
            }
            _ => {
                let missing = format!(
                    "'{method}' is not to be had on the browser session; docs/cdp.md says why"
                );
                let refusal = frames::refusal(METHOD_NOT_FOUND, missing);
                self.annex_or_refuse(caller, method, params, refusal);
            }
        }
    }

    /// A tab as a target holds one page, and knows nothing else.
    pub(crate) fn tab_command(
        &mut self,
        caller: &Caller,
        session: &SessionId,
        tab: TabId,
        method: &str,
        params: Option<&RawValue>,
    ) {
        match method {
            "Target.setAutoAttach" => {
                self.with_params(caller, params, |state, params: TargetParams| {
                    let Caller::Client { client, .. } = caller else { return };
                    let page_known = state.sessions.values().any(|known| {
                        known.parent.as_ref() == Some(session) && known.place == Place::Page(tab)
                    });
                    if params.auto_attach && !page_known {
                        state.announce_page(*client, Some(session), tab);
                    }
                    state.done(caller);
                });
            }
            "Runtime.runIfWaitingForDebugger" => self.done(caller),
            _ => self.browser_command(caller, method, params),
        }
    }

    fn target_command(
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
                }
                for tab in self.tabs_seen_by(client) {
                    self.announce_tab(client, tab);
                }
                self.announce_service_workers(client);
                self.done(caller);
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
                    let annex = state.clients.get(&client).and_then(|c| c.annex.as_ref());
                    let beyond = annex.into_iter().flat_map(Annex::target_infos).cloned();
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
                let annex = self.clients.get(&client).and_then(|client| client.annex.as_ref());
                let beyond = annex.into_iter().flat_map(|annex| annex.contexts.iter().cloned());
                let incognito = self.has_incognito(client).then(|| INCOGNITO_CONTEXT.to_owned());
                let ids: Vec<String> = beyond.chain(incognito).collect();
                self.answer_value(
                    caller,
                    &json!({ "browserContextIds": ids, "defaultBrowserContextId": DEFAULT_CONTEXT }),
                );
            }
            "Target.disposeBrowserContext" => {
                let incognito = is_incognito(params.browser_context_id.as_deref());
                if incognito && self.end_incognito_context(client) {
                    self.done(caller);
                } else {
                    self.refuse(caller, SERVER_ERROR, "Failed to find context with that id");
                }
            }
            _ => self.refuse(caller, METHOD_NOT_FOUND, format!("'{method}' wasn't found")),
        }
    }

    fn tell_version(&mut self, caller: &Caller) {
        match self.version.clone() {
            Some(version) => self.answer_value(
                caller,
                &json!({
                    "protocolVersion": "1.3",
                    "product": version.product,
                    "revision": "",
                    "userAgent": version.user_agent,
                    "jsVersion": "",
                }),
            ),
            None => self.refuse(caller, SERVER_ERROR, "the browser is not connected"),
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

    fn window_for_target(&mut self, caller: &Caller, params: Option<&RawValue>) {
        self.with_params(caller, params, |state, params: TargetParams| {
            let id = params.target_id.or_else(|| state.target_of(caller));
            state.with_target(caller, id, |state, tab| {
                let caller = caller.clone();
                state.ask::<GetWindow>(&TabParams { tab }, move |state, bounds| match bounds {
                    Ok(bounds) => {
                        let mut value = serde_json::to_value(&bounds).unwrap_or_default();
                        if let Some(object) = value.as_object_mut() {
                            object.remove("windowId");
                        }
                        let window = json!({ "windowId": bounds.window_id, "bounds": value });
                        state.answer_value(&caller, &window);
                    }
                    Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
                });
            });
        });
    }

    fn window_bounds(&mut self, caller: &Caller, method: &str, params: Option<&RawValue>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Bounds {
            window_id: i32,
            #[serde(default)]
            bounds: serde_json::Map<String, Value>,
        }
        let sets = method == "Browser.setWindowBounds";
        self.with_params(caller, params, |state, params: Bounds| {
            let caller = caller.clone();
            if sets {
                let mut bounds = params.bounds;
                bounds.insert("windowId".to_owned(), params.window_id.into());
                match serde_json::from_value::<WindowBounds>(bounds.into()) {
                    Ok(bounds) => {
                        state.ask::<SetWindow>(&bounds, move |state, set| {
                            state.answer_with(&caller, set);
                        });
                    }
                    Err(error) => state.refuse(&caller, INVALID_PARAMS, error.to_string()),
                }
                return;
            }
            let tab = state.tabs.values().find(|tab| tab.target.window_id == params.window_id);
            let Some(tab) = tab.map(|tab| tab.target.tab) else {
                return state.refuse(&caller, INVALID_PARAMS, "No window with given id");
            };
            state.ask::<GetWindow>(&TabParams { tab }, move |state, bounds| match bounds {
                Ok(bounds) => state.answer_value(&caller, &json!({ "bounds": bounds })),
                Err(error) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
            });
        });
    }

    /// The target of the page that a command came from.
    fn target_of(&self, caller: &Caller) -> Option<String> {
        let Caller::Client { session: Some(session), .. } = caller else { return None };
        self.target_id_of(session)
    }

    pub(crate) fn target_infos(
        &self,
        client: ClientId,
        id: TabId,
        kinds: TargetKinds,
    ) -> Vec<Value> {
        let Some(tab) = self.tabs.get(&id) else { return Vec::new() };
        let attached = self
            .sessions
            .values()
            .any(|session| session.client == client && session.place == Place::Page(id));
        let opener = self.opener(id);
        let mut infos = Vec::new();
        if !is_page(&tab.target) {
            if kinds.workers {
                infos.push(target_info(&tab.target, "shared_worker", attached, None));
            }
            return infos;
        }
        if kinds.tabs {
            infos.push(target_info(&tab.target, "tab", attached, None));
        }
        if kinds.pages {
            infos.push(target_info(&tab.target, "page", attached, opener.as_deref()));
        }
        infos
    }

    pub(crate) fn opener(&self, tab: TabId) -> Option<String> {
        let opener = self.tabs.get(&tab)?.target.opener?;
        Some(self.tabs.get(&opener)?.target.target_id.clone())
    }

    /// `Target.targetCreated`, for who wants to hear of it.
    pub(crate) fn tell_created(
        &mut self,
        client: ClientId,
        session: Option<&SessionId>,
        kinds: TargetKinds,
        tab: TabId,
    ) {
        for info in self.target_infos(client, tab, kinds) {
            let params = json!({ "targetInfo": info });
            self.tell_parent(client, session, "Target.targetCreated", &params);
        }
    }

    /// A session on a tab for a client that attaches to all, unless it has one.
    pub(crate) fn announce_tab(&mut self, client: ClientId, tab: TabId) {
        let Some(kinds) = self.clients.get(&client).and_then(|client| client.auto_attach) else {
            return;
        };
        if !self.sees(client, tab) {
            return;
        }
        let page = self.tabs.get(&tab).is_some_and(|tab| is_page(&tab.target));
        let known = |place: Place| {
            self.sessions.values().any(|session| {
                session.client == client && session.parent.is_none() && session.place == place
            })
        };
        if page && kinds.tabs && !known(Place::Tab(tab)) {
            self.announce_as_tab(client, None, tab);
        } else if (if page { kinds.pages } else { kinds.workers }) && !known(Place::Page(tab)) {
            self.announce_page(client, None, tab);
        }
    }

    fn announce_as_tab(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
    ) -> Option<SessionId> {
        let info = target_info(&self.tabs.get(&tab)?.target, "tab", true, None);
        Some(self.announce(client, parent, Place::Tab(tab), &info, false))
    }

    fn announce_page(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
    ) -> Option<SessionId> {
        let opener = self.opener(tab);
        let target = &self.tabs.get(&tab)?.target;
        let kind = if is_page(target) { "page" } else { "shared_worker" };
        let info = target_info(target, kind, true, opener.as_deref());
        Some(self.announce(client, parent, Place::Page(tab), &info, false))
    }

    /// The frame or worker with this target id, below a page that is attached.
    fn child_of(&self, client: ClientId, target: Option<&str>) -> Option<(TabId, String)> {
        let target = target?;
        let mut seen = self.tabs.values().filter(|tab| self.may_see(client, &tab.target));
        seen.find_map(|tab| {
            let found = tab.children.iter().find(|(_, real)| {
                let info = real.announced.as_ref().map(|announced| announced.target_info.get());
                let info: Value =
                    serde_json::from_str(info.unwrap_or_default()).unwrap_or_default();
                info["targetId"] == target
            });
            found.map(|(child, _)| (tab.target.tab, child.clone()))
        })
    }

    /// As Chrome tells every new session on a worker whose script runs already.
    pub(crate) fn tell_script_loaded(&mut self, id: &SessionId) {
        let Some(place) = self.sessions.get(id).map(|session| &session.place) else { return };
        let real = place.tab().and_then(|tab| self.tabs.get(&tab)?.children.get(place.child()?));
        if real.is_some_and(|real| real.script_loaded) {
            self.tell_value(id, "Inspector.workerScriptLoaded", &json!({}));
        }
    }

    /// One more session on a frame or worker.
    fn announce_again(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        tab: TabId,
        child: &str,
    ) -> Option<SessionId> {
        let announced = self.tabs.get(&tab)?.children.get(child)?.announced.as_ref()?;
        let info = serde_json::from_str(announced.target_info.get()).ok()?;
        let place = Place::Child(tab, child.to_owned());
        let id = self.announce(client, parent, place, &info, false);
        self.sessions.get_mut(&id)?.released = true;
        Some(id)
    }

    /// Makes a virtual session, and tells its client by `Target.attachedToTarget`.
    pub(crate) fn announce(
        &mut self,
        client: ClientId,
        parent: Option<&SessionId>,
        place: Place,
        info: &Value,
        waiting: bool,
    ) -> SessionId {
        let id = self.next_session();
        self.sessions.insert(id.clone(), Session::new(client, parent.cloned(), place));
        let params = json!({
            "sessionId": id.as_str(), "targetInfo": info, "waitingForDebugger": waiting,
        });
        self.tell_parent(client, parent, "Target.attachedToTarget", &params);
        id
    }

    /// Through the debugging pipe where there is one to this browser: it knows better.
    fn if_piped(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
        otherwise: impl FnOnce(&mut Self, &Caller, &str, Option<&RawValue>) + Send + 'static,
    ) {
        let Caller::Client { client, .. } = caller else { return };
        let (caller, method) = (caller.clone(), method.to_owned());
        let params = params.map(ToOwned::to_owned);
        self.open_annex(*client, move |state, open| {
            if open {
                state.pass_to_annex(&caller, &method, params.as_deref());
            } else {
                otherwise(state, &caller, &method, params.as_deref());
            }
        });
    }

    fn cookie_command(&mut self, caller: &Caller, method: &str, params: Option<&RawValue>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Cookies {
            browser_context_id: Option<String>,
            #[serde(default)]
            cookies: Vec<Box<RawValue>>,
        }
        self.with_params(caller, params, |state, params: Cookies| {
            let Some(incognito) = state.store_of(caller, params.browser_context_id.as_deref())
            else {
                return;
            };
            let store = StoreParams { incognito };
            let caller = caller.clone();
            match method {
                "Storage.getCookies" => state.ask::<GetCookies>(&store, move |state, cookies| {
                    state.answer_with(&caller, cookies);
                }),
                "Storage.setCookies" => {
                    let params = SetCookiesParams { cookies: params.cookies, incognito };
                    state.ask::<SetCookies>(&params, move |state, set| {
                        state.answer_with(&caller, set);
                    });
                }
                _ => state.ask::<ClearCookies>(&store, move |state, cleared| {
                    state.answer_with(&caller, cleared);
                }),
            }
        });
    }

    fn with_target(
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

    pub(crate) fn with_params<P: DeserializeOwned>(
        &mut self,
        caller: &Caller,
        params: Option<&RawValue>,
        then: impl FnOnce(&mut Self, P),
    ) {
        match serde_json::from_str(params.map_or("{}", RawValue::get)) {
            Ok(params) => then(self, params),
            Err(error) => {
                self.refuse(caller, INVALID_PARAMS, format!("Invalid parameters: {error}"));
            }
        }
    }

    pub(crate) fn answer_with<R: serde::Serialize>(
        &mut self,
        caller: &Caller,
        answer: Result<R, BrowserError>,
    ) {
        match answer {
            Ok(result) => {
                self.answer_value(caller, &serde_json::to_value(result).unwrap_or_default());
            }
            Err(error) => self.refuse(caller, SERVER_ERROR, error.to_string()),
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
