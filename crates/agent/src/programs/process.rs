//! A command-line agent as a process: its lines, its last words, and its end with all that it has started.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures_util::StreamExt as _;
use tabwright_model::Invocation;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};
use tokio_util::task::TaskTracker;

use super::group::{self, Signal};
use super::leftovers;

/// A longer line is left out. Pictures of pages are the longest.
const LINE_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Of what it wrote to its standard error, the end.
const LAST_WORDS_BYTES_MAX: usize = 2_000;
/// How long it may take over each way of being asked to end.
const ENDING_TIMEOUT: Duration = Duration::from_secs(2);
/// How long it may take over a question about its own settings.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// Ours are not its business; what it needs of the daemon it gets by a ticket.
const OWN_VARIABLES: &str = "TABWRIGHT_";

/// Dropping it ends the process and all that it has started.
#[derive(Debug)]
pub(crate) struct Process {
    child: Option<Child>,
    lines: FramedRead<ChildStdout, LinesCodec>,
    last_words: JoinHandle<String>,
    /// Wait for the end of what was dropped.
    tasks: TaskTracker,
}

impl Process {
    /// Starts it in the folder `work`, and notes it in the folder of the task.
    pub(crate) async fn start(
        program: &Path,
        invocation: Invocation,
        folder: &Path,
        work: &Path,
        tasks: &TaskTracker,
    ) -> io::Result<Self> {
        let mut command = command(program, &invocation, work);
        command.stdin(Stdio::piped());
        let mut child = command.spawn()?;
        let piped = || io::Error::other("the pipes of the process are gone");
        let stdout = child.stdout.take().ok_or_else(piped)?;
        let stderr = child.stderr.take().ok_or_else(piped)?;
        let mut stdin = child.stdin.take().ok_or_else(piped)?;
        let id = child.id();
        let process = Self {
            child: Some(child),
            lines: FramedRead::new(stdout, LinesCodec::new_with_max_length(LINE_BYTES_MAX)),
            last_words: tokio::spawn(last_words(stderr)),
            tasks: tasks.clone(),
        };
        if let Some(id) = id {
            // Before it knows what to do: from then on it is found, whatever becomes of this daemon.
            let folder = folder.to_owned();
            let noted = tokio::task::spawn_blocking(move || leftovers::note(&folder, id)).await;
            noted.map_err(io::Error::other)??;
        }
        tasks.spawn(async move {
            // One that does not read its task fails by itself, and says why.
            let _ = stdin.write_all(invocation.stdin.as_bytes()).await;
        });
        Ok(process)
    }

    /// None when it says nothing more.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        loop {
            match self.lines.next().await? {
                Ok(line) => return Some(line),
                Err(LinesCodecError::MaxLineLengthExceeded) => {}
                // Such as bytes that are no text.
                Err(LinesCodecError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {}
                Err(LinesCodecError::Io(_)) => return None,
            }
        }
    }

    /// Waits until it has ended by itself, for a moment, so that it can write down what it wants to remember.
    pub(crate) async fn leave_in_peace(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = timeout(ENDING_TIMEOUT, child.wait()).await;
        }
    }

    /// How it ended, and its last words.
    pub(crate) async fn end(&mut self) -> (Option<ExitStatus>, String) {
        let status = match &mut self.child {
            Some(child) => timeout(ENDING_TIMEOUT, child.wait()).await.ok().and_then(Result::ok),
            None => None,
        };
        let words = timeout(ENDING_TIMEOUT, &mut self.last_words).await;
        (status, words.ok().and_then(Result::ok).unwrap_or_default())
    }
}

/// What it says to a question about its own settings; its last words where it does not answer.
pub(crate) async fn ask(
    program: &Path,
    invocation: &Invocation,
    work: &Path,
) -> io::Result<Result<String, String>> {
    let mut command = command(program, invocation, work);
    let output = timeout(ANSWER_TIMEOUT, command.stdin(Stdio::null()).output());
    let output = output.await.map_err(|_| io::ErrorKind::TimedOut)??;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    Ok(match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    })
}

