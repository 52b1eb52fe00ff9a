//! An import that is killed goes on: nothing is lost and nothing comes twice.

use tabwright_knowledge::import::{Cursor, ImportFile, ImportFilter, ImportOptions, SkipReason};

use crate::env::{file, folder_of, import, import_filtered, import_killed, sample};

#[test]
fn killed_after_every_batch_an_import_reads_the_same() {
    let files = [
        ImportFile::Bookmarks(sample("chromium")),
        file(sample("firefox-backup.json")),
        file(sample("bookmarks.html")),
        file(sample("sloppy.html")),
        file(sample("pocket.html")),
        file(sample("pocket.csv")),
        file(sample("raindrop.csv")),
        file(sample("instapaper.csv")),
        file(sample("karakeep.json")),
        file(sample("saved")),
        file(sample("saved/archive.warc")),
    ];
    for file in files {
        let whole = import(file.clone());
        for limit in [1, 2, 3, 7] {
            assert_eq!(import_killed(&file, limit), whole, "{file:?} by {limit}");
        }
    }
}

#[test]
fn a_batch_can_be_asked_for_again() {
    let mut reader = file(sample("bookmarks.html")).open(ImportOptions::default()).unwrap();
    let first = reader.next_batch(&Cursor::default(), 3).unwrap();
    let second = reader.next_batch(&first.cursor, 3).unwrap();
    let again = reader.next_batch(&Cursor::default(), 3).unwrap();
    assert_eq!(first.pages, again.pages);
    assert_eq!(reader.next_batch(&again.cursor, 3).unwrap().pages, second.pages);
    assert_eq!((first.cursor.rows(), first.done), (3, false));
}

#[test]
fn a_file_that_has_changed_is_read_from_its_beginning() {
    let text = std::fs::read_to_string(sample("bookmarks.html")).unwrap();
    let folder = folder_of(&[("b.html", text.as_bytes())]);
    let path = folder.path().join("b.html");
    let mut reader = file(&path).open(ImportOptions::default()).unwrap();
    let cursor = reader.next_batch(&Cursor::default(), 3).unwrap().cursor;
    let earlier = "<DL><p>\n<DT><A HREF=\"https://new.example.org/\">New</A>";
    std::fs::write(&path, text.replacen("<DL><p>", earlier, 1)).unwrap();
    let mut reader = file(&path).open(ImportOptions::default()).unwrap();
    let batch = reader.next_batch(&cursor, 100).unwrap();
    assert_eq!(batch.pages[0].url, "https://new.example.org/");
    assert_eq!(batch.pages.len(), 7);
}

#[test]
fn files_that_come_and_go_do_not_move_the_others() {
    let page = |name: &str| {
        format!(
            "<!doctype html><link rel=canonical href=https://a.org/{name}><title>{name}</title>"
        )
    };
    let (b, d, f) = (page("b"), page("d"), page("f"));
    let folder =
        folder_of(&[("b.html", b.as_bytes()), ("d.html", d.as_bytes()), ("f.html", f.as_bytes())]);
    let open = || file(folder.path()).open(ImportOptions::default()).unwrap();
    let first = open().next_batch(&Cursor::default(), 2).unwrap();
    assert_eq!(first.pages.len(), 2);
    std::fs::remove_file(folder.path().join("d.html")).unwrap();
    std::fs::write(folder.path().join("a.html"), page("a")).unwrap();
    std::fs::write(folder.path().join("e.html"), page("e")).unwrap();
    let rest = open().next_batch(&first.cursor, 10).unwrap();
    let urls: Vec<&str> = rest.pages.iter().map(|page| page.url.as_str()).collect();
    assert_eq!(urls, ["https://a.org/e", "https://a.org/f"]);
}

#[test]
fn a_filter_chooses_by_site_date_and_number() {
    let bookmarks = || file(sample("bookmarks.html"));
    let of_garden =
        ImportFilter { domains: vec!["garden.example.org".into()], ..ImportFilter::default() };
    let imported = import_filtered(bookmarks(), of_garden);
    assert_eq!((imported.pages.len(), imported.skipped(SkipReason::Domain)), (3, 3));
    let dated = ImportFilter { after_ms: Some(crate::env::MS + 1), ..ImportFilter::default() };
    let imported = import_filtered(bookmarks(), dated);
    assert_eq!((imported.pages.len(), imported.skipped(SkipReason::Date)), (2, 4));

    let few = ImportOptions {
        filter: ImportFilter { count: Some(3), ..ImportFilter::default() },
        ..ImportOptions::default()
    };
    let mut cursor = Cursor::default();
    let mut pages = 0;
    loop {
        let batch = bookmarks().open(few.clone()).unwrap().next_batch(&cursor, 2).unwrap();
        pages += batch.pages.len();
        cursor = batch.cursor;
        if batch.done {
            break;
        }
    }
    assert_eq!(pages, 3);
}
