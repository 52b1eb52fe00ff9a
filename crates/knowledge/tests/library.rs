//! Pages are kept, found, changed and forgotten for good.

#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::fs;
use std::path::Path;

use tabwright_knowledge::embed::open_encoder;
use tabwright_knowledge::{Captured, Library, OwnWords};
use tabwright_store::Store;
use tabwright_wire::knowledge::{
    ChangeKnowledgeParams, EditPageParams, ForgetParams, KeepOutcome, KeepPageParams,
    KnowledgeStatsParams, NotKept, SearchMode, SearchOrder, SearchParams, SearchResults,
    SuggestPagesParams,
};

struct Shelf {
    folder: tempfile::TempDir,
    store: Store,
    library: Library,
}

impl Shelf {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store.db")).await.unwrap();
        let library = Library::new(store.clone());
        Self { folder, store, library }
    }

    async fn remember(&self, url: &str, title: &str, paragraphs: &[&str]) -> (u32, KeepOutcome) {
        let kept = self
            .library
            .remember(captured(url, title, paragraphs), OwnWords::default())
            .await
            .unwrap();
        (kept.page.id, kept.outcome)
    }

    async fn search(&self, query: &str) -> SearchResults {
        let params = SearchParams { query: query.to_owned(), ..SearchParams::default() };
        self.library.search(params, None).await.unwrap()
    }

    async fn titles(&self, query: &str) -> Vec<String> {
        titles(&self.search(query).await)
    }
}

fn titles(found: &SearchResults) -> Vec<String> {
    found.hits.iter().map(|hit| hit.page.title.clone()).collect()
}

fn captured(url: &str, title: &str, paragraphs: &[&str]) -> Captured {
    Captured { url: url.to_owned(), title: title.to_owned(), html: document(title, paragraphs) }
}

fn document(title: &str, paragraphs: &[&str]) -> String {
    let body: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
    format!(
        "<html lang=en><head><title>{title}</title></head><body><main><article><h1>{title}</h1>{body}</article></main></body></html>"
    )
}

const TEA: &[&str] = &[
    "Green tea is steamed soon after it is picked, which keeps the leaves green and the taste fresh.",
    "Black tea is rolled and oxidised, and only then dried. Most people in Europe drink it with milk or lemon.",
    "The water for green tea should not boil: seventy degrees are enough, and two minutes are long.",
];
const RUST: &[&str] = &[
    "A lifetime tells the borrow checker how long a reference may be used.",
    "Most lifetimes are elided: the compiler fills them in by three rules that cover nearly every function.",
    "A struct that holds a reference has to name the lifetime of that reference, and so has its impl block.",
];
const COFFEE: &[&str] = &[
    "Espresso is made by pressing hot water through finely ground coffee in less than half a minute.",
    "A coarse grind and a slow pour give a cup that is thin, clear and full of the taste of fruit.",
];

async fn full() -> Shelf {
    let shelf = Shelf::new().await;
    shelf.remember("https://tea.example/green", "How tea is made", TEA).await;
    shelf.remember("https://doc.rust.example/lifetimes", "Lifetimes in Rust", RUST).await;
    shelf.remember("https://coffee.example/espresso", "Coffee at home", COFFEE).await;
    shelf
}

#[tokio::test]
async fn a_page_is_found_by_its_words_in_any_form() {
    let shelf = full().await;
    for (query, title) in [
        ("green tea", "How tea is made"),
        ("borrowing reference", "Lifetimes in Rust"),
        ("LIFETIME", "Lifetimes in Rust"),
        ("\"seventy degrees\"", "How tea is made"),
        ("site:coffee.example grind", "Coffee at home"),
        ("espreso", "Coffee at home"),
    ] {
        let found = shelf.titles(query).await;
        assert_eq!(found.first().map(String::as_str), Some(title), "{query}: {found:?}");
    }
    assert!(shelf.titles("\"degrees seventy\"").await.is_empty());
    assert!(shelf.titles("water -espresso").await.iter().all(|title| title != "Coffee at home"));
    assert_eq!(shelf.titles("site:tea.example").await, ["How tea is made"]);
    assert!(shelf.titles("before:2001-01-01").await.is_empty());
    assert_eq!(shelf.titles("").await.len(), 3, "no words list all pages");
}

