//! The graph of a library: it follows the pages that come, change and go, names are made one and separated again, and
//! nothing of what is forgotten is left in it.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use tabwright_knowledge::{Captured, Library, OwnWords};
use tabwright_store::Store;
use tabwright_wire::knowledge::{
    ForgetParams, GraphNode, GraphNodeKind, GraphNodeParams, GraphNodeView, GraphOf, GraphParams,
    GraphView, MergeNamesParams, SearchMode, SearchParams,
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

    async fn remember(&self, name: &str, paragraphs: &[&str]) -> u32 {
        self.remember_in(name, "Science", paragraphs).await
    }

    async fn remember_in(&self, name: &str, section: &str, paragraphs: &[&str]) -> u32 {
        let body: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
        let html = format!(
            "<html lang=en><head><title>About {name}</title><meta property='article:section' content='{section}'>\
             </head><body><main><article><h1>About {name}</h1>{body}</article></main></body></html>"
        );
        let url = format!("https://read.example/{name}");
        let captured = Captured { url, title: String::new(), html };
        self.library.remember(captured, OwnWords::default()).await.unwrap().page.id
    }

    async fn graph(&self) -> GraphView {
        self.library.graph(GraphParams::default()).await.unwrap()
    }

    async fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> =
            self.graph().await.nodes.into_iter().map(|node| node.label).collect();
        labels.sort();
        labels
    }

    async fn node(&self, name: &str) -> GraphNodeView {
        let params = GraphNodeParams { of: GraphOf::Entities, node: name.to_owned() };
        self.library.graph_node(params).await.unwrap()
    }

    async fn is_unknown(&self, name: &str) -> bool {
        let params = GraphNodeParams { of: GraphOf::Entities, node: name.to_owned() };
        self.library.graph_node(params).await.is_err()
    }

    async fn merge(&self, from: &str, into: &str) -> u32 {
        let params = MergeNamesParams { from: from.to_owned(), into: into.to_owned() };
        self.library.merge_names(params).await.unwrap().merge
    }

    async fn found_by(&self, name: &str) -> usize {
        let params = SearchParams {
            query: name.to_owned(),
            mode: SearchMode::Entity,
            ..SearchParams::default()
        };
        self.library.search(params, None).await.unwrap().hits.len()
    }

    /// The same file, opened as a new daemon would.
    async fn reopened(&self) -> Library {
        Library::new(Store::open(self.store.file()).await.unwrap())
    }
}

const ENGINE: &[&str] = &[
    "The Analytical Engine was designed by Charles Babbage, who never saw it built in all his long life.",
    "Ada Lovelace wrote about the Analytical Engine for readers in London, and her notes were longer than the text.",
    "Charles Babbage and Ada Lovelace wrote each other many letters about the Analytical Engine.",
];
const LETTERS: &[&str] = &[
    "Ada Lovelace was taught by Mary Somerville, who introduced her to Charles Babbage at a party in London.",
    "Mary Somerville wrote books that were read in all of Europe, and Ada Lovelace read every one of them.",
];
const RADIUM: &[&str] = &[
    "Marie Curie found radium together with Pierre Curie in a shed in Paris that had once been a stable.",
    "Marie Curie went to Warsaw again, and Pierre Curie stayed in Paris with the radium and the instruments.",
];

async fn full() -> Shelf {
    let shelf = Shelf::new().await;
    shelf.remember("engine", ENGINE).await;
    shelf.remember("letters", LETTERS).await;
    shelf.remember("radium", RADIUM).await;
    shelf
}

fn find<'v>(view: &'v GraphView, label: &str) -> &'v GraphNode {
    let found = view.nodes.iter().find(|node| node.label == label);
    found.unwrap_or_else(|| panic!("{label} is not in {:?}", view.nodes))
}

#[tokio::test]
async fn names_of_one_subject_are_one_group_and_ends_of_edges_are_there() {
    let shelf = full().await;
    let view = shelf.graph().await;
    let group = |label: &str| find(&view, label).community;
    assert_eq!(group("Ada Lovelace"), group("Charles Babbage"));
    assert_eq!(group("Marie Curie"), group("Pierre Curie"));
    assert_ne!(group("Ada Lovelace"), group("Marie Curie"));
    assert_eq!(find(&view, "Ada Lovelace").pages, 2);
    assert_eq!(find(&view, "Ada Lovelace").id, "name:ada lovelace");
    assert!(!view.is_reduced && view.total_nodes as usize == view.nodes.len());
    for edge in &view.edges {
        for end in [&edge.from, &edge.to] {
            assert!(view.nodes.iter().any(|node| node.id == *end), "{end}");
        }
    }
    assert!(view.nodes.iter().all(|node| (node.community as usize) < view.communities.len()));
    assert!(view.nodes.iter().all(|node| node.x.is_finite() && node.y.is_finite()));
}

