//! What a script gave back over CDP.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::backend::Result;
use crate::error::ControlError;

/// A value of a script, or what it threw.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evaluated {
    pub(super) result: RemoteObject,
    #[serde(default)]
    exception_details: Option<ExceptionDetails>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoteObject {
    #[serde(default)]
    value: Option<Box<RawValue>>,
    #[serde(default)]
    unserializable_value: Option<String>,
    #[serde(default)]
    pub(super) object_id: Option<String>,
    #[serde(default)]
    subtype: Option<String>,
}

impl RemoteObject {
    pub(super) fn is_promise(&self) -> bool {
        self.subtype.as_deref() == Some("promise")
    }
}

#[derive(Deserialize)]
struct ExceptionDetails {
    text: String,
    #[serde(default)]
    exception: Option<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    value: Option<Value>,
}

impl Evaluated {
    /// The object that the script gave, if it gave one and threw nothing.
    pub(super) fn object(&self) -> Option<(&RemoteObject, &str)> {
        let id = self.result.object_id.as_deref()?;
        self.exception_details.is_none().then_some((&self.result, id))
    }

    pub(super) fn value(self) -> Result<Box<RawValue>> {
        if let Some(details) = self.exception_details {
            let thrown = details.exception.and_then(|thrown| {
                thrown.description.or_else(|| thrown.value.map(|value| value.to_string()))
            });
            // Without the stack, which is of our own making.
            let text = thrown.unwrap_or(details.text);
            let text = text.split("\n    at ").next().unwrap_or_default().to_owned();
            return Err(ControlError::Script(text));
        }
        let written = self.result.value.or_else(|| {
            let text = self.result.unserializable_value?;
            serde_json::value::to_raw_value(&text).ok()
        });
        Ok(written.unwrap_or_else(|| RawValue::NULL.to_owned()))
    }
}
