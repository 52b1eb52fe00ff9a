//! Going somewhere, in a tab of the agent's own.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use tabwright_wire::verbs::{self, HistoryVerbParams, OpenIn, OpenParams, ReloadVerbParams, Visit};
use tabwright_wire::{Problem, ProblemCode, TabId};

use super::page_text;
use super::snapshot::snapshot_output;
use crate::describe::address;
use crate::format::describe_visit;
use crate::session::{Look, Session, bad_arguments};
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::truncate::Truncated;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    url: Option<String>,
    go: Option<Go>,
    #[serde(default)]
    new_tab: bool,
    /// default: current
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    /// default true
    snapshot: Option<bool>,
    /// default 12000
    max_chars: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Go {
    Back,
    Forward,
    Reload,
}

pub(crate) struct Navigate;

impl Tool for Navigate {
    const NAME: &'static str = "navigate";
    const TITLE: &'static str = "Go somewhere";
    const DESCRIPTION: &'static str = "Open an address in your tab (opens one if you have none), or go in \
        its history. Answers with a snapshot.";
    const EFFECT: Effect = Effect::Changes;
    type Args = Args;

    fn describe(args: &Args) -> String {
        match (&args.url, args.go) {
            (Some(url), _) if args.new_tab => format!("Open {} in a new tab", address(url)),
            (Some(url), _) => format!("Open {}", address(url)),
            (None, Some(Go::Back)) => "Go back".to_owned(),
            (None, Some(Go::Forward)) => "Go forward".to_owned(),
            (None, Some(Go::Reload)) => "Load the page again".to_owned(),
            (None, None) => Self::TITLE.to_owned(),
        }
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        let visit = match (&args.url, args.go) {
            (Some(url), None) => open(session, url, &args).await?,
            (None, Some(go)) => travel(session, go, args.tab).await?,
            _ => return Err(bad_arguments("navigate", &"say either `url` or `go`")),
        };
        if args.snapshot == Some(false) || !visit.loaded && visit.url.is_empty() {
            let shown = Truncated::whole(describe_visit(&visit));
            return Ok(page_text(&format!("tab {} is at", visit.tab), &shown, visit.tab));
        }
        let look = Look { chars_max: args.max_chars, ..Look::default() };
        let taken = session.look(visit.tab, look).await?;
        let loading = if visit.loaded { "" } else { "still loading; " };
        Ok(snapshot_output(&taken, loading))
    }
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
    match session.run::<verbs::Open>(params).await {
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
    let timeout_ms = None;
    match go {
        Go::Back => session.run::<verbs::Back>(HistoryVerbParams { tab, timeout_ms }).await,
        Go::Forward => session.run::<verbs::Forward>(HistoryVerbParams { tab, timeout_ms }).await,
        Go::Reload => {
            let params = ReloadVerbParams { tab, bypass_cache: false, timeout_ms };
            session.run::<verbs::Reload>(params).await
        }
    }
}
