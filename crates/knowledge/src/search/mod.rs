//! Search: candidates from the index and from the vectors, put into one order.
//!
//! Runs on a reader of the store, off the async workers. Two stages: the index finds a few hundred candidates,
//! and [`crate::rank`] decides which of them come first.

mod expression;
mod snippets;

use std::cell::OnceCell;

use jiff::Zoned;
use rustc_hash::{FxHashMap, FxHashSet};
use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::knowledge::{
    CorrectedWord, Facets, KeptPage, SearchHit, SearchMode, SearchOrder, SearchParams,
    SearchResults,
};

use crate::dates;
use crate::embed::{Encoder, VectorIndex};
use crate::pages::{self, Candidate, Filter};
use crate::query::Query;
use crate::rank::{self, FusionSettings, MixSettings, QueryTerm, Ranked, TermId, Weights};
use crate::words::{Language, Phrase, QueryWord, Role, Speller, query_words, tokens};

pub(crate) use snippets::snippets;

/// Candidates of each kind; more do not make the first ten better.
const CANDIDATES_MAX: usize = 300;
/// The best pages by the index, whose words feedback may take.
const FEEDBACK_PAGES: usize = 8;
/// A page that has no word of the query is shown only if it is at least so near in meaning.
const SIMILARITY_MIN: f32 = 0.42;
const LIMIT_DEFAULT: u32 = 20;
const LIMIT_MAX: u32 = 200;
const OFFSET_MAX: u32 = 10_000;

/// What search works with besides the database.
#[derive(Clone, Copy)]
pub(crate) struct Tools<'a> {
    pub(crate) encoder: &'a dyn Encoder,
    /// For answers; what is searched for is not ranked by it.
    pub(crate) ranking: MixSettings,
    /// None where vectors are not to be used.
    pub(crate) vectors: Option<&'a VectorIndex>,
    pub(crate) speller: &'a Speller,
    /// About how many pages have each common word.
    pub(crate) common: &'a FxHashMap<TermId, u64>,
    /// Of the library, the most frequent first; a query is read in each of them.
    pub(crate) languages: &'a [Language],
    pub(crate) now: &'a Zoned,
    /// Pages that whoever asks may know of; none for the person, who may know of all.
    pub(crate) may_see: Option<&'a (dyn Fn(&KeptPage) -> bool + Send + Sync)>,
}

impl std::fmt::Debug for Tools<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tools").field("encoder", &self.encoder).finish_non_exhaustive()
    }
}

/// A query that is ready to be run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    pub(crate) words: String,
    pub(crate) phrases: Vec<String>,
    pub(crate) filter: Filter,
    pub(crate) mode: SearchMode,
    pub(crate) order: SearchOrder,
}

/// Pages that fit, the best first, and how the words were read.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) ranked: Vec<Ranked>,
    pub(crate) candidates: FxHashMap<i64, Candidate>,
    /// What was asked for; the ranges of the words are places in it.
    pub(crate) said: String,
    pub(crate) words: Vec<QueryWord>,
    pub(crate) corrected: Vec<CorrectedWord>,
    /// What the index was asked, for counting.
    pub(crate) expression: Option<String>,
    /// How many pages fit it, where that is known without counting.
    pub(crate) fitting: Option<usize>,
    /// How many pages have each form of a word.
    pub(crate) frequencies: FxHashMap<String, u64>,
    pub(crate) pages: u64,
}

impl Found {
    pub(crate) fn forms(&self) -> FxHashSet<String> {
        self.words.iter().flat_map(|word| word.forms.iter().cloned()).collect()
    }

    /// In how many pages any form of a word stands.
    pub(crate) fn frequency(&self, word: &QueryWord) -> u64 {
        word.forms.iter().filter_map(|form| self.frequencies.get(form)).copied().max().unwrap_or(0)
    }
}

