//! Answers questions from what was read. Without a model it quotes: every sentence stands word for word in a page
//! that is kept, or that was found on the web for it. With one, every sentence cites a source, and those that do not are
//! dropped.

mod alignment;
mod by_model;
mod evidence;
mod expected;
mod focus;
mod values;
mod web;

use jiff::{Timestamp, Zoned};
use tabwright_model::{Models, ModelsError};
use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::Problem;
use tabwright_wire::knowledge::{
    Answer, AnswerSource, AskParams, Facets, Finding, KeptPage, QuestionIntent, SearchContext,
    SearchMode, SearchOrder, SourceFrom,
};

use crate::error::KnowledgeError;
use crate::indexing::Captured;
use crate::library::{Library, MaySee};
use crate::pages::{self, Filter};
use crate::question::{Intent, Question, understand};
use crate::search::{self, Tools, Wanted};
use evidence::{Evidence, Quote};

const SOURCES_MAX: usize = 10;
/// Of all sources together.
const TEXT_CHARS_MAX: usize = 64_000;
const FINDINGS_MAX: usize = 5;
const NEAREST_MAX: usize = 3;
const FOLLOW_UPS_MAX: usize = 3;
const QUESTION_CHARS_MAX: usize = 2_000;

/// What was found for a question, before it is put into words.
#[derive(Debug)]
struct Gathered {
    question: Question,
    sources: Vec<Evidence>,
    quotes: Vec<Quote>,
    context: SearchContext,
    nearest: Vec<KeptPage>,
    is_answered: bool,
    /// The pages of that time do not answer it, but others might.
    dates_in_the_way: bool,
    confidence: f32,
    is_empty_library: bool,
    /// How many pages of the web were read for it, where they were.
    web_pages: Option<usize>,
}

pub(crate) async fn answer(
    library: &Library,
    models: &dyn Models,
    params: &AskParams,
    may_see: Option<MaySee>,
) -> Result<Answer, Problem> {
    let text = question_of(params)?;
    let asked = text.clone();
    let is_person = may_see.is_none();
    let gathered = library
        .with_tools(may_see, move |connection, tools| gather(connection, &asked, tools))
        .await?;
    Ok(put_into_words(models, &text, &gathered, params, is_person).await)
}

/// From pages of the web that were read for it, and for the person from what they have kept, too.
pub(crate) async fn answer_from_pages(
    library: &Library,
    models: &dyn Models,
    params: &AskParams,
    pages: Vec<Captured>,
    is_person: bool,
) -> Result<Answer, Problem> {
    let text = question_of(params)?;
    let (asked, encoder) = (text.clone(), library.encoder());
    let ranking = library.ranking();
    let found =
        tokio::task::spawn_blocking(move || web::gather(&asked, &pages, &*encoder, ranking)).await;
    let found = found.map_err(|_| KnowledgeError::Unreadable)??;
    let gathered = match is_person {
        true => {
            let asked = text.clone();
            let kept = library
                .with_tools(None, move |connection, tools| gather(connection, &asked, tools));
            web::joined(found, kept.await?)
        }
        // An agent asks memory by itself, where it may.
        false => found,
    };
    Ok(put_into_words(models, &text, &gathered, params, is_person).await)
}

fn question_of(params: &AskParams) -> Result<String, KnowledgeError> {
    let text: String = params.question.trim().chars().take(QUESTION_CHARS_MAX).collect();
    if text.is_empty() { Err(KnowledgeError::NoQuestion) } else { Ok(text) }
}

/// By the model, where there is one and it may be asked; else by the pages' own sentences.
async fn put_into_words(
    models: &dyn Models,
    text: &str,
    gathered: &Gathered,
    params: &AskParams,
    is_person: bool,
) -> Answer {
    let mut notice = None;
    // A model is the person's, who pays for it: an agent has its own.
    if gathered.is_answered && !params.without_model && is_person {
        match by_model::answer(models, text, gathered).await {
            Ok(Some(answer)) => return answer,
            Ok(None) => {
                let said = "The model found no answer in these pages, so they are quoted.";
                notice = Some(said.to_owned());
            }
            Err(by_model::Failed::NoModel(ModelsError::NoneSetUp)) => {}
            Err(failed) => notice = Some(format!("{failed} So the pages are quoted.")),
        }
    }
    let mut answer = quoted(gathered);
    answer.notice = notice;
    answer
}

fn gather(connection: &Connection, text: &str, tools: Tools<'_>) -> rusqlite::Result<Gathered> {
    let question = understand(text, tools.now);
    let with_dates = gather_for(connection, text, &question, tools)?;
    if with_dates.is_answered || question.dates.is_none() {
        return Ok(with_dates);
    }
    let undated = Question { dates: None, ..question };
    let without = gather_for(connection, text, &undated, tools)?;
    let nearest = match without.sources.is_empty() {
        true => without.nearest,
        false => {
            without.sources.iter().map(|source| source.page.clone()).take(NEAREST_MAX).collect()
        }
    };
    Ok(Gathered { nearest, dates_in_the_way: without.is_answered, ..with_dates })
}

