//! Whether a flow can be kept and run: its script is read, and everything in it is known.

use std::collections::BTreeSet;

use oxc_span::SourceType;
use tabwright_wire::flows::Flow;

use super::fault::{FaultKind, Faults, Place, ScriptFault};
use super::parse::{NoTree, SCRIPT_BYTES_MAX, with_tree};
use super::walk::Walk;
use crate::template::{is_name, parameters_of};

const FAULTS_MAX: usize = 50;
const NAME_BYTES_MAX: usize = 64;
const PARAMETERS_MAX: usize = 50;
const TARGETS_MAX: usize = 600;

/// Everything that is wrong with a flow, at most 50 of it.
pub fn validate(flow: &Flow) -> Result<(), Faults> {
    let mut faults = definition_faults(flow);
    let targets: BTreeSet<&str> = flow.targets.keys().map(String::as_str).collect();
    let parameters: BTreeSet<&str> = flow.parameters.keys().map(String::as_str).collect();
    let script = flow.script.as_str();
    let walked = with_tree(script, SourceType::mjs(), |program, errors| {
        let mut walk = Walk::new(&targets, &parameters);
        // What comes after a mistake in the syntax would be guesses.
        if errors.is_empty() {
            walk.program(program);
        }
        for error in errors {
            let hint = "Correct the JavaScript at this place.";
            walk.fault(
                FaultKind::Syntax,
                error.start,
                error.end,
                format!("{}.", error.message.trim_end_matches('.')),
                hint,
            );
        }
        (walk.faults, walk.used_parameters, walk.is_complete)
    });
    match walked {
        Ok((found, used, is_complete)) => {
            let fault =
                |(kind, start, end, message, hint): (FaultKind, usize, usize, String, String)| {
                    ScriptFault { kind, message, hint, place: Some(Place::of(script, start, end)) }
                };
            let is_sound = is_complete && found.iter().all(|fault| fault.0 != FaultKind::Syntax);
            faults.extend(found.into_iter().map(fault));
            if is_sound {
                faults.extend(unused_parameters(flow, &used));
            }
        }
        Err(NoTree::TooLarge) => faults.push(without_place(
            FaultKind::TooLarge,
            format!(
                "The script has {} bytes, and at most {SCRIPT_BYTES_MAX} are read.",
                script.len()
            ),
            "Split the flow into two.",
        )),
        Err(NoTree::NoThread) => faults.push(without_place(
            FaultKind::TooLarge,
            "The script could not be read, because the system gave no memory for it.".to_owned(),
            "Try again, or write it with less nesting.",
        )),
    }
    faults.truncate(FAULTS_MAX);
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

fn without_place(kind: FaultKind, message: String, hint: &str) -> ScriptFault {
    ScriptFault { kind, message, hint: hint.to_owned(), place: None }
}

/// A name of a flow: lower-case words with dashes.
#[must_use]
pub fn is_flow_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX
        && !name.is_empty()
        && name.split('-').all(|word| {
            !word.is_empty()
                && word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
        })
}

fn definition_faults(flow: &Flow) -> Vec<ScriptFault> {
    let mut faults = Vec::new();
    let mut fault = |message: String, hint: &str| {
        faults.push(without_place(FaultKind::Definition, message, hint));
    };
    if !is_flow_name(&flow.name) {
        fault(
            format!("`{}` is no name for a flow.", flow.name),
            "Use lower-case words with dashes, at most 64 characters: `order-coffee`.",
        );
    }
    for name in flow.parameters.keys().filter(|name| !is_name(name)) {
        fault(
            format!("`{name}` is no name for a parameter."),
            "Use letters and digits, a letter first: `bagSize`.",
        );
    }
    if flow.parameters.len() > PARAMETERS_MAX {
        fault(
            format!("The flow has more than {PARAMETERS_MAX} parameters."),
            "Make some of them constant.",
        );
    }
    if flow.targets.len() > TARGETS_MAX {
        fault(format!("The flow has more than {TARGETS_MAX} targets."), "Split the flow into two.");
    }
    for (name, parameter) in &flow.parameters {
        if parameter.kind == tabwright_wire::flows::ParameterType::Secret
            && parameter.default.is_some()
        {
            fault(
                format!("The secret `{name}` has a default."),
                "Take it out: secrets are not kept in flows.",
            );
        }
    }
    for (name, target) in &flow.targets {
        for parameter in
            parameters_of(target).into_iter().filter(|it| !flow.parameters.contains_key(it))
        {
            fault(
                format!(
                    "The target `{name}` names the parameter `{parameter}`, which the flow does not have."
                ),
                "Declare it, or write `$${` where the page says `${`.",
            );
        }
    }
    faults
}

fn unused_parameters(flow: &Flow, used: &BTreeSet<String>) -> Vec<ScriptFault> {
    let in_targets: BTreeSet<String> = flow.targets.values().flat_map(parameters_of).collect();
    let is_unused = |name: &&String| !used.contains(*name) && !in_targets.contains(*name);
    let fault = |name: &String| {
        without_place(
            FaultKind::Parameter,
            format!("The parameter `{name}` is declared and not used."),
            &format!("Use `params.{name}` in the script, or take the parameter away."),
        )
    };
    flow.parameters.keys().filter(is_unused).map(fault).collect()
}
