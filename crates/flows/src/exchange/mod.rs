//! Flows from and for other programs: recordings of Chrome's DevTools, tests of Playwright, projects of Selenium
//! IDE, and a file of our own. What comes in is made gestures and goes the way of every recording; what cannot be
//! carried over is said in notes.

mod gestures;
mod keys;
mod locators;
mod own;
mod playwright_export;
mod playwright_import;
mod playwright_locators;
mod puppeteer_export;
mod puppeteer_import;
mod side;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use tabwright_wire::flows::Flow;

use crate::script::{Faults, validate};
pub use own::FORMAT_VERSION;

/// Larger files are not read.
const FILE_BYTES_MAX: usize = 4 * 1024 * 1024;
const NOTES_MAX: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Our own JSON, which loses nothing.
    Tabwright,
    /// JSON of `@puppeteer/replay`, as the Recorder of Chrome's DevTools writes it.
    PuppeteerReplay,
    /// A test of Playwright, as its codegen writes it.
    Playwright,
    /// A project of Selenium IDE. It is read only.
    Side,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Imported {
    /// A project may have several.
    pub flows: Vec<Flow>,
    /// What could not be carried over, in words.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    pub text: String,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    #[error("the file cannot be read as {format}: {reason}")]
    Unreadable { format: &'static str, reason: String },
    #[error("the file has nothing in it that a flow could do")]
    Empty,
    #[error(
        "the file is of version {found} of the format, and this program knows versions up to {FORMAT_VERSION}"
    )]
    Newer { found: u64 },
    #[error("the file has more than {FILE_BYTES_MAX} bytes")]
    TooLarge,
    #[error("flows are not written as projects of Selenium IDE")]
    NotWritten,
    #[error("the flow in the file cannot be run:\n{0}")]
    Invalid(Faults),
}

impl ExchangeError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => {
                "Check that it is the whole file, and that its format is the one that was named."
            }
            Self::Empty => "Open it in the program that wrote it, and look whether it has steps.",
            Self::Newer { .. } => "Update Tabwright, then import it again.",
            Self::TooLarge => "Split it into several.",
            Self::NotWritten => "Export it as playwright or puppeteer-replay.",
            Self::Invalid(_) => "Correct what is named, then import it again.",
        }
    }
}

impl Format {
    /// By what a file looks like.
    #[must_use]
    pub fn guess(text: &str) -> Option<Self> {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(json) if json["format"] == own::FORMAT => Some(Self::Tabwright),
            Ok(json) if json["tests"].is_array() => Some(Self::Side),
            Ok(json) if json["steps"].is_array() => Some(Self::PuppeteerReplay),
            Ok(_) => None,
            Err(_) => text.contains("@playwright/test").then_some(Self::Playwright),
        }
    }
}

/// Reads a file. `name` is for the flow in it, where it is one; without it, the file says.
pub fn import(format: Format, text: &str, name: Option<&str>) -> Result<Imported, ExchangeError> {
    if text.len() > FILE_BYTES_MAX {
        return Err(ExchangeError::TooLarge);
    }
    let mut imported = match format {
        Format::Tabwright => own::import(text),
        Format::PuppeteerReplay => puppeteer_import::import(text),
        Format::Playwright => playwright_import::import(text),
        Format::Side => side::import(text),
    }?;
    if let (Some(name), [flow]) = (name, imported.flows.as_mut_slice()) {
        name.clone_into(&mut flow.name);
        if format != Format::Tabwright {
            flow.grammar_patterns = crate::phrases::patterns(flow);
        }
    }
    if imported.flows.is_empty() {
        return Err(ExchangeError::Empty);
    }
    for flow in &imported.flows {
        validate(flow).map_err(ExchangeError::Invalid)?;
    }
    imported.notes.truncate(NOTES_MAX);
    Ok(imported)
}

/// Writes a flow for another program, or for another Tabwright.
pub fn export(format: Format, flow: &Flow) -> Result<Exported, ExchangeError> {
    match format {
        Format::Tabwright => Ok(own::export(flow)),
        Format::PuppeteerReplay => Ok(puppeteer_export::export(flow)),
        Format::Playwright => Ok(playwright_export::export(flow)),
        Format::Side => Err(ExchangeError::NotWritten),
    }
}
