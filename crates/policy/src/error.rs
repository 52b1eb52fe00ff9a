//! What can go wrong with rules and questions, apart from a denial.

use std::io;
use std::path::PathBuf;

use tabwright_wire::Sensitivity;

use crate::denial::describe_sensitivity;
use crate::log::LogError;
use crate::rules::RuleFault;

#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    #[error("cannot read the rules in {}: {source}", path.display())]
    ReadRules { path: PathBuf, source: io::Error },
    #[error("the rules in {} are broken at line {line}, column {column}: {why}", path.display())]
    BrokenRules { path: PathBuf, line: usize, column: usize, why: String },
    #[error("cannot write the rules to {}: {source}", path.display())]
    WriteRules { path: PathBuf, source: io::Error },
    #[error("rule {number} of the config file is wrong: {why}")]
    ConfigRule { number: usize, why: RuleFault },
    #[error("this rule is wrong: {0}")]
    BadRule(#[from] RuleFault),
    #[error("there are {0} rules already")]
    TooManyRules(usize),
    #[error("there is no rule {0} of yours")]
    NoSuchRule(u32),
    #[error("question {0} is no longer open: it was answered, it expired, or the client has gone")]
    NoSuchQuestion(u32),
    #[error("{}", code_fault(*tries_left))]
    AnswerCode { tries_left: u8 },
    #[error("a no to {} cannot be saved as a rule", describe_sensitivity(*.0))]
    NoForAlways(Sensitivity),
    #[error("the question is not about a page, so a rule from it would apply everywhere")]
    AlwaysEverywhere,
    #[error(transparent)]
    Log(#[from] LogError),
}

impl PolicyError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::ReadRules { .. } | Self::WriteRules { .. } => {
                "Make sure that the file and its folder are yours, and that the disk is not full."
            }
            Self::BrokenRules { .. } => {
                "Correct that line, or move the file away to start without your own rules."
            }
            Self::ConfigRule { .. } => "Correct it in the config file, then restart the daemon.",
            Self::BadRule(_) => "Correct it. `tabwright rules add --help` shows how.",
            Self::TooManyRules(_) => "Remove some with `tabwright rules remove NUMBER`.",
            Self::NoSuchRule(_) => "`tabwright rules` lists the rules and their numbers.",
            Self::NoSuchQuestion(_) => "There is nothing to answer. The client may ask again.",
            Self::AnswerCode { tries_left: 0 } => "The client may ask again.",
            Self::AnswerCode { .. } => {
                "Answer in the window that asks, in the browser. Or give the code that it shows: \
                 `tabwright approve NUMBER --code CODE`."
            }
            Self::NoForAlways(_) => {
                "Answer for this session, or make a rule for the site with the mode `ask`, \
                 `read-only` or `deny`."
            }
            Self::AlwaysEverywhere => {
                "Answer for this session, or make that rule yourself with `tabwright rules add`."
            }
            Self::Log(error) => return error.fix(),
        }
        .to_owned()
    }
}

fn code_fault(tries_left: u8) -> &'static str {
    match tries_left {
        0 => "the code was wrong too often, so the answer is no",
        _ => "a yes needs the code that the window of the question shows",
    }
}
