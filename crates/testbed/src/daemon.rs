//! The real `tabwright daemon`, as a process.

use std::path::PathBuf;
use std::process::Stdio;

use tabwright_client::Home;
use tokio::process::{Child, Command};

use crate::log::Log;
use crate::within;

#[derive(Debug)]
pub struct DaemonProcess {
    child: Child,
    port: u16,
    home: Home,
    settings: Vec<(String, String)>,
    environment: Vec<(String, String)>,
    log: Log,
}

/// The binary under test: `TABWRIGHT_BIN`, or the one cargo built beside this test.
#[must_use]
pub fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("TABWRIGHT_BIN") {
        return path.into();
    }
    let test = std::env::current_exe().expect("a test knows its own path");
    let built = test.ancestors().skip(1).map(|folder| folder.join("tabwright"));
    built.into_iter().find(|path| path.is_file()).expect("`tabwright` is built before its tests")
}

impl DaemonProcess {
    pub async fn start(home: &Home, port: u16, settings: &[(&str, &str)]) -> Self {
        Self::start_in(home, port, settings, &[]).await
    }

    /// With variables of its own, besides ours.
    pub async fn start_in(
        home: &Home,
        port: u16,
        settings: &[(&str, &str)],
        environment: &[(&str, &str)],
    ) -> Self {
        let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
        };
        let (settings, environment) = (owned(settings), owned(environment));
        let mut child = Command::new(program())
            .arg("daemon")
            .arg(format!("--port={port}"))
            .args(
                settings
                    .iter()
                    .map(|(name, value)| format!("--{}={value}", name.replace('_', "-"))),
            )
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .env("TABWRIGHT_HOME", home.moved_to().expect("a test has a home of its own"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the daemon starts");
        let log = Log::of("daemon", child.stderr.take().expect("piped"));
        let words = Log::of("daemon, stdout", child.stdout.take().expect("piped"));
        let port = tokio::select! {
            port = within("the daemon listens", words.until(|line| line.rsplit_once(':')?.1.parse().ok())) => port,
            _ = child.wait() => {
                let reason = log.until(|line| Some(line.to_owned())).await;
                panic!("the daemon did not start: {reason}");
            }
        };
        Self { child, port, home: home.clone(), settings, environment, log }
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id().expect("the daemon runs")
    }

    /// `kill -9`: no goodbye to anybody.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("a running daemon can be killed");
    }

    /// A new daemon at the same port and home.
    pub async fn restart(&mut self) {
        fn lent(pairs: &[(String, String)]) -> Vec<(&str, &str)> {
            pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect()
        }
        let (settings, environment) = (lent(&self.settings), lent(&self.environment));
        let fresh = Self::start_in(&self.home, self.port, &settings, &environment).await;
        *self = fresh;
    }

    /// Waits for a line in the daemon's log that has all these words.
    pub async fn says(&self, words: &[&str]) -> String {
        let fits =
            |line: &str| words.iter().all(|word| line.contains(word)).then(|| line.to_owned());
        within(&format!("the daemon's log says {words:?}"), self.log.until(fits)).await
    }
}

impl Drop for DaemonProcess {
    fn drop(&mut self) {
        self.log.show_if_failing();
    }
}
