//! What a grammar must keep to before it is compiled: values, variables, types, no endless loops.

mod cycles;
mod types;
mod values;
mod variables;

use crate::diagnostic::Diagnostic;
use crate::link::Linked;
use crate::value::Type;

/// The type of every rule's value, or everything that is wrong.
pub(crate) fn check(
    linked: &Linked<'_>,
    start_value_required: bool,
) -> Result<Vec<Type>, Vec<Diagnostic>> {
    let mut faults = variables::check(linked);
    faults.extend(cycles::check(linked));
    faults.extend(values::check(linked, start_value_required));
    // Types of what is already wrong would only add noise.
    if !faults.is_empty() {
        return Err(faults);
    }
    let (types, faults) = types::check(linked);
    if faults.is_empty() { Ok(types) } else { Err(faults) }
}
