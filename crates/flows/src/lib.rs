//! WebFlows: what a person showed once, made into a script with parameters, kept, and found again.
//!
//! Never: drives a browser or runs a script, decides who may do what, needs a model.

pub mod finding;
pub mod flow_store;
pub mod normalize;
pub mod phrases;
pub mod recordings;
pub mod script;
pub mod steps;
pub mod template;
pub mod values;
mod words;
