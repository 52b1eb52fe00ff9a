//! Parts of a page that are beside its subject: menus, notices, offers, what others read. Told by the words that
//! sites use in classes, ids, roles and names of elements.

use super::dom::{Dom, Node};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// Menus, footers, notices, offers.
    Boilerplate,
    /// What readers wrote below an article. On a page of discussion it is the subject.
    Comments,
}

/// Words of class names that never name the main text.
const BOILERPLATE_WORDS: &[&str] = &[
    "advert",
    "advertisement",
    "advertorial",
    "adslot",
    "adsense",
    "advertentie",
    "outbrain",
    "taboola",
    "promo",
    "promotion",
    "sponsor",
    "sponsored",
    "newsletter",
    "newsletters",
    "subscribe",
    "subscription",
    "signup",
    "paywall",
    "gateway",
    "gdpr",
    "cookie",
    "cookies",
    "cookiewall",
    "cookieconsent",
    "consent",
    "onetrust",
    "cmp",
    "cc-window",
    "related",
    "recommended",
    "recommendation",
    "recommendations",
    "suggested",
    "trending",
    "popular",
    "mostread",
    "share",
    "sharing",
    "sharedaddy",
    "social",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "pager",
    "navbox",
    "infobox",
    "catlinks",
    "reflist",
    "editsection",
    "noprint",
    "navbar",
    "sidebar",
    "skiplink",
    "footer",
    "colophon",
    "masthead",
    "menu",
    "submenu",
    "toc",
    "widget",
    "byline",
    "taglist",
    "tags",
    "crumb",
    "crumbs",
    "feedback",
    "modal",
    "popup",
    "toolbar",
    "signature",
    "postprofile",
    "votecell",
    "jump",
    "pullquote",
    "teaser",
    "upsell",
    "callout-ad",
    "visually-hidden",
    "sr-only",
    "screen-reader-text",
    "post-taglist",
    "printfooter",
    "authorbox",
    "author-bio",
    "teasers",
    "reviews",
    "reviewsmedley",
    "commentlist",
];

/// Two words next to each other.
const BOILERPLATE_PAIRS: &[&str] = &[
    "ad slot",
    "ad container",
    "ad wrapper",
    "ad label",
    "ad unit",
    "google ad",
    "most read",
    "most popular",
    "read more",
    "read next",
    "more stories",
    "more on",
    "more from",
    "also like",
    "read also",
    "post navigation",
    "nav links",
    "site header",
    "page header",
    "entry footer",
    "entry meta",
    "post meta",
    "article meta",
    "story meta",
    "post footer",
    "author box",
    "about author",
    "author info",
    "user info",
    "key events",
    "skip link",
    "table contents",
    "footer cta",
    "action bar",
    "action row",
    "action area",
    "post menu",
    "inline related",
    "another category",
    "last updated",
    "last modified",
    "hash link",
    "menu bar",
    "nav bar",
    "top bar",
    "right col",
    "side bar",
    "mw jump",
    "page footer",
    "site footer",
    "post info",
    "article footer",
    "article tools",
    "social tools",
    "story tools",
    "date source",
    "tags links",
    "cat links",
    "posted on",
    "comment meta",
];

const COMMENT_WORDS: &[&str] =
    &["comments", "comment", "respond", "disqus", "kommentare", "commentaires", "commentlist"];

/// What an element is for, if it is not for the subject of the page.
pub(crate) fn region(node: &Node) -> Option<Region> {
    match node.name.as_str() {
        "" => return None,
        "nav" | "aside" | "footer" | "form" | "menu" => return Some(Region::Boilerplate),
        // Ids of headings are made of their words, and "sharing" or "comments" may be what they are about.
        "body" | "html" | "main" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => return None,
        _ => {}
    }
    match node.attribute("role") {
        Some(
            "navigation" | "banner" | "contentinfo" | "search" | "complementary" | "dialog"
            | "alertdialog",
        ) => {
            return Some(Region::Boilerplate);
        }
        Some("main" | "article") => return None,
        _ => {}
    }
    if node.attribute("itemprop").is_some_and(|name| name == "articleBody") {
        return None;
    }
    if node.attribute("class").is_none() && node.attribute("id").is_none() {
        return None;
    }
    let id = node.attribute("id").unwrap_or_default();
    let class = node.attribute("class").unwrap_or_default();
    let slug = id.split(['-', '_']).count() > 3 || node.is("section") || class == "section";
    let words = words(&if slug { class.to_owned() } else { node.marks() });
    let named = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if named(COMMENT_WORDS) {
        return Some(Region::Comments);
    }
    let pairs = || words.windows(2).map(|pair| format!("{} {}", pair[0], pair[1]));
    let boilerplate = named(BOILERPLATE_WORDS)
        || words.iter().any(|word| matches!(word.as_str(), "ad" | "ads" | "nav"))
        || pairs().any(|pair| BOILERPLATE_PAIRS.contains(&pair.as_str()));
    boilerplate.then_some(Region::Boilerplate)
}

/// `postBody`, `post-body` and `post__body` are the same two words.
fn words(marks: &str) -> Vec<String> {
    const MARKS_BYTES_MAX: usize = 400;
    let mut words = Vec::new();
    let mut word = String::new();
    let mut lower = false;
    for c in marks[..marks.floor_char_boundary(MARKS_BYTES_MAX)].chars() {
        let ends = !c.is_alphabetic() || c.is_uppercase() && lower;
        if ends && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        lower = c.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The outermost region around a node, below what holds the main text.
pub(crate) fn region_of(
    dom: &Dom,
    node: usize,
    regions: &[Option<Region>],
) -> Option<(usize, Region)> {
    let around = std::iter::once(node).chain(dom.ancestors(node));
    around.filter_map(|index| regions[index].map(|region| (index, region))).last()
}
