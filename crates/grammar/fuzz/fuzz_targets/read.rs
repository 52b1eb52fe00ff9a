//! No text makes reading a grammar panic, and every mistake can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabwright_grammar::Grammar;

fuzz_target!(|text: &str| {
    match Grammar::compile("fuzz.agr", text) {
        Ok(grammar) => grammar.warnings().iter().for_each(|warning| drop(warning.to_string())),
        Err(report) => drop(report.to_string()),
    }
});
