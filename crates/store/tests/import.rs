//! Files of earlier versions come in once.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use tabwright_store::{Import, Store};
use tempfile::TempDir;

async fn place() -> (TempDir, Store, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
    store.write(|it| it.execute_batch("CREATE TABLE note (text TEXT NOT NULL)")).await.unwrap();
    let old = folder.path().join("notes.txt");
    (folder, store, old)
}

async fn import(store: &Store, old: &Path) -> Import {
    let read = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string());
    let write = |it: &tabwright_store::rusqlite::Transaction<'_>, text: String| {
        for line in text.lines() {
            it.execute("INSERT INTO note VALUES (?1)", [line])?;
        }
        Ok(())
    };
    store.import_once(old, read, write).await.unwrap()
}

async fn count(store: &Store) -> u32 {
    store.read(|it| it.query_row("SELECT count(*) FROM note", (), |row| row.get(0))).await.unwrap()
}

#[tokio::test]
async fn a_file_comes_in_whole_and_is_renamed() {
    let (folder, store, old) = place().await;
    assert_eq!(import(&store, &old).await, Import::Nothing);
    fs::write(&old, "one\ntwo\n").unwrap();
    let renamed = folder.path().join("notes.txt.imported");
    assert_eq!(import(&store, &old).await, Import::Done { renamed: renamed.clone() });
    assert_eq!(count(&store).await, 2);
    assert!(!old.exists());
    assert_eq!(fs::read_to_string(renamed).unwrap(), "one\ntwo\n");
    assert_eq!(import(&store, &old).await, Import::Nothing);
}

#[tokio::test]
async fn a_file_that_is_there_again_brings_nothing_back() {
    let (_folder, store, old) = place().await;
    fs::write(&old, "one\n").unwrap();
    import(&store, &old).await;
    store.write(|it| it.execute("DELETE FROM note", ())).await.unwrap();
    fs::write(&old, "one\n").unwrap();
    assert_eq!(import(&store, &old).await, Import::Before);
    assert_eq!(count(&store).await, 0);
}

#[tokio::test]
async fn a_damaged_file_is_left_alone_and_comes_in_once_it_is_mended() {
    let (_folder, store, old) = place().await;
    fs::write(&old, [0xFF, 0xFE]).unwrap();
    let imported = import(&store, &old).await;
    assert!(matches!(&imported, Import::Damaged { why } if why.contains("utf-8")), "{imported:?}");
    assert_eq!(fs::read(&old).unwrap(), [0xFF, 0xFE]);
    assert_eq!(count(&store).await, 0);

    fs::write(&old, "mended\n").unwrap();
    assert!(matches!(import(&store, &old).await, Import::Done { .. }));
    assert_eq!(count(&store).await, 1);
}
