//! From what was recorded to steps with parameters: accidental things are dropped, what belongs together is one
//! step, what the page did is what the step before is expected to do, and what was given is a parameter.

mod addresses;
mod comeback;
mod expectations;
mod merge;
mod names;
mod parameters;
mod same;
mod stepper;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;
use tabwright_wire::flows::{
    Fingerprint, Flow, FlowParameter, FlowScope, FlowSource, Gesture, ScopeKind,
};

pub use names::flow_name;
pub use parameters::{Mark, Marks};
pub(crate) use same::is_effect;

use crate::phrases;
use crate::script;
use crate::steps::{Step, Tense};
use stepper::Stepper;

/// A recording as steps, not a flow yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Draft {
    pub steps: Vec<DraftStep>,
    pub parameters: BTreeMap<String, FlowParameter>,
    pub targets: BTreeMap<String, Fingerprint>,
    /// The sites it was on, the first one first.
    pub sites: Vec<String>,
    /// What could not be made a step, in words.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DraftStep {
    pub step: Step,
    /// The gesture that it was made of; none for what had to be put in, such as the first address.
    pub gesture: Option<String>,
}

/// Makes steps of what was recorded. The same gestures give the same steps, however often they come.
#[must_use]
pub fn normalize(gestures: &[Gesture], marks: &Marks) -> Draft {
    let mut stepper = Stepper::new(marks);
    for gesture in merge::merge(gestures) {
        stepper.take(&gesture);
    }
    stepper.done()
}

impl Draft {
    /// What each step did, in words.
    #[must_use]
    pub fn sentences(&self, tense: Tense) -> Vec<String> {
        self.steps.iter().map(|it| it.step.sentence(&self.targets, tense)).collect()
    }

    /// The flow of that name. It is checked by [`script::validate`] before it is stored.
    #[must_use]
    pub fn into_flow(self, name: &str, description: &str) -> Flow {
        let steps: Vec<Step> = self.steps.into_iter().map(|it| it.step).collect();
        let mut flow = Flow {
            name: name.to_owned(),
            description: description.to_owned(),
            version: 1,
            parameters: self.parameters,
            script: script::generate(&steps),
            targets: self.targets,
            grammar_patterns: Vec::new(),
            scope: FlowScope {
                kind: ScopeKind::Global,
                domains: self.sites,
                url_patterns: Vec::new(),
            },
            source: FlowSource::Recording,
        };
        flow.grammar_patterns = phrases::patterns(&flow);
        flow
    }
}
