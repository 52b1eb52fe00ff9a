//! A terminal at the daemon of a env: the real binary, run as a person runs it.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::{TestEnv, program, within};

/// Where commands are typed: a folder of its own, and the env's daemon.
#[derive(Debug)]
pub struct Terminal {
    folder: tempfile::TempDir,
    home: std::path::PathBuf,
    port: String,
}

/// What a command said, and how it ended.
#[derive(Debug)]
pub struct Typed {
    pub code: i32,
    pub bytes: Vec<u8>,
    pub out: String,
    pub err: String,
}

impl Terminal {
    #[must_use]
    pub fn of(env: &TestEnv) -> Self {
        Self {
            folder: tempfile::Builder::new().prefix("tabwright-terminal-").tempdir().unwrap(),
            home: env.home.moved_to().unwrap().to_owned(),
            port: env.daemon.port().to_string(),
        }
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    #[must_use]
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .args(args)
            .current_dir(self.folder())
            .env("TABWRIGHT_HOME", &self.home)
            .env("TABWRIGHT_PORT", &self.port)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    pub async fn run(&self, args: &[&str]) -> Typed {
        let output = self.command(args).output();
        let output = within(&format!("{args:?} ends"), output).await.unwrap();
        Typed {
            code: output.status.code().unwrap(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            bytes: output.stdout,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// What a command says that succeeds.
    pub async fn says(&self, args: &[&str]) -> String {
        let said = self.run(args).await;
        assert_eq!(said.code, 0, "{args:?}: {}{}", said.out, said.err);
        assert_eq!(said.err, "", "{args:?}");
        said.out
    }

    pub async fn json(&self, args: &[&str]) -> Value {
        let out = self.says(&[args, &["--json"]].concat()).await;
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?}: {out}"))
    }

    pub async fn says_given(&self, args: &[&str], stdin: &str) -> String {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(stdin.as_bytes()).await.unwrap();
        let output = within("the command ends", child.wait_with_output()).await.unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}
