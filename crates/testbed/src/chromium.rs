//! A headless Chromium with our extension, as a person would have it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use tabwright_client::Home;
use tabwright_machine::{Launch, Machine, Running, native_host};
use tabwright_wire::extension_origin;

use crate::cdp::{Cdp, Session};
use crate::daemon::program;
use crate::log::Log;
use crate::within;

#[derive(Debug, Default)]
pub struct ChromiumOptions {
    pub native_host: NativeHost,
    /// A profile that was used before.
    pub profile: Option<PathBuf>,
    pub args: Vec<String>,
}

#[derive(Debug, Default)]
pub enum NativeHost {
    /// `tabwright native-host`, with the home of the env.
    #[default]
    Real,
    /// None: the extension must be paired by hand.
    Missing,
    /// Another program in its place.
    Fake(PathBuf),
}

#[derive(Debug)]
pub struct Chromium {
    running: Option<Running>,
    pub cdp: Cdp,
    cdp_url: String,
    log: Log,
    profile: PathBuf,
    _folder: Option<tempfile::TempDir>,
}

/// The extension as `npm run build` left it.
#[must_use]
pub fn built_extension() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension/.output/chrome-mv3");
    path.canonicalize().expect("the extension is built: `cargo xtask build` does it")
}

/// Files that a test downloads lie beside its profile: the person's own folder is no place for them.
fn keep_downloads_apart(profile: &Path) {
    let preferences = profile.join("Default/Preferences");
    if preferences.exists() {
        return;
    }
    let folder = downloads_of(profile);
    let settings = serde_json::json!({
        "download": { "default_directory": folder, "prompt_for_download": false },
        // In a profile that has preferences, Chrome lets an unpacked extension come back from a
        // reload only in developer mode.
        "extensions": { "ui": { "developer_mode": true } },
    });
    std::fs::create_dir_all(profile.join("Default")).expect("a profile");
    std::fs::create_dir_all(&folder).expect("a folder for downloads");
    std::fs::write(preferences, settings.to_string()).expect("preferences");
}

fn downloads_of(profile: &Path) -> PathBuf {
    profile.join("downloads")
}

impl Chromium {
    pub(crate) async fn launch(home: &Home, options: ChromiumOptions) -> Self {
        let (profile, folder) = match options.profile {
            Some(profile) => (profile, None),
            None => {
                let folder = tempfile::Builder::new().prefix("tabwright-chromium-").tempdir();
                let folder = folder.expect("a folder for the profile");
                (folder.path().to_owned(), Some(folder))
            }
        };
        let launcher = match options.native_host {
            NativeHost::Missing => None,
            NativeHost::Fake(launcher) => Some(launcher),
            NativeHost::Real => {
                let home_of_its_own = home.moved_to();
                let launcher =
                    native_host::write_launcher(home.data(), &program(), home_of_its_own);
                Some(launcher.expect("a launcher"))
            }
        };
        keep_downloads_apart(&profile);
        if let Some(launcher) = launcher {
            native_host::register(&profile, &launcher).expect("a manifest");
        }
        let wanted = std::env::var("TABWRIGHT_BROWSER").ok();
        let mut args = vec!["--remote-debugging-port=0".to_owned(), "--disable-quic".to_owned()];
        args.extend(options.args);
        let launch = Launch {
            executable: tabwright_machine::choose(&Machine::this(), wanted.as_deref())
                .expect("a Chromium to test with"),
            extension: built_extension(),
            user_data: profile.clone(),
            headless: true,
            sandboxed: !rustix::process::geteuid().is_root(),
            display: BTreeMap::new(),
            args,
            log: tabwright_machine::Log::Pipe,
            pipe: None,
        };
        let mut running = launch.start().expect("Chromium starts");
        let log = Log::of("chromium", running.stderr().expect("piped"));
        let listening = |line: &str| line.strip_prefix("DevTools listening on ").map(str::to_owned);
        let url = within("Chromium is up", log.until(listening)).await;
        let cdp = Cdp::connect(&url).await;
        Self { running: Some(running), cdp, cdp_url: url, log, profile, _folder: folder }
    }

    /// Chromium's own CDP address, which no person's browser has open.
    #[must_use]
    pub fn cdp_url(&self) -> &str {
        &self.cdp_url
    }

    /// Where it puts what is downloaded.
    #[must_use]
    pub fn downloads(&self) -> PathBuf {
        downloads_of(&self.profile)
    }

    #[must_use]
    pub fn profile(&self) -> &Path {
        &self.profile
    }

    /// Opens a page in a new tab; it may still be loading.
    pub async fn begin_open(&self, url: &str) -> Session {
        let created = self.cdp.call("Target.createTarget", json!({ "url": url })).await;
        let target = created["targetId"].as_str().expect("a target id").to_owned();
        self.cdp.attach(target).await
    }

    /// Opens a page in a new tab, and waits until it has loaded.
    pub async fn open(&self, url: &str) -> Session {
        let page = self.begin_open(url).await;
        let href = serde_json::to_string(url).expect("a string is JSON");
        page.until(&format!(
            "document.readyState === 'complete' && location.href.startsWith({href})"
        ))
        .await;
        page
    }

    /// One of the extension's own pages, as a tab.
    pub async fn open_extension_page(&self, path: &str) -> Session {
        // Before its worker runs the extension may not be loaded, and its pages not be there.
        self.worker_target().await;
        self.open(&format!("{}/{path}", extension_origin())).await
    }

    /// The extension's service worker.
    pub async fn worker(&self) -> Session {
        self.cdp.attach(self.worker_target().await).await
    }

    /// Stops the service worker as Chrome does when it has been idle.
    pub async fn stop_worker(&self) {
        let target = self.worker_target().await;
        self.cdp.call("Target.closeTarget", json!({ "targetId": target })).await;
        self.cdp.until_gone(&target).await;
    }

    async fn worker_target(&self) -> String {
        self.cdp
            .target("the extension's worker", |info| {
                let ours =
                    info["url"].as_str().is_some_and(|url| url.starts_with(&extension_origin()));
                info["type"] == "service_worker" && ours
            })
            .await
    }

    /// `kill -9`, with all its processes.
    pub async fn kill(mut self) {
        if let Some(running) = self.running.take() {
            running.kill().await;
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.log.show_if_failing();
        let pid = self.running.as_ref().and_then(|running| i32::try_from(running.pid()).ok());
        if let Some(pid) = pid.and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }
}
