//! Bookmark files in HTML, which every browser writes, and the page that Pocket exported. No end tag can be
//! relied on: an item ends where the next begins.

use super::dates;
use super::decode::{Progress, TextReader};
use super::markup::{Markup, Tag, Token};
use super::page::{ImportedPage, Row};
use super::rows::Rows;

/// Deeper folders count as the one at this depth.
const FOLDERS_MAX: usize = 1_000;
const TEXT_BYTES_MAX: usize = 64 * 1024;
/// The folders that every browser has, which say nothing about what is in them.
const ROOT_FOLDERS: &[&str] = &["personal_toolbar_folder", "unfiled_bookmarks_folder"];

#[derive(Debug)]
pub(crate) struct BookmarksHtml {
    markup: Markup<TextReader>,
    progress: Progress,
    /// The open lists, each with the name of its folder.
    folders: Vec<Option<String>>,
    /// Lists opened beyond the limit.
    deeper: usize,
    /// A folder whose list has not begun yet.
    named: Option<String>,
    page: Option<(ImportedPage, u64)>,
    text_is: TextIs,
    ended: bool,
}

/// What the text that comes is part of.
#[derive(Debug, PartialEq, Eq)]
enum TextIs {
    Nothing,
    Title,
    Note,
    Folder { is_root: bool },
}

impl BookmarksHtml {
    pub(crate) fn new(text: TextReader) -> Self {
        Self {
            progress: text.progress(),
            markup: Markup::new(text),
            folders: Vec::new(),
            deeper: 0,
            named: None,
            page: None,
            text_is: TextIs::Nothing,
            ended: false,
        }
    }

    /// The bookmark that was being read is complete.
    fn finish(&mut self) -> Option<Row> {
        self.text_is = TextIs::Nothing;
        let (page, line) = self.page.take()?;
        Some(Row::of(page, || format!("line {line}")))
    }

    fn open(&mut self, tag: &Tag) -> Option<Row> {
        match tag.name.as_str() {
            "dt" | "li" | "hr" => self.finish(),
            "a" => {
                let before = self.finish();
                self.page = Some((self.page_of(tag), self.markup.line()));
                self.text_is = TextIs::Title;
                before
            }
            "h2" | "h3" | "h4" | "h5" | "h6" => {
                let before = self.finish();
                let is = |name: &&str| tag.attribute(name).is_some_and(|value| value != "false");
                self.named = Some(String::new());
                self.text_is = TextIs::Folder { is_root: ROOT_FOLDERS.iter().any(is) };
                before
            }
            "dl" => {
                self.end_of_folder_name();
                let before = self.finish();
                let named = self.named.take();
                if self.folders.len() < FOLDERS_MAX {
                    self.folders.push(named);
                } else {
                    self.deeper += 1;
                }
                before
            }
            "dd" => {
                let about_page = self.page.is_some();
                self.end_of_folder_name();
                self.text_is = if about_page { TextIs::Note } else { TextIs::Nothing };
                None
            }
            "br" => {
                self.text("\n");
                None
            }
            _ => None,
        }
    }

    fn close(&mut self, name: &str) -> Option<Row> {
        match name {
            "a" if self.text_is == TextIs::Title => self.text_is = TextIs::Nothing,
            "h2" | "h3" | "h4" | "h5" | "h6" => self.end_of_folder_name(),
            "dl" => {
                let before = self.finish();
                if self.deeper > 0 {
                    self.deeper -= 1;
                } else {
                    self.folders.pop();
                }
                return before;
            }
            _ => {}
        }
        None
    }

    fn end_of_folder_name(&mut self) {
        if let TextIs::Folder { is_root } = self.text_is {
            self.text_is = TextIs::Nothing;
            if is_root {
                self.named = None;
            }
        }
    }

    fn text(&mut self, text: &str) {
        let page = self.page.as_mut().map(|(page, _)| page);
        let into = match (&self.text_is, page) {
            (TextIs::Title, Some(page)) => &mut page.title,
            (TextIs::Note, Some(page)) => page.note.get_or_insert_default(),
            (TextIs::Folder { .. }, _) => self.named.get_or_insert_default(),
            _ => return,
        };
        if into.len() + text.len() <= TEXT_BYTES_MAX {
            into.push_str(text);
        }
    }

    fn page_of(&self, tag: &Tag) -> ImportedPage {
        let date =
            |names: [&str; 2]| names.iter().find_map(|name| dates::from_text(tag.attribute(name)?));
        let folder: Vec<String> = self.folders.iter().flatten().cloned().collect();
        let tags = tag.attribute("tags").unwrap_or_default();
        ImportedPage {
            url: tag.attribute("href").unwrap_or_default().to_owned(),
            // Our own exports are exact to the millisecond, in attributes that browsers pass over.
            added_ms: date(["add_date_ms", "add_date"]).or_else(|| date(["time_added", "added"])),
            last_visit_ms: date(["last_visit_ms", "last_visit"]),
            folders: vec![folder],
            tags: tags.split(',').map(str::to_owned).collect(),
            ..ImportedPage::default()
        }
    }
}

impl Rows for BookmarksHtml {
    fn next_row(&mut self) -> Option<Row> {
        while !self.ended {
            let row = match self.markup.next() {
                Ok(Some(Token::Open(tag))) => self.open(&tag),
                Ok(Some(Token::Close(name))) => self.close(&name),
                Ok(Some(Token::Text(text))) => {
                    self.text(&text);
                    None
                }
                Ok(Some(Token::Comment(_))) => None,
                Ok(None) => {
                    self.ended = true;
                    self.finish()
                }
                Err(error) => {
                    self.ended = true;
                    let line = self.markup.line();
                    Some(Row::failed(
                        format!("line {line}"),
                        format!("The rest cannot be read: {error}"),
                    ))
                }
            };
            if row.is_some() {
                return row;
            }
        }
        None
    }

    fn fraction(&self) -> f32 {
        self.progress.fraction()
    }
}