fn gather_for(
    connection: &Connection,
    asked: &str,
    question: &Question,
    tools: Tools<'_>,
) -> rusqlite::Result<Gathered> {
    let range = question.dates;
    let filter = Filter {
        sites: question.site.iter().cloned().collect(),
        from_ms: range.and_then(|range| range.from).map(ms),
        until_ms: range.and_then(|range| range.until).map(ms),
        ..Filter::default()
    };
    let is_empty_library = pages::read_totals(connection)?.pages == 0;
    let mut gathered = Gathered {
        question: question.clone(),
        sources: Vec::new(),
        quotes: Vec::new(),
        context: SearchContext::default(),
        nearest: Vec::new(),
        is_answered: false,
        dates_in_the_way: false,
        confidence: 0.0,
        is_empty_library,
        web_pages: None,
    };
    if question.words.is_empty() {
        list(connection, &filter, &mut gathered, tools)?;
    } else {
        look_up(connection, asked, filter, &mut gathered, tools)?;
    }
    let ids: Vec<i64> = gathered.sources.iter().map(|source| i64::from(source.page.id)).collect();
    gathered.context = context(pages::facets(connection, &ids)?, &gathered.sources);
    Ok(gathered)
}

/// A question without a topic asks for the pages themselves: "what did I read yesterday?".
fn list(
    connection: &Connection,
    filter: &Filter,
    gathered: &mut Gathered,
    tools: Tools<'_>,
) -> rusqlite::Result<()> {
    let order = match gathered.question.intent {
        Intent::FindEarliest => SearchOrder::Oldest,
        Intent::FindMostFrequent => SearchOrder::MostVisited,
        _ => SearchOrder::Newest,
    };
    let ids = pages::list(connection, filter, order, 200, 0)?;
    let pages = pages::kept_pages(connection, &ids)?;
    let visible =
        pages.into_iter().filter(|page| tools.may_see.is_none_or(|may_see| may_see(page)));
    for page in visible.take(SOURCES_MAX) {
        let text = pages::content(connection, i64::from(page.id))?.unwrap_or_default();
        gathered.sources.push(Evidence::listed(page, text));
    }
    gathered.is_answered = !gathered.sources.is_empty();
    gathered.confidence = if gathered.is_answered { 1.0 } else { 0.0 };
    gathered.quotes = evidence::first_sentences(&gathered.sources, FINDINGS_MAX);
    Ok(())
}

fn look_up(
    connection: &Connection,
    asked: &str,
    filter: Filter,
    gathered: &mut Gathered,
    tools: Tools<'_>,
) -> rusqlite::Result<()> {
    let query = crate::query::Query::read(&gathered.question.words);
    let wanted = Wanted {
        words: query.words,
        phrases: query.phrases,
        filter,
        mode: SearchMode::Hybrid,
        order: SearchOrder::Best,
    };
    let found = search::find(connection, &wanted, tools)?;
    let ids: Vec<i64> = found.ranked.iter().map(|page| page.page).collect();
    let pages = pages::kept_pages(connection, &ids)?;
    let visible =
        pages.into_iter().filter(|page| tools.may_see.is_none_or(|may_see| may_see(page)));
    let mut read = Vec::new();
    for page in visible.take(evidence::PAGES_READ_MAX) {
        let text = pages::content(connection, i64::from(page.id))?.unwrap_or_default();
        read.push((page, text));
    }
    let weighed = evidence::weigh(asked, &found, read, tools);
    gathered.nearest =
        weighed.iter().take(NEAREST_MAX).map(|evidence| evidence.page.clone()).collect();
    gathered.confidence = weighed.first().map_or(0.0, |evidence| evidence.confidence);
    let mut sources = evidence::sources(weighed);
    evidence::sort(&mut sources, gathered.question.intent);
    sources.truncate(SOURCES_MAX);
    bound_text(&mut sources);
    let of_each = if gathered.question.intent == Intent::Summarize { 3 } else { 2 };
    gathered.quotes = evidence::best_sentences(&sources, FINDINGS_MAX, of_each);
    gathered.is_answered = !sources.is_empty();
    gathered.sources = sources;
    Ok(())
}

/// The texts of all sources together are no longer than an answer may be made from.
fn bound_text(sources: &mut [Evidence]) {
    let mut chars_left = TEXT_CHARS_MAX;
    for source in sources {
        if let Some((end, _)) = source.text.char_indices().nth(chars_left) {
            source.text.truncate(end);
        }
        chars_left = chars_left.saturating_sub(source.text.chars().count());
    }
}

fn context(facets: Facets, sources: &[Evidence]) -> SearchContext {
    SearchContext {
        sites: facets.sites,
        entities: facets.entities,
        topics: facets.topics,
        from_ms: sources.iter().map(|source| source.page.first_seen_ms).min(),
        until_ms: sources.iter().map(|source| source.page.last_visit_ms).max(),
    }
}

