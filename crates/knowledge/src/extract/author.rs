//! Who wrote a page.

use super::dates;
use super::json_ld::clean;
use super::sources::Sources;

impl Sources<'_> {
    pub(super) fn author(&self, site_name: Option<&str>) -> Option<String> {
        const AUTHORS_MAX: usize = 6;
        let structured = || {
            let names = self.json_ld.names(self.subject(&["author", "creator"])?);
            let names: Vec<String> =
                names.into_iter().filter_map(|name| person(&name, site_name)).collect();
            (!names.is_empty()).then(|| names[..names.len().min(AUTHORS_MAX)].join(", "))
        };
        let meta = || {
            let list = [
                "citation_author",
                "author",
                "article:author",
                "og:article:author",
                "parsely-author",
                "sailthru.author",
                "byl",
                "dc.creator",
                "dcterms.creator",
                "by",
                "twitter:creator:name",
            ];
            list.iter().find_map(|name| {
                let all: Vec<String> = self
                    .meta_all(name)
                    .filter_map(|text| person(text, site_name))
                    .take(AUTHORS_MAX)
                    .collect();
                (!all.is_empty()).then(|| all.join(", "))
            })
        };
        let written_by = || {
            let label = self.meta(&["twitter:label1"])?;
            label.to_lowercase().contains("by").then_some(())?;
            person(self.meta(&["twitter:data1"])?, site_name)
        };
        let text = |index: usize| person(&self.dom.text(index), site_name);
        let microdata = || {
            let author = self.itemprop("author")?;
            let name = self
                .dom
                .inside(author)
                .find(|&inner| self.dom.node(inner).attribute("itemprop") == Some("name"));
            text(name.unwrap_or(author))
        };
        let byline = || {
            let rel = self.dom.find(|node| {
                node.is("a") && node.attribute("rel").is_some_and(|rel| rel.contains("author"))
            });
            let schema = self.dom.find(|node| node.attribute("rel") == Some("schema:author"));
            let address = self.dom.find(|node| node.is("address"));
            let classed = self.classed(&[
                "fn",
                "p-author",
                "entry-author-name",
                "author-name",
                "byline",
                "author",
                "post-author",
                "username",
                "hnuser",
                "byline__name",
                "p-article__author",
                "story-author",
                "meta__author",
                "firma",
            ]);
            rel.and_then(text)
                .or_else(|| address.and_then(text))
                .or_else(|| classed.and_then(text))
                .or_else(|| schema.and_then(text))
        };
        let said = || {
            let mut short =
                self.blocks.iter().take(80).filter(|block| block.text.chars().count() <= 80);
            short
                .find_map(|block| said_author(&block.text))
                .and_then(|name| person(&name, site_name))
        };
        structured()
            .or_else(meta)
            .or_else(written_by)
            .or_else(microdata)
            .or_else(byline)
            .or_else(said)
    }
}

/// The name in a line such as "By Ada Fenn, our correspondent".
fn said_author(line: &str) -> Option<String> {
    const BEFORE: &[&str] =
        &["By ", "Von ", "Por ", "Par ", "Di ", "Door ", "Words by ", "Written by ", "记者："];
    const NAME_WORDS_MAX: usize = 4;
    let name = BEFORE.iter().find_map(|before| {
        let (text, name) = line.split_once(before)?;
        (text.is_empty() || before.ends_with('：')).then_some(name)
    })?;
    let name = name.split([',', '—', '·', '|', '(']).next()?.trim();
    let words: Vec<&str> = name.split_whitespace().collect();
    let capital = |word: &&str| word.chars().next().is_some_and(|c| !c.is_lowercase());
    let is_name = (1..=NAME_WORDS_MAX).contains(&words.len()) && words.iter().all(capital);
    is_name.then(|| name.to_owned())
}

/// A name as one would say it, or nothing if it is an address or a sentence.
fn person(text: &str, site_name: Option<&str>) -> Option<String> {
    const NAME_CHARS_MAX: usize = 90;
    const BEFORE: &[&str] = &[
        "words by ",
        "written by ",
        "posted by ",
        "asked by ",
        "by ",
        "von ",
        "par ",
        "por ",
        "di ",
        "door ",
        "автор ",
        "记者：",
    ];
    let mut text = clean(text);
    for before in BEFORE {
        if text.is_char_boundary(before.len())
            && text.len() > before.len()
            && text[..before.len()].to_lowercase() == *before
        {
            text = text[before.len()..].trim().to_owned();
            break;
        }
    }
    if let Some(site) = site_name
        && let Some((name, rest)) = text.split_once(", ")
        && rest.trim() == site
    {
        text = name.to_owned();
    }
    let text = text.split([' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let text = text
        .split(" • ")
        .next()
        .unwrap_or_default()
        .split(" » ")
        .next()
        .unwrap_or_default()
        .trim_end_matches(',')
        .to_owned();
    let fits = (2..=NAME_CHARS_MAX).contains(&text.chars().count());
    let is_site = site_name.is_some_and(|site| site.eq_ignore_ascii_case(&text));
    let named = text.chars().any(char::is_alphabetic)
        && !text.contains("://")
        && !text.contains('@')
        && !is_site;
    (fits && named && dates::find_in_text(&text).is_none()).then_some(text)
}
