//! What is exported, and read back.

use proptest::prelude::*;
use tabwright_knowledge::export::{
    ExportedPage, file_name, write_bookmarks, write_json_lines, write_markdown,
    write_markdown_files,
};
use tabwright_knowledge::import::{ImportedPage, Visit};
use tabwright_knowledge::page::{Knowledge, Page};

use crate::env::{MS, file, folder_of, import};

fn page() -> ExportedPage {
    ExportedPage {
        page: Page {
            url: "https://garden.example.org/compost?a=1&b=2".to_owned(),
            title: "Compost <for> \"beginners\" & others".to_owned(),
            author: Some("Ada: Lovelace".to_owned()),
            language: Some("en".to_owned()),
            text: "How to begin\nA heap needs air.\n# not a heading".to_owned(),
            headings: vec!["How to begin".to_owned()],
            ..Page::default()
        },
        knowledge: Knowledge {
            topics: vec![vec!["Garden".to_owned(), "Soil".to_owned()]],
            summary: vec!["A heap needs air.".to_owned()],
            ..Knowledge::default()
        },
        added_ms: Some(MS + 123),
        visits: vec![Visit { at_ms: MS + 5_000, duration_ms: 700 }],
        visit_count: 1,
        folders: vec![vec!["Garden & more".to_owned(), "Soil".to_owned()]],
        own_tags: vec!["slow food".to_owned(), "soil".to_owned()],
        notes: vec!["Two lines\nof a <note>".to_owned()],
        highlights: vec!["Keep it moist.".to_owned()],
    }
}

/// What a bookmark file holds of a page.
fn as_bookmark(page: &ExportedPage) -> ImportedPage {
    ImportedPage {
        url: page.page.url.clone(),
        title: page.page.title.clone(),
        added_ms: page.added_ms,
        last_visit_ms: page.last_visit_ms(),
        folders: page.folders.clone(),
        tags: page.own_tags.clone(),
        note: page.notes.first().cloned(),
        ..ImportedPage::default()
    }
}

fn written(pages: &[ExportedPage]) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert_eq!(write_bookmarks(pages.to_vec(), &mut bytes).unwrap(), pages.len() as u64);
    bytes
}

fn read_back(pages: &[ExportedPage]) -> Vec<ImportedPage> {
    let folder = folder_of(&[("bookmarks.html", &written(pages))]);
    let imported = import(file(folder.path().join("bookmarks.html")));
    assert!(imported.failed.is_empty() && imported.skipped.is_empty());
    imported.pages
}

#[test]
fn a_bookmark_file_is_read_back_as_it_was_written() {
    let plain = |url: &str| ExportedPage {
        page: Page { url: url.to_owned(), title: "Plain".to_owned(), ..Page::default() },
        ..ExportedPage::default()
    };
    let deeper =
        ExportedPage { folders: vec![vec!["Garden & more".to_owned()]], ..plain("https://a.org/") };
    let pages = [page(), deeper, plain("https://b.org/"), page()];
    let expected: Vec<ImportedPage> = pages.iter().map(as_bookmark).collect();
    assert_eq!(read_back(&pages), expected);
    let text = String::from_utf8(written(&pages)).unwrap();
    assert!(text.contains("ADD_DATE=\"1714558830\""), "browsers read seconds: {text}");
}

#[test]
fn a_page_in_two_folders_is_in_both() {
    let folders = vec![vec!["One".to_owned()], vec!["Two".to_owned(), "Three".to_owned()]];
    let read = read_back(&[ExportedPage { folders: folders.clone(), ..page() }]);
    let read: Vec<_> = read.into_iter().flat_map(|page| page.folders).collect();
    assert_eq!(read, folders);
}

#[test]
fn json_lines_hold_everything() {
    let pages = [page(), ExportedPage::default()];
    let mut bytes = Vec::new();
    assert_eq!(write_json_lines(pages.to_vec(), &mut bytes).unwrap(), 2);
    let text = String::from_utf8(bytes).unwrap();
    let read: Vec<ExportedPage> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, pages);
}

#[test]
fn markdown_has_what_is_known_and_the_text() {
    let mut bytes = Vec::new();
    write_markdown([page()], &mut bytes).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        r##"---
title: "Compost <for> \"beginners\" & others"
url: "https://garden.example.org/compost?a=1&b=2"
author: "Ada: Lovelace"
language: "en"
added: "2024-05-01T10:20:30.123Z"
last_visit: "2024-05-01T10:20:35Z"
visits: 1
tags: ["slow food", "soil"]
folders: ["Garden & more/Soil"]
topics: ["Garden/Soil"]
---

# Compost \<for> "beginners" & others

## Notes

Two lines
of a \<note>

## Highlights

> Keep it moist.

## Summary

- A heap needs air.

## How to begin

A heap needs air.

\# not a heading
"##
    );
    let folder = tempfile::tempdir().unwrap();
    let other =
        ExportedPage { page: Page { url: "https://x.org/".into(), ..page().page }, ..page() };
    assert_eq!(write_markdown_files([page(), other.clone()], folder.path()).unwrap(), 2);
    for page in [page(), other] {
        let text = std::fs::read_to_string(folder.path().join(file_name(&page))).unwrap();
        assert!(text.contains(&page.page.url));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn any_words_survive_a_bookmark_file(
        title in "[a-z<>&\"'ü文;#/!-]{1,20}( [a-z<>&\"']{1,9}){0,2}",
        names in proptest::collection::vec("[A-Z<&>\"'文/]{1,8}", 0..4),
        tag in "[a-z<&>\"'|;]{1,8}",
        note in "[a-z<>&\"']{1,9}(\n[a-z<>/!-]{1,9}){0,3}",
        seconds in 700_000_000_000..1_700_000_000_000_i64,
        path in "[a-z0-9/&=?%'\"<>-]{0,20}",
    ) {
        let url = url::Url::parse(&format!("https://a.org/{path}")).unwrap().to_string();
        let page = ExportedPage {
            page: Page { url, title, ..Page::default() },
            added_ms: Some(seconds),
            folders: if names.is_empty() { Vec::new() } else { vec![names] },
            own_tags: vec![tag],
            notes: vec![note],
            ..ExportedPage::default()
        };
        prop_assert_eq!(read_back(std::slice::from_ref(&page)), vec![as_bookmark(&page)]);
    }
}
