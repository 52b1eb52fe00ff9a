//! An encoder that the person names instead of ours: a folder with a table in the format of model2vec.

use std::borrow::Cow;
use std::fs;
use std::hash::Hasher as _;
use std::path::Path;

use rustc_hash::FxHasher;
use serde::Deserialize;

use super::index::quantized;
use super::safetensors::{Safetensors, unusable};
use super::table::StaticTable;
use super::wordpiece::Vocabulary;
use super::{Encoder, Error};

const ROWS_MAX: usize = 500_000;
const DIMENSIONS_MAX: usize = 2_048;
/// What BERT and the models made from it, such as all-MiniLM, call their table of words.
const WORDS_OF_TRANSFORMER: &str = "embeddings.word_embeddings.weight";
const IS_TRANSFORMER: &str = "it is a transformer, such as all-MiniLM, and only tables in the format of model2vec can \
    be read: name a folder with one of these";
const TOKENIZER_BYTES_MAX: u64 = 64 << 20;

/// Opens the folder of a model by what is in it.
pub fn open_encoder(folder: &Path) -> Result<Box<dyn Encoder>, Error> {
    let weights = folder.join("model.safetensors");
    let tensors = Safetensors::open(&weights)?;
    if tensors.shape("embeddings").is_some() {
        return Ok(Box::new(table(folder, tensors)?));
    }
    if tensors.shape(WORDS_OF_TRANSFORMER).is_some() {
        return Err(unusable(&weights, IS_TRANSFORMER));
    }
    Err(unusable(&weights, "it has no tensor \"embeddings\""))
}

#[derive(Deserialize)]
struct Tokenizer {
    model: TokenizerModel,
}

#[derive(Deserialize)]
struct TokenizerModel {
    #[serde(rename = "type")]
    kind: Option<String>,
    vocab: serde_json::Value,
    unk_token: Option<String>,
}

fn table(folder: &Path, mut tensors: Safetensors) -> Result<StaticTable, Error> {
    let weights = folder.join("model.safetensors");
    let &[rows, dimensions] = tensors.shape("embeddings").unwrap_or_default() else {
        return Err(unusable(&weights, "its embeddings are no table"));
    };
    if rows > ROWS_MAX || dimensions == 0 || dimensions > DIMENSIONS_MAX {
        return Err(unusable(&weights, "its table is too large"));
    }
    if tensors.shape("mapping").is_some() {
        return Err(unusable(&weights, "several pieces share a row of its table"));
    }
    let vocabulary = vocabulary(&folder.join("tokenizer.json"), rows)?;
    let mut factors = Vec::new();
    if tensors.shape("weights") == Some(&[rows]) {
        tensors.each_row("weights", &mut |row| factors.extend_from_slice(row))?;
    }
    let mut values = Vec::with_capacity(rows * dimensions);
    let mut scales = Vec::with_capacity(rows);
    let mut hasher = FxHasher::default();
    tensors.each_row("embeddings", &mut |row| {
        let factor = factors.get(scales.len()).copied().unwrap_or(1.0);
        let largest = row.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let bytes = quantized(row);
        bytes.iter().for_each(|byte| hasher.write_i8(*byte));
        hasher.write_u32((largest * factor).to_bits());
        values.extend(bytes.iter().map(|byte| byte.cast_unsigned()));
        scales.push(largest * factor / 127.0);
    })?;
    let id = format!("model2vec-{dimensions}-{:016x}", hasher.finish());
    StaticTable::new(id, vocabulary, dimensions, values, scales)
        .ok_or_else(|| unusable(&weights, "its table and its vocabulary do not fit each other"))
}

/// The pieces in the order of their rows. The piece for unknown words is blanked: such a word has no row.
fn vocabulary(path: &Path, rows: usize) -> Result<Vocabulary, Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    if fs::metadata(path).map_err(unreadable)?.len() > TOKENIZER_BYTES_MAX {
        return Err(unusable(path, "it is too large"));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let tokenizer: Tokenizer = serde_json::from_slice(&bytes)
        .map_err(|_| unusable(path, "it does not describe a tokenizer"))?;
    if tokenizer.model.kind.as_deref().is_some_and(|kind| kind != "WordPiece") {
        return Err(unusable(path, "only a WordPiece tokenizer can be used"));
    }
    let pieces = tokenizer
        .model
        .vocab
        .as_object()
        .ok_or_else(|| unusable(path, "only a WordPiece tokenizer can be used"))?;
    let mut lines = vec![""; rows];
    for (piece, row) in pieces {
        let row = row.as_u64().and_then(|row| usize::try_from(row).ok());
        let Some(line) = row.and_then(|row| lines.get_mut(row)) else {
            return Err(unusable(path, "it names a piece that has no row in the table"));
        };
        let unknown = tokenizer.model.unk_token.as_deref() == Some(piece);
        if !unknown && !piece.contains(['\n', '\r']) {
            *line = piece;
        }
    }
    let mut text = lines.join("\n");
    text.push('\n');
    Vocabulary::new(Cow::Owned(text)).ok_or_else(|| unusable(path, "its vocabulary is empty"))
}
