//! From the document of a page to all that is written about it. Pure and slow, so it runs off the async workers and
//! off the thread that writes.

use jiff::Timestamp;
use tabwright_wire::knowledge::PageOrigin;

use crate::address::{is_on_site, normalize, site_of};
use crate::analyze::{CorpusCounts, analyze};
use crate::embed::{Encoder, chunks, quantized};
use crate::extract::extract_with;
use crate::page::{Knowledge, Page};
use crate::pages::IndexedPage;
use crate::words::Language;

/// A page as the browser gave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    pub url: String,
    pub title: String,
    pub html: String,
}

/// None for what is no page of the web.
pub(crate) fn read(captured: &Captured, now: Timestamp) -> Option<(String, Page)> {
    let address = normalize(&captured.url)?;
    let mut page = extract_with(None, &captured.html, &captured.url, now);
    if page.title.trim().is_empty() {
        page.title = captured.title.trim().to_owned();
    }
    if page.title.is_empty() {
        page.title = address.clone();
    }
    let language = Language::of(page.language.as_deref(), &page.text);
    page.language = Some(language.code().to_owned());
    // What the page calls its own address is believed within its site only.
    let own = page.canonical_url.as_deref().and_then(normalize);
    let own = own.filter(|own| {
        let (own, here) = (site_of(own), site_of(&address));
        is_on_site(&own, &here) || is_on_site(&here, &own)
    });
    Some((own.unwrap_or(address), page))
}

pub(crate) fn index(
    url: String,
    page: Page,
    origin: PageOrigin,
    encoder: &dyn Encoder,
    corpus: &dyn CorpusCounts,
) -> IndexedPage {
    let knowledge = match page.text.is_empty() {
        true => Knowledge::default(),
        false => analyze(&page, corpus),
    };
    let vectors = (!page.text.is_empty())
        .then(|| (encoder.id().to_owned(), vectors_of(&page.title, &page.text, encoder)));
    IndexedPage {
        site: site_of(&url),
        url,
        page,
        knowledge,
        vectors,
        origin,
        by_model: false,
        tags: Vec::new(),
        note: None,
        saved_ms: None,
        folders: Vec::new(),
    }
}

/// One vector for each chunk, each with the title before it: a chunk alone often does not say what it is about.
pub(crate) fn vectors_of(title: &str, text: &str, encoder: &dyn Encoder) -> Vec<u8> {
    let of = |range: std::ops::Range<usize>| {
        let vector = encoder.encode(&format!("{title}\n{}", &text[range]));
        quantized(&vector)
    };
    chunks(text).into_iter().flat_map(of).map(|value| value.to_ne_bytes()[0]).collect()
}