#[tokio::test]
async fn pages_that_scripts_tell_apart_by_what_is_behind_the_hash_are_two() {
    let shelf = Shelf::new().await;
    let (one, _) = shelf.remember("https://app.example/#/tea", "Tea", TEA).await;
    let (other, outcome) = shelf.remember("https://app.example/#/coffee", "Coffee", COFFEE).await;
    assert_eq!(outcome, KeepOutcome::New);
    assert_ne!(one, other);
}

#[tokio::test]
async fn a_typo_is_told_and_mended() {
    let shelf = full().await;
    let found = shelf.search("lifetmes").await;
    assert_eq!(titles(&found), ["Lifetimes in Rust"]);
    assert_eq!(found.corrected[0].word, "lifetmes");
    assert_eq!(found.corrected[0].instead, "lifetimes");
}

#[tokio::test]
async fn a_snippet_is_word_for_word_and_marked() {
    let shelf = full().await;
    let found = shelf.search("espresso pressing").await;
    let snippet = &found.hits[0].snippets[0];
    assert!(COFFEE[0].contains(&snippet.text) || snippet.text == COFFEE[0], "{snippet:?}");
    let units: Vec<u16> = snippet.text.encode_utf16().collect();
    let (from, to) = snippet.marks[0];
    assert_eq!(String::from_utf16(&units[from as usize..to as usize]).unwrap(), "Espresso");
}

#[tokio::test]
async fn a_page_that_changed_keeps_what_it_said_before() {
    let shelf = Shelf::new().await;
    let (page, outcome) = shelf.remember("https://tea.example/green", "Tea", TEA).await;
    assert_eq!(outcome, KeepOutcome::New);
    assert_eq!(
        shelf.remember("https://tea.example/green#top", "Tea", TEA).await,
        (page, KeepOutcome::Unchanged)
    );
    let mut later = TEA.to_vec();
    later[2] = "The water for green tea should have eighty degrees, says a master from Uji.";
    assert_eq!(
        shelf.remember("https://tea.example/green", "Tea", &later).await,
        (page, KeepOutcome::Changed)
    );
    let view = shelf.library.page(page).await.unwrap();
    assert_eq!((view.page.visits, view.versions.len()), (3, 1));
    assert!(view.text.contains("eighty degrees"));
    let before = shelf.library.version(page, view.versions[0].number).await.unwrap();
    assert!(before.text.contains("seventy degrees"), "{}", before.text);
    assert!(
        shelf.titles("\"seventy degrees\"").await.is_empty(),
        "only the text of now is searched"
    );
    assert_eq!(shelf.titles("master from Uji").await, ["Tea"]);
}

#[tokio::test]
async fn words_of_the_person_are_found_and_can_be_changed() {
    let shelf = full().await;
    let page = shelf.search("green tea").await.hits[0].page.id;
    let edit = |note: Option<&str>, tags: Option<&[&str]>| EditPageParams {
        page,
        note: note.map(str::to_owned),
        tags: tags.map(|tags| tags.iter().map(|tag| (*tag).to_owned()).collect()),
    };
    shelf.library.edit(edit(Some("for my zabaglione"), Some(&["kitchen"]))).await.unwrap();
    assert_eq!(shelf.titles("zabaglione").await, ["How tea is made"]);
    assert_eq!(shelf.titles("tag:kitchen").await, ["How tea is made"]);
    let view = shelf.library.edit(edit(Some(""), None)).await.unwrap();
    assert_eq!((view.note, view.page.tags), (None, vec!["kitchen".to_owned()]));
    assert!(shelf.titles("zabaglione").await.is_empty());
}

#[tokio::test]
async fn others_learn_of_what_they_may_see_and_no_more() {
    let shelf = full().await;
    let params = SearchParams { query: "water".to_owned(), ..SearchParams::default() };
    let may_see = std::sync::Arc::new(|page: &tabwright_wire::knowledge::KeptPage| {
        page.site == "tea.example"
    });
    let found = shelf.library.search(params, Some(may_see.clone())).await.unwrap();
    assert_eq!(titles(&found), ["How tea is made"]);
    assert_eq!((found.total, found.facets.sites.len()), (1, 1));
    let all = shelf.library.search(SearchParams::default(), Some(may_see)).await.unwrap();
    assert_eq!((titles(&all).len(), all.total), (1, 1));
    assert!(!format!("{all:?}{found:?}").contains("coffee.example"));
}

