//! Tabs: seen, used, closed.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tabwright_wire::verbs::{self, CloseParams, TabsParams};
use tabwright_wire::{Problem, ProblemCode, Tab, TabId};

use super::page_text;
use crate::describe::quote;
use crate::format::describe_tab;
use crate::session::{Session, bad_arguments};
use crate::tool::{Effect, OnProgress, Tool, ToolResult};
use crate::truncate::Truncated;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    #[serde(default)]
    r#do: Operation,
    /// to use or close
    #[schemars(with = "Option<i32>")]
    tab: Option<TabId>,
    /// words in title or address
    about: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Operation {
    #[default]
    List,
    Use,
    Close,
}

pub(crate) struct Tabs;

impl Tool for Tabs {
    const NAME: &'static str = "tabs";
    const TITLE: &'static str = "Tabs";
    const DESCRIPTION: &'static str = "List the browser's tabs, make one your current (`use`; the person's may \
        ask them first), or close yours.";
    const EFFECT: Effect = Effect::Changes;
    type Args = Args;

    fn describe(args: &Args) -> String {
        let which = match (args.tab, &args.about) {
            (Some(tab), _) => format!("tab {tab}"),
            (None, Some(words)) => format!("the tab about {}", quote(words)),
            (None, None) => "its tab".to_owned(),
        };
        match (args.r#do, &args.about) {
            (Operation::List, None) => "List the tabs".to_owned(),
            (Operation::List, Some(words)) => format!("List the tabs about {}", quote(words)),
            (Operation::Use, _) => format!("Use {which}"),
            (Operation::Close, _) => format!("Close {which}"),
        }
    }

    async fn run(session: &Arc<Session>, args: Args, _: &OnProgress) -> ToolResult {
        match args.r#do {
            Operation::List => list(session, args.about).await,
            Operation::Use => {
                let tab = match (args.tab, args.about) {
                    (None, Some(about)) => best(session, about).await?,
                    (tab, _) => tab,
                };
                let tab = session.tab(tab).await?;
                let now = session.host.find_tab(Some(tab)).await?;
                let shown = Truncated::whole(describe_tab(&now, true));
                Ok(page_text("your current tab is", &shown, tab))
            }
            Operation::Close => {
                let Some(tab) = args.tab.or(session.current()) else {
                    return Err(bad_arguments("tabs", &"say which tab to close"));
                };
                let tab = session.tab(Some(tab)).await?;
                let params = CloseParams { tab: Some(tab), all: false };
                session.run::<verbs::Close>(params).await?;
                session.closed(tab);
                list(session, None).await
            }
        }
    }
}

async fn tabs(session: &Session, about: Option<String>) -> Result<Vec<Tab>, Problem> {
    let params = TabsParams { tab: None, about };
    Ok(session.run::<verbs::Tabs>(params).await?.tabs)
}

async fn best(session: &Session, about: String) -> Result<Option<TabId>, Problem> {
    let found = tabs(session, Some(about.clone())).await?;
    match found.first() {
        Some(tab) => Ok(Some(tab.id)),
        None => Err(Problem {
            code: ProblemCode::NoSuchTab,
            title: format!("No tab is about \"{about}\""),
            fix: "List them all, or `navigate` to what you need".to_owned(),
        }),
    }
}

async fn list(session: &Session, about: Option<String>) -> ToolResult {
    let tabs = tabs(session, about).await?;
    let lines: Vec<_> = tabs.iter().map(|tab| describe_tab(tab, session.owns(tab.id))).collect();
    let shown = session.truncate(lines.join("\n"), None);
    let current = session.current();
    let count = if tabs.len() == 1 { "1 tab".to_owned() } else { format!("{} tabs", tabs.len()) };
    let head = match current {
        Some(tab) => format!("{count}; your current tab is {tab}"),
        None => format!("{count}; you are in none"),
    };
    let ids: Vec<_> = tabs.iter().map(|tab| tab.id.0).collect();
    let mut output = page_text(&head, &shown, current.unwrap_or_default()).with("tabs", json!(ids));
    if current.is_none() {
        output.facts.remove("tab");
    }
    Ok(output)
}
