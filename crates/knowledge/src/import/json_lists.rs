//! Exports that are a list in a JSON file: the bookmarks of Karakeep, and the requests of an HTTP archive.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine;
use serde_json::Value;

use super::dates;
use super::decode::{Progress, TextReader, decode};
use super::error::ImportError;
use super::json::{Event, JsonError, JsonReader};
use super::page::{ImportedPage, Row, SkipReason, one_line};
use super::rows::Rows;
use super::saved_page::{Head, charset_of, is_html};

/// A bookmark, or a request with the page that it got.
const ITEM_BYTES_MAX: u64 = 32 << 20;
const LISTS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 32;

/// The objects of an array somewhere in a file.
pub(crate) struct JsonList {
    json: JsonReader<TextReader>,
    progress: Progress,
    path: &'static [&'static str],
    row_of: RowOf,
    state: State,
    number: u64,
}

type RowOf = Box<dyn Fn(&Value, String) -> Row + Send>;

#[derive(PartialEq, Eq)]
enum State {
    Before,
    Within,
    Ended,
}

/// The bookmarks that Karakeep exported, in the folders that its lists are.
pub(crate) fn karakeep(path: &Path) -> Result<JsonList, ImportError> {
    let lists = karakeep_lists(path)?;
    JsonList::open(
        path,
        &["bookmarks"],
        Box::new(move |item, place| karakeep_row(item, place, &lists)),
    )
}

/// The pages among what a browser requested.
pub(crate) fn http_archive(path: &Path) -> Result<JsonList, ImportError> {
    JsonList::open(path, &["log", "entries"], Box::new(http_archive_row))
}

impl JsonList {
    fn open(
        path: &Path,
        keys: &'static [&'static str],
        row_of: RowOf,
    ) -> Result<Self, ImportError> {
        let text = TextReader::open(path).map_err(ImportError::io(path))?;
        let string_bytes_max = ITEM_BYTES_MAX as usize;
        Ok(Self {
            progress: text.progress(),
            json: JsonReader::new(text, string_bytes_max),
            path: keys,
            row_of,
            state: State::Before,
            number: 0,
        })
    }

    /// The next item; none at the end of the list.
    fn next_item(&mut self) -> Result<Option<Result<Value, super::json::TooLarge>>, JsonError> {
        if self.state == State::Before {
            self.state = if self.enter()? { State::Within } else { State::Ended };
        }
        if self.state == State::Ended {
            return Ok(None);
        }
        match self.json.next()? {
            None | Some(Event::End) => {
                self.state = State::Ended;
                Ok(None)
            }
            Some(begun) => {
                self.number += 1;
                self.json.value(begun, ITEM_BYTES_MAX).map(Some)
            }
        }
    }

    /// Reads over everything before the list.
    fn enter(&mut self) -> Result<bool, JsonError> {
        if self.json.next()? != Some(Event::BeginObject) {
            return Ok(false);
        }
        for (depth, wanted) in self.path.iter().enumerate() {
            let begins =
                if depth + 1 == self.path.len() { Event::BeginArray } else { Event::BeginObject };
            loop {
                match self.json.next()? {
                    Some(Event::Key(key)) => {
                        let outside = self.json.depth();
                        let begun = self.json.next()?;
                        if key == *wanted && begun.as_ref() == Some(&begins) {
                            break;
                        }
                        self.json.skip_to_depth(outside)?;
                    }
                    _ => return Ok(false),
                }
            }
        }
        Ok(true)
    }
}

impl Rows for JsonList {
    fn next_row(&mut self) -> Option<Row> {
        match self.next_item() {
            Ok(None) => None,
            Ok(Some(item)) => {
                let place = format!("entry {}", self.number);
                Some(match item {
                    Ok(item) => (self.row_of)(&item, place),
                    Err(_) => {
                        Row::failed(place, format!("It is larger than {} MB", ITEM_BYTES_MAX >> 20))
                    }
                })
            }
            Err(error) => {
                self.state = State::Ended;
                Some(Row::failed(format!("line {}", error.line), error.why))
            }
        }
    }