#[tokio::test]
async fn a_node_tells_its_pages_and_what_is_near_it() {
    let shelf = full().await;
    let ada = shelf.node("Ada Lovelace").await;
    assert_eq!((ada.kind, ada.pages_total, ada.pages.len()), (GraphNodeKind::Person, 2, 2));
    let babbage = ada.neighbours.iter().find(|near| near.label == "Charles Babbage").unwrap();
    assert_eq!(babbage.pages, 2);
    assert!(ada.neighbours.iter().all(|near| near.label != "Marie Curie"));
    assert_eq!(shelf.node(&ada.id).await, ada, "an id names the same as the name");
    assert!(shelf.is_unknown("Nobody At All").await);

    let around = GraphParams { around: Some(ada.id), ..GraphParams::default() };
    let around = shelf.library.graph(around).await.unwrap();
    find(&around, "Mary Somerville");
    assert!(around.nodes.iter().all(|node| node.label != "Marie Curie"));
    assert!(around.is_reduced);
}

#[tokio::test]
async fn the_graph_follows_pages_that_come_change_and_go_as_if_it_were_loaded_anew() {
    let shelf = full().await;
    shelf.graph().await;
    shelf
        .remember(
            "rivers",
            &["Mary Somerville described the Danube and the Nile from maps in London."],
        )
        .await;
    shelf
        .remember(
            "radium",
            &["Marie Curie found radium with Henri Becquerel, says this page by now, in Paris."],
        )
        .await;
    let labels = shelf.labels().await;
    assert!(labels.contains(&"Henri Becquerel".to_owned()), "{labels:?}");
    assert!(!labels.contains(&"Pierre Curie".to_owned()), "{labels:?}");
    let followed = shelf.graph().await;
    let loaded = shelf.reopened().await.graph(GraphParams::default()).await.unwrap();
    assert_eq!(followed, loaded, "positions and groups, too");
}

#[tokio::test]
async fn what_is_kept_does_not_jump_when_a_page_comes() {
    let shelf = full().await;
    let before = shelf.graph().await;
    shelf.remember("tea", &["Sen no Rikyu made tea in Kyoto, and nobody in Kyoto made it as plainly as Sen no Rikyu."]).await;
    let after = shelf.graph().await;
    assert!(after.nodes.len() > before.nodes.len());
    let width = before.nodes.iter().map(|node| node.x.abs().max(node.y.abs())).fold(1.0, f32::max);
    for node in &before.nodes {
        let now = find(&after, &node.label);
        let moved = (now.x - node.x).hypot(now.y - node.y);
        assert!(moved < width / 3.0, "{} moved by {moved} of {width}", node.label);
    }
}

#[tokio::test]
async fn two_names_of_one_are_one_until_the_person_takes_it_back() {
    let shelf = full().await;
    shelf.remember("countess", &["The Countess of Lovelace lived in London. The Countess of Lovelace liked horses and Charles Babbage."]).await;
    let before = shelf.labels().await;
    let other = before.iter().find(|label| label.contains("Countess")).unwrap().clone();
    let merge = shelf.merge(&other, "ada lovelace").await;
    assert!(!shelf.labels().await.contains(&other));
    let ada = shelf.node("Ada Lovelace").await;
    assert_eq!(ada.pages_total, 3);
    assert_eq!((ada.merged[0].merge, &ada.merged[0].name), (merge, &other));
    assert_eq!(shelf.node(&other).await.id, ada.id, "either name leads there");
    assert_eq!(shelf.found_by("Ada Lovelace").await, 3, "search knows it, too");
    let by_name = SearchParams { entity: Some(other.clone()), ..SearchParams::default() };
    let found = shelf.library.search(by_name, None).await.unwrap();
    assert_eq!(found.total, 3);
    let facets = found.facets.entities;
    assert!(
        facets.iter().any(|facet| facet.name == "Ada Lovelace" && facet.count == 3),
        "{facets:?}"
    );
    assert!(facets.iter().all(|facet| facet.name != other));

    for (from, into) in
        [(other.as_str(), "Ada Lovelace"), ("Ada Lovelace", other.as_str()), ("Paris", "Paris")]
    {
        let again = MergeNamesParams { from: from.to_owned(), into: into.to_owned() };
        assert!(shelf.library.merge_names(again).await.is_err(), "{from} is {into} already");
    }

    let reopened = shelf.reopened().await;
    assert_eq!(reopened.merges().await.unwrap().merges.len(), 1);
    assert_eq!(reopened.graph(GraphParams::default()).await.unwrap(), shelf.graph().await);

    assert!(shelf.library.undo_merge(merge).await.unwrap().merges.is_empty());
    assert_eq!(shelf.labels().await, before);
    assert_eq!(shelf.found_by("Ada Lovelace").await, 2);
    assert!(shelf.library.undo_merge(merge).await.is_err(), "it was undone before");
}

