//! How long imports take: a history, a bookmark file and a table with 100,000 rows each, and what is lost or comes twice
//! when the process is killed at 20 random moments in one of them.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tabwright_bench::figures::{Aim, Report};
use tabwright_knowledge::{Captured, ImportHost, Imports, Library, Politeness};
use tabwright_store::{Store, rusqlite};
use tabwright_wire::knowledge::{
    ImportFilter, ImportJob, ImportState, ImportWhat, KnowledgeStatsParams, StartImportParams,
};
use tabwright_wire::{Bookmark, Problem, ProblemCode, TabId, VisitedPage};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const ROWS: usize = 100_000;
const KILLS: u32 = 20;

/// No browser is there.
#[derive(Debug)]
struct NoBrowser;

fn none() -> Problem {
    Problem {
        code: ProblemCode::NoBrowser,
        title: "No browser is connected".to_owned(),
        fix: String::new(),
    }
}

#[async_trait]
impl ImportHost for NoBrowser {
    async fn until_browser(&self) -> Result<(), Problem> {
        Err(none())
    }

    async fn bookmarks(&self) -> Result<Vec<Bookmark>, Problem> {
        Err(none())
    }

    async fn history(&self) -> Result<Vec<VisitedPage>, Problem> {
        Err(none())
    }

    async fn open_behind(&self, _: Option<TabId>, _: &str) -> Result<TabId, Problem> {
        Err(none())
    }

    async fn read_behind(&self, _: TabId) -> Result<Captured, Problem> {
        Err(none())
    }

    async fn close_behind(&self, _: TabId) {}

    fn is_closed(&self, _: &str) -> bool {
        false
    }
}

/// An import into the store of this folder. What was begun there goes on.
async fn import(folder: &Path, source: Option<ImportWhat>) -> ImportJob {
    let store = Store::open(&folder.join("store.db")).await.expect("it works");
    let library = Library::new(store.clone());
    let imports = Imports::new(library, Arc::new(NoBrowser), Politeness::default());
    let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
    if let Some(source) = source {
        let filter = ImportFilter::default();
        let params = StartImportParams { source, filter, dry_run: false, fetch_contents: false };
        imports.start(params).await.expect("it works");
    }
    imports.run(&tasks, &stopping);
    let job = loop {
        let job = imports.list().await.expect("it works").imports.remove(0);
        if job.state != ImportState::Running {
            break job;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    stopping.cancel();
    tasks.close();
    tasks.wait().await;
    store.close().await;
    job
}

fn title(row: usize) -> String {
    const WORDS: [&str; 24] = [
        "garden",
        "railway",
        "compiler",
        "lifetimes",
        "harbour",
        "recipe",
        "history",
        "weather",
        "museum",
        "bicycle",
        "library",
        "mountain",
        "border",
        "kernel",
        "painting",
        "market",
        "language",
        "orchard",
        "signal",
        "theatre",
        "winter",
        "bridge",
        "letters",
        "engine",
    ];
    let word = |step: usize| WORDS[(row.wrapping_mul(step) + row / 7) % WORDS.len()];
    format!("The {} of the {} and other {} {row}", word(5), word(7), word(11))
}

fn url(row: usize) -> String {
    format!("https://site{}.example/articles/{row}", row % 900)
}

fn history(folder: &Path) -> ImportWhat {
    let profile = folder.join("profile");
    fs::create_dir_all(&profile).expect("it works");
    let mut database = rusqlite::Connection::open(profile.join("History")).expect("it works");
    let all = database.transaction().expect("it works");
    all.execute_batch(
        "CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT, title TEXT, visit_count INTEGER,
             typed_count INTEGER, last_visit_time INTEGER, hidden INTEGER);
         CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, visit_time INTEGER, from_visit INTEGER,
             transition INTEGER, visit_duration INTEGER);",
    )
    .expect("it works");
    for row in 0..ROWS {
        let id = row as i64 + 1;
        let at = 13_350_000_000_000_000 + id * 1_000_000;
        all.prepare_cached("INSERT INTO urls VALUES (?1, ?2, ?3, 2, 0, ?4, 0)")
            .expect("it works")
            .execute((id, url(row), title(row), at))
            .expect("it works");
        for visit in 0..2 {
            all.prepare_cached("INSERT INTO visits VALUES (NULL, ?1, ?2, 0, ?3, 4000000)")
                .expect("it works")
                .execute((id, at - visit * 86_400_000_000, 0x3000_0000_i64))
                .expect("it works");
        }
    }
    all.commit().expect("it works");
    ImportWhat::History { folder: profile.display().to_string() }
}

