//! A page that was saved as a file: HTML as browsers and SingleFile write it, or MHTML.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::UNIX_EPOCH;

use mail_parser::{MessageParser, MimeHeaders, PartType};

use super::dates;
use super::decode::{HEAD_BYTES, decode};
use super::markup::{Markup, Token};
use super::page::{ImportedPage, Row, web_address};
use super::rows::Rows;

/// Pages with their pictures in them are large.
const FILE_BYTES_MAX: u64 = 64 << 20;
/// What tells of a page is at its beginning, though styles may come first.
const HEAD_TEXT_MAX: u64 = 4 << 20;

/// One file with one page.
pub(crate) struct SavedPage {
    row: Option<Row>,
}

impl SavedPage {
    pub(crate) fn html(path: &Path) -> Self {
        let read = read_whole(path).and_then(|bytes| of_html(&bytes, path));
        Self::of(read, path)
    }

    pub(crate) fn mhtml(path: &Path) -> Self {
        let read = read_whole(path).and_then(|bytes| of_mhtml(&bytes, path));
        Self::of(read, path)
    }

    fn of(read: Result<ImportedPage, String>, path: &Path) -> Self {
        let place = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let row = match read {
            Ok(page) => Row::of(page, || place),
            Err(why) => Row::failed(place, why),
        };
        Self { row: Some(row) }
    }
}

impl Rows for SavedPage {
    fn next_row(&mut self) -> Option<Row> {
        self.row.take()
    }

    fn total(&self) -> Option<u64> {
        Some(1)
    }

    fn fraction(&self) -> f32 {
        if self.row.is_some() { 0.0 } else { 1.0 }
    }
}

fn read_whole(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| format!("It cannot be read: {error}");
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("It is larger than {} MB", FILE_BYTES_MAX >> 20));
    }
    Ok(bytes)
}

fn modified_ms(path: &Path) -> Option<i64> {
    let modified = path.metadata().ok()?.modified().ok()?;
    let since = modified.duration_since(UNIX_EPOCH).ok()?;
    dates::from_number(i64::try_from(since.as_millis()).ok()?)
}

fn of_html(bytes: &[u8], path: &Path) -> Result<ImportedPage, String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]);
    let declared = Head::read(&head).charset;
    let html = decode(bytes, declared.as_deref());
    let head = Head::read(&html);
    let url = head.url.ok_or("It does not tell the address that it was saved from")?;
    Ok(ImportedPage {
        url,
        title: head.title,
        added_ms: head.saved_ms.or_else(|| modified_ms(path)),
        html: Some(html),
        ..ImportedPage::default()
    })
}

fn of_mhtml(bytes: &[u8], path: &Path) -> Result<ImportedPage, String> {
    let message = MessageParser::new().parse(bytes).ok_or("It is not as MHTML files are")?;
    let root = message.header("Snapshot-Content-Location").and_then(|value| value.as_text());
    let mut pages = message.parts.iter().filter_map(|part| match &part.body {
        PartType::Html(html) => Some((part.content_location(), html)),
        _ => None,
    });
    let first = pages.next().ok_or("There is no page in it")?;
    let named = |(location, _): &(Option<&str>, _)| location.is_some() && *location == root;
    let (location, html) = if named(&first) { first } else { pages.find(named).unwrap_or(first) };
    let head = Head::read(html);
    let url = root.or(location).map(str::to_owned).or(head.url);
    let title = message.subject().map(str::to_owned).filter(|subject| !subject.trim().is_empty());
    let saved_ms = message.date().and_then(|date| dates::from_text(&date.to_rfc3339()));
    Ok(ImportedPage {
        url: url.ok_or("It does not tell the address that it was saved from")?,
        title: title.unwrap_or(head.title),
        added_ms: saved_ms.or_else(|| modified_ms(path)),
        html: Some(html.to_string()),
        ..ImportedPage::default()
    })
}

/// What the beginning of a page tells of it.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) title: String,
    /// Where it was saved from, or else what it calls its own address.
    url: Option<String>,
    saved_ms: Option<i64>,
    charset: Option<String>,
}

impl Head {
    pub(crate) fn read(html: &str) -> Self {
        let mut head = Self::default();
        // From the surest to the least sure.
        let (mut saved_from, mut canonical, mut open_graph) = (None, None, None);
        let mut markup = Markup::new(html.as_bytes());
        let mut in_title = false;
        // Reading from memory does not fail.
        while let Ok(Some(token)) = markup.next() {
            match token {
                Token::Comment(text) => {
                    if let Some((url, saved_ms)) = saving_comment(&text) {
                        saved_from = saved_from.or(Some(url));
                        head.saved_ms = head.saved_ms.or(saved_ms);
                    }
                }
                Token::Open(tag) => match tag.name.as_str() {
                    "title" => in_title = head.title.is_empty(),
                    "link"
                        if tag
                            .attribute("rel")
                            .is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) =>
                    {
                        canonical = canonical.or_else(|| tag.attribute("href").map(str::to_owned));
                    }
                    "meta" => {
                        if tag.attribute("property") == Some("og:url") {
                            open_graph =
                                open_graph.or_else(|| tag.attribute("content").map(str::to_owned));
                        }
                        let charset = tag.attribute("charset");
                        let charset = charset.or_else(|| charset_of(tag.attribute("content")?));
                        head.charset = head.charset.or_else(|| charset.map(str::to_owned));
                    }
                    "body" => break,
                    _ => {}
                },
                Token::Text(text) if in_title => {
                    head.title = text;
                    in_title = false;
                }
                Token::Close(_) => in_title = false,
                Token::Text(_) => {}
            }
            if markup.bytes() > HEAD_TEXT_MAX {
                break;
            }
        }
        let is_web = |url: &String| web_address(url).is_ok();
        head.url = [saved_from, canonical, open_graph].into_iter().flatten().find(is_web);
        head
    }
}

/// The address and the date in what SingleFile and browsers write at the beginning of a page.
fn saving_comment(comment: &str) -> Option<(String, Option<i64>)> {
    let comment = comment.trim();
    if let Some(rest) = comment.strip_prefix("saved from url=(") {
        let (_, url) = rest.split_once(')')?;
        return Some((url.trim().to_owned(), None));
    }
    if !comment.contains("SingleFile") {
        return None;
    }
    let field = |name: &str| comment.lines().find_map(|line| line.trim().strip_prefix(name));
    let url = field("url:")?.trim().to_owned();
    Some((url, field("saved date:").and_then(|date| dates::from_javascript(date.trim()))))
}

/// The character set that a content type names.
pub(crate) fn charset_of(content_type: &str) -> Option<&str> {
    let at = content_type.to_ascii_lowercase().find("charset=")? + "charset=".len();
    let rest = content_type[at..].trim_start_matches(['"', '\'', ' ']);
    let end = rest.find(['"', '\'', ';', ' ']).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

pub(crate) fn is_html(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
}
