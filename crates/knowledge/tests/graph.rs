//! The graph as its callers use it: pages come and go, aliases are merged and separated, and what is drawn follows.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tabwright_knowledge::graph::{
    AliasReason, CollapsedNode, Communities, Graph, LayoutLimits, Merge, MergeError,
    NODES_PER_PAGE_MAX, NodeKey, NodeRelation, PageId, Point, Snapshot, collapsed, communities,
    importance, layout,
};
use tabwright_knowledge::page::EntityKind;

const EDGES_PER_NODE: usize = 24;

fn thing(name: &str) -> NodeKey {
    NodeKey::entity(EntityKind::Thing, name)
}

fn things(names: &[&str]) -> Vec<NodeKey> {
    names.iter().map(|name| thing(name)).collect()
}

fn relation(from: &str, label: &str, to: &str) -> NodeRelation {
    NodeRelation { from: thing(from), label: label.to_owned(), to: thing(to) }
}

/// Pages 1, 2, 3 and so on that name these.
fn graph_of(pages: &[&[&str]]) -> Graph {
    let mut graph = Graph::new();
    for (at, names) in pages.iter().enumerate() {
        graph.add_page(PageId(at as i64 + 1), &things(names), &[]);
    }
    graph
}

fn names_around(graph: &Graph, name: &str, hops: u32) -> Vec<String> {
    let found = graph.neighbourhood(&thing(name), hops, 20);
    found.into_iter().map(|neighbour| neighbour.node.name).collect()
}

#[test]
fn a_neighbour_that_is_everywhere_comes_after_one_that_is_only_here() {
    let mut pages: Vec<Vec<&str>> = vec![vec!["heat pump", "compressor", "cookies"]; 3];
    pages.push(vec!["heat pump", "cookies"]);
    pages.extend(vec![vec!["cookies", "news"]; 200]);
    let graph = graph_of(&pages.iter().map(Vec::as_slice).collect::<Vec<_>>());
    assert_eq!(names_around(&graph, "heat pump", 1), ["compressor", "cookies"]);
}

#[test]
fn a_stated_relation_weighs_more_than_being_on_the_same_page() {
    let mut graph = graph_of(&[&["unrelated", "other"]]);
    let nodes = things(&["Ada Lovelace", "Analytical Engine", "London"]);
    let wrote = relation("Ada Lovelace", "wrote about", "Analytical Engine");
    graph.add_page(PageId(7), &nodes, std::slice::from_ref(&wrote));
    assert_eq!(names_around(&graph, "Ada Lovelace", 1), ["Analytical Engine", "London"]);
    let ends = (thing("Analytical Engine"), thing("Ada Lovelace"));
    assert_eq!(graph.relations_between(&ends.0, &ends.1), [wrote]);
}

#[test]
fn the_second_hop_comes_after_the_first_and_the_limit_holds() {
    let graph = graph_of(&[&["a", "b"], &["a", "b"], &["b", "c"], &["c", "d"], &["x", "y"]]);
    assert_eq!(names_around(&graph, "a", 1), ["b"]);
    assert_eq!(names_around(&graph, "a", 2), ["b", "c"]);
    assert_eq!(names_around(&graph, "a", 9), ["b", "c", "d"]);
    assert_eq!(graph.neighbourhood(&thing("a"), 9, 1).len(), 1);
    assert!(graph.neighbourhood(&thing("nowhere"), 2, 10).is_empty());
    let scores = graph.neighbourhood(&thing("b"), 2, 10);
    assert!(scores[0].score == 1.0 && scores.iter().all(|near| (0.0..=1.0).contains(&near.score)));
}

#[test]
fn a_connection_names_the_pages_that_witness_each_step() {
    let mut graph =
        graph_of(&[&["Curie", "radium"], &["radium", "watch dials"], &["gold", "ring"]]);
    graph.add_page(PageId(9), &things(&["radium", "watch dials"]), &[]);
    let way = graph.connection(&thing("Curie"), &thing("watch dials")).unwrap();
    let steps: Vec<_> = way.iter().map(|step| (&*step.from.name, &*step.to.name)).collect();
    assert_eq!(steps, [("Curie", "radium"), ("radium", "watch dials")]);
    assert_eq!(way[0].pages, [PageId(1)]);
    assert_eq!(way[1].pages, [PageId(9), PageId(2)]);
    assert_eq!(graph.connection(&thing("Curie"), &thing("ring")), None);
    assert_eq!(graph.connection(&thing("Curie"), &thing("Curie")), Some(Vec::new()));
}

