//! From a row of a source to a page that can be written. Pure and slow where a row has the page itself.

use std::collections::BTreeMap;

use jiff::Timestamp;
use tabwright_wire::knowledge::{KnowledgeSettings, NotKept, PageOrigin};

use super::host::ImportHost;
use super::source::ReadBatch;
use crate::address::{is_on_site, normalize, site_of};
use crate::analyze::NoCorpus;
use crate::eligibility::check_address;
use crate::embed::Encoder;
use crate::import::{FailedRow, ImportedPage, Visit};
use crate::indexing::{self, Captured};
use crate::page::Page;
use crate::pages::{ImportBatch, ImportedRow, IndexedPage, NewVisit};
use crate::words::Language;

const NOTE_CHARS_MAX: usize = 20_000;
const TAG_CHARS_MAX: usize = 80;
const TAGS_MAX: usize = 100;
/// What a browser would download instead of showing it.
const FILES: &[&str] = &[
    "7z", "apk", "avi", "bin", "bz2", "csv", "deb", "dmg", "doc", "docx", "epub", "exe", "gz",
    "iso", "jar", "mkv", "mov", "mp3", "mp4", "msi", "pdf", "pkg", "ppt", "pptx", "rar", "rpm",
    "tar", "tgz", "wav", "webm", "xls", "xlsx", "xz", "zip", "zst",
];

/// What rows are prepared with.
pub(super) struct Preparing<'a> {
    pub(super) encoder: &'a dyn Encoder,
    pub(super) settings: &'a KnowledgeSettings,
    pub(super) host: &'a dyn ImportHost,
    /// For what has no date of its own.
    pub(super) started_ms: u64,
    pub(super) now_ms: u64,
}

impl Preparing<'_> {
    pub(super) fn batch(&self, read: ReadBatch) -> ImportBatch {
        let ReadBatch { pages, failed, skipped, progress } = read;
        let skipped: BTreeMap<String, u64> =
            skipped.into_iter().map(|(why, count)| (why.to_string(), count)).collect();
        let mut batch = ImportBatch { rows: Vec::new(), failed, skipped, progress };
        for page in pages {
            if let Some(why) = self.left_alone(&page.url) {
                *batch.skipped.entry(why.to_owned()).or_default() += 1;
                continue;
            }
            match self.row(page) {
                Ok(row) => batch.rows.push(row),
                Err(failed) => batch.failed.push(failed),
            }
        }
        batch
    }

    /// Sites that the person wants to be left alone are, however their pages come.
    fn left_alone(&self, url: &str) -> Option<&'static str> {
        let site = site_of(url);
        if self.settings.sites_off.iter().any(|off| is_on_site(&site, off)) {
            return Some("of a site that you turned off");
        }
        self.host.is_closed(url).then_some("of a site that a rule closes")
    }

    fn row(&self, page: ImportedPage) -> Result<ImportedRow, FailedRow> {
        let failed = |why: &str| {
            let place: String = page.url.chars().take(200).collect();
            FailedRow { place, why: why.to_owned() }
        };
        let mut indexed = match &page.html {
            Some(html) => {
                let captured = Captured {
                    url: page.url.clone(),
                    title: page.title.clone(),
                    html: html.clone(),
                };
                let (url, read) = indexing::read(&captured, Timestamp::now())
                    .ok_or_else(|| failed("Its address is too long"))?;
                indexing::index(url, read, PageOrigin::Imported, self.encoder, &NoCorpus)
            }
            None => {
                let url = normalize(&page.url).ok_or_else(|| failed("Its address is too long"))?;
                title_only(url, &page)
            }
        };
        let time = |ms: i64| u64::try_from(ms).unwrap_or(0).min(self.now_ms);
        let mut visits: Vec<NewVisit> =
            page.visits.iter().map(|visit| new_visit(*visit, &time)).collect();
        if visits.is_empty() {
            // Its visits may have expired, but for when the last one was.
            let last = page.last_visit_ms.map(time);
            visits.extend(last.map(|at_ms| NewVisit { at_ms, stayed_ms: None }));
        }
        indexed.saved_ms = page.added_ms.map(time);
        if visits.is_empty() && indexed.saved_ms.is_none() {
            indexed.saved_ms = Some(self.started_ms);
        }
        indexed.tags = page.tags.iter().map(|tag| shortened(tag, TAG_CHARS_MAX)).collect();
        indexed.tags.truncate(TAGS_MAX);
        indexed.note = note_of(&page);
        indexed.folders = page.folders;
        let may_fetch = may_fetch(&indexed.url, self.settings, self.now_ms).is_ok();
        Ok(ImportedRow { page: indexed, visits, may_fetch })
    }
}

/// May the text of this page be read in the browser, without the person asking for each?
pub(super) fn may_fetch(
    url: &str,
    settings: &KnowledgeSettings,
    now_ms: u64,
) -> Result<(), NotKept> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_file = name.rsplit_once('.').is_some_and(|(_, extension)| {
        FILES.iter().any(|file| extension.eq_ignore_ascii_case(file))
            && path.matches('/').count() > 2
    });
    if is_file {
        return Err(NotKept::NotWeb);
    }
    // The person asked for it now, whatever is kept by itself.
    let asked = KnowledgeSettings { automatic: true, paused_until_ms: None, ..settings.clone() };
    check_address(url, &asked, now_ms)
}

fn title_only(url: String, page: &ImportedPage) -> IndexedPage {
    let title = page.title.trim();
    let inner = Page {
        title: if title.is_empty() { url.clone() } else { title.to_owned() },
        description: page.description.clone(),
        language: Some(Language::of(None, title).code().to_owned()),
        ..Page::default()
    };
    IndexedPage {
        site: site_of(&url),
        url,
        page: inner,
        knowledge: crate::page::Knowledge::default(),
        vectors: None,
        origin: PageOrigin::Imported,
        by_model: false,
        tags: Vec::new(),
        note: None,
        saved_ms: None,
        folders: Vec::new(),
    }
}

fn new_visit(visit: Visit, time: &impl Fn(i64) -> u64) -> NewVisit {
    let stayed_ms = Some(visit.duration_ms).filter(|ms| *ms > 0);
    NewVisit { at_ms: time(visit.at_ms), stayed_ms }
}

/// The person's own words, and the passages that they marked.
fn note_of(page: &ImportedPage) -> Option<String> {
    let marked = page.highlights.iter().map(|text| format!("> {}", text.replace('\n', "\n> ")));
    let parts: Vec<String> = page.note.iter().cloned().chain(marked).collect();
    let note = shortened(parts.join("\n\n").trim(), NOTE_CHARS_MAX);
    (!note.is_empty()).then_some(note)
}

fn shortened(text: &str, chars_max: usize) -> String {
    text.chars().take(chars_max).collect()
}
