//! The graph at one moment, with its edges, as the algorithms need it. Its nodes are in the order of their keys, so
//! it depends on what is in the graph and not on how it came there.

use super::incidence::{Graph, Shared, Slot, weight};
use super::key::NodeKey;
use std::cmp::Ordering;
use std::sync::Arc;

/// Nodes and weighted edges. A node is meant by its position, from 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Snapshot {
    keys: Vec<Arc<NodeKey>>,
    page_counts: Vec<u32>,
    /// The neighbours of node `i` are at `offsets[i]..offsets[i + 1]`, each edge at both of its ends.
    offsets: Vec<u32>,
    targets: Vec<u32>,
    weights: Vec<f32>,
}

impl Graph {
    /// Keeps of each node its `edges_per_node` strongest edges, and those that are among the strongest of the other
    /// end. So the edges are at most that many times the nodes, however many pairs the pages have.
    pub fn snapshot(&self, edges_per_node: usize) -> Snapshot {
        let nodes = self.representatives();
        let mut position = vec![u32::MAX; self.slot_count()];
        for (at, &slot) in nodes.iter().enumerate() {
            position[slot as usize] = at as u32;
        }
        let rarity: Vec<f32> = nodes.iter().map(|&slot| self.rarity(slot)).collect();
        let mut shared = vec![Shared::default(); nodes.len()];
        let mut touched: Vec<u32> = Vec::new();
        let mut edges: Vec<(u32, u32, f32)> = Vec::new();
        let mut row: Vec<(u32, f32)> = Vec::new();
        for (at, &slot) in nodes.iter().enumerate() {
            self.visit_companions(slot, usize::MAX, |other: Slot, found| {
                let other = position[other as usize];
                let Some(sum) = shared.get_mut(other as usize) else { return };
                if sum.pages == 0 && sum.relations == 0 {
                    touched.push(other);
                }
                sum.pages += found.pages;
                sum.relations += found.relations;
            });
            row.clear();
            for other in touched.drain(..) {
                let sum = std::mem::take(&mut shared[other as usize]);
                row.push((other, weight(sum, rarity[at], rarity[other as usize])));
            }
            let strongest = |a: &(u32, f32), b: &(u32, f32)| {
                b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal).then(a.0.cmp(&b.0))
            };
            if row.len() > edges_per_node && edges_per_node > 0 {
                row.select_nth_unstable_by(edges_per_node - 1, strongest);
            }
            row.truncate(edges_per_node);
            let at = at as u32;
            edges.extend(row.iter().map(|&(other, weight)| (at.min(other), at.max(other), weight)));
        }
        edges.sort_unstable_by_key(|&(a, b, _)| (a, b));
        edges.dedup_by_key(|&mut (a, b, _)| (a, b));
        let page_counts = nodes.iter().map(|&slot| self.page_count_of(slot) as u32).collect();
        let keys = nodes.iter().map(|&slot| self.shared_key(slot)).collect();
        Snapshot::new(keys, page_counts, &edges)
    }
}

impl Snapshot {
    /// From edges between positions, each pair once.
    fn new(keys: Vec<Arc<NodeKey>>, page_counts: Vec<u32>, edges: &[(u32, u32, f32)]) -> Self {
        let mut offsets = vec![0_u32; keys.len() + 1];
        for &(a, b, _) in edges {
            offsets[a as usize + 1] += 1;
            offsets[b as usize + 1] += 1;
        }
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let mut next = offsets.clone();
        let mut targets = vec![0; edges.len() * 2];
        let mut weights = vec![0.0; edges.len() * 2];
        for &(a, b, weight) in edges {
            for (from, to) in [(a, b), (b, a)] {
                let at = next[from as usize] as usize;
                next[from as usize] += 1;
                targets[at] = to;
                weights[at] = weight;
            }
        }
        Snapshot { keys, page_counts, offsets, targets, weights }
    }

    /// From a list of edges between positions of `keys`. Loops, repetitions, weights that are not positive and
    /// positions that do not exist are left out.
    pub fn from_edges(keys: Vec<NodeKey>, edges: &[(u32, u32, f32)]) -> Self {
        let count = keys.len() as u32;
        let usable = |&&(a, b, weight): &&(u32, u32, f32)| {
            a != b && a < count && b < count && weight.is_finite() && weight > 0.0
        };
        let ordered = |&(a, b, weight): &(u32, u32, f32)| (a.min(b), a.max(b), weight);
        let mut edges: Vec<_> = edges.iter().filter(usable).map(ordered).collect();
        edges.sort_by_key(|&(a, b, _)| (a, b));
        edges.dedup_by_key(|&mut (a, b, _)| (a, b));
        let page_counts = vec![1; keys.len()];
        Snapshot::new(keys.into_iter().map(Arc::new).collect(), page_counts, &edges)
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn edge_count(&self) -> usize {
        self.targets.len() / 2
    }

    pub fn keys(&self) -> &[Arc<NodeKey>] {
        &self.keys
    }

    pub fn key(&self, node: usize) -> &NodeKey {
        &self.keys[node]
    }

    /// How many pages name the node.
    pub fn page_count(&self, node: usize) -> u32 {
        self.page_counts[node]
    }

    /// Only for snapshots of a [`Graph`], whose keys are in order.
    pub fn position(&self, key: &NodeKey) -> Option<usize> {
        self.keys.binary_search_by(|known| known.as_ref().cmp(key)).ok()
    }

    /// The other ends of the edges of a node, in ascending order, with their weights.
    pub fn neighbours(&self, node: usize) -> impl Iterator<Item = (usize, f32)> {
        let range = self.offsets[node] as usize..self.offsets[node + 1] as usize;
        let targets = self.targets[range.clone()].iter().map(|&target| target as usize);
        targets.zip(self.weights[range].iter().copied())
    }

    pub fn degree(&self, node: usize) -> usize {
        (self.offsets[node + 1] - self.offsets[node]) as usize
    }

    /// Each edge once, the smaller position first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize, f32)> {
        (0..self.len()).flat_map(move |from| {
            let later = self.neighbours(from).filter(move |&(to, _)| to > from);
            later.map(move |(to, weight)| (from, to, weight))
        })
    }

    /// Only these nodes and the edges between them: a community opened, whose own communities can then be looked
    /// for. Positions that do not exist are left out.
    pub fn restricted(&self, nodes: &[usize]) -> Snapshot {
        let mut kept: Vec<usize> = nodes.iter().copied().filter(|&at| at < self.len()).collect();
        kept.sort_unstable();
        kept.dedup();
        let mut position = vec![u32::MAX; self.len()];
        for (new, &old) in kept.iter().enumerate() {
            position[old] = new as u32;
        }
        let mut edges = Vec::new();
        for &from in &kept {
            let later = self.neighbours(from).filter(|&(to, _)| to > from);
            let inside = later.filter(|&(to, _)| position[to] != u32::MAX);
            edges.extend(inside.map(|(to, weight)| (position[from], position[to], weight)));
        }
        let keys = kept.iter().map(|&at| Arc::clone(&self.keys[at])).collect();
        let page_counts = kept.iter().map(|&at| self.page_counts[at]).collect();
        Snapshot::new(keys, page_counts, &edges)
    }
}
