//! Which rules give a value, and who needs one.

use crate::diagnostic::{Diagnostic, Fault, Kind};
use crate::link::{Alternative, Linked, Part, Taken, Target};

pub(crate) fn check(linked: &Linked<'_>, start_value_required: bool) -> Vec<Diagnostic> {
    let givers = givers(linked);
    let mut faults = Vec::new();
    for (id, rule) in linked.rules.iter().enumerate() {
        let mut found = Vec::new();
        rule.alternatives.iter().for_each(|one| captures(linked, &givers, one, &mut found));
        faults.extend(found.into_iter().map(|fault| linked.report(id, fault)));
    }
    if start_value_required && givers.first() == Some(&false) {
        let start = &linked.rules[0];
        let silent = start.alternatives.iter().filter(|one| !gives(&givers, one));
        faults.extend(silent.map(|one| {
            let message =
                format!("`<{}>` must give a value, and this gives none.", start.name.text);
            let fault = Fault::new(Kind::NoValue, one.written.span, message);
            linked.report(0, fault.hint(why(one)))
        }));
    }
    faults
}

/// For every rule, whether all of its alternatives give a value. A rule that refers to itself is
/// taken to, unless something else in it does not.
fn givers(linked: &Linked<'_>) -> Vec<bool> {
    let mut givers = vec![true; linked.rules.len()];
    loop {
        let mut changed = false;
        // A rule is numbered before those that it refers to.
        for (id, rule) in linked.rules.iter().enumerate().rev() {
            let all = rule.alternatives.iter().all(|one| gives(&givers, one));
            changed |= givers[id] && !all;
            givers[id] &= all;
        }
        if !changed {
            return givers;
        }
    }
}

fn gives(givers: &[bool], one: &Alternative<'_>) -> bool {
    if one.written.value.is_some() {
        return true;
    }
    match one.captures().count() {
        0 => match &*one.parts {
            [Part::Literal(_)] => true,
            [Part::Rule(target)] => target_gives(givers, *target),
            [Part::Group { alternatives, .. }] => alternatives.iter().all(|one| gives(givers, one)),
            _ => false,
        },
        captures => captures == 1,
    }
}

fn target_gives(givers: &[bool], target: Target) -> bool {
    match target {
        Target::Own(rule) => givers[rule],
        Target::BuiltIn(..) | Target::Missing => true,
    }
}

/// `$(x:<Rule>)` needs a rule that gives a value.
fn captures(linked: &Linked<'_>, givers: &[bool], one: &Alternative<'_>, faults: &mut Vec<Fault>) {
    for part in &one.parts {
        match part {
            Part::Group { alternatives, .. } => {
                alternatives.iter().for_each(|inner| captures(linked, givers, inner, faults));
            }
            Part::Capture { name, taken: Taken::Rule(Target::Own(rule)), .. } if !givers[*rule] => {
                let rule = &linked.rules[*rule];
                let silent = rule.alternatives.iter().find(|one| !gives(givers, one));
                let reason = silent.map_or("Give it a value with `->`.", why);
                let taken = &rule.name.text;
                let message =
                    format!("`{}` takes the value of `<{taken}>`, which gives none.", name.text);
                let fault = Fault::new(Kind::NoValue, name.span, message);
                faults.push(fault.hint(format!("In `<{taken}>`: {reason}")));
            }
            _ => {}
        }
    }
}

fn why(one: &Alternative<'_>) -> &'static str {
    match (one.captures().count(), one.parts.len()) {
        (0, 1) => "The rule it refers to gives no value; add one with `->`.",
        (0, _) => "Several parts without a capture have no value of their own; add one with `->`.",
        _ => "With several captures the value must be written, `-> { … }`.",
    }
}