/// The answer in the pages' own words.
fn quoted(gathered: &Gathered) -> Answer {
    let findings: Vec<Finding> = gathered.quotes.iter().map(finding).collect();
    let text = match gathered.is_answered {
        true => said(gathered),
        false => declined(gathered),
    };
    Answer {
        intent: intent(gathered.question.intent),
        is_answered: gathered.is_answered,
        text,
        findings,
        sources: sources(gathered),
        follow_ups: follow_ups(gathered),
        confidence: gathered.confidence,
        context: gathered.context.clone(),
        nearest: if gathered.is_answered { Vec::new() } else { gathered.nearest.clone() },
        by_model: false,
        notice: None,
    }
}

fn finding(quote: &Quote) -> Finding {
    Finding { text: quote.text.clone(), source: number(quote.source) }
}

fn number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}

fn said(gathered: &Gathered) -> String {
    let mut lines: Vec<String> = Vec::new();
    let first = gathered.sources.first().map(|source| &source.page);
    match (gathered.question.intent, first) {
        (Intent::FindLatest, Some(page)) => {
            lines.push(format!(
                "The latest is “{}”, read on {}. [1]",
                page.title,
                day(page.last_visit_ms)
            ));
        }
        (Intent::FindEarliest, Some(page)) => {
            lines.push(format!(
                "The earliest is “{}”, first read on {}. [1]",
                page.title,
                day(page.first_seen_ms)
            ));
        }
        (Intent::FindMostFrequent, Some(page)) => {
            lines.push(format!(
                "The most visited is “{}”, visited {} times. [1]",
                page.title, page.visits
            ));
        }
        _ if gathered.question.words.is_empty() || gathered.quotes.is_empty() => {
            for (at, source) in gathered.sources.iter().enumerate() {
                let page = &source.page;
                lines.push(format!(
                    "“{}”, read on {}. [{}]",
                    page.title,
                    day(page.last_visit_ms),
                    at + 1
                ));
            }
            return lines.join("\n");
        }
        _ => {}
    }
    for quote in &gathered.quotes {
        lines.push(format!("“{}” [{}]", quote.text, quote.source + 1));
    }
    lines.join("\n")
}

fn declined(gathered: &Gathered) -> String {
    let nearest = gathered.nearest.first().map(|page| page.title.as_str());
    match (gathered.web_pages, nearest) {
        (Some(0), _) => return "No page of the web could be read for this.".to_owned(),
        (Some(_), Some(title)) => {
            return format!(
                "The first results of the web do not answer this. The nearest is “{title}”."
            );
        }
        (Some(_), None) => return "The first results of the web do not answer this.".to_owned(),
        (None, _) => {}
    }
    if gathered.is_empty_library {
        return "Nothing is kept yet, so there is nothing to answer from. `tabwright remember` keeps the page you \
                read."
            .to_owned();
    }
    match (nearest, gathered.dates_in_the_way) {
        (Some(title), true) => {
            format!(
                "Nothing from that time answers this. From another time, the nearest is “{title}”."
            )
        }
        (Some(title), false) => {
            format!("Nothing that you kept answers this. The nearest is “{title}”.")
        }
        (None, _) => "Nothing that you kept answers this.".to_owned(),
    }
}

fn sources(gathered: &Gathered) -> Vec<AnswerSource> {
    if !gathered.is_answered {
        return Vec::new();
    }
    let of = |(at, source): (usize, &Evidence)| AnswerSource {
        number: number(at),
        page: source.page.id,
        from: source.from,
        url: source.page.url.clone(),
        title: source.page.title.clone(),
        read_ms: (source.from == SourceFrom::Memory).then_some(source.page.last_visit_ms),
        published: source.page.published.clone(),
    };
    gathered.sources.iter().enumerate().map(of).collect()
}

/// About what else these pages name.
fn follow_ups(gathered: &Gathered) -> Vec<String> {
    let asked = gathered.question.words.to_lowercase();
    let names = gathered.context.entities.iter().chain(&gathered.context.topics);
    let mut asked_next: Vec<String> = Vec::new();
    for facet in names {
        let is_new = !asked.contains(&facet.name.to_lowercase());
        let next = match gathered.web_pages {
            None => format!("What did I read about {}?", facet.name),
            Some(_) => format!("Look up {}", facet.name),
        };
        if gathered.is_answered && is_new && !asked_next.contains(&next) {
            asked_next.push(next);
        }
    }
    asked_next.truncate(FOLLOW_UPS_MAX);
    asked_next
}

fn intent(intent: Intent) -> QuestionIntent {
    match intent {
        Intent::FindLatest => QuestionIntent::FindLatest,
        Intent::FindEarliest => QuestionIntent::FindEarliest,
        Intent::FindMostFrequent => QuestionIntent::FindMostFrequent,
        Intent::Summarize => QuestionIntent::Summarize,
        Intent::FindSpecific => QuestionIntent::FindSpecific,
    }
}

fn day(at_ms: u64) -> String {
    let at = Timestamp::from_millisecond(i64::try_from(at_ms).unwrap_or_default());
    let zoned = at.map(|at| Zoned::new(at, jiff::tz::TimeZone::system()));
    zoned.map(|at| at.strftime("%-d %B %Y").to_string()).unwrap_or_default()
}

fn ms(at: Timestamp) -> u64 {
    u64::try_from(at.as_millisecond()).unwrap_or_default()
}