#[tokio::test]
async fn as_somebody_types_titles_and_addresses_come() {
    let shelf = full().await;
    for (typed, title) in [
        ("lifet", "Lifetimes in Rust"),
        ("coffee.ex", "Coffee at home"),
        ("how tea i", "How tea is made"),
    ] {
        let params = SuggestPagesParams { text: typed.to_owned(), limit: None };
        let suggested = shelf.library.suggest(params).await.unwrap();
        assert_eq!(suggested.pages.first().map(|page| page.title.as_str()), Some(title), "{typed}");
    }
    for typed in ["", "\"", "* OR *", "\u{0}", "NEAR(a b)"] {
        shelf
            .library
            .suggest(SuggestPagesParams { text: typed.to_owned(), limit: None })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn no_query_is_an_error() {
    let shelf = full().await;
    for query in [
        "\"",
        "\"\"",
        "-",
        "-\"",
        "(",
        "a AND",
        "NOT",
        "a NEAR b",
        "col:x",
        "*",
        "^a",
        "site:",
        "site:%",
        "after:",
        "after:soon",
        "type:",
        "\u{0}",
        "🦀",
        "a\"b",
        "{x}",
        "tag:'",
        "-site:_",
        "ß",
        "ﬁ",
    ] {
        for mode in [
            SearchMode::Hybrid,
            SearchMode::Keyword,
            SearchMode::Meaning,
            SearchMode::Entity,
            SearchMode::Topic,
        ] {
            for order in [
                SearchOrder::Best,
                SearchOrder::Newest,
                SearchOrder::Oldest,
                SearchOrder::MostVisited,
            ] {
                let params = SearchParams {
                    query: query.to_owned(),
                    mode,
                    order,
                    ..SearchParams::default()
                };
                shelf
                    .library
                    .search(params, None)
                    .await
                    .unwrap_or_else(|error| panic!("{query}: {error}"));
            }
        }
    }
}

/// Every byte of the folder, whatever the files in it are.
fn bytes_of(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            bytes.extend(bytes_of(&path));
        } else {
            bytes.extend(fs::read(path).unwrap());
        }
    }
    bytes
}

