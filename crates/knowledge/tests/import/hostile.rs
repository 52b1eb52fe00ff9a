//! Files that are broken, wrong, or meant to do harm.

use proptest::prelude::*;
use tabwright_knowledge::import::{Cursor, ImportError, ImportFile, ImportOptions, SkipReason};

use crate::env::{file, folder_of, import, sample};
use crate::formats::zip_of;

#[test]
fn a_wrong_file_is_told_for_what_it_is() {
    let empty_database = tempfile::tempdir().unwrap();
    let database = empty_database.path().join("x");
    let connection = tabwright_store::rusqlite::Connection::open(&database).unwrap();
    connection.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(connection);
    let database = std::fs::read(database).unwrap();
    for (name, content, told) in [
        ("a.html", &b"%PDF-1.7"[..], "a PDF document"),
        ("a.csv", b"", "empty"),
        ("a.csv", b"name,age\nAda,36\n", "a text without a table of addresses"),
        ("Bookmarks", b"{\"settings\":{}}", "JSON of another kind"),
        ("places.sqlite", &database, "a database of another program"),
        ("a.zip", b"PK\x03\x04 not really", "a broken zip file"),
        ("a.gz", b"\x1f\x8b\x08", "a gzip archive"),
        ("a.xml", b"<?xml version=\"1.0\"?><opml/>", "XML of another kind"),
        ("a.jsonlz4", b"mozLz40\0xyz", "a compressed backup of Firefox"),
    ] {
        let folder = folder_of(&[(name, content)]);
        let error = file(folder.path().join(name)).open(ImportOptions::default()).unwrap_err();
        assert!(matches!(error, ImportError::NotUnderstood { .. }), "{name}: {error:?}");
        let words = error.to_string();
        assert!(words.contains(told) && words.contains("What can: bookmarks"), "{words}");
    }
    let folder = folder_of(&[("EncryptedAccountBookmarks2", b"v10.."), ("nothing/x.png", b"")]);
    let open = |file: ImportFile| file.open(ImportOptions::default()).unwrap_err();
    let encrypted = open(ImportFile::Bookmarks(folder.path().to_owned()));
    assert!(matches!(encrypted, ImportError::Encrypted { .. }), "{encrypted:?}");
    let encrypted = open(file(folder.path().join("EncryptedAccountBookmarks2")));
    assert!(matches!(encrypted, ImportError::Encrypted { .. }), "{encrypted:?}");
    assert!(matches!(open(file(folder.path().join("none"))), ImportError::Io { .. }));
    assert!(matches!(open(file(folder.path().join("nothing"))), ImportError::Missing { .. }));
    let history = open(ImportFile::History(folder.path().to_owned()));
    assert!(matches!(history, ImportError::Missing { .. }), "{history:?}");
}

#[test]
fn encrypted_bookmarks_are_told_unless_they_are_a_copy_of_others() {
    let bookmarks = std::fs::read(sample("chromium/Bookmarks")).unwrap();
    let folder = folder_of(&[("Bookmarks", &bookmarks), ("EncryptedBookmarks2", b"v10..")]);
    let notes = || {
        let file = ImportFile::Bookmarks(folder.path().to_owned());
        file.open(ImportOptions::default()).unwrap().notes().to_vec()
    };
    assert!(notes().is_empty());
    std::fs::write(folder.path().join("EncryptedAccountBookmarks"), "v10..").unwrap();
    assert_eq!(notes().len(), 1);
    assert!(notes()[0].contains("encrypted by the browser"), "{:?}", notes());
}

#[test]
fn what_comes_before_a_broken_place_is_kept() {
    let text = std::fs::read_to_string(sample("chromium/Bookmarks")).unwrap();
    let cut = text.find("\"http://old").unwrap();
    let folder = folder_of(&[("Bookmarks", &text.as_bytes()[..cut])]);
    let imported = import(file(folder.path().join("Bookmarks")));
    assert_eq!(imported.pages.len(), 2);
    assert_eq!(imported.failed.len(), 1);
    assert!(imported.failed[0].why.contains("ends in the middle"), "{:?}", imported.failed);

    let text = std::fs::read_to_string(sample("karakeep.json")).unwrap();
    let folder =
        folder_of(&[("k.json", text.replacen("\"title\":null", "\"title\":nil", 1).as_bytes())]);
    let imported = import(file(folder.path().join("k.json")));
    assert_eq!((imported.pages.len(), imported.failed.len()), (1, 1));
    assert_eq!(imported.failed[0].place, "line 3");

    let archive = std::fs::read(sample("saved/archive.warc")).unwrap();
    let folder = folder_of(&[("a.warc", &archive[..archive.len() - 30])]);
    let imported = import(file(folder.path().join("a.warc")));
    assert_eq!((imported.pages.len(), imported.failed.len()), (2, 1));
}

