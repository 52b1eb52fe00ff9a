//! How fast the language is: compiling, matching, completing, and one request against a thousand
//! grammars. For tuning by hand: `cargo run --release -p tabwright-grammar --example speed`.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use tabwright_grammar::{Book, Grammar, NoEntities, Scope};

const BROWSER: &str = include_str!("browser.agr");

const PHRASES: &[&str] = &[
    "open nytimes.com",
    "please open github in a new tab",
    "go back",
    "scroll down",
    "scroll to the bottom of the page",
    "zoom in",
    "set the zoom to 150%",
    "close this tab",
    "switch to tab 3",
    "click on sign in",
    "type hello world into the search box",
    "search for rust lifetimes on stack overflow",
    "reload the page",
    "take a screenshot",
    "read this page aloud",
    "bookmark this page as recipes",
    "follow the third link",
    "what did i read about graphs last week",
    "show me my bookmarks",
    "download all images",
    "no such thing can be said here",
    "could you please close all tabs",
];

const PREFIXES: &[&str] = &[
    "",
    "s",
    "scr",
    "scroll",
    "scroll ",
    "open",
    "open ",
    "open git",
    "zoom",
    "close this",
    "set the zoom ",
    "switch to ",
    "type hello in",
    "please go",
    "search for rust on ",
    "take a",
    "xyz",
];

fn main() {
    figure("compile the browser grammar", 400, || {
        Grammar::compile("browser.agr", BROWSER).unwrap()
    });
    let grammar = Grammar::compile("browser.agr", BROWSER).unwrap();
    println!("   {} phrasings, {} warnings", grammar.phrasings().len(), grammar.warnings().len());
    each("match", PHRASES, |text| {
        black_box(grammar.ranked(text, &NoEntities).unwrap());
    });
    each("complete", PREFIXES, |text| {
        black_box(grammar.complete(text, &NoEntities, 10).unwrap());
    });
    let mut book = Book::new();
    book.add("browser", Scope::Global, grammar);
    each("match in a book of 1", PHRASES, |text| {
        black_box(book.ranked(text, None, &NoEntities).unwrap());
    });
    let started = Instant::now();
    let flows: Vec<Grammar> =
        (0..1000).map(|n| Grammar::compile("flow.agr", &flow(n)).unwrap()).collect();
    println!("compile 1,000 flows: {:.1?}", started.elapsed());
    let started = Instant::now();
    for (n, flow) in flows.into_iter().enumerate() {
        book.add(&format!("flow {n}"), Scope::Global, flow);
    }
    println!("add them to a book: {:.1?}", started.elapsed());
    each("match in a book of 1,001", PHRASES, |text| {
        black_box(book.ranked(text, None, &NoEntities).unwrap());
    });
    each(
        "a flow in a book of 1,001",
        &["search for shoes on shop 417", "buy 3 things from store417"],
        |text| {
            black_box(book.ranked(text, None, &NoEntities).unwrap());
        },
    );
    each("complete in a book of 1,001", PREFIXES, |text| {
        black_box(book.complete(text, None, &NoEntities, 10).unwrap());
    });
    let hard = Grammar::compile(
        "hard.agr",
        "<Start> = $(a) and $(b) and $(c) and $(d) and $(e) -> { a, b, c, d, e };",
    )
    .unwrap();
    let many = vec!["x"; 40].join(" and ");
    figure("five wildcards over forty \"and\", 1,000 parses", 20, || {
        hard.parses(&many, &NoEntities).unwrap()
    });
}

/// A grammar as a recorded flow gets one.
fn flow(n: usize) -> String {
    format!(
        "<Start> = <search{n}> | <buy{n}>;
         <search{n}> = search for $(what) on shop {n} -> {{ actionName: \"search{n}\", parameters: {{ what }} }};
         <buy{n}> = buy $(count:number) $(what) from store{n} -> {{ actionName: \"buy{n}\", parameters: {{ count, what }} }};"
    )
}

fn each(name: &str, texts: &[&str], work: impl Fn(&str)) {
    let mut medians: Vec<(f64, &str)> =
        texts.iter().map(|text| (median(|| work(text)), *text)).collect();
    medians.sort_by(|one, other| one.0.total_cmp(&other.0));
    let worst = medians.last().unwrap();
    println!(
        "{name}: p50 {:.2} µs, best {:.2}, worst {:.2} ({:?})",
        medians[medians.len() / 2].0,
        medians[0].0,
        worst.0,
        worst.1
    );
}

fn figure<T>(name: &str, rounds: usize, work: impl Fn() -> T) {
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let started = Instant::now();
            black_box(work());
            started.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{name}: p50 {:.1} µs, p99 {:.1}, best {:.1}",
        times[rounds / 2],
        times[rounds * 99 / 100],
        times[0]
    );
}

/// The median over batches, in microseconds for one.
fn median(work: impl Fn()) -> f64 {
    const BATCH: usize = 50;
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..BATCH {
                work();
            }
            started.elapsed().as_secs_f64() * 1e6 / BATCH as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
