//! Playwright, Puppeteer and bare CDP through the relay: the cases of `conformance/`, all of which
//! pass directly against Chromium. What cannot pass through an extension is named there, with the
//! reason, in `known.json`; the run fails when that list is no longer true.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use tabwright_testbed::TestEnv;
use tabwright_wire::{NoParams, QuitBrowser};

/// Cases by theme that need neither a quick machine nor a tab in front.
const CORE: &str = "^(in-a-row|locators|popups|scripts|storage|puppeteer-pages): ";

/// What only a browser that Tabwright started can do, beside the core.
const PIPED: &str = "^(in-a-row|locators|navigation|popups|scripts|storage|puppeteer-pages): |context|trace|ermission|geolocation";

#[tokio::test]
async fn the_core_of_the_suite() {
    through_the_relay(Whose::Persons, CORE).await;
}

#[tokio::test]
async fn the_core_in_a_browser_of_our_own() {
    through_the_relay(Whose::Ours, PIPED).await;
}

#[tokio::test]
async fn all_of_the_suite() {
    through_the_relay(Whose::Persons, &only()).await;
}

#[tokio::test]
async fn all_of_the_suite_in_a_browser_of_our_own() {
    through_the_relay(Whose::Ours, &only()).await;
}

fn only() -> String {
    std::env::var("ONLY").unwrap_or_else(|_| ".".to_owned())
}

#[derive(Clone, Copy, PartialEq)]
enum Whose {
    /// Only the extension reaches it.
    Persons,
    /// As `tabwright up` starts it, with a debugging pipe.
    Ours,
}

async fn through_the_relay(whose: Whose, only: &str) {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    assert!(
        suite.join("node_modules").is_dir(),
        "the suite has no packages: `cargo xtask test` installs them"
    );
    let env = TestEnv::trusting(&[]).await;
    let mut persons = None;
    let (person_url, known) = match whose {
        Whose::Persons => {
            let browser = persons.insert(env.browser().await);
            (browser.cdp_url().to_owned(), "known.json")
        }
        Whose::Ours => (env.our_own_browser().await, "known-up.json"),
    };
    let url = env.client().await.cdp_url();
    let http_url = url.replacen("ws:", "http:", 1).replacen("/cdp", "/", 1);
    let mut run = Command::new("node");
    run.current_dir(suite).args(["run.mjs", "--url", &url, "--http-url", &http_url]).args([
        "--person-url",
        &person_url,
        "--known",
        known,
        "--only",
        only,
    ]);
    if let Ok(times) = std::env::var("TIMES") {
        run.args(["--times", &times]);
    }
    if let Ok(file) = std::env::var("JSON") {
        run.args(["--json", &file]);
    }
    let passed = tokio::task::spawn_blocking(move || run.status().unwrap().success()).await;
    if whose == Whose::Ours {
        env.client().await.call::<QuitBrowser>(&NoParams {}).await.unwrap();
    }
    assert!(passed.unwrap(), "cases fail through the relay; their names are above");
}
