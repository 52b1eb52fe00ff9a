//! A zip file of exports or saved pages. Each file in it is unpacked to a temporary file, one at a time and
//! never under its own name, so that a name that leads elsewhere leads nowhere.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zip::ZipArchive;

use super::detect::{Detected, detect};
use super::error::ImportError;
use super::format::Format;
use super::open::open_text;
use super::page::Row;
use super::rows::Rows;

const FILES_MAX: usize = 20_000;
/// What is unpacked, of one file and of all: a zip file of a few kB can hold terabytes.
const FILE_BYTES_MAX: u64 = 64 << 20;
const ALL_BYTES_MAX: u64 = 1 << 30;
/// Others are pictures and styles.
const EXTENSIONS: &[&str] = &["csv", "html", "htm", "xhtml", "json", "mht", "mhtml", "har", "txt"];

pub(crate) struct Zipped {
    archive: ZipArchive<BufReader<File>>,
    scratch: Option<PathBuf>,
    /// Number and name of the files to read, by name.
    files: Vec<(usize, String)>,
    begun: usize,
    unpacked_bytes: u64,
    /// The file that is being read. It is removed when dropped.
    current: Option<(Box<dyn Rows>, NamedTempFile)>,
    not_told: Option<Row>,
}

impl Zipped {
    pub(crate) fn open(path: &Path, scratch: Option<&Path>) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(ImportError::io(path))?;
        let what = |what: String| ImportError::NotUnderstood { path: path.to_owned(), what };
        let mut archive = ZipArchive::new(BufReader::new(file))
            .map_err(|error| what(format!("a broken zip file ({error})")))?;
        let mut files = Vec::new();
        for number in 0..archive.len() {
            let Ok(file) = archive.by_index_raw(number) else { continue };
            let Ok(name) = file.name() else { continue };
            let extension = Path::new(&*name).extension().unwrap_or_default().to_ascii_lowercase();
            if file.is_file() && EXTENSIONS.iter().any(|known| extension == *known) {
                files.push((number, name.into_owned()));
            }
        }
        if files.is_empty() {
            return Err(what("a zip file without exports or pages in it".to_owned()));
        }
        files.sort_by(|(_, one), (_, other)| one.cmp(other));
        let not_told = (files.len() > FILES_MAX).then(|| {
            let why = format!("More than {FILES_MAX} files are in it; the rest is left out");
            Row::failed("the zip file", why)
        });
        files.truncate(FILES_MAX);
        let scratch = scratch.map(Path::to_owned);
        Ok(Self { archive, scratch, files, begun: 0, unpacked_bytes: 0, current: None, not_told })
    }

    fn begin(&mut self, number: usize) -> Result<(), String> {
        let broken = |error: zip::result::ZipError| format!("It cannot be unpacked: {error}");
        let file = self.archive.by_index(number).map_err(broken)?;
        let unpacked = match &self.scratch {
            Some(scratch) => NamedTempFile::new_in(scratch),
            None => NamedTempFile::new(),
        };
        let cannot = |error: io::Error| format!("It cannot be unpacked: {error}");
        let mut unpacked = unpacked.map_err(cannot)?;
        let room = FILE_BYTES_MAX.min(ALL_BYTES_MAX.saturating_sub(self.unpacked_bytes));
        let bytes = io::copy(&mut file.take(room + 1), &mut unpacked).map_err(cannot)?;
        self.unpacked_bytes += bytes;
        if bytes > room {
            return Err("It is too large when it is unpacked".to_owned());
        }
        let path = unpacked.path().to_owned();
        let not_understood = |error| match error {
            ImportError::NotUnderstood { what, .. } => format!("It is {what}"),
            error => error.to_string(),
        };
        let detected = detect(&path).map_err(not_understood)?;
        let is_plain =
            !matches!(detected, Detected::Database | Detected::Format(Format::ZipArchive));
        match open_text(&path, &detected).map_err(not_understood)? {
            Some(rows) if is_plain => self.current = Some((rows, unpacked)),
            _ => return Err("It is not read within a zip file; import it by itself".to_owned()),
        }
        Ok(())
    }
}

impl Rows for Zipped {
    fn next_row(&mut self) -> Option<Row> {
        loop {
            if let Some((rows, _)) = &mut self.current {
                let name = self.begun.checked_sub(1).and_then(|at| self.files.get(at));
                match rows.next_row() {
                    Some(Row::Failed(mut failed)) => {
                        let name = name.map_or("", |(_, name)| name.as_str());
                        failed.place = format!("{name}, {}", failed.place);
                        return Some(Row::Failed(failed));
                    }
                    Some(row) => return Some(row),
                    None => self.current = None,
                }
            }
            let Some((number, name)) = self.files.get(self.begun).cloned() else {
                return self.not_told.take();
            };
            self.begun += 1;
            if let Err(why) = self.begin(number) {
                return Some(Row::failed(name, why));
            }
        }
    }

    fn fraction(&self) -> f32 {
        let within = self.current.as_ref().map_or(1.0, |(rows, _)| rows.fraction());
        let before = self.begun.saturating_sub(1) as f32;
        if self.begun == 0 { 0.0 } else { (before + within) / self.files.len() as f32 }
    }
}
