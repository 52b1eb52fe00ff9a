//! The script of a flow: the body of an async function with `flow`, `target` and `params` in scope, one
//! line for each step, so that a person can read and edit it. Generated from steps, checked before it is
//! stored, and read as steps again.

mod api;
mod fault;
mod generate;
pub(crate) mod parse;
mod read;
#[cfg(test)]
mod tests;
mod validate;
mod walk;

pub use api::{Argument, METHODS, Method, method_named};
pub use fault::{FaultKind, Faults, Place, ScriptFault};
pub use generate::generate;
pub use parse::SCRIPT_BYTES_MAX;
pub use read::{Line, read};
pub use validate::{is_flow_name, validate};
