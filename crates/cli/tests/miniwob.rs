//! The MiniWoB++ tasks, solved through the verbs by `miniwob/`; the reward is the page's own.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use tabwright_testbed::TestEnv;
use tabwright_wire::{AddRemoteBrowser, RemoteBrowser};

#[tokio::test]
async fn every_task_once_through_the_extension() {
    solve(Way::Extension, "3").await;
}

#[tokio::test]
async fn every_task_once_over_cdp() {
    solve(Way::Cdp, "4").await;
}

#[tokio::test]
async fn all_of_the_suite_of_tasks_through_the_extension() {
    solve(Way::Extension, &seeds()).await;
}

#[tokio::test]
async fn all_of_the_suite_of_tasks_over_cdp() {
    solve(Way::Cdp, &seeds()).await;
}

fn seeds() -> String {
    std::env::var("SEEDS").unwrap_or_else(|_| "1-5".to_owned())
}

#[derive(PartialEq)]
enum Way {
    Extension,
    Cdp,
}

async fn solve(way: Way, seeds: &str) {
    let env = TestEnv::trusting(&[]).await;
    let browser = env.browser().await;
    let mut driver = Command::new("node");
    driver
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../miniwob"))
        .args(["run.mjs", "--token", &env.token(), "--port", &env.daemon.port().to_string()])
        .args(["--pages", concat!(env!("CARGO_TARGET_TMPDIR"), "/miniwob"), "--seeds", seeds]);
    if way == Way::Cdp {
        let far = RemoteBrowser { name: "far".to_owned(), url: browser.cdp_url().to_owned() };
        env.client().await.call::<AddRemoteBrowser>(&far).await.unwrap();
        driver.args(["--browser", "far"]);
    }
    if let Ok(only) = std::env::var("ONLY") {
        driver.args(["--only", &only]);
    }
    let status = tokio::task::spawn_blocking(move || driver.status().expect("Node runs")).await;
    assert!(status.unwrap().success(), "not every task was rewarded; the lines above say which");
}
