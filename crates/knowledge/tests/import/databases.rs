//! The databases of browsers. That of Chromium as its browser makes it is in `chromium.rs`; Firefox is not at
//! hand where the tests run, so its database is made here, table by table as Firefox makes it.

use std::path::Path;
use std::time::Instant;

use tabwright_knowledge::import::{ImportFile, ImportFilter, ImportOptions, SkipReason, Visit};
use tabwright_store::rusqlite::{Connection, params};

use crate::env::{MS, file, import, import_filtered, import_killed};

const FROM_1601: i64 = 11_644_473_600_000_000;
const US: i64 = MS * 1_000;

/// Version 70.
const CHROMIUM: &str = "
CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
INSERT INTO meta VALUES ('version', '70'), ('last_compatible_version', '16');
CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT,url LONGVARCHAR,title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL,typed_count INTEGER DEFAULT 0 NOT NULL,
  last_visit_time INTEGER NOT NULL,hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits(id INTEGER PRIMARY KEY AUTOINCREMENT,url INTEGER NOT NULL,visit_time INTEGER NOT NULL,
  from_visit INTEGER,external_referrer_url TEXT,transition INTEGER DEFAULT 0 NOT NULL,segment_id INTEGER,
  visit_duration INTEGER DEFAULT 0 NOT NULL);
CREATE INDEX visits_url_index ON visits (url);
CREATE INDEX visits_time_index ON visits (visit_time);";

const LINK: i64 = 0x3000_0000;
const REDIRECT: i64 = 0x4000_0000;
const FRAME: i64 = 0x3000_0003;

fn chromium(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(CHROMIUM).unwrap();
    connection
}

fn visited(connection: &Connection, id: i64, url: &str, visits: &[(i64, i64, i64)]) {
    let last = visits.iter().map(|visit| visit.0).max().unwrap_or(US);
    connection
        .execute(
            "INSERT INTO urls (id, url, title, visit_count, last_visit_time) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, url, format!("Title {id}"), visits.len() as i64, last + FROM_1601],
        )
        .unwrap();
    for (us, transition, duration) in visits {
        connection
            .execute(
                "INSERT INTO visits (url, visit_time, transition, visit_duration) VALUES (?1, ?2, ?3, ?4)",
                params![id, us + FROM_1601, transition, duration],
            )
            .unwrap();
    }
}

#[test]
fn history_of_chromium_has_what_was_seen() {
    let folder = tempfile::tempdir().unwrap();
    let connection = chromium(&folder.path().join("History"));
    visited(
        &connection,
        1,
        "https://a.org/",
        &[(US + 5_000_000, LINK, 2_500_000), (US, LINK | 8, 0), (US + 1, REDIRECT, 0)],
    );
    visited(&connection, 2, "https://frame.org/", &[(US, FRAME, 0), (US, FRAME + 1, 0)]);
    visited(&connection, 3, "https://redirect.org/", &[(US, REDIRECT, 0)]);
    visited(&connection, 4, "chrome://settings/", &[(US, LINK, 0)]);
    visited(&connection, 9, "https://me:pass@b.org/", &[(US, LINK, 0)]);
    connection
        .execute(
            "INSERT INTO urls (id, url, title, last_visit_time) VALUES (10, x'ff', NULL, 'soon')",
            (),
        )
        .unwrap();
    visited(&connection, 11, "https://expired.org/", &[]);
    drop(connection);
    let file = ImportFile::History(folder.path().to_owned());
    let imported = import(file.clone());
    assert_eq!(imported.urls(), ["https://a.org/", "https://b.org/", "https://expired.org/"]);
    let page = &imported.pages[0];
    assert_eq!(
        page.visits,
        [Visit { at_ms: MS, duration_ms: 0 }, Visit { at_ms: MS + 5_000, duration_ms: 2_500 },]
    );
    assert_eq!((page.visit_count, page.last_visit_ms), (2, Some(MS + 5_000)));
    assert_eq!(page.title, "Title 1");
    assert_eq!(imported.pages[2].last_visit_ms, Some(MS));
    assert_eq!(imported.skipped(SkipReason::NotSeen), 2);
    assert_eq!(imported.skipped(SkipReason::NotWeb), 1);
    assert_eq!(imported.failed.len(), 1);
    assert_eq!(imported.failed[0].place, "row 10 of urls");
    for limit in [1, 2, 4] {
        assert_eq!(import_killed(&file, limit), imported);
    }
}

