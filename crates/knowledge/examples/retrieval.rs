//! How well search finds what is wanted: nDCG@10 and MRR over a collection with known answers, and speeds.
//!
//! `cargo run --release -p tabwright-knowledge --example retrieval -- FOLDER...`, each with either `docs.json` and
//! `tags.json` (the bookmarks in PyPI's `cherche`: each tag is a query, the pages with the tag are its answers)
//! or `docs.jsonl` (`id`, `title`, `text`) and `queries.jsonl` (`query`, `relevant`). Without a folder only
//! speeds are told. `MODEL=FOLDER` names another encoder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use rustc_hash::FxHashSet;
use serde_json::Value;
use tabwright_knowledge::embed::{Encoder, VectorIndex, built_in, chunks, open_encoder, quantized};
use tabwright_knowledge::rank::{
    Bonus, Candidate, Collection, ENOUGH_FOUND, FusionSettings, PageTerms, QueryTerm, TermId,
    Weights, match_plan, rank, title_match,
};
use tabwright_knowledge::words::{
    FTS5_TOKENIZE, Language, Phrase, QueryWord, query_words, token_string,
};
use tabwright_store::rusqlite::{Connection, params};

type Failure = Box<dyn std::error::Error>;

const FOUND_MAX: usize = 300;

fn main() -> Result<(), Failure> {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    let encoder: Box<dyn Encoder> = match std::env::var("MODEL") {
        Ok(folder) => open_encoder(Path::new(&folder))?,
        Err(_) => Box::new(BuiltIn),
    };
    println!("encoder {} of {} dimensions", encoder.id(), encoder.dimensions());
    if folders.is_empty() {
        speeds(encoder.as_ref());
    }
    for folder in &folders {
        let set = TestSet::read(Path::new(folder))?;
        let library = Library::of(&set, encoder.as_ref())?;
        println!("{folder}: {} documents, {} queries", set.documents.len(), set.queries.len());
        library.measure(&set, encoder.as_ref())?;
    }
    Ok(())
}

#[derive(Debug)]
struct BuiltIn;

impl Encoder for BuiltIn {
    fn dimensions(&self) -> usize {
        built_in().dimensions()
    }

    fn id(&self) -> &str {
        built_in().id()
    }

    fn encode(&self, text: &str) -> Vec<f32> {
        built_in().encode(text)
    }
}

struct TestSet {
    /// Title and text; the place is the id.
    documents: Vec<(String, String)>,
    queries: Vec<(String, HashSet<i64>)>,
}

impl TestSet {
    fn read(folder: &Path) -> Result<Self, Failure> {
        if folder.join("docs.jsonl").exists() {
            TestSet::from_lines(folder)
        } else {
            TestSet::from_bookmarks(folder)
        }
    }

    fn from_lines(folder: &Path) -> Result<Self, Failure> {
        let lines = |name: &str| -> Result<Vec<Value>, Failure> {
            let text = std::fs::read_to_string(folder.join(name))?;
            Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
        };
        let (documents, queries) = (lines("docs.jsonl")?, lines("queries.jsonl")?);
        let places: HashMap<i64, i64> = documents
            .iter()
            .enumerate()
            .filter_map(|(place, document)| Some((document["id"].as_i64()?, place as i64)))
            .collect();
        let relevant = |query: &Value| {
            let ids = query["relevant"].as_array().into_iter().flatten();
            ids.filter_map(|id| places.get(&id.as_i64()?).copied()).collect()
        };
        Ok(TestSet {
            documents: documents
                .iter()
                .map(|it| (text_of(&it["title"]), text_of(&it["text"])))
                .collect(),
            queries: queries
                .iter()
                .map(|query| (text_of(&query["query"]), relevant(query)))
                .collect(),
        })
    }

