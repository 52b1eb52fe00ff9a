//! Bookmarks as a tree in JSON: the files of Chromium's profiles and the backups of Firefox.
//!
//! Chromium writes the keys of an object in alphabetical order, so the name of a folder comes after everything
//! in it. The file is therefore read twice, and never is in memory: first for the names of the folders, in the
//! order in which they begin, then for the bookmarks.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use serde_json::Value;

use super::dates;
use super::decode::{Progress, TextReader};
use super::error::ImportError;
use super::json::{Event, JsonError, JsonReader};
use super::page::{ImportedPage, Row, SkipReason, one_line};
use super::rows::Rows;

const STRING_BYTES_MAX: usize = 64 * 1024;
const FOLDERS_MAX: usize = 1_000_000;
/// So much of a path is told.
const DEPTH_MAX: usize = 64;
/// Further down nobody looks for names, which may all be empty.
const LEVELS_MAX: usize = 1_000;
/// The folders that Firefox itself makes.
const FIREFOX_ROOTS: &[&str] = &[
    "root________",
    "menu________",
    "toolbar_____",
    "unfiled_____",
    "mobile______",
    "tags________",
];

/// A file that was read once. A browser that runs replaces its file by a new one; this stays what it was.
struct OpenFile {
    path: PathBuf,
    file: File,
    names: Vec<String>,
}

/// The bookmarks of one or more files. One that is in several of them is told once.
pub(crate) struct BookmarkTrees {
    files: Vec<OpenFile>,
    /// How many files were begun.
    begun: usize,
    file: Option<BookmarkTree>,
    guids: HashSet<String>,
    total: u64,
}

impl BookmarkTrees {
    pub(crate) fn open(paths: Vec<PathBuf>) -> Result<Self, ImportError> {
        let mut total = 0;
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let open = || -> io::Result<_> {
                let file = File::open(&path)?;
                let (names, bookmarks) = names_of_folders(file.try_clone()?)?;
                Ok((file, names, bookmarks))
            };
            let (file, names, bookmarks) = open().map_err(ImportError::io(&path))?;
            total += bookmarks;
            files.push(OpenFile { path, file, names });
        }
        Ok(Self { files, begun: 0, file: None, guids: HashSet::new(), total })
    }
}

impl Rows for BookmarkTrees {
    fn next_row(&mut self) -> Option<Row> {
        loop {
            let Some(file) = &mut self.file else {
                let next = self.files.get_mut(self.begun)?;
                self.begun += 1;
                match BookmarkTree::open(next) {
                    Ok(tree) => self.file = Some(tree),
                    Err(error) => {
                        return Some(Row::failed(
                            next.path.display().to_string(),
                            error.to_string(),
                        ));
                    }
                }
                continue;
            };
            match file.next_bookmark() {
                Some((row, guid)) => {
                    let is_new = guid.is_none_or(|guid| self.guids.insert(guid));
                    return Some(if is_new { row } else { Row::Skipped(SkipReason::Duplicate) });
                }
                None => self.file = None,
            }
        }
    }

    fn total(&self) -> Option<u64> {
        Some(self.total)
    }

    fn fraction(&self) -> f32 {
        let within = self.file.as_ref().map_or(1.0, |file| file.progress.fraction());
        let before = self.begun.saturating_sub(1) as f32;
        if self.begun == 0 { 0.0 } else { (before + within) / self.files.len() as f32 }
    }
}

struct BookmarkTree {
    walk: Walk,
    names: Vec<String>,
    progress: Progress,
}

impl BookmarkTree {
    fn open(from: &mut OpenFile) -> io::Result<Self> {
        let text = TextReader::of(from.file.try_clone()?)?;
        let names = std::mem::take(&mut from.names);
        Ok(Self { progress: text.progress(), walk: Walk::new(text), names })
    }

    /// The next bookmark and its id, if the browser gave it one.
    fn next_bookmark(&mut self) -> Option<(Row, Option<String>)> {
        loop {
            match self.walk.step() {
                Ok(None) => return None,
                Ok(Some(Step::Folder { .. })) => {}
                Ok(Some(Step::Leaf(node))) => {
                    let place =
                        || format!("line {} (“{}”)", self.walk.json.line(), one_line(&node.name));
                    let Some(url) = &node.url else {
                        if node.is_empty_folder() {
                            continue;
                        }
                        if node.kind.contains("separator") {
                            return Some((Row::Skipped(SkipReason::NotAPage), None));
                        }
                        return Some((Row::failed(place(), "It has no address"), None));
                    };
                    let names = self
                        .walk
                        .path
                        .iter()
                        .take(LEVELS_MAX)
                        .filter_map(|folder| self.names.get(*folder));
                    let page = ImportedPage {
                        url: url.clone(),
                        title: node.name.clone(),
                        added_ms: node.added_ms,
                        last_visit_ms: node.last_used_ms,
                        folders: vec![
                            names
                                .filter(|name| !name.is_empty())
                                .take(DEPTH_MAX)
                                .cloned()
                                .collect(),
                        ],
                        tags: node.tags.split(',').map(str::to_owned).collect(),
                        ..ImportedPage::default()
                    };
                    return Some((Row::of(page, place), node.guid));
                }
                Err(error) => {
                    let place = format!("line {}", error.line);
                    return Some((Row::failed(place, error.why), None));
                }
            }
        }
    }
}

