//! A grammar as others use it: made from text, asked for parses.

use std::fmt;
use std::sync::Arc;

use crate::check::check;
use crate::compile::compile;
use crate::complete::{Completions, complete};
use crate::diagnostic::{Diagnostic, Kind};
use crate::entities::Entities;
use crate::imports::{Files, NoFiles, gather};
use crate::input::Input;
use crate::link::link;
use crate::matcher;
use crate::parse::{Parses, TooHard};
use crate::phrasings::{Phrasing, phrasings};
use crate::program::Program;
use crate::rank::rank;
use crate::source::{Source, Span};
use crate::value::Dialect;

#[derive(Debug, Clone)]
pub struct Options {
    /// The rule where matching begins.
    pub start: String,
    /// Whether every alternative of the start rule must give a value.
    pub start_value_required: bool,
    /// Whether values may be computed, or only put together.
    pub value_expressions: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { start: "Start".into(), start_value_required: true, value_expressions: true }
    }
}

/// A compiled grammar. It never changes, and a clone costs nothing.
#[derive(Debug, Clone)]
pub struct Grammar(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    program: Program,
    warnings: Vec<Diagnostic>,
}

impl Grammar {
    /// A grammar that imports no files.
    pub fn compile(name: &str, text: &str) -> Result<Self, Report> {
        Self::from_text(name, text, &NoFiles, &Options::default())
    }

    /// A grammar with the files that it imports.
    pub fn load(main: &str, files: &dyn Files, options: &Options) -> Result<Self, Report> {
        match files.read(main) {
            Some(text) => Self::from_text(main, &text, files, options),
            None => {
                let fault = crate::diagnostic::Fault::new(
                    Kind::Import,
                    Span::default(),
                    format!("The grammar `{main}` cannot be read."),
                );
                Err(Report(vec![fault.at(&Source::new(main, ""))]))
            }
        }
    }

    /// Compiles a grammar whose main file is given as text; what it imports is read from `files`.
    pub fn from_text(
        name: &str,
        text: &str,
        files: &dyn Files,
        options: &Options,
    ) -> Result<Self, Report> {
        let dialect = Dialect { expressions: options.value_expressions };
        let mut units = gather(name, text, files, dialect);
        let mut faults = std::mem::take(&mut units.faults);
        if !faults.is_empty() {
            return Err(Report(faults));
        }
        let mut warnings = std::mem::take(&mut units.warnings);
        let linked = link(&units, &options.start, &mut faults, &mut warnings);
        if faults.is_empty() {
            faults = check(&linked, options.start_value_required).err().unwrap_or_default();
        }
        if !faults.is_empty() {
            faults.truncate(Report::DIAGNOSTICS_MAX);
            return Err(Report(faults));
        }
        let program = compile(&linked);
        Ok(Self(Arc::new(Compiled { program, warnings })))
    }

    /// What is of no use in it, or perhaps not as it was meant.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// All parses, in the order of the source.
    pub fn parses(&self, input: &str, entities: &dyn Entities) -> Result<Parses, TooHard> {
        matcher::parses(&self.0.program, &Input::new(input)?, entities)
    }

    /// All parses, the one that was probably meant first.
    pub fn ranked(&self, input: &str, entities: &dyn Entities) -> Result<Parses, TooHard> {
        let mut parses = self.parses(input, entities)?;
        rank(&mut parses.parses, |parse| parse);
        Ok(parses)
    }

    /// How the beginning of an utterance could go on.
    pub fn complete(
        &self,
        prefix: &str,
        entities: &dyn Entities,
        limit: usize,
    ) -> Result<Completions, TooHard> {
        complete(&self.0.program, prefix, entities, limit)
    }

    /// Everything that can be said, as a person would read it.
    #[must_use]
    pub fn phrasings(&self) -> Vec<Phrasing> {
        phrasings(&self.0.program)
    }

    pub(crate) fn program(&self) -> &Program {
        &self.0.program
    }
}

/// Why a grammar cannot be used: every mistake that was found, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report(pub Vec<Diagnostic>);

impl Report {
    pub(crate) const DIAGNOSTICS_MAX: usize = 50;

    /// The kind of the first mistake.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.0.first().map(|diagnostic| diagnostic.fault.kind)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, diagnostic) in self.0.iter().enumerate() {
            let gap = if number > 0 { "\n\n" } else { "" };
            write!(f, "{gap}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}
