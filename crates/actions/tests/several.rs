//! Several actions in one utterance, and what must stay whole.

#![allow(clippy::unwrap_used)]

use serde::Deserialize;
use tabwright_actions::{Dispatcher, KnownEntities};
use tabwright_wire::language::Action;

#[derive(Deserialize)]
struct Case {
    input: String,
    actions: Vec<Action>,
}

#[test]
fn utterances_are_taken_apart_where_actions_meet() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/several.json")).unwrap();
    let dispatcher = Dispatcher::new(None).unwrap();
    let providers =
        ["duckduckgo", "google", "bing", "wikipedia", "youtube"].map(str::to_owned).to_vec();
    let known = KnownEntities { providers, ..KnownEntities::default() };
    let mut failures = String::new();
    for case in &cases {
        let said = dispatcher.understand(&case.input, None, &known).unwrap();
        let meant: Vec<_> = said.steps.into_iter().map(|step| step.action).collect();
        if meant != case.actions {
            let (wanted, got) = (json(&case.actions), json(&meant));
            failures += &format!("{}\n  wanted {wanted}\n  got    {got}\n", case.input);
        }
        let whole: String = said.parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole, case.input, "the parts are the whole text");
    }
    assert!(failures.is_empty(), "{failures}");
}

fn json(actions: &[Action]) -> String {
    serde_json::to_string(actions).unwrap()
}
