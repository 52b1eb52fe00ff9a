//! Imports as jobs: whole files become pages that are found, once each, whatever happens meanwhile.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tabwright_knowledge::address::normalize;
use tabwright_knowledge::import::{Cursor, ImportFile, ImportOptions};
use tabwright_knowledge::{Captured, ImportHost, Imports, Library, Politeness};
use tabwright_store::Store;
use tabwright_testbed::within;
use tabwright_wire::knowledge::{
    ChangeImportParams, ChangeKnowledgeParams, ForgetParams, ImportChange, ImportFilter, ImportJob,
    ImportState, ImportWhat, KnowledgeStatsParams, SearchParams, StartImportParams,
};
use tabwright_wire::{Bookmark, Problem, ProblemCode, TabId, VisitedPage};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A browser that shows what a test gives it.
#[derive(Debug)]
struct FakeBrowser {
    pages: HashMap<String, Captured>,
    bookmarks: Mutex<Vec<Bookmark>>,
    history: Vec<VisitedPage>,
    closed: Vec<&'static str>,
    /// What was asked of it, in order.
    asked: Mutex<Vec<String>>,
    open: Mutex<Option<String>>,
    /// So many pages may be opened.
    may_open: Semaphore,
}

impl Default for FakeBrowser {
    fn default() -> Self {
        Self {
            pages: HashMap::new(),
            bookmarks: Mutex::default(),
            history: Vec::new(),
            closed: Vec::new(),
            asked: Mutex::default(),
            open: Mutex::default(),
            may_open: Semaphore::new(1_000),
        }
    }
}

impl FakeBrowser {
    fn note(&self, what: &str) {
        self.asked.lock().unwrap().push(what.to_owned());
    }
}

#[async_trait]
impl ImportHost for FakeBrowser {
    async fn until_browser(&self) -> Result<(), Problem> {
        Ok(())
    }

    async fn bookmarks(&self) -> Result<Vec<Bookmark>, Problem> {
        Ok(self.bookmarks.lock().unwrap().clone())
    }

    async fn history(&self) -> Result<Vec<VisitedPage>, Problem> {
        Ok(self.history.clone())
    }

    async fn open_behind(&self, tab: Option<TabId>, url: &str) -> Result<TabId, Problem> {
        self.may_open.acquire().await.unwrap().forget();
        self.note(url);
        if !self.pages.contains_key(url) {
            return Err(Problem {
                code: ProblemCode::BrowserTimeout,
                title: "The page did not load".to_owned(),
                fix: String::new(),
            });
        }
        *self.open.lock().unwrap() = Some(url.to_owned());
        Ok(tab.unwrap_or(TabId(7)))
    }

    async fn read_behind(&self, _: TabId) -> Result<Captured, Problem> {
        let url = self.open.lock().unwrap().clone().unwrap();
        Ok(self.pages[&url].clone())
    }

    async fn close_behind(&self, _: TabId) {
        self.note("close");
    }

    fn is_closed(&self, url: &str) -> bool {
        self.closed.iter().any(|closed| url.contains(closed))
    }
}

const STATS: KnowledgeStatsParams = KnowledgeStatsParams { group_by: None, limit: None };

struct Desk {
    folder: tempfile::TempDir,
    store: Store,
    library: Library,
    imports: Imports,
    browser: Arc<FakeBrowser>,
    stopping: CancellationToken,
    tasks: TaskTracker,
}

impl Desk {
    async fn new() -> Self {
        Self::with(FakeBrowser::default()).await
    }

    async fn with(browser: FakeBrowser) -> Self {
        Self::at(tempfile::tempdir().unwrap(), Arc::new(browser)).await
    }

    async fn at(folder: tempfile::TempDir, browser: Arc<FakeBrowser>) -> Self {
        let store = Store::open(&folder.path().join("store.db")).await.unwrap();
        let library = Library::new(store.clone());
        let politeness = Politeness { pause: Duration::ZERO, site_pause: Duration::ZERO };
        let imports = Imports::new(library.clone(), Arc::clone(&browser) as _, politeness);
        let (stopping, tasks) = (CancellationToken::new(), TaskTracker::new());
        imports.run(&tasks, &stopping);
        Self { folder, store, library, imports, browser, stopping, tasks }
    }