fn command(program: &Path, invocation: &Invocation, work: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(&invocation.args).current_dir(work).kill_on_drop(true);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with(OWN_VARIABLES) {
            command.env_remove(name);
        }
    }
    command.envs(invocation.env.iter().copied());
    // Of its own, so that what it starts can be ended with it.
    #[cfg(unix)]
    command.process_group(0);
    command
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            self.tasks.spawn(end(child));
        }
    }
}

/// Asks it to end, as Ctrl-C does, then more and more firmly. What it has started is asked, too.
async fn end(mut child: Child) {
    let leader = child.id();
    for signal in [Signal::Interrupt, Signal::Terminate, Signal::Kill] {
        if matches!(child.try_wait(), Ok(Some(_))) {
            break;
        }
        group::send(leader, signal);
        let _ = timeout(ENDING_TIMEOUT, child.wait()).await;
    }
    // Some of what it started may not have listened.
    group::send(leader, Signal::Kill);
    let _ = child.kill().await;
}

async fn last_words(mut stderr: ChildStderr) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut piece = [0; 4_096];
    while let Ok(length @ 1..) = stderr.read(&mut piece).await {
        kept.extend_from_slice(&piece[..length]);
        let more = kept.len().saturating_sub(LAST_WORDS_BYTES_MAX);
        kept.drain(..more);
    }
    String::from_utf8_lossy(&kept).trim().to_owned()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    async fn start(script: &str, tasks: &TaskTracker) -> Process {
        let invocation = Invocation {
            args: vec!["-c".to_owned(), script.to_owned()],
            env: &[("TASK_LETTER", "t")],
            stdin: "a task".to_owned(),
        };
        let folder = tempfile::tempdir().unwrap();
        let work = std::env::temp_dir();
        let shell = Path::new("/bin/sh");
        Process::start(shell, invocation, folder.path(), &work, tasks).await.unwrap()
    }

    #[tokio::test]
    async fn it_reads_its_task_and_its_lines_are_heard() {
        let tasks = TaskTracker::new();
        let mut process =
            start("cat; echo; echo ${TASK_LETTER}wo; echo why >&2; exit 3", &tasks).await;
        assert_eq!(process.next_line().await.as_deref(), Some("a task"));
        assert_eq!(process.next_line().await.as_deref(), Some("two"));
        assert_eq!(process.next_line().await, None);
        let (status, words) = process.end().await;
        assert_eq!((status.unwrap().code(), words.as_str()), (Some(3), "why"));
    }

    #[tokio::test]
    async fn it_answers_a_question_or_says_why_not() {
        let asked = |script: &str| Invocation {
            args: vec!["-c".to_owned(), script.to_owned()],
            env: &[],
            stdin: String::new(),
        };
        let (shell, work) = (Path::new("/bin/sh"), std::env::temp_dir());
        let answer = ask(shell, &asked("echo yes; echo hm >&2"), &work).await.unwrap();
        assert_eq!(answer, Ok("yes".to_owned()));
        let answer = ask(shell, &asked("echo yes; echo why >&2; exit 1"), &work).await.unwrap();
        assert_eq!(answer, Err("why".to_owned()));
    }

    #[tokio::test]
    async fn what_it_started_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let held = folder.path().join("held");
        assert!(std::process::Command::new("mkfifo").arg(&held).status().unwrap().success());
        let tasks = TaskTracker::new();
        let script =
            format!("trap '' INT; exec 3>'{}'; sleep 600 & echo begun; wait", held.display());
        let mut process = start(&script, &tasks).await;
        // Ends when nobody holds it any more, neither the process nor what it started.
        let reading = tokio::task::spawn_blocking(move || std::fs::read(held));
        assert_eq!(process.next_line().await.as_deref(), Some("begun"));
        drop(process);
        assert_eq!(reading.await.unwrap().unwrap(), b"");
        tasks.close();
        tasks.wait().await;
    }
}
