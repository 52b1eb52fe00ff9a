//! The config file as text, and the places of mistakes in it.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::SettingsError;

/// How alike two names must be for the one to be taken for the other, from 0 to 1.
const ALIKE: f64 = 0.6;

/// The config file, read but not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// Something wrong in the config file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Both count from 1.
    pub line: usize,
    pub column: usize,
    pub what: String,
    /// The line itself, and how many characters of it are meant.
    excerpt: String,
    length: usize,
}

/// One step on the way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key<'a> {
    Name(&'a str),
    /// Among `[[tables]]` of the same name, from 0.
    Index(usize),
}

impl ConfigFile {
    /// A file that is not there is empty.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let path = path.to_owned();
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self { path, text: String::new() })
            }
            Err(source) => Err(SettingsError::Read { path, source }),
        }
    }

    /// The error for a value that only its user can check, with the value's place. A value that is not
    /// there has the place of what would hold it.
    #[must_use]
    pub fn mistake(&self, place: &[Key<'_>], what: impl Into<String>) -> SettingsError {
        let mut mistakes = self.mistakes();
        let span = DeTable::parse(&self.text).ok().and_then(|root| locate(root.get_ref(), place));
        mistakes.add(span.unwrap_or_default(), what);
        self.error(mistakes.found)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn table(&self) -> Result<DeTable<'_>, SettingsError> {
        DeTable::parse(&self.text).map(Spanned::into_inner).map_err(|error| {
            let mut mistakes = self.mistakes();
            mistakes.add(error.span().unwrap_or_default(), error.message());
            self.error(mistakes.found)
        })
    }

    pub(super) fn mistakes(&self) -> Mistakes<'_> {
        Mistakes { text: &self.text, found: Vec::new() }
    }

    pub(super) fn error(&self, mistakes: Vec<Mistake>) -> SettingsError {
        SettingsError::ConfigFile { path: self.path.clone(), mistakes }
    }
}

/// The place of a value, or of the last thing on the way to it that is there.
fn locate(root: &DeTable<'_>, place: &[Key<'_>]) -> Option<Range<usize>> {
    let (Key::Name(first), rest) = place.split_first()? else { return None };
    let mut value = root.get(*first)?;
    for key in rest {
        let next = match *key {
            Key::Name(name) => value.get_ref().get(name),
            Key::Index(index) => value.get_ref().get(index),
        };
        match next {
            Some(next) => value = next,
            None => break,
        }
    }
    Some(value.span())
}

/// Mistakes as they are found.
#[derive(Debug)]
pub(super) struct Mistakes<'t> {
    text: &'t str,
    pub(super) found: Vec<Mistake>,
}

impl Mistakes<'_> {
    pub(super) fn add(&mut self, span: Range<usize>, what: impl Into<String>) {
        let start = self.text.floor_char_boundary(span.start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |end| start + end);
        let end = self.text.floor_char_boundary(span.end.clamp(start, line_end));
        self.found.push(Mistake {
            line: 1 + self.text[..start].matches('\n').count(),
            column: 1 + self.text[line_start..start].chars().count(),
            what: what.into(),
            // A tab is as wide as the person's editor likes; one blank keeps the marks below in place.
            excerpt: self.text[line_start..line_end].trim_end().replace('\t', " "),
            length: self.text[start..end].trim_end().chars().count().max(1),
        });
    }

    /// A name that nobody knows. `else_hint` is said where no other name is like it.
    pub(super) fn unknown_name(
        &mut self,
        name: &Spanned<DeString<'_>>,
        known: &[&str],
        else_hint: &str,
    ) {
        let written: &str = name.get_ref();
        let hint = match nearest(written, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => else_hint.to_owned(),
        };
        self.add(name.span(), format!("`{written}` is not known here; {hint}"));
    }
}

fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let like = |known: &&'a str| (strsim::normalized_damerau_levenshtein(name, known), *known);
    let best = known.iter().map(like).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 >= ALIKE || best.1.starts_with(name)).then_some(best.1)
}

/// The text of a plain value: numbers as people write them, anything else as it stands there.
pub(super) fn plain(text: &str, value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => text.as_ref().to_owned(),
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| number.to_string(), |number| number.to_string()),
        _ => text.get(value.span()).unwrap_or_default().to_owned(),
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, what, excerpt, length } = self;
        let margin = " ".repeat(line.to_string().len());
        let (blanks, marks) = (" ".repeat(column - 1), "^".repeat(*length));
        writeln!(f, "{line}:{column}: {what}")?;
        writeln!(f, "{margin} |\n{line} | {excerpt}")?;
        write!(f, "{margin} | {blanks}{marks}")
    }
}
