//! Playwright, Puppeteer and bare CDP through the relay: the cases of `conformance/`, all of which
//! pass directly against Chromium. What cannot pass through an extension is named there, with the
//! reason, in `known.json`; the run fails when that list is no longer true.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use tabwright_testbed::Bed;

/// Cases by theme that need neither a quick machine nor a tab in front.
const CORE: &str = "^(locators|scripts|storage|puppeteer-pages): ";

#[tokio::test]
async fn the_core_of_the_suite() {
    through_the_relay(CORE).await;
}

#[tokio::test]
async fn all_of_the_suite() {
    let only = std::env::var("ONLY").unwrap_or_else(|_| ".".to_owned());
    through_the_relay(&only).await;
}

async fn through_the_relay(only: &str) {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    assert!(
        suite.join("node_modules").is_dir(),
        "the suite has no packages: `cargo xtask test` installs them"
    );
    let bed = Bed::new().await;
    let browser = bed.browser().await;
    let url = bed.client().await.cdp_url();
    let http_url = url.replacen("ws:", "http:", 1).replacen("/cdp", "/", 1);
    let mut run = Command::new("node");
    run.current_dir(suite).args(["run.mjs", "--url", &url, "--http-url", &http_url]).args([
        "--person-url",
        browser.cdp_url(),
        "--known",
        "known.json",
        "--only",
        only,
    ]);
    if let Ok(file) = std::env::var("JSON") {
        run.args(["--json", &file]);
    }
    let passed = tokio::task::spawn_blocking(move || run.status().unwrap().success()).await;
    assert!(passed.unwrap(), "cases fail through the relay; their names are above");
}
