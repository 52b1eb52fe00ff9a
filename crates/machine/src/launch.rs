//! A browser of our own: started with the extension in it, ended with all its processes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStderr, Command};

use crate::pipe::PipePaths;
use crate::profile;

/// Time for a browser to save its profile before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "no browser was found that can load an extension from the command line. Install Chromium \
         (Debian, Ubuntu: `apt install chromium`; macOS: `brew install chromium`), or name one \
         with `--browser` or TABWRIGHT_BROWSER"
    )]
    NoBrowser,
    #[error(
        "`{wanted}` is neither an installed browser nor a program; `tabwright doctor` lists what \
         was found"
    )]
    NotInstalled { wanted: String },
    #[error(
        "{label} no longer takes an extension from the command line; use Chromium for \
         `tabwright up`, or load the extension into your own {label} with `tabwright setup`"
    )]
    NoUnpacked { label: &'static str },
    #[error("cannot start {}: {source}", executable.display())]
    Start { executable: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// How to start it.
#[derive(Debug, Clone)]
pub struct Launch {
    pub executable: PathBuf,
    /// The unpacked extension.
    pub extension: PathBuf,
    pub user_data: PathBuf,
    pub headless: bool,
    /// Off only as root, where Chromium's sandbox refuses to work.
    pub sandboxed: bool,
    /// `DISPLAY` and its kin.
    pub display: BTreeMap<String, String>,
    pub args: Vec<String>,
    pub log: Log,
    /// Made already; the browser takes its commands from it.
    pub pipe: Option<PipePaths>,
}

/// Where the browser's own words go.
#[derive(Debug, Clone)]
pub enum Log {
    File(PathBuf),
    /// To whoever takes [`Running::stderr`].
    Pipe,
}

/// A browser that we started. Dropped without [`Running::stop`], it runs on.
#[derive(Debug)]
pub struct Running {
    pid: u32,
    child: Child,
}

impl Launch {
    pub fn start(&self) -> Result<Running, Error> {
        profile::prepare(&self.user_data)
            .map_err(|source| Error::Write { path: self.user_data.clone(), source })?;
        let stderr = match &self.log {
            Log::Pipe => Stdio::piped(),
            Log::File(path) => File::create(path)
                .map_err(|source| Error::Write { path: path.clone(), source })?
                .into(),
        };
        let mut command = self.command();
        command
            .args(self.arguments())
            .envs(&self.display)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr);
        // A group of its own: Ctrl-C in the terminal reaches us alone, and we can end all of it.
        #[cfg(unix)]
        command.process_group(0);
        let failed = |source| Error::Start { executable: self.executable.clone(), source };
        let child = command.spawn().map_err(failed)?;
        let pid = child.id().ok_or_else(|| failed(io::Error::other("it exited at once")))?;
        Ok(Running { pid, child })
    }

    /// The browser, with its end of the pipe at the two numbers where it looks for it: a shell opens
    /// them in both directions and becomes the browser.
    fn command(&self) -> Command {
        const OPEN_AND_BECOME: &str = r#"exec 3<>"$1" 4<>"$2"; shift 2; exec "$@""#;
        let Some(pipe) = &self.pipe else { return Command::new(&self.executable) };
        let mut command = Command::new("/bin/sh");
        command.args(["-c", OPEN_AND_BECOME, "tabwright"]);
        command.args([&pipe.to_browser, &pipe.from_browser, &self.executable]);
        command
    }

    fn arguments(&self) -> Vec<String> {
        let extension = self.extension.display();
        let mut args = vec![
            format!("--user-data-dir={}", self.user_data.display()),
            format!("--load-extension={extension}"),
            format!("--disable-extensions-except={extension}"),
            "--disable-features=DisableLoadExtensionCommandLineSwitch".to_owned(),
        ];
        let quiet = [
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-crash-restore-bubble",
        ];
        args.extend(quiet.map(str::to_owned));
        if self.headless {
            args.extend(["--headless=new", "--disable-gpu"].map(str::to_owned));
            if self.pipe.is_some() {
                // Nobody sees its bar, which slides in when a tab is attached and resizes the page.
                args.push("--silent-debugger-extension-api".to_owned());
            }
        }
        if !self.sandboxed {
            args.push("--no-sandbox".to_owned());
        }
        if self.pipe.is_some() {
            args.push("--remote-debugging-pipe".to_owned());
        }
        args.extend(self.args.iter().cloned());
        // Pages come later: one that is named here is loaded before Chrome knows the network rules of the extension. It
        // then waits for them, and on a busy machine sometimes for ever.
        args.push("about:blank".to_owned());
        args
    }
}

impl Running {
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The browser's words, once, with [`Log::Pipe`].
    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Resolves when the browser is gone, by itself or by the person.
    pub async fn exited(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends it at once, with all its processes and without saving anything.
    pub async fn kill(mut self) {
        self.kill_group();
        let _ = self.child.wait().await;
    }

    /// Asks it to quit, and ends what is left of it.
    pub async fn stop(mut self) {
        #[cfg(unix)]
        if let Some(pid) = unix_pid(self.pid) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
            if tokio::time::timeout(QUIT_TIMEOUT, self.child.wait()).await.is_err() {
                tracing::warn!(pid = self.pid, "the browser did not quit in time; killing it");
            }
        }
        self.kill_group();
        let _ = self.child.wait().await;
    }

    fn kill_group(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = unix_pid(self.pid) {
            // Fails when the group is gone already, which is what we want.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.start_kill();
    }
}

#[cfg(unix)]
pub(crate) fn unix_pid(pid: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(pid).ok()?)
}
