//! Pages: opened by address or name, gone back from, scrolled, zoomed.

use serde_json::json;
use tabwright_wire::verbs::{
    self, HistoryVerbParams, OpenIn, OpenParams, ReloadVerbParams, ScrollVerbParams, Visit, ZoomTo,
    ZoomVerbParams,
};
use tabwright_wire::{Problem, ScrollMotion};

use super::{ActionResult, missing};
use crate::host::ActionContext;
use crate::resolve::Resolver;
use crate::resolver_context::HostResolverContext;
use crate::schema::{Count, InTab, Scroll, ScrollBy};

pub(super) async fn open(
    context: &ActionContext<'_>,
    resolver: &Resolver,
    site: &str,
    place: InTab,
) -> Result<ActionResult, Problem> {
    let found = resolver.resolve(site, &HostResolverContext(context)).await;
    let found = found.map_err(|error| missing(error.to_string(), error.fix()))?;
    let Visit { tab, url, title, .. } = visit(context, found.url.as_str(), place).await?;
    let message = match (found.guess, title.is_empty()) {
        (true, _) => format!("No site is called \"{site}\", so it was searched for: {url}"),
        (false, true) => format!("Opened {url}"),
        (false, false) => format!("Opened \"{title}\" at {url}"),
    };
    Ok(ActionResult::message(message).with(json!({ "url": url, "title": title })).in_tab(tab))
}

pub(super) async fn open_tab(
    context: &ActionContext<'_>,
    resolver: &Resolver,
    site: Option<&str>,
) -> Result<ActionResult, Problem> {
    if let Some(site) = site {
        return open(context, resolver, site, InTab::New).await;
    }
    let Visit { tab, .. } = visit(context, "about:blank", InTab::New).await?;
    Ok(ActionResult::message("Opened an empty tab").in_tab(tab))
}

pub(super) async fn visit(
    context: &ActionContext<'_>,
    url: &str,
    place: InTab,
) -> Result<Visit, Problem> {
    let r#in = match place {
        InTab::New => OpenIn::New,
        InTab::Current => OpenIn::Current,
        InTab::Existing => OpenIn::Existing,
    };
    let tab = context.tab.filter(|_| place == InTab::Current);
    let url = url.to_owned();
    let params = OpenParams { tab, url, r#in, background: false, group: None, timeout_ms: None };
    context.run_as_given::<verbs::Open>(params).await
}

pub(super) async fn back(
    context: &ActionContext<'_>,
    times: Option<Count>,
) -> Result<ActionResult, Problem> {
    let mut arrived = None;
    for _ in 0..often(times) {
        let params = HistoryVerbParams { tab: None, timeout_ms: None };
        arrived = Some(context.run::<verbs::Back>(params).await?);
    }
    Ok(at("Went back", arrived))
}

pub(super) async fn forward(
    context: &ActionContext<'_>,
    times: Option<Count>,
) -> Result<ActionResult, Problem> {
    let mut arrived = None;
    for _ in 0..often(times) {
        let params = HistoryVerbParams { tab: None, timeout_ms: None };
        arrived = Some(context.run::<verbs::Forward>(params).await?);
    }
    Ok(at("Went forward", arrived))
}

pub(super) async fn reload(context: &ActionContext<'_>) -> Result<ActionResult, Problem> {
    let params = ReloadVerbParams { tab: None, bypass_cache: false, timeout_ms: None };
    let visit = context.run::<verbs::Reload>(params).await?;
    Ok(at("Reloaded the page", Some(visit)))
}

/// Down is 1, up is -1.
pub(super) async fn scroll(
    context: &ActionContext<'_>,
    scroll: Scroll,
    direction: f64,
) -> Result<ActionResult, Problem> {
    let pages = f64::from(often(scroll.times));
    let motion = match scroll.by.unwrap_or_default() {
        ScrollBy::Page => ScrollMotion::Pages { x: 0.0, y: direction * pages },
        ScrollBy::End => {
            ScrollMotion::To { x: None, y: Some(if direction > 0.0 { 1.0 } else { 0.0 }) }
        }
    };
    let params =
        ScrollVerbParams { tab: None, target: None, motion, frame: None, timeout_ms: None };
    let scrolled = context.run::<verbs::Scroll>(params).await?;
    let way = if direction > 0.0 { "down" } else { "up" };
    let message = match scrolled.moved_y.abs() < 1.0 {
        true if direction > 0.0 => "The page is at its end already".to_owned(),
        true => "The page is at its top already".to_owned(),
        false => format!("Scrolled {} {way}", scrolled.container),
    };
    Ok(ActionResult::message(message))
}

pub(super) async fn zoom(
    context: &ActionContext<'_>,
    to: ZoomTo,
    times: Option<Count>,
) -> Result<ActionResult, Problem> {
    let mut percent = 100.0;
    for _ in 0..often(times) {
        let params = ZoomVerbParams { tab: None, to };
        percent = context.run::<verbs::Zoom>(params).await?.factor * 100.0;
    }
    Ok(ActionResult::message(format!("The page is at {percent:.0} %")))
}

fn often(times: Option<Count>) -> u32 {
    times.map_or(1, Count::get)
}

fn at(what: &str, arrived: Option<Visit>) -> ActionResult {
    match arrived {
        Some(Visit { tab, url, title, .. }) => {
            ActionResult::message(format!("{what}: \"{title}\" at {url}")).in_tab(tab)
        }
        None => ActionResult::message(what),
    }
}
