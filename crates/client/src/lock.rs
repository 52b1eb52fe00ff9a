//! One daemon per user. The lock is the kernel's: it ends with its process, however that ended.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::home::Home;

/// Held for as long as the daemon lives.
#[derive(Debug)]
pub struct DaemonLock {
    _file: File,
    record: PathBuf,
}

/// Where the running daemon is, for everybody else. Only a hint: the daemon may have died since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonRecord {
    pub pid: u32,
    pub port: u16,
    pub version: String,
}

impl DaemonLock {
    /// `None` when another daemon has it.
    pub fn acquire(home: &Home) -> io::Result<Option<Self>> {
        let file =
            File::options().create(true).truncate(false).write(true).open(home.lock_file())?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file, record: home.record_file() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Tells everybody else where we are. The file appears whole or not at all.
    pub fn publish(&self, record: &DaemonRecord) -> io::Result<()> {
        tabwright_files::replace(&self.record, &serde_json::to_vec(record)?)
    }
}

impl Drop for DaemonLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.record);
    }
}

impl DaemonRecord {
    pub fn read(home: &Home) -> Option<Self> {
        serde_json::from_slice(&fs::read(home.record_file()).ok()?).ok()
    }

    /// False for a daemon that was killed and could not take its record away.
    pub fn is_alive(&self) -> bool {
        #[cfg(unix)]
        return i32::try_from(self.pid)
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            .is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok());
        #[cfg(not(unix))]
        return true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_and_the_record_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().to_owned()).unwrap();
        home.make().unwrap();
        let lock = DaemonLock::acquire(&home).unwrap().unwrap();
        assert!(DaemonLock::acquire(&home).unwrap().is_none());

        let record = DaemonRecord { pid: 1, port: 2, version: "3".into() };
        lock.publish(&record).unwrap();
        assert_eq!(DaemonRecord::read(&home), Some(record));
        drop(lock);
        assert_eq!(DaemonRecord::read(&home), None);
        assert!(DaemonLock::acquire(&home).unwrap().is_some());
    }
}
