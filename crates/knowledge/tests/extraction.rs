//! What is extracted from the gold pages, beside their labels, and from pages that nobody meant well.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use jiff::Timestamp;
use proptest::prelude::*;
use serde::Deserialize;
use tabwright_knowledge::extract::{MainText, extract, extract_with};
use tabwright_knowledge::page::{EntityKind, Page, PageKind};

#[derive(Debug, Deserialize)]
struct Label {
    url: String,
    title: String,
    published: Option<String>,
    language: String,
    kind: PageKind,
    held_out: bool,
    text: Vec<String>,
}

fn now() -> Timestamp {
    "2025-07-01T12:00:00Z".parse().unwrap()
}

fn page(html: &str) -> Page {
    page_at(html, "https://site.example/some/page")
}

fn page_at(html: &str, url: &str) -> Page {
    extract_with(None, html, url, now())
}

fn gold() -> Vec<(String, String, Label)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gold/pages");
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let label = fs::read_to_string(path.with_extension("json")).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            pages.push((
                name,
                fs::read_to_string(&path).unwrap(),
                serde_json::from_str(&label).unwrap(),
            ));
        }
    }
    pages.sort_by(|a, b| a.0.cmp(&b.0));
    pages
}

/// Words; of scripts without spaces, characters.
fn tokens(text: &str) -> HashMap<String, usize> {
    let wide = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
    let mut tokens = HashMap::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() && !wide(c) {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            *tokens.entry(std::mem::take(&mut word)).or_default() += 1;
        }
        if wide(c) {
            *tokens.entry(c.to_string()).or_default() += 1;
        }
    }
    tokens
}

fn f1(expected: &str, found: &str) -> f64 {
    let (expected, found) = (tokens(expected), tokens(found));
    let shared: usize = expected
        .iter()
        .map(|(token, count)| found.get(token).map_or(0, |other| *count.min(other)))
        .sum();
    let all: usize = expected.values().sum::<usize>() + found.values().sum::<usize>();
    if all == 0 { 1.0 } else { 2.0 * shared as f64 / all as f64 }
}

fn same_title(expected: &str, found: &str) -> bool {
    let key = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    key(expected) == key(found)
}

#[derive(Debug, Default)]
struct Score {
    pages: usize,
    articles: usize,
    article_f1: f64,
    others_f1: f64,
    titles: usize,
    dates: usize,
    languages: usize,
    kinds: usize,
}

impl Score {
    fn add(&mut self, name: &str, label: &Label, page: &Page) {
        let f1 = f1(&label.text.join("\n"), &page.text);
        let title = same_title(&label.title, &page.title);
        let day = |date: &Option<String>| {
            date.as_ref().and_then(|date| date.get(..10).map(str::to_owned))
        };
        let date = day(&label.published) == day(&page.published);
        self.pages += 1;
        if label.kind == PageKind::Article {
            self.articles += 1;
            self.article_f1 += f1;
        } else {
            self.others_f1 += f1;
        }
        self.titles += usize::from(title);
        self.dates += usize::from(date);
        self.languages += usize::from(page.language.as_deref() == Some(&label.language));
        self.kinds += usize::from(page.kind == label.kind);
        if label.held_out && std::env::var_os("SHOW_HELD_OUT").is_none() {
            return;
        }
        if f1 < 0.95 || !title || !date || page.kind != label.kind {
            println!(
                "{name}: text {f1:.3}, {:?}, title {:?}, published {:?} (labelled {:?})",
                page.kind, page.title, page.published, label.published
            );
        }
    }

    fn article_f1(&self) -> f64 {
        self.article_f1 / self.articles.max(1) as f64
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.pages.max(1) as f64
    }

    fn print(&self, which: &str) {
        let others = self.others_f1 / (self.pages - self.articles).max(1) as f64;
        println!(
            "{which}: {} pages; text F1 {:.3} on {} articles, {others:.3} on others; title {:.3}, date {:.3}, language {:.3}, kind {:.3}",
            self.pages,
            self.article_f1(),
            self.articles,
            self.share(self.titles),
            self.share(self.dates),
            self.share(self.languages),
            self.share(self.kinds)
        );
    }
}

