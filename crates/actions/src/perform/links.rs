//! Links of the page, by their text or their place.

use tabwright_wire::Problem;
use tabwright_wire::verbs::{self, FollowParams, LinksParams, Report};

use super::{ActionResult, missing};
use crate::host::ActionContext;

/// More than any page's links that a person would count.
const LINKS_MAX: u32 = 10_000;

pub(super) async fn by_text(
    context: &ActionContext<'_>,
    keywords: String,
    new_tab: bool,
) -> Result<ActionResult, Problem> {
    follow(context, Some(keywords), None, new_tab).await
}

/// From 1; from the end below 0.
pub(super) async fn by_position(
    context: &ActionContext<'_>,
    position: i32,
    new_tab: bool,
) -> Result<ActionResult, Problem> {
    let position = match u32::try_from(position) {
        Ok(position) => position,
        Err(_) => from_the_end(context, position.unsigned_abs()).await?,
    };
    follow(context, None, Some(position), new_tab).await
}

async fn from_the_end(context: &ActionContext<'_>, back: u32) -> Result<u32, Problem> {
    let params = LinksParams { tab: None, words: None, max: Some(LINKS_MAX) };
    let links = context.run::<verbs::Links>(params).await?.links;
    let count = links.iter().map(|link| link.position).max().unwrap_or(0);
    let from_start = (count + 1).checked_sub(back).filter(|position| *position > 0);
    from_start.ok_or_else(|| {
        let title = format!("the page has {count} links, fewer than {back}");
        missing(title, "`tabwright links` lists them")
    })
}

async fn follow(
    context: &ActionContext<'_>,
    text: Option<String>,
    position: Option<u32>,
    new_tab: bool,
) -> Result<ActionResult, Problem> {
    let params = FollowParams { tab: None, text, position, new_tab, timeout_ms: None };
    let report = context.run::<verbs::Follow>(params).await?;
    Ok(told(&report))
}

/// What was done, and where it led.
pub(super) fn told(report: &Report) -> ActionResult {
    let did = capitalised(&report.did);
    match report.changes.new_tabs.first() {
        Some(tab) => {
            ActionResult::message(format!("{did}; it opened \"{}\"", tab.title)).in_tab(tab.id)
        }
        None => match &report.changes.navigation {
            Some(visit) => ActionResult::message(format!("{did}; now at {}", visit.url)),
            None => ActionResult::message(did),
        },
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