    /// Documents with a title and at least 20 words, tags with 3 to 60 of them.
    fn from_bookmarks(folder: &Path) -> Result<Self, Failure> {
        let read = |name: &str| -> Result<Value, Failure> {
            Ok(serde_json::from_str(&std::fs::read_to_string(folder.join(name))?)?)
        };
        let (all, tags) = (read("docs.json")?, read("tags.json")?);
        let mut documents = Vec::new();
        let mut tagged: BTreeMap<String, HashSet<i64>> = BTreeMap::new();
        for document in all.as_array().into_iter().flatten() {
            let title = text_of(&document["title"]);
            let comment = text_of(&document["comment"]);
            let text = format!("{comment}\n{}", text_of(&document["arxiv_summary"]));
            if title.trim().is_empty() || text.split_whitespace().count() < 20 {
                continue;
            }
            for tag in document["tag"].as_array().into_iter().flatten() {
                tagged.entry(text_of(tag)).or_default().insert(documents.len() as i64);
            }
            documents.push((title, text));
        }
        let queries = tagged
            .into_iter()
            .filter(|(_, documents)| (3..=60).contains(&documents.len()))
            .map(|(tag, documents)| (text_of(&tags[&tag]["prefLabel"]), documents))
            .collect();
        Ok(TestSet { documents, queries })
    }
}

/// A string, or several in a list.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(texts) => texts.iter().map(text_of).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

struct Library {
    database: Connection,
    terms: Vec<PageTerms>,
    titles: Vec<String>,
    collection: Collection,
    frequencies: HashMap<TermId, u64>,
    vectors: VectorIndex,
}

impl Library {
    fn of(set: &TestSet, encoder: &dyn Encoder) -> Result<Self, Failure> {
        let database = Connection::open_in_memory()?;
        database.execute_batch(&format!(
            "CREATE VIRTUAL TABLE page USING fts5(title, headings, text, rest, content='', \
             tokenize=\"{FTS5_TOKENIZE}\")"
        ))?;
        let mut library = Library {
            database,
            terms: Vec::new(),
            titles: Vec::new(),
            collection: Collection::default(),
            frequencies: HashMap::new(),
            vectors: VectorIndex::new(encoder.dimensions()),
        };
        let start = Instant::now();
        let read: usize = set
            .documents
            .iter()
            .map(|(_, text)| {
                text.len() * usize::from(!token_string(text, Language::ENGLISH).is_empty())
            })
            .sum();
        println!("tokens: {:.1} MB/s", read as f64 / 1e6 / start.elapsed().as_secs_f64());
        let start = Instant::now();
        let mut bytes = 0;
        for (id, (title, text)) in set.documents.iter().enumerate() {
            let tokens = [title, text].map(|text| token_string(text, Language::ENGLISH));
            library.database.execute(
                "INSERT INTO page(rowid, title, headings, text, rest) VALUES (?1, ?2, '', ?3, '')",
                params![id as i64, tokens[0], tokens[1]],
            )?;
            let terms = PageTerms::of([&tokens[0], "", &tokens[1], ""]);
            bytes += terms.to_bytes().len();
            library.collection.add(&terms);
            terms.iter().for_each(|(id, _)| *library.frequencies.entry(id).or_default() += 1);
            library.terms.push(terms);
            library.titles.push(title.clone());
        }
        println!("words of a page take {} bytes", bytes / set.documents.len().max(1));
        println!("tokens, index and counts: {:?}", start.elapsed());
        let start = Instant::now();
        for (id, (title, text)) in set.documents.iter().enumerate() {
            let whole = format!("{title}\n{text}");
            for (chunk, range) in chunks(&whole).into_iter().enumerate() {
                let vector = quantized(&encoder.encode(&whole[range]));
                library.vectors.add(id as i64, chunk as u32, &vector);
            }
        }
        println!("{} vectors: {:?}", library.vectors.len(), start.elapsed());
        Ok(library)
    }

