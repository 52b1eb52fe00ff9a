//! `tabwright grammar check`: every mistake with its place and what to write instead.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use tabwright_grammar::diagnostic::{Diagnostic, Kind};

use super::files;
use crate::args::Output;
use crate::format;

/// One file as a program reads it.
#[derive(Debug, Serialize)]
struct Checked {
    file: String,
    errors: Vec<Finding>,
    warnings: Vec<Finding>,
    /// So many ways to say something.
    phrasings: usize,
}

#[derive(Debug, Serialize)]
struct Finding {
    /// The file where it stands, which may be one that is imported.
    file: String,
    line: usize,
    column: usize,
    kind: Kind,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// As a person is shown it.
    #[serde(skip)]
    shown: String,
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.position();
        Self {
            file: diagnostic.source.name.to_string(),
            line: place.line,
            column: place.column,
            kind: diagnostic.fault.kind,
            message: diagnostic.fault.message.clone(),
            hint: diagnostic.fault.hint.clone(),
            shown: diagnostic.to_string(),
        }
    }
}

pub(super) fn run(files: &[PathBuf], output: &Output) -> anyhow::Result<ExitCode> {
    let checked: Vec<Checked> =
        files.iter().map(|file| check(file)).collect::<anyhow::Result<_>>()?;
    if output.json {
        format::json(&checked)?;
    } else {
        checked.iter().for_each(print);
    }
    let all_good = checked.iter().all(|file| file.errors.is_empty());
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check(path: &Path) -> anyhow::Result<Checked> {
    let file = path.display().to_string();
    Ok(match files::load(path)? {
        Ok(grammar) => Checked {
            file,
            errors: Vec::new(),
            warnings: grammar.warnings().iter().map(Into::into).collect(),
            phrasings: grammar.phrasings().len(),
        },
        Err(report) => Checked {
            file,
            errors: report.0.iter().map(Into::into).collect(),
            warnings: Vec::new(),
            phrasings: 0,
        },
    })
}

fn print(checked: &Checked) {
    let Checked { file, errors, warnings, phrasings } = checked;
    errors.iter().for_each(|error| eprintln!("error: {}\n", error.shown));
    warnings.iter().for_each(|warning| eprintln!("warning: {}\n", warning.shown));
    match errors.len() {
        0 => println!("{file}: correct, {}", counted(*phrasings, "phrase")),
        mistakes => println!("{file}: {}", counted(mistakes, "mistake")),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
