//! Execution contexts that a client was told of before the tab was attached. It may use their ids
//! for as long as the document lives; on the way to Chrome they become Chrome's own.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Far above what Chrome gives, and easy to find in a frame.
const VIRTUAL_ID_MIN: i64 = 770_077_000_000;
const VIRTUAL_ID_MARK: &str = "770077";

#[derive(Debug, Clone)]
pub(crate) struct VirtualContext {
    pub(crate) id: i64,
    /// Empty for the page's own world.
    world: String,
    /// Chrome's, once it is known.
    real: Option<RealContext>,
}

#[derive(Debug, Clone)]
struct RealContext {
    id: i64,
    unique_id: String,
}

/// What of `Runtime.executionContextCreated` matters here.
#[derive(Debug, Deserialize)]
pub(crate) struct Created {
    pub(crate) context: CreatedContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreatedContext {
    pub(crate) id: i64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    unique_id: String,
    #[serde(default)]
    aux_data: AuxData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuxData {
    #[serde(default)]
    is_default: bool,
    #[serde(default)]
    frame_id: String,
}

impl VirtualContext {
    pub(crate) fn new(number: i64, world: &str) -> Self {
        Self { id: VIRTUAL_ID_MIN + number, world: world.to_owned(), real: None }
    }

    /// How it is announced to the client.
    pub(crate) fn created(&self, frame: &str, origin: &str) -> Value {
        let default = self.world.is_empty();
        json!({ "context": {
            "id": self.id,
            "origin": origin,
            "name": self.world,
            "uniqueId": self.unique_id(),
            "auxData": {
                "isDefault": default,
                "type": if default { "default" } else { "isolated" },
                "frameId": frame,
            },
        } })
    }

    fn unique_id(&self) -> String {
        format!("{}.1", self.id)
    }

    /// Takes Chrome's context if it is the one this stands for.
    pub(crate) fn bind(&mut self, frame: &str, created: &CreatedContext) -> bool {
        let same_world = if created.aux_data.is_default {
            self.world.is_empty()
        } else {
            self.world == created.name
        };
        if self.real.is_some() || !same_world || created.aux_data.frame_id != frame {
            return false;
        }
        self.real = Some(RealContext { id: created.id, unique_id: created.unique_id.clone() });
        true
    }

    /// Binds it to the context whose id is the answer to `Page.createIsolatedWorld`.
    pub(crate) fn bind_by_id(&mut self, world: &str, id: i64) -> bool {
        if self.real.is_some() || self.world != world {
            return false;
        }
        self.real = Some(RealContext { id, unique_id: String::new() });
        true
    }

    pub(crate) fn is_bound_to(&self, real: i64) -> bool {
        self.real.as_ref().is_some_and(|context| context.id == real)
    }
}

/// Parameters with Chrome's ids in place of ours; `None` when there is nothing to change, which is
/// found out without parsing.
pub(crate) fn to_real(params: &RawValue, contexts: &[VirtualContext]) -> Option<Box<RawValue>> {
    if contexts.is_empty() || !params.get().contains(VIRTUAL_ID_MARK) {
        return None;
    }
    let mut value: Value = serde_json::from_str(params.get()).ok()?;
    let object = value.as_object_mut()?;
    for context in contexts {
        let Some(real) = &context.real else { continue };
        for field in ["contextId", "executionContextId"] {
            if object.get(field).and_then(Value::as_i64) == Some(context.id) {
                object.insert(field.to_owned(), real.id.into());
            }
        }
        let unique = object.get("uniqueContextId").and_then(Value::as_str);
        if unique == Some(&context.unique_id()) {
            object.insert("uniqueContextId".to_owned(), real.unique_id.clone().into());
        }
    }
    serde_json::value::to_raw_value(&value).ok()
}

/// An event with our ids in place of Chrome's, for a client that knows only ours.
pub(crate) fn to_virtual(
    method: &str,
    params: &RawValue,
    contexts: &[VirtualContext],
) -> Option<Box<RawValue>> {
    let path: &[&str] = match method {
        "Runtime.executionContextDestroyed"
        | "Runtime.consoleAPICalled"
        | "Runtime.bindingCalled" => &["executionContextId"],
        "Runtime.exceptionThrown" => &["exceptionDetails", "executionContextId"],
        _ => return None,
    };
    if contexts.is_empty() {
        return None;
    }
    let mut value: Value = serde_json::from_str(params.get()).ok()?;
    let mut field = &mut value;
    for name in path {
        field = field.get_mut(*name)?;
    }
    let real = field.as_i64()?;
    let context = contexts.iter().find(|context| context.is_bound_to(real))?;
    *field = context.id.into();
    if let Some(unique) = value.get_mut("executionContextUniqueId") {
        *unique = context.unique_id().into();
    }
    serde_json::value::to_raw_value(&value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(value: &Value) -> Box<RawValue> {
        serde_json::value::to_raw_value(value).unwrap()
    }

    fn bound() -> VirtualContext {
        let mut context = VirtualContext::new(1, "");
        let created: Created = serde_json::from_value(json!({ "context": {
            "id": 7, "uniqueId": "u", "auxData": { "isDefault": true, "frameId": "F" },
        } }))
        .unwrap();
        assert!(context.bind("F", &created.context));
        context
    }

    #[test]
    fn ids_are_exchanged_on_the_way_and_back() {
        let contexts = [bound()];
        let ours = contexts[0].id;
        let there = to_real(&raw(&json!({ "contextId": ours, "expression": "1" })), &contexts);
        assert_eq!(there.unwrap().get(), r#"{"contextId":7,"expression":"1"}"#);
        let event = raw(&json!({ "executionContextId": 7 }));
        let back = to_virtual("Runtime.executionContextDestroyed", &event, &contexts).unwrap();
        assert_eq!(back.get(), json!({ "executionContextId": ours }).to_string());
    }

    #[test]
    fn what_needs_no_change_is_not_parsed() {
        assert!(to_real(&raw(&json!({ "contextId": 3 })), &[bound()]).is_none());
        assert!(to_virtual("Page.loadEventFired", &raw(&json!({})), &[bound()]).is_none());
    }

    #[test]
    fn another_world_or_frame_is_not_taken() {
        let mut context = VirtualContext::new(1, "utility");
        let created = |name: &str, frame: &str| -> Created {
            serde_json::from_value(json!({ "context": {
                "id": 7, "name": name, "auxData": { "isDefault": false, "frameId": frame },
            } }))
            .unwrap()
        };
        assert!(!context.bind("F", &created("other", "F").context));
        assert!(!context.bind("F", &created("utility", "G").context));
        assert!(context.bind("F", &created("utility", "F").context));
        assert!(!context.bind("F", &created("utility", "F").context));
    }
}
