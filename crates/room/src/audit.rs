//! Who did what that is the person's to do, for the activity log.

use std::fmt;

use serde_json::Value;
use tabwright_wire::{FunctionFacts, Problem};

use crate::credential::Caller;

/// Whoever keeps the activity log.
pub trait Audit: fmt::Debug + Send + Sync {
    /// May it be called now? Not while its line could not be written.
    fn check(&self, function: &FunctionFacts) -> Result<(), Problem>;

    /// A function was called that changes something of the person's.
    fn called(
        &self,
        caller: &Caller,
        function: &FunctionFacts,
        params: &Value,
        failed: Option<&Problem>,
    );
}
