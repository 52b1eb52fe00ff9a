//! Writes the library to a file or a folder, in little memory: pages are read a few at a time and wait in a short
//! queue for the thread that writes them. A file appears when it is complete, or not at all; a folder fills page by page.

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tabwright_wire::knowledge::{ExportFormat, ExportParams, Exported};
use tokio::sync::mpsc;

use crate::error::KnowledgeError;
use crate::export::{ExportedPage, write_bookmarks, write_json_lines, write_markdown_files};
use crate::library::Library;
use crate::pages;

const PAGES_AT_ONCE: u32 = 50;
const QUEUE_PAGES: usize = 100;

pub(crate) async fn export(
    library: &Library,
    params: ExportParams,
) -> Result<Exported, KnowledgeError> {
    let ExportParams { path, format, force } = params;
    let place = PathBuf::from(&path);
    if !place.is_absolute() {
        return Err(KnowledgeError::NotAbsolute(path));
    }
    let (queue, waiting) = mpsc::channel(QUEUE_PAGES);
    let writing =
        tokio::task::spawn_blocking(move || write(&place, format, force, Pages::new(waiting)));
    let read = read_all(library, &queue).await;
    // An error of ours must not look like the end of the library.
    if read.is_ok() {
        let _ = queue.send(None).await;
    }
    drop(queue);
    let written = writing.await.map_err(|_| KnowledgeError::Unreadable)?;
    read?;
    Ok(Exported { pages: written? })
}

/// Until the writer does not want any more.
async fn read_all(
    library: &Library,
    queue: &mpsc::Sender<Option<ExportedPage>>,
) -> Result<(), KnowledgeError> {
    let mut after = 0;
    loop {
        let chunk = library
            .store()
            .read(move |connection| pages::exported(connection, after, PAGES_AT_ONCE))
            .await?;
        let Some((last, pages)) = chunk else { return Ok(()) };
        after = last;
        for page in pages {
            if queue.send(Some(page)).await.is_err() {
                return Ok(());
            }
        }
    }
}

/// The pages from the queue. Whether the last one came is told by `is_complete`.
struct Pages {
    waiting: mpsc::Receiver<Option<ExportedPage>>,
    is_complete: bool,
}

impl Pages {
    fn new(waiting: mpsc::Receiver<Option<ExportedPage>>) -> Self {
        Self { waiting, is_complete: false }
    }
}

impl Iterator for &mut Pages {
    type Item = ExportedPage;

    fn next(&mut self) -> Option<ExportedPage> {
        let next = self.waiting.blocking_recv()?;
        self.is_complete |= next.is_none();
        next
    }
}

fn write(
    place: &Path,
    format: ExportFormat,
    force: bool,
    mut pages: Pages,
) -> Result<u64, KnowledgeError> {
    let unwritable = |source| KnowledgeError::Unwritable { path: place.to_owned(), source };
    if !force && is_taken(place, format) {
        return Err(KnowledgeError::Exists(place.to_owned()));
    }
    if format == ExportFormat::Markdown {
        return write_markdown_files(&mut pages, place).map_err(unwritable);
    }
    let folder = place.parent().unwrap_or(place);
    let file = tempfile::NamedTempFile::new_in(folder).map_err(unwritable)?;
    let mut out = BufWriter::new(file);
    let count = match format {
        ExportFormat::Bookmarks => write_bookmarks(&mut pages, &mut out),
        ExportFormat::JsonLines | ExportFormat::Markdown => write_json_lines(&mut pages, &mut out),
    };
    let count = count.and_then(|count| out.flush().map(|()| count)).map_err(unwritable)?;
    if !pages.is_complete {
        return Err(KnowledgeError::Unreadable);
    }
    let file = out.into_inner().map_err(|error| unwritable(error.into_error()))?;
    file.as_file().sync_all().map_err(unwritable)?;
    let kept = match force {
        true => file.persist(place),
        false => file.persist_noclobber(place),
    };
    match kept {
        Ok(_) => Ok(count),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(KnowledgeError::Exists(place.to_owned()))
        }
        Err(error) => Err(unwritable(error.error)),
    }
}

/// A folder that is empty is as good as none.
fn is_taken(place: &Path, format: ExportFormat) -> bool {
    let is_empty = || fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none());
    place.symlink_metadata().is_ok() && !(format == ExportFormat::Markdown && is_empty())
}
