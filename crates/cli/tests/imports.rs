//! `tabwright import` and `tabwright export`: with a real daemon that is killed, and a real browser.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tabwright_testbed::{Terminal, TestEnv, within};

const KILLS: usize = 20;

fn table(rows: usize) -> String {
    let mut table = "title,url,time_added,tags,status\n".to_owned();
    for row in 0..rows {
        let (site, at) = (row % 13, 1_700_000_000 + row);
        writeln!(table, "Page {row},https://site{site}.example/{row},{at},,unread").unwrap();
    }
    table
}

/// The newest import.
async fn import_of(env: &TestEnv) -> Value {
    env.api("GET", "/api/v1/knowledge/imports").await.json()["imports"][0].clone()
}

#[tokio::test]
async fn an_import_survives_twenty_kills_with_nothing_lost_and_nothing_twice() {
    const ROWS: usize = 2_000;
    let mut env = TestEnv::trusting(&[]).await;
    let terminal = Terminal::of(&env);
    let mut random = std::process::id() as usize;
    let (mut kills, mut imports) = (0, 0);
    // A fast machine needs more than one import to be killed so often.
    while kills < KILLS || imports == 0 {
        imports += 1;
        let name = format!("pocket{imports}.csv");
        let table = table(ROWS).replace("https://site", &format!("https://of{imports}.site"));
        fs::write(terminal.folder().join(&name), table).unwrap();
        terminal.json(&["import", &name, "--detach"]).await;
        let job = loop {
            let begun = import_of(&env).await;
            if begun["state"] != "running" {
                break begun;
            }
            if kills == KILLS {
                continue;
            }
            // Killed at once, or after some more rows: other at every run.
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let wanted = begun["rows"].as_u64().unwrap() + (random >> 33) as u64 % 300;
            within("rows are read", async {
                while import_of(&env).await["rows"].as_u64().unwrap() < wanted.min(ROWS as u64) {}
            })
            .await;
            kills += usize::from(import_of(&env).await["state"] == "running");
            env.daemon.kill().await;
            env.daemon.restart().await;
        };
        let told = (&job["state"], &job["rows"], &job["newPages"], &job["knownPages"]);
        assert_eq!(told, (&json!("done"), &json!(ROWS), &json!(ROWS), &json!(0)), "{job:#}");
    }
    terminal.says(&["export", "all.json"]).await;
    let exported = fs::read_to_string(terminal.folder().join("all.json")).unwrap();
    let urls: Vec<String> = exported
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["url"].as_str().unwrap().to_owned()
        })
        .collect();
    let distinct: BTreeSet<&String> = urls.iter().collect();
    assert_eq!((urls.len(), distinct.len()), (ROWS * imports, ROWS * imports));
}

#[tokio::test]
async fn the_command_line_imports_lists_and_exports() {
    let env = TestEnv::trusting(&[]).await;
    let terminal = Terminal::of(&env);
    let folder = terminal.folder();
    let broken = "Broken,no address,1,,\n";
    fs::write(folder.join("pocket.csv"), table(30) + broken).unwrap();

    let trial =
        terminal.says(&["import", "pocket.csv", "--dry-run", "--site", "site3.example"]).await;
    assert!(trial.contains("counted only") && trial.contains("3 pages are new"), "{trial}");
    assert_eq!(terminal.json(&["library"]).await["stats"]["pages"], 0);
    let said = terminal.says(&["import", "pocket.csv"]).await;
    assert!(said.contains("pocket.csv: done") && said.contains("30 pages are new"), "{said}");
    assert!(said.contains("1 rows could not be read") && said.contains("--failures 2"), "{said}");
    let failures = terminal.says(&["import", "--failures", "2"]).await;
    assert!(failures.contains("no address"), "{failures}");
    let list = terminal.json(&["import", "--list"]).await;
    assert_eq!(list["imports"].as_array().unwrap().len(), 2);
    let ended = terminal.run(&["import", "--pause", "2"]).await;
    assert!(ended.code != 0 && ended.err.contains("has ended"), "{}", ended.err);
    let missing = terminal.run(&["import", "no-such-thing"]).await;
    assert!(
        missing.code != 0 && missing.err.contains("neither a file nor a browser"),
        "{}",
        missing.err
    );
    let sources = terminal.says(&["import"]).await;
    assert!(sources.contains("import FILE"), "{sources}");

    assert_eq!(terminal.says(&["export", "all.json"]).await, "Wrote 30 pages to all.json.\n");
    let again = terminal.run(&["export", "all.json"]).await;
    assert!(again.code != 0 && again.err.contains("exists already"), "{}", again.err);
    terminal.says(&["export", "all.json", "--force"]).await;
    terminal.says(&["export", "notes", "--format", "markdown"]).await;
    assert_eq!(fs::read_dir(folder.join("notes")).unwrap().count(), 30);
    assert_ne!(terminal.run(&["export", "notes", "--format", "markdown"]).await.code, 0);
    terminal.says(&["export", "bookmarks.html", "--format", "bookmarks"]).await;
    let back = terminal.json(&["import", "bookmarks.html"]).await;
    assert_eq!(
        (&back["imports"][0]["rows"], &back["imports"][0]["knownPages"]),
        (&json!(30), &json!(30))
    );
    let left: Vec<_> = fs::read_dir(folder).unwrap().flatten().map(|it| it.file_name()).collect();
    assert_eq!(left.len(), 4, "nothing half written is left: {left:?}");

    // The log tells that something was imported, and not what.
    let log = terminal.says(&["log", "--json"]).await;
    assert!(log.contains("import 2 begins") && log.contains("export"), "{log}");
    assert!(!log.contains("site3") && !log.contains("pocket"), "{log}");
}

