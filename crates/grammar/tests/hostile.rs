//! Grammars and utterances that somebody made to hurt.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use tabwright_grammar::diagnostic::Kind;
use tabwright_grammar::{Grammar, GrammarSet, NoEntities, PARSES_MAX, Report, Scope, TooHard};

/// Far more than any of these takes, even unoptimised on a busy machine; what has no bound takes
/// for ever.
const TIMEOUT: Duration = Duration::from_secs(20);

fn quickly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    assert!(started.elapsed() < TIMEOUT, "{what} took {:?}", started.elapsed());
    done
}

fn compile(text: &str) -> Result<Grammar, Report> {
    quickly("compiling", || Grammar::compile("hostile.agr", text))
}

#[test]
fn free_words_between_many_equal_words_are_bounded() {
    let text = "<Start> = $(a) and $(b) and $(c) and $(d) and $(e) -> [a, b, c, d, e];";
    let grammar = compile(text).unwrap();
    let input = vec!["x"; 40].join(" and ");
    let parses = quickly("matching", || grammar.parses(&input, &NoEntities)).unwrap();
    assert_eq!(parses.parses.len(), PARSES_MAX);
    assert!(parses.cut);
    // The same without an end is tried in vain, but not in every combination.
    let grammar = compile(&text.replace(" ->", " never ->")).unwrap();
    let input = format!("{input} nevermore");
    let parses = quickly("failing", || grammar.parses(&input, &NoEntities)).unwrap();
    assert!(parses.parses.is_empty());
}

#[test]
fn long_utterances_are_refused_in_words() {
    let grammar = compile("<Start> = $(x) -> x;").unwrap();
    let error = grammar.parses(&"a".repeat(100_000), &NoEntities).unwrap_err();
    assert_eq!(error, TooHard::Long { characters: 100_000 });
    assert!(error.to_string().contains("shorten"));
    assert!(grammar.complete(&"a".repeat(5000), &NoEntities, 5).is_err());
    assert!(GrammarSet::new().parses(&"a".repeat(5000), None, &NoEntities).is_err());
}

#[test]
fn recursion_is_followed_as_far_as_is_sensible() {
    let grammar = compile("<Start> = <A>; <A> = a <A> -> 1 | a -> 2;").unwrap();
    assert_eq!(grammar.parses(&"a ".repeat(200), &NoEntities).unwrap().parses.len(), 1);
    let deep = quickly("nesting", || grammar.parses(&"a ".repeat(2000), &NoEntities));
    assert!(matches!(deep.unwrap_err(), TooHard::Nested | TooHard::Ambiguous));
    // Values that hold each other, as deep as that goes.
    let grammar = compile("<Start> = <A>; <A> = a $(x:<A>) -> { x } | a -> { };").unwrap();
    let parses = grammar.parses(&"a ".repeat(400), &NoEntities).unwrap();
    assert_eq!(parses.parses.len(), 1);
}

#[test]
fn ambiguity_on_every_side_is_given_up_or_cut() {
    for text in [
        "<Start> = (a)* (a)* (a)* (a)* (a)* (a)* b -> 1;",
        "<Start> = ((a)* (a)*)* b -> 1;",
        "<Start> = <E> b -> 1; <E> = a <E> <E> | a | a a;",
        "<Start> = ((((a)?)?)?)* ((a)+)+ b -> 1;",
        "<Start> = ($(x) a)* b -> 1;",
        "<Start> = (. . . . . . . . x)* b -> 1;",
    ] {
        let grammar = compile(text).unwrap();
        for input in
            ["a ".repeat(60), format!("{}b", "a ".repeat(60)), ".".repeat(300), "x a ".repeat(200)]
        {
            let _ = quickly(text, || grammar.parses(&input, &NoEntities));
            let _ = quickly(text, || grammar.complete(&input, &NoEntities, 10));
        }
    }
}

