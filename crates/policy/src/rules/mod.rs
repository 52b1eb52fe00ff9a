//! The rules: the person's, the config file's and those that come with Tabwright.

mod built_in;
mod file;
mod rule;
mod rule_set;

pub(crate) use file::{PersonRules, write as write_person_rules};
pub(crate) use rule::CheckedRule;
pub use rule::RuleFault;
pub(crate) use rule_set::{ApplicableRules, RuleSet};
