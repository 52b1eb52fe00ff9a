//! Which format a file has. Its content tells; its name may be anything.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use super::decode::{decode, read_head};
use super::error::ImportError;
use super::format::Format;
use super::json::{Event, JsonReader};
use super::table::Header;

/// What was found at the beginning of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Detected {
    Format(Format),
    Table(Header),
    /// Which tables it has tells whose it is.
    Database,
}

/// What other files begin with, and what they are called.
const OTHERS: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"mozLz40\0", "a compressed backup of Firefox (choose its JSON or HTML export instead)"),
    (b"bplist00", "a property list, such as Safari's (export its bookmarks to HTML instead)"),
    (b"7z\xBC\xAF", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x28\xB5\x2F\xFD", "a zstd archive"),
    (b"\x7FELF", "a program"),
    (b"MZ", "a program"),
];

pub(crate) fn detect(path: &Path) -> Result<Detected, ImportError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("Encrypted") && name.contains("Bookmarks") {
        return Err(ImportError::Encrypted { path: path.to_owned() });
    }
    let mut file = File::open(path).map_err(ImportError::io(path))?;
    let head = read_head(&mut file).map_err(ImportError::io(path))?;
    of_head(&head)
        .map_err(|what| ImportError::NotUnderstood { path: path.to_owned(), what: what.to_owned() })
}

/// By the first bytes; or what else it is.
pub(crate) fn of_head(head: &[u8]) -> Result<Detected, &'static str> {
    if head.is_empty() {
        return Err("empty");
    }
    if head.starts_with(b"SQLite format 3\0") {
        return Ok(Detected::Database);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Ok(Detected::Format(Format::ZipArchive));
    }
    if head.starts_with(b"\x1F\x8B") {
        let mut begins = [0; 5];
        let is_archive =
            GzDecoder::new(head).read_exact(&mut begins).is_ok() && &begins == b"WARC/";
        return if is_archive {
            Ok(Detected::Format(Format::WebArchive))
        } else {
            Err("a gzip archive")
        };
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(what);
    }
    let text = decode(head, None);
    let text = text.trim_start();
    if text.starts_with("WARC/") {
        return Ok(Detected::Format(Format::WebArchive));
    }
    if text.starts_with(['{', '[']) {
        return json(text).map(Detected::Format);
    }
    if text.starts_with('<') {
        return markup(text).map(Detected::Format);
    }
    if is_mhtml(text) {
        return Ok(Detected::Format(Format::SavedMhtml));
    }
    let first_line = text.lines().next().unwrap_or_default();
    if first_line.len() < 4_096
        && let Some(header) = Header::read(first_line)
    {
        return Ok(Detected::Table(header));
    }
    if text.contains('\0') {
        return Err("a file of a kind we do not know");
    }
    // A bookmark file may have lost its first line.
    markup(text).map(Detected::Format).map_err(|_| "a text without a table of addresses")
}

fn json(text: &str) -> Result<Format, &'static str> {
    let mut reader = JsonReader::new(text.as_bytes(), 64);
    let mut outer = String::new();
    // The head of a large file ends in the middle.
    while let Ok(Some(event)) = reader.next() {
        let Event::Key(key) = event else { continue };
        match (reader.depth(), outer.as_str(), key.as_str()) {
            (1, _, "roots") => return Ok(Format::ChromiumBookmarks),
            (1, _, "bookmarks") => return Ok(Format::Karakeep),
            (1, _, "children") => return Ok(Format::FirefoxBackup),
            (2, "log", "entries" | "version" | "creator" | "pages") => {
                return Ok(Format::HttpArchive);
            }
            (1, ..) => outer = key,
            _ => {}
        }
    }
    Err("JSON of another kind")
}

fn markup(text: &str) -> Result<Format, &'static str> {
    let text = text.to_ascii_lowercase();
    let has = |part: &str| text.contains(part);
    if has("netscape-bookmark-file") || (has("<dl") && has("<dt") && has("<a ") && has("add_date"))
    {
        Ok(Format::BookmarksHtml)
    } else if has("<title>pocket export") || (has("<li") && has("time_added=")) {
        Ok(Format::PocketHtml)
    } else if ["<html", "<!doctype html", "<head", "<body", "<meta", "<title"].into_iter().any(has)
    {
        Ok(Format::SavedHtml)
    } else if has("<dl") && has("<dt") && has("<a ") {
        Ok(Format::BookmarksHtml)
    } else if has("<?xml") {
        Err("XML of another kind")
    } else {
        Err("markup of another kind")
    }
}

/// A mail with a page in it.
fn is_mhtml(text: &str) -> bool {
    let header = text.split("\n\n").next().unwrap_or_default();
    let header = header.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase();
    let has = |part: &str| header.contains(part);
    has("content-type:") && (has("multipart/related") || has("text/html")) && has("mime-version:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_content_tells_the_format() {
        for (head, format) in [
            ("{\"checksum\":\"x\",\"roots\":{\"bookmark_bar\":{", Ok(Format::ChromiumBookmarks)),
            ("\u{feff}{\"bookmarks\":[", Ok(Format::Karakeep)),
            ("{\"log\":{\"version\":\"1.2\"", Ok(Format::HttpArchive)),
            ("{\"guid\":\"root________\",\"children\":[", Ok(Format::FirefoxBackup)),
            ("{\"name\":1}", Err("JSON of another kind")),
            ("{\"log\":1,\"x\":{\"entries\":", Err("JSON of another kind")),
            ("\n<!DOCTYPE NETSCAPE-Bookmark-file-1>", Ok(Format::BookmarksHtml)),
            ("<DL><p><DT><A HREF=\"x\">", Ok(Format::BookmarksHtml)),
            ("<html><head><title>Pocket Export</title>", Ok(Format::PocketHtml)),
            ("<!doctype html><p>", Ok(Format::SavedHtml)),
            ("<?xml version=\"1.0\"?><opml>", Err("XML of another kind")),
            (
                "From: <x>\nMIME-Version: 1.0\nContent-Type: multipart/related\n\n",
                Ok(Format::SavedMhtml),
            ),
            ("WARC/1.1\r\n", Ok(Format::WebArchive)),
            ("PK\x03\x04", Ok(Format::ZipArchive)),
            ("%PDF-1.7", Err("a PDF document")),
            ("just some words", Err("a text without a table of addresses")),
            ("", Err("empty")),
        ] {
            assert_eq!(of_head(head.as_bytes()), format.map(Detected::Format), "{head}");
        }
        assert_eq!(of_head(b"SQLite format 3\0..."), Ok(Detected::Database));
        assert!(matches!(of_head(b"title,url\r\n"), Ok(Detected::Table(_))));
    }

    proptest! {
        #[test]
        fn any_bytes_are_something(head in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = of_head(&head);
        }
    }
}
