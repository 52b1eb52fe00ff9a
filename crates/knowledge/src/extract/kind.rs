//! What sort of page it is, and how much there is to read on it.

use url::Url;

use super::blocks::Block;
use super::dom::Dom;
use super::sources::Sources;
use crate::page::PageKind;

/// What the page says it is, its generator shows, or its address and form suggest; in this order.
pub(crate) fn kind(
    dom: &Dom,
    blocks: &[Block],
    sources: &Sources<'_>,
    url: Option<&Url>,
) -> PageKind {
    generated(dom, sources)
        .or_else(|| stated(sources))
        .or_else(|| microdata(dom))
        .or_else(|| addressed(url))
        .unwrap_or_else(|| formed(dom, blocks))
}

/// Programs that make only one sort of page.
fn generated(dom: &Dom, sources: &Sources<'_>) -> Option<PageKind> {
    const DOCUMENTATION: &[&str] = &[
        "mediawiki",
        "docusaurus",
        "docutils",
        "sphinx",
        "rustdoc",
        "mkdocs",
        "vitepress",
        "mdbook",
        "gitbook",
        "doxygen",
        "javadoc",
        "antora",
        "dokuwiki",
    ];
    const DISCUSSION: &[&str] =
        &["discourse", "phpbb", "vbulletin", "xenforo", "mybb", "flarum", "nodebb", "vanilla"];
    let generator = sources.meta(&["generator"]).unwrap_or_default().to_lowercase();
    let made_by = |list: &[&str]| list.iter().any(|name| generator.contains(name));
    if made_by(DOCUMENTATION) {
        return Some(PageKind::Documentation);
    }
    if made_by(DISCUSSION) {
        return Some(PageKind::Discussion);
    }
    let body =
        dom.find(|node| node.is("body")).map(|index| dom.node(index).marks().to_lowercase())?;
    if body.contains("phpbb") || body.contains("question-page") {
        return Some(PageKind::Discussion);
    }
    if body.contains("mediawiki") || body.contains("rustdoc") || body.contains("wy-body-for-nav") {
        return Some(PageKind::Documentation);
    }
    // What mdBook and Read the Docs have, and others have not.
    let book = dom.find(|node| node.is("ol") && node.attribute("class") == Some("chapter"));
    book.map(|_| PageKind::Documentation)
}

fn stated(sources: &Sources<'_>) -> Option<PageKind> {
    const ARTICLE: &[&str] = &[
        "Article",
        "NewsArticle",
        "BlogPosting",
        "ScholarlyArticle",
        "Report",
        "LiveBlogPosting",
        "Recipe",
        "Review",
        "OpinionNewsArticle",
        "AnalysisNewsArticle",
        "ReportageNewsArticle",
        "ReviewNewsArticle",
        "BackgroundNewsArticle",
        "HowTo",
    ];
    let has = |types: &[&str]| sources.json_ld.has_type(types);
    let og = sources.meta(&["og:type"]).unwrap_or_default().to_lowercase();
    if has(&["QAPage", "DiscussionForumPosting"]) {
        return Some(PageKind::Discussion);
    }
    if has(&["TechArticle", "APIReference"]) {
        return Some(PageKind::Documentation);
    }
    if has(&["CollectionPage", "SearchResultsPage", "ItemList"])
        && !has(ARTICLE)
        && !has(&["Product"])
    {
        return Some(PageKind::Listing);
    }
    if has(ARTICLE) {
        return Some(PageKind::Article);
    }
    if has(&["Product", "ProductGroup"]) || og.starts_with("product") || og == "og:product" {
        return Some(PageKind::Product);
    }
    if has(&["VideoObject"]) || og.starts_with("video") {
        return Some(PageKind::Video);
    }
    let dated = sources.meta(&["article:published_time", "citation_title"]).is_some();
    (og == "article" || dated).then_some(PageKind::Article)
}

fn microdata(dom: &Dom) -> Option<PageKind> {
    let index =
        dom.find(|node| node.attribute("itemtype").is_some_and(|kind| sort(kind).is_some()))?;
    dom.node(index).attribute("itemtype").and_then(sort)
}

fn sort(itemtype: &str) -> Option<PageKind> {
    Some(match itemtype.rsplit('/').next()? {
        "QAPage" | "Question" | "DiscussionForumPosting" => PageKind::Discussion,
        "Product" => PageKind::Product,
        "VideoObject" => PageKind::Video,
        "Article" | "NewsArticle" | "BlogPosting" | "Recipe" => PageKind::Article,
        _ => return None,
    })
}

