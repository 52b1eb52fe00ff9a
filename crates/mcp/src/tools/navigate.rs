//! Going somewhere, in a tab of the agent's own.

use serde::Deserialize;
use tabwright_wire::verbs::{self, HistoryVerbParams, OpenIn, OpenParams, ReloadVerbParams, Visit};
use tabwright_wire::{Problem, ProblemCode, TabId};

use super::{Done, page_text, snapshot};
use crate::budget::Cut;
use crate::session::{Look, Session, bad_arguments};
use crate::words;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    url: Option<String>,
    go: Option<Go>,
    #[serde(default)]
    new_tab: bool,
    tab: Option<TabId>,
    snapshot: Option<bool>,
    max_chars: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Go {
    Back,
    Forward,
    Reload,
}

pub(super) async fn run(session: &Session, args: Args) -> Done {
    let visit = match (&args.url, args.go) {
        (Some(url), None) => open(session, url, &args).await?,
        (None, Some(go)) => travel(session, go, args.tab).await?,
        _ => return Err(bad_arguments("navigate", &"say either `url` or `go`")),
    };
    if args.snapshot == Some(false) || !visit.loaded && visit.url.is_empty() {
        let cut = Cut { text: words::visit(&visit), more: None };
        return Ok(page_text(&format!("tab {} is at", visit.tab), &cut, visit.tab));
    }
    let look = Look { chars_max: args.max_chars, ..Look::default() };
    let taken = session.look(visit.tab, look).await?;
    let loading = if visit.loaded { "" } else { "still loading; " };
    Ok(snapshot::told(&taken, loading).with("url", visit.url))
}

async fn open(session: &Session, url: &str, args: &Args) -> Result<Visit, Problem> {
    if args.new_tab || args.tab.is_none() && session.current().is_none() {
        return session.open(url).await;
    }
    let tab = session.tab(args.tab).await?;
    let params = OpenParams {
        tab: Some(tab),
        url: url.to_owned(),
        r#in: OpenIn::Current,
        background: true,
        group: None,
        timeout_ms: None,
    };
    match session.control.run::<verbs::Open>(params).await {
        // The page may have gone where nobody may lead it away from: another tab is free.
        Err(Problem { code: ProblemCode::Denied | ProblemCode::PageChanged, .. })
            if args.tab.is_none() =>
        {
            session.open(url).await
        }
        visit => visit,
    }
}

async fn travel(session: &Session, go: Go, tab: Option<TabId>) -> Result<Visit, Problem> {
    let tab = Some(session.tab(tab).await?);
    let (control, timeout_ms) = (&session.control, None);
    match go {
        Go::Back => control.run::<verbs::Back>(HistoryVerbParams { tab, timeout_ms }).await,
        Go::Forward => control.run::<verbs::Forward>(HistoryVerbParams { tab, timeout_ms }).await,
        Go::Reload => {
            let params = ReloadVerbParams { tab, bypass_cache: false, timeout_ms };
            control.run::<verbs::Reload>(params).await
        }
    }
}
