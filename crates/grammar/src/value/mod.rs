//! The value half of the language: what stands behind `->`. It is read ([`read`]), its types are
//! checked ([`check`]), it is made ready ([`prepare`]), and computed at every match
//! ([`Formula::compute`]). Nothing here knows of patterns, rules or files.
//!
//! It is the pure core of JavaScript's expressions, without coercion. Where it differs:
//! texts hold whole characters (half of a surrogate pair becomes U+FFFD), lists and objects are
//! compared by what they hold, and nothing throws: what JavaScript refuses at run time, and what
//! grows beyond [`VALUE_BYTES_MAX`] or [`VALUE_DEPTH_MAX`], is `undefined`.

mod calls;
mod check;
mod data;
mod formula;
mod lists;
mod methods;
mod narrow;
mod number;
mod read;
mod refuse;
mod text;
mod tokens;
mod tree;
mod types;

#[cfg(test)]
mod tests;

pub use check::check;
pub use data::{Object, VALUE_BYTES_MAX, VALUE_DEPTH_MAX, Value};
pub use formula::{Formula, prepare};
pub use read::{Dialect, EXPRESSION_DEPTH_MAX, read};
pub use tree::Expr;
pub use types::{Shape, Type};
