//! Who may do what where: rules, questions to the person, secrets and the audit log.
//!
//! Owns: the judgement on every act, the person's rules and answers, the secrets that clients type
//! by reference, and the log of what was done. Never drives a browser, opens a socket or trusts a
//! name or an address that a client or a page made up. The daemon calls it before and after each
//! deed; the command line reads the log and keeps secrets with it, daemon or not.

mod act;
mod denial;
mod error;
mod files;
mod judging;
mod log;
mod memory;
mod policy;
mod questions;
mod redaction;
mod rules;
mod secrets;
mod sites;
mod words;

pub use act::{Act, Verdict};
pub use denial::Denial;
pub use error::PolicyError;
pub use log::{AuditLog, Flaw, LogBroken, LogError, LogLimits, NewEntry, Verified};
pub use policy::{Places, Policy, PolicyConfig};
pub use rules::RuleFault;
pub use secrets::{
    Expanded, KeptIn, PASSPHRASE_VARIABLE, SecretError, SecretInfo, SecretText, Surroundings, Vault,
};
pub use sites::{AddressError, PatternError};
