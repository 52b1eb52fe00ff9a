//! What was typed, chosen or uploaded becomes a parameter, with a type and what was recorded as its default.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabwright_wire::flows::{ChosenOption, FieldValue, Fingerprint, FlowParameter, ParameterType};

use super::comeback::{Given, same_value};
use super::names;
use super::same::same_element;
use crate::template::{Text, is_name};

/// What the person says of a value that was recorded, by the id of its gesture.
pub type Marks = BTreeMap<String, Mark>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// It is asked for when the flow runs, under this name if one is given.
    Parameter { name: Option<String> },
    /// It is always what was recorded.
    Constant,
}

#[derive(Debug, Default)]
pub(super) struct Parameters {
    pub(super) declared: BTreeMap<String, FlowParameter>,
    pub(super) given: Vec<Given>,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    target: Fingerprint,
    parameter: String,
    value: Option<String>,
}

impl Parameters {
    /// What a step types for a value: a parameter, or the words themselves.
    pub(super) fn typed(
        &mut self,
        field: &Fingerprint,
        value: &FieldValue,
        mark: Option<&Mark>,
    ) -> Text {
        let label = described(field);
        let (kind, default, description) = match value {
            FieldValue::Text { text } => match mark {
                Some(Mark::Constant) => return Text::words(text.clone()),
                // A field was emptied.
                None if text.is_empty() => return Text::default(),
                _ => (type_of(field, text), Some(text.clone()), label),
            },
            FieldValue::Secret => (ParameterType::Secret, None, label),
            FieldValue::OneTimeCode => (
                ParameterType::Secret,
                None,
                format!("{label}: good once, so it is asked for each time"),
            ),
            FieldValue::TooLong => (
                ParameterType::Text,
                None,
                format!("{label}: what was typed was too long to be recorded"),
            ),
        };
        let fallback = if kind == ParameterType::Secret { "secret" } else { "text" };
        Text::parameter(self.declare(field, fallback, mark, kind, default, description, Vec::new()))
    }

    /// One option is a choice among those that there were; several stay as they are.
    pub(super) fn chosen(
        &mut self,
        field: &Fingerprint,
        chosen: &[ChosenOption],
        options: &[String],
        mark: Option<&Mark>,
    ) -> Vec<Text> {
        match chosen {
            [one] if mark != Some(&Mark::Constant) => {
                let mut options = options.to_vec();
                if !options.contains(&one.label) {
                    options.push(one.label.clone());
                }
                let default = Some(one.label.clone());
                let description = described(field);
                let name = self.declare(
                    field,
                    "choice",
                    mark,
                    ParameterType::Choice,
                    default,
                    description,
                    options,
                );
                vec![Text::parameter(name)]
            }
            several => several.iter().map(|it| Text::words(it.label.clone())).collect(),
        }
    }

    /// A box is a parameter only if the person says so: mostly it has to be ticked.
    pub(super) fn switched(
        &mut self,
        field: &Fingerprint,
        on: bool,
        mark: Option<&Mark>,
    ) -> Option<String> {
        let Some(Mark::Parameter { .. }) = mark else { return None };
        let default = Some(if on { "on" } else { "off" }.to_owned());
        let description = described(field);
        Some(self.declare(
            field,
            "switch",
            mark,
            ParameterType::Switch,
            default,
            description,
            Vec::new(),
        ))
    }

    pub(super) fn uploaded(
        &mut self,
        field: &Fingerprint,
        names: &[String],
        mark: Option<&Mark>,
    ) -> Vec<Text> {
        // The recording knows the names only, and no file is found by its name alone.
        let description = format!("{}: a file such as {}", described(field), names.join(", "));
        let name =
            self.declare(field, "file", mark, ParameterType::File, None, description, Vec::new());
        vec![Text::parameter(name)]
    }

    /// Words that are a parameter because the person says so.
    pub(super) fn marked(&mut self, name: &str, value: &str) -> Text {
        let field = Fingerprint { name: name.to_owned(), ..Fingerprint::default() };
        let mark = Mark::Parameter { name: Some(name.to_owned()) };
        let kind = ParameterType::Text;
        Text::parameter(self.declare(
            &field,
            "text",
            Some(&mark),
            kind,
            Some(value.to_owned()),
            String::new(),
            Vec::new(),
        ))
    }

    #[allow(clippy::too_many_arguments)]
    fn declare(
        &mut self,
        field: &Fingerprint,
        fallback: &str,
        mark: Option<&Mark>,
        kind: ParameterType,
        default: Option<String>,
        description: String,
        value_options: Vec<String>,
    ) -> String {
        let wanted = match mark {
            Some(Mark::Parameter { name: Some(name) }) if is_name(name) => Some(name.clone()),
            _ => None,
        };
        // The same value in the same field is given once.
        let known = self.fields.iter().find(|known| {
            let same_value = match (&known.value, &default) {
                (Some(one), Some(other)) => same_value(one, other),
                (None, None) => true,
                _ => false,
            };
            same_value && same_element(&known.target, field)
        });
        if let Some(known) = known
            && wanted.as_ref().is_none_or(|name| *name == known.parameter)
        {
            return known.parameter.clone();
        }
        let base = wanted.unwrap_or_else(|| names::parameter(field, fallback));
        let name = names::free(&base, |name| self.declared.contains_key(name));
        if let Some(value) = default.clone().filter(|_| kind != ParameterType::Switch) {
            self.given.push(Given { parameter: name.clone(), value });
        }
        self.fields.push(Field {
            target: field.clone(),
            parameter: name.clone(),
            value: default.clone(),
        });
        let required = default.is_none();
        self.declared.insert(
            name.clone(),
            FlowParameter { kind, required, description, default, value_options },
        );
        name
    }
}

/// What a person calls the field.
fn described(field: &Fingerprint) -> String {
    let said = [field.label.as_ref(), Some(&field.name)].into_iter().flatten();
    said.map(|it| it.trim().trim_end_matches([':', '*', ' ']).to_owned())
        .find(|it| !it.is_empty())
        .unwrap_or_default()
}

/// By what the field says of itself, and a date by its form. A number in a text field may be a post code.
fn type_of(field: &Fingerprint, value: &str) -> ParameterType {
    match field.input_type.as_deref() {
        Some("number" | "range") => ParameterType::Number,
        Some("date" | "datetime-local" | "month" | "week") => ParameterType::Date,
        _ if matches!(field.role.as_str(), "spinbutton" | "slider") && is_number(value) => {
            ParameterType::Number
        }
        _ if is_date(value) => ParameterType::Date,
        _ => ParameterType::Text,
    }
}

fn is_number(value: &str) -> bool {
    value.trim().parse::<f64>().is_ok_and(f64::is_finite)
}

/// `2026-03-14`.
fn is_date(value: &str) -> bool {
    let parts: Vec<&str> = value.trim().split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.iter().all(|part| part.bytes().all(|it| it.is_ascii_digit()))
}
