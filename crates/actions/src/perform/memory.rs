//! What is done with the pages that the person keeps: by the host, which knows what the client may learn of them.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tabwright_wire::knowledge::{
    Answer, AnswerSource, AskParams, ExtractMode, FacetCount, ForgetParams, KeepOutcome,
    RememberParams, SearchParams, SourceFrom,
};
use tabwright_wire::{Problem, quote_page};
use url::Url;

use super::{ActionResult, lacking, missing, tabs};
use crate::host::ActionContext;
use crate::resolve::{Resolver, Stage};
use crate::resolver_context::HostResolverContext;
use crate::schema::{Count, ForgetPages, ForgetWhat, GroupBy, MemoryAction, RememberPage};

const HITS_MAX: u32 = 10;
/// Whoever may not know of all pages has those counted that search gives.
const COUNTED_MAX: u32 = 200;
const MINUTE_MS: u64 = 60_000;

pub(super) async fn perform(
    action: MemoryAction,
    context: &ActionContext<'_>,
    resolver: &Resolver,
) -> Result<ActionResult, Problem> {
    match action {
        MemoryAction::RememberPage(page) => remember(context, page).await,
        MemoryAction::AskMemory(asked) => ask(context, asked.question).await,
        MemoryAction::SearchMemory(asked) => search(context, asked.query).await,
        MemoryAction::ForgetPages(asked) => forget(context, resolver, &asked).await,
    }
}

async fn remember(
    context: &ActionContext<'_>,
    RememberPage { tag, note }: RememberPage,
) -> Result<ActionResult, Problem> {
    let params = RememberParams {
        tab: context.tab,
        tags: tag.into_iter().collect(),
        note,
        mode: ExtractMode::Basic,
    };
    let kept = context.host.remember_page(params).await?;
    let what = match kept.outcome {
        KeepOutcome::New => "Remembered",
        KeepOutcome::Changed => "Remembered as it is now",
        KeepOutcome::Unchanged => "Remembered already",
    };
    let message = format!("{what}: \"{}\"", kept.page.title);
    Ok(ActionResult::message(message).with(json!({ "page": kept.page.id, "url": kept.page.url })))
}

async fn ask(context: &ActionContext<'_>, question: String) -> Result<ActionResult, Problem> {
    let params = AskParams { question, without_model: false };
    Ok(told(&context.host.ask_memory(params).await?))
}

/// An answer in short, and the sources that its numbers mean.
pub(super) fn told(answer: &Answer) -> ActionResult {
    let message = match &answer.notice {
        Some(notice) => format!("{}\n{notice}", answer.text),
        None => answer.text.clone(),
    };
    let is_of_both = answer.sources.iter().any(|source| source.from == SourceFrom::Web);
    let sources: Vec<Value> =
        answer.sources.iter().map(|source| told_source(source, is_of_both)).collect();
    match sources.is_empty() {
        true => ActionResult::message(message),
        false => ActionResult::message(message).with(json!({ "sources": sources })),
    }
}

fn told_source(source: &AnswerSource, says_from: bool) -> Value {
    let mut told = json!({ "number": source.number, "title": source.title, "url": source.url });
    if says_from {
        told["from"] = json!(source.from);
    }
    told
}

async fn search(context: &ActionContext<'_>, query: String) -> Result<ActionResult, Problem> {
    let params =
        SearchParams { query, limit: Some(HITS_MAX), no_facets: true, ..SearchParams::default() };
    let found = context.host.search_memory(params).await?;
    let mut message = match (found.total, found.is_exact) {
        (0, _) => "Nothing that you kept fits".to_owned(),
        (1, _) => "Found 1 page".to_owned(),
        (total, true) => format!("Found {total} pages"),
        (total, false) => format!("Found more than {total} pages"),
    };
    for corrected in &found.corrected {
        let (word, instead) = (&corrected.word, &corrected.instead);
        message += &format!("; no page has \"{word}\", so \"{instead}\" was searched for");
    }
    let pages: Vec<Value> = found
        .hits
        .iter()
        .map(|hit| json!({ "title": hit.page.title, "url": hit.page.url }))
        .collect();
    Ok(match pages.is_empty() {
        true => ActionResult::message(message),
        false => ActionResult::message(message).with(json!({ "pages": pages })),
    })
}

