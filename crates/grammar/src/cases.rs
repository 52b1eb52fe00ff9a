//! Worked cases: grammars with what they make of utterances, and grammars that must be refused.
//! The format is that of `tests/data/cases.json` and `errors.json`; `tabwright grammar test` runs it too.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use crate::diagnostic::Kind;
use crate::entities::NoEntities;
use crate::grammar::{Grammar, Options, Report};
use crate::imports::Files;

/// One case. It has an `input` with what is expected of it, or the `kind` of error it must give.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    #[serde(default)]
    pub id: String,
    pub grammar: String,
    #[serde(default)]
    pub input: String,
    /// All values, in any order; `undefined` is written `null`.
    #[serde(default)]
    pub expect: Vec<Json>,
    /// The value that must rank first.
    pub best: Option<Json>,
    #[serde(default)]
    pub options: CaseOptions,
    /// Imported files, by the last part of their paths.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    pub main: Option<String>,
    pub kind: Option<ErrorKind>,
}

/// As in the reference engine, values are not computed unless the case says so.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CaseOptions {
    pub start: String,
    pub start_value_required: bool,
    pub enable_value_expressions: bool,
}

impl Default for CaseOptions {
    fn default() -> Self {
        let Options { start, start_value_required, .. } = Options::default();
        Self { start, start_value_required, enable_value_expressions: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ErrorKind {
    Syntax,
    MissingRule,
    NoValue,
    EpsilonCycle,
    Type,
    Import,
    TooLarge,
    /// Any error will do; so for kinds that are not known here.
    #[serde(other)]
    Probe,
}

/// How a file of cases went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    pub passed: usize,
    pub failures: Vec<Failure>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub id: String,
    /// What was expected and what came.
    pub reason: String,
}

#[derive(Debug, thiserror::Error)]
#[error(
    "the cases cannot be read: {0}; they are a JSON list of objects with `grammar`, `input` and `expect`, or `grammar` and `kind`"
)]
pub struct Unreadable(#[from] serde_json::Error);

/// Runs a whole file of cases.
pub fn run(text: &str) -> Result<Outcome, Unreadable> {
    let cases: Vec<Case> = serde_json::from_str(text)?;
    let mut outcome = Outcome::default();
    for (number, case) in cases.iter().enumerate() {
        match case.run() {
            Ok(()) => outcome.passed += 1,
            Err(reason) => {
                let id =
                    if case.id.is_empty() { format!("#{}", number + 1) } else { case.id.clone() };
                outcome.failures.push(Failure { id, reason });
            }
        }
    }
    Ok(outcome)
}

impl Case {
    /// Runs it alone; what went wrong comes as a sentence.
    pub fn run(&self) -> Result<(), String> {
        let compiled = self.compile();
        if let Some(kind) = self.kind {
            return match compiled {
                Ok(_) => Err(format!("expected an error of the kind {kind:?}, but it compiles")),
                Err(report) if kind.fits(&report) => Ok(()),
                Err(report) => {
                    Err(format!("expected an error of the kind {kind:?}, but:\n{report}"))
                }
            };
        }
        let grammar = compiled.map_err(|report| format!("it does not compile:\n{report}"))?;
        let parses = grammar.parses(&self.input, &NoEntities).map_err(|hard| hard.to_string())?;
        let found = distinct(parses.parses.iter().map(|parse| parse.value.to_json()));
        let wanted = distinct(self.expect.iter().cloned());
        let same = found.len() == wanted.len()
            && wanted.iter().all(|one| found.iter().any(|other| alike(one, other)));
        if !same {
            return Err(format!("expected {}, found {}", shown(&wanted), shown(&found)));
        }
        let Some(best) = &self.best else { return Ok(()) };
        let ranked = grammar.ranked(&self.input, &NoEntities).map_err(|hard| hard.to_string())?;
        let first = ranked.parses.first().map_or(Json::Null, |parse| parse.value.to_json());
        if alike(best, &first) {
            Ok(())
        } else {
            Err(format!("expected {best} to rank first, not {first}"))
        }
    }

    fn compile(&self) -> Result<Grammar, Report> {
        let CaseOptions { start, start_value_required, enable_value_expressions } =
            self.options.clone();
        let options =
            Options { start, start_value_required, value_expressions: enable_value_expressions };
        let main = self.main.as_deref().unwrap_or("case.agr");
        Grammar::from_text(main, &self.grammar, &ByLastPart(&self.files), &options)
    }
}

impl ErrorKind {
    fn fits(self, report: &Report) -> bool {
        let wanted = match self {
            Self::Probe => return true,
            Self::Syntax => Kind::Syntax,
            Self::MissingRule => Kind::MissingRule,
            Self::NoValue => Kind::NoValue,
            Self::EpsilonCycle => Kind::EpsilonCycle,
            Self::Type => Kind::Type,
            Self::Import => Kind::Import,
            Self::TooLarge => Kind::TooLarge,
        };
        report.kind() == Some(wanted)
    }
}

struct ByLastPart<'f>(&'f BTreeMap<String, String>);

impl Files for ByLastPart<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let last = path.rsplit('/').next().unwrap_or(path);
        self.0.get(path).or_else(|| self.0.get(last)).cloned()
    }
}

fn distinct(values: impl Iterator<Item = Json>) -> Vec<Json> {
    let mut distinct: Vec<Json> = Vec::new();
    for value in values {
        if !distinct.iter().any(|known| alike(known, &value)) {
            distinct.push(value);
        }
    }
    distinct
}

/// Equal, where `1` and `1.0` are the same number.
fn alike(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => one.as_f64() == other.as_f64(),
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, one)| other.get(key).is_some_and(|other| alike(one, other)))
        }
        _ => one == other,
    }
}

fn shown(values: &[Json]) -> String {
    Json::Array(values.to_vec()).to_string()
}
