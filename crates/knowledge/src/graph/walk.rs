//! From node to node: what is around one, and what connects two. Edges are counted from the pages when they are
//! needed, so a page that was added a moment ago is already there.

use super::incidence::{Graph, Shared, Slot, weight};
use super::key::{NodeKey, NodeRelation, PageId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How many nodes a search goes out from. More are far from everything a person asked for.
const EXPANDED_MAX: usize = 2_000;
/// From the second hop on, only the strongest neighbours of the hop before are followed.
const FOLLOWED_MAX: usize = 64;
/// Of a node at the second hop remains so much, at the third the square of it.
const HOP_FACTOR: f32 = 0.5;
/// Of a node on the way, the newest pages. The ends that a person asked for are looked at in full.
const PAGES_ON_THE_WAY_MAX: usize = 400;
const WITNESSES_MAX: usize = 20;

/// A node near another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Neighbour {
    pub node: NodeKey,
    pub hops: u32,
    /// From 0 to 1, compared with the strongest.
    pub score: f32,
}

/// One edge of a way between two nodes, and where it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    pub from: NodeKey,
    pub to: NodeKey,
    pub weight: f32,
    /// Pages that name both, the newest numbers first, at most 20.
    pub pages: Vec<PageId>,
    pub page_count: u32,
    pub relations: Vec<NodeRelation>,
}

impl Graph {
    /// The nodes around one, the nearest and strongest first.
    pub fn neighbourhood(&self, node: &NodeKey, hops: u32, limit: usize) -> Vec<Neighbour> {
        let Some(start) = self.find(node) else { return Vec::new() };
        let mut scores: FxHashMap<Slot, (u32, f32)> = FxHashMap::default();
        scores.insert(start, (0, 1.0));
        let mut frontier = vec![(start, 1.0_f32)];
        let mut expanded = 0;
        for hop in 1..=hops {
            let mut found: FxHashMap<Slot, f32> = FxHashMap::default();
            for (from, score) in frontier {
                if expanded == EXPANDED_MAX {
                    break;
                }
                expanded += 1;
                let pages_max = if hop == 1 { usize::MAX } else { PAGES_ON_THE_WAY_MAX };
                let edges = self.edges_of(from, pages_max);
                let weights = edges.iter().map(|edge| edge.weight);
                let strongest = weights.fold(f32::MIN_POSITIVE, f32::max);
                let factor = if hop == 1 { 1.0 } else { HOP_FACTOR };
                for edge in edges {
                    if !scores.contains_key(&edge.to) {
                        let reached = found.entry(edge.to).or_insert(0.0);
                        *reached = reached.max(score * factor * edge.weight / strongest);
                    }
                }
            }
            let mut next: Vec<(Slot, f32)> = found.into_iter().collect();
            next.sort_by(|a, b| self.strongest_first((a.1, a.0), (b.1, b.0)));
            scores.extend(next.iter().map(|&(slot, score)| (slot, (hop, score))));
            next.truncate(FOLLOWED_MAX);
            frontier = next;
        }
        scores.remove(&start);
        let mut ranked: Vec<(Slot, (u32, f32))> = scores.into_iter().collect();
        ranked.sort_by(|a, b| self.strongest_first((a.1.1, a.0), (b.1.1, b.0)));
        ranked.truncate(limit);
        let neighbour = |(slot, (hops, score)): (Slot, (u32, f32))| Neighbour {
            node: self.key(slot).clone(),
            hops,
            score,
        };
        ranked.into_iter().map(neighbour).collect()
    }

