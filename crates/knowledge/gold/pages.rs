//! The gold pages with their labels, and how a reading of them is scored: for our tests, and for the benchmark that sets
//! others beside them.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use tabwright_knowledge::page::PageKind;

/// What a page says, by somebody who read it.
#[derive(Debug, Deserialize)]
pub(crate) struct Label {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) published: Option<String>,
    pub(crate) language: String,
    pub(crate) kind: PageKind,
    pub(crate) held_out: bool,
    /// Its blocks.
    pub(crate) text: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct GoldPage {
    pub(crate) name: String,
    pub(crate) html: String,
    pub(crate) label: Label,
}

pub(crate) fn pages(folder: &Path) -> Vec<GoldPage> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let label = fs::read_to_string(path.with_extension("json")).unwrap();
            pages.push(GoldPage {
                name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
                html: fs::read_to_string(&path).unwrap(),
                label: serde_json::from_str(&label).unwrap(),
            });
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

/// What a program made of a page.
#[derive(Debug)]
pub(crate) struct Read<'r> {
    pub(crate) text: &'r str,
    pub(crate) title: &'r str,
    pub(crate) published: Option<&'r str>,
}

/// How well it did on one page.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) text_f1: f64,
    pub(crate) is_title_right: bool,
    pub(crate) is_date_right: bool,
}

impl Outcome {
    pub(crate) fn is_good(&self) -> bool {
        self.text_f1 >= 0.95 && self.is_title_right && self.is_date_right
    }
}

/// How well it did on all of them.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) pages: usize,
    articles: usize,
    article_f1: f64,
    others_f1: f64,
    titles: usize,
    dates: usize,
}

impl Score {
    pub(crate) fn add(&mut self, label: &Label, read: &Read<'_>) -> Outcome {
        let day = |date: Option<&str>| date.and_then(|date| date.get(..10).map(str::to_owned));
        let outcome = Outcome {
            text_f1: f1(&label.text.join("\n"), read.text),
            is_title_right: letters(&label.title) == letters(read.title),
            is_date_right: day(label.published.as_deref()) == day(read.published),
        };
        self.pages += 1;
        if label.kind == PageKind::Article {
            self.articles += 1;
            self.article_f1 += outcome.text_f1;
        } else {
            self.others_f1 += outcome.text_f1;
        }
        self.titles += usize::from(outcome.is_title_right);
        self.dates += usize::from(outcome.is_date_right);
        outcome
    }

    pub(crate) fn article_f1(&self) -> f64 {
        self.article_f1 / self.articles.max(1) as f64
    }

    pub(crate) fn others_f1(&self) -> f64 {
        self.others_f1 / (self.pages - self.articles).max(1) as f64
    }

    pub(crate) fn titles(&self) -> f64 {
        self.titles as f64 / self.pages.max(1) as f64
    }

    pub(crate) fn dates(&self) -> f64 {
        self.dates as f64 / self.pages.max(1) as f64
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} pages; text F1 {:.3} on {} articles, {:.3} on others; title {:.3}, date {:.3}",
            self.pages,
            self.article_f1(),
            self.articles,
            self.others_f1(),
            self.titles(),
            self.dates()
        )
    }
}

/// Words; of scripts without spaces, characters.
fn tokens(text: &str) -> HashMap<String, usize> {
    let wide = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
    let mut tokens = HashMap::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() && !wide(c) {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            *tokens.entry(std::mem::take(&mut word)).or_default() += 1;
        }
        if wide(c) {
            *tokens.entry(c.to_string()).or_default() += 1;
        }
    }
    tokens
}

fn f1(expected: &str, found: &str) -> f64 {
    let (expected, found) = (tokens(expected), tokens(found));
    let shared: usize = expected
        .iter()
        .map(|(token, count)| found.get(token).map_or(0, |other| *count.min(other)))
        .sum();
    let all: usize = expected.values().sum::<usize>() + found.values().sum::<usize>();
    if all == 0 { 1.0 } else { 2.0 * shared as f64 / all as f64 }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
