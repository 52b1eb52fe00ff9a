//! nDCG@10 of search in each of its ways, beside the order of SQLite's index alone and tantivy.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::json;
use tabwright_bench::figures::{Aim, Report};
use tabwright_knowledge::words::{Language, query_words};
use tabwright_knowledge::{Library, OwnWords};
use tabwright_store::Store;
use tabwright_wire::knowledge::{SearchMode, SearchParams};

use crate::collection::{Collection, Document};

const SHOWN: usize = 10;
const TANTIVY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge/tantivy_peer.py");

pub(crate) async fn measure(report: &mut Report, collection: &Collection, python: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("store.db")).await.expect("a store");
    let library = Library::new(store.clone());
    let mut documents = HashMap::new();
    for (place, document) in collection.documents.iter().enumerate() {
        let page = document.captured(format!("https://bookmarks.example/{place}"));
        let kept = library.remember(page, OwnWords::default()).await.expect("it is kept");
        documents.insert(i64::from(kept.page.id), place);
    }
    println!("{} pages, {} queries", documents.len(), collection.queries.len());
    let bench = Bench { collection, documents: &documents };
    let by_index = bench.by_index(&store).await;
    let meaning = bench.by_library(&library, SearchMode::Meaning).await;
    let keyword = bench.by_library(&library, SearchMode::Keyword).await;
    let hybrid = bench.by_library(&library, SearchMode::Hybrid).await;
    // The same library, as if no encoder had ever seen it.
    let forgotten = store.write(|connection| connection.execute("DELETE FROM page_vectors", ()));
    forgotten.await.expect("vectors can be deleted");
    let without = bench.by_library(&Library::new(store), SearchMode::Hybrid).await;

    let by_tantivy = bench.by_tantivy(python);

    let others = [("FTS5's order", by_index), ("tantivy", by_tantivy), ("vectors alone", meaning)];
    for (name, value, least) in [
        ("nDCG@10, keyword", keyword, 0.47),
        ("nDCG@10, hybrid", hybrid, 0.50),
        ("nDCG@10, hybrid without vectors", without, 0.48),
    ] {
        report.among(name, "", value, &others, Aim::AtLeast(least));
    }
}

struct Bench<'b> {
    collection: &'b Collection,
    /// The place of a document by the number of its page.
    documents: &'b HashMap<i64, usize>,
}

impl Bench<'_> {
    async fn by_library(&self, library: &Library, mode: SearchMode) -> f64 {
        let mut gain = 0.0;
        for (query, relevant) in &self.collection.queries {
            let params = SearchParams {
                query: query.clone(),
                mode,
                limit: Some(SHOWN as u32),
                no_facets: true,
                ..SearchParams::default()
            };
            let found = library.search(params, None).await.expect("a search");
            let pages = found.hits.iter().map(|hit| i64::from(hit.page.id));
            gain += self.ndcg(pages, relevant);
        }
        gain / self.collection.queries.len() as f64
    }

    /// What the index alone would answer: any of the words, in its own order.
    async fn by_index(&self, store: &Store) -> f64 {
        let mut gain = 0.0;
        for (query, relevant) in &self.collection.queries {
            let words = query_words(query, &[Language::ENGLISH]).into_iter();
            let quoted: Vec<String> = words
                .flat_map(|word| word.forms)
                .map(|form| format!("\"{}\"", form.replace('"', "")))
                .collect();
            let expression = quoted.join(" OR ");
            if expression.is_empty() {
                continue;
            }
            let found = store.read(move |connection| {
                connection
                    .prepare_cached(
                        "SELECT rowid FROM page_words WHERE page_words MATCH ?1
                         ORDER BY bm25(page_words, 3, 2, 1, 0.2) LIMIT ?2",
                    )?
                    .query_map((expression, SHOWN as u32), |row| row.get(0))?
                    .collect::<Result<Vec<i64>, _>>()
            });
            gain += self.ndcg(found.await.expect("the index answers").into_iter(), relevant);
        }
        gain / self.collection.queries.len() as f64
    }

    /// What tantivy answers from the same documents.
    fn by_tantivy(&self, python: &str) -> f64 {
        let document =
            |document: &Document| json!({ "title": document.title, "text": document.text });
        let documents: Vec<_> = self.collection.documents.iter().map(document).collect();
        let queries: Vec<_> = self.collection.queries.iter().map(|(query, _)| query).collect();
        let mut peer = Command::new(python)
            .arg(TANTIVY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python runs");
        let given = json!({ "documents": documents, "queries": queries }).to_string();
        peer.stdin.take().expect("a pipe").write_all(given.as_bytes()).expect("it listens");
        let said = peer.wait_with_output().expect("it answers");
        assert!(said.status.success(), "tantivy failed");
        let found: Vec<Vec<usize>> = serde_json::from_slice(&said.stdout).expect("places");
        let pages: HashMap<usize, i64> =
            self.documents.iter().map(|(page, place)| (*place, *page)).collect();
        let gains = found.iter().zip(&self.collection.queries).map(|(places, (_, relevant))| {
            self.ndcg(places.iter().map(|place| pages[place]), relevant)
        });
        gains.sum::<f64>() / self.collection.queries.len() as f64
    }

    fn ndcg(&self, pages: impl Iterator<Item = i64>, relevant: &HashSet<usize>) -> f64 {
        let discount = |place: usize| 1.0 / ((place + 2) as f64).log2();
        let is_relevant =
            |page: i64| self.documents.get(&page).is_some_and(|place| relevant.contains(place));
        let found = pages.take(SHOWN).enumerate().filter(|(_, page)| is_relevant(*page));
        let gain: f64 = found.map(|(place, _)| discount(place)).sum();
        let ideal: f64 = (0..relevant.len().min(SHOWN)).map(discount).sum();
        gain / ideal
    }
}
