//! What the person gets to see, hear or keep of a page, and of where they have been.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, json};
use tabwright_wire::verbs::{
    self, BookmarkParams, PictureScale, ReadAloudParams, ScreenshotParams, VisitedParams,
};
use tabwright_wire::{NoParams, Problem, VisitedPage};
use url::Url;

use super::ActionResult;
use crate::host::ActionContext;
use crate::schema::{AddToBookmarks, Count, ExecuteAdHocScript, GetWebsiteStats, GroupBy};

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

/// Counted from the browser's own history.
pub(super) async fn website_stats(
    context: &ActionContext<'_>,
    asked: &GetWebsiteStats,
) -> Result<ActionResult, Problem> {
    let params =
        VisitedParams { tab: None, query: String::new(), max: Some(VISITS_MAX), days: None };
    let pages = context.run_as_given::<verbs::FindVisitedPages>(params).await?.pages;
    let group = asked.group_by.unwrap_or_default();
    let mut counts = BTreeMap::<String, u64>::new();
    for page in &pages {
        if let Some(key) = key(page, group) {
            *counts.entry(key).or_default() += u64::from(page.visits.max(1));
        }
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    ranked.truncate(asked.limit.map_or(STATS_DEFAULT, |limit: Count| limit.get() as usize));
    let first = match ranked.first() {
        Some((name, visits)) => format!("; most often {name} ({visits})"),
        None => String::new(),
    };
    let list: Vec<_> =
        ranked.iter().map(|(name, visits)| json!({ "name": name, "visits": visits })).collect();
    Ok(ActionResult::message(format!("You have visited {} pages{first}", pages.len())).with(list))
}

fn key(page: &VisitedPage, group: GroupBy) -> Option<String> {
    match group {
        GroupBy::Domain => {
            let url = Url::parse(&page.url).ok()?;
            Some(url.host_str()?.trim_start_matches("www.").to_owned())
        }
        GroupBy::Page => Some(page.url.clone()),
        GroupBy::Day => {
            let moment = jiff::Timestamp::from_millisecond(page.last_visit_ms as i64).ok()?;
            Some(moment.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
        }
    }
}