fn is_in(bytes: &[u8], word: &str) -> bool {
    let lower: Vec<u8> = bytes.to_ascii_lowercase();
    let word = word.to_lowercase();
    lower.windows(word.len()).any(|window| window == word.as_bytes())
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_byte_of_any_file() {
    const PLANTED: &[&str] = &["xylofax", "quibblewort", "zanzifrond", "morbleux", "vintrappel"];
    let ways = ["page", "address", "site", "since", "everything"];
    // The index is as it was written, merged in part, or one.
    for (what, merges) in ways.iter().flat_map(|what| [0, 1, usize::MAX].map(|it| (*what, it))) {
        let shelf = full().await;
        let since = now_ms();
        let [text, title, address, name, note] = PLANTED else { unreachable!() };
        let url = format!("https://{address}.example/{address}");
        let naming = format!(
            "The chemist Professor {name} Smith of {name} Institute spoke about {text} for hours."
        );
        let repeated = format!("Nobody knows what {text} is, and the {text} itself is silent.");
        let paragraphs: Vec<&str> =
            TEA.iter().copied().chain([naming.as_str(), repeated.as_str()]).collect();
        let page = captured(&url, &format!("All about {title}"), &paragraphs);
        let words =
            OwnWords { tags: vec![format!("tag-{note}")], note: Some(format!("ask {note}")) };
        let kept = shelf.library.remember(page, words).await.unwrap();
        // An earlier version has the word, too.
        let mut later = paragraphs.clone();
        later.push("And that is all.");
        shelf.remember(&url, &format!("All about {title}"), &later).await;
        for word in PLANTED {
            assert_eq!(shelf.titles(word).await.len(), 1, "{what}: {word} is not found before");
        }
        assert!(is_in(&bytes_of(shelf.folder.path()), text), "the test must see what is there");
        let steps = Cell::new(0);
        let is_disturbed = || steps.replace(steps.get() + 1) == merges;
        shelf.library.compact(is_disturbed).await.unwrap();
        fs::copy(
            shelf.folder.path().join("store.db"),
            shelf.folder.path().join("store.db.replaced-1"),
        )
        .unwrap();

        let params = match what {
            "page" => ForgetParams::Page { page: kept.page.id },
            "address" => ForgetParams::Address { url: format!("{url}#part") },
            "site" => ForgetParams::Site { site: format!("{address}.example") },
            "since" => ForgetParams::Since { at_ms: since },
            _ => ForgetParams::Everything,
        };
        let forgotten = shelf.library.forget(params).await.unwrap();
        assert_eq!(forgotten.pages, if what == "everything" { 4 } else { 1 }, "{what}");

        let bytes = bytes_of(shelf.folder.path());
        for word in PLANTED {
            assert!(!is_in(&bytes, word), "{what}: {word} is still in a file");
            assert!(shelf.titles(word).await.is_empty(), "{what}: {word} is still found");
        }
        if what != "everything" {
            assert_eq!(
                shelf.titles("tea").await.first().map(String::as_str),
                Some("How tea is made")
            );
        }
        shelf.store.close().await;
        let health = tabwright_store::check(&shelf.folder.path().join("store.db")).unwrap();
        assert_eq!(health.schema, 12, "the file is whole");
    }
}

#[tokio::test]
async fn an_index_of_many_parts_is_merged_to_one_that_finds_the_same() {
    let shelf = full().await;
    for number in 0..30 {
        let url = format!("https://cups.example/{number}");
        shelf.remember(&url, &format!("Cup {number}"), COFFEE).await;
    }
    let parts = || async {
        let count = "SELECT count(DISTINCT segid) FROM page_words_idx";
        shelf.store.read(|it| it.query_row(count, (), |row| row.get::<_, u32>(0))).await.unwrap()
    };
    let before = shelf.search("coarse grind of coffee").await;
    assert!(parts().await > 1, "each page is a part at first");
    shelf.library.compact(|| true).await.unwrap();
    assert!(parts().await > 1, "it was disturbed at once");
    shelf.library.compact(|| false).await.unwrap();
    assert_eq!(parts().await, 1);
    assert_eq!(titles(&shelf.search("coarse grind of coffee").await), titles(&before));
}

#[tokio::test]
async fn a_text_seen_in_the_forgotten_hour_gives_way_to_the_one_before() {
    let shelf = Shelf::new().await;
    let (page, _) = shelf.remember("https://tea.example/green", "Tea", TEA).await;
    let kept = now_ms();
    let since = std::iter::repeat_with(now_ms).find(|now| *now > kept).unwrap();
    let later: Vec<&str> =
        TEA.iter().copied().chain(["A word like flabberquist stands here."]).collect();
    shelf.remember("https://tea.example/green", "Tea", &later).await;
    let forgotten = shelf.library.forget(ForgetParams::Since { at_ms: since }).await.unwrap();
    assert_eq!(forgotten.pages, 0);
    let view = shelf.library.page(page).await.unwrap();
    assert!(
        !view.text.contains("flabberquist") && view.text.contains("seventy degrees"),
        "{}",
        view.text
    );
    assert_eq!((view.page.visits, view.versions.len()), (1, 0));
    assert!(!is_in(&bytes_of(shelf.folder.path()), "flabberquist"));
    assert_eq!(shelf.titles("seventy degrees").await, ["Tea"]);
}

fn read_page(url: &str, html: String) -> KeepPageParams {
    KeepPageParams {
        url: url.to_owned(),
        title: String::new(),
        html,
        is_truncated: false,
        seen_ms: now_ms(),
        stayed_ms: 20_000,
        tab: None,
    }
}

#[tokio::test]
async fn nothing_is_kept_by_itself_until_the_person_says_so() {
    let shelf = Shelf::new().await;
    let page = || read_page("https://tea.example/green", document("Tea", &TEA.repeat(3)));
    assert_eq!(shelf.library.keep(page()).await.unwrap().not_kept, Some(NotKept::Off));
    let change = |change: ChangeKnowledgeParams| shelf.library.change_settings(change);
    let nothing = || ChangeKnowledgeParams {
        automatic: None,
        pause_ms: None,
        site_off: None,
        site_on: None,
        allow_host: None,
        refuse_host: None,
    };
    change(ChangeKnowledgeParams { automatic: Some(true), ..nothing() }).await.unwrap();
    assert_eq!(shelf.library.keep(page()).await.unwrap().outcome, Some(KeepOutcome::New));
    change(ChangeKnowledgeParams { pause_ms: Some(60_000), ..nothing() }).await.unwrap();
    assert_eq!(shelf.library.keep(page()).await.unwrap().not_kept, Some(NotKept::Paused));
    change(ChangeKnowledgeParams {
        pause_ms: Some(0),
        site_off: Some("https://Tea.example/x".into()),
        ..nothing()
    })
    .await
    .unwrap();
    assert_eq!(shelf.library.keep(page()).await.unwrap().not_kept, Some(NotKept::SiteOff));
    let settings =
        change(ChangeKnowledgeParams { site_on: Some("tea.example".into()), ..nothing() })
            .await
            .unwrap();
    assert!(settings.sites_off.is_empty());
    assert_eq!(shelf.library.keep(page()).await.unwrap().outcome, Some(KeepOutcome::Unchanged));
    shelf.library.forget(ForgetParams::Everything).await.unwrap();
    assert_eq!(shelf.library.keep(page()).await.unwrap().not_kept, Some(NotKept::Forgotten));
    assert_eq!(
        shelf
            .library
            .stats(KnowledgeStatsParams { group_by: None, limit: None })
            .await
            .unwrap()
            .pages,
        0
    );
}

fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

#[tokio::test]
async fn a_pdf_is_told_by_its_address_where_nothing_else_tells() {
    let shelf = Shelf::new().await;
    shelf.remember("https://tea.example/paper.PDF?download=1", "Leaves", TEA).await;
    shelf.remember("https://tea.example/view?file=paper.pdf", "Viewer", TEA).await;
    shelf.remember("https://tea.example/about-paper.pdf/notes", "Notes", TEA).await;
    assert_eq!(shelf.titles("tea type:pdf").await, ["Leaves"]);
    assert_eq!(shelf.titles("type:pdf").await, ["Leaves"]);
    assert_eq!(shelf.titles("tea").await.len(), 3);
}

/// A table in the format of model2vec that knows a few words, of which some mean the same.
fn write_model(folder: &Path) {
    let words: [(&str, [f32; 2]); 5] = [
        ("[UNK]", [0.0, 0.0]),
        ("tea", [1.0, 0.0]),
        ("chai", [1.0, 0.1]),
        ("borrow", [0.0, 1.0]),
        ("lifetime", [0.0, 1.0]),
    ];
    let rows: Vec<u8> = words
        .iter()
        .flat_map(|(_, row)| row.iter().flat_map(|value| value.to_le_bytes()))
        .collect();
    let header = serde_json::json!({ "embeddings": {
        "dtype": "F32", "shape": [words.len(), 2], "data_offsets": [0, rows.len()],
    } });
    let header = header.to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.extend_from_slice(&rows);
    fs::write(folder.join("model.safetensors"), file).unwrap();
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        words.iter().enumerate().map(|(at, (word, _))| ((*word).to_owned(), at.into())).collect();
    let tokenizer = serde_json::json!({
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "vocab": vocabulary },
    });
    fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).unwrap();
}

