//! A map as it is shown: the whole of it with its communities as one node each, the inside of one, or what is around
//! a name.

use tabwright_wire::knowledge::{EntityKind, GraphEdge, GraphNode, GraphNodeKind, GraphView};

use super::map::GraphMap;
use crate::graph::{
    CollapsedNode, Communities, Graph, NodeKey, NodeKind, Snapshot, collapsed, communities,
};
use crate::words::folded;

const NODES_DEFAULT: u32 = 500;
const NODES_MAX: u32 = 10_000;
const AROUND_DEFAULT: u32 = 60;
const AROUND_HOPS: u32 = 2;
/// Radii in pixels. The area tells the importance.
const RADIUS_MIN: f32 = 4.0;
const RADIUS_MAX: f32 = 20.0;
const NAME: &str = "name:";
const TOPIC: &str = "topic:";
/// Before the id of the most important name of a community. A community has no name of its own that would last, but it
/// can be found by any of its nodes.
const COMMUNITY: &str = "community:";

/// The id of a node on the wire: what it reads like, so that it stays the same whatever comes and goes.
pub(super) fn id_of(key: &NodeKey) -> String {
    match key.kind {
        NodeKind::Topic => format!("{TOPIC}{}", key.name),
        NodeKind::Entity(_) => format!("{NAME}{}", folded(&key.name)),
    }
}

/// What an id names, for looking it up; a name that a person wrote is its own id.
pub(super) fn name_in(id: &str) -> &str {
    [NAME, TOPIC].iter().find_map(|prefix| id.strip_prefix(prefix)).unwrap_or(id)
}

pub(super) fn kind_of(key: &NodeKey) -> GraphNodeKind {
    match key.kind {
        NodeKind::Topic => GraphNodeKind::Topic,
        NodeKind::Entity(kind) => match kind {
            EntityKind::Person => GraphNodeKind::Person,
            EntityKind::Organization => GraphNodeKind::Organization,
            EntityKind::Place => GraphNodeKind::Place,
            EntityKind::Product => GraphNodeKind::Product,
            EntityKind::Event => GraphNodeKind::Event,
            EntityKind::Work => GraphNodeKind::Work,
            EntityKind::Thing => GraphNodeKind::Thing,
        },
    }
}

/// All of it. Where there are more nodes than may be shown, what of a community is less important is one node.
pub(super) fn whole(map: &GraphMap, nodes_max: Option<u32>) -> GraphView {
    let nodes_max = nodes_max.unwrap_or(NODES_DEFAULT).min(NODES_MAX) as usize;
    shown(map, &map.snapshot, &map.communities, &map.importance, nodes_max)
}

/// The most important nodes of a community, with the communities inside of it. None if there is no such community any
/// more.
pub(super) fn inside(map: &GraphMap, community: &str, nodes_max: Option<u32>) -> Option<GraphView> {
    let head = community.strip_prefix(COMMUNITY)?;
    let head = (0..map.snapshot.len()).find(|&node| id_of(map.snapshot.key(node)) == head)?;
    let community = &map.communities.list[map.communities.of[head] as usize];
    let nodes_max = nodes_max.unwrap_or(NODES_DEFAULT).min(NODES_MAX) as usize;
    let members = community.nodes.iter().take(nodes_max).map(|&node| node as usize);
    Some(part(map, &members.collect::<Vec<_>>()))
}

/// The nodes near one, as the graph is now.
pub(super) fn around(
    map: &GraphMap,
    graph: &Graph,
    node: &NodeKey,
    nodes_max: Option<u32>,
) -> GraphView {
    let nodes_max = nodes_max.unwrap_or(AROUND_DEFAULT).min(NODES_MAX) as usize;
    let node = graph.canonical(node);
    let near = graph.neighbourhood(node, AROUND_HOPS, nodes_max.saturating_sub(1));
    let near = near.iter().map(|neighbour| &neighbour.node);
    let drawn = std::iter::once(node).chain(near).filter_map(|key| map.snapshot.position(key));
    part(map, &drawn.collect::<Vec<_>>())
}

fn part(map: &GraphMap, nodes: &[usize]) -> GraphView {
    let snapshot = map.snapshot.restricted(nodes);
    let of_whole = |node: usize| map.snapshot.position(snapshot.key(node));
    let importance: Vec<f64> = (0..snapshot.len())
        .map(|node| of_whole(node).map_or(0.0, |at| map.importance[at]))
        .collect();
    let inner = communities(&snapshot, &importance, 0);
    shown(map, &snapshot, &inner, &importance, snapshot.len())
}

/// At most so many nodes of a snapshot, which is the map's own or a part of it.
fn shown(
    map: &GraphMap,
    snapshot: &Snapshot,
    communities: &Communities,
    importance: &[f64],
    nodes_max: usize,
) -> GraphView {
    let reduced = collapsed(snapshot, communities, importance, nodes_max);
    let positions: Vec<_> = (0..snapshot.len())
        .map(|node| map.snapshot.position(snapshot.key(node)))
        .map(|at| at.map_or_else(Default::default, |at| map.positions[at]))
        .collect();
    let places = reduced.positions(communities, &positions);
    let highest = importance.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let radius = |importance: f64| {
        let share = (importance / highest).clamp(0.0, 1.0).sqrt() as f32;
        RADIUS_MIN + (RADIUS_MAX - RADIUS_MIN) * share
    };
    let mut left: Vec<f64> = communities.list.iter().map(|it| it.importance).collect();
    for node in &reduced.nodes {
        if let CollapsedNode::Node { node, community } = *node {
            left[community] -= importance[node];
        }
    }
    let mut communities_shown = 0;
    let nodes: Vec<GraphNode> = reduced
        .nodes
        .iter()
        .zip(places)
        .map(|(node, place)| {
            let (id, label, kind, community, size, pages) = match *node {
                CollapsedNode::Node { node, community } => {
                    let key = snapshot.key(node);
                    let size = radius(importance[node]);
                    let pages = snapshot.page_count(node);
                    (id_of(key), key.name.clone(), kind_of(key), community, size, pages)
                }
                CollapsedNode::Rest { community, count } => {
                    let head = snapshot.key(communities.list[community].head);
                    let id = format!("{COMMUNITY}{}", id_of(head));
                    let label = format!("{count} more around {}", head.name);
                    let size = radius(left[community]);
                    (id, label, GraphNodeKind::Community, community, size, 0)
                }
            };
            communities_shown = communities_shown.max(community + 1);
            let community = u32::try_from(community).unwrap_or(u32::MAX);
            GraphNode { id, label, kind, x: place.x, y: place.y, size, community, pages }
        })
        .collect();
    let heads = communities.list.iter().take(communities_shown);
    let names = heads.map(|community| snapshot.key(community.head).name.clone()).collect();
    let edges = reduced.edges.iter().map(|edge| GraphEdge {
        from: nodes[edge.from].id.clone(),
        to: nodes[edge.to].id.clone(),
        weight: edge.weight,
    });
    let edges = edges.collect();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let is_reduced = nodes.len() < map.total_nodes
        || nodes.iter().any(|node| node.kind == GraphNodeKind::Community);
    GraphView {
        nodes,
        edges,
        communities: names,
        total_nodes: count(map.total_nodes),
        total_edges: count(map.total_edges),
        is_reduced,
    }
}
