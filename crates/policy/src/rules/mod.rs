//! The rules: the person's, the config file's and those that come with Tabwright.

mod book;
mod built_in;
mod file;
mod rule;

pub(crate) use book::{Book, Standing};
pub(crate) use rule::CheckedRule;
pub use rule::RuleFault;
