//! Mutates the worked cases for so many seconds and looks for panics and for work without bound:
//! `cargo run --release -p tabwright-grammar --example fuzz -- 600 [seed]`.
//! The same as the targets in `fuzz/`, for compilers without libFuzzer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tabwright_grammar::cases::Case;
use tabwright_grammar::{Grammar, GrammarSet, NoEntities, Options, Scope};

/// Slower than this is a finding.
const SLOW: Duration = Duration::from_secs(2);

const PIECES: &[&str] = &[
    "<Start>",
    "<A>",
    " = ",
    ";",
    " | ",
    " -> ",
    "(",
    ")",
    ")?",
    ")*",
    ")+",
    "$(x)",
    "$(y)",
    "$(n:number)",
    "$(z:<A>)",
    "[spacing=none]",
    "[spacing=required]",
    "import { Ordinal };",
    "<Ordinal>",
    "<Polite>",
    "\\ ",
    "\\",
    "//",
    "/*",
    "*/",
    "\"",
    "`",
    "${",
    "{",
    "}",
    "[",
    "]",
    ",",
    ".",
    "...",
    " and ",
    "a ",
    "é",
    "e\u{301}",
    "你好",
    "🎵",
    "\n",
    "\0",
    "1",
    "0x",
    "-",
    " ?? ",
    "?.",
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let seed: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let corpus = corpus();
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (started, mut rounds, mut compiled, mut matched) = (Instant::now(), 0_u64, 0_u64, 0_u64);
    while started.elapsed() < Duration::from_secs(seconds) {
        let (mut grammar, mut input) = chance.pick(&corpus).clone();
        for _ in 0..chance.below(4) {
            grammar = mutate(&mut chance, &grammar, &corpus);
        }
        for _ in 0..chance.below(3) {
            input = mutate(&mut chance, &input, &corpus);
        }
        let began = Instant::now();
        let tried = catch_unwind(AssertUnwindSafe(|| attempt(&grammar, &input, rounds % 2 == 0)));
        let slow = began.elapsed() > SLOW;
        match tried {
            Ok(outcome) if !slow => {
                compiled += u64::from(outcome.compiled);
                matched += u64::from(outcome.matched);
            }
            _ => {
                let what = if slow { "slow" } else { "panic" };
                println!(
                    "{what} in round {rounds} of seed {seed}\ngrammar: {grammar:?}\ninput: {input:?}"
                );
                return ExitCode::FAILURE;
            }
        }
        rounds += 1;
    }
    println!("{rounds} rounds, {compiled} compiled, {matched} matched, nothing found");
    ExitCode::SUCCESS
}

struct Outcome {
    compiled: bool,
    matched: bool,
}

fn attempt(text: &str, input: &str, value_expressions: bool) -> Outcome {
    let options = Options { value_expressions, start_value_required: false, ..Options::default() };
    match Grammar::from_text("fuzz.agr", text, &tabwright_grammar::NoFiles, &options) {
        Err(report) => {
            assert!(!report.to_string().is_empty());
            Outcome { compiled: false, matched: false }
        }
        Ok(grammar) => {
            grammar.warnings().iter().for_each(|warning| drop(warning.to_string()));
            let parses = grammar.ranked(input, &NoEntities);
            let completions = grammar.complete(input, &NoEntities, 10);
            assert!(completions.map_or(true, |completions| completions.items.len() <= 10));
            drop(grammar.phrasings());
            let mut grammar_set = GrammarSet::new();
            grammar_set.add("fuzz", Scope::Global, grammar);
            let found = grammar_set.parses(input, None, &NoEntities);
            if let (Ok(parses), Ok(findings)) = (&parses, &found) {
                assert_eq!(parses.parses.len(), findings.found.len(), "the index lost a parse");
            }
            drop(grammar_set.complete(input, None, &NoEntities, 10));
            Outcome {
                compiled: true,
                matched: parses.is_ok_and(|parses| !parses.parses.is_empty()),
            }
        }
    }
}

fn corpus() -> Vec<(String, String)> {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../tests/data/cases.json")).expect("the cases are JSON");
    let errors: Vec<Case> = serde_json::from_str(include_str!("../tests/data/errors.json"))
        .expect("the cases are JSON");
    let browser =
        (include_str!("browser.agr").to_owned(), "please open github in a new tab".to_owned());
    cases
        .into_iter()
        .chain(errors)
        .map(|case| (case.grammar, case.input))
        .chain([browser])
        .collect()
}

fn mutate(chance: &mut Chance, text: &str, corpus: &[(String, String)]) -> String {
    let chars: Vec<char> = text.chars().collect();
    let (one, other) = (chance.below(chars.len() + 1), chance.below(chars.len() + 1));
    let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 30));
    let part = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
    let (before, middle, after) = (part(0..from), part(from..to), part(to..chars.len()));
    match chance.below(6) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{middle}{middle}{after}"),
        2 => format!("{before}{}{after}", chance.pick(PIECES)),
        3 => format!("{before}{}{middle}{after}", chance.pick(PIECES)),
        4 => {
            let donor: Vec<char> = chance.pick(corpus).0.chars().collect();
            let start = chance.below(donor.len() + 1);
            let taken: String = donor[start..].iter().take(chance.below(40)).collect();
            format!("{before}{taken}{after}")
        }
        _ => format!("{before}{}{after}", middle.repeat(chance.below(8))),
    }
}

/// Marsaglia's xorshift: the same seed, the same rounds.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
