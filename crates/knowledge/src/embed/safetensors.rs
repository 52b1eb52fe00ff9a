//! Reads numbers from a safetensors file: eight bytes of length, a JSON header, then the tensors.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Error;
use super::table::half;

const HEADER_BYTES_MAX: u64 = 4 << 20;
const FILE_BYTES_MAX: u64 = 1 << 30;

#[derive(Debug)]
pub(super) struct Safetensors {
    path: PathBuf,
    file: BufReader<File>,
    data_start: u64,
    len: u64,
    tensors: HashMap<String, Tensor>,
}

#[derive(Debug, Clone, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [u64; 2],
}

impl Safetensors {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
        let file = File::open(path).map_err(unreadable)?;
        let len = file.metadata().map_err(unreadable)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(unreadable)?;
        let header_len = u64::from_le_bytes(length);
        if header_len > HEADER_BYTES_MAX || len > FILE_BYTES_MAX {
            return Err(unusable(path, "it is too large"));
        }
        let mut header = vec![0; header_len as usize];
        file.read_exact(&mut header).map_err(unreadable)?;
        let header: HashMap<String, serde_json::Value> = serde_json::from_slice(&header)
            .map_err(|_| unusable(path, "its header is not that of a safetensors file"))?;
        let tensors = header
            .into_iter()
            .filter_map(|(name, value)| Some((name, serde_json::from_value(value).ok()?)))
            .collect();
        Ok(Safetensors { path: path.to_owned(), file, data_start: 8 + header_len, len, tensors })
    }

    pub(super) fn shape(&self, name: &str) -> Option<&[usize]> {
        self.tensors.get(name).map(|tensor| tensor.shape.as_slice())
    }

    /// Gives the numbers of a tensor in rows of its last dimension. A row at a time is in memory.
    pub(super) fn each_row(
        &mut self,
        name: &str,
        each: &mut dyn FnMut(&[f32]),
    ) -> Result<(), Error> {
        let tensor = self
            .tensors
            .get(name)
            .cloned()
            .ok_or_else(|| unusable(&self.path, &format!("it has no tensor {name:?}")))?;
        let width = match tensor.dtype.as_str() {
            "F16" => 2,
            "F32" => 4,
            "F64" | "I64" => 8,
            other => {
                return Err(unusable(&self.path, &format!("its numbers are of the type {other}")));
            }
        };
        let columns = tensor.shape.last().copied().unwrap_or(0);
        let numbers = tensor.shape.iter().try_fold(1_usize, |all, of| all.checked_mul(*of));
        let [from, to] = tensor.data_offsets;
        let bytes = numbers.and_then(|numbers| numbers.checked_mul(width));
        let fits = columns > 0
            && bytes.is_some_and(|bytes| to.checked_sub(from) == Some(bytes as u64))
            && self.data_start.checked_add(to).is_some_and(|end| end <= self.len);
        if !fits {
            return Err(unusable(
                &self.path,
                &format!("its tensor {name:?} does not fit the file"),
            ));
        }
        let unreadable = |path: &Path, source| Error::Unreadable { path: path.to_owned(), source };
        self.file
            .seek(SeekFrom::Start(self.data_start + from))
            .map_err(|source| unreadable(&self.path, source))?;
        let mut row = vec![0; columns * width];
        let mut values = vec![0.0; columns];
        for _ in 0..numbers.unwrap_or(0) / columns {
            self.file.read_exact(&mut row).map_err(|source| unreadable(&self.path, source))?;
            for (value, bytes) in values.iter_mut().zip(row.chunks_exact(width)) {
                *value = match (tensor.dtype.as_str(), bytes) {
                    ("F16", &[a, b]) => half([a, b]),
                    ("F32", &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
                    ("F64", &[a, b, c, d, e, f, g, h]) => {
                        f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32
                    }
                    ("I64", &[a, b, c, d, e, f, g, h]) => {
                        i64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32
                    }
                    _ => 0.0,
                };
            }
            each(&values);
        }
        Ok(())
    }
}

pub(super) fn unusable(path: &Path, reason: &str) -> Error {
    Error::Unusable { path: path.to_owned(), reason: reason.to_owned() }
}