    fn measure(&self, set: &TestSet, encoder: &dyn Encoder) -> Result<(), Failure> {
        let words_only = Weights { words: 1.0, feedback: 0.0, meaning: 0.0 };
        let no_bonus = Bonus { title_equals: 0.0, title_contains: 0.0, says_phrase: 0.0 };
        let plain = FusionSettings { bonus: no_bonus, ..FusionSettings::default() };
        let with = |weights: Weights| FusionSettings { weights: Some(weights), ..plain };
        let long = Weights { words: 0.4, feedback: 0.2, meaning: 0.4 };
        let ways: Vec<(&str, Way)> = vec![
            (
                "F alone",
                Way::Fused(with(Weights { words: 0.0, feedback: 1.0, meaning: 0.0 }), false),
            ),
            ("FTS5's own order", Way::Index),
            ("vectors alone", Way::Vectors),
            ("A: words", Way::Fused(with(words_only), false)),
            (
                "keyword with bonus",
                Way::Fused(
                    FusionSettings { weights: Some(words_only), ..Default::default() },
                    false,
                ),
            ),
            (".7A+.3F, no bonus", Way::Fused(plain, false)),
            ("hybrid without vectors", Way::Fused(FusionSettings::default(), false)),
            (".4A+.2F+.4X, no bonus", Way::Fused(with(long), true)),
            ("by length, no bonus", Way::Fused(plain, true)),
            ("hybrid", Way::Fused(FusionSettings::default(), true)),
            ("hybrid, found by plan", Way::Planned(FusionSettings::default())),
        ];
        for (name, way) in ways {
            let (mut gain, mut reciprocal) = (0.0, 0.0);
            let start = Instant::now();
            for (query, relevant) in &set.queries {
                let found = self.search(query, encoder, &way)?;
                gain += ndcg(&found, relevant);
                reciprocal += found
                    .iter()
                    .position(|page| relevant.contains(page))
                    .map_or(0.0, |at| 1.0 / (at + 1) as f64);
            }
            let count = set.queries.len().max(1) as f64;
            let each = start.elapsed() / set.queries.len().max(1) as u32;
            println!(
                "{name:24} nDCG@10 {:.4}  MRR {:.4}  {each:?}",
                gain / count,
                reciprocal / count
            );
        }
        Ok(())
    }

    fn search(&self, query: &str, encoder: &dyn Encoder, way: &Way) -> Result<Vec<i64>, Failure> {
        let words = query_words(query, &[Language::ENGLISH]);
        let settings = match way {
            Way::Index => return self.by_words(&words),
            Way::Vectors => {
                let nearest = self.vectors.nearest(&encoder.encode(query), FOUND_MAX);
                return Ok(nearest.into_iter().map(|neighbor| neighbor.page).collect());
            }
            Way::Fused(settings, _) | Way::Planned(settings) => settings,
        };
        let terms = self.terms_of(&words);
        let found = match way {
            Way::Planned(_) => self.by_plan(&words, &terms)?,
            _ => self.by_words(&words)?,
        };
        let mut pages: FxHashSet<i64> = found.into_iter().collect();
        let mut similarities = HashMap::new();
        if let Way::Fused(_, true) | Way::Planned(_) = way {
            let vector = encoder.encode(query);
            let nearest = self.vectors.nearest(&vector, FOUND_MAX);
            pages.extend(nearest.iter().map(|neighbor| neighbor.page));
            for (page, neighbor) in self.vectors.similarities(&vector, &pages) {
                similarities.insert(page, neighbor.similarity);
            }
        }
        let phrase = Phrase::new(query);
        let candidates: Vec<Candidate<'_>> = pages
            .iter()
            .map(|page| Candidate {
                page: *page,
                terms: &self.terms[*page as usize],
                similarity: similarities.get(page).copied(),
                title: title_match(&self.titles[*page as usize], &phrase),
                says_phrase: false,
            })
            .collect();
        let frequency = |term: TermId| self.frequencies.get(&term).copied();
        let ranked = rank(&terms, &candidates, &self.collection, settings, &frequency);
        Ok(ranked.into_iter().map(|ranked| ranked.page).collect())
    }

    fn terms_of(&self, words: &[QueryWord]) -> Vec<QueryTerm> {
        words
            .iter()
            .map(|word| {
                let forms: Vec<TermId> = word.forms.iter().map(|form| TermId::of(form)).collect();
                let frequency = forms.iter().filter_map(|form| self.frequencies.get(form)).sum();
                QueryTerm::new(forms, word.count, frequency)
            })
            .collect()
    }