#[test]
fn huge_grammars_are_refused_or_read_quickly() {
    let report = compile(&format!("<Start> = {};", "a ".repeat(600_000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));
    let report = compile(&format!("<Start> = {};", "a ".repeat(1000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));
    let report =
        compile(&format!("<Start> = {}a{};", "(".repeat(5000), ")".repeat(5000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));
    let report = compile(&format!("<Start> = {};", "$(a) ".repeat(100_000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));
    let report = compile(&format!("<Start> = {}a;", "$(x) | ".repeat(100_000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));
    let report = compile(&format!("<Start> = {}a;", "<Missing> | ".repeat(19_000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::MissingRule));
    let report = compile(&format!("<Start> = a -> {}1;", "[".repeat(5000))).unwrap_err();
    assert_eq!(report.kind(), Some(Kind::TooLarge));

    let many: Vec<String> = (0..20_000).map(|n| format!("say word{n} -> {n}")).collect();
    let grammar = compile(&format!("<Start> = {};", many.join(" | "))).unwrap();
    let parses = quickly("matching", || grammar.parses("say word19999", &NoEntities)).unwrap();
    assert_eq!(parses.parses.len(), 1);
    assert!(!quickly("telling", || grammar.phrasings()).is_empty());
    quickly("adding", || GrammarSet::new().add("many", Scope::Global, grammar.clone()));

    let chain: Vec<String> = (0..9000).map(|n| format!("<R{n}> = a <R{}>;", n + 1)).collect();
    let grammar =
        compile(&format!("<Start> = <R0> -> 1; {} <R9000> = b;", chain.join("\n"))).unwrap();
    let parses = quickly("matching", || grammar.parses(&"a ".repeat(2000), &NoEntities));
    assert_eq!(parses.unwrap_err(), TooHard::Nested);
    quickly("telling", || grammar.phrasings());
    quickly("adding", || GrammarSet::new().add("chain", Scope::Global, grammar.clone()));
}

#[test]
fn rules_that_only_refer_to_rules_exhaust_no_stack() {
    let chain: Vec<String> = (0..20_000).map(|n| format!("<R{n}> = <R{}>;", n + 1)).collect();
    let grammar = compile(&format!("<Start> = <R0>; {} <R20000> = b;", chain.join("\n"))).unwrap();
    assert_eq!(grammar.parses("b", &NoEntities).unwrap_err(), TooHard::Nested);
    assert!(grammar.complete("b", &NoEntities, 3).unwrap().items.is_empty());
    let mut grammar_set = GrammarSet::new();
    quickly("adding", || grammar_set.add("chain", Scope::Global, grammar.clone()));
    quickly("telling", || grammar.phrasings());
}

#[test]
fn rules_that_multiply_do_not_multiply_the_work() {
    for (start, last) in [("<R0> -> 1", "z"), ("<R0>", "z"), ("$(x:<R0>) -> x", "z -> 1")] {
        let doubling =
            (0..40).map(|n| format!("<R{n}> = (x)? $(v:<R{0}>) | (y)? $(v:<R{0}>);", n + 1));
        let doubling: Vec<String> = doubling.collect();
        let text = format!("<Start> = {start}; {} <R40> = {last};", doubling.join("\n"));
        let grammar = compile(&text).unwrap();
        for input in ["z", "q", "x y x z"] {
            let _ = quickly("matching", || grammar.parses(input, &NoEntities));
            let _ = quickly("completing", || grammar.complete(input, &NoEntities, 5));
        }
        quickly("telling", || grammar.phrasings());
        let mut grammar_set = GrammarSet::new();
        quickly("adding", || grammar_set.add("doubling", Scope::Global, grammar.clone()));
    }
}

#[test]
fn rules_that_say_others_twice_do_not_double_for_ever() {
    let doubling: Vec<String> =
        (0..60).map(|n| format!("<R{n}> = <R{0}> <R{0}> -> [{n}];", n + 1)).collect();
    let text = format!("<Start> = <R0>; {} <R60> = z;", doubling.join("\n"));
    let grammar = compile(&text).unwrap();
    let phrasings = quickly("telling", || grammar.phrasings());
    assert!(phrasings.iter().all(|phrasing| phrasing.text.len() < 1000));
    assert!(
        quickly("matching", || grammar.parses("z z z z", &NoEntities)).unwrap().parses.is_empty()
    );
    let values: Vec<String> =
        (0..60).map(|n| format!("<R{n}> = $(a:<R{0}>) -> [a, a, a, a];", n + 1)).collect();
    let grammar = compile(&format!("<Start> = <R0>; {} <R60> = z;", values.join("\n"))).unwrap();
    assert_eq!(quickly("computing", || grammar.parses("z", &NoEntities)).unwrap().parses.len(), 1);
}

#[test]
fn many_mistakes_are_told_but_not_all() {
    let report = compile(&"<A> = - ;\n".repeat(1000)).unwrap_err();
    assert!((2..=50).contains(&report.0.len()), "{}", report.0.len());
    let missing: Vec<String> = (0..500).map(|n| format!("<M{n}>")).collect();
    let report = compile(&format!("<Start> = {};", missing.join(" | "))).unwrap_err();
    assert_eq!(report.0.len(), 50);
    assert!(!report.to_string().is_empty());
}

#[test]
fn strange_characters_are_only_characters() {
    let grammar = compile("<Start> = \\0 🎵 \u{202e}abc $(x) -> x;").unwrap();
    for input in [
        "\0🎵\u{202e}ABC x",
        "\u{0}",
        "\u{feff}",
        "\u{10ffff}",
        "e\u{301}\u{301}\u{301}",
        "\r\n\r\n",
    ] {
        assert!(grammar.parses(input, &NoEntities).is_ok(), "{input:?}");
        assert!(grammar.complete(input, &NoEntities, 3).is_ok(), "{input:?}");
    }
}
