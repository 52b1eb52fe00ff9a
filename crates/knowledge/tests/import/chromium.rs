//! The files of a real Chromium, made by itself, read while it runs.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tabwright_knowledge::import::ImportFile;
use tabwright_machine::Machine;
use tabwright_store::rusqlite::Connection;
use tabwright_testbed::{Cdp, TIMEOUT};

use crate::env::{Imported, import};

/// A site: a page with a frame, one that redirects to it, and nothing else.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4_096];
            let count = stream.read(&mut request).unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..count]);
            let path = request.split_whitespace().nth(1).unwrap_or("/");
            let answer = match path {
                "/moved" => {
                    "HTTP/1.1 302 Found\r\nLocation: /page\r\nContent-Length: 0\r\n\r\n".to_owned()
                }
                path => {
                    let frame = if path == "/page" { "<iframe src=/frame></iframe>" } else { "" };
                    let html = format!("<!doctype html><title>This is {path}</title>{frame}");
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
                    format!("{head}Content-Length: {}\r\n\r\n{html}", html.len())
                }
            };
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

struct Browser(Child);

impl Browser {
    fn start(user_data: &Path) -> Self {
        let wanted = std::env::var("TABWRIGHT_BROWSER").ok();
        let program = tabwright_machine::choose(&Machine::this(), wanted.as_deref());
        let mut command = Command::new(program.expect("a Chromium to test with"));
        command.args([
            "--headless=new",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ]);
        command.args(["--disable-component-update", "--disable-sync", "--remote-debugging-port=0"]);
        if rustix::process::geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        command.arg(format!("--user-data-dir={}", user_data.display())).arg("about:blank");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Self(command.spawn().expect("Chromium starts"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What comes of it, as soon as there is something.
async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < TIMEOUT, "waited in vain until {what}");
        // A file of another process tells nobody when it changes.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn history_and_bookmarks_of_a_running_chromium_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("Default");
    let browser = Browser::start(folder.path());
    let site = format!("http://127.0.0.1:{}", serve());
    let active = until("Chromium is up", || {
        let active = std::fs::read_to_string(folder.path().join("DevToolsActivePort")).ok()?;
        let (port, path) = active.trim().split_once('\n')?;
        Some(format!("ws://127.0.0.1:{port}{path}"))
    });
    let cdp = Cdp::connect(&active.await).await;
    let open = async |url: &str| {
        let created = cdp.call("Target.createTarget", json!({ "url": url })).await;
        cdp.attach(created["targetId"].as_str().expect("a target").to_owned()).await
    };
    for path in ["/one", "/moved", "/one"] {
        let tab = open(&format!("{site}{path}")).await;
        tab.until("document.readyState === 'complete' && document.title.startsWith('This is')")
            .await;
    }
    let manager = open("chrome://bookmarks/").await;
    manager.until("globalThis.chrome?.bookmarks?.create !== undefined").await;
    let bookmark =
        json!({ "parentId": "1", "title": "Kept — grün", "url": format!("{site}/kept") });
    manager.evaluate(&format!(
        "new Promise(done => chrome.bookmarks.create({{ parentId: '1', title: 'Reading' }}, folder =>
            chrome.bookmarks.create({{ ...{bookmark}, parentId: folder.id }}, done)))"
    ))
    .await;

    let history = ImportFile::History(profile.clone());
    // Chromium writes what was visited after some seconds.
    let visited = until("the history is written", || {
        if !profile.join("History").is_file() {
            return None;
        }
        let imported: Imported = import(history.clone());
        imported.pages.iter().any(|page| page.url.ends_with("/page")).then_some(imported)
    });
    let visited = visited.await;
    let locked = Connection::open(profile.join("History")).unwrap();
    let refused = locked.query_row("SELECT count(*) FROM urls", (), |_| Ok(()));
    assert!(
        refused.is_err_and(|error| error.to_string().contains("locked")),
        "the browser still has it"
    );
    let one = visited.page(&format!("{site}/one"));
    assert_eq!((one.title.as_str(), one.visit_count, one.visits.len()), ("This is /one", 2, 2));
    assert_eq!(visited.page(&format!("{site}/page")).title, "This is /page");
    let urls = visited.urls();
    assert!(!urls.iter().any(|url| url.ends_with("/moved") || url.ends_with("/frame")), "{urls:?}");
    assert!(visited.failed.is_empty(), "{:?}", visited.failed);

    let bookmarks = until("the bookmarks are written", || {
        profile.join("Bookmarks").is_file().then(|| import(ImportFile::Bookmarks(profile.clone())))
    });
    let bookmarks = bookmarks.await;
    let kept = bookmarks.page(&format!("{site}/kept"));
    assert_eq!(
        (kept.title.as_str(), &kept.folders[..]),
        ("Kept — grün", &[vec!["Reading".to_owned()]][..])
    );
    assert!(kept.added_ms.is_some());
    drop(browser);
}
