//! Groups of nodes that hang together more than with the rest, by the Leiden algorithm.

use super::snapshot::Snapshot;
use leiden_rs::{GraphDataBuilder, Leiden, LeidenConfig};
use rustc_hash::FxHashMap;

/// It converges long before; this is a bound for graphs made by a stranger.
const ITERATIONS_MAX: usize = 40;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Communities {
    /// The community of each node of the snapshot, a position in `list`.
    pub of: Vec<u32>,
    /// The most important first.
    pub list: Vec<Community>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Community {
    /// The most important node, after which the community is named.
    pub head: usize,
    /// The sum over its nodes.
    pub importance: f64,
    /// The most important first.
    pub nodes: Vec<u32>,
}

/// `importance` is what [`super::importance()`] says of the same snapshot. A node without edges is a community of its
/// own. For the communities inside a community, ask for those of [`Snapshot::restricted`].
pub fn communities(snapshot: &Snapshot, importance: &[f64], seed: u64) -> Communities {
    let count = snapshot.len();
    let membership = membership(snapshot, seed).unwrap_or_else(|| (0..count).collect());
    let rank = |node: usize| importance.get(node).copied().unwrap_or(0.0);
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (node, &group) in membership.iter().enumerate() {
        groups[group].push(node as u32);
    }
    let mut list: Vec<Community> = Vec::new();
    for mut nodes in groups.into_iter().filter(|nodes| !nodes.is_empty()) {
        nodes.sort_by(|&a, &b| rank(b as usize).total_cmp(&rank(a as usize)).then(a.cmp(&b)));
        let importance = nodes.iter().map(|&node| rank(node as usize)).sum();
        list.push(Community { head: nodes[0] as usize, importance, nodes });
    }
    list.sort_by(|a, b| b.importance.total_cmp(&a.importance).then(a.head.cmp(&b.head)));
    let mut of = vec![0; count];
    for (at, community) in list.iter().enumerate() {
        for &node in &community.nodes {
            of[node as usize] = at as u32;
        }
    }
    Communities { of, list }
}

impl Communities {
    /// Each community as one node, called by its head, with the sum of the edges between them.
    pub(super) fn joined(&self, snapshot: &Snapshot) -> Snapshot {
        let mut sums: FxHashMap<(u32, u32), f32> = FxHashMap::default();
        for (from, to, weight) in snapshot.edges() {
            let (from, to) = (self.of[from], self.of[to]);
            if from != to {
                *sums.entry((from.min(to), from.max(to))).or_default() += weight;
            }
        }
        let edges: Vec<_> = sums.into_iter().map(|((from, to), sum)| (from, to, sum)).collect();
        let keys = self.list.iter().map(|community| snapshot.key(community.head).clone()).collect();
        Snapshot::from_edges(keys, &edges)
    }
}

/// None only if the algorithm refuses the graph, which has no reason to: all weights are positive and finite.
fn membership(snapshot: &Snapshot, seed: u64) -> Option<Vec<usize>> {
    let mut builder = GraphDataBuilder::new(snapshot.len());
    for (from, to, weight) in snapshot.edges() {
        builder.add_edge(from, to, f64::from(weight)).ok()?;
    }
    let config = LeidenConfig::builder().seed(seed).max_iterations(ITERATIONS_MAX).build();
    let found = Leiden::new(config).run(&builder.build().ok()?).ok()?;
    let membership = found.partition.as_slice();
    let is_whole = membership.len() == snapshot.len()
        && membership.iter().all(|&group| group < snapshot.len());
    is_whole.then(|| membership.to_vec())
}
