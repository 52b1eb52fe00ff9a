//! Where the nodes are drawn: a force-directed layout after ForceAtlas2. Nodes push each other away, edges pull, and
//! a pull to the middle keeps the parts together. It starts from the positions that are known, so a new page
//! moves the drawing little, and a person finds again what they saw yesterday.

use super::communities::{Communities, Community};
use super::quadtree::Quadtree;
use super::snapshot::Snapshot;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutLimits {
    pub iterations_max: u32,
    /// Where nodes begin whose place is not known.
    pub seed: u64,
}

impl LayoutLimits {
    /// Enough for a drawing of so many nodes to come to rest, or nearly.
    pub fn of(node_count: usize) -> Self {
        let iterations_max = match node_count {
            0..=2_000 => 300,
            2_001..=20_000 => 150,
            _ => 60,
        };
        LayoutLimits { iterations_max, seed: 0 }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// One for each node of the snapshot.
    pub positions: Vec<Point>,
    pub iterations: u32,
    /// It was told to stop before it came to rest.
    pub is_stopped: bool,
}

const REPULSION: f32 = 4.0;
/// The pull to the middle grows with the distance, so that groups do not drift so far apart that nothing inside of them
/// can be told apart.
const GRAVITY: f32 = 0.3;
/// How much of a step a node takes whose place was known before.
const KNOWN_MOBILITY: f32 = 0.1;
/// New nodes find their place in so many steps when most places are known.
const FOLLOW_UP_ITERATIONS: u32 = 40;
/// The distance between nodes at the beginning, and the unit of everything else.
const SPACING: f32 = 10.0;
/// How much swinging is tolerated before all steps become smaller.
const TOLERANCE: f32 = 1.0;
/// Below this share of the width of the drawing, on average, it is at rest.
const REST: f32 = 2e-5;
const PULL_MAX: f32 = 4.0;
const DISC_ITERATIONS: u32 = 60;
const COORDINATE_MAX: f32 = 1e7;

/// `known` gives the earlier place of a node by its position in the snapshot. `should_stop` is asked before each
/// iteration: that is the place for a deadline and for a person who closes the page. With the communities of the
/// snapshot, nodes begin beside those of their own, and a large drawing is untangled in few iterations; they may be
/// empty.
pub fn layout(
    snapshot: &Snapshot,
    communities: &Communities,
    known: impl Fn(usize) -> Option<Point>,
    limits: LayoutLimits,
    mut should_stop: impl FnMut() -> bool,
) -> Layout {
    let (positions, mobility) = start(snapshot, communities, known, limits.seed);
    let known_count = mobility.iter().filter(|&&mobility| mobility < 1.0).count();
    let is_follow_up = known_count * 2 > snapshot.len();
    let iterations_max = match is_follow_up {
        true if known_count == snapshot.len() => 0,
        true => limits.iterations_max.min(FOLLOW_UP_ITERATIONS),
        false => limits.iterations_max,
    };
    let mut forces = Forces::new(snapshot, positions, mobility);
    let mut iterations = 0;
    let mut is_stopped = false;
    while iterations < iterations_max {
        if should_stop() {
            is_stopped = true;
            break;
        }
        iterations += 1;
        if forces.step(snapshot) < REST {
            break;
        }
    }
    Layout { positions: forces.positions, iterations, is_stopped }
}

/// Known nodes at their places, new ones among their neighbours, and the rest spread over the disc of their community
/// by the hash of their names, which does not change when others come.
fn start(
    snapshot: &Snapshot,
    communities: &Communities,
    known: impl Fn(usize) -> Option<Point>,
    seed: u64,
) -> (Vec<Point>, Vec<f32>) {
    let count = snapshot.len();
    let places: Vec<Option<Point>> = (0..count).map(|node| known(node).filter(is_usable)).collect();
    let is_all_known = places.iter().all(Option::is_some);
    let discs = if is_all_known { Vec::new() } else { discs(snapshot, communities, seed) };
    let whole = Disc { centre: Point::default(), radius: SPACING * (count as f32).sqrt() };
    let mut positions = Vec::with_capacity(count);
    let mut mobility = Vec::with_capacity(count);
    for node in 0..count {
        if let Some(place) = places[node] {
            positions.push(place);
            mobility.push(KNOWN_MOBILITY);
            continue;
        }
        let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
        for (other, weight) in snapshot.neighbours(node) {
            if let Some(place) = places[other] {
                x += place.x * weight;
                y += place.y * weight;
                sum += weight;
            }
        }
        let random = scatter(snapshot, node, seed);
        let place = match sum {
            sum if sum > 0.0 => {
                Point { x: x / sum + random.x * SPACING, y: y / sum + random.y * SPACING }
            }
            _ => {
                let community = communities.of.get(node).map(|&community| community as usize);
                let disc = community.and_then(|at| discs.get(at)).unwrap_or(&whole);
                let (Point { x, y }, radius) = (disc.centre, disc.radius);
                Point { x: x + random.x * radius, y: y + random.y * radius }
            }
        };
        positions.push(place);
        mobility.push(1.0);
    }
    (positions, mobility)
}

struct Disc {
    centre: Point,
    radius: f32,
}

/// Where each community begins: the communities are laid out among themselves, and then moved so far apart that
/// their nodes have room.
fn discs(snapshot: &Snapshot, communities: &Communities, seed: u64) -> Vec<Disc> {
    let is_of_snapshot = communities.of.len() == snapshot.len() && communities.list.len() > 1;
    if !is_of_snapshot {
        return Vec::new();
    }
    let reduced = communities.joined(snapshot);
    let limits = LayoutLimits { iterations_max: DISC_ITERATIONS, seed };
    let none = Communities::default();
    let centres = layout(&reduced, &none, |_| None, limits, || false).positions;
    let square = |point: &Point| f64::from(point.x * point.x + point.y * point.y);
    let spread = (centres.iter().map(square).sum::<f64>() / centres.len() as f64).sqrt() as f32;
    let room = SPACING * (snapshot.len() as f32).sqrt();
    let scale = if spread > 0.0 { room / spread } else { 1.0 };
    let disc = |(centre, community): (&Point, &Community)| Disc {
        centre: Point { x: centre.x * scale, y: centre.y * scale },
        radius: SPACING / 2.0 * (community.nodes.len() as f32).sqrt(),
    };
    centres.iter().zip(&communities.list).map(disc).collect()
}

fn is_usable(point: &Point) -> bool {
    point.x.abs() < COORDINATE_MAX && point.y.abs() < COORDINATE_MAX
}

/// A point of the unit disc.
fn scatter(snapshot: &Snapshot, node: usize, seed: u64) -> Point {
    let mut hasher = FxHasher::default();
    (seed, snapshot.key(node)).hash(&mut hasher);
    // The last bits of this hash are weak: a multiplication spreads them.
    let bits = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let part = |bits: u64| (bits & 0xff_ffff) as f32 / 0x100_0000 as f32;
    let (angle, distance) = (part(bits >> 40) * std::f32::consts::TAU, part(bits >> 16).sqrt());
    Point { x: angle.cos() * distance, y: angle.sin() * distance }
}

struct Forces {
    positions: Vec<Point>,
    mobility: Vec<f32>,
    masses: Vec<f32>,
    /// A strong edge pulls more than a weak one, compared with the mean, and the strongest not without bound.
    pull: f32,
    forces: Vec<Point>,
    before: Vec<Point>,
    speed: f32,
    tree: Quadtree,
}

impl Forces {
    fn new(snapshot: &Snapshot, positions: Vec<Point>, mobility: Vec<f32>) -> Self {
        let count = snapshot.len();
        let total: f64 = snapshot.edges().map(|(_, _, weight)| f64::from(weight)).sum();
        let mean = total / snapshot.edge_count().max(1) as f64;
        Forces {
            positions,
            mobility,
            masses: (0..count).map(|node| snapshot.degree(node) as f32 + 1.0).collect(),
            pull: if mean > 0.0 { (1.0 / mean) as f32 } else { 1.0 },
            forces: vec![Point::default(); count],
            before: vec![Point::default(); count],
            speed: 1.0,
            tree: Quadtree::default(),
        }
    }