pub(crate) fn search(
    connection: &Connection,
    params: &SearchParams,
    tools: Tools<'_>,
) -> rusqlite::Result<SearchResults> {
    let query = Query::read(&params.query);
    let mut notices = query.notices.clone();
    let filter = filter_of(&query, params, tools.now, &mut notices);
    let limit = params.limit.unwrap_or(LIMIT_DEFAULT).min(LIMIT_MAX);
    let offset = params.offset.unwrap_or(0).min(OFFSET_MAX);
    if !query.has_words() {
        return list(connection, params, &filter, (limit, offset), notices, tools);
    }
    let wanted = Wanted {
        words: query.words,
        phrases: query.phrases,
        filter,
        mode: params.mode,
        order: params.order,
    };
    let found = find(connection, &wanted, tools)?;
    let ids: Vec<i64> = found.ranked.iter().map(|ranked| ranked.page).collect();
    let visible = visible(connection, ids, tools)?;
    let (total, is_exact) = match tools.may_see {
        // How much there is of what one may not see is not told either.
        Some(_) => (visible.len(), true),
        None => {
            let counted = match (&found.expression, found.fitting) {
                (_, Some(fitting)) => fitting,
                (Some(expression), None) => {
                    pages::count(connection, Some(expression), &wanted.filter)? as usize
                }
                (None, None) => 0,
            };
            (visible.len().max(counted), counted <= pages::COUNT_MAX as usize)
        }
    };
    let scores: FxHashMap<i64, f32> =
        found.ranked.iter().map(|ranked| (ranked.page, ranked.score)).collect();
    let forms = found.forms();
    let shown: Vec<i64> =
        visible.iter().skip(offset as usize).take(limit as usize).copied().collect();
    let shown = pages::kept_pages(connection, &shown)?;
    let hits = shown
        .iter()
        .map(|page| hit(connection, page, &forms, &scores))
        .collect::<Result<_, _>>()?;
    Ok(SearchResults {
        hits,
        total: u32::try_from(total).unwrap_or(u32::MAX),
        is_exact,
        corrected: found.corrected,
        facets: facets(connection, params, &visible)?,
        notices,
    })
}

fn list(
    connection: &Connection,
    params: &SearchParams,
    filter: &Filter,
    (limit, offset): (u32, u32),
    notices: Vec<String>,
    tools: Tools<'_>,
) -> rusqlite::Result<SearchResults> {
    const FACETS_OF: u32 = 2_000;
    let (shown, of_facets, total) = match tools.may_see {
        None => {
            let shown = pages::list(connection, filter, params.order, limit, offset)?;
            let of_facets = match params.no_facets {
                true => Vec::new(),
                false => pages::list(connection, filter, params.order, FACETS_OF, 0)?,
            };
            (shown, of_facets, pages::count(connection, None, filter)?)
        }
        Some(_) => {
            let ids = pages::list(connection, filter, params.order, pages::COUNT_MAX, 0)?;
            let ids = visible(connection, ids, tools)?;
            let total = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            let shown = ids.iter().skip(offset as usize).take(limit as usize).copied().collect();
            (shown, ids, total)
        }
    };
    let pages = pages::kept_pages(connection, &shown)?;
    let none = FxHashSet::default();
    let scores = FxHashMap::default();
    let hits =
        pages.iter().map(|page| hit(connection, page, &none, &scores)).collect::<Result<_, _>>()?;
    let facets = facets(connection, params, &of_facets)?;
    let is_exact = total <= pages::COUNT_MAX;
    Ok(SearchResults { hits, total, is_exact, corrected: Vec::new(), facets, notices })
}

fn facets(connection: &Connection, params: &SearchParams, ids: &[i64]) -> rusqlite::Result<Facets> {
    match params.no_facets {
        true => Ok(Facets::default()),
        false => pages::facets(connection, ids),
    }
}

/// Those that whoever asks may know of. Only for that are the pages read: most are not among those that are shown.
fn visible(connection: &Connection, ids: Vec<i64>, tools: Tools<'_>) -> rusqlite::Result<Vec<i64>> {
    let Some(may_see) = tools.may_see else { return Ok(ids) };
    let pages = pages::kept_pages(connection, &ids)?;
    Ok(pages.iter().filter(|page| may_see(page)).map(|page| i64::from(page.id)).collect())
}

