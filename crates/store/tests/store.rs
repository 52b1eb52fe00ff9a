//! What a crate that keeps something may rely on.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use futures_util::FutureExt as _;
use tabwright_store::rusqlite::{self, Connection};
use tabwright_store::{Store, StoreError, check};
use tempfile::TempDir;

fn file_in(folder: &TempDir) -> PathBuf {
    folder.path().join("tabwright.db")
}

/// A store with an empty table `note`.
async fn notes() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&file_in(&folder)).await.unwrap();
    let make = "CREATE TABLE note (number INTEGER PRIMARY KEY, text TEXT NOT NULL)";
    store.write(move |it| it.execute_batch(make)).await.unwrap();
    (folder, store)
}

async fn add(store: &Store, text: &str) -> Result<(), StoreError> {
    let text = text.to_owned();
    store.write(move |it| it.execute("INSERT INTO note (text) VALUES (?1)", [text])).await?;
    Ok(())
}

async fn all(store: &Store) -> Vec<String> {
    let read = |it: &Connection| {
        let mut select = it.prepare("SELECT text FROM note ORDER BY number")?;
        select.query_map((), |row| row.get(0))?.collect()
    };
    store.read(read).await.unwrap()
}

#[tokio::test]
async fn what_was_written_is_read_at_once_and_after_opening_anew() {
    let (folder, store) = notes().await;
    add(&store, "one").await.unwrap();
    add(&store, "two").await.unwrap();
    assert_eq!(all(&store).await, ["one", "two"]);
    store.close().await;

    let again = Store::open(&file_in(&folder)).await.unwrap();
    assert_eq!(all(&again).await, ["one", "two"]);
}

