//! Tabs: seen, used, closed.

use serde::Deserialize;
use serde_json::json;
use tabwright_wire::verbs::{self, CloseParams, TabsParams};
use tabwright_wire::{Problem, ProblemCode, Tab, TabId};

use super::{Done, page_text};
use crate::budget::Cut;
use crate::session::{Session, bad_arguments};
use crate::words;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Args {
    #[serde(default)]
    r#do: Deed,
    tab: Option<TabId>,
    about: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Deed {
    #[default]
    List,
    Use,
    Close,
}

pub(super) async fn run(session: &Session, args: Args) -> Done {
    match args.r#do {
        Deed::List => list(session, args.about).await,
        Deed::Use => {
            let tab = match (args.tab, args.about) {
                (None, Some(about)) => best(session, about).await?,
                (tab, _) => tab,
            };
            let tab = session.tab(tab).await?;
            let now = session.control.find_tab(Some(tab)).await?;
            let cut = Cut { text: words::tab(&now, true), more: None };
            Ok(page_text("your current tab is", &cut, tab))
        }
        Deed::Close => {
            let Some(tab) = args.tab.or(session.current()) else {
                return Err(bad_arguments("tabs", &"say which tab to close"));
            };
            let tab = session.tab(Some(tab)).await?;
            let params = CloseParams { tab: Some(tab), all: false };
            session.control.run::<verbs::Close>(params).await?;
            session.closed(tab);
            list(session, None).await
        }
    }
}

async fn tabs(session: &Session, about: Option<String>) -> Result<Vec<Tab>, Problem> {
    let params = TabsParams { tab: None, about };
    Ok(session.control.run::<verbs::Tabs>(params).await?.tabs)
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

async fn list(session: &Session, about: Option<String>) -> Done {
    let tabs = tabs(session, about).await?;
    let lines: Vec<_> = tabs.iter().map(|tab| words::tab(tab, session.owns(tab.id))).collect();
    let cut = session.rests(|rests| rests.cut(lines.join("\n"), None));
    let current = session.current();
    let count = if tabs.len() == 1 { "1 tab".to_owned() } else { format!("{} tabs", tabs.len()) };
    let head = match current {
        Some(tab) => format!("{count}; your current tab is {tab}"),
        None => format!("{count}; you are in none"),
    };
    let ids: Vec<_> = tabs.iter().map(|tab| tab.id.0).collect();
    let mut outcome = page_text(&head, &cut, current.unwrap_or_default()).with("tabs", json!(ids));
    if current.is_none() {
        outcome.facts.remove("tab");
    }
    Ok(outcome)
}
