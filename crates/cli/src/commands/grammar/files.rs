//! Grammars and cases as files.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;
use tabwright_grammar::{Files, Grammar, Options, Report};

use crate::args::Usage;

const BYTES_MAX: u64 = 16 * 1024 * 1024;

/// What a grammar imports is read from where its path leads.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        read(Path::new(path)).ok()
    }
}

/// A grammar, or its mistakes. That the file itself cannot be read is no mistake of the grammar.
pub(super) fn load(path: &Path) -> anyhow::Result<Result<Grammar, Report>> {
    let text = read(path)?;
    let name = path.to_str().ok_or_else(|| {
        Usage(format!("the path {} is not UTF-8, so no grammar can import it", path.display()))
    })?;
    Ok(Grammar::from_text(name, &text, &Disk, &Options::default()))
}

pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(BYTES_MAX + 1).read_to_string(&mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    anyhow::ensure!(
        text.len() as u64 <= BYTES_MAX,
        "{} is larger than {} MB",
        path.display(),
        BYTES_MAX / 1024 / 1024
    );
    Ok(text)
}
