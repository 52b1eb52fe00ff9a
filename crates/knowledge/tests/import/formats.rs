//! Each format, from a file written by hand as its program writes it.

use std::io::Write;

use tabwright_knowledge::import::{Format, ImportFile, ImportOptions, ImportedPage, SkipReason};

use crate::env::{Imported, MS, file, folder_of, import, sample};

fn folder(page: &ImportedPage) -> Vec<&str> {
    page.folders.first().into_iter().flatten().map(String::as_str).collect()
}

#[test]
fn every_sample_is_known_by_its_content() {
    for (name, format) in [
        ("chromium/Bookmarks", Format::ChromiumBookmarks),
        ("chromium/AccountBookmarks", Format::ChromiumBookmarks),
        ("firefox-backup.json", Format::FirefoxBackup),
        ("bookmarks.html", Format::BookmarksHtml),
        ("sloppy.html", Format::BookmarksHtml),
        ("pocket.html", Format::PocketHtml),
        ("pocket.csv", Format::PocketTable),
        ("raindrop.csv", Format::RaindropTable),
        ("instapaper.csv", Format::InstapaperTable),
        ("karakeep.json", Format::Karakeep),
        ("saved", Format::Folder),
        ("saved/single.html", Format::SavedHtml),
        ("saved/whole.mhtml", Format::SavedMhtml),
        ("saved/session.har", Format::HttpArchive),
        ("saved/archive.warc", Format::WebArchive),
    ] {
        let reader = file(sample(name)).open(ImportOptions::default()).unwrap();
        assert_eq!(reader.format(), format, "{name}");
    }
}

#[test]
fn bookmarks_of_a_profile_and_its_account_are_merged() {
    let imported = import(ImportFile::Bookmarks(sample("chromium")));
    assert_eq!(
        imported.urls(),
        [
            "https://doc.example.org/book/",
            "https://blog.example.org/lifetimes?a=1&b=2",
            "http://old.example.net/pin",
            "https://account.example.org/",
        ]
    );
    let book = imported.page("https://doc.example.org/book/");
    assert_eq!((book.title.as_str(), book.added_ms), ("The Rust Book", Some(MS + 123)));
    assert!(book.folders.is_empty() && book.last_visit_ms.is_none());
    let lifetimes = imported.page("https://blog.example.org/lifetimes?a=1&b=2");
    assert_eq!(lifetimes.title, "Lifetimes \"explained\" — grün 🦀");
    assert_eq!(folder(lifetimes), ["Rust"]);
    let pin = imported.page("http://old.example.net/pin");
    assert_eq!((folder(pin), pin.added_ms), (vec!["Rust", "Async"], None));
    assert_eq!(imported.skipped(SkipReason::Duplicate), 1);
    assert_eq!(imported.skipped(SkipReason::NotWeb), 1);
    let failed: Vec<&str> = imported.failed.iter().map(|failed| failed.place.as_str()).collect();
    assert_eq!(failed, ["line 70 (“Broken”)", "line 75 (“Lost”)"]);
}

#[test]
fn a_backup_of_firefox_keeps_tags_and_folders() {
    let imported = import(file(sample("firefox-backup.json")));
    assert_eq!(imported.urls(), ["https://bread.example.org/sourdough"]);
    let page = &imported.pages[0];
    assert_eq!((folder(page), page.added_ms), (vec!["Kitchen"], Some(MS)));
    assert_eq!(page.tags, ["bread", "slow food"]);
    assert_eq!(imported.skipped(SkipReason::NotWeb), 1);
    assert_eq!(imported.skipped(SkipReason::NotAPage), 1);
    assert!(imported.failed.is_empty());
}

fn assert_bookmarks_html(imported: &Imported) {
    assert_eq!(
        imported.urls(),
        [
            "https://top.example.org/",
            "https://bar.example.org/milliseconds",
            "https://garden.example.org/microseconds",
            "https://garden.example.org/spade",
            "https://garden.example.org/back",
            "https://end.example.org/",
        ]
    );
    let top = &imported.pages[0];
    assert_eq!((top.title.as_str(), top.added_ms), ("Top & first", Some(MS)));
    assert_eq!(top.tags, ["reading", "slow food"]);
    assert_eq!(top.note.as_deref(), Some("A note of two lines:\nthe second has <marks> in it."));
    assert!(top.folders.is_empty());
    assert_eq!(imported.pages[1].added_ms, Some(MS + 123));
    assert!(imported.pages[1].folders.is_empty());
    let garden = &imported.pages[2];
    assert_eq!((garden.added_ms, garden.last_visit_ms), (Some(MS + 123), Some(MS + 70_000)));
    assert_eq!(folder(garden), ["Gardening"]);
    assert_eq!(folder(&imported.pages[3]), ["Gardening", "Tools & soil"]);
    assert_eq!(folder(&imported.pages[4]), ["Gardening"]);
    assert_eq!((folder(&imported.pages[5]), imported.pages[5].added_ms), (vec![], None));
    assert_eq!(imported.skipped(SkipReason::NotWeb), 1);
    let failed: Vec<&str> = imported.failed.iter().map(|failed| failed.place.as_str()).collect();
    assert_eq!(failed, ["line 28", "line 29"]);
}

