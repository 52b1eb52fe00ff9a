//! Texts as vectors: the table that is compiled in, one that a person names, chunks, and the nearest of many.

use std::fs;
use std::path::Path;

use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use tabwright_knowledge::embed::{
    CHUNKS_MAX, Encoder as _, Error, VectorIndex, built_in, chunks, open_encoder, quantized,
};

#[test]
fn the_built_in_table_gives_the_vectors_that_it_was_published_with() {
    let checks: Vec<Value> =
        serde_json::from_str(include_str!("../embeddings/check.json")).unwrap();
    assert_eq!(checks.len(), 20);
    for check in checks {
        let text = check["text"].as_str().unwrap();
        assert_eq!(json!(built_in().pieces(text)), check["tokens"], "{text}");
        let vector = built_in().encode(text);
        for (at, wanted) in check["vector8"].as_array().unwrap().iter().enumerate() {
            let off = (f64::from(vector[at]) - wanted.as_f64().unwrap()).abs();
            assert!(off < 1e-4, "{text}: component {at} is {}", vector[at]);
        }
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        assert!((f64::from(length) - check["norm"].as_f64().unwrap()).abs() < 1e-4, "{text}");
    }
}

fn cosine(one: &str, other: &str) -> f32 {
    let (one, other) = (built_in().encode(one), built_in().encode(other));
    one.iter().zip(&other).map(|(one, other)| one * other).sum()
}

#[test]
fn texts_about_the_same_are_nearer_than_others() {
    for (text, near, far) in [
        ("a cure for headache", "medicine against migraine", "football results"),
        ("teaching children to read", "early literacy at school", "engine oil pressure"),
        ("hearing loss", "deafness", "tax return"),
    ] {
        assert!(cosine(text, near) > cosine(text, far) + 0.1, "{text}");
    }
}

#[test]
fn a_long_text_is_cut_into_overlapping_chunks() {
    let words = |count: usize| (0..count).map(|at| format!("w{at} ")).collect::<String>();
    for (count, wanted) in [(0, 0), (1, 1), (180, 1), (229, 1), (230, 2), (379, 2), (380, 3)] {
        assert_eq!(chunks(&words(count)).len(), wanted, "{count} words");
    }
    let text = words(400);
    let cut = chunks(&text);
    assert!(text[cut[0].clone()].starts_with("w0 ") && text[cut[0].clone()].ends_with(" w179"));
    assert!(text[cut[1].clone()].starts_with("w150 "));
    assert!(text[cut[cut.len() - 1].clone()].ends_with(" w399"));
    // A script without blanks is cut as well, between characters, and a book has an end.
    let japanese = "検索".repeat(2_000);
    assert!(chunks(&japanese).len() > 5);
    assert!(chunks(&japanese).into_iter().all(|range| japanese.get(range).is_some()));
    assert_eq!(chunks(&words(100_000)).len(), CHUNKS_MAX);
}

fn index_of(vectors: &[(i64, u32, [f32; 3])]) -> VectorIndex {
    let mut index = VectorIndex::new(3);
    for (page, chunk, vector) in vectors {
        assert!(index.add(*page, *chunk, &quantized(vector)));
    }
    index
}

#[test]
fn the_nearest_chunk_stands_for_its_page() {
    let index = index_of(&[
        (1, 0, [1.0, 0.0, 0.0]),
        (1, 1, [0.9, 0.1, 0.0]),
        (2, 0, [0.0, 1.0, 0.0]),
        (2, 1, [0.7, 0.7, 0.0]),
        (3, 0, [0.0, 0.0, 1.0]),
    ]);
    let found = |query: [f32; 3], pages| -> Vec<(i64, u32)> {
        index.nearest(&query, pages).iter().map(|it| (it.page, it.chunk)).collect()
    };
    assert_eq!(found([1.0, 0.0, 0.0], 3), [(1, 0), (2, 1), (3, 0)]);
    assert_eq!(found([0.0, 1.0, 0.0], 1), [(2, 0)]);
    assert_eq!(found([0.0; 3], 3), []);
    let nearest = index.nearest(&[2.0, 0.0, 0.0], 1)[0];
    assert!((nearest.similarity - 1.0).abs() < 0.01, "{nearest:?}");
    let asked = FxHashSet::from_iter([2, 3, 9]);
    let similarities = index.similarities(&[1.0, 0.0, 0.0], &asked);
    assert_eq!(similarities.len(), 2);
    assert!((similarities[&2].similarity - 0.707).abs() < 0.01);
    assert!(index.nearest(&[1.0], 3).is_empty());
}

