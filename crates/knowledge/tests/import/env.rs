//! What the tests of imports share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tabwright_knowledge::import::{
    Cursor, FailedRow, ImportFile, ImportFilter, ImportOptions, ImportedPage, SkipReason,
};

/// 2024-05-01T10:20:30Z, the date in all samples.
pub(crate) const MS: i64 = 1_714_558_830_000;

pub(crate) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import").join(name)
}

pub(crate) fn file(path: impl Into<PathBuf>) -> ImportFile {
    ImportFile::Path(path.into())
}

/// Everything that was read of a source.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Imported {
    pub(crate) pages: Vec<ImportedPage>,
    pub(crate) failed: Vec<FailedRow>,
    pub(crate) skipped: BTreeMap<SkipReason, u64>,
}

impl Imported {
    pub(crate) fn page(&self, url: &str) -> &ImportedPage {
        let found = self.pages.iter().find(|page| page.url == url);
        found.unwrap_or_else(|| panic!("{url} is not among {:#?}", self.urls()))
    }

    pub(crate) fn urls(&self) -> Vec<&str> {
        self.pages.iter().map(|page| page.url.as_str()).collect()
    }

    pub(crate) fn skipped(&self, reason: SkipReason) -> u64 {
        self.skipped.get(&reason).copied().unwrap_or(0)
    }
}

pub(crate) fn import(file: ImportFile) -> Imported {
    import_filtered(file, ImportFilter::default())
}

pub(crate) fn import_filtered(file: ImportFile, filter: ImportFilter) -> Imported {
    let mut reader = file.open(ImportOptions { filter, scratch: None }).expect("it can be read");
    let mut imported = Imported::default();
    let mut cursor = Cursor::default();
    loop {
        let batch = reader.next_batch(&cursor, 200).expect("a batch");
        assert!((0.0..=1.0).contains(&batch.fraction), "{}", batch.fraction);
        imported.pages.extend(batch.pages);
        imported.failed.extend(batch.failed);
        for (reason, count) in batch.skipped {
            *imported.skipped.entry(reason).or_default() += count;
        }
        cursor = batch.cursor;
        if batch.done {
            return imported;
        }
    }
}

/// As if the process were killed after every batch: all that is left of it is the text of the cursor.
pub(crate) fn import_killed(file: &ImportFile, limit: usize) -> Imported {
    let mut imported = Imported::default();
    let mut kept = serde_json::to_string(&Cursor::default()).unwrap();
    loop {
        let cursor: Cursor = serde_json::from_str(&kept).unwrap();
        let mut reader = file.clone().open(ImportOptions::default()).expect("it can be read");
        let batch = reader.next_batch(&cursor, limit).expect("a batch");
        imported.pages.extend(batch.pages);
        imported.failed.extend(batch.failed);
        for (reason, count) in batch.skipped {
            *imported.skipped.entry(reason).or_default() += count;
        }
        kept = serde_json::to_string(&batch.cursor).unwrap();
        if batch.done {
            return imported;
        }
    }
}

/// A folder with these files.
pub(crate) fn folder_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}
