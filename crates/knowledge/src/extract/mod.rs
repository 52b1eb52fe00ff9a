//! From the HTML of a page, as it stood after its scripts ran, to what is kept of it.
//!
//! Pure and synchronous: no clock but the one it is given, no network. It takes any text: what is too long is cut,
//! what is nested too deep is flattened before a library sees it, and a library that panics costs only its part.

mod author;
mod blocks;
mod bound;
mod dates;
mod dom;
mod engine;
mod json_ld;
mod kind;
mod main_text;
mod metadata;
mod page_dates;
mod regions;
mod scoring;
mod sources;
mod title;
mod tree;

use std::collections::HashSet;

use jiff::Timestamp;
use url::Url;

use crate::address::normalize;
use crate::page::{Link, Page, PageKind};
use blocks::{Block, is_heading, is_invisible};
use dom::Dom;
use main_text::Hints;
use sources::Sources;

pub use engine::MainText;

const LINKS_MAX: usize = 200;
const HEADINGS_MAX: usize = 100;
const IMAGES_MAX: usize = 100;
const TEXT_BYTES_MAX: usize = 1_000_000;
const REST_BYTES_MAX: usize = 100_000;

/// What is on the page at an address.
pub fn extract(html: &str, url: &str) -> Page {
    extract_with(None, html, url, Timestamp::now())
}

/// The same at another time, since no page is from the future, and with another engine for the main text.
pub fn extract_with(engine: Option<&dyn MainText>, html: &str, url: &str, now: Timestamp) -> Page {
    let html = bound::bound(html);
    let dom = Dom::parse(&html);
    if dom.len() == 0 {
        return Page { url: url.to_owned(), ..Page::default() };
    }
    let address = Url::parse(url).ok();
    let blocks = blocks::blocks(&dom);
    let sources = Sources::new(&dom, &blocks, address.as_ref(), now);
    let kind = kind::kind(&dom, &blocks, &sources, address.as_ref());
    let metadata = sources.read(kind);
    let hints = Hints {
        title: &metadata.title,
        author: metadata.author.as_deref(),
        discussion: kind == PageKind::Discussion,
        listing: kind == PageKind::Listing,
    };
    let voted = engine.and_then(|engine| engine.main_text(&html));
    let main = main_text::select(&dom, &blocks, voted.as_deref(), &hints);
    let text = lines(&blocks, |at| main[at], TEXT_BYTES_MAX);
    let language = language(metadata.language, &text);
    Page {
        url: url.to_owned(),
        canonical_url: canonical(&dom, &sources, address.as_ref()),
        title: metadata.title,
        site_name: metadata.site_name,
        description: metadata.description,
        author: metadata.author,
        published: metadata.published,
        modified: metadata.modified,
        language,
        kind,
        rest: rest(&blocks, &main),
        text,
        headings: headings(&dom, &blocks, &main),
        links: links(&dom, address.as_ref()),
        image_texts: image_texts(&dom),
        sections: metadata.sections,
        tags: metadata.tags,
        named: sources.json_ld.named(),
        quality: kind::quality(&blocks, &main),
    }
}

fn lines(blocks: &[Block], chosen: impl Fn(usize) -> bool, bytes_max: usize) -> String {
    let mut text = String::new();
    for (at, block) in blocks.iter().enumerate() {
        if !chosen(at) {
            continue;
        }
        if text.len() + block.text.len() > bytes_max {
            let left = bytes_max.saturating_sub(text.len());
            text.push_str(&block.text[..block.text.floor_char_boundary(left)]);
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&block.text);
    }
    text
}

/// What else the page says, each line once, and none that is in the main text.
fn rest(blocks: &[Block], main: &[bool]) -> String {
    let mut seen: HashSet<&str> = blocks
        .iter()
        .zip(main)
        .filter(|(_, main)| **main)
        .map(|(block, _)| block.text.as_str())
        .collect();
    let new: Vec<bool> =
        blocks.iter().zip(main).map(|(block, main)| !main && seen.insert(&block.text)).collect();
    lines(blocks, |at| new[at], REST_BYTES_MAX)
}

fn headings(dom: &Dom, blocks: &[Block], main: &[bool]) -> Vec<String> {
    let headings = blocks
        .iter()
        .zip(main)
        .filter(|(block, main)| **main && is_heading(&dom.node(block.node).name));
    headings.map(|(block, _)| block.text.clone()).take(HEADINGS_MAX).collect()
}

fn links(dom: &Dom, address: Option<&Url>) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for index in dom.named("a") {
        if links.len() >= LINKS_MAX {
            break;
        }
        let Some(href) =
            dom.node(index).attribute("href").map(str::trim).filter(|href| !href.starts_with('#'))
        else {
            continue;
        };
        let target = match address {
            Some(address) => address.join(href).ok(),
            None => Url::parse(href).ok(),
        };
        let Some(target) = target.filter(|target| matches!(target.scheme(), "http" | "https"))
        else {
            continue;
        };
        let text = dom.text(index);
        if !text.is_empty() && seen.insert(target.as_str().to_owned()) {
            links.push(Link { url: target.into(), text });
        }
    }
    links
}

