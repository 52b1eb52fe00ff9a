//! A folder of saved pages and web archives, with the folders in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::detect::detect;
use super::error::ImportError;
use super::open::open_text;
use super::page::{Row, SkipReason};
use super::rows::{Position, Rows};

const FILES_MAX: usize = 200_000;
const DEPTH_MAX: usize = 64;
/// What a page needs is no page.
const NO_PAGES: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp", "css", "js", "mjs", "map",
    "woff", "woff2", "ttf", "otf", "eot", "mp4", "webm", "mp3", "ogg", "wav", "pdf", "zip", "gz",
    "xml", "txt", "md",
];

pub(crate) struct SavedFolder {
    folder: PathBuf,
    /// Relative, in order, with slashes.
    files: Vec<String>,
    begun: usize,
    current: Option<Box<dyn Rows>>,
    /// Rows that were read of the current file.
    row: u64,
    /// Told before the first file.
    links: u64,
    too_many: bool,
}

impl SavedFolder {
    pub(crate) fn open(folder: &Path) -> Result<Self, ImportError> {
        // The person may have named a link to a folder; what is in the folder is another matter.
        let folder = folder.canonicalize().map_err(ImportError::io(folder))?;
        let mut found = Found::default();
        found.walk(&folder).map_err(ImportError::io(&folder))?;
        if found.files.is_empty() {
            return Err(ImportError::Missing { path: folder, what: "saved pages" });
        }
        let files = found.files.into_iter().collect();
        let (links, too_many) = (found.links, found.too_many);
        Ok(Self { folder, files, begun: 0, current: None, row: 0, links, too_many })
    }

    fn begin(&mut self, name: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        let told = |error| match error {
            ImportError::NotUnderstood { what, .. } => format!("It is {what}"),
            error => error.to_string(),
        };
        let detected = detect(&path).map_err(told)?;
        let has_content =
            matches!(&detected, super::detect::Detected::Format(format) if format.has_content());
        match open_text(&path, &detected).map_err(told)? {
            Some(rows) if has_content => self.current = Some(rows),
            _ => return Err("It is no saved page; import it by itself".to_owned()),
        }
        Ok(())
    }

    fn name(&self) -> &str {
        self.begun.checked_sub(1).and_then(|at| self.files.get(at)).map_or("", String::as_str)
    }
}

impl Rows for SavedFolder {
    fn next_row(&mut self) -> Option<Row> {
        if self.begun == 0 && self.links > 0 {
            self.links -= 1;
            return Some(Row::Skipped(SkipReason::SymbolicLink));
        }
        loop {
            if let Some(rows) = &mut self.current {
                let row = rows.next_row();
                self.row += 1;
                match row {
                    Some(Row::Failed(mut failed)) => {
                        let name = self.name();
                        let is_whole = name.ends_with(&failed.place);
                        failed.place = if is_whole {
                            name.to_owned()
                        } else {
                            format!("{name}, {}", failed.place)
                        };
                        return Some(Row::Failed(failed));
                    }
                    Some(row) => return Some(row),
                    None => self.current = None,
                }
            }
            let Some(name) = self.files.get(self.begun).cloned() else {
                let told = std::mem::take(&mut self.too_many);
                let why = format!("More than {FILES_MAX} files are in it; the rest is left out");
                return told.then(|| Row::failed("the folder", why));
            };
            self.begun += 1;
            self.row = 0;
            if let Err(why) = self.begin(&name) {
                return Some(Row::failed(name, why));
            }
        }
    }

    fn position(&self) -> Option<Position> {
        let path = self.name().to_owned();
        Some(if path.is_empty() { Position::Start } else { Position::File { path, row: self.row } })
    }

    fn seek(&mut self, after: &Position) -> bool {
        let Position::File { path, row } = after else { return false };
        // Files that came or went do not matter: the names have an order.
        self.begun = self.files.partition_point(|name| name < path);
        (self.current, self.row, self.links) = (None, 0, 0);
        if self.files.get(self.begun) != Some(path) {
            return true;
        }
        self.begun += 1;
        if self.begin(path).is_ok() {
            while self.row < *row
                && self.current.as_mut().and_then(|rows| rows.next_row()).is_some()
            {
                self.row += 1;
            }
        }
        true
    }

    fn total(&self) -> Option<u64> {
        Some(self.files.len() as u64)
    }

    fn fraction(&self) -> f32 {
        self.begun as f32 / self.files.len() as f32
    }
}

#[derive(Default)]
struct Found {
    files: BTreeSet<String>,
    links: u64,
    too_many: bool,
}

impl Found {
    fn walk(&mut self, root: &Path) -> std::io::Result<()> {
        // The folder itself must be readable; those in it need not be.
        fs::read_dir(root)?;
        let mut folders = vec![(root.to_owned(), String::new(), 0)];
        while let Some((folder, prefix, depth)) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            let mut inner = Vec::new();
            let mut pages = Vec::new();
            for entry in entries.flatten() {
                let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string())
                else {
                    continue;
                };
                if name.starts_with('.') {
                    continue;
                }
                if kind.is_symlink() {
                    self.links += 1;
                } else if kind.is_dir() {
                    inner.push(name);
                } else if kind.is_file() && may_be_page(&name) {
                    pages.push(name);
                }
            }
            for name in inner {
                if depth < DEPTH_MAX && !pages.iter().any(|page| belongs_to(&name, page)) {
                    folders.push((folder.join(&name), format!("{prefix}{name}/"), depth + 1));
                }
            }
            for name in pages {
                if self.files.len() >= FILES_MAX {
                    self.too_many = true;
                    return Ok(());
                }
                self.files.insert(format!("{prefix}{name}"));
            }
        }
        Ok(())
    }
}

fn may_be_page(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default().to_ascii_lowercase();
    name.ends_with(".warc.gz") || !NO_PAGES.iter().any(|known| extension == *known)
}

/// Browsers put the pictures and frames of `Page.html` into `Page_files`, in the language of the person.
fn belongs_to(folder: &str, page: &str) -> bool {
    let stem = page.rsplit_once('.').map_or(page, |(stem, _)| stem);
    let suffix = folder.strip_prefix(stem).unwrap_or_default();
    let word = suffix.strip_prefix(['_', '-', '.']).unwrap_or_default();
    !word.is_empty() && word.chars().count() <= 16 && word.chars().all(char::is_alphabetic)
}
