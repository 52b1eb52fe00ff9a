//! The debugging pipe of a browser that we started, with no port that others could find. What is
//! spoken over it is not known here: it is CDP, in `tabwright-browser`.
//!
//! Two named pipes in a private folder, which the browser holds open in both directions. An ordinary
//! pair would end the browser together with the daemon that made it; these wait for the next one.

use std::io;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use tokio::net::unix::pipe::{Receiver, Sender};

/// Where the two pipes lie.
#[derive(Debug, Clone)]
pub struct PipePaths {
    pub to_browser: PathBuf,
    pub from_browser: PathBuf,
}

impl PipePaths {
    #[must_use]
    pub fn below(folder: &Path) -> Self {
        Self { to_browser: folder.join("to-browser"), from_browser: folder.join("from-browser") }
    }

    /// Makes both anew, for this user only. What an earlier browser left in them is gone.
    #[cfg(unix)]
    pub fn make(&self) -> io::Result<()> {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        for path in [&self.to_browser, &self.from_browser] {
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?,
            }
        }
        Ok(())
    }

    /// Opens our end: what the browser says, and what it is told.
    #[cfg(unix)]
    pub fn open(&self) -> io::Result<(Receiver, Sender)> {
        // In both directions, or opening would block until the browser has opened its side.
        let both = |path: &Path| {
            let nonblocking = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
            let mut options = std::fs::OpenOptions::new();
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nonblocking);
            options.read(true).write(true).open(path)
        };
        let writer = Sender::from_file_unchecked(both(&self.to_browser)?)?;
        let reader = Receiver::from_file_unchecked(both(&self.from_browser)?)?;
        Ok((reader, writer))
    }
}