    /// As if the daemon was stopped in the middle, and started anew.
    async fn restart(self) -> Self {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        self.store.close().await;
        Self::at(self.folder, self.browser).await
    }

    async fn start(&self, source: ImportWhat) -> ImportJob {
        self.start_with(params(source)).await
    }

    async fn start_with(&self, params: StartImportParams) -> ImportJob {
        self.imports.start(params).await.unwrap()
    }

    async fn job(&self, id: u32) -> ImportJob {
        let jobs = self.imports.list().await.unwrap().imports;
        jobs.into_iter().find(|job| job.id == id).unwrap()
    }

    async fn until(&self, id: u32, wanted: impl Fn(&ImportJob) -> bool) -> ImportJob {
        let look = async {
            loop {
                let job = self.job(id).await;
                if wanted(&job) {
                    return job;
                }
                tokio::task::yield_now().await;
            }
        };
        within("the import gets there", look).await
    }

    async fn done(&self, id: u32) -> ImportJob {
        let job = self.until(id, |job| job.state != ImportState::Running).await;
        assert_eq!(job.state, ImportState::Done, "{:?}", job.error);
        job
    }

    async fn import(&self, source: ImportWhat) -> ImportJob {
        let job = self.start(source).await;
        self.done(job.id).await
    }

    async fn change(&self, id: u32, change: ImportChange) -> Result<ImportJob, Problem> {
        let changed = self.imports.change(ChangeImportParams { import: id, change }).await;
        changed.map_err(Problem::from)
    }

    async fn pages(&self) -> u32 {
        self.library.stats(STATS).await.unwrap().pages
    }

    async fn visits(&self) -> u32 {
        self.library.stats(STATS).await.unwrap().visits
    }

    async fn found(&self, query: &str) -> Vec<String> {
        let params = SearchParams { query: query.to_owned(), ..SearchParams::default() };
        let found = self.library.search(params, None).await.unwrap();
        found.hits.into_iter().map(|hit| hit.page.url).collect()
    }

    fn write(&self, name: &str, content: &str) -> ImportWhat {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        file(path)
    }
}

fn params(source: ImportWhat) -> StartImportParams {
    StartImportParams {
        source,
        filter: ImportFilter::default(),
        dry_run: false,
        fetch_contents: false,
    }
}

fn file(path: impl AsRef<Path>) -> ImportWhat {
    ImportWhat::File { path: path.as_ref().display().to_string() }
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import").join(name)
}

/// A table of addresses as Pocket exports them, so many rows long.
fn table(rows: usize) -> String {
    let mut table = "title,url,time_added,tags,status\n".to_owned();
    for row in 0..rows {
        let at = 1_700_000_000 + row;
        writeln!(
            table,
            "Page number {row},https://site{}.example/{row},{at},reading,unread",
            row % 7
        )
        .unwrap();
    }
    table
}

/// Every address that the readers find in a file, as it is kept.
fn addresses(path: &Path) -> BTreeSet<String> {
    let mut reader = ImportFile::Path(path.to_owned()).open(ImportOptions::default()).unwrap();
    let (mut cursor, mut addresses) = (Cursor::default(), BTreeSet::new());
    loop {
        let batch = reader.next_batch(&cursor, 50).unwrap();
        addresses.extend(batch.pages.iter().filter_map(|page| normalize(&page.url)));
        cursor = batch.cursor;
        if batch.done {
            return addresses;
        }
    }
}

