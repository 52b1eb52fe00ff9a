//! Where what a page says about itself is found: structured data, meta elements, marked elements.

use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use super::blocks::Block;
use super::dom::{Dom, collapse};
use super::json_ld::JsonLd;

/// Types of structured data that are what a page is about.
pub(super) const ABOUT: &[&str] = &[
    "Article",
    "NewsArticle",
    "BlogPosting",
    "TechArticle",
    "ScholarlyArticle",
    "Report",
    "LiveBlogPosting",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "ReportageNewsArticle",
    "ReviewNewsArticle",
    "BackgroundNewsArticle",
    "SocialMediaPosting",
    "DiscussionForumPosting",
    "QAPage",
    "Question",
    "Recipe",
    "Product",
    "ProductGroup",
    "VideoObject",
    "Review",
    "HowTo",
    "APIReference",
    "PodcastEpisode",
    "Book",
    "Event",
];

/// The sources, read once.
pub(crate) struct Sources<'a> {
    pub(super) dom: &'a Dom,
    pub(super) blocks: &'a [Block],
    pub(crate) json_ld: JsonLd,
    /// Names in small letters, with what they say.
    meta: Vec<(String, String)>,
    pub(super) url: Option<&'a Url>,
    pub(super) now: Timestamp,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(
        dom: &'a Dom,
        blocks: &'a [Block],
        url: Option<&'a Url>,
        now: Timestamp,
    ) -> Self {
        const CONTENT_BYTES_MAX: usize = 4_000;
        let mut meta = Vec::new();
        for index in dom.named("meta") {
            let node = dom.node(index);
            let Some(content) =
                node.attribute("content").map(collapse).filter(|text| !text.is_empty())
            else {
                continue;
            };
            for name in ["name", "property", "itemprop", "http-equiv"] {
                if let Some(name) = node.attribute(name) {
                    let cut = content.floor_char_boundary(CONTENT_BYTES_MAX);
                    meta.push((name.trim().to_ascii_lowercase(), content[..cut].to_owned()));
                }
            }
        }
        Self { dom, blocks, json_ld: JsonLd::read(dom), meta, url, now }
    }

    pub(crate) fn meta(&self, names: &[&str]) -> Option<&str> {
        let first = |name: &&str| self.meta.iter().find(|(own, _)| own == name);
        names.iter().find_map(first).map(|(_, content)| content.as_str())
    }

    pub(super) fn meta_all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.meta.iter().filter(move |(own, _)| own == name).map(|(_, content)| content.as_str())
    }

    /// What structured data says about the subject of the page, by the first of the properties that it has.
    pub(super) fn subject(&self, properties: &[&str]) -> Option<&Value> {
        let of = |types: &'static [&'static str]| {
            self.json_ld
                .of_types(types)
                .find_map(|object| properties.iter().find_map(|name| object.get(*name)))
        };
        // A page about an article is also a `WebPage`, which often has the dates of the template.
        of(ABOUT).or_else(|| of(&["WebPage"]))
    }

    pub(super) fn itemprop(&self, name: &str) -> Option<usize> {
        self.dom.find(|node| {
            node.attribute("itemprop")
                .is_some_and(|props| props.split_whitespace().any(|prop| prop == name))
        })
    }

    /// The first element with the first of the classes that any element has.
    pub(super) fn classed(&self, classes: &[&str]) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for index in 0..self.dom.len() {
            let Some(own) = self.dom.node(index).attribute("class") else { continue };
            for class in own.split_whitespace() {
                if let Some(rank) = classes.iter().position(|wanted| *wanted == class)
                    && best.is_none_or(|(known, _)| rank < known)
                {
                    best = Some((rank, index));
                }
            }
        }
        best.map(|(_, index)| index)
    }
}