fn addressed(url: Option<&Url>) -> Option<PageKind> {
    let url = url?;
    let host = url.host_str().unwrap_or_default();
    let path = url.path().to_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let numbered = |name: &str| {
        parts
            .windows(2)
            .any(|pair| pair[0] == name && pair[1].starts_with(|c: char| c.is_ascii_digit()))
    };
    let query = url.query().unwrap_or_default();
    let thread = path.contains("viewtopic")
        || path.contains("showthread")
        || parts.contains(&"comments")
        || parts.contains(&"thread");
    if thread
        || parts == ["item"] && query.starts_with("id=")
        || numbered("issues")
        || numbered("questions")
        || numbered("pull")
        || numbered("discussions")
    {
        return Some(PageKind::Discussion);
    }
    if host.starts_with("lists.")
        || parts.contains(&"archives") && path.contains("message")
        || host.starts_with("forum.")
    {
        return Some(PageKind::Discussion);
    }
    let manual = |part: &&str| {
        matches!(
            *part,
            "docs"
                | "doc"
                | "documentation"
                | "wiki"
                | "manual"
                | "reference"
                | "api-reference"
                | "man"
                | "javadoc"
        ) || part.starts_with("man") && part.len() == 4 && part.as_bytes()[3].is_ascii_digit()
    };
    let label = host.split('.').next().unwrap_or_default();
    if parts.iter().any(manual)
        || matches!(label, "docs" | "doc" | "wiki" | "developer" | "man" | "api")
        || host.contains("readthedocs")
        || host == "docs.rs"
    {
        return Some(PageKind::Documentation);
    }
    if parts.first() == Some(&"watch")
        || matches!(parts.first(), Some(&"video" | &"videos")) && parts.len() > 1
    {
        return Some(PageKind::Video);
    }
    if parts.contains(&"dp")
        || matches!(parts.first(), Some(&"product" | &"products")) && parts.len() > 1
    {
        return Some(PageKind::Product);
    }
    None
}

/// From what stands on the page when nothing is said about it.
fn formed(dom: &Dom, blocks: &[Block]) -> PageKind {
    const PARAGRAPH_CHARS: usize = 100;
    const ARTICLE_CHARS: usize = 500;
    let readme = dom.find(|node| {
        node.is("article")
            && node.attribute("class").is_some_and(|class| class.contains("markdown-body"))
    });
    if readme.is_some() {
        return PageKind::Documentation;
    }
    let is_text = |block: &&Block| block.chars >= PARAGRAPH_CHARS && block.link_density() < 0.3;
    let read: usize = blocks.iter().filter(is_text).map(|block| block.chars).sum();
    let links: usize = blocks.iter().map(|block| block.link_chars).sum();
    let listed =
        blocks.iter().filter(|block| block.link_density() > 0.6 && block.chars >= 20).count();
    // An article has cards of others below it, but most of the text is its own.
    let shares: Vec<usize> = dom
        .named("article")
        .map(|index| {
            let range = index..dom.node(index).end;
            blocks.iter().filter(|block| range.contains(&block.node)).map(|block| block.chars).sum()
        })
        .collect();
    let articles = shares.len();
    let largest = shares.iter().max().copied().unwrap_or(0);
    let teasers = articles >= 4 && largest * 2 < shares.iter().sum();
    if teasers || listed >= 6 && links > read * 2 && read < ARTICLE_CHARS * 2 && articles != 1 {
        return PageKind::Listing;
    }
    let dated = || {
        dom.named("time").next().is_some()
            || blocks
                .iter()
                .take(60)
                .any(|block| block.chars < 120 && super::dates::find_in_text(&block.text).is_some())
    };
    if read >= ARTICLE_CHARS && (dated() || articles == 1 || read >= ARTICLE_CHARS * 3) {
        return PageKind::Article;
    }
    PageKind::Other
}

/// From 0 to 1: how much there is to read, as main text, in sentences and not in links.
pub(crate) fn quality(blocks: &[Block], main: &[bool]) -> f32 {
    /// So many characters are as good as any more.
    const ENOUGH_CHARS: f32 = 2_500.0;
    const PARAGRAPH_CHARS: usize = 60;
    let chosen: Vec<&Block> =
        blocks.iter().zip(main).filter(|(_, main)| **main).map(|(block, _)| block).collect();
    let chars: usize = chosen.iter().map(|block| block.chars).sum();
    if chars == 0 {
        return 0.0;
    }
    let links: usize = chosen.iter().map(|block| block.link_chars.min(block.chars)).sum();
    let in_paragraphs: usize =
        chosen.iter().filter(|block| block.chars >= PARAGRAPH_CHARS).map(|block| block.chars).sum();
    let all: usize = blocks.iter().map(|block| block.chars).sum();
    let length = (chars as f32 / ENOUGH_CHARS).min(1.0).sqrt();
    let prose = in_paragraphs as f32 / chars as f32;
    let unlinked = 1.0 - links as f32 / chars as f32;
    let share = (2.0 * chars as f32 / all.max(1) as f32).min(1.0);
    (length * (0.4 + 0.3 * prose + 0.3 * share) * unlinked).clamp(0.0, 1.0)
}
