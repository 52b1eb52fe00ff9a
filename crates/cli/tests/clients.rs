//! MCP clients that others wrote, against a daemon and a Chromium: the checks of `clients/`. `cargo xtask clients`
//! installs them and runs this; it is no part of CI.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use tabwright_testbed::{TestEnv, program};

#[tokio::test]
async fn all_of_the_clients_that_others_wrote() {
    let (node, python) = (installed("CLIENTS_NODE"), installed("CLIENTS_PYTHON"));
    let env = TestEnv::trusting(&[]).await;
    let _browser = env.browser().await;
    let mut run = Command::new(node);
    run.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")).arg("run.mjs");
    run.arg("--program").arg(program()).arg("--python").arg(python);
    run.arg("--home").arg(env.home.moved_to().unwrap());
    run.args(["--port", &env.daemon.port().to_string()]);
    if let Ok(only) = std::env::var("ONLY") {
        run.args(["--only", &only]);
    }
    let passed = tokio::task::spawn_blocking(move || run.status().unwrap().success()).await;
    assert!(passed.unwrap(), "checks fail; their names are above");
}

fn installed(variable: &str) -> String {
    std::env::var(variable).expect("`cargo xtask clients` installs what is needed and runs this")
}
