//! Whoever has a ticket uses the tools of one task, as long as it is under way. It is given in a file that only the
//! person can read, because arguments and environments are shown to others.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::task_tools::TaskTools;

#[derive(Debug, Default)]
pub(crate) struct Tickets(Mutex<HashMap<String, Arc<TaskTools>>>);

/// Good until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    tickets: Arc<Tickets>,
    words: String,
    folder: PathBuf,
}

impl Tickets {
    pub(crate) fn issue(
        self: &Arc<Self>,
        tools: Arc<TaskTools>,
        parent: &Path,
    ) -> io::Result<Ticket> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let words: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        // The folder must not tell what the ticket says.
        let folder = parent.join(crate::ulid::new::<tabwright_wire::chats::RunId>().as_str());
        // Made before the file, so that whatever happens next, it is taken away again.
        let ticket = Ticket { tickets: Arc::clone(self), words, folder };
        make_folder(&ticket.folder)?;
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(ticket.file())?.write_all(ticket.words.as_bytes())?;
        self.0.lock().insert(ticket.words.clone(), tools);
        Ok(ticket)
    }

    pub(crate) fn tools(&self, ticket: &str) -> Option<Arc<TaskTools>> {
        self.0.lock().get(ticket).cloned()
    }
}

impl Ticket {
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join("ticket")
    }

    /// The folder of the task.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.tickets.0.lock().remove(&self.words);
        let folder = std::mem::take(&mut self.folder);
        let remove = move || drop(fs::remove_dir_all(folder));
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => remove(),
        }
    }
}

/// With those above it, for the person alone.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