fn image_texts(dom: &Dom) -> Vec<String> {
    const TEXT_CHARS_MAX: usize = 500;
    let mut texts: Vec<String> = Vec::new();
    for index in dom.named("img").filter(|&index| !is_invisible(dom.node(index))) {
        let text = dom.node(index).attribute("alt").map(dom::collapse).unwrap_or_default();
        let words = text.split_whitespace().count() > 1 || text.chars().count() > 12;
        if words
            && text.chars().count() <= TEXT_CHARS_MAX
            && texts.len() < IMAGES_MAX
            && !texts.contains(&text)
        {
            texts.push(text);
        }
    }
    texts
}

/// The address that the page calls its own, if it can be: of the same site, and not the front page from elsewhere.
fn canonical(dom: &Dom, sources: &Sources<'_>, address: Option<&Url>) -> Option<String> {
    let address = address?;
    let link = dom.find(|node| {
        node.is("link")
            && node.attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"))
    });
    let stated = link
        .and_then(|index| dom.node(index).attribute("href"))
        .or_else(|| sources.meta(&["og:url"]));
    let stated = stated.and_then(|href| address.join(href.trim()).ok()).filter(|stated| {
        let same_site = site(stated).is_some() && site(stated) == site(address);
        let front_page = stated.path().trim_matches('/').is_empty() && stated.query().is_none();
        let is_front_page =
            address.path().trim_matches('/').is_empty() && address.query().is_none();
        matches!(stated.scheme(), "http" | "https") && same_site && (!front_page || is_front_page)
    });
    normalize(stated.as_ref().unwrap_or(address).as_str())
}

/// The host without `www.` and `m.`, down to two labels.
fn site(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    if url.domain().is_none() {
        return Some(host.to_owned());
    }
    let labels: Vec<&str> = host.split('.').collect();
    Some(labels[labels.len().saturating_sub(2)..].join("."))
}

/// The language the page declares; detected if it declares none, or English, which templates leave standing.
fn language(declared: Option<String>, text: &str) -> Option<String> {
    const SURE_CHARS_MIN: usize = 400;
    const LOOKED_AT_BYTES: usize = 4_000;
    if declared.as_deref().is_some_and(|code| code != "en") {
        return declared;
    }
    let text = &text[..text.floor_char_boundary(LOOKED_AT_BYTES)];
    let detected = whatlang::detect(text).filter(whatlang::Info::is_reliable);
    let code = detected.and_then(|info| iso_639_1(info.lang().code()));
    match declared {
        Some(english) if text.chars().count() < SURE_CHARS_MIN => Some(english),
        declared => code.map(str::to_owned).or(declared),
    }
}

/// The two letters of the languages that are detected.
fn iso_639_1(code: &str) -> Option<&'static str> {
    const CODES: &[(&str, &str)] = &[
        ("eng", "en"),
        ("rus", "ru"),
        ("cmn", "zh"),
        ("spa", "es"),
        ("por", "pt"),
        ("ita", "it"),
        ("ben", "bn"),
        ("fra", "fr"),
        ("deu", "de"),
        ("ukr", "uk"),
        ("kat", "ka"),
        ("ara", "ar"),
        ("hin", "hi"),
        ("jpn", "ja"),
        ("heb", "he"),
        ("yid", "yi"),
        ("pol", "pl"),
        ("amh", "am"),
        ("jav", "jv"),
        ("kor", "ko"),
        ("nob", "nb"),
        ("dan", "da"),
        ("swe", "sv"),
        ("fin", "fi"),
        ("tur", "tr"),
        ("nld", "nl"),
        ("hun", "hu"),
        ("ces", "cs"),
        ("ell", "el"),
        ("bul", "bg"),
        ("bel", "be"),
        ("mar", "mr"),
        ("kan", "kn"),
        ("ron", "ro"),
        ("slv", "sl"),
        ("hrv", "hr"),
        ("srp", "sr"),
        ("mkd", "mk"),
        ("lit", "lt"),
        ("lav", "lv"),
        ("est", "et"),
        ("tam", "ta"),
        ("vie", "vi"),
        ("urd", "ur"),
        ("tha", "th"),
        ("guj", "gu"),
        ("uzb", "uz"),
        ("pan", "pa"),
        ("aze", "az"),
        ("ind", "id"),
        ("tel", "te"),
        ("pes", "fa"),
        ("mal", "ml"),
        ("ori", "or"),
        ("mya", "my"),
        ("nep", "ne"),
        ("sin", "si"),
        ("khm", "km"),
        ("tuk", "tk"),
        ("aka", "ak"),
        ("zul", "zu"),
        ("sna", "sn"),
        ("afr", "af"),
        ("lat", "la"),
        ("slk", "sk"),
        ("cat", "ca"),
        ("tgl", "tl"),
        ("hye", "hy"),
        ("epo", "eo"),
    ];
    CODES.iter().find(|(long, _)| *long == code).map(|(_, short)| *short)
}