#[test]
fn what_is_removed_is_not_found_again() {
    let axis = |at: i64| {
        let angle = at as f32 / 100.0;
        [angle.cos(), angle.sin(), 0.1]
    };
    let all: Vec<(i64, u32, [f32; 3])> =
        (0..90).map(|at| (at / 3, (at % 3) as u32, axis(at))).collect();
    let mut index = index_of(&all);
    index.remove(&FxHashSet::from_iter([0, 7, 8, 29]));
    assert_eq!(index.len(), 78);
    for (page, chunk, vector) in &all {
        let nearest = index.nearest(vector, 30);
        assert_eq!(nearest.len(), 26);
        let gone = [0, 7, 8, 29].contains(page);
        assert_eq!(nearest.iter().any(|it| it.page == *page), !gone, "page {page}");
        if !gone {
            let of_page = nearest.iter().find(|it| it.page == *page).unwrap();
            assert!(of_page.similarity > 0.999, "page {page} chunk {chunk}");
        }
    }
    let mut other = VectorIndex::new(3);
    assert!(!other.add(1, 0, &[1, 2]) && !other.add(1, 0, &[0, 0, 0]) && other.is_empty());
}

fn write_model(folder: &Path, rows: &[[f32; 2]], vocabulary: &Value) {
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    let header = json!({ "embeddings": {
        "dtype": "F32", "shape": [rows.len(), 2], "data_offsets": [0, bytes.len()],
    } })
    .to_string();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.extend_from_slice(&bytes);
    fs::write(folder.join("model.safetensors"), file).expect("a writable folder");
    let tokenizer =
        json!({ "model": { "type": "WordPiece", "unk_token": "[UNK]", "vocab": vocabulary } });
    fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).expect("a writable folder");
}

#[test]
fn a_table_in_a_folder_takes_the_place_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let vocabulary = json!({ "[UNK]": 0, "search": 1, "##ing": 2, "page": 3 });
    write_model(folder.path(), &[[9.0, 9.0], [3.0, 0.0], [0.0, 4.0], [0.0, -1.0]], &vocabulary);
    let encoder = open_encoder(folder.path()).unwrap();
    assert_eq!(encoder.dimensions(), 2);
    for (text, wanted) in [
        ("Searching", [0.6, 0.8]),
        ("search page", [0.949, -0.316]),
        ("unknown", [0.0, 0.0]),
        ("search, unknown!", [1.0, 0.0]),
    ] {
        let vector = encoder.encode(text);
        let near = vector.iter().zip(wanted).all(|(value, wanted)| (value - wanted).abs() < 0.01);
        assert!(near, "{text}: {vector:?}");
    }
    let id = encoder.id().to_owned();
    write_model(folder.path(), &[[9.0, 9.0], [3.0, 0.5], [0.0, 4.0], [0.0, -1.0]], &vocabulary);
    assert_ne!(open_encoder(folder.path()).unwrap().id(), id);
}

#[test]
fn a_folder_that_is_no_model_is_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let told = || match open_encoder(folder.path()) {
        Ok(encoder) => panic!("{encoder:?}"),
        Err(error @ (Error::Unreadable { .. } | Error::Unusable { .. })) => error.to_string(),
    };
    assert!(told().contains("cannot be read"));
    let weights = folder.path().join("model.safetensors");
    fs::write(&weights, u64::MAX.to_le_bytes()).unwrap();
    assert!(told().contains("too large"));
    fs::write(&weights, [2, 0, 0, 0, 0, 0, 0, 0, b'{', b'}']).unwrap();
    assert!(told().contains("no tensor"));
    let header = br#"{"embeddings.word_embeddings.weight":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}"#;
    let mut transformer = (header.len() as u64).to_le_bytes().to_vec();
    transformer.extend_from_slice(header);
    transformer.extend_from_slice(&[0; 4]);
    fs::write(&weights, transformer).unwrap();
    assert!(told().contains("a transformer, such as all-MiniLM"));
    write_model(folder.path(), &[[1.0, 0.0]], &json!({ "a": 0, "b": 1 }));
    assert!(told().contains("no row"));
    write_model(folder.path(), &[[1.0, 0.0]], &json!({ "a": 0 }));
    let mut cut = fs::read(&weights).unwrap();
    cut.pop();
    fs::write(&weights, cut).unwrap();
    assert!(told().contains("does not fit"));
}
