//! Text of any encoding as UTF-8, piece by piece, so that a large file never is in memory as a whole.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// By so much of a file its encoding and its format are told.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;
const PIECE_BYTES: usize = 32 * 1024;

/// How much of a file was read so far, for whoever reads rows from it through other readers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    read: Arc<AtomicU64>,
    bytes: u64,
}

impl Progress {
    /// Counts what is read of a file of so many bytes.
    pub(crate) fn counting<R: Read>(input: R, bytes: u64) -> (Counting<R>, Self) {
        let progress = Self { read: Arc::default(), bytes };
        (Counting { input, read: Arc::clone(&progress.read) }, progress)
    }

    /// From 0 to 1.
    pub(crate) fn fraction(&self) -> f32 {
        let read = self.read.load(Ordering::Relaxed);
        if self.bytes == 0 { 1.0 } else { (read as f32 / self.bytes as f32).min(1.0) }
    }
}

#[derive(Debug)]
pub(crate) struct Counting<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Reads as UTF-8. What is wrong in the input becomes U+FFFD.
pub(crate) struct TextReader {
    input: Box<dyn Read + Send>,
    decoder: Decoder,
    raw: Vec<u8>,
    raw_from: usize,
    text: Vec<u8>,
    text_from: usize,
    at_end: bool,
    finished: bool,
    progress: Progress,
}

impl std::fmt::Debug for TextReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextReader").field("encoding", &self.decoder.encoding().name()).finish()
    }
}

impl TextReader {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::of(File::open(path)?)
    }

    /// From the beginning of the file.
    pub(crate) fn of(mut file: File) -> io::Result<Self> {
        file.rewind()?;
        let head = read_head(&mut file)?;
        let encoding = encoding_of(&head);
        let bytes = file.metadata()?.len();
        let mut reader = Self::new(Box::new(io::Cursor::new(head).chain(file)), encoding);
        reader.progress.bytes = bytes;
        Ok(reader)
    }

    fn new(input: Box<dyn Read + Send>, encoding: &'static Encoding) -> Self {
        Self {
            input,
            // It also removes a byte order mark.
            decoder: encoding.new_decoder(),
            raw: Vec::new(),
            raw_from: 0,
            text: Vec::new(),
            text_from: 0,
            at_end: false,
            finished: false,
            progress: Progress::default(),
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn refill(&mut self) -> io::Result<()> {
        self.text.resize(PIECE_BYTES * 2, 0);
        self.text_from = 0;
        let mut filled = 0;
        while filled == 0 && !self.finished {
            if self.raw_from == self.raw.len() && !self.at_end {
                self.raw.resize(PIECE_BYTES, 0);
                self.raw_from = 0;
                let count = read_some(&mut self.input, &mut self.raw);
                self.raw.truncate(*count.as_ref().unwrap_or(&0));
                let count = count?;
                self.progress.read.fetch_add(count as u64, Ordering::Relaxed);
                self.at_end = count == 0;
            }
            let raw = &self.raw[self.raw_from..];
            let (result, read, written, _) =
                self.decoder.decode_to_utf8(raw, &mut self.text[filled..], self.at_end);
            self.raw_from += read;
            filled += written;
            self.finished = self.at_end && result == encoding_rs::CoderResult::InputEmpty;
        }
        self.text.truncate(filled);
        Ok(())
    }
}

fn read_some(input: &mut dyn Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl Read for TextReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let text = self.fill_buf()?;
        let count = text.len().min(into.len());
        into[..count].copy_from_slice(&text[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for TextReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.text_from == self.text.len() && !self.finished {
            self.refill()?;
        }
        Ok(&self.text[self.text_from..])
    }

    fn consume(&mut self, count: usize) {
        self.text_from = (self.text_from + count).min(self.text.len());
    }
}

/// The beginning of a file.
pub(crate) fn read_head(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A whole text by its byte order mark, by what its file says, or by how it looks.
pub(crate) fn decode(bytes: &[u8], declared: Option<&str>) -> String {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let declared = declared.and_then(|label| Encoding::for_label(label.as_bytes()));
    // A page that calls itself UTF-16 in a `meta` that one can read is not.
    let declared = declared.filter(|encoding| *encoding != UTF_16LE && *encoding != UTF_16BE);
    let encoding = marked.or(declared).unwrap_or_else(|| encoding_of(bytes));
    encoding.decode(bytes).0.into_owned()
}

/// UTF-16 with and without a byte order mark, UTF-8, or else what old programs of Windows wrote.
pub(crate) fn encoding_of(head: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return encoding;
    }
    // Markup, JSON and table headers are ASCII: in UTF-16 every second of their bytes is zero.
    let start = &head[..head.len().min(64) / 2 * 2];
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    if start.len() >= 8 {
        let (even, odd) = (zeros(0), zeros(1));
        let half = start.len() / 2;
        if odd * 4 > half * 3 && even == 0 {
            return UTF_16LE;
        }
        if even * 4 > half * 3 && odd == 0 {
            return UTF_16BE;
        }
    }
    match std::str::from_utf8(head) {
        Ok(_) => UTF_8,
        // The head may end within a character.
        Err(error) if error.error_len().is_none() => UTF_8,
        Err(_) => WINDOWS_1252,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn text_is_read_the_same_in_every_encoding() {
        let text = format!("<!DOCTYPE x> title,url {}", "grün 文字 🦀 ".repeat(9_000));
        let files: Vec<(&str, Vec<u8>)> = vec![
            ("UTF-8", text.clone().into_bytes()),
            ("UTF-8 with mark", [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
            ("UTF-16 LE", utf16(&text, false)),
            ("UTF-16 BE", utf16(&text, true)),
            ("UTF-16 LE with mark", [vec![0xFF, 0xFE], utf16(&text, false)].concat()),
            ("UTF-16 BE with mark", [vec![0xFE, 0xFF], utf16(&text, true)].concat()),
        ];
        for (name, bytes) in files {
            let encoding = encoding_of(&bytes[..HEAD_BYTES.min(bytes.len())]);
            let mut read = String::new();
            let mut reader = TextReader::new(Box::new(io::Cursor::new(bytes)), encoding);
            reader.read_to_string(&mut read).unwrap();
            assert!(read == text, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_text_does_not_end_it() {
        let mut read = String::new();
        let bytes = b"a\xFFb\xC3".to_vec();
        TextReader::new(Box::new(io::Cursor::new(bytes)), UTF_8).read_to_string(&mut read).unwrap();
        assert_eq!(read, "a\u{FFFD}b\u{FFFD}");
        assert_eq!(decode(b"gr\xFCn", None), "grün");
        assert_eq!(decode(b"\xB3\xA4", Some("euc-jp")), "海");
        assert_eq!(decode("grün".as_bytes(), Some("utf-16")), "grün");
    }
}