#[test]
fn depth_is_no_danger() {
    let node = "{\"children\":[{\"type\":\"url\",\"name\":\"x\",\"url\":\"https://a.org/\"},";
    let deep = format!(
        "{{\"roots\":{{\"other\":{}{}}}}}",
        node.repeat(20_000),
        "{\"x\":1}".to_owned() + &"]}".repeat(20_000)
    );
    let folds = format!(
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>{}<DT><A HREF=https://a.org/>x",
        "<DT><H3>f</H3><DL>".repeat(20_000)
    );
    let folder = folder_of(&[("deep.json", deep.as_bytes()), ("deep.html", folds.as_bytes())]);
    let json = import(file(folder.path().join("deep.json")));
    assert_eq!(json.pages.len(), 20_000);
    let html = import(file(folder.path().join("deep.html")));
    assert_eq!(html.pages[0].folders[0].len(), 64);
    let karakeep = format!("{{\"bookmarks\":[{}1{}]}}", "[".repeat(90_000), "]".repeat(90_000));
    let folder = folder_of(&[("k.json", karakeep.as_bytes())]);
    assert_eq!(import(file(folder.path().join("k.json"))).failed.len(), 1);
}

#[test]
fn a_quote_that_is_never_closed_ends_the_table_and_not_the_memory() {
    let mut table = b"title,url\nfirst,https://a.org/\n\"never closed,https://b.org/\n".to_vec();
    table.extend(std::iter::repeat_n(b'x', 20 << 20));
    let folder = folder_of(&[("t.csv", &table)]);
    let imported = import(file(folder.path().join("t.csv")));
    assert_eq!(imported.urls(), ["https://a.org/"]);
    assert!(imported.failed[0].why.contains("never closed"), "{:?}", imported.failed);
    assert_eq!(imported.failed[0].place, "line 3");
}

#[test]
fn a_zip_file_neither_bursts_nor_leads_elsewhere() {
    let bomb = vec![b' '; 65 << 20];
    let inner = zip_of(&[("a.csv", b"title,url\n")]);
    let zip = zip_of(&[
        ("bomb.csv", &bomb),
        ("../../outside.csv", b"title,url\nOut,https://out.example.org/\n"),
        ("inner.html", &inner),
    ]);
    drop(bomb);
    let folder = folder_of(&[("x.zip", &zip)]);
    let imported = import(file(folder.path().join("x.zip")));
    assert_eq!(imported.urls(), ["https://out.example.org/"]);
    assert_eq!(imported.failed.len(), 2);
    assert!(imported.failed[0].why.contains("too large"), "{:?}", imported.failed);
    let beside = folder.path().parent().and_then(|folder| folder.parent());
    assert!(!beside.unwrap().join("outside.csv").exists());
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_followed() {
    let page =
        b"<!doctype html><link rel=canonical href=https://secret.example.org/><title>x</title>";
    let outside = folder_of(&[("secret.html", page), ("inner/secret.html", page)]);
    let folder =
        folder_of(&[("a.html", b"<!doctype html><link rel=canonical href=https://a.org/>")]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(outside.path().join(to), folder.path().join(name)).unwrap();
    };
    link("secret.html", "b.html");
    link("inner", "c");
    std::os::unix::fs::symlink(folder.path(), folder.path().join("itself")).unwrap();
    let imported = import(file(folder.path()));
    assert_eq!(imported.urls(), ["https://a.org/"]);
    assert_eq!(imported.skipped(SkipReason::SymbolicLink), 3);
}

const TEXTS: [&str; 12] = [
    "chromium/Bookmarks",
    "firefox-backup.json",
    "bookmarks.html",
    "sloppy.html",
    "pocket.html",
    "pocket.csv",
    "raindrop.csv",
    "instapaper.csv",
    "karakeep.json",
    "saved/session.har",
    "saved/archive.warc",
    "saved/whole.mhtml",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Bytes are changed, removed and doubled: whatever comes of it is read to its end or refused.
    #[test]
    fn a_damaged_file_never_harms(
        which in 0..TEXTS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<u8>()), 1..12),
    ) {
        let mut bytes = std::fs::read(sample(TEXTS[which])).unwrap();
        for (at, kind, byte) in changes {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.truncate(at.max(20)),
                2 => { bytes.drain(at.min(bytes.len())..(at + usize::from(byte)).min(bytes.len())); }
                _ => {
                    let end = (at + usize::from(byte)).min(bytes.len());
                    let piece = bytes[at.min(end)..end].to_vec();
                    bytes.splice(at.min(bytes.len())..at.min(bytes.len()), piece);
                }
            }
        }
        let folder = folder_of(&[("damaged", &bytes)]);
        if let Ok(mut reader) = file(folder.path().join("damaged")).open(ImportOptions::default()) {
            let mut cursor = Cursor::default();
            loop {
                let batch = reader.next_batch(&cursor, 16).unwrap();
                prop_assert!(batch.cursor.rows() <= bytes.len() as u64 + 1);
                cursor = batch.cursor;
                if batch.done {
                    break;
                }
            }
        }
    }
}