    /// Moves all nodes once, and says how far on average, as a share of the width of the drawing.
    fn step(&mut self, snapshot: &Snapshot) -> f32 {
        std::mem::swap(&mut self.forces, &mut self.before);
        self.repel();
        self.attract(snapshot);
        self.adapt_speed();
        self.displace()
    }

    fn repel(&mut self) {
        self.tree.build(&self.positions, &self.masses);
        let mut stack = Vec::new();
        for (node, force) in self.forces.iter_mut().enumerate() {
            let point = self.positions[node];
            let mass = self.masses[node];
            let push = self.tree.push(node as u32, point, &mut stack);
            force.x = mass * (push.x * REPULSION - point.x * GRAVITY);
            force.y = mass * (push.y * REPULSION - point.y * GRAVITY);
        }
    }

    /// The pull of an edge grows with its length.
    fn attract(&mut self, snapshot: &Snapshot) {
        for (from, to, weight) in snapshot.edges() {
            let (a, b) = (self.positions[from], self.positions[to]);
            let (x, y) = (b.x - a.x, b.y - a.y);
            let factor = (weight * self.pull).sqrt().min(PULL_MAX);
            self.forces[from].x += x * factor;
            self.forces[from].y += y * factor;
            self.forces[to].x -= x * factor;
            self.forces[to].y -= y * factor;
        }
    }

    /// Faster while the nodes go on in one direction, slower when they swing back and forth.
    fn adapt_speed(&mut self) {
        let (mut swinging, mut traction) = (0.0_f64, 0.0_f64);
        for ((force, before), mass) in self.forces.iter().zip(&self.before).zip(&self.masses) {
            let mass = f64::from(*mass);
            swinging += mass * f64::from((force.x - before.x).hypot(force.y - before.y));
            traction += mass * 0.5 * f64::from((force.x + before.x).hypot(force.y + before.y));
        }
        let wanted = f64::from(TOLERANCE) * traction / swinging.max(1e-9);
        let highest = f64::from(self.speed) * 1.5;
        self.speed = wanted.min(highest).clamp(1e-4, 1e3) as f32;
    }

    fn displace(&mut self) -> f32 {
        let width = SPACING * (self.positions.len() as f32).sqrt();
        let mut moved = 0.0_f64;
        for (node, point) in self.positions.iter_mut().enumerate() {
            let (force, before) = (self.forces[node], self.before[node]);
            let swinging = (force.x - before.x).hypot(force.y - before.y) * self.masses[node];
            let factor = self.speed / (1.0 + (self.speed * swinging).sqrt()) * self.mobility[node];
            let (mut x, mut y) = (force.x * factor, force.y * factor);
            let length = x.hypot(y);
            if !length.is_finite() {
                continue;
            }
            if length > width / 4.0 {
                let shorter = width / 4.0 / length;
                (x, y) = (x * shorter, y * shorter);
            }
            moved += f64::from(length.min(width / 4.0));
            point.x = (point.x + x).clamp(-COORDINATE_MAX, COORDINATE_MAX);
            point.y = (point.y + y).clamp(-COORDINATE_MAX, COORDINATE_MAX);
        }
        (moved / self.positions.len().max(1) as f64) as f32 / width.max(1.0)
    }
}
