//! What a script gave to a method, as the host reads it. Validation has seen the script; values come from parameters
//! and from pages, so that each is looked at again.

use serde_json::{Map, Value};
use tabwright_wire::{Problem, ProblemCode, quote_page};

/// The arguments of one call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arguments<'a> {
    method: &'a str,
    given: &'a [Value],
}

impl<'a> Arguments<'a> {
    pub(super) fn new(method: &'a str, given: &'a [Value]) -> Self {
        Self { method, given }
    }

    /// The name of the target at this place.
    pub(super) fn target(self, place: usize) -> Result<&'a str, Problem> {
        self.target_if_any(place).ok_or_else(|| self.wrong(place, "a target: target(\"…\")"))
    }

    pub(super) fn target_if_any(self, place: usize) -> Option<&'a str> {
        target_of(self.given.get(place)?)
    }

    pub(super) fn text(self, place: usize) -> Result<String, Problem> {
        self.text_if_any(place).ok_or_else(|| self.wrong(place, "a text"))
    }

    pub(super) fn text_if_any(self, place: usize) -> Option<String> {
        text_of(self.given.get(place)?)
    }

    /// One text, or several in an array.
    pub(super) fn texts(self, place: usize) -> Result<Vec<String>, Problem> {
        let wrong = || self.wrong(place, "a text or an array of texts");
        match self.given.get(place) {
            Some(Value::Array(all)) => {
                all.iter().map(text_of).collect::<Option<_>>().ok_or_else(wrong)
            }
            Some(one) => Ok(vec![text_of(one).ok_or_else(wrong)?]),
            None => Err(wrong()),
        }
    }

    /// Anything but these words is yes: a parameter says on or off.
    pub(super) fn is_on(self, place: usize) -> bool {
        match self.given.get(place) {
            Some(Value::Bool(on)) => *on,
            Some(Value::String(word)) => {
                !matches!(word.to_lowercase().as_str(), "off" | "false" | "no" | "0" | "")
            }
            _ => true,
        }
    }

    pub(super) fn options(self, place: usize) -> Options<'a> {
        Options(self.given.get(place).and_then(Value::as_object))
    }

    fn wrong(self, place: usize, wanted: &str) -> Problem {
        let Self { method, .. } = self;
        let came = self.given.get(place).map_or_else(|| "nothing".to_owned(), Value::to_string);
        Problem {
            code: ProblemCode::BadRequest,
            title: format!("`flow.{method}` takes {wanted} there, and got {}", quote_page(&came)),
            fix: "Correct the script, or give the parameter another value".to_owned(),
        }
    }
}

/// The object with names at the end of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options<'a>(Option<&'a Map<String, Value>>);

impl<'a> Options<'a> {
    pub(super) fn text(self, name: &str) -> Option<String> {
        text_of(self.get(name)?)
    }

    pub(super) fn target(self, name: &str) -> Option<&'a str> {
        target_of(self.get(name)?)
    }

    pub(super) fn get(self, name: &str) -> Option<&'a Value> {
        self.0?.get(name)
    }
}

fn target_of(value: &Value) -> Option<&str> {
    value.get("target")?.as_str()
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
