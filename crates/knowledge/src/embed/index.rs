//! The vectors of all chunks in memory, and the pages nearest to one. It looks at each of them: 300,000 take
//! less time than a graph of neighbours would take room, and removing one leaves no trace.

use rustc_hash::{FxHashMap, FxHashSet};

/// Eight bytes are multiplied at once on every machine; a row is a whole number of such groups.
const LANES: usize = 16;

/// The chunk of a page that is nearest to the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    pub page: i64,
    pub chunk: u32,
    /// The cosine: 1 is the same direction.
    pub similarity: f32,
}

#[derive(Debug, Default)]
pub struct VectorIndex {
    dimensions: usize,
    /// Dimensions, filled up with noughts to whole lanes.
    width: usize,
    values: Vec<i8>,
    owners: Vec<Owner>,
}

#[derive(Debug, Clone, Copy)]
struct Owner {
    page: i64,
    chunk: u32,
    /// One over the length of the quantised vector.
    inverse_length: f32,
}

impl VectorIndex {
    pub fn new(dimensions: usize) -> Self {
        let width = dimensions.next_multiple_of(LANES);
        VectorIndex { dimensions, width, values: Vec::new(), owners: Vec::new() }
    }

    pub fn with_capacity(dimensions: usize, chunks: usize) -> Self {
        let mut index = VectorIndex::new(dimensions);
        index.values.reserve_exact(chunks * index.width);
        index.owners.reserve_exact(chunks);
        index
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn len(&self) -> usize {
        self.owners.len()
    }

    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// Bytes of memory.
    pub fn memory(&self) -> usize {
        self.values.capacity() + self.owners.capacity() * size_of::<Owner>()
    }

    /// False for a vector that is not of this index: another number of dimensions, or without a direction.
    pub fn add(&mut self, page: i64, chunk: u32, vector: &[i8]) -> bool {
        let squares: i32 = vector.iter().map(|value| i32::from(*value) * i32::from(*value)).sum();
        if vector.len() != self.dimensions || squares == 0 {
            return false;
        }
        self.values.extend_from_slice(vector);
        self.values.resize(self.values.len() + self.width - self.dimensions, 0);
        let inverse_length = 1.0 / (squares as f32).sqrt();
        self.owners.push(Owner { page, chunk, inverse_length });
        true
    }

    /// Takes all chunks of these pages out; the places of the removed ones are overwritten.
    pub fn remove(&mut self, pages: &FxHashSet<i64>) {
        let mut at = 0;
        while at < self.owners.len() {
            if !pages.contains(&self.owners[at].page) {
                at += 1;
                continue;
            }
            self.owners.swap_remove(at);
            let last = self.owners.len() * self.width;
            if at < self.owners.len() {
                self.values.copy_within(last.., at * self.width);
            }
            self.values[last..].fill(0);
            self.values.truncate(last);
        }
    }

    /// The nearest chunk of each of the `pages_max` nearest pages, nearest first.
    pub fn nearest(&self, query: &[f32], pages_max: usize) -> Vec<Neighbor> {
        self.nearest_of(query, pages_max, |_| true)
    }

    /// The similarity of the nearest chunk of each of these pages, for candidates that were found otherwise.
    pub fn similarities(&self, query: &[f32], pages: &FxHashSet<i64>) -> FxHashMap<i64, Neighbor> {
        let of_pages = self.nearest_of(query, pages.len(), |page| pages.contains(&page));
        of_pages.into_iter().map(|neighbor| (neighbor.page, neighbor)).collect()
    }

    /// The nearest among the pages that a filter lets through.
    pub fn nearest_of(
        &self,
        query: &[f32],
        pages_max: usize,
        wanted: impl Fn(i64) -> bool,
    ) -> Vec<Neighbor> {
        if query.len() != self.dimensions || pages_max == 0 {
            return Vec::new();
        }
        let mut quantized_query: Vec<i16> = quantized(query).into_iter().map(i16::from).collect();
        let squares: i32 = quantized_query.iter().map(|v| i32::from(*v) * i32::from(*v)).sum();
        if squares == 0 {
            return Vec::new();
        }
        quantized_query.resize(self.width, 0);
        let inverse_length = 1.0 / (squares as f32).sqrt();
        let mut found: Vec<(f32, u32)> = self
            .values
            .chunks_exact(self.width)
            .zip(&self.owners)
            .enumerate()
            .filter(|(_, (_, owner))| wanted(owner.page))
            .map(|(at, (row, owner))| {
                (dot(row, &quantized_query) as f32 * owner.inverse_length, at as u32)
            })
            .collect();
        // Several chunks of a page may be near: take more than pages are wanted, and more again if need be.
        let mut taken = pages_max.saturating_mul(4);
        loop {
            let nearest = self.best_of(&mut found, taken, pages_max);
            if nearest.len() == pages_max || taken >= found.len() {
                return nearest
                    .into_iter()
                    .map(|(similarity, at)| {
                        let owner = self.owners[at as usize];
                        let similarity = similarity * inverse_length;
                        Neighbor { page: owner.page, chunk: owner.chunk, similarity }
                    })
                    .collect();
            }
            taken = taken.saturating_mul(4);
        }
    }

    fn best_of(&self, found: &mut [(f32, u32)], taken: usize, pages_max: usize) -> Vec<(f32, u32)> {
        // Ties are broken by place, so that the same query has the same answer.
        let nearer = |one: &(f32, u32), other: &(f32, u32)| {
            other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
        };
        let taken = taken.min(found.len());
        if taken > 0 && taken < found.len() {
            found.select_nth_unstable_by(taken - 1, nearer);
        }
        let nearest = &mut found[..taken];
        nearest.sort_unstable_by(nearer);
        let mut pages = FxHashSet::default();
        let first_of_page = |(_, at): &&(f32, u32)| pages.insert(self.owners[*at as usize].page);
        nearest.iter().filter(first_of_page).take(pages_max).copied().collect()
    }
}

/// A vector in signed bytes, its largest component 127. Its length is lost, and was one.
pub fn quantized(vector: &[f32]) -> Vec<i8> {
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return vec![0; vector.len()];
    }
    vector.iter().map(|value| (value / largest * 127.0).round() as i8).collect()
}

/// Of whole lanes. Written so that the compiler multiplies and adds a lane at once.
fn dot(row: &[i8], query: &[i16]) -> i32 {
    let mut sums = [0_i32; LANES];
    for (row, query) in row.chunks_exact(LANES).zip(query.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += i32::from(i16::from(row[lane]) * query[lane]);
        }
    }
    sums.iter().sum()
}