#[tokio::test]
async fn pages_of_another_encoder_are_found_by_words_until_they_are_read_anew() {
    let shelf = Shelf::new().await;
    shelf.remember("https://tea.example/", "Green tea", TEA).await;
    shelf.remember("https://rust.example/", "Lifetimes", RUST).await;
    write_model(shelf.folder.path());
    let encoder = std::sync::Arc::from(open_encoder(shelf.folder.path()).unwrap());
    let library = Library::new(shelf.store.clone()).with_encoder(encoder);
    let other = Shelf { folder: shelf.folder, store: shelf.store, library };
    let by_meaning = async |query: &str| {
        let params = SearchParams {
            query: query.to_owned(),
            mode: SearchMode::Meaning,
            ..SearchParams::default()
        };
        titles(&other.library.search(params, None).await.unwrap())
    };

    // No page says "chai", and no vector of ours is taken for one of the other encoder.
    assert_eq!(by_meaning("chai").await, Vec::<String>::new());
    assert_eq!(other.titles("green tea").await, ["Green tea"]);
    other.remember("https://coffee.example/", "Tea or coffee", COFFEE).await;
    assert_eq!(by_meaning("chai").await, ["Tea or coffee"]);

    assert!(!other.library.encode_anew(|| true).await.unwrap());
    assert!(other.library.encode_anew(|| false).await.unwrap());
    let found = by_meaning("chai").await;
    assert!(found.contains(&"Green tea".to_owned()), "{found:?}");
    assert_eq!(by_meaning("borrow").await[0], "Lifetimes");
    // A library that is opened later has them from the store.
    let encoder = std::sync::Arc::from(open_encoder(other.folder.path()).unwrap());
    let reopened = Library::new(other.store.clone()).with_encoder(encoder);
    let params = SearchParams {
        query: "chai".to_owned(),
        mode: SearchMode::Meaning,
        ..SearchParams::default()
    };
    assert_eq!(titles(&reopened.search(params, None).await.unwrap()), found);
}
