//! A grammar, a line of three hyphens, and an utterance: matching, completing and telling never
//! panic and never take long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabwright_grammar::{Grammar, NoEntities};

fuzz_target!(|text: &str| {
    let (grammar, input) = text.split_once("\n---\n").unwrap_or((text, ""));
    let Ok(grammar) = Grammar::compile("fuzz.agr", grammar) else { return };
    drop(grammar.ranked(input, &NoEntities));
    drop(grammar.complete(input, &NoEntities, 10));
    drop(grammar.phrasings());
});