const LIGHTHOUSE: &str = "<html><head><title>Lighthouses</title><meta name=description content=Lighthouses></head>
    <body><main><article><h1>Lighthouses</h1><p>A lighthouse of the northern coast was lit by whale oil until the \
    keepers were given lamps that burned kerosene, which needed far less care during the night.</p><p>Each keeper \
    wrote a book of the weather and of the ships that passed, and these books are read by historians of the \
    climate today, because nobody else wrote down the wind four times a day for so many years.</p></article></main>
    </body></html>";

#[tokio::test]
async fn a_real_browser_tells_its_bookmarks_and_reads_their_pages() {
    let env = TestEnv::trusting(&[]).await;
    let browser = env.browser().await;
    let terminal = Terminal::of(&env);
    let url = env.site.put("lighthouse", LIGHTHOUSE);
    let visited = env.site.put("harbour", "<title>The harbour</title><p>Ships.</p>");
    browser.open(&visited).await.close().await;
    terminal.says(&["bookmark", &url, "--title", "About lamps", "--folder", "Coast"]).await;
    terminal.says(&["library", "--allow-host", "127.0.0.1"]).await;
    let tabs = terminal.json(&["tabs"]).await["tabs"].as_array().unwrap().len();

    let kept = terminal.json(&["import", "browser", "--bookmarks", "--contents"]).await;
    let job = &kept["imports"][0];
    assert_eq!((&job["state"], &job["contentsRead"]), (&json!("done"), &json!(1)), "{kept:#}");
    let found = terminal.json(&["search", "kerosene"]).await;
    assert_eq!(found["hits"][0]["page"]["url"], url, "{found:#}");
    let page = terminal.json(&["page", &found["hits"][0]["page"]["id"].to_string()]).await;
    assert_eq!(page["topics"][0], json!(["Coast"]), "{page:#}");
    terminal.json(&["import", "browser", "--history"]).await;
    let harbour = terminal.json(&["search", "harbour"]).await;
    assert_eq!(harbour["hits"][0]["page"]["url"], visited, "{harbour:#}");
    assert_eq!(harbour["hits"][0]["page"]["visits"], 1);
    within("the tab of the import is closed", async {
        while terminal.json(&["tabs"]).await["tabs"].as_array().unwrap().len() > tabs {}
    })
    .await;
    // Its own files tell the same once more, and more exactly.
    let profile = browser.profile().join("Default").display().to_string();
    let both = within("Chromium has written its files", async {
        loop {
            let told = terminal.run(&["import", &profile, "--json"]).await;
            let told: Value = serde_json::from_str(&told.out).unwrap_or_default();
            let rows = told["imports"].as_array().map_or(0, |jobs| {
                jobs.iter().filter(|job| job["rows"].as_u64().unwrap() > 0).count()
            });
            if rows == 2 {
                return told;
            }
            // A file of another process tells nobody when it changes.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    })
    .await;
    for job in both["imports"].as_array().unwrap() {
        assert_eq!((&job["state"], &job["failedRows"]), (&json!("done"), &json!(0)), "{both:#}");
    }
    let harbour = terminal.json(&["search", "harbour"]).await;
    assert_eq!(harbour["hits"][0]["page"]["visits"], 1, "a visit that is told twice is one");
    let log = terminal.says(&["log"]).await;
    let of_import: Vec<&str> = log.lines().filter(|line| line.contains("import")).collect();
    assert!(!of_import.is_empty());
    assert!(!of_import.iter().any(|line| line.contains("lighthouse")), "{of_import:?}");
}