    /// The shortest way from one node to the other, edge by edge. A step over something that is named everywhere
    /// counts as long, because it says little. None if there is no way, or only a very long one; empty if both are
    /// the same.
    pub fn connection(&self, from: &NodeKey, to: &NodeKey) -> Option<Vec<Connection>> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let last_steps = self.edges_of(to, usize::MAX).into_iter();
        let last_steps: FxHashMap<Slot, f32> =
            last_steps.map(|edge| (edge.to, edge.weight)).collect();
        let mut came_from: FxHashMap<Slot, (f32, Slot)> = FxHashMap::default();
        let mut settled: FxHashSet<Slot> = FxHashSet::default();
        let mut queue =
            BinaryHeap::from([Reached { length: 0.0, key: self.key(from), slot: from }]);
        came_from.insert(from, (0.0, from));
        while let Some(Reached { length, slot, .. }) = queue.pop() {
            if slot == to {
                return Some(self.way(&came_from, from, to));
            }
            if !settled.insert(slot) {
                continue;
            }
            if settled.len() > EXPANDED_MAX {
                return None;
            }
            let pages_max = if slot == from { usize::MAX } else { PAGES_ON_THE_WAY_MAX };
            let mut edges = self.edges_of(slot, pages_max);
            edges.retain(|edge| edge.to != to);
            edges.extend(last_steps.get(&slot).map(|&weight| Edge { to, weight }));
            for edge in edges {
                let length = length + 1.0 + 1.0 / edge.weight.max(f32::MIN_POSITIVE);
                let known = came_from.get(&edge.to).map_or(f32::INFINITY, |known| known.0);
                if length < known && !settled.contains(&edge.to) {
                    came_from.insert(edge.to, (length, slot));
                    queue.push(Reached { length, key: self.key(edge.to), slot: edge.to });
                }
            }
        }
        None
    }

    fn way(
        &self,
        came_from: &FxHashMap<Slot, (f32, Slot)>,
        from: Slot,
        to: Slot,
    ) -> Vec<Connection> {
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let Some(&(_, before)) = came_from.get(&at) else { break };
            way.push(self.describe(before, at));
            at = before;
        }
        way.reverse();
        way
    }

    fn describe(&self, from: Slot, to: Slot) -> Connection {
        let pages = self.shared_pages(from, to);
        let edges = self.edges_of(from, usize::MAX);
        let weight = edges.iter().find(|edge| edge.to == to).map_or(0.0, |edge| edge.weight);
        let (from, to) = (self.key(from).clone(), self.key(to).clone());
        let relations = self.relations_between(&from, &to);
        let page_count = pages.len() as u32;
        let pages = pages.into_iter().rev().take(WITNESSES_MAX).collect();
        Connection { from, to, weight, pages, page_count, relations }
    }

    /// The edges of a node as its newest pages show them, in no order.
    pub(super) fn edges_of(&self, node: Slot, pages_max: usize) -> Vec<Edge> {
        let mut shared: FxHashMap<Slot, Shared> = FxHashMap::default();
        self.visit_companions(node, pages_max, |other, found| {
            let sum = shared.entry(other).or_default();
            sum.pages += found.pages;
            sum.relations += found.relations;
        });
        let rarity = self.rarity(node);
        let edge = |(to, shared): (Slot, Shared)| Edge {
            to,
            weight: weight(shared, rarity, self.rarity(to)),
        };
        shared.into_iter().map(edge).collect()
    }

    pub(super) fn strongest_edges_of(
        &self,
        node: Slot,
        pages_max: usize,
        limit: usize,
    ) -> Vec<Edge> {
        let mut edges = self.edges_of(node, pages_max);
        edges.sort_by(|a, b| self.strongest_first((a.weight, a.to), (b.weight, b.to)));
        edges.truncate(limit);
        edges
    }

    fn strongest_first(&self, a: (f32, Slot), b: (f32, Slot)) -> Ordering {
        b.0.total_cmp(&a.0).then_with(|| self.key(a.1).cmp(self.key(b.1)))
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) to: Slot,
    pub(super) weight: f32,
}

/// In the queue of the search: the shortest is the greatest, and of equal ones the first by name.
#[derive(Debug)]
struct Reached<'a> {
    length: f32,
    key: &'a NodeKey,
    slot: Slot,
}

impl Ord for Reached<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.length.total_cmp(&self.length).then_with(|| other.key.cmp(self.key))
    }
}

impl PartialOrd for Reached<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reached<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Reached<'_> {}
