//! What must hold for every grammar and every utterance.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use tabwright_grammar::{Grammar, GrammarSet, NoEntities, PARSES_MAX, Scope, Suggests, TooHard};
use unicode_normalization::UnicodeNormalization;

/// A grammar that has something of everything, from a few words.
fn grammar() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(vec!["a", "b", "open", "the tab", "再生", "1", ",x", "\\ y", "É"]);
    let leaf = prop_oneof![
        4 => word.prop_map(str::to_owned),
        1 => Just("$(x)".to_owned()),
        1 => Just("$(n:number)".to_owned()),
        2 => prop::sample::select(vec!["<A>", "<B>", "<C>"]).prop_map(str::to_owned),
    ];
    let part = leaf.prop_recursive(3, 12, 3, |inner| {
        let times = prop::sample::select(vec!["", "?", "*", "+"]);
        (prop::collection::vec(inner, 1..3), times).prop_map(|(parts, times)| {
            // Captures of one name may stand in different alternatives, but not in one.
            format!("({}){times}", parts.join(" | "))
        })
    });
    let spacing = prop::sample::select(vec![
        "",
        "",
        "[spacing=none] ",
        "[spacing=required] ",
        "[spacing=optional] ",
    ]);
    let alternative = (spacing, prop::collection::vec(part, 1..4)).prop_map(|(spacing, parts)| {
        let mut seen = Vec::new();
        let parts = parts.into_iter().filter(|part| {
            !part.starts_with('$')
                || !seen.contains(part) && {
                    seen.push(part.clone());
                    true
                }
        });
        format!("{spacing}{}", parts.collect::<Vec<_>>().join(" "))
    });
    let rule = prop::collection::vec(alternative, 1..4);
    prop::collection::vec(rule, 4).prop_map(|rules| {
        let names = ["Start", "A", "B", "C"];
        let rules = names.iter().zip(&rules).map(|(name, alternatives)| {
            let alternatives: Vec<String> = alternatives
                .iter()
                .map(|alternative| format!("{alternative} -> \"{name}\""))
                .collect();
            format!("<{name}> = {};", alternatives.join("\n  | "))
        });
        rules.collect::<Vec<_>>().join("\n")
    })
}

fn utterance() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(
            prop::sample::select(vec![
                "a", "b", "open", "the", "tab", "再生", "1", "12", ",", "x", " ", ".", "É",
                "e\u{301}"
            ]),
            0..12
        )
        .prop_map(|words| words.join(" ")),
        prop::collection::vec(
            prop::sample::select(vec!["a", "b", "open", "再", "生", "1", "-", ",x", " y", "\n"]),
            0..14
        )
        .prop_map(|words| words.concat()),
        "\\PC{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_panics(text in "\\PC{0,200}") {
        let _ = Grammar::compile("any.agr", &text);
    }

    #[test]
    fn reading_what_looks_like_a_grammar_never_panics(
        text in prop::collection::vec(prop::sample::select(vec![
            "<Start>", "<A>", "=", ";", "|", "->", "(", ")", ")?", ")*", "$(", "x", ":", "number", "\"", "{", "}", "[spacing=",
            "none]", "import", "export", "from", "//", "/*", "*/", "\\", "\\u", "\\x4", "\n", " ", "é", "`", "${", "1", "-", ",",
        ]), 0..40)
    ) {
        let text = text.concat();
        if let Err(report) = Grammar::compile("any.agr", &text) {
            // Every place that is told lies in the text.
            prop_assert!(!report.to_string().is_empty());
            for diagnostic in &report.0 {
                prop_assert!(diagnostic.fault.span.start as usize <= text.len());
            }
        }
    }

    #[test]
    fn matching_stays_within_its_bounds(text in grammar(), inputs in prop::collection::vec(utterance(), 1..5)) {
        let Ok(grammar) = Grammar::compile("made.agr", &text) else { return Ok(()) };
        let mut grammar_set = GrammarSet::new();
        grammar_set.add("other", Scope::Global, Grammar::compile("x.agr", "<Start> = $(x) 1 -> x | the -> 2;").unwrap());
        grammar_set.add("made", Scope::Global, grammar.clone());
        for input in &inputs {
            match grammar.parses(input, &NoEntities) {
                Err(hard) => prop_assert!(matches!(hard, TooHard::Ambiguous | TooHard::Nested)),
                Ok(parses) => {
                    prop_assert!(parses.parses.len() <= PARSES_MAX);
                    for capture in parses.parses.iter().flat_map(|parse| &parse.captures) {
                        prop_assert!(!capture.text.is_empty());
                        prop_assert!(capture.span.start < capture.span.end);
                    }
                    // Among others it finds the same.
                    let findings = grammar_set.parses(input, None, &NoEntities).unwrap();
                    let found = findings.found.iter().filter(|found| &*found.grammar == "made").count();
                    prop_assert_eq!(found, parses.parses.len());
                    // Ranking loses nothing.
                    prop_assert_eq!(grammar.ranked(input, &NoEntities).unwrap().parses.len(), parses.parses.len());
                }
            }
            let completions = grammar.complete(input, &NoEntities, 7).unwrap();
            prop_assert!(completions.items.len() <= 7);
        }
    }

    /// Whatever is offered as words leads on: to a request, or to more that can be offered.
    #[test]
    fn completions_lead_on(text in grammar(), input in utterance()) {
        let Ok(grammar) = Grammar::compile("made.agr", &text) else { return Ok(()) };
        let input: String = input.nfc().collect();
        for item in grammar.complete(&input, &NoEntities, 5).unwrap().items {
            if item.kind == Suggests::Words {
                let typed = format!("{}{}", &input[..item.from], item.text);
                let next = grammar.complete(&typed, &NoEntities, 5).unwrap();
                prop_assert!(next.whole || !next.items.is_empty(), "{:?} leads nowhere", typed);
            }
        }
    }
}