/// The names of all folders in the order in which their content begins, and how many bookmarks there are.
fn names_of_folders(file: File) -> io::Result<(Vec<String>, u64)> {
    let mut walk = Walk::new(TextReader::of(file)?);
    let (mut names, mut leaves) = (Vec::new(), 0);
    // What is broken is told when the bookmarks are read.
    while let Ok(Some(step)) = walk.step() {
        match step {
            Step::Leaf(node) => leaves += u64::from(!node.is_empty_folder()),
            Step::Folder { number, node } if number < FOLDERS_MAX => {
                if names.len() <= number {
                    names.resize(number + 1, String::new());
                }
                let is_root = node.guid.is_some_and(|guid| FIREFOX_ROOTS.contains(&guid.as_str()));
                if !is_root {
                    names[number] = one_line(&node.name);
                }
            }
            Step::Folder { .. } => {}
        }
    }
    Ok((names, leaves))
}

/// An object of the file. Those that are in a list of children are folders and bookmarks.
#[derive(Debug, Default)]
struct Node {
    /// To which the next value belongs.
    key: String,
    is_child: bool,
    children: Option<usize>,
    name: String,
    url: Option<String>,
    guid: Option<String>,
    kind: String,
    tags: String,
    added_ms: Option<i64>,
    last_used_ms: Option<i64>,
}

impl Node {
    fn set(&mut self, value: Value) {
        match (self.key.as_str(), value) {
            ("name" | "title", Value::String(text)) => self.name = text,
            ("url" | "uri", Value::String(text)) => self.url = Some(text),
            ("guid", Value::String(text)) => self.guid = Some(text),
            ("type", Value::String(text)) => self.kind = text,
            ("tags", Value::String(text)) => self.tags = text,
            ("date_added" | "dateAdded", value) => self.added_ms = date(&value),
            ("date_last_used", value) => self.last_used_ms = date(&value),
            _ => {}
        }
    }

    fn is_empty_folder(&self) -> bool {
        self.url.is_none() && (self.kind == "folder" || self.kind.ends_with("container"))
    }
}

fn date(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => dates::from_text(text),
        value => dates::from_number(value.as_i64()?),
    }
}

enum Step {
    /// A folder has ended. Folders are numbered in the order in which their content begins.
    Folder {
        number: usize,
        node: Node,
    },
    Leaf(Node),
}

enum Open {
    Node(Node),
    Children,
    Other,
}

/// One way through the tree.
struct Walk {
    json: JsonReader<TextReader>,
    open: Vec<Open>,
    /// The numbers of the folders that are open.
    path: Vec<usize>,
    folders: usize,
    ended: bool,
}

impl Walk {
    fn new(text: TextReader) -> Self {
        let json = JsonReader::new(text, STRING_BYTES_MAX);
        Self { json, open: Vec::new(), path: Vec::new(), folders: 0, ended: false }
    }

    fn step(&mut self) -> Result<Option<Step>, JsonError> {
        if self.ended {
            return Ok(None);
        }
        loop {
            let event = self.json.next().inspect_err(|_| self.ended = true)?;
            match (event, self.open.last_mut()) {
                (None, _) => {
                    self.ended = true;
                    return Ok(None);
                }
                (Some(Event::Key(key)), Some(Open::Node(node))) => node.key = key,
                (Some(Event::Scalar(value)), Some(Open::Node(node))) => node.set(value),
                (Some(Event::Key(_) | Event::Scalar(_)), _) => {}
                (Some(Event::BeginObject), parent) => {
                    let is_child = matches!(parent, Some(Open::Children));
                    self.open.push(Open::Node(Node { is_child, ..Node::default() }));
                }
                (Some(Event::BeginArray), Some(Open::Node(node)))
                    if node.key == "children" && node.children.is_none() =>
                {
                    node.children = Some(self.folders);
                    // The names of what is no child, such as the tree itself, are the browser's own.
                    self.path.push(if node.is_child { self.folders } else { usize::MAX });
                    self.folders += 1;
                    self.open.push(Open::Children);
                }
                (Some(Event::BeginArray), _) => self.open.push(Open::Other),
                (Some(Event::End), _) => match self.open.pop() {
                    Some(Open::Children) => {
                        self.path.pop();
                    }
                    Some(Open::Node(node)) => match node.children {
                        Some(number) => return Ok(Some(Step::Folder { number, node })),
                        None if node.is_child => return Ok(Some(Step::Leaf(node))),
                        None => {}
                    },
                    Some(Open::Other) | None => {}
                },
            }
        }
    }
}
