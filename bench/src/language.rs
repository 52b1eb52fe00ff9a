//! Language to action: how long an utterance takes to be understood, alone and among a thousand grammars,
//! beside the least that could be done with it: folding its letters and looking the whole up in a table.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use tabwright_actions::grammar;
use tabwright_actions::{Dispatcher, KnownEntities};
use tabwright_grammar::{Grammar, GrammarSet, NoEntities, Scope};

use tabwright_bench::figures::{Aim, Report, Spans, resident_kb};

/// Utterances are so short that a clock sees them in batches only.
const BATCH: u32 = 16;
const ROUNDS: usize = 10;
const FLOWS: usize = 1_000;
const PREFIXES: &[&str] = &[
    "",
    "o",
    "open ",
    "open git",
    "scroll",
    "scroll ",
    "zoom in and ",
    "switch to ",
    "search for cats on ",
    "click the third ",
    "take a",
    "go to tab ",
    "close all",
    "please ",
    "read ",
    "open nytimes.com and sc",
];

fn main() {
    let mut report = Report::from_arguments();
    let utterances = utterances();
    let grammar = grammar::browser().expect("our grammar compiles");
    let alone = grammar_set(&grammar, 0);
    let among = grammar_set(&grammar, FLOWS);
    let folded: HashMap<String, usize> =
        utterances.iter().enumerate().map(|(at, text)| (text.to_lowercase(), at)).collect();

    let floor = each(&utterances, |text| {
        black_box(folded.get(&text.to_lowercase()));
    });
    let mut table = Table { report: &mut report, floor_us: microseconds(&floor, 0.5) };
    let mut show = |name: &str, aim: Aim, spans: &Spans| table.row(name, aim, spans);
    let ranked = |grammar_set: &GrammarSet, text: &str| {
        black_box(grammar_set.ranked(text, None, &NoEntities).is_ok());
    };
    show(
        "match, browser grammar",
        Aim::Under(1.0),
        &each(&utterances, |text| ranked(&alone, text)),
    );
    show(
        "match, with 1,000 flows",
        Aim::Under(5.0),
        &each(&utterances, |text| ranked(&among, text)),
    );
    let flows: Vec<String> =
        (0..FLOWS).step_by(37).map(|flow| format!("order {flow} latte from shop {flow}")).collect();
    show(
        "match of a flow, among 1,000",
        Aim::Under(5.0),
        &each(&flows, |text| ranked(&among, text)),
    );

    let dispatcher = Dispatcher::new(None).expect("our grammar compiles");
    let providers = ["duckduckgo", "google", "bing", "brave", "wikipedia", "youtube"];
    let known = KnownEntities {
        providers: providers.map(str::to_owned).to_vec(),
        ..KnownEntities::default()
    };
    show(
        "understand, several actions too",
        Aim::None,
        &each(&utterances, |text| {
            black_box(dispatcher.understand(text, None, &known).is_ok());
        }),
    );
    let unknown = ["skroll downwards", "purple elephants", "opn the nytims"].map(str::to_owned);
    show(
        "what is not understood, with the nearest",
        Aim::None,
        &each(&unknown, |text| {
            black_box(dispatcher.understand(text, None, &known).is_ok());
        }),
    );
    let prefixes: Vec<String> = PREFIXES.iter().map(|prefix| (*prefix).to_owned()).collect();
    show(
        "completion, browser grammar",
        Aim::Under(10.0),
        &each(&prefixes, |text| {
            black_box(alone.complete(text, None, &NoEntities, 10).is_ok());
        }),
    );
    show(
        "completion, with 1,000 flows",
        Aim::Under(10.0),
        &each(&prefixes, |text| {
            black_box(among.complete(text, None, &NoEntities, 10).is_ok());
        }),
    );
    let compiled = (0..200).map(|_| {
        let begun = Instant::now();
        black_box(grammar::browser().is_ok());
        begun.elapsed()
    });
    show("compile, browser grammar", Aim::Under(200.0), &Spans::of(compiled));
    let mut among = among;
    let coming_and_going = (0..200).map(|at| {
        let flow = flow(FLOWS + at);
        let begun = Instant::now();
        among.add("one more", Scope::Global, flow);
        among.remove("one more");
        begun.elapsed()
    });
    show("a grammar comes and goes, among 1,000", Aim::None, &Spans::of(coming_and_going));
    memory(&mut report, &grammar);
    report.finish();
}

/// What people say, from the cases of the grammar's own tests.
fn utterances() -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Case {
        input: String,
        best: Option<serde_json::Value>,
    }
    let text = include_str!("../../crates/actions/tests/data/phrases.json");
    let cases: Vec<Case> = serde_json::from_str(text).expect("the cases can be read");
    let understood = cases.into_iter().filter(|case| case.best.is_some());
    understood.map(|case| case.input).collect()
}

fn grammar_set(grammar: &Grammar, flows: usize) -> GrammarSet {
    let mut grammar_set = GrammarSet::default();
    grammar_set.add("browser", Scope::Global, grammar.clone());
    for at in 0..flows {
        grammar_set.add(&format!("flow-{at}"), Scope::Global, flow(at));
    }
    grammar_set
}

fn flow(at: usize) -> Grammar {
    let text = format!(
        "<Start> = order $(size:wildcard) from shop {at} -> {{ actionName: \"flow{at}\", parameters: {{ size }} }}\n\
           | show my orders of shop {at} -> {{ actionName: \"list{at}\", parameters: {{}} }};"
    );
    Grammar::compile("flow", &text).expect("a flow compiles")
}

/// The time of one, for each text in turn, in batches.
fn each(texts: &[String], mut work: impl FnMut(&str)) -> Spans {
    let mut spans = Vec::with_capacity(texts.len() * ROUNDS);
    for round in 0..=ROUNDS {
        for text in texts {
            let begun = Instant::now();
            for _ in 0..BATCH {
                work(black_box(text));
            }
            if round > 0 {
                spans.push(begun.elapsed() / BATCH);
            }
        }
    }
    Spans::of(spans)
}

/// Where the figures go, each beside the floor.
struct Table<'a> {
    report: &'a mut Report,
    floor_us: f64,
}

impl Table<'_> {
    fn row(&mut self, name: &str, aim: Aim, spans: &Spans) {
        let beside = |share| [(microseconds(spans, share), self.floor_us)];
        self.report.beside(&format!("{name}, p50"), "µs", &beside(0.5), aim);
        self.report.beside(&format!("{name}, p99"), "µs", &beside(0.99), Aim::None);
    }
}

fn microseconds(spans: &Spans, share: f64) -> f64 {
    spans.percentile(share) * 1_000.0
}

/// By how much the process grows for each compiled grammar.
fn memory(report: &mut Report, grammar: &Grammar) {
    const MANY: usize = 200;
    let before = resident_kb();
    let compiled: Vec<_> = (0..MANY).filter_map(|_| grammar::browser().ok()).collect();
    let each = (resident_kb() - before) / MANY as f64;
    report.value("memory of the compiled browser grammar", "kB", each, Aim::None);
    black_box((compiled, grammar));
}
