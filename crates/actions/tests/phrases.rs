//! What people say to the browser, and what it must mean: every phrase of `data/phrases.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use tabwright_actions::KnownEntities;
use tabwright_actions::schema::{
    BROWSER_ACTIONS, COMMERCE_ACTIONS, CROSSWORD_ACTIONS, DISCOVERY_ACTIONS, EXTERNAL_ACTIONS,
    FLOW_ACTIONS, LOOKUP_ACTIONS, MEMORY_ACTIONS, Schema,
};
use tabwright_grammar::Grammar;
use tabwright_wire::language::Action;

/// Fewer ways to say something would not be natural.
const PHRASES_MIN: usize = 6;

/// What is said means `best`, or nothing if it is not given.
#[derive(Deserialize)]
struct Case {
    input: String,
    best: Option<Action>,
    /// Only ever empty; written so that the format is that of the grammar cases.
    expect: Option<[Value; 0]>,
}

fn grammar() -> Grammar {
    tabwright_actions::grammar::browser().unwrap_or_else(|report| panic!("{report}"))
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("data/phrases.json")).expect("the phrases are JSON")
}

fn known() -> KnownEntities {
    let providers = ["DuckDuckGo", "Google", "Bing", "Wikipedia", "YouTube", "GitHub"];
    KnownEntities { providers: providers.map(str::to_owned).to_vec(), ..KnownEntities::default() }
}

fn schemas() -> impl Iterator<Item = &'static Schema> {
    [
        BROWSER_ACTIONS,
        EXTERNAL_ACTIONS,
        LOOKUP_ACTIONS,
        MEMORY_ACTIONS,
        DISCOVERY_ACTIONS,
        FLOW_ACTIONS,
        CROSSWORD_ACTIONS,
        COMMERCE_ACTIONS,
    ]
    .into_iter()
    .flatten()
}

#[test]
fn every_phrase_means_what_it_should() {
    let (grammar, known) = (grammar(), known());
    let mut failures = String::new();
    for Case { input, best, expect } in cases() {
        assert!(
            best.is_some() != expect.is_some(),
            "{input:?} says what it means, or that it means nothing"
        );
        let parses = grammar.ranked(&input, &known).unwrap().parses;
        let meant = parses.first().map(|parse| parse.value.to_json());
        let wanted = best.map(|best| serde_json::to_value(best).unwrap());
        if meant != wanted {
            failures +=
                &format!("{input:?}\n  wanted {}\n  got    {}\n", told(&wanted), told(&meant));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

fn told(meant: &Option<Value>) -> String {
    meant.as_ref().map_or_else(|| "nothing".to_owned(), Value::to_string)
}

#[test]
fn every_action_can_be_said_in_several_ways() {
    let mut phrases: BTreeMap<String, usize> = BTreeMap::new();
    for action in cases().into_iter().filter_map(|case| case.best) {
        *phrases.entry(action.action_name).or_default() += 1;
    }
    let of = |schema: &&Schema| phrases.get(schema.name).copied().unwrap_or(0);
    let lacking: Vec<_> =
        schemas().filter(|schema| of(schema) < PHRASES_MIN).map(|it| it.name).collect();
    assert!(lacking.is_empty(), "too few phrases mean {lacking:?}");
}

#[test]
fn what_is_said_fits_the_schemas() {
    for action in cases().into_iter().filter_map(|case| case.best) {
        let schema = schemas().find(|schema| schema.name == action.action_name);
        let schema = schema.unwrap_or_else(|| panic!("nobody knows `{}`", action.action_name));
        if let Err(error) = schema.check(&action) {
            panic!("{error}: {action:?}");
        }
    }
}

#[test]
fn nothing_in_the_grammar_is_without_use() {
    let warnings: Vec<_> = grammar().warnings().iter().map(ToString::to_string).collect();
    assert!(warnings.is_empty(), "{}", warnings.join("\n"));
}
