//! A graph as it is drawn: what is important, what belongs together, and where it lies. Made anew when enough has
//! changed, from the places that are known, so that a person finds again what they saw before.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use tabwright_store::Store;

use super::LiveGraph;
use crate::error::KnowledgeError;
use crate::graph::{
    Communities, LayoutLimits, NodeKey, Point, Snapshot, communities, importance, layout,
};
use crate::pages;

/// Of each node, its strongest ones: more would be a felt of lines.
const EDGES_PER_NODE: usize = 10;
/// More than anybody draws. Of a larger graph, those that most pages name.
const NODES_MAX: usize = 20_000;
/// A drawing of so many nodes is made anew for every change.
const SMALL_NODES: usize = 2_000;
/// A larger one is made anew after one change for so many nodes.
const NODES_A_CHANGE: usize = 200;
const LAYOUT_TIME_MAX: Duration = Duration::from_secs(10);
/// Places that differ by less are the same.
const MOVED_MIN: f32 = 1e-3;

#[derive(Debug)]
pub(super) struct GraphMap {
    pub(super) snapshot: Snapshot,
    pub(super) importance: Vec<f64>,
    pub(super) communities: Communities,
    pub(super) positions: Vec<Point>,
    /// Of the whole graph.
    pub(super) total_nodes: usize,
    pub(super) total_edges: usize,
    revision: u64,
}

/// What a map is made from.
struct Sketch {
    snapshot: Snapshot,
    total_nodes: usize,
    total_edges: usize,
    revision: u64,
    epoch: u64,
    /// None where an earlier map has the places.
    known: Option<FxHashMap<NodeKey, Point>>,
}

/// The map of now, or one that is hardly older.
pub(super) async fn current(
    live: &Arc<LiveGraph>,
    store: &Store,
) -> Result<Arc<GraphMap>, KnowledgeError> {
    let _turn = live.drawing.lock().await;
    let before = live.map.lock().clone();
    let (sketched, known) = (Arc::clone(live), before.clone());
    let sketch = store.read(move |connection| {
        sketched.with(connection, |loaded| {
            if known.as_ref().is_some_and(|map| is_good_enough(map, loaded.revision)) {
                return Ok(None);
            }
            let epoch = sketched.changed.lock().epoch;
            let known = match known {
                Some(_) => None,
                None => Some(pages::positions(connection, sketched.of)?),
            };
            let whole = loaded.graph.snapshot(EDGES_PER_NODE);
            let (total_nodes, total_edges) = (whole.len(), whole.edge_count());
            let snapshot = drawable(whole, loaded.only_shared);
            let revision = loaded.revision;
            Ok(Some(Sketch { snapshot, total_nodes, total_edges, revision, epoch, known }))
        })
    });
    let Some(sketch) = sketch.await? else {
        return before.ok_or(KnowledgeError::Unreadable);
    };
    let epoch = sketch.epoch;
    let drawn = tokio::task::spawn_blocking(move || draw(sketch, before.as_deref()));
    let (map, moved) = drawn.await.map_err(|_| KnowledgeError::Unreadable)?;
    let map = Arc::new(map);
    {
        let changed = live.changed.lock();
        if changed.epoch == epoch {
            *live.map.lock() = Some(Arc::clone(&map));
        }
    }
    if !moved.is_empty() && !store.is_read_only() {
        let of = live.of;
        store.write(move |connection| pages::write_positions(connection, of, &moved)).await?;
    }
    Ok(map)
}

fn is_good_enough(map: &GraphMap, revision: u64) -> bool {
    let changes = revision.checked_sub(map.revision).unwrap_or(u64::MAX);
    let nodes = map.snapshot.len();
    let allowed = if nodes <= SMALL_NODES { 0 } else { nodes / NODES_A_CHANGE };
    changes <= allowed as u64
}

fn drawable(whole: Snapshot, only_shared: bool) -> Snapshot {
    let pages_min = if only_shared { 2 } else { 1 };
    let mut kept: Vec<usize> =
        (0..whole.len()).filter(|node| whole.page_count(*node) >= pages_min).collect();
    if kept.len() == whole.len() && kept.len() <= NODES_MAX {
        return whole;
    }
    kept.sort_by_key(|&node| (Reverse(whole.page_count(node)), node));
    kept.truncate(NODES_MAX);
    whole.restricted(&kept)
}

/// The map, and the places that are not where they were.
fn draw(sketch: Sketch, before: Option<&GraphMap>) -> (GraphMap, Vec<(NodeKey, Point)>) {
    let Sketch { snapshot, total_nodes, total_edges, revision, known, .. } = sketch;
    let importance = importance(&snapshot);
    let communities = communities(&snapshot, &importance, 0);
    let place = |node: usize| {
        let key = snapshot.key(node);
        match (&known, before) {
            (Some(known), _) => known.get(key).copied(),
            (None, Some(map)) => map.snapshot.position(key).map(|at| map.positions[at]),
            (None, None) => None,
        }
    };
    let until = Instant::now() + LAYOUT_TIME_MAX;
    let limits = LayoutLimits::of(snapshot.len());
    let positions =
        layout(&snapshot, &communities, place, limits, || Instant::now() > until).positions;
    let is_same =
        |a: Point, b: Point| (a.x - b.x).abs() < MOVED_MIN && (a.y - b.y).abs() < MOVED_MIN;
    let moved = positions
        .iter()
        .enumerate()
        .filter(|&(node, &now)| place(node).is_none_or(|before| !is_same(before, now)));
    let moved = moved.map(|(node, at)| (snapshot.key(node).clone(), *at)).collect();
    let map = GraphMap {
        snapshot,
        importance,
        communities,
        positions,
        total_nodes,
        total_edges,
        revision,
    };
    (map, moved)
}
