//! What is read of the gold pages, beside Mozilla's Readability on the same pages and scored by the same code.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde::Deserialize;
use tabwright_bench::figures::{Aim, Report, Spans};
use tabwright_knowledge::extract::extract;

use crate::gold::{self, GoldPage, Read, Score};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/knowledge/gold/pages");
const READABILITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/readability.mjs");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Theirs {
    name: String,
    text: String,
    title: String,
    published: Option<String>,
    took_ms: f64,
}

pub(crate) fn measure(report: &mut Report) {
    let theirs = readability();
    let (mut ours, mut by_readability) = (Score::default(), Score::default());
    let (mut held_out, mut held_out_by_readability) = (Score::default(), Score::default());
    let mut spans = Vec::new();
    for GoldPage { name, html, label } in gold::pages(Path::new(PAGES)) {
        let begun = Instant::now();
        let page = extract(&html, &label.url);
        spans.push(begun.elapsed());
        let read =
            Read { text: &page.text, title: &page.title, published: page.published.as_deref() };
        ours.add(&label, &read);
        let other = &theirs[&name];
        let by_other =
            Read { text: &other.text, title: &other.title, published: other.published.as_deref() };
        by_readability.add(&label, &by_other);
        if label.held_out {
            held_out.add(&label, &read);
            held_out_by_readability.add(&label, &by_other);
        }
    }
    println!("{} gold pages, {} held out", ours.pages, held_out.pages);
    for (name, of, least) in [
        ("text F1, articles", Score::article_f1 as fn(&Score) -> f64, Some(0.95)),
        ("text F1, other pages", Score::others_f1, None),
        ("titles right", Score::titles, Some(0.97)),
        ("dates right", Score::dates, Some(0.85)),
    ] {
        let aim = least.map_or(Aim::None, Aim::AtLeast);
        report.among(name, "", of(&ours), &[("readability", of(&by_readability))], aim);
        let others = [("readability", of(&held_out_by_readability))];
        report.among(&format!("{name}, held out"), "", of(&held_out), &others, Aim::None);
    }
    let mut their_ms: Vec<f64> = theirs.values().map(|page| page.took_ms).collect();
    their_ms.sort_by(f64::total_cmp);
    let others = [("readability", their_ms[their_ms.len() / 2])];
    report.among("extracting, p50", "ms", Spans::of(spans).percentile(0.5), &others, Aim::None);
}

fn readability() -> HashMap<String, Theirs> {
    let said = Command::new("node").args([READABILITY, PAGES]).output().expect("Node runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let lines = String::from_utf8(said.stdout).expect("it says JSON");
    let pages = lines.lines().map(|line| serde_json::from_str::<Theirs>(line).expect("a page"));
    pages.map(|page| (page.name.clone(), page)).collect()
}