#[test]
fn a_connection_avoids_what_is_on_every_page() {
    let mut pages: Vec<Vec<&str>> = vec![vec!["menu", "filler"]; 300];
    pages.push(vec!["start", "menu"]);
    pages.push(vec!["menu", "end"]);
    pages.extend([vec!["start", "middle"], vec!["middle", "end"]]);
    let graph = graph_of(&pages.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let way = graph.connection(&thing("start"), &thing("end")).unwrap();
    assert_eq!(way[0].to, thing("middle"));
}

#[test]
fn a_page_is_bounded_and_odd_input_is_left_out() {
    let mut graph = Graph::new();
    let many: Vec<NodeKey> = (0..500).map(|at| thing(&format!("name {at}"))).collect();
    let odd = [relation("", "is", "name 1"), relation("name 1", "is", "name 1")];
    graph.add_page(PageId(1), &many, &odd);
    graph.add_page(PageId(2), &things(&["", "twice", "twice"]), &[]);
    let snapshot = graph.snapshot(EDGES_PER_NODE);
    assert_eq!(snapshot.len(), NODES_PER_PAGE_MAX + 1);
    assert!(snapshot.edge_count() <= snapshot.len() * EDGES_PER_NODE);
    assert!(graph.relations_between(&thing("name 1"), &thing("name 1")).is_empty());
}

// Everything that came before must leave no trace.

#[derive(Debug, Clone)]
enum Change {
    Add { page: i64, nodes: Vec<u8>, relations: Vec<(u8, u8)> },
    Remove { page: i64 },
}

fn change() -> impl Strategy<Value = Change> {
    let nodes = prop::collection::vec(0..12_u8, 0..6);
    let relations = prop::collection::vec((0..12_u8, 0..12_u8), 0..3);
    let add = (0..8_i64, nodes, relations);
    prop_oneof![
        2 => add.prop_map(|(page, nodes, relations)| Change::Add { page, nodes, relations }),
        1 => (0..8_i64).prop_map(|page| Change::Remove { page }),
    ]
}

fn numbered(number: u8) -> NodeKey {
    thing(&format!("thing {number}"))
}

fn apply(graph: &mut Graph, change: &Change) {
    match change {
        Change::Add { page, nodes, relations } => {
            let nodes: Vec<NodeKey> = nodes.iter().copied().map(numbered).collect();
            let stated = |&(from, to): &(u8, u8)| NodeRelation {
                from: numbered(from),
                label: "meets".to_owned(),
                to: numbered(to),
            };
            let relations: Vec<NodeRelation> = relations.iter().map(stated).collect();
            graph.add_page(PageId(*page), &nodes, &relations);
        }
        Change::Remove { page } => {
            graph.remove_page(PageId(*page));
        }
    }
}

/// All that a caller can see of a graph.
fn everything(graph: &Graph) -> impl PartialEq + std::fmt::Debug + use<> {
    let all = (0..12).map(numbered);
    let around = |node: NodeKey| {
        let related = graph.relations_between(&node, &numbered(0));
        let aliases: Vec<NodeKey> = graph.aliases(&node).into_iter().cloned().collect();
        let way = graph.connection(&node, &numbered(3));
        let pages = graph.pages_of(&node);
        let canonical = graph.canonical(&node).clone();
        (graph.neighbourhood(&node, 3, 100), pages, related, aliases, way, canonical)
    };
    let around: Vec<_> = all.map(around).collect();
    let snapshot = graph.snapshot(3);
    let merges: Vec<Merge> = graph.merges().to_vec();
    (graph.page_count(), snapshot, around, merges)
}

fn same(a: &Graph, b: &Graph) -> bool {
    everything(a) == everything(b)
}

proptest! {
    #[test]
    fn any_way_to_the_same_pages_gives_the_same_graph(
        changes in prop::collection::vec(change(), 0..40),
    ) {
        let mut graph = Graph::new();
        let mut remaining: BTreeMap<i64, &Change> = BTreeMap::new();
        for change in &changes {
            apply(&mut graph, change);
            match change {
                Change::Add { page, .. } => remaining.insert(*page, change),
                Change::Remove { page } => remaining.remove(page),
            };
        }
        let mut anew = Graph::new();
        remaining.values().for_each(|change| apply(&mut anew, change));
        prop_assert_eq!(everything(&graph), everything(&anew));
    }

    #[test]
    fn merges_are_undone_in_any_order_without_a_trace(
        pages in prop::collection::vec(change(), 1..12),
        merges in prop::collection::vec((0..12_u8, 0..12_u8), 1..6),
        later in prop::collection::vec(change(), 0..6),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 6),
    ) {
        let mut graph = Graph::new();
        let mut plain = Graph::new();
        for change in &pages {
            apply(&mut graph, change);
            apply(&mut plain, change);
        }
        let mut kept: Vec<Merge> = Vec::new();
        for &(from, into) in &merges {
            let (from, into) = (numbered(from), numbered(into));
            if let Ok(id) = graph.merge(&from, &into) {
                kept.push(Merge { id, from, into });
            }
        }
        // Pages that come and go meanwhile make no difference.
        for change in &later {
            apply(&mut graph, change);
            apply(&mut plain, change);
        }
        for pick in picks {
            let mut expected = Graph::new();
            pages.iter().chain(&later).for_each(|change| apply(&mut expected, change));
            kept.iter().for_each(|merge| expected.restore_merge(merge.clone()));
            prop_assert_eq!(everything(&graph), everything(&expected));
            if kept.is_empty() {
                break;
            }
            let undone = kept.remove(pick.index(kept.len()));
            prop_assert_eq!(graph.undo(undone.id), Ok(undone));
        }
        for merge in kept {
            graph.undo(merge.id).unwrap();
        }
        prop_assert!(same(&graph, &plain));
    }
}