#[test]
fn an_unfinished_change_of_a_locked_database_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("History");
    let connection = chromium(&path);
    visited(&connection, 1, "https://a.org/", &[(US, LINK, 0)]);
    // A small cache spills what is not committed into the database itself, with the journal to undo it.
    connection
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = 1; BEGIN")
        .unwrap();
    for id in 2..2_000 {
        visited(&connection, id, &format!("https://b.org/{id}"), &[(US, LINK, 0)]);
    }
    assert!(folder.path().join("History-journal").metadata().unwrap().len() > 0);
    let before = std::fs::read(&path).unwrap();
    let imported = import(file(&path));
    assert_eq!(imported.urls(), ["https://a.org/"]);
    assert!(std::fs::read(&path).unwrap() == before, "the browser's own file is untouched");
    connection.execute_batch("COMMIT").unwrap();
    assert_eq!(import(file(&path)).pages.len(), 1_999);
}

#[test]
fn nothing_of_a_copy_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let path = folder.path().join("History");
    visited(&chromium(&path), 1, "https://a.org/", &[(US, LINK, 0)]);
    let options =
        ImportOptions { scratch: Some(scratch.path().to_owned()), ..ImportOptions::default() };
    let mut reader = file(&path).open(options).unwrap();
    let names = || std::fs::read_dir(scratch.path()).unwrap().count();
    if cfg!(unix) {
        assert_eq!(names(), 0, "the copy has no name while it is read");
    }
    assert_eq!(reader.next_batch(&Default::default(), 10).unwrap().pages.len(), 1);
    drop(reader);
    assert_eq!(names(), 0);
}

#[test]
fn a_hundred_thousand_rows_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("History");
    let connection = chromium(&path);
    connection
        .execute_batch(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
             INSERT INTO urls (id, url, title, visit_count, last_visit_time)
             SELECT i, 'https://site' || (i % 997) || '.example.org/page/' || i || '?from=somewhere',
                 'The title of page ' || i, 2, {US} + {FROM_1601} + i FROM n;
             INSERT INTO visits (url, visit_time, transition, visit_duration)
             SELECT id, last_visit_time - 1000000, {LINK}, 1000000 FROM urls
             UNION ALL SELECT id, last_visit_time, {LINK}, 1000000 FROM urls;"
        ))
        .unwrap();
    drop(connection);
    let begun = Instant::now();
    let imported = import(file(&path));
    let seconds = begun.elapsed().as_secs_f64();
    println!("100,000 rows in {seconds:.2} s: {:.0} rows/s", 100_000.0 / seconds);
    assert_eq!(imported.pages.len(), 100_000);
    assert!(imported.pages.iter().all(|page| page.visits.len() == 2));
}

/// As Firefox 147 makes it, without the tables of keywords, icons and previews.
const FIREFOX: &str = "
PRAGMA journal_mode = WAL;
CREATE TABLE moz_origins (id INTEGER PRIMARY KEY, prefix TEXT NOT NULL, host TEXT NOT NULL,
  frecency INTEGER NOT NULL, recalc_frecency INTEGER NOT NULL DEFAULT 0, alt_frecency INTEGER,
  recalc_alt_frecency INTEGER NOT NULL DEFAULT 0, UNIQUE (prefix, host));
CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
  visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL,
  frecency INTEGER DEFAULT -1 NOT NULL, last_visit_date INTEGER, guid TEXT,
  foreign_count INTEGER DEFAULT 0 NOT NULL, url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT,
  preview_image_url TEXT, site_name TEXT, origin_id INTEGER REFERENCES moz_origins(id),
  recalc_frecency INTEGER NOT NULL DEFAULT 0, alt_frecency INTEGER, recalc_alt_frecency INTEGER NOT NULL DEFAULT 0);
CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER,
  visit_type INTEGER, session INTEGER, source INTEGER DEFAULT 0 NOT NULL, triggeringPlaceId INTEGER);
CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
  position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER,
  lastModified INTEGER, guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0,
  syncChangeCounter INTEGER NOT NULL DEFAULT 1);
INSERT INTO moz_bookmarks (id, type, parent, title, guid) VALUES
  (1, 2, 0, '', 'root________'), (2, 2, 1, 'menu', 'menu________'), (3, 2, 1, 'toolbar', 'toolbar_____'),
  (4, 2, 1, 'tags', 'tags________'), (5, 2, 1, 'unfiled', 'unfiled_____'), (6, 2, 1, 'mobile', 'mobile______');";

