//! MCP clients that others wrote, against a daemon and a Chromium: the checks of `clients/`; and Codex and Claude Code,
//! which carry out tasks. `cargo xtask clients` installs them and runs this; it is no part of CI.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod programs;

use std::path::{Path, PathBuf};
use std::process::Command;

use tabwright_testbed::{TestEnv, program};

#[tokio::test]
async fn all_of_the_clients_that_others_wrote() {
    let (node, python) = (installed("CLIENTS_NODE"), installed("CLIENTS_PYTHON"));
    let only = std::env::var("ONLY").unwrap_or_default();
    #[cfg(unix)]
    let counts = programs::check_all(&folder().join("node_modules/.bin"), &only).await;
    #[cfg(not(unix))]
    let counts = (0, 0);
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let mut run = Command::new(node);
    run.current_dir(folder()).arg("run.mjs");
    run.arg("--program").arg(program()).arg("--python").arg(python);
    run.arg("--home").arg(env.home.moved_to().unwrap());
    run.args(["--port", &env.daemon.port().to_string()]);
    run.args(["--only", &only]);
    // Its last line counts all.
    run.args(["--passed", &counts.0.to_string(), "--failed", &counts.1.to_string()]);
    let passed = tokio::task::spawn_blocking(move || run.status().unwrap().success()).await;
    assert!(passed.unwrap(), "checks fail; their names are above");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")
}

fn installed(variable: &str) -> String {
    std::env::var(variable).expect("`cargo xtask clients` installs what is needed and runs this")
}
