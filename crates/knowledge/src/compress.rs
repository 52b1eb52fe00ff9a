//! Texts on disk, by zstd. An earlier version of a text is compressed with the later one as dictionary: what they
//! share costs nothing.

use std::io;

/// Level 9 halves what level 3 leaves of web pages no further, and is still far faster than the rest of indexing.
const LEVEL: i32 = 9;
/// No text that we keep is longer; what claims to be is damaged.
const BYTES_MAX: usize = 32 * 1024 * 1024;

pub(crate) fn compress(text: &str) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(text.as_bytes(), LEVEL)
}

pub(crate) fn decompress(bytes: &[u8]) -> io::Result<String> {
    utf8(zstd::bulk::decompress(bytes, capacity(bytes)?)?)
}

/// Compresses `earlier` by what `later` has in common with it.
pub(crate) fn compress_against(earlier: &str, later: &str) -> io::Result<Vec<u8>> {
    zstd::bulk::Compressor::with_dictionary(LEVEL, later.as_bytes())?.compress(earlier.as_bytes())
}

pub(crate) fn decompress_against(bytes: &[u8], later: &str) -> io::Result<String> {
    let mut decompressor = zstd::bulk::Decompressor::with_dictionary(later.as_bytes())?;
    utf8(decompressor.decompress(bytes, capacity(bytes)?)?)
}

/// How long the text is, as its frame says: a damaged file must not make us ask for all memory.
fn capacity(bytes: &[u8]) -> io::Result<usize> {
    let length = zstd::zstd_safe::get_frame_content_size(bytes).ok().flatten();
    let length = length.and_then(|length| usize::try_from(length).ok());
    length.filter(|length| *length <= BYTES_MAX).ok_or_else(|| damaged("has no likely length"))
}

fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| damaged("is not UTF-8"))
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a stored text {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_it_was() {
        for text in ["", "tea", &"Ünïcode 中文 ".repeat(5_000)] {
            assert_eq!(decompress(&compress(text).unwrap()).unwrap(), *text);
        }
    }

    #[test]
    fn an_earlier_version_costs_what_is_other_in_it() {
        let words = |seed: u32| {
            (0..2_000)
                .map(|at: u32| format!("word{} ", at.wrapping_mul(seed) % 7_919))
                .collect::<String>()
        };
        let later = words(31);
        let earlier = later.replacen("word62 ", "another word ", 1);
        let delta = compress_against(&earlier, &later).unwrap();
        assert!(delta.len() < 200, "{} bytes of {}", delta.len(), earlier.len());
        assert_eq!(decompress_against(&delta, &later).unwrap(), earlier);
    }

    #[test]
    fn damage_is_an_error() {
        let mut bytes = compress(&"tea ".repeat(100)).unwrap();
        for at in 0..bytes.len() {
            bytes[at] ^= 0xA5;
            let _ = decompress(&bytes);
            bytes[at] ^= 0xA5;
        }
        assert!(decompress(b"tea").is_err());
        assert!(decompress(&[]).is_err());
    }
}
