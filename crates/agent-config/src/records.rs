//! What we changed for whom, so that it can be taken back. In our state folder, for this user only:
//! the texts of others' files may hold their keys.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::files;
use crate::places::Agent;

/// The folder of records: a file for each agent.
#[derive(Debug, Clone)]
pub struct Records {
    folder: PathBuf,
}

/// One setting up: for the person, or in one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Which configuration it is about.
    pub(crate) file: PathBuf,
    pub(crate) config: Option<Change>,
    pub(crate) skill: Option<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Change {
    /// None when there was no file.
    pub(crate) before: Option<String>,
    pub(crate) after: String,
    /// The folders that were made for it, outermost first.
    pub(crate) folders: Vec<PathBuf>,
}

impl Records {
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub(crate) fn find(&self, agent: Agent, config: &Path) -> Result<Option<Record>, Error> {
        Ok(self.of(agent)?.into_iter().find(|record| record.file == config))
    }

    pub(crate) fn keep(&self, agent: Agent, record: Record) -> Result<(), Error> {
        let mut records = self.of(agent)?;
        records.retain(|other| other.file != record.file);
        records.push(record);
        self.write(agent, &records)
    }

    pub(crate) fn forget(&self, agent: Agent, config: &Path) -> Result<(), Error> {
        let mut records = self.of(agent)?;
        records.retain(|other| other.file != config);
        self.write(agent, &records)
    }

    fn of(&self, agent: Agent) -> Result<Vec<Record>, Error> {
        let file = self.file(agent);
        match files::read(&file)? {
            None => Ok(Vec::new()),
            Some(text) => {
                serde_json::from_str(&text).map_err(|source| Error::Record { file, source })
            }
        }
    }

    fn write(&self, agent: Agent, records: &[Record]) -> Result<(), Error> {
        let file = self.file(agent);
        let done = match serde_json::to_string(records) {
            _ if records.is_empty() => std::fs::remove_file(&file).or_else(|error| {
                if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
            }),
            Ok(text) => files::write_private(&file, &text),
            Err(error) => Err(error.into()),
        };
        done.map_err(|source| Error::Write { file, source })
    }

    fn file(&self, agent: Agent) -> PathBuf {
        self.folder.join(agent.id()).with_extension("json")
    }
}
