//! The values with which a flow runs: what was given, checked, and what was recorded for the rest.

use serde_json::{Map, Value};
use tabwright_wire::flows::{Flow, FlowParameter, ParameterType};

use crate::template::Values;

/// What a flow runs with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bound {
    pub values: Values,
    /// Parameters that nobody gave and that have no default: whoever runs the flow asks the person.
    pub missing: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadValue {
    #[error("the flow has no parameter `{name}`; it has: {known}")]
    Unknown { name: String, known: String },
    #[error("`{name}` is {wanted}, and `{given}` is not; give it as {example}")]
    Kind { name: String, given: String, wanted: &'static str, example: &'static str },
}

/// Checks what was given against what the flow declares.
pub fn bind(flow: &Flow, given: &Map<String, Value>) -> Result<Bound, BadValue> {
    if let Some(name) = given.keys().find(|name| !flow.parameters.contains_key(*name)) {
        let known: Vec<_> = flow.parameters.keys().map(String::as_str).collect();
        return Err(BadValue::Unknown { name: name.clone(), known: known.join(", ") });
    }
    let mut bound = Bound::default();
    for (name, parameter) in &flow.parameters {
        let value = match given.get(name).filter(|value| !value.is_null()) {
            Some(value) => Some(read(name, parameter, value)?),
            None => parameter.default.clone(),
        };
        match value {
            Some(value) => drop(bound.values.insert(name.clone(), value)),
            None => bound.missing.push(name.clone()),
        }
    }
    Ok(bound)
}

fn read(name: &str, parameter: &FlowParameter, value: &Value) -> Result<String, BadValue> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        other => other.to_string(),
    };
    let bad = |wanted, example| {
        Err(BadValue::Kind { name: name.to_owned(), given: text.clone(), wanted, example })
    };
    match parameter.kind {
        ParameterType::Number if !text.trim().parse::<f64>().is_ok_and(f64::is_finite) => {
            bad("a number", "`3` or `2.5`")
        }
        ParameterType::Switch => match text.trim().to_lowercase().as_str() {
            "on" | "true" | "yes" | "1" => Ok("on".to_owned()),
            "off" | "false" | "no" | "0" => Ok("off".to_owned()),
            _ => bad("a switch", "`on` or `off`"),
        },
        // As the page writes it. The page may have options that the recording did not see.
        ParameterType::Choice => {
            let is_it =
                |option: &&String| option.trim().to_lowercase() == text.trim().to_lowercase();
            Ok(parameter.value_options.iter().find(is_it).cloned().unwrap_or(text))
        }
        ParameterType::Date if text.trim().is_empty() => bad("a date", "`2026-03-14`"),
        _ if value.is_object() || value.is_array() => bad("a text", "a text"),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn flow() -> Flow {
        let parameter = |kind, default: Option<&str>| FlowParameter {
            kind,
            default: default.map(str::to_owned),
            value_options: vec!["Small".to_owned(), "Large".to_owned()],
            ..FlowParameter::default()
        };
        let mut flow = Flow::default();
        flow.parameters.insert("size".into(), parameter(ParameterType::Choice, Some("Small")));
        flow.parameters.insert("count".into(), parameter(ParameterType::Number, Some("1")));
        flow.parameters.insert("gift".into(), parameter(ParameterType::Switch, Some("off")));
        flow.parameters.insert("password".into(), parameter(ParameterType::Secret, None));
        flow
    }

    fn bound(given: &Value) -> Result<Bound, BadValue> {
        bind(&flow(), given.as_object().unwrap())
    }

    #[test]
    fn values_are_checked_and_completed() {
        let done = bound(&json!({ "size": "large", "count": 2.5, "gift": true })).unwrap();
        let pairs: Vec<_> =
            done.values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("count", "2.5"), ("gift", "on"), ("size", "Large")]);
        assert_eq!(done.missing, ["password"]);
        for bad in [
            json!({ "count": "two" }),
            json!({ "gift": "maybe" }),
            json!({ "colour": "red" }),
            json!({ "count": [1] }),
        ] {
            assert!(bound(&bad).is_err(), "{bad}");
        }
        assert_eq!(bound(&json!({ "size": "Huge" })).unwrap().values["size"], "Huge");
    }
}