#[tokio::test]
async fn a_merge_outlives_a_page_that_changes_and_still_says_both() {
    let shelf = full().await;
    shelf.merge("Mary Somerville", "Ada Lovelace").await;
    let mut later = LETTERS.to_vec();
    later.push("This was added later.");
    shelf.remember("letters", &later).await;
    assert_eq!(shelf.library.merges().await.unwrap().merges.len(), 1);
    assert!(!shelf.labels().await.contains(&"Mary Somerville".to_owned()));
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_graph_no_merge_and_no_byte() {
    for planted in ["from", "into"] {
        let shelf = full().await;
        let text = [
            "Professor Quibblewort Zanzifrond met Marie Curie in Paris. Quibblewort Zanzifrond spoke of radium.",
        ];
        let page = shelf.remember_in("quibblewort", "Morbleux", &text).await;
        let label =
            shelf.labels().await.into_iter().find(|label| label.contains("Quibblewort")).unwrap();
        match planted {
            "from" => shelf.merge(&label, "Marie Curie").await,
            _ => shelf.merge("Marie Curie", &label).await,
        };
        let (drawn, topics) = (shelf.graph().await, topics(&shelf).await);
        assert_eq!(drawn.nodes.iter().any(|node| node.label == label), planted == "into");
        assert!(topics.contains(&"Morbleux".to_owned()), "{topics:?}");
        shelf.library.forget(ForgetParams::Page { page }).await.unwrap();

        let view = format!("{:?}", shelf.graph().await);
        assert!(!view.contains("Quibblewort") && view.contains("Marie Curie"), "{view}");
        assert!(!topics_contain(&shelf, "Morbleux").await);
        assert!(shelf.library.merges().await.unwrap().merges.is_empty());
        assert!(shelf.is_unknown(&label).await);
        assert_eq!(shelf.found_by("zanzifrond").await, 0);
        let bytes = bytes_of(shelf.folder.path()).to_ascii_lowercase();
        for word in ["quibblewort", "zanzifrond", "morbleux"] {
            let is_there = bytes.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!is_there, "{planted}: {word} is still in a file");
        }
    }
}

async fn topics(shelf: &Shelf) -> Vec<String> {
    let params = GraphParams { of: GraphOf::Topics, ..GraphParams::default() };
    let view = shelf.library.graph(params).await.unwrap();
    view.nodes.into_iter().map(|node| node.label).collect()
}

async fn topics_contain(shelf: &Shelf, topic: &str) -> bool {
    topics(shelf).await.iter().any(|label| label == topic)
}

fn bytes_of(folder: &Path) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .flat_map(|path| if path.is_dir() { bytes_of(&path) } else { fs::read(path).unwrap() })
        .collect()
}

#[tokio::test]
async fn a_large_graph_is_shown_by_its_groups_and_each_can_be_opened() {
    let shelf = full().await;
    let whole = shelf.graph().await;
    let reduced = GraphParams { nodes_max: Some(5), ..GraphParams::default() };
    let reduced = shelf.library.graph(reduced).await.unwrap();
    assert!(reduced.is_reduced && reduced.nodes.len() <= 5, "{reduced:?}");
    assert_eq!(reduced.total_nodes as usize, whole.nodes.len());
    let groups: Vec<&GraphNode> =
        reduced.nodes.iter().filter(|node| node.kind == GraphNodeKind::Community).collect();
    assert!(!groups.is_empty());
    for group in groups {
        let name = &reduced.communities[group.community as usize];
        let inside = GraphParams { community: Some(group.id.clone()), ..GraphParams::default() };
        let inside = shelf.library.graph(inside).await.unwrap();
        let of_group = find(&whole, name).community;
        let members = whole.nodes.iter().filter(|node| node.community == of_group).count();
        assert_eq!(inside.nodes.len(), members, "all of {name}");
        find(&inside, name);
    }
    for community in ["", "community:", "community:name:nobody", "name:ada lovelace"] {
        let params =
            GraphParams { community: Some(community.to_owned()), ..GraphParams::default() };
        assert!(shelf.library.graph(params).await.is_err(), "{community}");
    }
}

#[tokio::test]
async fn a_library_without_names_has_an_empty_graph() {
    let shelf = Shelf::new().await;
    for of in [GraphOf::Entities, GraphOf::Topics] {
        for nodes_max in [None, Some(0), Some(u32::MAX)] {
            let params = GraphParams { of, nodes_max, ..GraphParams::default() };
            let view = shelf.library.graph(params).await.unwrap();
            assert!(view.nodes.is_empty() && view.edges.is_empty() && !view.is_reduced);
        }
    }
    shelf.library.forget(ForgetParams::Everything).await.unwrap();
}
