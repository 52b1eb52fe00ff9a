//! Tables of addresses: what Pocket, Raindrop and Instapaper export, and any other table with a column that
//! is named for its addresses.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use csv::{ReaderBuilder, StringRecord};

use super::dates;
use super::decode::{Progress, TextReader};
use super::error::ImportError;
use super::format::Format;
use super::page::{ImportedPage, Row};
use super::rows::Rows;

/// A quote that is never closed makes the rest of the file one row.
const ROW_BYTES_MAX: usize = 8 << 20;
/// What the services call the places of what is in no folder.
const NO_FOLDERS: &[&str] = &["Unread", "Archive", "Unsorted"];

/// What a table has in its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) format: Format,
    delimiter: u8,
    url: usize,
    title: Option<usize>,
    added: Option<usize>,
    folder: Option<usize>,
    tags: Option<usize>,
    note: Option<usize>,
    description: Option<usize>,
    highlights: Option<usize>,
}

impl Header {
    /// None if it is not the header of a table with addresses.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|delimiter| line.bytes().filter(|byte| byte == delimiter).count())?;
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .delimiter(delimiter)
            .from_reader(line.as_bytes());
        let names: Vec<String> = reader
            .records()
            .next()?
            .ok()?
            .iter()
            .map(|name| name.trim().to_lowercase().replace([' ', '-'], "_"))
            .collect();
        let column =
            |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
        let has = |name: &str| names.iter().any(|column| column == name);
        // One column is a list of words that begins with "link".
        let url = column(&["url", "uri", "link", "address", "href"]).filter(|_| names.len() > 1)?;
        let format = if has("time_added") && has("status") {
            Format::PocketTable
        } else if has("selection") && has("timestamp") {
            Format::InstapaperTable
        } else if has("folder") && has("created") {
            Format::RaindropTable
        } else {
            Format::AddressTable
        };
        Some(Self {
            format,
            delimiter,
            url,
            title: column(&["title", "name"]),
            added: column(&[
                "time_added",
                "created",
                "timestamp",
                "created_at",
                "date_added",
                "added",
                "date",
            ]),
            folder: column(&["folder", "collection"]),
            tags: column(&["tags", "tag", "labels"]),
            note: column(&["note", "notes", "comment"]),
            description: column(&["excerpt", "description"]),
            highlights: column(&["highlights", "selection"]),
        })
    }
}

pub(crate) struct Table {
    reader: csv::Reader<Metered>,
    since_row: Arc<AtomicUsize>,
    progress: Progress,
    header: Header,
    record: StringRecord,
    ended: bool,
}

impl Table {
    pub(crate) fn open(path: &Path, header: Header) -> Result<Self, ImportError> {
        let text = TextReader::open(path).map_err(ImportError::io(path))?;
        let progress = text.progress();
        let since_row = Arc::new(AtomicUsize::new(0));
        let metered = Metered { text, since_row: Arc::clone(&since_row), is_line_open: false };
        let reader = ReaderBuilder::new()
            .delimiter(header.delimiter)
            .flexible(true)
            .has_headers(true)
            .from_reader(metered);
        Ok(Self { reader, since_row, progress, header, record: StringRecord::new(), ended: false })
    }

    fn page(&self) -> ImportedPage {
        let text = |column: Option<usize>| {
            column.and_then(|at| self.record.get(at)).unwrap_or_default().trim()
        };
        let some = |column| Some(text(column)).filter(|text| !text.is_empty()).map(str::to_owned);
        let folder = text(self.header.folder);
        let folder = if NO_FOLDERS.contains(&folder) { "" } else { folder };
        ImportedPage {
            url: text(Some(self.header.url)).to_owned(),
            title: text(self.header.title).to_owned(),
            added_ms: dates::from_text(text(self.header.added)),
            folders: vec![folder.split(" / ").map(str::to_owned).collect()],
            tags: tags_of(text(self.header.tags)),
            note: some(self.header.note),
            description: some(self.header.description),
            highlights: highlights_of(text(self.header.highlights)),
            ..ImportedPage::default()
        }
    }
}