#[tokio::test]
async fn a_job_that_fails_leaves_nothing_behind() {
    let (_folder, store) = notes().await;
    let half = store
        .write(|it| {
            it.execute("INSERT INTO note (text) VALUES ('half')", ())?;
            it.execute("INSERT INTO nowhere VALUES (1)", ())
        })
        .await;
    let error = half.unwrap_err();
    assert!(matches!(error, StoreError::Query(_)), "{error}");
    assert!(error.to_string().contains("nowhere"), "{error}");
    assert_eq!(all(&store).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_panic_in_a_job_is_an_error_of_its_caller_alone() {
    let (_folder, store) = notes().await;
    let panicked = store
        .write(|it| -> rusqlite::Result<()> {
            it.execute("INSERT INTO note (text) VALUES ('lost')", ())?;
            panic!("a bad row")
        })
        .await;
    assert!(matches!(panicked, Err(StoreError::Panicked(why)) if why == "a bad row"));
    let panicked = store.read(|_| -> rusqlite::Result<()> { panic!("a bad read") }).await;
    assert!(matches!(panicked, Err(StoreError::Panicked(why)) if why == "a bad read"));

    add(&store, "still there").await.unwrap();
    assert_eq!(all(&store).await, ["still there"]);
}

#[tokio::test]
async fn readers_cannot_write_and_references_hold() {
    let (_folder, store) = notes().await;
    let written = store.read(|it| it.execute("DELETE FROM note", ())).await;
    assert!(matches!(written, Err(StoreError::File { .. })), "{written:?}");

    let refer = "CREATE TABLE tag (note INTEGER NOT NULL REFERENCES note)";
    store.write(move |it| it.execute_batch(refer)).await.unwrap();
    let orphan = store.write(|it| it.execute("INSERT INTO tag VALUES (7)", ())).await;
    assert!(orphan.unwrap_err().to_string().contains("FOREIGN KEY"));
}

#[tokio::test]
async fn readers_go_on_while_the_writer_is_busy() {
    let (_folder, store) = notes().await;
    add(&store, "before").await.unwrap();
    let (go_on, wait) = mpsc::channel::<()>();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let writing = tokio::spawn({
        let store = store.clone();
        async move {
            store
                .write(move |it| {
                    it.execute("INSERT INTO note (text) VALUES ('during')", ())?;
                    let _ = begun.send(());
                    let _ = wait.recv();
                    Ok(())
                })
                .await
        }
    });
    beginning.await.unwrap();
    assert_eq!(all(&store).await, ["before"]);
    go_on.send(()).unwrap();
    writing.await.unwrap().unwrap();
    assert_eq!(all(&store).await, ["before", "during"]);
}

/// Jobs that may wait, as in `writer.rs`.
const QUEUE_MAX: usize = 64;

#[tokio::test]
async fn the_queue_is_bounded_and_whoever_finds_it_full_waits() {
    let (_folder, store) = notes().await;
    let (go_on, wait) = mpsc::channel::<()>();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let mut busy = Box::pin(store.write(move |_| {
        let _ = begun.send(());
        let _ = wait.recv();
        Ok(())
    }));
    assert!(busy.as_mut().now_or_never().is_none());
    beginning.await.unwrap();

    for number in 0..QUEUE_MAX {
        // Each finds a place, and is done though its caller goes away.
        assert!(add(&store, &number.to_string()).now_or_never().is_none());
    }
    // This one finds no place, and goes away with its caller.
    assert!(add(&store, "one too many").now_or_never().is_none());
    go_on.send(()).unwrap();
    busy.await.unwrap();

    add(&store, "last").await.unwrap();
    let mut expected: Vec<_> = (0..QUEUE_MAX).map(|number| number.to_string()).collect();
    expected.push("last".to_owned());
    assert_eq!(all(&store).await, expected);
}

#[tokio::test]
async fn closing_does_what_was_asked_for_and_then_refuses() {
    let (folder, store) = notes().await;
    assert!(add(&store, "on its way").now_or_never().is_none());
    store.close().await;
    assert!(matches!(add(&store, "late").await, Err(StoreError::Closed)));
    assert!(matches!(store.read(|_| Ok(())).await, Err(StoreError::Closed)));
    // The last connection took the log into the file.
    assert!(!folder.path().join("tabwright.db-wal").exists());
    assert_eq!(all(&Store::open(&file_in(&folder)).await.unwrap()).await, ["on its way"]);
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    let (folder, store) = notes().await;
    for name in ["tabwright.db", "tabwright.db-wal", "tabwright.db-shm"] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
    store.close().await;

    fs::set_permissions(file_in(&folder), fs::Permissions::from_mode(0o644)).unwrap();
    let _store = Store::open(&file_in(&folder)).await.unwrap();
    assert_eq!(mode(&file_in(&folder)), 0o600);
}

#[tokio::test]
async fn a_file_of_a_newer_version_can_be_read_and_not_written() {
    let (folder, store) = notes().await;
    add(&store, "of the future").await.unwrap();
    let newer = "INSERT INTO refinery_schema_history VALUES (9999, 'later', '', '0')";
    store.write(move |it| it.execute_batch(newer)).await.unwrap();
    store.close().await;
    let before = fs::read(file_in(&folder)).unwrap();

    let store = Store::open(&file_in(&folder)).await.unwrap();
    assert!(store.is_read_only());
    assert_eq!(all(&store).await, ["of the future"]);
    let error = add(&store, "of today").await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 9999, .. }), "{error}");
    assert!(error.to_string().contains("written by a newer Tabwright"), "{error}");
    assert!(error.fix().starts_with("Update Tabwright"), "{}", error.fix());
    store.close().await;
    assert_eq!(fs::read(file_in(&folder)).unwrap(), before);
}

#[tokio::test]
async fn a_damaged_file_is_named_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder);
    fs::write(&file, "this was a database, until something wrote over its first page").unwrap();
    let error = Store::open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
    assert!(error.fix().contains("`tabwright restore BACKUP`"), "{}", error.fix());
}

#[tokio::test]
async fn damage_in_the_middle_is_found_by_the_check_and_told_by_a_read() {
    let (folder, store) = notes().await;
    for _ in 0..40 {
        add(&store, &"x".repeat(10_000)).await.unwrap();
    }
    store.close().await;
    let file = file_in(&folder);
    assert!(check(&file).is_ok());
    let mut bytes = fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0xAB);
    fs::write(&file, bytes).unwrap();

    let error = check(&file).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let store = Store::open(&file).await.unwrap();
    let read = store.read(|it| {
        it.query_row("SELECT sum(length(text)) FROM note", (), |row| row.get::<_, i64>(0))
    });
    let error = read.await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn a_file_of_another_program_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder);
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    let before = fs::read(&file).unwrap();
    let error = Store::open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::NotOurs(_)), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn an_empty_file_is_a_new_store() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(file_in(&folder), "").unwrap();
    let store = Store::open(&file_in(&folder)).await.unwrap();
    store.close().await;
    assert!(check(&file_in(&folder)).unwrap().schema > 0);
}

#[tokio::test]
async fn a_folder_that_is_missing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let error = Store::open(&folder.path().join("no/tabwright.db")).await.unwrap_err();
    assert!(matches!(error, StoreError::Missing(_)), "{error}");
}