fn hit(
    connection: &Connection,
    page: &KeptPage,
    forms: &FxHashSet<String>,
    scores: &FxHashMap<i64, f32>,
) -> rusqlite::Result<SearchHit> {
    let id = i64::from(page.id);
    let text = pages::content(connection, id)?.unwrap_or_default();
    let language = Language::of(page.language.as_deref(), "");
    Ok(SearchHit {
        page: page.clone(),
        score: scores.get(&id).copied().unwrap_or_default(),
        snippets: snippets(&text, language, forms),
    })
}

fn filter_of(
    query: &Query,
    params: &SearchParams,
    now: &Zoned,
    notices: &mut Vec<String>,
) -> Filter {
    let mut filter = Filter {
        sites: query.sites.iter().chain(&params.site).cloned().collect(),
        sites_without: query.sites_without.clone(),
        kinds: query.kinds.clone(),
        tags: query.tags.clone(),
        topic: params.topic.clone(),
        entity: params.entity.clone(),
        ..Filter::default()
    };
    let mut moment = |text: &Option<String>| {
        let text = text.as_deref()?;
        let read = dates::find(text, now).into_iter().next();
        if read.is_none() {
            notices.push(format!("\"{text}\" is no date that is understood, so it was left out."));
        }
        read.map(|phrase| phrase.range)
    };
    let (after, before) = (moment(&query.after), moment(&query.before));
    let ms = |at: jiff::Timestamp| u64::try_from(at.as_millisecond()).unwrap_or_default();
    filter.from_ms = after.and_then(|range| range.from).map(ms);
    filter.until_ms = before.and_then(|range| range.from.or(range.until)).map(ms);
    filter.without = expression::without(&query.without);
    filter
}