#[tokio::test]
async fn every_format_becomes_pages_once() {
    let desk = Desk::new().await;
    let mut samples: Vec<PathBuf> = ["", "chromium", "saved"]
        .iter()
        .flat_map(|folder| fs::read_dir(sample(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.extension().is_none_or(|name| name != "rs"))
        .collect();
    samples.push(sample("saved"));
    samples.sort();
    assert!(samples.len() >= 12, "{samples:?}");
    for path in &samples {
        let name = path.display();
        let wanted = addresses(path);
        let before = desk.pages().await;
        let first = desk.import(file(path)).await;
        let (pages, visits) = (desk.pages().await, desk.visits().await);
        assert_eq!(u64::from(pages - before), first.new_pages, "{name}");
        assert!(first.new_pages + first.known_pages >= wanted.len() as u64, "{name}: {first:?}");
        // One saved page does not tell its address.
        let has_none = name.to_string().ends_with("unknown.html");
        assert_eq!(wanted.is_empty(), has_none, "{name}");
        let again = desk.import(file(path)).await;
        assert_eq!(again.new_pages, 0, "{name}");
        assert_eq!((desk.pages().await, desk.visits().await), (pages, visits), "{name}: twice");
    }
    assert!(!desk.found("garden").await.is_empty());
}

#[tokio::test]
async fn what_was_said_about_a_bookmark_is_kept_with_it() {
    let desk = Desk::new().await;
    let bookmarks = desk.write(
        "bookmarks.html",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Kitchen</H3><DL><p><DT><H3>Tea</H3><DL><p>
         <DT><A HREF=\"https://tea.example/green?utm_source=x\" ADD_DATE=\"1714558830\" TAGS=\"drinks\">Green tea</A>
         <DD>For Sunday
         </DL><p></DL><p></DL><p>",
    );
    desk.import(bookmarks.clone()).await;
    assert_eq!(desk.found("green").await, ["https://tea.example/green"]);
    assert_eq!(desk.found("tag:drinks").await, ["https://tea.example/green"]);
    let page = desk.library.page(1).await.unwrap();
    assert_eq!(page.note.as_deref(), Some("For Sunday"));
    assert_eq!(page.topics, [["Kitchen", "Tea"]]);
    assert_eq!((page.page.first_seen_ms, page.page.visits), (1_714_558_830_000, 0));

    // The text comes later, and takes none of it away.
    let saved = desk.write(
        "saved.html",
        "<html><head><title>Green tea at home</title><link rel=canonical href=https://tea.example/green>
         <meta property=og:url content=https://tea.example/green></head><body><main><article><h1>Green tea</h1>
         <p>Green tea is steamed soon after it is picked, which keeps the leaves green for a long time.</p>
         <p>The water for it should not boil: seventy degrees are enough, and two minutes are long.</p>
         </article></main></body></html>",
    );
    desk.import(saved).await;
    let page = desk.library.page(1).await.unwrap();
    assert!(page.text.contains("steamed soon"), "{page:?}");
    assert_eq!(page.note.as_deref(), Some("For Sunday"));
    assert_eq!(page.page.tags, ["drinks"]);
    assert!(
        page.topics.contains(&vec!["Kitchen".to_owned(), "Tea".to_owned()]),
        "{:?}",
        page.topics
    );

    // The person's own words win.
    desk.library
        .edit(tabwright_wire::knowledge::EditPageParams {
            page: 1,
            note: Some("For Monday".to_owned()),
            tags: None,
        })
        .await
        .unwrap();
    desk.import(bookmarks).await;
    let note = desk.library.page(1).await.unwrap().note.unwrap();
    assert_eq!(note, "For Monday\n\nFor Sunday");
}

#[tokio::test]
async fn a_dry_run_counts_and_keeps_nothing() {
    let desk = Desk::new().await;
    let source = desk.write("pocket.csv", &(table(500) + "Again,https://site0.example/0,1,,\n"));
    let trial = StartImportParams { dry_run: true, ..params(source.clone()) };
    let job = desk.start_with(trial).await;
    let counted = desk.done(job.id).await;
    assert_eq!((counted.new_pages, counted.known_pages), (500, 1));
    assert_eq!(desk.pages().await, 0);
    let real = desk.import(source).await;
    assert_eq!((real.new_pages, real.known_pages), (counted.new_pages, counted.known_pages));
}

#[tokio::test]
async fn only_what_is_wanted_comes() {
    let desk = Desk::new().await;
    let source = desk.write("pocket.csv", &table(700));
    let since = 1_700_000_000_000 + 350_000;
    for (filter, pages) in [
        (ImportFilter { after_ms: Some(since), ..ImportFilter::default() }, 350),
        (ImportFilter { before_ms: Some(since), ..ImportFilter::default() }, 350),
        (ImportFilter { sites: vec!["site3.example".to_owned()], ..ImportFilter::default() }, 100),
        (
            ImportFilter {
                without_sites: vec!["site3.example".to_owned()],
                ..ImportFilter::default()
            },
            600,
        ),
        (ImportFilter { count: Some(42), ..ImportFilter::default() }, 42),
    ] {
        let trial =
            StartImportParams { filter: filter.clone(), dry_run: true, ..params(source.clone()) };
        let job = desk.start_with(trial).await;
        assert_eq!(desk.done(job.id).await.new_pages, pages, "{filter:?}");
    }
}

#[tokio::test]
async fn a_pause_lasts_over_a_restart_and_nothing_comes_meanwhile() {
    let desk = Desk::new().await;
    let source = desk.write("pocket.csv", &table(1_500));
    let job = desk.start(source).await;
    desk.until(job.id, |job| job.rows > 0).await;
    let paused = desk.change(job.id, ImportChange::Pause).await.unwrap();
    assert_eq!(paused.state, ImportState::Paused, "all rows were read at once");
    let pages = desk.pages().await;
    assert_eq!(u64::from(pages), paused.new_pages);
    let desk = desk.restart().await;
    assert_eq!((desk.job(job.id).await, desk.pages().await), (paused.clone(), pages));

    desk.change(job.id, ImportChange::Resume).await.unwrap();
    let done = desk.done(job.id).await;
    assert_eq!((done.new_pages, done.known_pages, done.rows), (1_500, 0, 1_500));
    assert_eq!(desk.pages().await, 1_500);
    for change in [ImportChange::Pause, ImportChange::Resume, ImportChange::Cancel] {
        let refused = desk.change(job.id, change).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::BadRequest, "{change:?}");
    }
    assert_eq!(desk.change(99, ImportChange::Pause).await.unwrap_err().code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_running_import_goes_on_by_itself_after_a_restart() {
    let mut desk = Desk::new().await;
    let source = desk.write("pocket.csv", &table(1_500));
    let job = desk.start(source).await;
    let mut rows = 0;
    for _ in 0..5 {
        rows = desk.until(job.id, |job| job.rows > rows).await.rows;
        desk = desk.restart().await;
    }
    let done = desk.done(job.id).await;
    assert_eq!((done.new_pages, done.known_pages, desk.pages().await), (1_500, 0, 1_500));
}

#[tokio::test]
async fn what_is_cancelled_stays_as_it_is() {
    let desk = Desk::new().await;
    let source = desk.write("pocket.csv", &table(1_500));
    let job = desk.start(source).await;
    desk.until(job.id, |job| job.rows > 0).await;
    let cancelled = desk.change(job.id, ImportChange::Cancel).await.unwrap();
    assert_eq!(cancelled.state, ImportState::Cancelled);
    let desk = desk.restart().await;
    assert_eq!(u64::from(desk.pages().await), cancelled.new_pages);
    assert_eq!(desk.job(job.id).await.state, ImportState::Cancelled);
}

#[tokio::test]
async fn forgotten_pages_and_unwanted_sites_do_not_come() {
    let browser = FakeBrowser { closed: vec!["site5.example"], ..FakeBrowser::default() };
    let desk = Desk::with(browser).await;
    let source = desk.write("pocket.csv", &table(70));
    desk.import(source.clone()).await;
    assert_eq!(desk.pages().await, 60, "a rule closes one site");
    desk.library.forget(ForgetParams::Site { site: "site1.example".to_owned() }).await.unwrap();
    desk.library
        .forget(ForgetParams::Address { url: "https://site2.example/2".to_owned() })
        .await
        .unwrap();
    let off = ChangeKnowledgeParams {
        site_off: Some("site3.example".to_owned()),
        ..ChangeKnowledgeParams::default()
    };
    desk.library.change_settings(off).await.unwrap();
    let again = desk.import(source).await;
    assert_eq!((again.new_pages, again.forgotten_pages), (0, 11));
    let skipped: Vec<(&str, u32)> =
        again.skipped.iter().map(|skipped| (skipped.name.as_str(), skipped.count)).collect();
    assert_eq!(
        skipped,
        [("of a site that a rule closes", 10), ("of a site that you turned off", 10)]
    );

    desk.library.forget(ForgetParams::Everything).await.unwrap();
    assert!(desk.imports.list().await.unwrap().imports.is_empty(), "imports name files and sites");
}

#[tokio::test]
async fn failures_are_named_up_to_a_bound_and_all_counted() {
    let desk = Desk::new().await;
    let broken: String = (0..1_500).map(|row| format!("Broken {row},no address,1,,\n")).collect();
    let source = desk.write("pocket.csv", &(table(300) + &broken));
    let job = desk.import(source).await;
    assert_eq!((job.new_pages, job.failed_rows), (300, 1_500));
    let failures = desk.imports.failures(job.id).await.unwrap();
    assert_eq!((failures.failures.len(), failures.total), (1_000, 1_500));
    assert!(failures.failures[0].why.contains("no address"), "{:?}", failures.failures[0]);
    let refused = desk.imports.start(params(desk.write("x.pdf", "%PDF-1.7"))).await.unwrap_err();
    assert!(refused.to_string().contains("a PDF document"), "{refused}");
    let refused = desk.imports.start(params(file("x.csv"))).await.unwrap_err();
    assert!(refused.to_string().contains("no absolute path"), "{refused}");
}

fn shown(url: &str, html: &str) -> Captured {
    Captured { url: url.to_owned(), title: String::new(), html: html.to_owned() }
}

fn article(about: &str) -> String {
    let sentence = format!(
        "<p>This page tells a long story about {about}, and about how people came to know of it over \
         many years, which nobody has written down anywhere else so far.</p>"
    );
    let body = sentence.repeat(4);
    format!(
        "<html><head><title>On {about}</title><meta name=description content='On {about}'></head><body>
         <main><article><h1>On {about}</h1>{body}</article></main></body></html>"
    )
}

#[tokio::test]
async fn texts_are_read_in_a_tab_of_its_own_where_they_may_be() {
    let at = |path: &str| format!("https://site.example/{path}");
    let password = format!("{}<form><input type=password></form>", article("secrets"));
    let pages = [
        (at("good"), shown(&at("good"), &article("lighthouses"))),
        (at("members"), shown(&at("members"), &password)),
        (at("moved"), shown("https://other.example/", &article("elsewhere"))),
        (at("gone"), shown("https://site.example/", &article("the front"))),
        ("https://closed.example/x".to_owned(), shown("https://closed.example/x", "")),
    ];
    let browser = FakeBrowser {
        pages: pages.into_iter().collect(),
        closed: vec!["closed.example"],
        ..FakeBrowser::default()
    };
    let desk = Desk::with(browser).await;
    let mut list = "title,url\n".to_owned();
    for url in [
        at("good"),
        at("members"),
        at("moved"),
        at("gone"),
        at("missing"),
        at("paper.pdf"),
        "https://closed.example/x".to_owned(),
        "http://192.168.1.1/router".to_owned(),
        "https://www.google.com/search?q=tea".to_owned(),
    ] {
        writeln!(list, "A title,{url}").unwrap();
    }
    let source = desk.write("list.csv", &list);
    let job = desk.start_with(StartImportParams { fetch_contents: true, ..params(source) }).await;
    let done = desk.done(job.id).await;
    assert_eq!(
        (done.contents_read, done.contents_failed, done.contents_waiting),
        (1, 4, 0),
        "{done:?}"
    );
    assert_eq!(desk.found("lighthouses").await, [at("good")]);
    let stats = desk.library.stats(STATS).await.unwrap();
    assert_eq!((stats.pages, stats.with_text), (8, 1));
    let failures = desk.imports.failures(done.id).await.unwrap().failures;
    let why: HashMap<&str, &str> =
        failures.iter().map(|failure| (failure.place.as_str(), failure.why.as_str())).collect();
    assert_eq!(why[at("members").as_str()], "It asks for a password or for the data of a card");
    assert_eq!(why[at("moved").as_str()], "It leads to another page now");
    assert_eq!(why[at("gone").as_str()], "It leads to another page now");
    assert_eq!(why[at("missing").as_str()], "The page did not load");
    let asked = || desk.browser.asked.lock().unwrap().clone();
    within("the tab is closed", async {
        while asked().last().is_none_or(|last| last != "close") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let unwanted = ["closed.example", "192.168", "google", ".pdf"];
    assert!(
        !asked().iter().any(|url| unwanted.iter().any(|part| url.contains(part))),
        "{:?}",
        asked()
    );
    // The visit is the import's and not the person's.
    assert_eq!(desk.visits().await, 0);
}

#[tokio::test]
async fn reading_texts_stops_when_it_is_paused_and_goes_on_after_a_restart() {
    let urls: Vec<String> = (0..6).map(|at| format!("https://site{at}.example/page")).collect();
    let pages = urls.iter().map(|url| (url.clone(), shown(url, &article("windmills"))));
    let browser = FakeBrowser {
        pages: pages.collect(),
        may_open: Semaphore::new(2),
        ..FakeBrowser::default()
    };
    let desk = Desk::with(browser).await;
    let source = desk.write("list.csv", &format!("title,url\n,{}\n", urls.join("\n,")));
    let job = desk.start_with(StartImportParams { fetch_contents: true, ..params(source) }).await;
    desk.until(job.id, |job| job.contents_read == 2).await;
    let paused = desk.change(job.id, ImportChange::Pause).await.unwrap();
    assert_eq!((paused.contents_read, paused.contents_waiting), (2, 4));
    desk.browser.may_open.add_permits(100);
    let desk = desk.restart().await;
    assert_eq!(desk.job(job.id).await.contents_read, 2);
    desk.change(job.id, ImportChange::Resume).await.unwrap();
    let done = desk.done(job.id).await;
    assert_eq!((done.contents_read, done.contents_failed), (6, 0));
    assert_eq!(desk.found("windmills").await.len(), 6);
}

#[tokio::test]
async fn a_page_that_is_forgotten_while_its_text_waits_is_not_read() {
    let url = "https://site.example/page";
    let browser = FakeBrowser {
        pages: HashMap::from([(url.to_owned(), shown(url, &article("windmills")))]),
        may_open: Semaphore::new(0),
        ..FakeBrowser::default()
    };
    let desk = Desk::with(browser).await;
    let source = desk.write("list.csv", &format!("title,url\n,{url}\n"));
    let job = desk.start_with(StartImportParams { fetch_contents: true, ..params(source) }).await;
    desk.until(job.id, |job| job.contents_waiting == 1).await;
    desk.library.forget(ForgetParams::Site { site: "site.example".to_owned() }).await.unwrap();
    desk.browser.may_open.add_permits(1);
    desk.imports.forgot().await.unwrap();
    desk.done(job.id).await;
    assert_eq!(desk.pages().await, 0);
}

#[tokio::test]
async fn the_connected_browser_tells_its_bookmarks_and_history() {
    let bookmark = |at: usize, url: &str, folder: &str| Bookmark {
        id: at.to_string(),
        title: format!("Bookmark {at}"),
        url: url.to_owned(),
        folder: folder.to_owned(),
        added_ms: Some(1_714_558_830_000),
    };
    let many: Vec<Bookmark> = (0..1_000)
        .map(|at| bookmark(at, &format!("https://a.example/{at}"), "Bookmarks bar/Trains"))
        .chain([bookmark(1_000, "javascript:alert(1)", "Bookmarks bar")])
        .collect();
    let history = vec![VisitedPage {
        title: "Visited".to_owned(),
        url: "https://b.example/".to_owned(),
        last_visit_ms: 1_714_558_830_000.5,
        visits: 3,
    }];
    let browser = FakeBrowser { bookmarks: Mutex::new(many), history, ..FakeBrowser::default() };
    let desk = Desk::with(browser).await;
    let what = ImportWhat::Connected { bookmarks: true, history: true };
    let job = desk.start(what).await;
    desk.until(job.id, |job| job.rows > 0).await;
    // What is added meanwhile changes the list, and the import goes on at the right place in it.
    desk.browser.bookmarks.lock().unwrap().insert(0, bookmark(2_000, "https://a.example/0.5", ""));
    let desk = desk.restart().await;
    let done = desk.done(job.id).await;
    assert_eq!(done.known_pages, 0, "{done:?}");
    assert!(done.new_pages == 1_001 || done.new_pages == 1_002, "{done:?}");
    assert_eq!(done.skipped[0].name, "not an http or https address");
    let page = desk.library.page(1).await.unwrap();
    assert_eq!(page.topics, [["Trains"]]);
    assert_eq!(page.page.first_seen_ms, 1_714_558_830_000);
    assert_eq!(
        (desk.found("visited").await, desk.visits().await),
        (vec!["https://b.example/".to_owned()], 1)
    );
    let nothing = ImportWhat::Connected { bookmarks: false, history: false };
    assert!(desk.imports.start(params(nothing)).await.is_err());
}
