//! Secrets by reference: put in on the way to a page, taken out on the way back.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabwright_browser::{SecretRefused, SecretSource};
use tabwright_policy::Vault;
use tabwright_wire::Problem;

use crate::problems;

/// The vault, as a driver asks it.
#[derive(Debug)]
pub(crate) struct VaultSecrets(pub(crate) Arc<Vault>);

impl SecretSource for VaultSecrets {
    fn is_referenced_in(&self, text: &str) -> bool {
        text.contains("${secret:")
    }

    fn expand(&self, text: &str, url: &str) -> Option<Result<String, SecretRefused>> {
        self.is_referenced_in(text).then(|| match self.0.expand(text, url) {
            Ok(expanded) => Ok(expanded.text.to_string()),
            Err(error) => Err(SecretRefused { reason: error.to_string(), fix: error.fix() }),
        })
    }
}

/// Whatever a page gives back of a secret has its name in the place of its value.
pub(crate) fn kept_out<T: Serialize + DeserializeOwned>(
    vault: &Vault,
    result: T,
) -> Result<T, Problem> {
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