    /// As a store of 100,000 pages does it.
    fn by_plan(&self, words: &[QueryWord], terms: &[QueryTerm]) -> Result<Vec<i64>, Failure> {
        let frequencies: Vec<u64> = terms.iter().map(|term| term.document_frequency).collect();
        let plan = match_plan(&frequencies, self.collection.pages);
        let asked = |places: &[usize], between: &str| {
            let forms = |place: &usize| {
                let forms: Vec<String> =
                    words[*place].forms.iter().map(|form| format!("\"{form}\"")).collect();
                format!("({})", forms.join(" OR "))
            };
            places.iter().map(forms).collect::<Vec<_>>().join(between)
        };
        if plan.all.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = self.matching(&asked(&plan.all, " AND "))?;
        if found.len() < ENOUGH_FOUND {
            found.extend(self.matching(&asked(&plan.any, " OR "))?);
        }
        Ok(found)
    }

    fn by_words(&self, words: &[QueryWord]) -> Result<Vec<i64>, Failure> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let asked: Vec<String> =
            words.iter().flat_map(|word| &word.forms).map(|form| format!("\"{form}\"")).collect();
        self.matching(&asked.join(" OR "))
    }

    fn matching(&self, asked: &str) -> Result<Vec<i64>, Failure> {
        let mut statement = self.database.prepare_cached(
            "SELECT rowid FROM page WHERE page MATCH ?1 ORDER BY bm25(page, 3, 2, 1, 0.25) LIMIT ?2",
        )?;
        let found = statement
            .query_map(params![asked, FOUND_MAX as i64], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(found)
    }
}

enum Way {
    Index,
    Vectors,
    /// And whether vectors take part.
    Fused(FusionSettings, bool),
    /// With vectors, and with candidates that cost less to find.
    Planned(FusionSettings),
}

fn ndcg(found: &[i64], relevant: &HashSet<i64>) -> f64 {
    let discount = |place: usize| 1.0 / ((place + 2) as f64).log2();
    let gain: f64 = found
        .iter()
        .take(10)
        .enumerate()
        .filter(|(_, page)| relevant.contains(page))
        .map(|(place, _)| discount(place))
        .sum();
    let ideal: f64 = (0..relevant.len().min(10)).map(discount).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

fn speeds(encoder: &dyn Encoder) {
    let words = [
        "search", "Engines", "rank", "pages", "the", "of", "running", "library", "café", "node.js",
    ];
    let text: String = (0..400_000_usize)
        .map(|at| {
            format!("{}{} ", words[at * 7 % words.len()], if at % 5 == 0 { at % 977 } else { 0 })
        })
        .map(|word| word.replace("0 ", " "))
        .collect();
    let per_second =
        |bytes: usize, start: Instant| bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
    let start = Instant::now();
    let tokens = token_string(&text, Language::ENGLISH);
    println!("tokens: {:.1} MB/s ({} bytes)", per_second(text.len(), start), tokens.len());
    let start = Instant::now();
    let cut = chunks(&text);
    let known =
        cut.iter().filter(|range| encoder.encode(&text[(*range).clone()])[0] != 0.0).count();
    let each = start.elapsed().as_micros() as f64 / cut.len() as f64;
    println!("vectors: {each:.1} µs a chunk of {known}");
    for size in [100_000_usize, 300_000] {
        let mut index = VectorIndex::with_capacity(128, size);
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) as f32 / (1 << 24) as f32) - 0.5
        };
        for at in 0..size {
            let vector: Vec<f32> = (0..128).map(|_| next()).collect();
            index.add(at as i64 / 3, (at % 3) as u32, &quantized(&vector));
        }
        let query: Vec<f32> = (0..128).map(|_| next()).collect();
        let mut times: Vec<f64> = (0..21)
            .map(|_| {
                let start = Instant::now();
                assert_eq!(index.nearest(&query, FOUND_MAX).len(), FOUND_MAX);
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!(
            "nearest of {size}: {:.2} ms, at best {:.2} ms; {:.1} MB",
            times[10],
            times[0],
            index.memory() as f64 / 1e6
        );
    }
}