    fn fraction(&self) -> f32 {
        self.progress.fraction()
    }
}

fn text_of<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// The lists by id, each as a path of folders. They come after the bookmarks, so they are read first.
fn karakeep_lists(path: &Path) -> Result<HashMap<String, Vec<String>>, ImportError> {
    let mut list =
        JsonList::open(path, &["lists"], Box::new(|_, _| Row::Skipped(SkipReason::NotAPage)))?;
    let mut lists: HashMap<String, (String, Option<String>)> = HashMap::new();
    while let Ok(Some(item)) = list.next_item() {
        let Ok(item) = item else { continue };
        if let (Some(id), Some(name)) = (text_of(&item, "/id"), text_of(&item, "/name"))
            && lists.len() < LISTS_MAX
        {
            let parent = text_of(&item, "/parentId").map(str::to_owned);
            lists.insert(id.to_owned(), (one_line(name), parent));
        }
    }
    let path_of = |id: &String| {
        let mut path = Vec::new();
        let mut next = Some(id);
        // Lists that are each other's parents end here, too.
        while let Some((name, parent)) = next.and_then(|id| lists.get(id))
            && path.len() < DEPTH_MAX
        {
            path.push(name.clone());
            next = parent.as_ref();
        }
        path.reverse();
        path
    };
    Ok(lists.keys().map(|id| (id.clone(), path_of(id))).collect())
}

fn karakeep_row(item: &Value, place: String, lists: &HashMap<String, Vec<String>>) -> Row {
    let texts = |name: &str| -> Vec<String> {
        let items = item.get(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| Some(item.as_str()?.to_owned())).collect()
    };
    match text_of(item, "/content/type") {
        Some("link") => {}
        Some(_) => return Row::Skipped(SkipReason::NotAPage),
        None => return Row::failed(place, "It has no content"),
    }
    let added = item.get("createdAt");
    let page = ImportedPage {
        url: text_of(item, "/content/url").unwrap_or_default().to_owned(),
        title: text_of(item, "/title")
            .or(text_of(item, "/content/title"))
            .unwrap_or_default()
            .to_owned(),
        added_ms: added.and_then(|at| match at {
            Value::String(text) => dates::from_text(text),
            at => dates::from_number(at.as_f64()? as i64),
        }),
        folders: texts("lists").iter().filter_map(|id| lists.get(id).cloned()).collect(),
        tags: texts("tags"),
        note: text_of(item, "/note").map(str::to_owned),
        ..ImportedPage::default()
    };
    Row::of(page, || place)
}

fn http_archive_row(entry: &Value, place: String) -> Row {
    let kind = text_of(entry, "/response/content/mimeType").unwrap_or_default();
    let status = entry.pointer("/response/status").and_then(Value::as_i64);
    if !is_html(kind) || status.is_some_and(|status| status != 200) {
        return Row::Skipped(SkipReason::NotAPage);
    }
    let Some(url) = text_of(entry, "/request/url") else {
        return Row::failed(place, "It has no address");
    };
    let text = text_of(entry, "/response/content/text").unwrap_or_default();
    let html = match text_of(entry, "/response/content/encoding") {
        Some("base64") => match base64::prelude::BASE64_STANDARD.decode(text) {
            Ok(bytes) => decode(&bytes, charset_of(kind)),
            Err(_) => return Row::failed(place, "Its content is not base64, as it says"),
        },
        _ => text.to_owned(),
    };
    let title = Head::read(&html).title;
    let page = ImportedPage {
        url: url.to_owned(),
        title,
        added_ms: text_of(entry, "/startedDateTime").and_then(dates::from_text),
        html: (!html.is_empty()).then_some(html),
        ..ImportedPage::default()
    };
    Row::of(page, || place)
}
