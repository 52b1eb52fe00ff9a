//! A reduced drawing: the most important nodes by themselves, and of each community the rest as one.

use super::communities::Communities;
use super::layout::Point;
use super::snapshot::Snapshot;
use rustc_hash::FxHashMap;

/// So many edges for each node: more would be a felt of lines, and slow without a graphics processor.
const EDGES_PER_NODE: usize = 3;

#[derive(Debug, Clone, PartialEq)]
pub struct Collapsed {
    pub nodes: Vec<CollapsedNode>,
    /// The strongest first.
    pub edges: Vec<CollapsedEdge>,
    /// Nodes that are neither drawn nor counted in a community, because there are more communities than places.
    pub left_out: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CollapsedNode {
    /// A position in the snapshot.
    Node { node: usize, community: usize },
    /// What of a community is not drawn by itself.
    Rest { community: usize, count: usize },
}

/// Between positions in [`Collapsed::nodes`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CollapsedEdge {
    pub from: usize,
    pub to: usize,
    /// The sum over all edges between the two.
    pub weight: f32,
}

const LEFT_OUT: u32 = u32::MAX;

/// At most `nodes_max` nodes. If all fit, none is collapsed.
pub fn collapsed(
    snapshot: &Snapshot,
    communities: &Communities,
    importance: &[f64],
    nodes_max: usize,
) -> Collapsed {
    let mut nodes = Vec::new();
    // Which node of the drawing stands for each node of the snapshot.
    let mut drawn_as = vec![LEFT_OUT; snapshot.len()];
    let kept = match snapshot.len() <= nodes_max {
        true => communities.list.len(),
        false => communities.list.len().min(nodes_max / 2),
    };
    let is_alone = shown_alone(communities, importance, kept, nodes_max);
    for (community, members) in communities.list.iter().enumerate().take(kept) {
        let (alone, rest): (Vec<u32>, Vec<u32>) =
            members.nodes.iter().partition(|&&node| is_alone[node as usize]);
        for node in alone {
            drawn_as[node as usize] = nodes.len() as u32;
            nodes.push(CollapsedNode::Node { node: node as usize, community });
        }
        if !rest.is_empty() {
            rest.iter().for_each(|&node| drawn_as[node as usize] = nodes.len() as u32);
            nodes.push(CollapsedNode::Rest { community, count: rest.len() });
        }
    }
    let left_out = drawn_as.iter().filter(|&&drawn| drawn == LEFT_OUT).count();
    let edges = collapsed_edges(snapshot, &drawn_as, nodes.len() * EDGES_PER_NODE);
    Collapsed { nodes, edges, left_out }
}

/// Each community that is kept has a place for its rest; the others go to the most important nodes.
fn shown_alone(
    communities: &Communities,
    importance: &[f64],
    kept: usize,
    nodes_max: usize,
) -> Vec<bool> {
    let mut is_alone = vec![false; communities.of.len()];
    let inside = |&node: &usize| (communities.of[node] as usize) < kept;
    let mut candidates: Vec<usize> = (0..communities.of.len()).filter(inside).collect();
    let rank = |node: usize| importance.get(node).copied().unwrap_or(0.0);
    candidates.sort_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
    let mut hidden: Vec<usize> = communities.list[..kept].iter().map(|c| c.nodes.len()).collect();
    let mut places = nodes_max.saturating_sub(kept);
    for node in candidates {
        let hidden = &mut hidden[communities.of[node] as usize];
        // The last node of a community takes the place of its rest.
        if *hidden > 1 {
            if places == 0 {
                continue;
            }
            places -= 1;
        }
        *hidden -= 1;
        is_alone[node] = true;
    }
    is_alone
}

fn collapsed_edges(snapshot: &Snapshot, drawn_as: &[u32], edges_max: usize) -> Vec<CollapsedEdge> {
    let mut sums: FxHashMap<(u32, u32), f32> = FxHashMap::default();
    for (from, to, weight) in snapshot.edges() {
        let (from, to) = (drawn_as[from], drawn_as[to]);
        if from != to && from != LEFT_OUT && to != LEFT_OUT {
            *sums.entry((from.min(to), from.max(to))).or_default() += weight;
        }
    }
    let edge =
        |((from, to), weight)| CollapsedEdge { from: from as usize, to: to as usize, weight };
    let mut edges: Vec<CollapsedEdge> = sums.into_iter().map(edge).collect();
    let ends = |edge: &CollapsedEdge| (edge.from, edge.to);
    edges.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(ends(a).cmp(&ends(b))));
    edges.truncate(edges_max);
    edges
}

impl Collapsed {
    /// Where to draw each node, from the positions of the whole: the rest of a community is in the middle of it.
    pub fn positions(&self, communities: &Communities, of_all: &[Point]) -> Vec<Point> {
        let at = |node: usize| of_all.get(node).copied().unwrap_or_default();
        let mut alone = vec![false; communities.of.len()];
        for node in &self.nodes {
            if let CollapsedNode::Node { node, .. } = *node {
                alone[node] = true;
            }
        }
        let place = |node: &CollapsedNode| match *node {
            CollapsedNode::Node { node, .. } => at(node),
            CollapsedNode::Rest { community, count } => {
                let members = communities.list[community].nodes.iter().map(|&node| node as usize);
                let rest = members.filter(|&node| !alone[node]).map(at);
                let (x, y) = rest.fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
                Point { x: x / count as f32, y: y / count as f32 }
            }
        };
        self.nodes.iter().map(place).collect()
    }
}
