//! When a page was published and last changed, by all that says so: structured data, meta elements, times, the lines
//! next to the headline, the address.

use super::dates;
use super::sources::Sources;
use crate::page::PageKind;

impl Sources<'_> {
    fn date(&self, text: &str) -> Option<String> {
        dates::parse(text, self.now)
    }

    pub(super) fn published(&self, kind: PageKind, title: &str) -> Option<String> {
        let structured = || {
            let value = self.subject(&["datePublished", "uploadDate", "dateCreated"])?;
            self.date(value.as_str()?)
        };
        let meta = || {
            const NAMES: &[&str] = &[
                "article:published_time",
                "og:article:published_time",
                "og:published_time",
                "article:published",
                "datepublished",
                "citation_publication_date",
                "citation_online_date",
                "citation_date",
                "parsely-pub-date",
                "sailthru.date",
                "publishdate",
                "pubdate",
                "publish-date",
                "publication_date",
                "dc.date.issued",
                "dcterms.issued",
                "dcterms.created",
                "dcterms.date",
                "dc.date",
                "date",
                "datecreated",
                "article:post_date",
                "cxenseparse:recs:publishtime",
            ];
            NAMES.iter().find_map(|name| self.meta_all(name).find_map(|text| self.date(text)))
        };
        let structured = structured()
            .or_else(meta)
            .or_else(|| self.itemprop_date("datePublished"))
            .or_else(|| self.itemprop_date("dateCreated"));
        if structured.is_some()
            || !matches!(kind, PageKind::Article | PageKind::Discussion | PageKind::Video)
        {
            return structured;
        }
        self.time_element()
            .or_else(|| self.date_below_title(title))
            .or_else(|| self.classed_date())
            .or_else(|| self.url.and_then(|url| dates::in_address(url.path(), self.now)))
            .or_else(|| self.dateline())
    }

    fn itemprop_date(&self, name: &str) -> Option<String> {
        self.node_date(self.itemprop(name)?)
    }

    fn node_date(&self, index: usize) -> Option<String> {
        let node = self.dom.node(index);
        let stated = ["datetime", "content", "title"]
            .iter()
            .find_map(|name| self.date(node.attribute(name)?));
        stated.or_else(|| self.date(&self.dom.text(index)))
    }

    pub(super) fn modified(&self) -> Option<String> {
        let structured = || self.date(self.subject(&["dateModified"])?.as_str()?);
        let meta = || {
            const NAMES: &[&str] = &[
                "article:modified_time",
                "og:updated_time",
                "og:article:modified_time",
                "datemodified",
                "last-modified",
                "dcterms.modified",
                "dc.date.modified",
                "lastmod",
                "revised",
            ];
            self.meta(NAMES).and_then(|text| self.date(text))
        };
        let time = || {
            let mut times = self.dom.named("time");
            times.find(|&index| self.says_updated(index)).and_then(|index| self.node_date(index))
        };
        structured().or_else(meta).or_else(|| self.itemprop_date("dateModified")).or_else(time)
    }

    /// Whether a time is that of the last change: its class or the words before it say so.
    fn says_updated(&self, index: usize) -> bool {
        let node = self.dom.node(index);
        let marks = node.marks().to_lowercase();
        let before = self.dom.node(node.parent);
        let around = format!("{} {}", before.marks(), self.dom.text(node.parent)).to_lowercase();
        let says = |text: &str| {
            ["updated", "modified", "edited", "aktualisiert", "atualizado"]
                .iter()
                .any(|said| text.contains(said))
        };
        says(&marks) || says(&around) && !marks.contains("publish") && around.len() < 120
    }

    fn time_element(&self) -> Option<String> {
        let beside = |index: usize| {
            self.dom.ancestors(index).any(|at| {
                let node = self.dom.node(at);
                let marks = node.marks().to_lowercase();
                node.is("aside")
                    || node.is("footer")
                    || marks.contains("comment") && !marks.contains("post")
                    || marks.contains("related")
            })
        };
        let times: Vec<usize> =
            self.dom.named("time").filter(|&index| !self.says_updated(index)).take(200).collect();
        let published = times
            .iter()
            .find(|&&index| self.dom.node(index).marks().to_lowercase().contains("publish"));
        let first = times.iter().find(|&&index| !beside(index));
        published.or(first).and_then(|&index| self.node_date(index))
    }

    /// A short line with a date, next to the headline.
    fn date_below_title(&self, title: &str) -> Option<String> {
        const LINES: usize = 8;
        const LINE_CHARS_MAX: usize = 140;
        let key = |text: &str| {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect::<String>()
        };
        let title = key(title);
        let at = self.blocks.iter().position(|block| key(&block.text).starts_with(&title))?;
        let near =
            self.blocks[at + 1..].iter().take(LINES).chain(self.blocks[..at].iter().rev().take(2));
        let mut short = near.filter(|block| block.text.chars().count() <= LINE_CHARS_MAX);
        short.find_map(|block| {
            dates::find_in_text(&block.text)?;
            let text = &block.text;
            self.date(text)
                .or_else(|| self.date(text.trim_start_matches(|c: char| !c.is_ascii_digit())))
        })
    }

    fn classed_date(&self) -> Option<String> {
        let index = self.classed(&[
            "age",
            "date",
            "datum",
            "post-date",
            "entry-date",
            "published",
            "posted-on",
            "post-info",
            "date-header",
            "data-pub",
            "storydate",
            "pubdate",
            "timestamp",
            "author",
            "meta__date",
            "posted",
            "byline",
        ])?;
        self.node_date(index)
    }

    /// "Bergen, 6 May 2025." at the beginning of the text of a press release.
    fn dateline(&self) -> Option<String> {
        const BEGINNING_CHARS: usize = 60;
        let paragraphs = self.blocks.iter().filter(|block| block.chars > 120).take(2);
        paragraphs.into_iter().find_map(|block| {
            let beginning: String = block.text.chars().take(BEGINNING_CHARS).collect();
            self.date(&beginning)
        })
    }
}