impl Rows for Table {
    fn next_row(&mut self) -> Option<Row> {
        loop {
            if self.ended {
                return None;
            }
            self.since_row.store(0, Ordering::Relaxed);
            let line = self.reader.position().line();
            match self.reader.read_record(&mut self.record) {
                Ok(false) => self.ended = true,
                // An empty line is no row.
                Ok(true) if self.record.iter().all(|field| field.trim().is_empty()) => {}
                Ok(true) => {
                    // The reader tells where it looked for the row, which may be empty lines before it.
                    let line_ends: usize =
                        self.record.iter().map(|field| field.matches('\n').count()).sum();
                    let after = self.reader.position().line();
                    let line = after.saturating_sub(line_ends as u64 + 1);
                    return Some(Row::of(self.page(), || format!("line {line}")));
                }
                Err(error) => {
                    self.ended = error.is_io_error();
                    return Some(Row::failed(format!("line {line}"), error.to_string()));
                }
            }
        }
    }

    fn fraction(&self) -> f32 {
        self.progress.fraction()
    }
}

/// Ends a row that does not end, and makes all ends of lines the same: of two characters they are counted twice.
struct Metered {
    text: TextReader,
    since_row: Arc<AtomicUsize>,
    /// The last line has an end, too.
    is_line_open: bool,
}

impl Read for Metered {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while count < into.len() {
            let byte = match self.text.fill_buf()?.first() {
                Some(byte) => *byte,
                None if self.is_line_open => b'\n',
                None => break,
            };
            self.text.consume(1);
            self.is_line_open = byte != b'\n';
            if byte == b'\r' && self.text.fill_buf()?.first() == Some(&b'\n') {
                continue;
            }
            into[count] = byte;
            count += 1;
        }
        if self.since_row.fetch_add(count, Ordering::Relaxed) > ROW_BYTES_MAX {
            let why = "A quote is never closed, and the rest of the file cannot be read";
            return Err(io::Error::other(why));
        }
        Ok(count)
    }
}

/// Pocket puts bars between tags, others commas, and Instapaper writes a JSON array.
fn tags_of(text: &str) -> Vec<String> {
    if text.starts_with('[')
        && let Ok(tags) = serde_json::from_str::<Vec<String>>(text)
    {
        return tags;
    }
    let separator = if text.contains('|') { '|' } else { ',' };
    text.split(separator).map(str::to_owned).collect()
}

/// Raindrop writes each as `Highlight:` with an optional `Note:` below it; elsewhere all is one.
fn highlights_of(text: &str) -> Vec<String> {
    const BEGINS: &str = "Highlight:";
    if !text.starts_with(BEGINS) {
        return vec![text.to_owned()];
    }
    let mut highlights: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix(BEGINS), highlights.last_mut()) {
            (Some(first), _) => highlights.push(first.to_owned()),
            (None, Some(highlight)) => {
                highlight.push('\n');
                highlight.push_str(line);
            }
            (None, None) => {}
        }
    }
    highlights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_known_by_its_header() {
        for (line, format) in [
            ("title,url,time_added,tags,status", Some(Format::PocketTable)),
            ("title,url,time_added,cursor,tags,status", Some(Format::PocketTable)),
            (
                "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite",
                Some(Format::RaindropTable),
            ),
            ("URL,Title,Selection,Folder,Timestamp", Some(Format::InstapaperTable)),
            ("\"Name\";\"Link\"", Some(Format::AddressTable)),
            ("name,age", None),
            ("url", None),
            ("", None),
        ] {
            assert_eq!(Header::read(line).map(|header| header.format), format, "{line}");
        }
    }

    #[test]
    fn highlights_and_tags_are_told_apart() {
        assert_eq!(
            highlights_of("Highlight:one\nmore\nNote:n\nHighlight:two"),
            ["one\nmore\nNote:n", "two"]
        );
        assert_eq!(tags_of("a|b, c"), ["a", "b, c"]);
        assert_eq!(tags_of("[\"a\",\"b\"]"), ["a", "b"]);
        assert_eq!(tags_of("a, b"), ["a", " b"]);
    }
}
