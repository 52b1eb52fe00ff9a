//! A static table: one short vector for every piece of a word. A text is the sum of its rows.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::wordpiece::{Vocabulary, words};
use super::{Encoder, normalize};

const ROWS: usize = 31_000;
const DIMENSIONS: usize = 128;
static TABLE: &[u8] = include_bytes!("../../embeddings/table.i8");
static SCALES: &[u8] = include_bytes!("../../embeddings/scales.f16");
static PIECES: &str = include_str!("../../embeddings/vocab.txt");
/// What the folder of the table gives and what this file reads must be the same.
const _: () = assert!(TABLE.len() == ROWS * DIMENSIONS && SCALES.len() == ROWS * 2);

static BUILT_IN: LazyLock<StaticTable> = LazyLock::new(|| StaticTable {
    id: "tabwright-static-128-1".to_owned(),
    vocabulary: Vocabulary::new(Cow::Borrowed(PIECES)).expect("the list that is compiled in"),
    dimensions: DIMENSIONS,
    rows: Cow::Borrowed(TABLE),
    scales: SCALES.chunks_exact(2).map(|pair| half([pair[0], pair[1]])).collect(),
});

/// The table that is compiled in. It takes 4 MB of the binary, and beyond that 0.5 MB of memory.
pub fn built_in() -> &'static StaticTable {
    &BUILT_IN
}

#[derive(Debug)]
pub struct StaticTable {
    id: String,
    vocabulary: Vocabulary,
    dimensions: usize,
    /// Signed bytes, row after row.
    rows: Cow<'static, [u8]>,
    /// What a byte of each row is worth.
    scales: Vec<f32>,
}

/// Where a word points, and how much it says: the vectors of common words are short.
#[derive(Debug, Clone, PartialEq)]
pub struct WordVector {
    /// Of length one.
    direction: Vec<f32>,
    pub length: f32,
    pub pieces: usize,
}

impl WordVector {
    pub fn cosine(&self, other: &WordVector) -> f32 {
        self.direction.iter().zip(&other.direction).map(|(one, other)| one * other).sum()
    }
}

impl StaticTable {
    /// From rows that are already quantised; none where the sizes do not fit each other.
    pub(super) fn new(
        id: String,
        vocabulary: Vocabulary,
        dimensions: usize,
        rows: Vec<u8>,
        scales: Vec<f32>,
    ) -> Option<Self> {
        let fits = dimensions > 0
            && vocabulary.len() == scales.len()
            && rows.len() == scales.len() * dimensions;
        fits.then_some(StaticTable { id, vocabulary, dimensions, rows: Cow::Owned(rows), scales })
    }

    /// The pieces that a text is made of; a word with an unknown part has none.
    pub fn pieces(&self, text: &str) -> Vec<&str> {
        self.rows_of(text).into_iter().map(|row| self.vocabulary.piece(row as usize)).collect()
    }

    /// The vector of a single word; none where a part of it is unknown.
    pub fn word(&self, word: &str) -> Option<WordVector> {
        let rows = self.rows_of(word);
        let mut direction = self.sum_of(&rows);
        let length = direction.iter().map(|value| value * value).sum::<f32>().sqrt();
        normalize(&mut direction);
        (length > 0.0).then_some(WordVector { direction, length, pieces: rows.len() })
    }

    fn sum_of(&self, rows: &[u32]) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions];
        for row in rows {
            let row = *row as usize;
            let scale = self.scales[row];
            let values = &self.rows[row * self.dimensions..(row + 1) * self.dimensions];
            for (total, value) in sum.iter_mut().zip(values) {
                *total += scale * f32::from(value.cast_signed());
            }
        }
        sum
    }

    fn rows_of(&self, text: &str) -> Vec<u32> {
        let mut rows = Vec::new();
        words(text, &mut |word| {
            self.vocabulary.push_pieces(word, &mut rows);
        });
        rows
    }
}

impl Encoder for StaticTable {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn encode(&self, text: &str) -> Vec<f32> {
        let mut sum = self.sum_of(&self.rows_of(text));
        normalize(&mut sum);
        sum
    }
}

/// An IEEE 754 half precision number, little-endian.
pub(super) fn half(bytes: [u8; 2]) -> f32 {
    let bits = u16::from_le_bytes(bytes);
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1_024.0;
    sign * match exponent {
        0 => fraction * 2_f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}
