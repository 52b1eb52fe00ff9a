//! Files as they come from elsewhere, written before the readers were tried on them.

use tabwright_knowledge::import::ImportedPage;

use crate::env::{MS, file, folder_of, import};

/// Address, title, date, folder, tags and note of a page.
type Told<T> = (T, T, Option<i64>, T, T, T);

struct Case {
    name: &'static str,
    content: &'static [u8],
    pages: &'static [Told<&'static str>],
    failed: usize,
    skipped: u64,
}

const CASES: &[Case] = &[
    Case {
        name: "a file of Safari: no dates, no doctype of Netscape",
        content: b"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n\t<HTML>\n\t<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n\t<Title>Bookmarks</Title>\n\t<H1>Bookmarks</H1>\n\t<DT><H3 FOLDED>Favourites</H3>\n\t<DL><p>\n\t\t<DT><A HREF=\"https://apple.example/\">Apple</A>\n\t</DL><p>\n\t<DT><H3 FOLDED id=\"com.apple.ReadingList\">Reading List</H3>\n\t<DL><p>\n\t\t<DT><A HREF=\"https://later.example/\">Later</A>\n\t</DL><p>\n</HTML>",
        pages: &[
            ("https://apple.example/", "Apple", None, "Favourites", "", ""),
            ("https://later.example/", "Later", None, "Reading List", "", ""),
        ],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "an export of a bookmark service: flat, upper case, private flags",
        content: b"<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\r\n<TITLE>Pins</TITLE>\r\n<H1>Bookmarks</H1>\r\n<DL><p><DT><A HREF=\"https://pin.example/1\" ADD_DATE=\"1714558830\" PRIVATE=\"1\" TOREAD=\"0\" TAGS=\"a,b,,a\">First</A>\r\n<DD>said &amp;amp; done\r\n\r\n<DT><A HREF=\"https://pin.example/2\" ADD_DATE=\"1714558830\" PRIVATE=\"0\" TOREAD=\"1\" TAGS=\"\"></A>\r\n</DL></p>",
        pages: &[
            ("https://pin.example/1", "First", Some(MS), "", "a,b", "said &amp; done"),
            ("https://pin.example/2", "", Some(MS), "", "", ""),
        ],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "more ends than beginnings",
        content: b"<DL><DT><H3>A</H3><DL><DT><A HREF=https://x.example/ add_date=1>x</A></DL></DL></DL></DL><DT><A HREF=https://y.example/>y</A>",
        pages: &[
            ("https://x.example/", "x", None, "A", "", ""),
            ("https://y.example/", "y", None, "", "", ""),
        ],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "a table with tabs",
        content: b"Title\tURL\tTags\nOne\thttps://t.example/1\tx, y\n\nTwo\thttps://t.example/2\t\n",
        pages: &[
            ("https://t.example/1", "One", None, "", "x,y", ""),
            ("https://t.example/2", "Two", None, "", "", ""),
        ],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "a table with semicolons and a quoted header of another case",
        content: b"\"URL\";\"Title\";\"Date Added\"\n\"https://s.example/\";\"A; b\";\"2024-05-01\"\n\"mailto:me@s.example\";\"Me\";\"\"\n\"s.example\";\"No scheme\";\"\"\n",
        pages: &[("https://s.example/", "A; b", Some(1_714_521_600_000), "", "", "")],
        failed: 1,
        skipped: 1,
    },
    Case {
        name: "an older export of Pocket, without cursor",
        content: b"title,url,time_added,tags,status\nhttps://p.example/,https://p.example/,1714558830,one|two words,unread\n",
        pages: &[("https://p.example/", "https://p.example/", Some(MS), "", "one,two words", "")],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "an older table of Raindrop",
        content: b"title,description,url,folder,tags,created,cover,highlights\nR,,https://r.example/,Deep / Deeper,\"x, y\",2024-05-01T10:20:30.000Z,,\n",
        pages: &[("https://r.example/", "R", Some(MS), "Deep/Deeper", "x,y", "")],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "bookmarks of Chromium with unknown keys, numbers for dates and a lone surrogate",
        content: br#"{"sync_metadata":"AAAA","roots":{"trash":{"x":[1,{"children":[]}]},"other":{"name":"Other","type":"folder","children":[{"type":"url","name":"\ud800 x","date_added":13359032430000000,"url":"https://c.example/"}]}}}"#,
        pages: &[("https://c.example/", "\u{FFFD} x", Some(MS), "", "", "")],
        failed: 0,
        skipped: 0,
    },
    Case {
        name: "an older export of Karakeep, without lists",
        content: br#"{ "bookmarks" : [ {"content":{"url":"https://k.example/","type":"link"},"tags":["t"],"title":"K","createdAt":1714558830,"note":"n"}, 7 ] }"#,
        pages: &[("https://k.example/", "K", Some(MS), "", "t", "n")],
        failed: 1,
        skipped: 0,
    },
];

#[test]
fn files_from_elsewhere_are_read() {
    let mut wrong = Vec::new();
    for case in CASES {
        let folder = folder_of(&[("file", case.content)]);
        let imported = import(file(folder.path().join("file")));
        let told: Vec<_> = imported.pages.iter().map(tell).collect();
        let expected: Vec<_> = case
            .pages
            .iter()
            .map(|(url, title, added, folder, tags, note)| {
                (
                    url.to_string(),
                    title.to_string(),
                    *added,
                    folder.to_string(),
                    tags.to_string(),
                    note.to_string(),
                )
            })
            .collect();
        let skipped: u64 = imported.skipped.values().sum();
        if told != expected || imported.failed.len() != case.failed || skipped != case.skipped {
            wrong.push(format!("{}: {imported:#?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), CASES.len(), wrong.join("\n"));
}

fn tell(page: &ImportedPage) -> Told<String> {
    let folder = page.folders.first().map(|folder| folder.join("/")).unwrap_or_default();
    let note = page.note.clone().unwrap_or_default();
    (page.url.clone(), page.title.clone(), page.added_ms, folder, page.tags.join(","), note)
}
