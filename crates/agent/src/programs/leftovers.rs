//! Agents that outlived their daemon. One that is killed can end nobody, and a process of its own would go on and spend.
//! So each is noted in the folder of its task, and the next daemon ends those that it finds.

use std::path::Path;
use std::{fs, io};

use tabwright_wire::chats::RunId;

use super::group::{self, Signal};

/// Of an ULID, what tells the time.
const TIME_CHARS: usize = 10;
const FILE: &str = "process";

/// Notes the process of a task, which leads a process group, in the folder of the task.
pub(super) fn note(folder: &Path, process: u32) -> io::Result<()> {
    match begun(process) {
        Some(begun) => fs::write(folder.join(FILE), format!("{process} {begun}")),
        // It has ended already, or the system does not say when it began.
        None => Ok(()),
    }
}

/// Ends what earlier daemons have left of their tasks, and takes the folders away. Each has the name of an ULID, which
/// begins with its time; those that are not from before `began` are tasks of this daemon.
pub(crate) fn sweep(tasks: &Path, began: &RunId) {
    let is_earlier = |folder: &fs::DirEntry| {
        let name = folder.file_name();
        let time = name.to_str().and_then(|name| name.get(..TIME_CHARS));
        time.is_some_and(|time| Some(time) < began.as_str().get(..TIME_CHARS))
    };
    let Ok(folders) = fs::read_dir(tasks) else { return };
    for folder in folders.flatten().filter(is_earlier).map(|folder| folder.path()) {
        if let Some(process) = living(&folder) {
            tracing::info!(process, "an agent of an earlier daemon is ended");
            group::send(Some(process), Signal::Kill);
        }
        if let Err(error) = fs::remove_dir_all(&folder) {
            tracing::warn!(%error, folder = %folder.display(), "what a task has left stays");
        }
    }
}

/// The process that is noted, if it is still that one: the system gives a number again.
fn living(folder: &Path) -> Option<u32> {
    let noted = fs::read_to_string(folder.join(FILE)).ok()?;
    let (process, then) = noted.split_once(' ')?;
    let process = process.parse().ok()?;
    begun(process).filter(|begun| begun == then).map(|_| process)
}

/// When a process that lives began, in words that no other process has which ever had its number.
#[cfg(target_os = "linux")]
fn begun(process: u32) -> Option<String> {
    /// Since the machine was started, counted from the state behind the name.
    const START_TIME: usize = 19;
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may have spaces and parentheses.
    let (_, behind_name) = stat.rsplit_once(')')?;
    let ticks = behind_name.split_whitespace().nth(START_TIME)?;
    Some(format!("{} {ticks}", boot.trim()))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn begun(process: u32) -> Option<String> {
    let mut command = std::process::Command::new("ps");
    command
        .args(["-o", "lstart=", "-p", &process.to_string()])
        .envs([("LC_ALL", "C"), ("TZ", "UTC")]);
    let told = command.output().ok()?;
    let begun = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    (!begun.is_empty()).then_some(begun)
}

/// Elsewhere there are no process groups to end.
#[cfg(not(unix))]
fn begun(_: u32) -> Option<String> {
    None
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    use super::*;
    use crate::ulid;

    const EARLIER: &str = "01JZ00000000000000000000AA";

    /// Leads a process group with a process that is deaf to requests.
    fn start() -> Child {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "trap '' INT TERM; sleep 600 & wait"]).process_group(0);
        command.stdout(Stdio::null()).spawn().unwrap()
    }

    #[test]
    fn what_an_earlier_daemon_left_is_ended_and_taken_away() {
        let tasks = tempfile::tempdir().unwrap();
        let folder = tasks.path().join(EARLIER);
        fs::create_dir_all(folder.join("work")).unwrap();
        fs::create_dir(tasks.path().join("01JZ00000000000000000000AB")).unwrap();
        let mut left = start();
        note(&folder, left.id()).unwrap();
        let began = ulid::new::<RunId>();
        let own = tasks.path().join(ulid::new::<RunId>().as_str());
        fs::create_dir(&own).unwrap();
        sweep(tasks.path(), &began);
        let status = left.wait().unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9));
        let stay: Vec<_> = fs::read_dir(tasks.path()).unwrap().flatten().collect();
        assert_eq!(stay.iter().map(fs::DirEntry::path).collect::<Vec<_>>(), [own]);
    }

    #[test]
    fn a_stranger_with_the_same_number_is_left_alone() {
        let tasks = tempfile::tempdir().unwrap();
        let folder = tasks.path().join(EARLIER);
        fs::create_dir(&folder).unwrap();
        let mut stranger = start();
        note(&folder, stranger.id()).unwrap();
        let noted = fs::read_to_string(folder.join(FILE)).unwrap();
        fs::write(folder.join(FILE), format!("{noted}0")).unwrap();
        sweep(tasks.path(), &ulid::new());
        assert_eq!(fs::read_dir(tasks.path()).unwrap().count(), 0);
        assert!(stranger.try_wait().unwrap().is_none(), "it lives on");
        group::send(Some(stranger.id()), Signal::Kill);
        stranger.wait().unwrap();
    }
}