async fn forget(
    context: &ActionContext<'_>,
    resolver: &Resolver,
    asked: &ForgetPages,
) -> Result<ActionResult, Problem> {
    let (params, what) = match asked.what {
        ForgetWhat::Page => {
            let tab = tabs::here(context).await?;
            let what = format!("forget the page {}", quote_page(&tab.title));
            (ForgetParams::Address { url: tab.url }, what)
        }
        ForgetWhat::Site => {
            let site = match &asked.site {
                Some(name) => host_of_site(context, resolver, name).await?,
                None => host(&tabs::here(context).await?.url).ok_or_else(no_site)?,
            };
            let what = format!("forget all pages of {}", quote_page(&site));
            (ForgetParams::Site { site }, what)
        }
        ForgetWhat::Time => {
            let minutes = minutes(asked).ok_or_else(|| {
                lacking("it is not clear since when", "Say how long: \"forget the last hour\"")
            })?;
            let at_ms = now_ms().saturating_sub(minutes.saturating_mul(MINUTE_MS));
            let what = format!("forget what you read in the last {}", span(minutes));
            (ForgetParams::Since { at_ms }, what)
        }
    };
    let forgotten = context.host.forget_pages(params, &what).await?;
    Ok(ActionResult::message(match forgotten.pages {
        0 => "There was nothing to forget".to_owned(),
        1 => "1 page is forgotten".to_owned(),
        pages => format!("{pages} pages are forgotten"),
    }))
}

fn minutes(asked: &ForgetPages) -> Option<u64> {
    let of = |count: Option<Count>, each: u64| Some(u64::from(count?.get()) * each);
    of(asked.minutes, 1).or(of(asked.hours, 60)).or(of(asked.days, 24 * 60))
}

fn span(minutes: u64) -> String {
    let (count, unit) = match minutes {
        minutes if minutes % (24 * 60) == 0 => (minutes / (24 * 60), "day"),
        minutes if minutes % 60 == 0 => (minutes / 60, "hour"),
        minutes => (minutes, "minute"),
    };
    if count == 1 { unit.to_owned() } else { format!("{count} {unit}s") }
}

/// The host of a site that is called so. What is no address and no known name means none: nothing is guessed where
/// the wrong site would be counted or forgotten.
pub(super) async fn host_of_site(
    context: &ActionContext<'_>,
    resolver: &Resolver,
    name: &str,
) -> Result<String, Problem> {
    let known = match resolver.knows(name) {
        true => resolver.resolve(name, &HostResolverContext(context)).await.ok(),
        false => None,
    };
    let known = known.filter(|found| matches!(found.stage, Stage::Address | Stage::Sites));
    known.and_then(|found| host(found.url.as_str())).ok_or_else(|| {
        let title = format!("no site is called {}", quote_page(name));
        missing(title, "Give its address, such as example.com")
    })
}

fn host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = url.host_str()?.trim_start_matches("www.");
    // Of a server on this machine the port is a part of the name under which its pages are kept.
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

fn no_site() -> Problem {
    missing("the page in front is no page of a site".to_owned(), "Go to a page of the site first")
}

/// How many of the kept pages are of each site, topic or month.
pub(super) async fn reading_stats(
    context: &ActionContext<'_>,
    group: GroupBy,
    limit: usize,
) -> Result<ActionResult, Problem> {
    let params = SearchParams { limit: Some(COUNTED_MAX), ..SearchParams::default() };
    let found = context.host.search_memory(params).await?;
    let mut groups: Vec<FacetCount> = match group {
        GroupBy::Topic => found.facets.topics,
        GroupBy::Month | GroupBy::Day => found.facets.months,
        GroupBy::Domain | GroupBy::Page => found.facets.sites,
    };
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups.truncate(limit);
    let pages =
        if found.total == 1 { "1 page".to_owned() } else { format!("{} pages", found.total) };
    let first = match groups.first() {
        Some(FacetCount { name, count }) => format!("; most are of {name} ({count})"),
        None => String::new(),
    };
    let list: Vec<Value> =
        groups.iter().map(|group| json!({ "name": group.name, "pages": group.count })).collect();
    Ok(ActionResult::message(format!("You have kept {pages}{first}")).with(list))
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_as_people_say_it() {
        for (minutes, told) in [
            (1, "minute"),
            (30, "30 minutes"),
            (60, "hour"),
            (90, "90 minutes"),
            (180, "3 hours"),
            (24 * 60, "day"),
            (7 * 24 * 60, "7 days"),
        ] {
            assert_eq!(span(minutes), told);
        }
    }
}
