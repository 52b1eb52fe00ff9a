//! How important a node is: PageRank over the weighted edges.

use super::snapshot::Snapshot;

const DAMPING: f64 = 0.85;
const ITERATIONS_MAX: usize = 100;
/// Far below the difference between two nodes that a person would tell apart.
const CHANGE_MIN: f64 = 1e-9;

/// One value per node of the snapshot; together they are 1. A node without edges gives its share to all.
pub fn importance(snapshot: &Snapshot) -> Vec<f64> {
    let count = snapshot.len();
    if count == 0 {
        return Vec::new();
    }
    let strength = |node| snapshot.neighbours(node).map(|(_, weight)| f64::from(weight)).sum();
    let strengths: Vec<f64> = (0..count).map(strength).collect();
    let equal = 1.0 / count as f64;
    let mut ranks = vec![equal; count];
    let mut next = vec![0.0; count];
    for _ in 0..ITERATIONS_MAX {
        let dangling = (0..count).filter(|&node| strengths[node] <= 0.0);
        let dangling: f64 = dangling.map(|node| ranks[node]).sum();
        let base = (1.0 - DAMPING) * equal + DAMPING * dangling * equal;
        for (node, next) in next.iter_mut().enumerate() {
            // Edges have no direction, so what flows in comes from the same neighbours that it flows out to.
            let flow = |(from, weight): (usize, f32)| match strengths[from] {
                strength if strength > 0.0 => ranks[from] * f64::from(weight) / strength,
                _ => 0.0,
            };
            *next = base + DAMPING * snapshot.neighbours(node).map(flow).sum::<f64>();
        }
        let change: f64 = ranks.iter().zip(&next).map(|(old, new)| (old - new).abs()).sum();
        std::mem::swap(&mut ranks, &mut next);
        if change < CHANGE_MIN {
            break;
        }
    }
    ranks
}
