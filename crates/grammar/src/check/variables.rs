//! Each variable is captured once, and every value uses only what its alternative captures.

use crate::diagnostic::{Diagnostic, Fault, Kind};
use crate::link::{Alternative, Linked, Part};
use crate::nearest::nearest;
use crate::syntax::Name;

pub(crate) fn check(linked: &Linked<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (id, rule) in linked.rules.iter().enumerate() {
        let mut found = Vec::new();
        rule.alternatives.iter().for_each(|one| alternative(one, &mut found));
        faults.extend(found.into_iter().map(|fault| linked.report(id, fault)));
    }
    faults
}

fn alternative(one: &Alternative<'_>, faults: &mut Vec<Fault>) {
    for part in &one.parts {
        if let Part::Group { alternatives, .. } = part {
            alternatives.iter().for_each(|inner| alternative(inner, faults));
        }
    }
    let captured: Vec<&Name> = one.captures().map(|(name, ..)| name).collect();
    for (number, name) in captured.iter().enumerate() {
        if captured[..number].iter().any(|earlier| earlier.text == name.text) {
            let message = format!("`{}` is captured twice here.", name.text);
            let fault = Fault::new(Kind::Syntax, name.span, message);
            faults.push(fault.hint("Give the second a name of its own."));
        }
    }
    let Some(value) = &one.written.value else { return };
    for (name, span) in value.variables() {
        if captured.iter().any(|known| &*known.text == name) {
            continue;
        }
        let message =
            format!("The value uses `{name}`, which is not captured in this alternative.");
        let fault = Fault::new(Kind::Syntax, span, message);
        faults.push(if is_inside(&one.parts, name) {
            fault.hint(
                "Captures inside a group are not seen outside; give the group a rule and capture that.",
            )
        } else if let Some(near) = nearest(name, captured.iter().map(|known| &*known.text)) {
            fault.hint(format!("Did you mean `{near}`?"))
        } else {
            fault.hint(format!("Capture it with `$({name})`, or quote it if it is text."))
        });
    }
}

/// Whether a group captures it.
fn is_inside(parts: &[Part<'_>], name: &str) -> bool {
    parts.iter().any(|part| match part {
        Part::Group { alternatives, .. } => alternatives.iter().any(|one| {
            one.captures().any(|(known, ..)| &*known.text == name) || is_inside(&one.parts, name)
        }),
        _ => false,
    })
}
