//! Barnes-Hut: far away bodies push together, as one body at their centre. So the push on all of them takes
//! n log n steps and not n².

use super::layout::Point;

/// Bodies that are still in one cell at this depth are taken as one: they lie in the same place.
const DEPTH_MAX: u32 = 24;
/// A cell is one body if it is smaller than this share of its distance. Layouts do not get better below it.
const OPENING: f32 = 1.2;
const NONE: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

#[derive(Debug, Default)]
pub(super) struct Quadtree {
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    /// While the tree is built these are sums over the bodies, each times its mass.
    x: f32,
    y: f32,
    mass: f32,
    width: f32,
    /// Four in a row, or `NONE`.
    children: u32,
    body: u32,
}

impl Quadtree {
    /// Replaces what was in the tree. All positions are finite.
    pub(super) fn build(&mut self, positions: &[Point], masses: &[f32]) {
        let (mut low, mut high) = (Point { x: 0.0, y: 0.0 }, Point { x: 0.0, y: 0.0 });
        for point in positions {
            low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
        }
        let width = (high.x - low.x).max(high.y - low.y).max(1e-3) * 1.01;
        self.cells.clear();
        self.cells.push(Cell { x: 0.0, y: 0.0, mass: 0.0, width, children: NONE, body: NONE });
        let half = width / 2.0;
        let centre = Point { x: low.x + half, y: low.y + half };
        for (body, (&point, &mass)) in positions.iter().zip(masses).enumerate() {
            self.insert(body as u32, point, mass, centre, positions);
        }
        for cell in &mut self.cells {
            if cell.mass > 0.0 {
                cell.x /= cell.mass;
                cell.y /= cell.mass;
            }
        }
    }

    fn insert(&mut self, body: u32, point: Point, mass: f32, centre: Point, positions: &[Point]) {
        let mut at = 0;
        let mut centre = centre;
        for depth in 0.. {
            let cell = &mut self.cells[at];
            if cell.children == NONE {
                if cell.body == NONE {
                    cell.body = body;
                    cell.add(point, mass);
                    return;
                }
                if depth >= DEPTH_MAX {
                    cell.body = SEVERAL;
                    cell.add(point, mass);
                    return;
                }
                let child = Cell { width: cell.width / 2.0, body: NONE, ..Cell::default() };
                let first = self.cells.len() as u32;
                let cell = &mut self.cells[at];
                let (earlier, earlier_mass) = (cell.body, cell.mass);
                cell.body = NONE;
                cell.children = first;
                self.cells.extend([child; 4]);
                let earlier_point = positions[earlier as usize];
                let inner = &mut self.cells[first as usize + quadrant(earlier_point, centre)];
                inner.body = earlier;
                inner.add(earlier_point, earlier_mass);
            }
            let cell = &mut self.cells[at];
            cell.add(point, mass);
            let quarter = cell.width / 4.0;
            let quadrant = quadrant(point, centre);
            at = cell.children as usize + quadrant;
            centre.x += if quadrant & 1 == 1 { quarter } else { -quarter };
            centre.y += if quadrant & 2 == 2 { quarter } else { -quarter };
        }
    }

    /// The sum of `mass / distance`, away from all others, at a point.
    pub(super) fn push(&self, body: u32, point: Point, stack: &mut Vec<u32>) -> Point {
        let mut sum = Point { x: 0.0, y: 0.0 };
        stack.clear();
        stack.push(0);
        while let Some(at) = stack.pop() {
            let Some(cell) = self.cells.get(at as usize) else { continue };
            if cell.body == body || cell.mass <= 0.0 {
                continue;
            }
            let (x, y) = (point.x - cell.x, point.y - cell.y);
            let square = x * x + y * y;
            if cell.children == NONE || cell.width * cell.width < OPENING * OPENING * square {
                let factor = cell.mass / square.max(1e-2);
                sum.x += x * factor;
                sum.y += y * factor;
            } else {
                stack.extend(cell.children..cell.children + 4);
            }
        }
        sum
    }
}

impl Cell {
    fn add(&mut self, point: Point, mass: f32) {
        self.x += point.x * mass;
        self.y += point.y * mass;
        self.mass += mass;
    }
}

impl Default for Cell {
    fn default() -> Self {
        Cell { x: 0.0, y: 0.0, mass: 0.0, width: 0.0, children: NONE, body: NONE }
    }
}

fn quadrant(point: Point, centre: Point) -> usize {
    usize::from(point.x >= centre.x) | usize::from(point.y >= centre.y) << 1
}
