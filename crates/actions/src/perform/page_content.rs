//! What the person gets to see, hear or keep of a page, and of where they have been.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, json};
use tabwright_wire::verbs::{
    self, BookmarkParams, PictureScale, ReadAloudParams, ScreenshotParams, VisitedParams,
};
use tabwright_wire::{NoParams, Problem, VisitedPage};
use url::Url;

use super::{ActionResult, memory};
use crate::host::ActionContext;
use crate::resolve::Resolver;
use crate::schema::{AddToBookmarks, Count, ExecuteAdHocScript, GetWebsiteStats, GroupBy, StatsOf};

const SCRIPT_MS_DEFAULT: u32 = 30_000;
const VISITS_MAX: u32 = 10_000;
const STATS_DEFAULT: usize = 10;

pub(super) async fn aloud(context: &ActionContext<'_>) -> Result<ActionResult, Problem> {
    let params = ReadAloudParams { tab: None, text: None, lang: None };
    context.run::<verbs::ReadAloud>(params).await?;
    Ok(ActionResult::message("Reading the page aloud; say \"stop reading\" to end it"))
}

pub(super) async fn hush(context: &ActionContext<'_>) -> Result<ActionResult, Problem> {
    context.run_as_given::<verbs::Hush>(NoParams {}).await?;
    Ok(ActionResult::message("Stopped reading"))
}

pub(super) async fn screenshot(
    context: &ActionContext<'_>,
    full: bool,
) -> Result<ActionResult, Problem> {
    let params = ScreenshotParams {
        tab: None,
        target: None,
        frame: None,
        full,
        marks: false,
        scale: PictureScale::Css,
        max_bytes: None,
        timeout_ms: None,
    };
    let picture = context.run::<verbs::TakeScreenshot>(params).await?;
    let path = context.host.keep_picture(&picture.base64).await?;
    let (width, height) = (picture.width, picture.height);
    let message = format!("Took a picture of {width} × {height}: {path}");
    Ok(ActionResult::message(message)
        .with(json!({ "path": path, "width": width, "height": height })))
}

pub(super) async fn bookmark(
    context: &ActionContext<'_>,
    asked: AddToBookmarks,
) -> Result<ActionResult, Problem> {
    let AddToBookmarks { title, folder } = asked;
    let params = BookmarkParams { tab: None, url: None, title, folder };
    let made = context.run::<verbs::AddPageBookmark>(params).await?;
    let message = format!("Bookmarked \"{}\" in {}", made.title, made.folder);
    Ok(ActionResult::message(message).with(json!({ "id": made.id, "url": made.url })))
}

pub(super) async fn script(
    context: &ActionContext<'_>,
    asked: &ExecuteAdHocScript,
) -> Result<ActionResult, Problem> {
    let none = Map::new();
    let params = asked.params.as_ref().unwrap_or(&none);
    let time = Duration::from_millis(u64::from(asked.timeout.unwrap_or(SCRIPT_MS_DEFAULT)));
    let told = context.host.script(&asked.script, params, time).await?;
    Ok(ActionResult::message("The script has run").with(told))
}

/// Counted from the browser's own history, or from the pages that are kept.
pub(super) async fn website_stats(
    context: &ActionContext<'_>,
    resolver: &Resolver,
    asked: &GetWebsiteStats,
) -> Result<ActionResult, Problem> {
    let group = asked.group_by.unwrap_or_default();
    let limit = asked.limit.map_or(STATS_DEFAULT, |limit: Count| limit.get() as usize);
    if asked.of == Some(StatsOf::Reading) || group == GroupBy::Topic {
        return memory::reading_stats(context, group, limit).await;
    }
    let site = match &asked.site {
        Some(name) => Some(memory::host_of_site(context, resolver, name).await?),
        None => None,
    };
    let query = site.as_deref().and_then(|site| site.split(':').next()).unwrap_or_default();
    let query = query.to_owned();
    let params = VisitedParams { tab: None, query, max: Some(VISITS_MAX), days: None };
    let mut pages = context.run_as_given::<verbs::FindVisitedPages>(params).await?.pages;
    if let Some(site) = site {
        pages.retain(|page| is_of_site(page, &site));
        return Ok(site_visits(&site, &pages));
    }
    let mut counts = BTreeMap::<String, u64>::new();
    for page in &pages {
        if let Some(key) = key(page, group) {
            *counts.entry(key).or_default() += u64::from(page.visits.max(1));
        }
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    ranked.truncate(limit);
    let first = match ranked.first() {
        Some((name, visits)) => format!("; most often {name} ({visits})"),
        None => String::new(),
    };
    let list: Vec<_> =
        ranked.iter().map(|(name, visits)| json!({ "name": name, "visits": visits })).collect();
    Ok(ActionResult::message(format!("You have visited {} pages{first}", pages.len())).with(list))
}

fn site_visits(site: &str, pages: &[VisitedPage]) -> ActionResult {
    let visits: u64 = pages.iter().map(|page| u64::from(page.visits.max(1))).sum();
    let latest_ms = pages.iter().map(|page| page.last_visit_ms).fold(0.0, f64::max);
    let count = |count: u64, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let message = match (visits, day(latest_ms)) {
        (0, _) | (_, None) => format!("Your history has no visit to {site}"),
        (visits, Some(day)) => {
            let (visits, of) = (count(visits, "time"), count(pages.len() as u64, "page"));
            format!("You have visited {site} {visits}, {of} of it, and last on {day}")
        }
    };
    ActionResult::message(message).with(json!({ "site": site, "visits": visits }))
}

fn is_of_site(page: &VisitedPage, site: &str) -> bool {
    let Ok(url) = Url::parse(&page.url) else { return false };
    let (name, port) = site.split_once(':').map_or((site, None), |(name, port)| (name, Some(port)));
    let is_port = port.is_none_or(|port| url.port().is_some_and(|own| own.to_string() == port));
    url.host_str().is_some_and(|host| {
        is_port
            && host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

fn day(at_ms: f64) -> Option<String> {
    let moment = jiff::Timestamp::from_millisecond(at_ms as i64).ok()?;
    Some(moment.to_zoned(jiff::tz::TimeZone::system()).date().to_string())
}

fn key(page: &VisitedPage, group: GroupBy) -> Option<String> {
    match group {
        GroupBy::Domain => {
            let url = Url::parse(&page.url).ok()?;
            Some(url.host_str()?.trim_start_matches("www.").to_owned())
        }
        GroupBy::Page => Some(page.url.clone()),
        GroupBy::Day => day(page.last_visit_ms),
        GroupBy::Month => day(page.last_visit_ms)?.get(..7).map(str::to_owned),
        GroupBy::Topic => None,
    }
}
