//! A daemon, a real Chromium with our real extension, and a web site: each with a port, a folder
//! and a profile of its own, and gone when the test ends.
//!
//! Owns: starting and ending these, waiting for what happens in them, and showing their logs when
//! a test fails. For tests and benchmarks only.

mod cdp;
mod chromium;
mod daemon;
mod fake_daemon;
mod http;
mod log;
mod peer;
mod resource_baseline;
mod site;
mod terminal;

use std::time::Duration;

use tabwright_client::{Client, Home};
use tabwright_wire::{
    BrowserStatus, Event, GetStatus, LaunchBrowser, LaunchRequest, NoParams, Status,
};

pub use cdp::{Cdp, Session};
pub use chromium::{Chromium, ChromiumOptions, NativeHost, built_extension};
pub use daemon::{DaemonProcess, program};
pub use fake_daemon::{Extension, FakeDaemon};
pub use http::{Answer, request};
pub use peer::{Peer, PeerOptions};
pub use resource_baseline::{ResourceBaseline, pending};
pub use site::Site;
pub use terminal::{Terminal, Typed};

/// Nothing that a test waits for takes this long.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// Everything one test needs.
#[derive(Debug)]
pub struct TestEnv {
    pub daemon: DaemonProcess,
    pub site: Site,
    pub home: Home,
    _folder: tempfile::TempDir,
}

impl TestEnv {
    /// A daemon and a site; browsers as the test wants them.
    pub async fn new() -> Self {
        Self::with_settings(&[]).await
    }

    /// A daemon that asks nobody about anything, and a site: for tests that are not about rules.
    pub async fn trusting(settings: &[(&str, &str)]) -> Self {
        let rule = "[[rule]]\nallow = [\"password\", \"payment\", \"upload\", \"download\", \"send\", \"tab\", \"settings\"]\n";
        Self::of(settings, &[], rule).await
    }

    /// A daemon with these settings, by name, and a site.
    pub async fn with_settings(settings: &[(&str, &str)]) -> Self {
        Self::of(settings, &[], "").await
    }

    /// A daemon with these environment variables, and a site.
    pub async fn with_environment(environment: &[(&str, &str)]) -> Self {
        Self::of(&[], environment, "").await
    }

    async fn of(settings: &[(&str, &str)], environment: &[(&str, &str)], config: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("tabwright-env-").tempdir();
        let folder = folder.expect("a folder for the test");
        let home = Home::at(folder.path().to_owned()).expect("a temporary folder is absolute");
        home.make().expect("the folders are made");
        std::fs::write(home.config_file(), config).expect("the config is written");
        let daemon = DaemonProcess::start_in(&home, 0, settings, environment).await;
        Self { daemon, site: Site::start().await, home, _folder: folder }
    }

    /// A Chromium with the extension, connected.
    pub async fn browser(&self) -> Chromium {
        let browser = self.launch(ChromiumOptions::default()).await;
        self.until_connected().await;
        browser
    }

    /// A Chromium that the daemon itself has started, connected; the address at which a test plays the person in it.
    /// Whoever starts it ends it, with `QuitBrowser`.
    pub async fn our_own_browser(&self) -> String {
        std::os::unix::fs::symlink(built_extension(), self.home.extension())
            .expect("a new home has no extension yet");
        let request = LaunchRequest {
            headless: true,
            args: vec!["--disable-quic".to_owned(), "--remote-debugging-port=0".to_owned()],
            ..LaunchRequest::default()
        };
        let launched = self.client().await.call::<LaunchBrowser>(&request).await;
        launched.expect("a browser can be started");
        self.until_connected().await;
        // Written before the browser loads any extension.
        let active = std::fs::read_to_string(self.home.profile().join("DevToolsActivePort"));
        let active = active.expect("the browser tells its port");
        let (port, path) = active.trim().split_once('\n').expect("port and path");
        format!("ws://127.0.0.1:{port}{path}")
    }

    /// A Chromium that may or may not connect.
    pub async fn launch(&self, options: ChromiumOptions) -> Chromium {
        Chromium::launch(&self.home, options).await
    }

    pub async fn client(&self) -> Client {
        tabwright_client::running(&self.home).await.expect("the daemon runs")
    }

    pub async fn status(&self) -> Status {
        self.client()
            .await
            .call::<GetStatus>(&NoParams {})
            .await
            .expect("a daemon tells its status")
    }

    /// The first connected browser, as soon as there is one.
    pub async fn until_connected(&self) -> BrowserStatus {
        let found = self.until("a browser is connected", |event| match event {
            Event::BrowserConnected { browser } => Some(browser.clone()),
            _ => None,
        });
        found.await
    }

    /// Waits for an event, among those that have happened since the daemon's start too.
    pub async fn until<T>(&self, what: &str, wanted: impl Fn(&Event) -> Option<T>) -> T {
        self.after(0, what, wanted).await
    }

    /// Waits for an event later than the one with this id.
    pub async fn after<T>(&self, id: u64, what: &str, wanted: impl Fn(&Event) -> Option<T>) -> T {
        let client = self.client().await;
        let mut events = client.events("test", Some(id)).await.expect("events");
        let search = async {
            while let Some(record) = events.next().await {
                if let Some(found) = wanted(&record.event) {
                    return found;
                }
            }
            panic!("the daemon went away while we waited until {what}");
        };
        within(what, search).await
    }

    /// The id of the newest event: what comes after it is new.
    pub async fn now(&self) -> u64 {
        self.status().await.last_event
    }

    /// Waits until the daemon's status is as wanted.
    pub async fn until_status(&self, what: &str, wanted: impl Fn(&Status) -> bool) -> Status {
        let client = self.client().await;
        let search = async {
            loop {
                let status = client
                    .call::<GetStatus>(&NoParams {})
                    .await
                    .expect("a daemon tells its status");
                if wanted(&status) {
                    return status;
                }
                tokio::task::yield_now().await;
            }
        };
        within(what, search).await
    }

    /// A request to the daemon, with the right host and token.
    pub async fn api(&self, method: &str, path: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token());
        request(self.daemon.port(), method, path, &[("Authorization", &bearer)], "").await
    }

    pub async fn post(&self, path: &str, body: serde_json::Value) -> Answer {
        let bearer = format!("Bearer {}", self.token());
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        request(self.daemon.port(), "POST", path, &headers, &body.to_string()).await
    }

    /// The person's token.
    #[must_use]
    pub fn token(&self) -> String {
        read_token(&self.home.token_file())
    }

    /// The token that any agent may use.
    #[must_use]
    pub fn agent_token(&self) -> String {
        read_token(&self.home.agent_token_file())
    }
}

fn read_token(path: &std::path::Path) -> String {
    let token = std::fs::read_to_string(path);
    token.expect("the daemon has made a token").trim().to_owned()
}

/// What does not happen in time is a failure that names it.
pub async fn within<F: Future>(what: &str, work: F) -> F::Output {
    match tokio::time::timeout(TIMEOUT, work).await {
        Ok(output) => output,
        Err(_) => panic!("waited {} s in vain until {what}", TIMEOUT.as_secs()),
    }
}

/// The number of the last line with these words that has one, in the text of snapshots. What is gone is not meant.
#[must_use]
pub fn number_of(text: &str, words: &str) -> Option<u32> {
    let is_meant =
        |line: &&str| line.contains(words) && line.contains('[') && !line.starts_with("- ");
    let line = text.lines().rev().find(is_meant)?;
    line.split_once('[')?.1.split_once(']')?.0.parse().ok()
}
