//! A model server for tests: it speaks the four wire formats of `tabwright-model` and the one of Codex, on any free port
//! of this machine, and answers what a test says.
//!
//! Owns: reading the requests of all wires back into one form, writing answers and faults in each wire's own
//! words, and a record of what was asked. Never shipped, never a model: what it answers comes from a script or
//! from a function that the test gives. Used by the tests of the model, of the agent and of the command line.
//!
//! A script is a row of [`Answer`]s, one for each request. A policy is a function from a
//! [`NormalizedRequest`] to an [`Answer`]; the same one runs on every wire.

#![deny(missing_docs)]

mod answer;
mod fault;
mod normalize;
mod record;
mod render;
mod request;
mod server;

pub use answer::{Answer, AnswerPart, Gate, Reported};
pub use fault::Fault;
pub use record::Recorded;
pub use request::{Image, Item, NormalizedRequest, Wire};
pub use server::{MODEL, ModelServer};
