//! WebFlows: what a person showed once, made into a script with parameters, kept, and found again.
//!
//! Owns: which element of a page is the one that was recorded, the way from gestures to steps and parameters, the
//! script and what it may do, the phrases that run it, files of other programs, and where flows, recordings and
//! runs are kept; and running one by the verbs of a host. Never: decides who may do what, needs a model. Called by the
//! room that records and runs.
//!
//! # The way of a recording
//!
//! [`recordings::Recordings`] keeps gestures as they come; the store is the record, and a daemon that was killed goes on
//! from it. [`normalize::normalize`] makes a [`normalize::Draft`] of them: [`steps::Step`]s with parameters, and a
//! sentence for each. [`recordings::Recordings::finish`] makes a flow of it, whose script [`script::validate`] has
//! checked, and [`flow_store::FlowStore`] keeps its versions. [`phrases::spoken`] is what the dispatcher registers.
//!
//! # The way of a run
//!
//! [`values::bind`] checks what was given. [`script::read`] tells the steps for `--dry-run` and for resuming;
//! [`script::METHODS`] is what the sandbox has to offer. For each `target("…")`, [`template::put_in`] puts the values
//! into its fingerprint, and [`finding::find`] decides which candidate it is, or stops. [`run::run`] does all that, with
//! a journal of what is done.
//!
//! # Other programs
//!
//! [`exchange::import`] makes gestures of their files and sends them the same way; [`exchange::export`] writes them from
//! the steps of a script. What cannot be carried over is in notes.

pub mod exchange;
pub mod finding;
pub mod flow_store;
pub mod normalize;
pub mod phrases;
pub mod recordings;
pub mod run;
pub mod script;
pub mod steps;
pub mod template;
pub mod values;
mod words;