fn firefox(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(FIREFOX).unwrap();
    connection
        .execute_batch(&format!(
            "INSERT INTO moz_places (id, url, title, visit_count, hidden, last_visit_date, description) VALUES
               (1, 'https://a.org/', 'A', 2, 0, {US}, 'about a'),
               (2, 'https://redirect.org/', NULL, 1, 1, {US}, NULL),
               (3, 'https://bookmarked.org/', 'Page title', 0, 0, NULL, NULL),
               (4, 'https://heard-of.org/', NULL, 0, 0, NULL, NULL),
               (5, 'place:sort=8', NULL, 0, 0, NULL, NULL),
               (6, 'https://files.org/x.zip', NULL, 0, 0, {US}, NULL),
               (7, 'https://looping.org/', NULL, 0, 0, NULL, NULL);
             INSERT INTO moz_historyvisits (place_id, visit_date, visit_type) VALUES
               (1, {US}, 1), (1, {US} - 60000000, 2), (1, {US}, 4), (2, {US}, 1), (6, {US}, 7);
             INSERT INTO moz_bookmarks (id, type, fk, parent, title, dateAdded, guid) VALUES
               (10, 2, NULL, 2, 'Kitchen', {US}, 'k'), (11, 2, NULL, 10, 'Bread', {US}, 'b'),
               (12, 1, 3, 11, 'My own title', {US}, 'c'), (13, 1, 3, 3, 'My own title', {US} + 1000000, 'd'),
               (14, 2, NULL, 4, 'slow food', {US}, 'e'), (15, 1, 3, 14, NULL, {US}, 'f'),
               (16, 1, 5, 3, 'Most visited', {US}, 'g'), (17, 3, NULL, 3, NULL, {US}, 'h'),
               (20, 2, NULL, 21, 'one', {US}, 'i'), (21, 2, NULL, 20, 'other', {US}, 'j'),
               (22, 1, 7, 20, 'Loop', {US}, 'l');"
        ))
        .unwrap();
    connection
}

#[test]
fn bookmarks_and_history_of_firefox_are_read_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = firefox(&folder.path().join("places.sqlite"));
    running.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE").unwrap();
    assert!(folder.path().join("places.sqlite-wal").metadata().unwrap().len() > 0);
    let both = file(folder.path().join("places.sqlite"));
    let history = ImportFile::History(folder.path().to_owned());
    let bookmarks = ImportFile::Bookmarks(folder.path().to_owned());

    let imported = import(both.clone());
    assert_eq!(
        imported.urls(),
        ["https://a.org/", "https://bookmarked.org/", "https://looping.org/"]
    );
    let a = &imported.pages[0];
    assert_eq!(a.visits.iter().map(|visit| visit.at_ms).collect::<Vec<_>>(), [MS - 60_000, MS]);
    assert_eq!((a.visit_count, a.description.as_deref()), (2, Some("about a")));
    let kept = &imported.pages[1];
    assert_eq!((kept.title.as_str(), kept.added_ms), ("My own title", Some(MS)));
    assert_eq!(kept.folders, [["Kitchen".to_owned(), "Bread".to_owned()]]);
    assert_eq!((&kept.tags[..], kept.visit_count), (&["slow food".to_owned()][..], 0));
    assert_eq!(imported.skipped(SkipReason::NotSeen), 3);
    assert_eq!(imported.skipped(SkipReason::NotWeb), 1);

    assert_eq!(import(history.clone()).urls(), ["https://a.org/"]);
    assert_eq!(
        import(bookmarks.clone()).urls(),
        ["https://bookmarked.org/", "https://looping.org/"]
    );
    for file in [both, history, bookmarks] {
        let whole = import(file.clone());
        for limit in [1, 3] {
            assert_eq!(import_killed(&file, limit), whole, "{file:?}");
        }
    }
    let old = ImportFilter { before_ms: Some(MS - 1), ..ImportFilter::default() };
    let imported = import_filtered(file(folder.path().join("places.sqlite")), old);
    assert_eq!(imported.urls(), ["https://a.org/"]);
    assert_eq!((imported.pages[0].visits.len(), imported.pages[0].visit_count), (1, 1));
}

#[test]
fn a_damaged_database_is_told_and_what_is_whole_in_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("History");
    let connection = chromium(&path);
    connection.execute_batch("BEGIN").unwrap();
    for id in 1..3_000 {
        visited(
            &connection,
            id,
            &format!("https://a.org/{id}/{}", "x".repeat(40)),
            &[(US, LINK, 0)],
        );
    }
    connection.execute_batch("COMMIT").unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end * 3 / 4..].fill(0xAA);
    std::fs::write(&path, &bytes).unwrap();
    match file(&path).open(ImportOptions::default()) {
        Ok(_) => assert_eq!(import(file(&path)).failed.len(), 1),
        Err(error) => assert!(error.to_string().contains("damaged"), "{error}"),
    }
    std::fs::write(&path, &bytes[..100]).unwrap();
    assert!(file(&path).open(ImportOptions::default()).is_err());
}