fn bookmarks(folder: &Path) -> ImportWhat {
    let mut html = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n".to_owned();
    for row in 0..ROWS {
        if row % 100 == 0 {
            let end = if row > 0 { "</DL><p>\n" } else { "" };
            writeln!(html, "{end}<DT><H3>Folder {}</H3>\n<DL><p>", row / 100).expect("it works");
        }
        let at = 1_600_000_000 + row;
        writeln!(
            html,
            "<DT><A HREF=\"{}\" ADD_DATE=\"{at}\" TAGS=\"tag{}\">{}</A>",
            url(row),
            row % 50,
            title(row)
        )
        .expect("it works");
    }
    html += "</DL><p></DL><p>\n";
    written(folder, "bookmarks.html", &html)
}

fn table(folder: &Path) -> ImportWhat {
    let mut table = "title,url,time_added,tags,status\n".to_owned();
    for row in 0..ROWS {
        writeln!(table, "{},{},{},,unread", title(row), url(row), 1_600_000_000 + row)
            .expect("it works");
    }
    written(folder, "pocket.csv", &table)
}

fn written(folder: &Path, name: &str, text: &str) -> ImportWhat {
    let path = folder.join(name);
    fs::write(&path, text).expect("it works");
    ImportWhat::File { path: path.display().to_string() }
}

async fn pages(folder: &Path) -> u32 {
    let store = Store::open(&folder.join("store.db")).await.expect("it works");
    let stats = Library::new(store.clone())
        .stats(KnowledgeStatsParams { group_by: None, limit: None })
        .await
        .expect("it works");
    store.close().await;
    stats.pages
}

/// A process of this program that only goes on with what is in a folder, to be killed: see [`go_on_if_told`].
const GO_ON: &str = "--go-on";

fn go_on(folder: &Path) -> Child {
    let program = env::current_exe().expect("this program");
    Command::new(program).arg(GO_ON).arg(folder).spawn().expect("it starts")
}

/// True where this process is one that only goes on.
pub(crate) async fn go_on_if_told() -> bool {
    let mut arguments = env::args().skip(1);
    if arguments.next().as_deref() != Some(GO_ON) {
        return false;
    }
    let folder = arguments.next().expect("a folder");
    import(Path::new(&folder), None).await;
    true
}

pub(crate) async fn measure(report: &mut Report) {
    type Make = fn(&Path) -> ImportWhat;
    let sources: [(&str, Make); 3] =
        [("history", history), ("bookmarks", bookmarks), ("table", table)];
    let mut seconds = 0.0;
    for (name, make) in sources {
        let folder = tempfile::tempdir().expect("a folder");
        let source = make(folder.path());
        let begun = Instant::now();
        let job = import(folder.path(), Some(source)).await;
        seconds = begun.elapsed().as_secs_f64();
        assert_eq!((job.new_pages, job.known_pages), (ROWS as u64, 0), "{job:?}");
        report.value(&format!("{ROWS} rows of a {name}"), "s", seconds, Aim::Under(60.0));
    }
    killed(report, seconds).await;
}

async fn killed(report: &mut Report, seconds: f64) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = table(folder.path());
    let store = Store::open(&folder.path().join("store.db")).await.expect("a store");
    let library = Library::new(store.clone());
    let filter = ImportFilter::default();
    let params = StartImportParams { source, filter, dry_run: false, fetch_contents: false };
    let imports = Imports::new(library, Arc::new(NoBrowser), Politeness::default());
    imports.start(params).await.expect("it begins");
    store.close().await;
    let mut random = u64::from(std::process::id());
    let mut killed = 0;
    for _ in 0..KILLS {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut child = go_on(folder.path());
        // Somewhere in what is left, so that the last one still finds something to do.
        let share = seconds * 1_000.0 / f64::from(KILLS) * 1.6;
        tokio::time::sleep(Duration::from_millis(30 + random % (share as u64).max(1))).await;
        killed += u32::from(child.try_wait().expect("its state").is_none());
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
    }
    assert!(go_on(folder.path()).wait().expect("its end").success());
    let job = import(folder.path(), None).await;
    let lost = ROWS as f64 - f64::from(pages(folder.path()).await);
    report.value("kill -9 in an import", "times", f64::from(killed), Aim::None);
    report.value("rows that were lost by it", "rows", lost, Aim::Under(0.5));
    report.value("rows that came twice", "rows", job.known_pages as f64, Aim::Under(0.5));
}
