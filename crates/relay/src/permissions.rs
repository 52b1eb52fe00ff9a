//! What sites may do without asking the person. An extension sets it for good, so the relay takes it
//! back with the client that wanted it.

use serde::Deserialize;
use serde_json::value::RawValue;
use tabwright_wire::{
    PermissionParams, PermissionSetting, ResetPermissions, SetPermissions, StoreParams,
};

use crate::frames::SERVER_ERROR;
use crate::state::{Caller, State};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Grant {
    permissions: Vec<String>,
    origin: Option<String>,
    browser_context_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Setting {
    permission: Descriptor,
    setting: PermissionSetting,
    origin: Option<String>,
    browser_context_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Descriptor {
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reset {
    browser_context_id: Option<String>,
}

impl State {
    pub(crate) fn permission_command(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
        match method {
            "Browser.grantPermissions" => {
                self.with_params(caller, params, |state, grant: Grant| {
                    let context = grant.browser_context_id.as_deref();
                    let Some(incognito) = state.store_of(caller, context) else { return };
                    let params = PermissionParams {
                        names: grant.permissions,
                        setting: PermissionSetting::Granted,
                        origin: grant.origin,
                        incognito,
                    };
                    state.set_permissions(caller, params);
                });
            }
            "Browser.setPermission" => {
                self.with_params(caller, params, |state, setting: Setting| {
                    let context = setting.browser_context_id.as_deref();
                    let Some(incognito) = state.store_of(caller, context) else { return };
                    let params = PermissionParams {
                        names: vec![setting.permission.name],
                        setting: setting.setting,
                        origin: setting.origin,
                        incognito,
                    };
                    state.set_permissions(caller, params);
                });
            }
            _ => self.with_params(caller, params, |state, reset: Reset| {
                let Caller::Client { client, .. } = caller else { return };
                let context = reset.browser_context_id.as_deref();
                let Some(incognito) = state.store_of(caller, context) else { return };
                if let Some(client) = state.clients.get_mut(client) {
                    client.permissions.retain(|set| set.incognito != incognito);
                }
                state.renew_permissions(incognito, Some(caller.clone()));
            }),
        }
    }

    /// What a client has set goes with it.
    pub(crate) fn forget_permissions(&mut self, set: &[PermissionParams]) {
        for incognito in [false, true] {
            if set.iter().any(|set| set.incognito == incognito) {
                self.renew_permissions(incognito, None);
            }
        }
    }

    /// Clears the store, and sets again what the clients that are left have asked for.
    pub(crate) fn renew_permissions(&mut self, incognito: bool, caller: Option<Caller>) {
        self.ask::<ResetPermissions>(&StoreParams { incognito }, move |state, reset| {
            if let Err(error) = &reset {
                tracing::warn!(%error, "permissions were not taken back");
            }
            let clients = state.clients.values();
            let wanted: Vec<PermissionParams> =
                clients.flat_map(|client| &client.permissions).cloned().collect();
            for params in wanted.iter().filter(|set| set.incognito == incognito) {
                state.ask::<SetPermissions>(params, |_, set| {
                    if let Err(error) = set {
                        tracing::warn!(%error, "a permission was not set again");
                    }
                });
            }
            if let Some(caller) = caller {
                state.answer_with(&caller, reset);
            }
        });
    }

    fn set_permissions(&mut self, caller: &Caller, params: PermissionParams) {
        let caller = caller.clone();
        self.ask::<SetPermissions>(&params.clone(), move |state, set| {
            let Caller::Client { client, .. } = &caller else { return };
            match (set, state.clients.get_mut(client)) {
                (Ok(_), Some(known)) => {
                    // The last word about the same thing is the one that holds.
                    known.permissions.retain(|set| {
                        (&set.names, &set.origin, set.incognito)
                            != (&params.names, &params.origin, params.incognito)
                    });
                    known.permissions.push(params);
                    state.done(&caller);
                }
                // It left before it was done, and cannot take it back any more.
                (Ok(_), None) => state.renew_permissions(params.incognito, None),
                (Err(error), _) => state.refuse(&caller, SERVER_ERROR, error.to_string()),
            }
        });
    }
}
