//! Command-line agents as those who carry out tasks: their processes, and the tickets by which they reach the tools of
//! a task.

mod group;
pub(crate) mod leftovers;
mod process;
mod tickets;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tabwright_model::Program;

pub(crate) use process::{Process, ask};
pub(crate) use tickets::{Ticket, Tickets, make_folder};

/// Where command-line agents are, and how they find us.
#[derive(Debug, Clone)]
pub struct ProgramPlace {
    /// The folders in which they are looked for.
    pub path: OsString,
    /// The program that is our MCP server, with `mcp` as its argument.
    pub server: PathBuf,
    /// What the server needs in its environment. Others on the machine may read it.
    pub server_env: Vec<(String, String)>,
    /// A folder of the person's own, for what is there only as long as a task is under way.
    pub folder: PathBuf,
    /// The folder in which they work; nothing is in it. It is the same for all tasks, because Claude Code finds a
    /// conversation again only where it was begun.
    pub work_folder: PathBuf,
}

impl ProgramPlace {
    pub(crate) fn locate(&self, program: Program) -> Option<PathBuf> {
        program.locate(&self.path)
    }

    pub(crate) fn server_args(ticket: &Path) -> Vec<String> {
        vec!["mcp".to_owned(), "--task".to_owned(), ticket.to_string_lossy().into_owned()]
    }
}
