//! The person's rules on the disk.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabwright_files as files;
use tabwright_wire::{Rule, RuleSource};

use super::rule::CheckedRule;
use crate::error::PolicyError;

/// The newest first, as they are asked.
#[derive(Debug, Clone)]
pub(crate) struct PersonRules {
    pub(super) rules: Vec<CheckedRule>,
    /// Never given twice: a number in an old log means one rule.
    pub(super) next_id: u32,
}

#[derive(Serialize)]
struct Written<'a> {
    next_id: u32,
    rules: Vec<WrittenRule<'a>>,
}

#[derive(Serialize)]
struct WrittenRule<'a> {
    id: u32,
    rule: &'a Rule,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadFile<'a> {
    next_id: u32,
    /// Each read by itself, so that a wrong one can be told with its line.
    #[serde(borrow)]
    rules: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadRule {
    id: u32,
    rule: Rule,
}

pub(super) fn read(path: &Path) -> Result<PersonRules, PolicyError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(PersonRules { rules: Vec::new(), next_id: 1 });
        }
        Err(source) => return Err(PolicyError::ReadRules { path: path.to_owned(), source }),
    };
    understand(&text).map_err(|Broken { line, column, why }| PolicyError::BrokenRules {
        path: path.to_owned(),
        line,
        column,
        why,
    })
}

/// What is wrong, and where.
struct Broken {
    line: usize,
    column: usize,
    why: String,
}

fn understand(text: &str) -> Result<PersonRules, Broken> {
    let file: ReadFile<'_> = serde_json::from_str(text).map_err(|error| not_json(&error, 0))?;
    let mut rules: Vec<CheckedRule> = Vec::new();
    let mut last_id = 0;
    for raw in file.rules {
        let (line, column) = place_of(raw.get(), text);
        let ReadRule { id, rule } =
            serde_json::from_str(raw.get()).map_err(|error| not_json(&error, line - 1))?;
        let wrong = |why: String| Broken { line, column, why };
        if rules.iter().any(|known| known.record().id == Some(id)) {
            return Err(wrong(format!("another rule has the id {id}, too")));
        }
        let checked = CheckedRule::check(rule, RuleSource::Person, Some(id));
        rules.push(checked.map_err(|fault| wrong(fault.to_string()))?);
        last_id = last_id.max(id);
    }
    Ok(PersonRules { rules, next_id: file.next_id.max(last_id.saturating_add(1)) })
}

pub(crate) fn write(path: &Path, rules: &PersonRules) -> Result<(), PolicyError> {
    let failed = |source| PolicyError::WriteRules { path: path.to_owned(), source };
    let told = rules
        .rules
        .iter()
        .filter_map(|rule| rule.record().id.map(|id| WrittenRule { id, rule: rule.rule() }));
    let written = Written { next_id: rules.next_id, rules: told.collect() };
    let mut text = serde_json::to_vec_pretty(&written).map_err(|error| failed(error.into()))?;
    text.push(b'\n');
    if let Some(folder) = path.parent() {
        files::make_folder(folder).map_err(failed)?;
    }
    files::replace(path, &text).map_err(failed)
}

/// serde_json ends its sentence with the place, which is told apart here.
fn not_json(error: &serde_json::Error, lines_before: usize) -> Broken {
    let told = error.to_string();
    let why = told.rsplit_once(" at line ").map_or(told.as_str(), |(why, _)| why).to_owned();
    Broken { line: lines_before + error.line(), column: error.column(), why }
}

/// Line and column, from 1, of a part of the text.
fn place_of(part: &str, text: &str) -> (usize, usize) {
    let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, offset - line_start + 1)
}
