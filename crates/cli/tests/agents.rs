//! Agents in a real Chromium: a client of the Model Context Protocol drives everything that the
//! server offers, on stdio and over HTTP. The cases are those of `conformance/agents`, one test for
//! each theme, and each with a daemon and a browser of its own.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use tabwright_testbed::{TestEnv, program};
use tabwright_wire::{NoParams, QuitBrowser, StopDaemon};

#[tokio::test]
async fn tools() {
    with_browser("tools", &[]).await;
}

#[tokio::test]
async fn execute() {
    with_browser("execute", &[]).await;
}

#[tokio::test]
async fn several() {
    with_browser("several", &[]).await;
}

#[tokio::test]
async fn standby() {
    with_browser("standby", &[("client_mode", "single")]).await;
}

#[tokio::test]
async fn restart() {
    with_browser("restart", &[]).await;
}

#[tokio::test]
async fn restart_beside_a_browser_of_our_own() {
    let env = TestEnv::new().await;
    keep_settings(&env, &[]);
    let person = env.our_own_browser().await;
    prove("restart-up", env, Some(&person), None).await;
}

#[tokio::test]
async fn no_browser() {
    let env = TestEnv::new().await;
    prove("no-browser", env, None, None).await;
}

#[tokio::test]
async fn policy() {
    with_browser("policy", &[]).await;
}

#[tokio::test]
async fn no_answer() {
    with_browser("no-answer", &[("ask_timeout_s", "1")]).await;
}

#[tokio::test]
async fn hostile() {
    with_browser("hostile", &[]).await;
}

#[tokio::test]
async fn log() {
    with_browser("log", &[]).await;
}

async fn with_browser(theme: &str, settings: &[(&str, &str)]) {
    let env = TestEnv::with_settings(settings).await;
    keep_settings(&env, settings);
    let browser = env.browser().await;
    prove(theme, env, Some(browser.cdp_url()), Some(&browser.downloads())).await;
}

/// Cases kill the daemon, and agents or the extension start it again: with the same settings and
/// at the same port, if the config file has them.
fn keep_settings(env: &TestEnv, settings: &[(&str, &str)]) {
    let mut text = format!("port = {}\n", env.daemon.port());
    for (name, value) in settings {
        let _ = match value.parse::<u32>() {
            Ok(number) => writeln!(text, "{name} = {number}"),
            Err(_) => writeln!(text, "{name} = \"{value}\""),
        };
    }
    std::fs::write(env.home.config_file(), text).unwrap();
}

/// Runs the cases of a theme. `ONLY` picks some of them.
async fn prove(theme: &str, env: TestEnv, person: Option<&str>, downloads: Option<&Path>) {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    assert!(
        suite.join("node_modules/@modelcontextprotocol").is_dir(),
        "the suite has no packages: `cargo xtask test` installs them"
    );
    let mut run = Command::new("node");
    run.current_dir(suite).args(["agents/run.mjs", "--theme", theme]);
    run.arg("--program").arg(program());
    run.arg("--home").arg(env.home.moved_to().unwrap());
    run.args(["--port", &env.daemon.port().to_string()]);
    if let Some(person) = person {
        run.args(["--person-url", person]);
    }
    if let Some(downloads) = downloads {
        run.arg("--downloads").arg(downloads);
    }
    if let Ok(only) = std::env::var("ONLY") {
        run.args(["--only", &only]);
    }
    let passed = tokio::task::spawn_blocking(move || run.status().unwrap().success()).await;
    // It may be another daemon by now, which nobody else would end.
    if let Ok(client) = tabwright_client::running(&env.home).await {
        client.call::<QuitBrowser>(&NoParams {}).await.unwrap();
        client.call::<StopDaemon>(&NoParams {}).await.unwrap();
        tabwright_client::until_stopped(&env.home).await;
    }
    assert!(passed.unwrap(), "cases of {theme} fail; their names are above");
}
