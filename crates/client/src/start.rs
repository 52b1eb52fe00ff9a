//! Finding the daemon that runs, and starting one where none does.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Command;
use tokio::time::{sleep, timeout};

use crate::client::{self, Client, ClientError};
use crate::home::{Home, HomeError};
use crate::lock::DaemonRecord;
use crate::settings::{Flags, SETTINGS};

/// A daemon that is started listens within this time, or has said why not.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How often we look whether a daemon that stops has taken its record away.
const RECORD_CHECK: Duration = Duration::from_millis(10);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot start the daemon: {0}")]
    Spawn(io::Error),
    #[error("{0}")]
    Failed(String),
    #[error("the daemon did not start within {} s. `tabwright logs` shows its log, which is in {}", START_TIMEOUT.as_secs(), .0.display())]
    TooSlow(PathBuf),
    #[error(transparent)]
    Home(#[from] HomeError),
    #[error(transparent)]
    Client(#[from] ClientError),
}

/// The running daemon, if there is one.
pub async fn running(home: &Home) -> Result<Client, ClientError> {
    // The record outlives a daemon that was killed; its port does not answer then, or somebody
    // else does.
    let record = answering(home).await.ok_or(ClientError::NotRunning)?;
    Client::new(home, &record)
}

/// The running daemon, started in the background when there is none. True when we started it.
pub async fn ensure_running(home: &Home) -> Result<(Client, bool), StartError> {
    ensure_running_with(home, &Flags::new()).await
}

/// As [`ensure_running`] does; a daemon that is started gets these flags.
pub async fn ensure_running_with(home: &Home, flags: &Flags) -> Result<(Client, bool), StartError> {
    match running(home).await {
        Ok(client) => return Ok((client, false)),
        Err(ClientError::NotRunning) => {}
        Err(error) => return Err(error.into()),
    }
    home.make()?;
    let program = std::env::current_exe().map_err(StartError::Spawn)?;
    let given = SETTINGS.iter().filter_map(|setting| Some((setting, flags.get(setting.name)?)));
    let mut child = Command::new(program)
        .args(["daemon", "--background"])
        .args(given.map(|(setting, value)| format!("--{}={value}", setting.flag)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(StartError::Spawn)?;

    // It closes its output when it listens, or says why it cannot.
    let mut ready = String::new();
    let mut complaint = String::new();
    if let (Some(stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) {
        let mut stdout = BufReader::new(stdout);
        let words = async {
            let _ = stdout.read_line(&mut ready).await;
            if ready.is_empty() {
                let _ = stderr.read_to_string(&mut complaint).await;
            }
        };
        timeout(START_TIMEOUT, words).await.map_err(|_| StartError::TooSlow(home.log_folder()))?;
    }
    match (running(home).await, ready.is_empty()) {
        (Ok(client), no_word) => Ok((client, !no_word)),
        (Err(_), true) => {
            let reason = complaint.trim();
            Err(StartError::Failed(reason.strip_prefix("tabwright: ").unwrap_or(reason).to_owned()))
        }
        (Err(error), false) => Err(error.into()),
    }
}

/// Resolves when the daemon that was told to stop has closed everything, its browser too: its
/// record is the last thing it takes away.
pub async fn until_stopped(home: &Home) {
    let Some(stopping) = DaemonRecord::read(home) else { return };
    while DaemonRecord::read(home).as_ref() == Some(&stopping) && stopping.is_alive() {
        sleep(RECORD_CHECK).await;
    }
}

/// The daemon that answers where its record says.
pub async fn answering(home: &Home) -> Option<DaemonRecord> {
    let record = DaemonRecord::read(home)?;
    client::is_daemon(record.port).await.then_some(record)
}
