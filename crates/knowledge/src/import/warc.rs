//! Web archives (WARC), plain or compressed record by record: the pages in them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::{GzDecoder, MultiGzDecoder, ZlibDecoder};

use super::dates;
use super::decode::{Progress, decode};
use super::error::ImportError;
use super::page::{ImportedPage, Row, SkipReason};
use super::rows::Rows;
use super::saved_page::{Head, charset_of, is_html};

const PAGE_BYTES_MAX: u64 = 64 << 20;
const HEADER_BYTES_MAX: u64 = 1 << 20;
/// Of a compressed archive, so much is unpacked and read.
const ARCHIVE_BYTES_MAX: u64 = 16 << 30;

pub(crate) struct WebArchive {
    input: Box<dyn BufRead + Send>,
    progress: Progress,
    number: u64,
    ended: bool,
}

impl WebArchive {
    pub(crate) fn open(path: &Path) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(ImportError::io(path))?;
        let bytes = file.metadata().map_err(ImportError::io(path))?.len();
        let (file, progress) = Progress::counting(file, bytes);
        let mut input = BufReader::new(file);
        let is_compressed =
            input.fill_buf().map_err(ImportError::io(path))?.starts_with(&[0x1F, 0x8B]);
        let input: Box<dyn BufRead + Send> = if is_compressed {
            Box::new(BufReader::new(MultiGzDecoder::new(input).take(ARCHIVE_BYTES_MAX)))
        } else {
            Box::new(input)
        };
        Ok(Self { input, progress, number: 0, ended: false })
    }

    /// Fields of a header up to the empty line; none at the end of the file.
    fn fields(input: &mut dyn BufRead) -> io::Result<Option<Fields>> {
        let mut fields = Fields::default();
        let mut input = input.take(HEADER_BYTES_MAX);
        loop {
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok((!fields.first.is_empty()).then_some(fields));
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\r', '\n']);
            if line.is_empty() {
                // Records have empty lines between them.
                if fields.first.is_empty() {
                    continue;
                }
                return Ok(Some(fields));
            }
            if fields.first.is_empty() {
                fields.first = line.to_owned();
            } else if let Some((name, value)) = line.split_once(':') {
                fields.all.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
    }

    fn record(&mut self) -> io::Result<Option<Row>> {
        let Some(fields) = Self::fields(&mut self.input)? else { return Ok(None) };
        self.number += 1;
        let place = format!("record {}", self.number);
        let length = fields.get("content-length").and_then(|length| length.parse::<u64>().ok());
        let Some(length) = length.filter(|_| fields.first.starts_with("WARC/")) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no record begins here"));
        };
        let is_response = fields.get("warc-type") == Some("response");
        if !is_response || length > PAGE_BYTES_MAX {
            let skipped = io::copy(&mut (&mut self.input).take(length), &mut io::sink())?;
            if skipped < length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            return Ok(Some(if is_response {
                Row::failed(place, format!("It is larger than {} MB", PAGE_BYTES_MAX >> 20))
            } else {
                Row::Skipped(SkipReason::NotAPage)
            }));
        }
        let mut payload = Vec::new();
        (&mut self.input).take(length).read_to_end(&mut payload)?;
        if (payload.len() as u64) < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(response(&fields, &payload, place)))
    }
}

#[derive(Default)]
struct Fields {
    first: String,
    all: Vec<(String, String)>,
}

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

fn response(record: &Fields, payload: &[u8], place: String) -> Row {
    let mut rest = payload;
    let Ok(Some(http)) = WebArchive::fields(&mut rest) else {
        return Row::failed(place, "Its answer has no header");
    };
    let kind = http.get("content-type").unwrap_or_default();
    let is_ok = http.first.split_whitespace().nth(1) == Some("200");
    if !is_ok || !is_html(kind) {
        return Row::Skipped(SkipReason::NotAPage);
    }
    let chunked =
        http.get("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"));
    let body = if chunked { unchunked(rest) } else { rest.to_vec() };
    let body = match http.get("content-encoding").unwrap_or_default() {
        "" | "identity" => Ok(body),
        "gzip" | "x-gzip" => unpacked(GzDecoder::new(body.as_slice())),
        "deflate" => unpacked(ZlibDecoder::new(body.as_slice())),
        other => Err(format!("It is compressed as {other}, which cannot be read")),
    };
    let body = match body {
        Ok(body) => body,
        Err(why) => return Row::failed(place, why),
    };
    let html = decode(&body, charset_of(kind));
    let url = record.get("warc-target-uri").unwrap_or_default().trim_matches(['<', '>']);
    let page = ImportedPage {
        url: url.to_owned(),
        title: Head::read(&html).title,
        added_ms: record.get("warc-date").and_then(dates::from_text),
        html: Some(html),
        ..ImportedPage::default()
    };
    Row::of(page, || place)
}

fn unpacked(packed: impl Read) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    match packed.take(PAGE_BYTES_MAX + 1).read_to_end(&mut body) {
        Ok(_) if body.len() as u64 > PAGE_BYTES_MAX => {
            Err(format!("It is larger than {} MB", PAGE_BYTES_MAX >> 20))
        }
        Ok(_) => Ok(body),
        Err(error) => Err(format!("It cannot be unpacked: {error}")),
    }
}

/// The chunks of an answer, joined. Some archives keep the header and not the chunks; then it is as it is.
fn unchunked(body: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(body.len());
    let mut rest = body;
    loop {
        let size = rest.iter().position(|byte| *byte == b'\n').and_then(|end| {
            let line = std::str::from_utf8(&rest[..end]).ok()?;
            let size = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
            Some((size, &rest[end + 1..]))
        });
        match size {
            Some((0, _)) => return joined,
            Some((size, data)) if size <= data.len() => {
                joined.extend_from_slice(&data[..size]);
                rest = data[size..].trim_ascii_start();
                if rest.is_empty() {
                    return joined;
                }
            }
            _ if joined.is_empty() => return body.to_vec(),
            _ => return joined,
        }
    }
}

impl Rows for WebArchive {
    fn next_row(&mut self) -> Option<Row> {
        if self.ended {
            return None;
        }
        match self.record() {
            Ok(row) => {
                self.ended = row.is_none();
                row
            }
            Err(error) => {
                self.ended = true;
                let place = format!("record {}", self.number + 1);
                Some(Row::failed(place, format!("The rest of the archive cannot be read: {error}")))
            }
        }
    }

    fn fraction(&self) -> f32 {
        self.progress.fraction()
    }
}
