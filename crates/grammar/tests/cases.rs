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

#[test]
fn a_case_that_does_not_hold_is_told() {
    let outcome = run(r#"[
        {"id": "right", "grammar": "<Start> = a -> 1;", "input": "a", "expect": [1.0]},
        {"id": "more", "grammar": "<Start> = a -> 1 | a -> 2;", "input": "a", "expect": [1]},
        {"id": "less", "grammar": "<Start> = a -> 1;", "input": "a", "expect": [1, 2]},
        {"id": "best", "grammar": "<Start> = $(x) -> x | a -> 1;", "input": "a", "expect": ["a", 1], "best": "a"},
        {"id": "compiles", "grammar": "<Start> = a -> 1;", "kind": "syntax"},
        {"id": "kind", "grammar": "<Start> = <A>;", "kind": "noValue"},
        {"grammar": "<Start> = ;", "input": "a", "expect": []}
    ]"#)
    .unwrap();
    let failed: Vec<&str> = outcome.failures.iter().map(|failure| &*failure.id).collect();
    assert_eq!(
        (outcome.passed, failed),
        (1, vec!["more", "less", "best", "compiles", "kind", "#7"])
    );
    assert!(run("{").unwrap_err().to_string().contains("JSON list"));
}
