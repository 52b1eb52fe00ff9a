//! Backup beside a daemon, restore without one.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use tabwright_store::rusqlite::Connection;
use tabwright_store::{Overwrite, Store, StoreError, backup, check, restore};
use tempfile::TempDir;

struct Place {
    folder: TempDir,
    file: PathBuf,
    copy: PathBuf,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let (file, copy) = (data.join("tabwright.db"), folder.path().join("copy.db"));
    Place { folder, file, copy }
}

/// A store whose only note is this.
async fn store_with(file: &Path, note: &str) -> Store {
    let store = Store::open(file).await.unwrap();
    let note = note.to_owned();
    store
        .write(move |it| {
            it.execute_batch("CREATE TABLE note (text TEXT NOT NULL)")?;
            it.execute("INSERT INTO note VALUES (?1)", [note])
        })
        .await
        .unwrap();
    store
}

fn note_in(file: &Path) -> String {
    let connection = Connection::open(file).unwrap();
    connection.query_row("SELECT text FROM note", (), |row| row.get(0)).unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_of_an_open_store_is_one_private_file_with_everything() {
    let place = place();
    let _open = store_with(&place.file, "what is still in the log").await;
    let bytes = backup(&place.file, &place.copy, Overwrite::Never).unwrap();
    assert_eq!(fs::metadata(&place.copy).unwrap().len(), bytes);
    assert_eq!(note_in(&place.copy), "what is still in the log");
    assert_eq!(names_in(place.folder.path()), ["copy.db", "data"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&place.copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test]
async fn a_backup_writes_over_nothing_unless_told_to() {
    let place = place();
    store_with(&place.file, "new").await.close().await;
    fs::write(&place.copy, "precious").unwrap();
    let error = backup(&place.file, &place.copy, Overwrite::Never).unwrap_err();
    assert!(matches!(error, StoreError::Exists(_)), "{error}");
    assert_eq!(fs::read(&place.copy).unwrap(), b"precious");

    backup(&place.file, &place.copy, Overwrite::Always).unwrap();
    assert_eq!(note_in(&place.copy), "new");
    assert_eq!(names_in(place.folder.path()), ["copy.db", "data"]);
}

#[test]
fn without_a_store_there_is_nothing_to_back_up() {
    let place = place();
    let error = backup(&place.file, &place.copy, Overwrite::Never).unwrap_err();
    assert!(matches!(error, StoreError::Missing(_)), "{error}");
    assert_eq!(names_in(place.folder.path()), ["data"]);
}

#[tokio::test]
async fn a_backup_takes_the_place_of_the_store_which_stays_beside_it() {
    let place = place();
    let store = store_with(&place.file, "saved").await;
    backup(&place.file, &place.copy, Overwrite::Never).unwrap();
    store.write(|it| it.execute("UPDATE note SET text = 'spoilt'", ())).await.unwrap();
    store.close().await;

    for number in 1..=2 {
        let restored = restore(&place.copy, &place.file).unwrap();
        assert_eq!(note_in(&place.file), "saved");
        let replaced = restored.replaced.unwrap();
        assert!(replaced.display().to_string().ends_with(&format!(".replaced-{number}")));
        assert_eq!(note_in(&replaced), if number == 1 { "spoilt" } else { "saved" });
    }
    assert!(check(&place.file).is_ok());
    Store::open(&place.file).await.unwrap().close().await;
}

#[tokio::test]
async fn the_log_of_a_killed_daemon_is_in_the_file_that_was_replaced() {
    let place = place();
    let store = store_with(&place.file, "saved").await;
    backup(&place.file, &place.copy, Overwrite::Never).unwrap();
    store.write(|it| it.execute("UPDATE note SET text = 'in the log'", ())).await.unwrap();
    // As after a kill: a file with its log beside it, and nobody who has them open.
    let killed = place.folder.path().join("data/killed.db");
    for part in ["", "-wal"] {
        let (from, to) = (with(&place.file, part), with(&killed, part));
        fs::copy(from, to).unwrap();
    }
    let restored = restore(&place.copy, &killed).unwrap();
    assert_eq!(note_in(&killed), "saved");
    assert_eq!(note_in(&restored.replaced.unwrap()), "in the log");
}

fn with(file: &Path, suffix: &str) -> PathBuf {
    format!("{}{suffix}", file.display()).into()
}

#[tokio::test]
async fn a_damaged_store_can_be_replaced_and_a_missing_one_too() {
    let place = place();
    store_with(&place.file, "saved").await.close().await;
    backup(&place.file, &place.copy, Overwrite::Never).unwrap();
    fs::write(&place.file, "rubbish").unwrap();
    let restored = restore(&place.copy, &place.file).unwrap();
    assert_eq!(note_in(&place.file), "saved");
    assert_eq!(fs::read(restored.replaced.unwrap()).unwrap(), b"rubbish");

    fs::remove_file(&place.file).unwrap();
    assert_eq!(restore(&place.copy, &place.file).unwrap().replaced, None);
    assert_eq!(note_in(&place.file), "saved");
}

#[tokio::test]
async fn what_is_no_good_backup_is_refused_before_anything_is_touched() {
    let place = place();
    let store = store_with(&place.file, "kept").await;
    let refused = |why: fn(&StoreError) -> bool| {
        let error = restore(&place.copy, &place.file).unwrap_err();
        assert!(why(&error), "{error}");
        assert_eq!(note_in(&place.file), "kept");
        fs::remove_file(&place.copy).unwrap();
    };
    let error = restore(&place.copy, &place.file).unwrap_err();
    assert!(matches!(error, StoreError::Missing(_)), "{error}");

    fs::write(&place.copy, "not a database at all, whatever its name says").unwrap();
    refused(|it| matches!(it, StoreError::Damaged { .. }));

    fs::write(&place.copy, "").unwrap();
    refused(|it| matches!(it, StoreError::NotOurs(_)));

    Connection::open(&place.copy).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    refused(|it| matches!(it, StoreError::NotOurs(_)));

    backup(&place.file, &place.copy, Overwrite::Never).unwrap();
    let newer = "INSERT INTO refinery_schema_history VALUES (9999, 'later', '', '0')";
    Connection::open(&place.copy).unwrap().execute_batch(newer).unwrap();
    refused(|it| matches!(it, StoreError::Newer { found: 9999, .. }));

    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
                INSERT INTO note SELECT hex(randomblob(500)) FROM n";
    let fuller = place.folder.path().join("data/fuller.db");
    let store2 = store_with(&fuller, "kept").await;
    store2.write(move |it| it.execute_batch(fill)).await.unwrap();
    backup(&fuller, &place.copy, Overwrite::Never).unwrap();
    let mut bytes = fs::read(&place.copy).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0xAB);
    fs::write(&place.copy, bytes).unwrap();
    refused(|it| matches!(it, StoreError::Damaged { .. }));
    store.close().await;
}
