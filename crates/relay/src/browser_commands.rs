//! Commands to the browser as a whole. Chrome's debugger refuses most of them to an extension;
//! they are answered from what the relay knows, or by the extension's other APIs.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{
    ActivateTab, ClearCookies, CloseTab, CookieList, CreateTab, CreateTabParams, GetCookies,
    GetWindow, NoParams, SetCookies, SetWindow, TabId, TabParams, WindowBounds,
};

use crate::browser::BrowserError;
use crate::clients::{ClientId, TargetKinds};
use crate::frames::{INVALID_PARAMS, METHOD_NOT_FOUND, SERVER_ERROR};
use crate::sessions::{Place, Session, SessionId};
use crate::state::{Caller, State};
use crate::tabs::{tab_target_id, target_info};

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

/// Why there is no second context behind an extension, and what to do instead.
const NO_CONTEXTS: &str = "a new browser context cannot be made in the person's own Chrome through \
    an extension; use the default context: browser.contexts()[0] in Playwright, \
    browser.defaultBrowserContext() in Puppeteer";

impl State {
    pub(crate) fn browser_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Caller::Client { client, session, .. } = caller else { return };
        let (client, session) = (*client, session.clone());
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
            "Storage.getCookies" => self.ask::<GetCookies>(&NoParams {}, {
                let caller = caller.clone();
                move |state, cookies| state.answer_with(&caller, cookies)
            }),
            "Storage.setCookies" => {
                self.with_params(caller, params, |state, cookies: CookieList| {
                    let caller = caller.clone();
                    state.ask::<SetCookies>(&cookies, move |state, set| {
                        state.answer_with(&caller, set);
                    });
                });
            }
            "Storage.clearCookies" => self.ask::<ClearCookies>(&NoParams {}, {
                let caller = caller.clone();
                move |state, cleared| state.answer_with(&caller, cleared)
            }),
            _ if method.starts_with("Target.") => {
                self.with_params(caller, params, |state, params: TargetParams| {
                    state.target_command(caller, client, session, method, params);
                });
            }
            _ => self.refuse(
                caller,
                METHOD_NOT_FOUND,
                format!("'{method}' is not to be had on the browser session; docs/cdp.md says why"),
            ),
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
                    for tab in self.tabs.keys().copied().collect::<Vec<_>>() {
                        self.tell_created(client, session.as_ref(), kinds, tab);
                    }
                }
                self.done(caller);
            }
            "Target.setAutoAttach" => {
                let kinds = params.auto_attach.then(|| kinds(params.filter.as_deref(), false));
                if let Some(client) = self.clients.get_mut(&client) {
                    client.auto_attach = kinds;
                }
                for tab in self.tabs.keys().copied().collect::<Vec<_>>() {
                    self.announce_tab(client, tab);
                }
                self.done(caller);
            }
            "Target.getTargets" => {
                let kinds = kinds(params.filter.as_deref(), false);
                let tabs: Vec<TabId> = self.tabs.keys().copied().collect();
                let infos: Vec<Value> = tabs
                    .into_iter()
                    .flat_map(|tab| self.target_infos(client, tab, kinds))
                    .collect();
                self.answer_value(caller, &json!({ "targetInfos": infos }));
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
            "Target.attachToTarget" if self.child_of(params.target_id.as_deref()).is_some() => {
                let Some((tab, child)) = self.child_of(params.target_id.as_deref()) else { return };
                let id = self.announce_again(client, session.as_ref(), tab, &child);
                self.answer_value(
                    caller,
                    &json!({ "sessionId": id.as_ref().map(SessionId::as_str) }),
                );
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
            "Target.getBrowserContexts" => self.answer_value(
                caller,
                &json!({ "browserContextIds": [], "defaultBrowserContextId": "TABWRIGHT-DEFAULT" }),
            ),
            "Target.createBrowserContext" => self.refuse(caller, SERVER_ERROR, NO_CONTEXTS),
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
        let Some(id) = id else {
            return self.answer_value(caller, &json!({ "targetInfo": browser_info() }));
        };
        let tabs = id.starts_with("tab-");
        let kinds = TargetKinds { pages: !tabs, tabs, browser: false };
        self.with_target(caller, Some(id), |state, tab| {
            let info = state.target_infos(client, tab, kinds).pop();
            state.answer_value(caller, &json!({ "targetInfo": info }));
        });
    }

    fn create_target(&mut self, caller: &Caller, params: TargetParams) {
        let foreign = |id: &String| id != "TABWRIGHT-DEFAULT";
        if params.browser_context_id.as_ref().is_some_and(foreign) {
            return self.refuse(caller, SERVER_ERROR, NO_CONTEXTS);
        }
        let create = CreateTabParams {
            url: params.url.unwrap_or_else(|| "about:blank".to_owned()),
            background: params.background.unwrap_or(false),
            new_window: params.new_window.unwrap_or(false),
        };
        let caller = caller.clone();
        self.ask::<CreateTab>(&create, move |state, created| match created {
            Ok(target) => {
                let (tab, id) = (target.tab, target.target_id.clone());
                state.tab_created(target);
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
            bounds: Option<Value>,
        }
        let sets = method == "Browser.setWindowBounds";
        self.with_params(caller, params, |state, params: Bounds| {
            let caller = caller.clone();
            if sets {
                let mut bounds = params.bounds.unwrap_or_else(|| json!({}));
                bounds["windowId"] = params.window_id.into();
                match serde_json::from_value::<WindowBounds>(bounds) {
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
        let tab = self.sessions.get(session)?.place.tab()?;
        Some(self.tabs.get(&tab)?.target.target_id.clone())
    }

    fn target_infos(&self, client: ClientId, id: TabId, kinds: TargetKinds) -> Vec<Value> {
        let Some(tab) = self.tabs.get(&id) else { return Vec::new() };
        let attached = self
            .sessions
            .values()
            .any(|session| session.client == client && session.place == Place::Page(id));
        let opener = self.opener(id);
        let mut infos = Vec::new();
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
        let known = |place: Place| {
            self.sessions.values().any(|session| {
                session.client == client && session.parent.is_none() && session.place == place
            })
        };
        if kinds.tabs && !known(Place::Tab(tab)) {
            self.announce_as_tab(client, None, tab);
        } else if kinds.pages && !known(Place::Page(tab)) {
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
        let info = target_info(&self.tabs.get(&tab)?.target, "page", true, opener.as_deref());
        Some(self.announce(client, parent, Place::Page(tab), &info, false))
    }

    /// The frame or worker with this target id, below a page that is attached.
    fn child_of(&self, target: Option<&str>) -> Option<(TabId, String)> {
        let target = target?;
        self.tabs.values().find_map(|tab| {
            let found = tab.children.iter().find(|(_, real)| {
                let info = real.announced.as_ref().map(|announced| announced.target_info.get());
                let info: Value =
                    serde_json::from_str(info.unwrap_or_default()).unwrap_or_default();
                info["targetId"] == target
            });
            found.map(|(child, _)| (tab.target.tab, child.clone()))
        })
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

    fn with_target(
        &mut self,
        caller: &Caller,
        id: Option<String>,
        then: impl FnOnce(&mut Self, TabId),
    ) {
        let id = id.unwrap_or_default();
        let found = self
            .tabs
            .values()
            .find(|tab| tab.target.target_id == id || tab_target_id(&tab.target) == id)
            .map(|tab| tab.target.tab);
        match found {
            Some(tab) => then(self, tab),
            None => self.refuse(caller, INVALID_PARAMS, "No target with given id found"),
        }
    }

    fn with_params<P: DeserializeOwned>(
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

    fn answer_with<R: serde::Serialize>(
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
        return TargetKinds { pages: true, tabs: false, browser: false };
    };
    let wants = |kind: &str| {
        filter
            .iter()
            .find(|entry| entry.r#type.as_deref().is_none_or(|wanted| wanted == kind))
            .is_some_and(|entry| !entry.exclude)
    };
    let (pages, tabs) = (wants("page"), wants("tab"));
    // A client that attaches to tabs gets the pages from them.
    TargetKinds { pages: pages && (discovery || !tabs), tabs, browser: wants("browser") }
}

fn browser_info() -> Value {
    json!({
        "targetId": BROWSER_TARGET, "type": "browser", "title": "", "url": "",
        "attached": true, "canAccessOpener": false,
    })
}