#[test]
fn a_merged_name_counts_on_all_its_pages_and_on_those_to_come() {
    let mut graph = graph_of(&[&["WHO", "vaccine"], &["World Health Organization", "Geneva"]]);
    let (short, long) = (thing("WHO"), thing("World Health Organization"));
    let merge = graph.merge(&short, &long).unwrap();
    assert_eq!(graph.canonical(&short), &long);
    assert_eq!(graph.aliases(&long), [&short]);
    assert_eq!(names_around(&graph, "WHO", 1), ["Geneva", "vaccine"]);
    graph.add_page(PageId(3), &things(&["WHO", "malaria"]), &[]);
    assert_eq!(graph.pages_of(&long), [PageId(1), PageId(2), PageId(3)]);
    assert_eq!(graph.merge(&long, &short), Err(MergeError::AlreadyOne));
    graph.undo(merge).unwrap();
    assert_eq!(names_around(&graph, "WHO", 1), ["malaria", "vaccine"]);
    assert_eq!(graph.undo(merge), Err(MergeError::NoSuchMerge));
}

// Names that mean the same. In each line the two are read of in the same company, or in a different one.

type Named = (&'static str, EntityKind);

const PERSON: EntityKind = EntityKind::Person;
const PLACE: EntityKind = EntityKind::Place;
const GROUP: EntityKind = EntityKind::Organization;
const THING: EntityKind = EntityKind::Thing;

const SAME: &[(Named, Named, AliasReason)] = &[
    (("WHO", GROUP), ("World Health Organization", GROUP), AliasReason::Abbreviation),
    (("W.H.O.", THING), ("World Health Organisation", GROUP), AliasReason::Abbreviation),
    (
        ("NASA", GROUP),
        ("National Aeronautics and Space Administration", GROUP),
        AliasReason::Abbreviation,
    ),
    (("MIT", GROUP), ("Massachusetts Institute of Technology", GROUP), AliasReason::Abbreviation),
    (("J. Smith", PERSON), ("John Smith", PERSON), AliasReason::GivenNames),
    (("J.R.R. Tolkien", PERSON), ("John Ronald Reuel Tolkien", PERSON), AliasReason::GivenNames),
    (("Knuth, D. E.", PERSON), ("Donald Ervin Knuth", PERSON), AliasReason::GivenNames),
    (("Grace Hopper", PERSON), ("Grace Brewster Hopper", PERSON), AliasReason::GivenNames),
    (("Lovelace", PERSON), ("Ada Lovelace", PERSON), AliasReason::FamilyName),
    (("heat pumps", THING), ("heat pump", THING), AliasReason::Spelling),
    (("São Paulo", PLACE), ("Sao Paulo", PLACE), AliasReason::Spelling),
    (("e-mail", THING), ("email", THING), AliasReason::Spelling),
    (("the Netherlands", PLACE), ("Netherlands", PLACE), AliasReason::Spelling),
    (("Rust", THING), ("Rust", EntityKind::Product), AliasReason::SameName),
    (("Kubernets", THING), ("Kubernetes", THING), AliasReason::Typo),
    (("Reykjavik Unviersity", GROUP), ("Reykjavik University", GROUP), AliasReason::Typo),
];

/// Not tried until the rules were done: seven of eight were found, and the small words of
/// French names were added for the other.
const SAME_HELD_OUT: &[(Named, Named, AliasReason)] = &[
    (("ECB", GROUP), ("European Central Bank", GROUP), AliasReason::Abbreviation),
    (
        ("CERN", GROUP),
        ("Conseil Européen pour la Recherche Nucléaire", GROUP),
        AliasReason::Abbreviation,
    ),
    (("M. Curie", PERSON), ("Marie Curie", PERSON), AliasReason::GivenNames),
    (("Dr. Alan M. Turing", PERSON), ("Alan Mathison Turing", PERSON), AliasReason::GivenNames),
    (("Universities", THING), ("university", THING), AliasReason::Spelling),
    (("Łódź", PLACE), ("Lodz", PLACE), AliasReason::Spelling),
    (("AT&T", GROUP), ("AT and T", GROUP), AliasReason::Spelling),
    (("Shakespere Company", GROUP), ("Shakespeare Company", GROUP), AliasReason::Typo),
];

const DIFFERENT: &[(Named, Named)] = &[
    (("North Carolina", PLACE), ("South Carolina", PLACE)),
    (("Austria", PLACE), ("Australia", PLACE)),
    (("iPhone 14", THING), ("iPhone 15", THING)),
    (("World War I", THING), ("World War II", THING)),
    (("John Smith", PERSON), ("Jane Smith", PERSON)),
    (("J. Smith", PERSON), ("Karl Smith", PERSON)),
    (("John Adam Smith", PERSON), ("John Brian Smith", PERSON)),
    (("Slovakia", PLACE), ("Slovenia", PLACE)),
    (("WHO", GROUP), ("World Trade Organization", GROUP)),
    (("who", THING), ("World Health Organization", GROUP)),
    (("Jordan", PERSON), ("Jordan", PLACE)),
    (("Paris", PLACE), ("parish", THING)),
    (("2019 elections", THING), ("2020 elections", THING)),
    (("United States", PLACE), ("United Nations", GROUP)),
    (("Python 2", THING), ("Python 3", THING)),
    (("physics", THING), ("physicist", THING)),
];

/// All eight were right at the first look.
const DIFFERENT_HELD_OUT: &[(Named, Named)] = &[
    (("Christian Bauer", PERSON), ("Christina Bauer", PERSON)),
    (("Niger", PLACE), ("Nigeria", PLACE)),
    (("West Virginia", PLACE), ("Virginia", PLACE)),
    (("IMF", GROUP), ("International Mathematical Union", GROUP)),
    (("A. Einstein", PERSON), ("Elsa Einstein", PERSON)),
    (("Mercury", PERSON), ("Mercury", PLACE)),
    (("Gauss", THING), ("Gaussian", THING)),
    (("HTTP/1.1", THING), ("HTTP/1.2", THING)),
];

/// What is proposed for the two if they are read of with the same things, or with different ones.
fn proposed(a: Named, b: Named, is_same_company: bool) -> Option<AliasReason> {
    let mut graph = Graph::new();
    for (which, (name, kind)) in [a, b].into_iter().enumerate() {
        let company = if is_same_company { 0 } else { which };
        for page in 0..3 {
            let mut nodes = vec![NodeKey::entity(kind, name)];
            let others = ["amber", "basalt", "cobalt", "dolomite", "emerald", "feldspar"];
            nodes.extend(others.iter().map(|other| thing(&format!("{other} {company}{company}"))));
            graph.add_page(PageId((which * 3 + page) as i64), &nodes, &[]);
        }
    }
    let ends = BTreeSet::from([a, b].map(|(name, kind)| NodeKey::entity(kind, name)));
    let found = graph.alias_candidates(100).into_iter();
    let mut found =
        found.filter(|found| BTreeSet::from([found.from.clone(), found.into.clone()]) == ends);
    found.next().map(|found| found.reason)
}

#[test]
fn names_of_the_same_are_proposed_with_the_reason() {
    for &(a, b, reason) in SAME.iter().chain(SAME_HELD_OUT) {
        assert_eq!(proposed(a, b, true), Some(reason), "{a:?} and {b:?}");
    }
}

#[test]
fn names_of_different_things_are_not_proposed() {
    for &(a, b) in DIFFERENT.iter().chain(DIFFERENT_HELD_OUT) {
        assert_eq!(proposed(a, b, false), None, "{a:?} and {b:?}");
    }
}

#[test]
fn initials_that_fit_two_people_are_not_proposed_without_evidence() {
    let mut graph = Graph::new();
    for (page, name) in ["J. Smith", "John Smith", "Jane Smith"].into_iter().enumerate() {
        let nodes = [NodeKey::entity(PERSON, name), thing(&format!("company {page}"))];
        graph.add_page(PageId(page as i64), &nodes, &[]);
    }
    assert!(graph.alias_candidates(10).is_empty());
}

#[test]
fn what_is_merged_is_not_proposed_again_until_it_is_undone() {
    let mut graph =
        graph_of(&[&["heat pump", "tariff"], &["heat pumps", "tariff"], &["Heat Pump"]]);
    let first = graph.alias_candidates(10);
    assert_eq!(first.len(), 3);
    let ids: Vec<_> = [("heat pumps", "heat pump"), ("Heat Pump", "heat pump")]
        .map(|(from, into)| graph.merge(&thing(from), &thing(into)).unwrap())
        .into();
    assert!(graph.alias_candidates(10).is_empty());
    ids.into_iter().for_each(|id| assert!(graph.undo(id).is_ok()));
    assert_eq!(graph.alias_candidates(10), first);
}

// The whole: groups, importance, drawing.

/// Small steps of a fixed sequence of numbers, the same on every machine.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Nodes in groups of equal size, `edges` of them of which `inside` of 100 stay in the group.
fn planted(nodes: u32, groups: u32, edges: usize, inside: u64, seed: u64) -> Snapshot {
    let mut state = seed;
    let size = nodes / groups;
    let keys = (0..nodes).map(|at| thing(&format!("{at:06}"))).collect();
    let mut list = Vec::new();
    for _ in 0..edges {
        let a = (random(&mut state) % u64::from(nodes)) as u32;
        let group = a / size * size;
        let b = match random(&mut state) % 100 < inside {
            true => group + (random(&mut state) % u64::from(size)) as u32,
            false => (random(&mut state) % u64::from(nodes)) as u32,
        };
        list.push((a, b, 1.0));
    }
    Snapshot::from_edges(keys, &list)
}

#[test]
fn importance_is_shared_out_and_the_middle_of_a_star_has_the_most() {
    let edges: Vec<(u32, u32, f32)> = (1..9).map(|at| (0, at, 1.0)).collect();
    let keys = (0..10).map(|at| thing(&at.to_string())).collect();
    let ranks = importance(&Snapshot::from_edges(keys, &edges));
    assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    assert!(ranks[0] > 3.0 * ranks[1]);
    assert!((ranks[1] - ranks[8]).abs() < 1e-9);
    // The last has no edges, and still its share of what everyone gets.
    assert!(ranks[9] > 0.0 && ranks[9] < ranks[1]);
    assert!(importance(&Snapshot::default()).is_empty());
}

#[test]
fn a_heavier_edge_brings_more_importance() {
    let keys = (0..3).map(|at| thing(&at.to_string())).collect();
    let ranks = importance(&Snapshot::from_edges(keys, &[(0, 1, 5.0), (0, 2, 1.0)]));
    assert!(ranks[0] > ranks[1] && ranks[1] > 2.0 * ranks[2]);
}

#[test]
fn planted_groups_are_found_and_named_after_their_most_important() {
    let snapshot = planted(600, 12, 6_000, 90, 1);
    let ranks = importance(&snapshot);
    let found = communities(&snapshot, &ranks, 7);
    assert_eq!(found, communities(&snapshot, &ranks, 7));
    assert_eq!(found.list.len(), 12);
    for community in &found.list {
        let groups: BTreeSet<u32> = community.nodes.iter().map(|node| node / 50).collect();
        assert_eq!((groups.len(), community.nodes.len()), (1, 50));
        assert!(community.nodes.iter().all(|&node| ranks[node as usize] <= ranks[community.head]));
    }
    assert!(found.list.is_sorted_by(|a, b| a.importance >= b.importance));
}

#[test]
fn a_community_that_is_opened_has_communities_of_its_own() {
    // Four blocks of four, in two halves that hardly hang together.
    let keys = (0..16).map(|at| thing(&format!("{at:02}"))).collect();
    let mut edges = Vec::new();
    for block in 0..4_u32 {
        for a in 0..4 {
            edges.extend((0..a).map(|b| (block * 4 + a, block * 4 + b, 1.0)));
        }
    }
    edges.extend([(0, 4, 1.0), (8, 12, 1.0), (3, 8, 0.1)]);
    let snapshot = Snapshot::from_edges(keys, &edges);
    let first_half = snapshot.restricted(&[0, 1, 2, 3, 4, 5, 6, 7, 99]);
    let found = communities(&first_half, &importance(&first_half), 0);
    assert_eq!(first_half.len(), 8);
    assert_eq!(found.list.len(), 2);
}

fn none() -> Communities {
    Communities::default()
}

fn distance(a: Point, b: Point) -> f64 {
    f64::from((a.x - b.x).hypot(a.y - b.y))
}

/// The mean distance of nodes of the same group, and of different groups.
fn spread(positions: &[Point], group_of: impl Fn(usize) -> usize) -> (f64, f64) {
    let (mut within, mut between) = ((0.0, 0.0), (0.0, 0.0));
    for a in 0..positions.len() {
        for b in 0..a {
            let sum = if group_of(a) == group_of(b) { &mut within } else { &mut between };
            sum.0 += distance(positions[a], positions[b]);
            sum.1 += 1.0;
        }
    }
    (within.0 / within.1, between.0 / between.1)
}

#[test]
fn planted_groups_are_drawn_apart() {
    for (nodes, groups) in [(120, 4), (300, 6)] {
        let snapshot = planted(nodes, groups, nodes as usize * 6, 90, 3);
        let drawn =
            layout(&snapshot, &none(), |_| None, LayoutLimits::of(snapshot.len()), || false);
        let size = (nodes / groups) as usize;
        let (within, between) = spread(&drawn.positions, |node| node / size);
        assert!(within * 2.0 < between, "{nodes} nodes: {within:.0} within, {between:.0} between");
        let found = communities(&snapshot, &importance(&snapshot), 0);
        let few = LayoutLimits { iterations_max: 20, seed: 0 };
        let quick = layout(&snapshot, &found, |_| None, few, || false);
        let (within, between) = spread(&quick.positions, |node| node / size);
        assert!(within * 2.0 < between, "{nodes} nodes: {within:.0} within, {between:.0} between");
        assert!(!drawn.is_stopped);
        assert_eq!(
            drawn,
            layout(&snapshot, &none(), |_| None, LayoutLimits::of(snapshot.len()), || false)
        );
    }
}

#[test]
fn a_new_node_comes_to_its_neighbours_and_moves_the_others_little() {
    let before = planted(300, 6, 1_800, 90, 3);
    let limits = LayoutLimits::of(before.len());
    let old = layout(&before, &none(), |_| None, limits, || false).positions;
    let mut keys: Vec<NodeKey> = before.keys().iter().map(|key| NodeKey::clone(key)).collect();
    keys.push(thing("new"));
    let mut edges: Vec<_> = before.edges().map(|(a, b, w)| (a as u32, b as u32, w)).collect();
    edges.extend((0..8).map(|at| (300, at, 1.0)));
    let after = Snapshot::from_edges(keys, &edges);
    let new = layout(&after, &none(), |node| old.get(node).copied(), limits, || false).positions;
    let moved = old.iter().zip(&new).map(|(a, b)| distance(*a, *b)).sum::<f64>() / 300.0;
    let (_, apart) = spread(&old, |node| node);
    assert!(moved < apart / 20.0, "moved {moved:.1} of {apart:.1}");
    let to_group = |group: usize| {
        let nodes = group * 50..group * 50 + 50;
        nodes.map(|node| distance(new[300], new[node])).sum::<f64>() / 50.0
    };
    assert!((1..6).all(|other| to_group(0) < to_group(other)));
}

#[test]
fn a_layout_stops_when_told_and_bears_any_start() {
    let snapshot = planted(200, 4, 600, 90, 1);
    let limits = LayoutLimits::of(snapshot.len());
    let mut asked = 0;
    let stopped = layout(
        &snapshot,
        &none(),
        |_| None,
        limits,
        || {
            asked += 1;
            asked > 5
        },
    );
    assert!(stopped.is_stopped);
    assert_eq!(stopped.iterations, 5);
    let odd = [Some(Point { x: f32::NAN, y: 0.0 }), Some(Point { x: 1e30, y: -1e30 }), None];
    let same_place = Some(Point { x: 3.0, y: 3.0 });
    for known in odd.into_iter().chain([same_place]) {
        let few = |node: usize| known.filter(|_| node.is_multiple_of(3));
        let drawn = layout(&snapshot, &none(), few, limits, || false);
        assert!(drawn.positions.iter().all(|point| point.x.is_finite() && point.y.is_finite()));
    }
    assert!(layout(&Snapshot::default(), &none(), |_| None, limits, || false).positions.is_empty());
}

#[test]
fn a_reduced_drawing_has_at_most_so_many_nodes_and_counts_all() {
    let snapshot = planted(2_000, 20, 12_000, 90, 5);
    let ranks = importance(&snapshot);
    let found = communities(&snapshot, &ranks, 1);
    let drawn =
        layout(&snapshot, &none(), |_| None, LayoutLimits { iterations_max: 3, seed: 0 }, || false);
    for nodes_max in [0, 1, 2, 40, 500, 1_999, 2_000, 5_000] {
        let reduced = collapsed(&snapshot, &found, &ranks, nodes_max);
        assert!(reduced.nodes.len() <= nodes_max);
        let count = |node: &CollapsedNode| match node {
            CollapsedNode::Node { .. } => 1,
            CollapsedNode::Rest { count, .. } => *count,
        };
        let counted: usize = reduced.nodes.iter().map(count).sum();
        assert_eq!(counted + reduced.left_out, snapshot.len());
        assert!(reduced.edges.len() <= 3 * reduced.nodes.len());
        assert!(reduced.edges.iter().all(|edge| edge.from.max(edge.to) < reduced.nodes.len()));
        let places = reduced.positions(&found, &drawn.positions);
        assert!(places.len() == reduced.nodes.len() && places.iter().all(|at| at.x.is_finite()));
    }
    let whole = collapsed(&snapshot, &found, &ranks, 2_000);
    assert!(whole.nodes.iter().all(|node| matches!(node, CollapsedNode::Node { .. })));
    let reduced = collapsed(&snapshot, &found, &ranks, 500);
    let alone: Vec<f64> = reduced
        .nodes
        .iter()
        .filter_map(|node| match node {
            CollapsedNode::Node { node, .. } => Some(ranks[*node]),
            CollapsedNode::Rest { .. } => None,
        })
        .collect();
    let mut sorted = ranks;
    sorted.sort_by(|a, b| b.total_cmp(a));
    assert!(alone.iter().all(|rank| *rank >= sorted[alone.len() - 1]));
}

/// `cargo test --release -p tabwright-knowledge --test graph -- --ignored --nocapture figures`
#[test]
#[ignore = "prints how long things take"]
fn figures() {
    for (nodes, edges, groups) in
        [(1_000, 5_000, 20), (10_000, 50_000, 100), (100_000, 500_000, 500)]
    {
        let snapshot = planted(nodes, groups, edges, 80, 9);
        let timed = |name: &str, started: Instant| {
            println!(
                "{nodes} nodes, {} edges: {name} {:.3} s",
                snapshot.edge_count(),
                started.elapsed().as_secs_f64()
            );
        };
        let started = Instant::now();
        let ranks = importance(&snapshot);
        timed("importance", started);
        let started = Instant::now();
        let found = communities(&snapshot, &ranks, 1);
        timed("communities", started);
        println!("  {} communities of {groups} planted", found.list.len());
        let started = Instant::now();
        let drawn = layout(&snapshot, &found, |_| None, LayoutLimits::of(snapshot.len()), || false);
        timed("layout", started);
        let sample: Vec<usize> =
            (0..nodes as usize).step_by((nodes as usize / 1_000).max(1)).collect();
        let points: Vec<Point> = sample.iter().map(|&at| drawn.positions[at]).collect();
        let size = (nodes / groups) as usize;
        let (within, between) = spread(&points, |at| sample[at] / size);
        println!("  {} iterations, {within:.0} within, {between:.0} between", drawn.iterations);
        let started = Instant::now();
        let reduced = collapsed(&snapshot, &found, &ranks, 500);
        timed("collapsed", started);
        println!(
            "  {} nodes, {} edges, {} left out",
            reduced.nodes.len(),
            reduced.edges.len(),
            reduced.left_out
        );
    }
    for pages in [1_000_i64, 10_000, 100_000] {
        let mut state = 4;
        let mut graph = Graph::new();
        let started = Instant::now();
        for page in 0..pages {
            let names = pages as u64;
            // A few names are on very many pages, and most on few.
            let mut name = || {
                let part = (random(&mut state) % 1_000_000) as f64 / 1e6;
                thing(&format!("Name of number {}", (part.powi(3) * names as f64) as u64))
            };
            let nodes: Vec<NodeKey> = (0..20).map(|_| name()).collect();
            graph.add_page(PageId(page), &nodes, &[]);
        }
        println!("{pages} pages: added in {:.3} s", started.elapsed().as_secs_f64());
        let started = Instant::now();
        let snapshot = graph.snapshot(EDGES_PER_NODE);
        println!(
            "  snapshot of {} nodes, {} edges {:.3} s",
            snapshot.len(),
            snapshot.edge_count(),
            started.elapsed().as_secs_f64()
        );
        let key = thing("Name of number 7");
        let started = Instant::now();
        let around = graph.neighbourhood(&key, 2, 50).len();
        println!(
            "  neighbourhood of {around} around a common one {:.3} s",
            started.elapsed().as_secs_f64()
        );
        let started = Instant::now();
        let last = format!("Name of number {}", pages - 3);
        let steps =
            graph.connection(&thing(&last), &thing("Name of number 301")).map(|way| way.len());
        println!("  connection in {steps:?} steps {:.3} s", started.elapsed().as_secs_f64());
        let started = Instant::now();
        let aliases = graph.alias_candidates(100).len();
        println!("  {aliases} alias candidates {:.3} s", started.elapsed().as_secs_f64());
    }
}
