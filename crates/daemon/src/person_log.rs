//! What the person changes by functions of the API, in the activity log.

use std::sync::Arc;

use serde_json::{Map, Value};
use tabwright_policy::{NewEntry, Policy};
use tabwright_room::{Audit, Caller};
use tabwright_wire::{ClientOrigin, FunctionFacts, Outcome, Problem};

use crate::problems;
use crate::remotes::mask_credentials;

/// What of the parameters stands in a line; the rest may be long or secret.
const TOLD: &[&str] = &["name", "id", "url", "args", "headless", "provider", "model", "baseUrl"];
/// Those of them that may have a credential in them.
const ADDRESSES: &[&str] = &["url", "baseUrl"];

#[derive(Debug)]
pub(crate) struct PersonLog(pub(crate) Arc<Policy>);

impl Audit for PersonLog {
    fn check(&self, function: &FunctionFacts) -> Result<(), Problem> {
        if !function.log.is_needed() {
            return Ok(());
        }
        self.0.log().check().map_err(|error| problems::audit_log(&error))
    }

    fn called(
        &self,
        caller: &Caller,
        function: &FunctionFacts,
        params: &Value,
        failed: Option<&Problem>,
    ) {
        if !function.log.is_by_daemon() {
            return;
        }
        self.0.log().write(NewEntry {
            origin: ClientOrigin::Person,
            client: caller.client.clone(),
            operation: kebab(function.name),
            tab: None,
            url: String::new(),
            detail: told(params).to_string(),
            outcome: if failed.is_some() { Outcome::Failed } else { Outcome::Done },
            note: failed.map(|problem| problem.title.clone()).unwrap_or_default(),
            took_ms: 0,
        });
    }
}

fn told(params: &Value) -> Value {
    let field = |name: &&str| Some(((*name).to_owned(), params.get(*name)?.clone()));
    let mut told: Map<String, Value> = TOLD.iter().filter_map(field).collect();
    for name in ADDRESSES {
        if let Some(Value::String(url)) = told.get_mut(*name) {
            *url = mask_credentials(url);
        }
    }
    Value::Object(told)
}

/// As verbs are written: `launch-browser`.
fn kebab(name: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_uppercase() {
        true => format!("-{}", letter.to_ascii_lowercase()),
        false => letter.to_string(),
    };
    name.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_has_what_matters_and_no_credential() {
        let remote = json!({ "name": "far", "url": "wss://h.example/?token=abc", "more": 1 });
        let line = json!({ "name": "far", "url": "wss://h.example/?token=***" });
        assert_eq!(told(&remote), line);
        let model =
            json!({ "name": "m", "key": "sk-1", "baseUrl": "https://a:b@h.example/?key=abc" });
        let line = told(&model).to_string();
        assert!(
            line.contains("h.example") && !line.contains("sk-1") && !line.contains("abc"),
            "{line}"
        );
        assert_eq!(kebab("openPairingCode"), "open-pairing-code");
    }
}