#[test]
fn a_bookmark_file_is_read_in_every_encoding_and_with_every_line_end() {
    let text = std::fs::read_to_string(sample("bookmarks.html")).unwrap();
    assert_bookmarks_html(&import(file(sample("bookmarks.html"))));
    let units = |big: bool| -> Vec<u8> {
        let bytes = move |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let lines = text.replace('\n', "\r\n").into_bytes();
    let files: [(&str, Vec<u8>); 5] = [
        ("UTF-8 with mark", [b"\xEF\xBB\xBF", text.as_bytes()].concat()),
        ("CRLF", lines),
        ("UTF-16 LE with mark", [vec![0xFF, 0xFE], units(false)].concat()),
        ("UTF-16 BE with mark", [vec![0xFE, 0xFF], units(true)].concat()),
        ("UTF-16 LE", units(false)),
    ];
    for (name, bytes) in files {
        println!("{name}");
        let folder = folder_of(&[("named.badly", &bytes)]);
        assert_bookmarks_html(&import(file(folder.path().join("named.badly"))));
    }
}

#[test]
fn a_bookmark_file_without_end_tags_is_read() {
    let imported = import(file(sample("sloppy.html")));
    assert_eq!(
        imported.urls(),
        [
            "https://one.example.org/",
            "https://two.example.org/",
            "https://three.example.org/?q=%22x%22",
            "https://four.example.org/",
        ]
    );
    let titles: Vec<&str> = imported.pages.iter().map(|page| page.title.as_str()).collect();
    assert_eq!(titles, ["One", "Two bold", "Three", "Four"]);
    assert_eq!(imported.pages[0].note.as_deref(), Some("unclosed note"));
    assert!(imported.pages[0].folders.is_empty());
    assert_eq!(folder(&imported.pages[3]), ["Folder"]);
}

#[test]
fn what_pocket_exported_is_read_as_page_table_and_zip_file() {
    let html = import(file(sample("pocket.html")));
    assert_eq!(html.pages.len(), 3);
    assert_eq!(html.pages[0].tags, ["rust", "async"]);
    assert_eq!((html.pages[2].added_ms, html.pages[2].folders.len()), (Some(MS + 2_000), 0));

    let table = import(file(sample("pocket.csv")));
    assert_eq!(table.urls(), ["https://read.example.org/csv", "https://read.example.org/plain"]);
    let page = &table.pages[0];
    assert_eq!(page.title, "Commas, quotes \"and\" lines in a title");
    assert_eq!(
        (page.added_ms, &page.tags[..]),
        (Some(MS), &["rust", "slow food"].map(String::from)[..])
    );
    let failed: Vec<&str> = table.failed.iter().map(|failed| failed.place.as_str()).collect();
    assert_eq!(failed, ["line 6", "line 7"]);
    assert_eq!(table.skipped(SkipReason::NotWeb), 1);

    let csv = std::fs::read(sample("pocket.csv")).unwrap();
    let second =
        "title,url,time_added,tags,status\nTwo,https://read.example.org/two,1714558830,,unread\n";
    let zip = zip_of(&[
        ("part_000001.csv", second.as_bytes()),
        ("part_000000.csv", &csv),
        ("collections/", b""),
        ("picture.png", b"\x89PNG"),
    ]);
    let folder = folder_of(&[("pocket.zip", &zip)]);
    let zipped = import(file(folder.path().join("pocket.zip")));
    assert_eq!(zipped.pages[..2], table.pages[..]);
    assert_eq!(zipped.pages[2].url, "https://read.example.org/two");
    assert_eq!(zipped.failed[0].place, "part_000000.csv, line 6");
}

pub(crate) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    for (name, content) in files {
        if name.ends_with('/') {
            zip.add_directory(*name, options).unwrap();
        } else {
            zip.start_file(*name, options).unwrap();
            zip.write_all(content).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn what_raindrop_exported_has_notes_and_highlights() {
    let imported = import(file(sample("raindrop.csv")));
    let page = imported.page("https://garden.example.org/compost");
    assert_eq!(folder(page), ["Garden", "Soil"]);
    assert_eq!(page.tags, ["slow food", "soil"]);
    assert_eq!((page.note.as_deref(), page.added_ms), (Some("try in spring"), Some(MS)));
    assert_eq!(page.description.as_deref(), Some("How to begin a heap"));
    assert_eq!(page.highlights, ["Turn it once a week.\nNote:or two", "Keep it moist."]);
    let other = imported.page("https://news.example.org/");
    assert!(other.folders.is_empty() && other.highlights.is_empty() && other.tags.is_empty());
}

#[test]
fn what_instapaper_and_karakeep_exported_is_read() {
    let instapaper = import(file(sample("instapaper.csv")));
    let page = &instapaper.pages[0];
    assert_eq!((folder(page), page.added_ms), (vec!["Essays"], Some(MS)));
    assert_eq!(
        (&page.tags[..], &page.highlights[..]),
        (&["essay", "slow"].map(String::from)[..], &["The sentence that I marked".to_owned()][..])
    );
    assert!(instapaper.pages[1].folders.is_empty() && instapaper.pages[1].tags.is_empty());

    let karakeep = import(file(sample("karakeep.json")));
    assert_eq!(karakeep.urls(), ["https://static.example.org/", "https://untitled.example.org/"]);
    let page = &karakeep.pages[0];
    assert_eq!((folder(page), page.note.as_deref()), (vec!["Making", "Web"], Some("my note")));
    assert_eq!((page.added_ms, page.tags.len()), (Some(MS), 2));
    assert_eq!(karakeep.skipped(SkipReason::NotAPage), 1);
    assert_eq!(karakeep.failed[0].place, "entry 4");
}

#[test]
fn saved_pages_come_with_their_content_and_address() {
    let imported = import(file(sample("saved")));
    assert_eq!(
        imported.urls(),
        [
            "https://garden.example.org/winter",
            "https://warc.example.org/plain",
            "https://warc.example.org/chunks",
            "https://latin.example.org/",
            "https://har.example.org/page",
            "https://har.example.org/packed",
            "https://single.example.org/page?x=1",
            "https://mhtml.example.org/page",
        ]
    );
    for (url, title, words) in [
        ("https://garden.example.org/winter", "The garden in winter", "Cover the beds."),
        ("https://warc.example.org/plain", "Archived", "<p>Kept"),
        ("https://warc.example.org/chunks", "In chunks", "<title>In chunks</title>"),
        ("https://latin.example.org/", "Grün", "Grün ist es"),
        ("https://har.example.org/page", "From a session", "<p>Text</p>"),
        ("https://har.example.org/packed", "Packed", "<title>Packed"),
        ("https://single.example.org/page?x=1", "Saved & single", "All in one file."),
        ("https://mhtml.example.org/page", "Saved whole — grün", "Whole grün page"),
    ] {
        let page = imported.page(url);
        assert_eq!(page.title, title);
        assert!(page.html.as_ref().is_some_and(|html| html.contains(words)), "{url}: {page:?}");
        assert!(page.added_ms.is_some(), "{url}");
    }
    for url in ["https://single.example.org/page?x=1", "https://mhtml.example.org/page"] {
        assert_eq!(imported.page(url).added_ms, Some(MS), "{url}");
    }
    let failed: Vec<&str> = imported.failed.iter().map(|failed| failed.place.as_str()).collect();
    assert_eq!(failed, ["unknown.html"]);
}

#[test]
fn a_web_archive_is_read_when_it_is_compressed_record_by_record() {
    let plain = std::fs::read(sample("saved/archive.warc")).unwrap();
    let mut packed = Vec::new();
    for piece in plain.chunks(300) {
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        member.write_all(piece).unwrap();
        packed.extend(member.finish().unwrap());
    }
    let folder = folder_of(&[("a.warc.gz", &packed)]);
    let whole = import(file(sample("saved/archive.warc")));
    assert_eq!(whole.pages.len(), 2);
    assert_eq!(import(file(folder.path().join("a.warc.gz"))), whole);
    assert_eq!(import(file(folder.path())), whole);
}
