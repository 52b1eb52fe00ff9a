//! One name or topic: its pages, what is near it, and which names are one with it or may be.

use std::sync::Arc;

use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::knowledge::{GraphNeighbour, GraphNodeView, GraphOf, NameCandidate};

use super::load::Loaded;
use super::view::{id_of, kind_of, name_in};
use super::{Candidates, LiveGraph, merged};
use crate::graph::{AliasCandidate, Graph, NodeKey, NodeKind};
use crate::pages;
use crate::words::folded;

const PAGES_MAX: u32 = 50;
const NEIGHBOURS_MAX: usize = 40;
const RELATIONS_MAX: usize = 5;
/// Proposals are few in a library of any size; with so many, the surest are enough.
const CANDIDATES_MAX: usize = 2_000;
const CANDIDATES_SHOWN_MAX: usize = 8;
/// Proposals are looked for anew after so many changes.
const CANDIDATES_CHANGES: u64 = 20;
/// Comparing more names takes longer than a person waits.
const CANDIDATES_NAMES_MAX: usize = 50_000;

/// What an id names, or what a person wrote.
pub(super) fn find(
    connection: &Connection,
    of: GraphOf,
    node: &str,
) -> rusqlite::Result<Option<NodeKey>> {
    match of {
        GraphOf::Entities => pages::entity_named(connection, &folded(name_in(node))),
        GraphOf::Topics => pages::topic_named(connection, name_in(node)),
    }
}

pub(super) fn view(
    connection: &Connection,
    live: &Arc<LiveGraph>,
    node: &str,
) -> rusqlite::Result<Option<GraphNodeView>> {
    live.with(connection, |loaded| {
        let Some(found) = find(connection, live.of, node)? else { return Ok(None) };
        let graph = &loaded.graph;
        let key = graph.canonical(&found);
        let mut names = graph.aliases(key);
        names.push(key);
        let (newest, pages_total) = pages::pages_naming(connection, &names, PAGES_MAX)?;
        let of_node = graph.merges().iter().filter(|merge| graph.canonical(&merge.from) == key);
        Ok(Some(GraphNodeView {
            id: id_of(key),
            label: key.name.clone(),
            kind: kind_of(key),
            pages: pages::kept_pages(connection, &newest)?,
            pages_total,
            neighbours: neighbours(graph, key),
            merged: of_node.map(merged).collect(),
            candidates: candidates(live, loaded, key),
        }))
    })
}

fn neighbours(graph: &Graph, key: &NodeKey) -> Vec<GraphNeighbour> {
    let own = graph.pages_of(key);
    let near = graph.neighbourhood(key, 1, NEIGHBOURS_MAX).into_iter();
    let neighbour = |node: NodeKey| {
        let pages = graph.pages_of(&node);
        let shared = pages.iter().filter(|page| own.binary_search(page).is_ok()).count();
        let mut relations: Vec<String> = graph
            .relations_between(key, &node)
            .into_iter()
            .map(|relation| relation.label)
            .collect();
        relations.sort();
        relations.dedup();
        relations.truncate(RELATIONS_MAX);
        GraphNeighbour {
            id: id_of(&node),
            kind: kind_of(&node),
            label: node.name,
            pages: u32::try_from(shared).unwrap_or(u32::MAX),
            relations,
        }
    };
    near.map(|neighbour| neighbour.node).map(neighbour).collect()
}

/// Names that may be the same as this one, the surest first.
fn candidates(live: &LiveGraph, loaded: &Loaded, key: &NodeKey) -> Vec<NameCandidate> {
    if matches!(key.kind, NodeKind::Topic) || loaded.graph.node_count() > CANDIDATES_NAMES_MAX {
        return Vec::new();
    }
    let other = |candidate: &AliasCandidate| match (&candidate.from, &candidate.into) {
        (from, into) if from == key => Some(into.clone()),
        (from, into) if into == key => Some(from.clone()),
        _ => None,
    };
    let all = all_candidates(live, loaded);
    let found = all.iter().filter_map(|candidate| Some((other(candidate)?, candidate.reason)));
    // What was proposed some changes ago may be gone, or be one with it by now.
    let is_there = |node: &NodeKey| {
        let canonical = loaded.graph.canonical(node);
        canonical == node && canonical != key && loaded.graph.knows(node)
    };
    found
        .filter(|(node, _)| is_there(node))
        .take(CANDIDATES_SHOWN_MAX)
        .map(|(node, reason)| NameCandidate {
            id: id_of(&node),
            kind: kind_of(&node),
            label: node.name,
            reason: reason.to_string(),
        })
        .collect()
}

fn all_candidates(live: &LiveGraph, loaded: &Loaded) -> Arc<Vec<AliasCandidate>> {
    let epoch = live.changed.lock().epoch;
    let mut cached = live.candidates.lock();
    let is_fresh = |known: &&Candidates| {
        let changes = loaded.revision.checked_sub(known.revision);
        known.epoch == epoch && changes.is_some_and(|changes| changes < CANDIDATES_CHANGES)
    };
    if let Some(known) = cached.as_ref().filter(is_fresh) {
        return Arc::clone(&known.list);
    }
    let list = Arc::new(loaded.graph.alias_candidates(CANDIDATES_MAX));
    *cached = Some(Candidates { epoch, revision: loaded.revision, list: Arc::clone(&list) });
    list
}