#[test]
fn gold_pages_are_read_as_labelled() {
    let (mut all, mut held_out) = (Score::default(), Score::default());
    for (name, html, label) in gold() {
        let page = page_at(&html, &label.url);
        all.add(&name, &label, &page);
        if label.held_out {
            held_out.add("", &label, &page);
        }
    }
    all.print("all");
    held_out.print("held out");
    assert!(
        all.pages >= 60 && held_out.pages * 3 >= all.pages,
        "{} of {}",
        held_out.pages,
        all.pages
    );
    assert!(all.article_f1() >= 0.95, "text F1 {}", all.article_f1());
    assert!(all.share(all.titles) >= 0.97, "title {}", all.share(all.titles));
    assert!(all.share(all.dates) >= 0.85, "date {}", all.share(all.dates));
}

/// Says that one sentence of the page is its text.
#[derive(Debug)]
struct OneSentence(&'static str);

impl MainText for OneSentence {
    fn main_text(&self, _html: &str) -> Option<String> {
        Some(self.0.to_owned())
    }
}

#[test]
fn another_engine_may_say_what_the_text_is() {
    const SAID: &str = "This sentence stands in a box of its own, and it is the only one on the page that is \
        about anything at all: a box, a sentence, and the engine that found both of them there. Nothing else was found.";
    let other = "A long paragraph, with commas, that any count of points would take for the text, since there is \
        no other on the page that is as long, or that has as many commas in it, and it goes on.";
    let html = format!(
        "<div class=box><span>{SAID}</span></div><div><p>{other}</p><p>{other} Again.</p></div>"
    );
    let page = extract_with(Some(&OneSentence(SAID)), &html, "https://site.example/", now());
    assert_eq!(page.text, SAID);
    assert!(page.rest.contains(other));
}

#[test]
fn no_line_is_in_the_text_and_in_the_rest() {
    for (name, html, label) in gold() {
        let page = page_at(&html, &label.url);
        let text: Vec<&str> = page.text.lines().collect();
        for line in page.rest.lines() {
            assert!(!text.contains(&line), "{name}: {line}");
        }
        assert!((0.0..=1.0).contains(&page.quality), "{name}: {}", page.quality);
    }
}

#[test]
fn an_article_is_worth_more_reading_than_a_form() {
    let quality = |name: &str| {
        let pages = gold();
        let (_, html, label) = pages.iter().find(|(own, _, _)| own == name).unwrap();
        page_at(html, &label.url).quality
    };
    assert!(quality("magazine-longform") > 0.6);
    assert!(quality("login-dashboard") < 0.2);
}

#[test]
fn what_structured_data_says_is_kept() {
    let html = r##"<html lang="en"><head><title>A walk - The Stroller</title>
        <link rel="canonical" href="/a-walk?utm_source=mail&amp;page=2#top">
        <meta property="og:site_name" content="The Stroller"><meta name="keywords" content="walking, hills">
        <script type="application/ld+json">{"@graph":[
            {"@type":"Article","headline":"A walk","datePublished":"2024-02-03T04:05:06Z","author":{"@id":"#me"}},
            {"@type":"Person","@id":"#me","name":"Ada Fenn"},{"@type":"City","name":"Bristol"}]}</script></head>
        <body><h1>A walk</h1><p>It was a long walk over the hills, and the wind did not stop for an hour.</p>
        <a href="/next">Next</a><a href="/next">again</a><a href="javascript:go()">go</a><img src="x" alt="Hills in fog"></body></html>"##;
    let page = page_at(html, "https://www.stroller.example/a-walk?utm_campaign=x");
    assert_eq!(page.title, "A walk");
    assert_eq!(page.author.as_deref(), Some("Ada Fenn"));
    assert_eq!(page.published.as_deref(), Some("2024-02-03T04:05:06Z"));
    assert_eq!(page.canonical_url.as_deref(), Some("https://www.stroller.example/a-walk?page=2"));
    assert_eq!(page.tags, ["walking", "hills"]);
    assert_eq!(page.links.len(), 1);
    assert_eq!(page.image_texts, ["Hills in fog"]);
    let named: Vec<_> = page.named.iter().map(|named| (named.name.as_str(), named.kind)).collect();
    assert_eq!(named, [("Ada Fenn", EntityKind::Person), ("Bristol", EntityKind::Place)]);
}

#[test]
fn a_wrong_canonical_address_is_not_taken() {
    let own = "https://site.example/some/page";
    let cases = [
        ("https://site.example/", own),
        ("https://other.example/some/page", own),
        ("javascript:alert(1)", own),
        ("https://www.site.example/some/page/", "https://www.site.example/some/page/"),
    ];
    for (stated, expected) in cases {
        let page = page(&format!("<link rel=canonical href='{stated}'><p>Text."));
        assert_eq!(page.canonical_url.as_deref(), Some(expected), "{stated}");
    }
}

#[test]
fn no_page_is_from_the_future_or_from_before_the_web() {
    for (stated, expected) in [
        ("2031-01-01", None),
        ("1970-01-01", None),
        ("0000-00-00", None),
        ("2024-13-40", None),
        ("2024-05-06T07:08:09.123+0200", Some("2024-05-06T07:08:09+02:00")),
        ("2024/5/6", Some("2024-05-06")),
        ("May 6th, 2024", Some("2024-05-06")),
        ("6. Mai 2024", Some("2024-05-06")),
    ] {
        let page =
            page(&format!("<meta property='article:published_time' content='{stated}'><p>Text."));
        assert_eq!(page.published.as_deref(), expected, "{stated}");
    }
}

#[test]
fn hostile_pages_are_read_in_bounded_time() {
    let deep = |tag: &str| {
        format!(
            "{}words{}",
            format!("<{tag}>").repeat(100_000),
            format!("</{tag}>").repeat(100_000)
        )
    };
    let cases = [
        ("deep divs", deep("div")),
        ("deep inline", deep("b")),
        ("deep lists", deep("ul><li")),
        ("deep tables", "<table><tr><td>".repeat(50_000)),
        ("never closed", "<div>words".repeat(100_000)),
        ("stray ends", format!("{}{}", "<div>".repeat(50_000), "</span>".repeat(50_000))),
        (
            "misnested",
            format!(
                "<p>{}</p>{}",
                (0..200).map(|n| format!("<b id=b{n}>")).collect::<String>(),
                "<p>x</p>".repeat(50_000)
            ),
        ),
        ("unclosed pictures", "<svg>".repeat(200_000)),
        ("unclosed comments", "<!-- ".repeat(200_000)),
        ("a huge attribute", format!("<div data-x=\"{}\">words</div>", "a".repeat(3_000_000))),
        (
            "broken surrogates",
            "<p>&#xD800;&#xDFFF;&#x110000;&#0; words &#xD83D;&#xDE00;</p>".repeat(1_000),
        ),
        ("one long line", "lorem ipsum ".repeat(450_000)),
        ("many paragraphs", "<p>Some words stand here.</p>".repeat(200_000)),
        ("many links", "<a href=/x>link</a> ".repeat(100_000)),
        (
            "deep structured data",
            format!("<script type=application/ld+json>{}</script>", "[".repeat(100_000)),
        ),
        ("a tag that does not end", format!("<div class=\"{}", "x ".repeat(1_000_000))),
    ];
    for (case, html) in cases {
        let page = extract(&html, "https://site.example/");
        assert!(page.text.len() <= 1_000_000, "{case}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_taken(html in ".{0,400}", url in ".{0,40}") {
        extract(&html, &url);
    }

    #[test]
    fn any_tags_are_taken(parts in prop::collection::vec(prop::sample::select(PARTS), 0..120)) {
        let page = extract(&parts.concat(), "https://site.example/a");
        prop_assert!((0.0..=1.0).contains(&page.quality));
    }
}

const PARTS: &[&str] = &[
    "<p>",
    "</p>",
    "<div class='post'>",
    "</div>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<li>",
    "<ul>",
    "</ul>",
    "<h1>",
    "</h1>",
    "words of a text that goes on for a while. ",
    "<a href='//x'>",
    "</a>",
    "<b>",
    "</i>",
    "<br>",
    "<br/>",
    "<title>",
    "</title>",
    "<script type='application/ld+json'>{\"@type\":\"Article\",",
    "</script>",
    "<meta name=date content='2024-",
    "'>",
    "<!--",
    "-->",
    "<",
    "&#xD800;",
    "é年月日",
    "2024年",
    "<time datetime='",
    "\u{0}",
    "<svg/>",
    "<select><option>",
    "<textarea>",
    "<template>",
    "<frameset>",
    "<html lang=x>",
    "<base href='::'>",
    "<h7>",
    "<x-y>",
    "</x-y>",
    "<p hidden>",
    "<noscript>",
    "1. Mai 20é4",
];
