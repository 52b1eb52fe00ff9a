//! The worked cases of the language, recorded from its reference engine.
#![allow(clippy::unwrap_used)]

use tabwright_grammar::cases::{Failure, run};

fn check(text: &str, least: usize) {
    let outcome = run(text).unwrap();
    let failed: Vec<String> =
        outcome.failures.iter().map(|Failure { id, reason }| format!("{id}: {reason}")).collect();
    assert!(failed.is_empty(), "{} of the cases fail:\n{}", failed.len(), failed.join("\n"));
    assert!(outcome.passed >= least, "only {} cases were run", outcome.passed);
}

#[test]
fn utterances_are_understood_as_recorded() {
    check(include_str!("data/cases.json"), 1052);
}

#[test]
fn bad_grammars_are_refused_with_the_right_kind_of_error() {
    check(include_str!("data/errors.json"), 52);
}
