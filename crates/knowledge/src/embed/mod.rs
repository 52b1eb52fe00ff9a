//! Meaning as vectors: what turns a text into one, how a long text is cut for it, and the nearest of many.
//!
//! The encoder that is compiled in sums up rows of a table and needs no run-time for models. A person may name
//! a folder with another one. Vectors of different encoders never meet: each is kept with the id of its own.

mod chunk;
mod folder;
mod index;
mod safetensors;
mod table;
mod wordpiece;

use std::fmt::Debug;
use std::path::PathBuf;

pub use chunk::{CHUNKS_MAX, chunks};
pub use folder::open_encoder;
pub use index::{Neighbor, VectorIndex, quantized};
pub use table::{StaticTable, WordVector, built_in};

/// Turns texts into vectors so that texts about the same are near each other.
pub trait Encoder: Debug + Send + Sync {
    fn dimensions(&self) -> usize;

    /// Changes with everything that changes the vectors.
    fn id(&self) -> &str;

    /// Of length one, or all noughts where the text has no word that the encoder knows.
    fn encode(&self, text: &str) -> Vec<f32>;
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{path} is no model that can be used here: {reason}", path = path.display())]
    Unusable { path: PathBuf, reason: String },
}

/// Scales a vector to length one; one of noughts stays as it is.
fn normalize(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 && length.is_finite() {
        for value in vector {
            *value /= length;
        }
    } else {
        vector.fill(0.0);
    }
}
