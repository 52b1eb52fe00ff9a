//! Who may do what where: rules, questions to the person, secrets and the audit log.
//!
//! Owns: the decision on every request, the person's rules and answers, the secrets that clients type
//! by reference, and the log of what was done. Never drives a browser, opens a socket or trusts a
//! name or an address that a client or a page made up. The daemon calls it before and after each
//! operation; the command line reads the log and keeps secrets with it, daemon or not.

mod decide;
mod denial;
mod error;
mod log;
mod policy;
mod questions;
mod redaction;
mod request;
mod rules;
mod sanitize;
mod secrets;
mod session_answers;
mod sites;

pub use denial::Denial;
pub use error::PolicyError;
pub use log::{AuditLog, Flaw, LogBroken, LogError, LogLimits, NewEntry, Verified};
pub use policy::{Policy, PolicyConfig, PolicyPaths};
pub use questions::Wording;
pub use request::{Decision, PermissionRequest, Reach, ScriptUse};
pub use rules::RuleFault;
pub use secrets::{
    Expanded, KeptIn, KnownSecrets, ModelKeys, PASSPHRASE_VARIABLE, Redactor, SecretError,
    SecretInfo, SecretPlace, SecretText, Surroundings, TabKey, Vault,
};
#[doc(hidden)]
pub use sites::site_of_address;
pub use sites::{AddressError, PatternError};
