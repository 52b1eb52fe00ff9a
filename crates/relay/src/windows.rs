//! Where the browser's windows are.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::{GetWindow, SetWindow, TabParams, WindowBounds};

use crate::frames::{INVALID_PARAMS, SERVER_ERROR};
use crate::state::{Caller, State};
use crate::target_commands::TargetParams;

impl State {
    pub(crate) fn window_for_target(&mut self, caller: &Caller, params: Option<&RawValue>) {
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

    pub(crate) fn window_bounds(
        &mut self,
        caller: &Caller,
        method: &str,
        params: Option<&RawValue>,
    ) {
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
}
