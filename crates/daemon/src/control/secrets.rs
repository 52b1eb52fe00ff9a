//! Secrets by reference: put in on the way to a page, taken out on the way back.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabwright_browser::Driver;
use tabwright_policy::Vault;
use tabwright_wire::verbs::TypeParams;

use super::Failed;
use crate::problems::{self, Refusal};

/// Does a reference stand in it?
pub(super) fn are_in(text: &str) -> bool {
    text.contains("${secret:")
}

/// With the values in place of their names, if the document that gets them is of their site.
pub(super) async fn put_in(
    vault: &Vault,
    driver: &Driver,
    typed: &TypeParams,
) -> Result<TypeParams, Failed> {
    let tab = driver.find_tab(typed.tab).await.map_err(Failed::Control)?.id;
    let around = driver.address_around(tab, typed.target.clone(), typed.frame);
    let url = around.await.map_err(Failed::Control)?;
    let expanded = vault.expand(&typed.text, &url);
    let expanded = expanded.map_err(|error| Failed::Refused(problems::secret(&error)))?;
    Ok(TypeParams { text: expanded.text.to_string(), ..typed.clone() })
}

/// One report is as good as another: the same verb gives it.
pub(super) fn as_result<T: DeserializeOwned>(report: impl Serialize) -> Result<T, Failed> {
    let same = serde_json::to_value(report).and_then(serde_json::from_value);
    same.map_err(|error| Failed::Refused(problems::internal(&error)))
}

/// Whatever a page gives back of a secret has its name in the place of its value.
pub(super) fn kept_out<T: Serialize + DeserializeOwned>(
    vault: &Vault,
    result: T,
) -> Result<T, Refusal> {
    if !vault.has_revealed() {
        return Ok(result);
    }
    let mut value = serde_json::to_value(&result).map_err(|error| problems::internal(&error))?;
    if !take_out(vault, &mut value) {
        return Ok(result);
    }
    serde_json::from_value(value).map_err(|error| problems::internal(&error))
}

/// True when something was in it.
fn take_out(vault: &Vault, value: &mut Value) -> bool {
    match value {
        Value::String(text) => match vault.redact(text) {
            Cow::Borrowed(_) => false,
            Cow::Owned(clean) => {
                *text = clean;
                true
            }
        },
        Value::Array(values) => {
            values.iter_mut().fold(false, |found, it| take_out(vault, it) | found)
        }
        Value::Object(fields) => {
            let named = fields.keys().any(|name| matches!(vault.redact(name), Cow::Owned(_)));
            if named {
                let clean =
                    |(name, value): (String, Value)| (vault.redact(&name).into_owned(), value);
                *fields = std::mem::take(fields).into_iter().map(clean).collect();
            }
            fields.values_mut().fold(named, |found, it| take_out(vault, it) | found)
        }
        _ => false,
    }
}
