//! Commands to the browser as a whole. Chrome's debugger refuses most of them to an extension;
//! they are answered from what the relay knows, or by the extension's other APIs.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_json::value::RawValue;
use tabwright_wire::{ClearCookies, GetCookies, SetCookies, SetCookiesParams, StoreParams, TabId};

use crate::browser::BrowserError;
use crate::frames::{INVALID_PARAMS, METHOD_NOT_FOUND, SERVER_ERROR};
use crate::sessions::{Place, SessionId};
use crate::state::{Caller, State};
use crate::target_commands::TargetParams;

impl State {
    pub(crate) fn browser_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        let Caller::Client { client, session, .. } = caller else { return };
        let (client, session) = (*client, session.clone());
        if self.pipe_browser_command(caller, method, params) {
            return;
        }
        match method {
            "Browser.getVersion" => self.tell_version(caller),
            "Browser.setDownloadBehavior" => self.set_download_behavior(caller, params),
            "Browser.cancelDownload" => self.cancel_download(caller, params),
            "Browser.close" => self.refuse(
                caller,
                SERVER_ERROR,
                "this is the person's own browser, so it is not closed. Disconnect instead",
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
                self.renew_pipe_auto_attach(client);
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
                self.if_piped(caller, method, params, |state, caller, method, _| {
                    let missing = format!(
                        "'{method}' is not available on the browser session of an extension; \
                         docs/cdp.md says why, and `tabwright up` starts a browser that has it"
                    );
                    state.refuse(caller, METHOD_NOT_FOUND, missing);
                });
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
                        let page = state.announce_page(*client, Some(session), tab);
                        state.note_awaiting(page);
                    }
                    state.done(caller);
                });
            }
            "Runtime.runIfWaitingForDebugger" => {
                self.release_page(session, tab);
                self.done(caller);
            }
            _ => self.browser_command(caller, method, params),
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
                    let open = cookies.map(|mut list| {
                        list.cookies.retain(|cookie| state.may_have(&caller, cookie));
                        list
                    });
                    state.answer_with(&caller, open);
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
