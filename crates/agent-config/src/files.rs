//! Files of others, read whole and replaced whole.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

pub(crate) const FILE_BYTES_MAX: u64 = 64_000_000;

/// None when there is no such file.
pub(crate) fn read(file: &Path) -> Result<Option<String>, Error> {
    let failed = |source| Error::Read { file: file.to_owned(), source };
    let opened = match fs::File::open(file) {
        // A link that leads nowhere is somebody's plan that we do not know.
        Err(error) if error.kind() == io::ErrorKind::NotFound && !file.is_symlink() => {
            return Ok(None);
        }
        opened => opened.map_err(failed)?,
    };
    let mut bytes = Vec::new();
    opened.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(Error::TooBig { file: file.to_owned() });
    }
    String::from_utf8(bytes).map(Some).map_err(|_| Error::NotText { file: file.to_owned() })
}

/// Puts `new` in the place of `old`: all of it or nothing, with the same mode. Refuses when the file
/// is no longer as it was read, so that an edit of another program is not lost (a race; the check is as
/// late as it can be, since files have no compare-and-swap).
pub(crate) fn replace(file: &Path, old: Option<&str>, new: Option<&str>) -> Result<(), Error> {
    if read(file)?.as_deref() != old {
        return Err(Error::ChangedMeanwhile { file: file.to_owned() });
    }
    match new {
        Some(text) => {
            write(file, text).map_err(|source| Error::Write { file: file.to_owned(), source })
        }
        None => {
            fs::remove_file(file).map_err(|source| Error::Remove { file: file.to_owned(), source })
        }
    }
}

/// The folders that must be made for this file, outermost first.
pub(crate) fn missing_folders(file: &Path) -> Vec<PathBuf> {
    let above = file.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = above.map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Those that nobody else uses by now.
pub(crate) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    // People link such files to their dotfiles; the link must stay one.
    let file = if file.is_symlink() { fs::canonicalize(file)? } else { file.to_owned() };
    let folder = file.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{name}.tabwright-{}", std::process::id()));
    let written = write_draft(&draft, &file, text).and_then(|()| fs::rename(&draft, &file));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

fn write_draft(draft: &Path, file: &Path, text: &str) -> io::Result<()> {
    let mut opened = fs::File::create(draft)?;
    if let Ok(former) = fs::metadata(file) {
        opened.set_permissions(former.permissions())?;
    }
    opened.write_all(text.as_bytes())?;
    opened.sync_all()
}

/// For what is nobody else's to read.
pub(crate) fn write_private(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    let draft = file.with_extension("draft");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(&draft)?;
    opened.write_all(text.as_bytes())?;
    opened.sync_all()?;
    fs::rename(&draft, file)
}