/// Finds and ranks. Nothing of the pages is read but what ranking needs.
pub(crate) fn find(
    connection: &Connection,
    wanted: &Wanted,
    tools: Tools<'_>,
) -> rusqlite::Result<Found> {
    let said = std::iter::once(wanted.words.as_str())
        .chain(wanted.phrases.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ");
    let mut words = query_words(&said, tools.languages);
    drop_stop_words(&mut words, &said, tools.languages);
    let mut frequencies = frequencies_of(connection, &words)?;
    let corrected = correct(&mut words, &frequencies, tools.languages, tools.speller);
    if !corrected.is_empty() {
        frequencies.extend(frequencies_of(connection, &words)?);
    }
    let collection = pages::read_totals(connection)?;
    let mut found = Found {
        said: said.clone(),
        words,
        corrected,
        frequencies,
        pages: collection.pages,
        ..Found::default()
    };
    let phrases: Vec<String> = expression::phrases(&wanted.phrases, tools.languages);
    let mut ids = by_words(connection, wanted, &phrases, &mut found)?;
    let mut similar: FxHashMap<i64, f32> = FxHashMap::default();
    let use_vectors = matches!(wanted.mode, SearchMode::Hybrid | SearchMode::Meaning);
    if let (Some(index), true) = (tools.vectors.filter(|index| !index.is_empty()), use_vectors) {
        let vector = tools.encoder.encode(&said);
        let near = index.nearest(&vector, CANDIDATES_MAX);
        let near_ids: Vec<i64> = near.iter().map(|neighbor| neighbor.page).collect();
        let mut near_ids = pages::let_through(connection, &near_ids, &wanted.filter)?;
        // Who asks for a phrase wants pages that say it.
        if !phrases.is_empty() {
            let said: FxHashSet<i64> = ids.iter().copied().collect();
            near_ids.retain(|id| said.contains(id));
        }
        ids.extend(near_ids);
        dedup(&mut ids);
        let wanted: FxHashSet<i64> = ids.iter().copied().collect();
        similar = index
            .similarities(&vector, &wanted)
            .into_iter()
            .map(|(page, neighbor)| (page, neighbor.similarity))
            .collect();
    }
    let candidates = pages::candidates(connection, &ids)?;
    let feedback = OnceCell::new();
    // To count the pages of a common word the index reads all of them, and of a rare one few. A word whose frequency
    // cannot be had is left out of the feedback.
    let frequency_of = |id: TermId| {
        if let Some(frequency) = tools.common.get(&id) {
            return Some(*frequency);
        }
        let words = feedback.get_or_init(|| feedback_words(connection, &ids).unwrap_or_default());
        let word = words.get(&id)?;
        let counted =
            pages::document_frequencies(connection, std::iter::once(word.as_str())).ok()?;
        counted.get(word).copied()
    };
    found.ranked =
        order(&found, wanted, &candidates, &similar, &collection, (&said, &frequency_of));
    found.candidates = candidates.into_iter().map(|candidate| (candidate.id, candidate)).collect();
    Ok(found)
}

/// A query is too short to tell its language, so it is asked in all languages of the library, and a stop word of one is
/// a word in another. The language in which most of it are stop words is the one it is in.
fn drop_stop_words(words: &mut Vec<QueryWord>, said: &str, languages: &[Language]) {
    let stops_in = |language: &Language| -> Vec<usize> {
        let stops = tokens(said, *language).filter(|token| token.role == Role::Stop);
        stops.map(|token| token.range.start).collect()
    };
    // Of equals the one of more pages, which comes first.
    let stops = languages.iter().map(stops_in).rev().max_by_key(Vec::len).unwrap_or_default();
    let is_stop = |word: &QueryWord| stops.contains(&word.range.start);
    // "The Who" is all that is asked for.
    if !words.iter().all(is_stop) {
        words.retain(|word| !is_stop(word));
    }
}

/// The words of the pages that fit best, by their ids: ranking knows pages by ids of words only.
fn feedback_words(
    connection: &Connection,
    ids: &[i64],
) -> rusqlite::Result<FxHashMap<TermId, String>> {
    let mut words = FxHashMap::default();
    for id in ids.iter().take(FEEDBACK_PAGES) {
        for token in pages::words_of(connection, *id)?.split(' ') {
            words.entry(TermId::of(token)).or_insert_with(|| token.to_owned());
        }
    }
    Ok(words)
}

/// In which languages a query is read. All pages are looked at, so it is asked once for many searches.
pub(crate) fn languages(connection: &Connection) -> rusqlite::Result<Vec<Language>> {
    let codes = pages::languages(connection)?;
    let mut languages: Vec<Language> =
        codes.iter().filter_map(|code| Language::from_code(code)).collect();
    dedup(&mut languages);
    if languages.is_empty() {
        languages.push(Language::of(None, ""));
    }
    Ok(languages)
}

fn dedup<T: Copy + Eq + std::hash::Hash>(items: &mut Vec<T>) {
    let mut seen = FxHashSet::default();
    items.retain(|item| seen.insert(*item));
}

fn frequencies_of(
    connection: &Connection,
    words: &[QueryWord],
) -> rusqlite::Result<FxHashMap<String, u64>> {
    let forms = words.iter().flat_map(|word| word.forms.iter().map(String::as_str));
    pages::document_frequencies(connection, forms)
}

/// Puts a word that is there in the place of one that no page has, if they are spelled nearly alike.
fn correct(
    words: &mut [QueryWord],
    frequencies: &FxHashMap<String, u64>,
    languages: &[Language],
    speller: &Speller,
) -> Vec<CorrectedWord> {
    let mut corrected = Vec::new();
    for word in words {
        let is_known =
            word.forms.iter().any(|form| frequencies.get(form).is_some_and(|df| *df > 0));
        if is_known {
            continue;
        }
        let Some(suggestion) = speller.suggest(&word.folded) else { continue };
        if let Some(instead) = query_words(&suggestion.word, languages).into_iter().next() {
            corrected.push(CorrectedWord {
                word: word.folded.clone(),
                instead: suggestion.word.clone(),
            });
            word.forms = instead.forms;
        }
    }
    corrected
}

/// The pages that have all of the words, and where these are few, those that have some.
fn by_words(
    connection: &Connection,
    wanted: &Wanted,
    phrases: &[String],
    found: &mut Found,
) -> rusqlite::Result<Vec<i64>> {
    let limit = u32::try_from(CANDIDATES_MAX).unwrap_or(u32::MAX);
    match wanted.mode {
        SearchMode::Meaning => return Ok(Vec::new()),
        SearchMode::Entity => {
            let ids = pages::pages_of_entities(connection, &wanted.words, limit)?;
            return pages::let_through(connection, &ids, &wanted.filter);
        }
        SearchMode::Topic => {
            let ids = pages::pages_of_topic(connection, &wanted.words, limit)?;
            return pages::let_through(connection, &ids, &wanted.filter);
        }
        SearchMode::Hybrid | SearchMode::Keyword => {}
    }
    let Some(all) = expression::all_of(found, phrases) else { return Ok(Vec::new()) };
    let mut ids = pages::matching(connection, &all, &wanted.filter, CANDIDATES_MAX)?;
    let mut fitting = ids.len();
    found.expression = Some(all);
    if ids.len() < rank::ENOUGH_FOUND
        && let Some(some) = expression::some_of(found, phrases)
    {
        let with_some = pages::matching(connection, &some, &wanted.filter, CANDIDATES_MAX)?;
        fitting = with_some.len();
        ids.extend(with_some);
        dedup(&mut ids);
        found.expression = Some(some);
    }
    // Fewer than asked for are all that there are.
    found.fitting = (fitting < CANDIDATES_MAX).then_some(fitting);
    if wanted.mode == SearchMode::Hybrid {
        // Names of people and things are told from words by the pages, not by the index.
        let named = pages::pages_of_entities(connection, &wanted.words, 50)?;
        ids.extend(pages::let_through(connection, &named, &wanted.filter)?);
        dedup(&mut ids);
    }
    Ok(ids)
}

fn order(
    found: &Found,
    wanted: &Wanted,
    candidates: &[Candidate],
    similar: &FxHashMap<i64, f32>,
    collection: &rank::Collection,
    (said, frequency_of): (&str, &dyn Fn(TermId) -> Option<u64>),
) -> Vec<Ranked> {
    let phrase = Phrase::new(said);
    let terms: Vec<QueryTerm> = found
        .words
        .iter()
        .map(|word| {
            let forms = word.forms.iter().map(|form| TermId::of(form)).collect();
            QueryTerm::new(forms, word.count, found.frequency(word))
        })
        .collect();
    let for_ranking: Vec<rank::Candidate<'_>> = candidates
        .iter()
        .map(|candidate| rank::Candidate {
            page: candidate.id,
            terms: &candidate.terms,
            similarity: similar.get(&candidate.id).copied(),
            title: rank::title_match(&candidate.title, &phrase),
            says_phrase: false,
        })
        .collect();
    let weights = match wanted.mode {
        SearchMode::Meaning => Some(Weights { words: 0.0, feedback: 0.0, meaning: 1.0 }),
        SearchMode::Keyword => Some(Weights::without_vectors()),
        _ => None,
    };
    let settings = FusionSettings { weights, ..FusionSettings::default() };
    let mut ranked = rank::rank(&terms, &for_ranking, collection, &settings, frequency_of);
    let keeps_all =
        matches!(wanted.mode, SearchMode::Entity | SearchMode::Topic | SearchMode::Meaning);
    ranked.retain(|page| {
        keeps_all || page.words > 0.0 || page.similarity.is_some_and(|near| near >= SIMILARITY_MIN)
    });
    let visited: FxHashMap<i64, u64> =
        candidates.iter().map(|candidate| (candidate.id, candidate.last_visit_ms)).collect();
    match wanted.order {
        SearchOrder::Best | SearchOrder::MostVisited => {}
        SearchOrder::Newest => {
            ranked.sort_by_key(|page| std::cmp::Reverse(visited.get(&page.page)));
        }
        SearchOrder::Oldest => ranked.sort_by_key(|page| visited.get(&page.page)),
    }
    ranked
}
