//! Topics of a page, each a path from the root down: from breadcrumbs, tags, the address and key phrases.

use url::Url;

use crate::page::{KeyPhrase, Page};

const TOPICS_MAX: usize = 6;
const DEPTH_MAX: usize = 5;
const NAME_CHARS_MAX: usize = 60;

pub(super) fn topics(page: &Page, phrases: &[KeyPhrase]) -> Vec<Vec<String>> {
    let mut topics: Vec<Vec<String>> = Vec::new();
    let sections: Vec<String> = page
        .sections
        .iter()
        .filter_map(|section| section_name(page, section))
        .take(DEPTH_MAX)
        .collect();
    let root = if sections.is_empty() { path_segments(&page.url) } else { sections };
    let mut add = |path: Vec<String>| {
        let same = |other: &Vec<String>| {
            other.len() == path.len()
                && other
                    .iter()
                    .zip(&path)
                    .all(|(left, right)| left.to_lowercase() == right.to_lowercase())
        };
        if !path.is_empty() && topics.len() < TOPICS_MAX && !topics.iter().any(same) {
            topics.push(path);
        }
    };
    add(root.clone());
    for tag in page.tags.iter().filter_map(|tag| name(tag.trim_start_matches('#'))) {
        let known = root.iter().any(|above| above.to_lowercase() == tag.to_lowercase());
        if !known {
            add(vec![tag]);
        }
    }
    // The page's own subject is a leaf below what its site says.
    for phrase in phrases.iter().filter_map(|phrase| name(&phrase.phrase)).take(2) {
        let lower = phrase.to_lowercase();
        if root.len() < DEPTH_MAX && !root.iter().any(|above| above.to_lowercase() == lower) {
            add(root.iter().cloned().chain([phrase]).collect());
        }
    }
    topics
}

fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    let worded = name.chars().any(char::is_alphabetic);
    (worded && (2..=NAME_CHARS_MAX).contains(&length)).then_some(name)
}

/// A breadcrumb, unless it is the start page or the page itself.
fn section_name(page: &Page, section: &str) -> Option<String> {
    let name = name(section)?;
    let lower = name.to_lowercase();
    let site = page.site_name.as_deref().is_some_and(|site| site.to_lowercase() == lower);
    let start = matches!(
        lower.as_str(),
        "home"
            | "homepage"
            | "start"
            | "startseite"
            | "accueil"
            | "inicio"
            | "index"
            | "main page"
            | "all"
    );
    (!start && !site && lower != page.title.to_lowercase()).then_some(name)
}

/// Folders of the address that are words: `/programming/rust/2024/05/lifetimes` gives Programming, Rust.
fn path_segments(address: &str) -> Vec<String> {
    let Ok(url) = Url::parse(address) else { return Vec::new() };
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let folders = segments.len().saturating_sub(1);
    segments.into_iter().take(folders).filter_map(segment_name).take(3).collect()
}

fn segment_name(segment: &str) -> Option<String> {
    let words: Vec<&str> = segment.split(['-', '_', '+']).filter(|word| !word.is_empty()).collect();
    let plain = segment.len() <= 30
        && segment.len() > 2
        && words.len() <= 3
        && words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let filler = matches!(
        segment.to_lowercase().as_str(),
        "index"
            | "article"
            | "articles"
            | "blog"
            | "blogs"
            | "post"
            | "posts"
            | "news"
            | "story"
            | "stories"
            | "page"
            | "pages"
            | "archive"
            | "archives"
            | "category"
            | "categories"
            | "tag"
            | "tags"
            | "topic"
            | "topics"
            | "html"
            | "public"
            | "content"
            | "item"
            | "items"
            | "product"
            | "products"
            | "view"
            | "web"
            | "www"
            | "site"
            | "src"
            | "docs"
            | "doc"
            | "wiki"
            | "en-us"
            | "en-gb"
            | "user"
            | "users"
            | "questions"
            | "latest"
            | "stable"
            | "main"
            | "master"
            | "tree"
            | "blob"
            | "issues"
            | "pull"
            | "watch"
            | "comments"
    );
    if !plain || filler {
        return None;
    }
    let mut letters = words.join(" ");
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name(&letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(url: &str, sections: &[&str], tags: &[&str]) -> Page {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Page {
            url: url.into(),
            title: "Lifetimes explained".into(),
            site_name: Some("Borrowed Time".into()),
            sections: owned(sections),
            tags: owned(tags),
            ..Page::default()
        }
    }

    #[test]
    fn topics_come_from_what_the_page_and_its_address_say() {
        let phrases = [KeyPhrase { phrase: "lifetimes".into(), score: 1.0 }];
        for (page, wanted) in [
            (
                page(
                    "https://a.example/x",
                    &["Home", "Programming", "Rust", "Lifetimes explained"],
                    &[],
                ),
                vec!["Programming/Rust", "Programming/Rust/lifetimes"],
            ),
            (
                page(
                    "https://a.example/science/deep-sea/2024/05/a1b2/fish.html",
                    &[],
                    &["#ocean", "Ocean"],
                ),
                vec!["Science/Deep sea", "ocean", "Science/Deep sea/lifetimes"],
            ),
            (page("https://a.example/", &["Borrowed Time"], &[]), vec!["lifetimes"]),
            (page("no address", &[], &[]), vec!["lifetimes"]),
        ] {
            let found: Vec<_> = topics(&page, &phrases).iter().map(|path| path.join("/")).collect();
            assert_eq!(found, wanted);
        }
    }
}
