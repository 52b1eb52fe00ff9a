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
    #[error("there is no rule {0} of the person's")]
    NoSuchRule(u32),
    #[error(
        "question {0} does not wait any more: it was answered, or its time ran out, or whoever asked went away"
    )]
    NoSuchQuestion(u32),
    #[error("a no to {} cannot be kept for always, because no rule can say it", describe_sensitivity(*.0))]
    NoForAlways(Sensitivity),
    #[error("the question is about no page, so that a rule from it would hold everywhere")]
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
                "Mend that line, or move the file away to begin without rules of your own."
            }
            Self::ConfigRule { .. } => "Change it in the config file, and start the daemon again.",
            Self::BadRule(_) => "Change what it says; `tabwright rules add --help` tells how.",
            Self::TooManyRules(_) => "Remove some with `tabwright rules remove NUMBER`.",
            Self::NoSuchRule(_) => "`tabwright rules` lists them with their numbers.",
            Self::NoSuchQuestion(_) => "Nothing is left to do; it may be asked again.",
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
