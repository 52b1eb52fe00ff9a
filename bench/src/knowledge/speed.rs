//! How a library grows: what a page costs to keep, on disk and in memory, and how long a search takes among so many.

use std::time::Instant;

use tabwright_bench::figures::{Aim, Report, Spans, resident_kb};
use tabwright_knowledge::{Library, OwnWords};
use tabwright_store::Store;
use tabwright_wire::knowledge::{ForgetParams, GraphParams, SearchParams, SuggestPagesParams};

use crate::collection::{Collection, Document};

const WORDS_A_PAGE: usize = 400;
const QUERIES: usize = 200;
const FORGOTTEN: usize = 20;
/// Names and words that no other page has, as every page has some.
const OWN_NAMES: usize = 3;

pub(crate) async fn measure(report: &mut Report, collection: &Collection, pages: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store.db");
    let store = Store::open(&file).await.expect("a store");
    let library = Library::new(store.clone());
    let mut random = Random(7);
    let began = Instant::now();
    for number in 0..pages {
        let page = page(collection, &mut random).captured(format!("https://read.example/{number}"));
        library.remember(page, OwnWords::default()).await.expect("it is kept");
    }
    let rate = pages as f64 / began.elapsed().as_secs_f64();
    let at = |what: &str| format!("{pages} pages: {what}");
    report.value(&at("kept, one after the other"), "pages/s", rate, Aim::AtLeast(40.0));
    // As the daemon does once nothing has been kept for a minute.
    let began = Instant::now();
    library.compact(|| false).await.expect("the index is merged");
    report.value(&at("index merged when idle"), "s", began.elapsed().as_secs_f64(), Aim::None);
    store.truncate_log().await.expect("the log is truncated");
    let bytes = std::fs::metadata(&file).expect("the file").len();
    report.value(&at("on disk"), "kB a page", bytes as f64 / pages as f64 / 1e3, Aim::Under(12.0));

    let mut random = Random(11);
    let queries: Vec<String> = (0..QUERIES).map(|_| query(collection, &mut random)).collect();
    let mut searches = Vec::new();
    // The first round loads what search needs.
    for is_measured in [false, true] {
        for query in &queries {
            let params = SearchParams { query: query.clone(), ..SearchParams::default() };
            let began = Instant::now();
            library.search(params, None).await.expect("a search");
            if is_measured {
                searches.push(began.elapsed());
            }
        }
    }
    let searches = Spans::of(searches);
    report.value(&at("search, p50"), "ms", searches.percentile(0.5), Aim::Under(25.0));
    report.value(&at("search, p95"), "ms", searches.percentile(0.95), Aim::Under(80.0));
    let mut typed = Vec::new();
    for query in &queries {
        for letters in [2, 4, 7] {
            let text = query.chars().take(letters).collect();
            let began = Instant::now();
            let params = SuggestPagesParams { text, limit: None };
            library.suggest(params).await.expect("suggestions");
            typed.push(began.elapsed());
        }
    }
    let typed = Spans::of(typed).percentile(0.95);
    report.value(&at("as you type, p95"), "ms", typed, Aim::Under(30.0));
    report.value(&at("memory"), "MB", resident_kb() / 1e3, Aim::Under(250.0));

    let began = Instant::now();
    let graph = library.graph(GraphParams::default()).await.expect("a graph");
    let first = began.elapsed().as_secs_f64() * 1e3;
    println!("{} names, {} connections", graph.total_nodes, graph.total_edges);
    report.value(&at("the graph, first drawn"), "ms", first, Aim::None);
    let began = Instant::now();
    library.graph(GraphParams::default()).await.expect("a graph");
    let again = began.elapsed().as_secs_f64() * 1e3;
    report.value(&at("the graph, again"), "ms", again, Aim::None);
    report.value(&at("memory with the graph"), "MB", resident_kb() / 1e3, Aim::None);
    forget(report, &library, &at("forgotten"), pages).await;
    store.close().await;
}

/// Until no byte of it is in the file or its log.
async fn forget(report: &mut Report, library: &Library, name: &str, pages: usize) {
    let mut spans = Vec::new();
    for number in (0..pages).step_by(pages.div_ceil(FORGOTTEN)) {
        let url = format!("https://read.example/{number}");
        let began = Instant::now();
        library.forget(ForgetParams::Address { url }).await.expect("it is forgotten");
        spans.push(began.elapsed());
    }
    let spans = Spans::of(spans);
    report.value(&format!("{name}, p50"), "ms", spans.percentile(0.5), Aim::None);
    report.value(&format!("{name}, slowest"), "ms", spans.percentile(1.0), Aim::Under(5_000.0));
}

/// Sentences of the bookmarks in an order of its own, with some names that only this page has.
fn page(collection: &Collection, random: &mut Random) -> Document {
    let base = random.of(&collection.documents);
    let mut text = base.text.clone();
    while text.split_whitespace().count() < WORDS_A_PAGE {
        let other = random.of(&collection.documents);
        let sentences: Vec<&str> = other.text.split_inclusive(['.', '!', '?']).collect();
        let from = random.below(sentences.len());
        let part: String = sentences[from..].iter().take(4).copied().collect();
        text.push('\n');
        text.push_str(part.trim());
    }
    for _ in 0..OWN_NAMES {
        let (given, family, place) = (random.name(), random.name(), random.name());
        text.push_str(&format!(
            "\n{given} {family} wrote about this in {place}, before others did."
        ));
    }
    Document { title: format!("{} by {}", base.title.trim(), random.name()), text }
}

/// What somebody remembers of a page: some words of its title, or of what it says.
fn query(collection: &Collection, random: &mut Random) -> String {
    let document = random.of(&collection.documents);
    let from = if random.below(2) == 0 { &document.title } else { &document.text };
    let words: Vec<&str> = from
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().count() > 3)
        .collect();
    let start = random.below(words.len());
    let wanted = 1 + random.below(4);
    words[start.min(words.len())..].iter().take(wanted).copied().collect::<Vec<_>>().join(" ")
}

/// The same pages and queries in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A word that looks like a name: there are some millions of them.
    fn name(&mut self) -> String {
        const PARTS: &[&str] = &[
            "ba", "den", "fi", "gor", "ha", "jun", "ka", "lem", "mo", "nar", "pe", "ros", "si",
            "tul", "va", "wen",
        ];
        let name: String = (0..3 + self.below(3)).map(|_| *self.of(PARTS)).collect();
        let (first, rest) = name.split_at(1);
        first.to_uppercase() + rest
    }
}
