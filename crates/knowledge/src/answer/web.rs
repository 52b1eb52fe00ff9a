//! Pages of the web as sources. They are analysed and ranked like kept ones, in a database that is in no file and gone
//! with the answer.

use jiff::Zoned;
use rustc_hash::FxHashMap;
use tabwright_store::in_memory;
use tabwright_wire::knowledge::{PageOrigin, SourceFrom};

use super::{Evidence, Gathered, Quote, SOURCES_MAX, bound_text, gather_for};
use crate::analyze::NoCorpus;
use crate::embed::{Encoder, VectorIndex};
use crate::error::KnowledgeError;
use crate::indexing::{self, Captured};
use crate::library::{add_vectors, now_ms};
use crate::pages::{self, NewVisit};
use crate::question::{Intent, Question, understand};
use crate::rank::MixSettings;
use crate::search::{self, Tools};
use crate::words::Speller;

/// Sources that the person has read, beside those of the web.
const KEPT_SOURCES_MAX: usize = 3;
const KEPT_QUOTES_MAX: usize = 2;

/// Blocks the thread.
pub(super) fn gather(
    text: &str,
    captured: &[Captured],
    encoder: &dyn Encoder,
    ranking: MixSettings,
) -> Result<Gathered, KnowledgeError> {
    let now = Zoned::now();
    let connection = in_memory()?;
    let mut vectors = VectorIndex::new(encoder.dimensions());
    let visit = NewVisit { at_ms: now_ms(), stayed_ms: None };
    let failed = |_| KnowledgeError::Unreadable;
    for captured in captured {
        let Some((url, page)) = indexing::read(captured, now.timestamp()) else { continue };
        let indexed = indexing::index(url, page, PageOrigin::Automatic, encoder, &NoCorpus);
        let kept =
            pages::keep(&connection, &indexed, std::slice::from_ref(&visit)).map_err(failed)?;
        if let Some((_, bytes)) = &indexed.vectors {
            add_vectors(&mut vectors, kept.id, bytes);
        }
    }
    let tools = Tools {
        encoder,
        ranking,
        vectors: Some(&vectors),
        speller: &Speller::new(Vec::new()),
        common: &FxHashMap::default(),
        languages: &search::languages(&connection).map_err(failed)?,
        now: &now,
        may_see: None,
    };
    let mut gathered =
        gather_for(&connection, text, &question_to_the_web(text, &now), tools).map_err(failed)?;
    gathered.web_pages = Some(captured.len());
    for source in &mut gathered.sources {
        source.from = SourceFrom::Web;
        source.page.id = 0;
    }
    for page in &mut gathered.nearest {
        page.id = 0;
    }
    Ok(gathered)
}

/// When and how often a page was read says nothing of one that was only just found.
fn question_to_the_web(text: &str, now: &Zoned) -> Question {
    let question = understand(text, now);
    let words = if question.words.is_empty() { text.to_owned() } else { question.words };
    let intent = match question.intent {
        Intent::Summarize => Intent::Summarize,
        _ => Intent::FindSpecific,
    };
    Question { intent, words, ..Question::default() }
}

/// What was found on the web, and behind it what the person has read of it.
pub(super) fn joined(web: Gathered, kept: Gathered) -> Gathered {
    if !kept.is_answered || kept.question.words.is_empty() {
        return web;
    }
    let of_web: Vec<Evidence> = if web.is_answered { web.sources } else { Vec::new() };
    let mut sources = of_web;
    let mut quotes: Vec<Quote> = if sources.is_empty() { Vec::new() } else { web.quotes };
    let mut quotes_left = KEPT_QUOTES_MAX;
    for (at, source) in kept.sources.into_iter().enumerate().take(KEPT_SOURCES_MAX) {
        let is_there = sources.iter().any(|other| other.page.url == source.page.url);
        if is_there || sources.len() == SOURCES_MAX {
            continue;
        }
        let own = kept.quotes.iter().filter(|quote| quote.source == at).take(quotes_left);
        let own: Vec<Quote> =
            own.map(|quote| Quote { source: sources.len(), ..quote.clone() }).collect();
        quotes_left -= own.len();
        quotes.extend(own);
        sources.push(source);
    }
    bound_text(&mut sources);
    Gathered {
        is_answered: true,
        confidence: web.confidence.max(kept.confidence),
        context: if web.is_answered { web.context } else { kept.context },
        sources,
        quotes,
        ..web
    }
}
