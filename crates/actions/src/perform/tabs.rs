//! Tabs: by their place, by what they are about, or by where one stands.

use tabwright_wire::verbs::{self, CloseParams, SwitchParams, TabsParams};
use tabwright_wire::{Problem, Tab, TabId};

use super::{ActionResult, lacking, missing};
use crate::host::ActionContext;
use crate::schema::Count;

pub(super) async fn change(
    context: &ActionContext<'_>,
    about: Option<&str>,
    index: Option<Count>,
) -> Result<ActionResult, Problem> {
    let Some(tab) = meant(context, about, index).await? else {
        return Err(lacking(
            "it is not clear which tab you mean",
            "Give its number, or words of its title",
        ));
    };
    let params = SwitchParams { tab: Some(tab), about: None };
    let tab = context.run_as_given::<verbs::Switch>(params).await?;
    Ok(ActionResult::message(format!("Went to \"{}\"", tab.title)).in_tab(tab.id))
}

pub(super) async fn close(
    context: &ActionContext<'_>,
    tab: Option<TabId>,
) -> Result<ActionResult, Problem> {
    let params = CloseParams { tab: tab.or(context.tab), all: false };
    context.run_as_given::<verbs::Close>(params).await?;
    Ok(ActionResult::message("Closed the tab"))
}

pub(super) async fn close_all(context: &ActionContext<'_>) -> Result<ActionResult, Problem> {
    let params = CloseParams { tab: None, all: true };
    let closed = context.run_as_given::<verbs::Close>(params).await?.tabs.len();
    let tabs = if closed == 1 { "1 tab".to_owned() } else { format!("{closed} tabs") };
    Ok(ActionResult::message(format!("Closed {tabs}")))
}

/// The tab that is meant; none if nothing is said of it.
pub(super) async fn meant(
    context: &ActionContext<'_>,
    about: Option<&str>,
    index: Option<Count>,
) -> Result<Option<TabId>, Problem> {
    if let Some(index) = index {
        let tabs = of_the_window(context).await?;
        let at = tabs.get(index.get() as usize - 1);
        return at.map(|tab| Some(tab.id)).ok_or_else(|| {
            let title = format!("there is no tab {}: the window has {}", index.get(), tabs.len());
            missing(title, "Give a smaller number, or words of its title")
        });
    }
    let Some(about) = about.map(str::trim).filter(|about| !about.is_empty()) else {
        return Ok(None);
    };
    match about.to_lowercase().as_str() {
        "next" => beside(context, 1).await.map(Some),
        "previous" => beside(context, -1).await.map(Some),
        "last" => {
            let tabs = of_the_window(context).await?;
            Ok(tabs.last().map(|tab| tab.id))
        }
        _ => {
            let params = TabsParams { tab: None, about: Some(about.to_owned()) };
            let found = context.run_as_given::<verbs::Tabs>(params).await?.tabs;
            let best = found.first().ok_or_else(|| {
                let title = format!("no tab matches \"{about}\"");
                missing(title, "`tabwright tabs` lists the open tabs")
            })?;
            Ok(Some(best.id))
        }
    }
}

/// The tab that the client is in.
pub(super) async fn here(context: &ActionContext<'_>) -> Result<Tab, Problem> {
    let tabs = context.host.tabs().await?;
    let tab = current(context, &tabs).cloned();
    tab.ok_or_else(|| missing("there is no tab".to_owned(), "Open one first"))
}

/// The tabs of the window that was used last, in order.
async fn of_the_window(context: &ActionContext<'_>) -> Result<Vec<Tab>, Problem> {
    let mut tabs = context.host.tabs().await?;
    let here = current(context, &tabs).map(|tab| tab.window_id);
    tabs.retain(|tab| here.is_none_or(|window| tab.window_id == window));
    tabs.sort_by_key(|tab| tab.index);
    Ok(tabs)
}

/// Round the corner at either end, as Chrome's own keys go.
async fn beside(context: &ActionContext<'_>, step: isize) -> Result<TabId, Problem> {
    let tabs = of_the_window(context).await?;
    let id = current(context, &tabs).map(|tab| tab.id);
    let at = tabs.iter().position(|tab| Some(tab.id) == id).unwrap_or(0);
    let beside = at.checked_add_signed(step).unwrap_or(tabs.len().saturating_sub(1));
    let tab = tabs.get(beside).or(tabs.first());
    let none = || missing("there is no tab".to_owned(), "Open one first");
    tab.map(|tab| tab.id).ok_or_else(none)
}

fn current<'a>(context: &ActionContext<'_>, tabs: &'a [Tab]) -> Option<&'a Tab> {
    let wanted = tabs.iter().find(|tab| Some(tab.id) == context.tab);
    wanted
        .or_else(|| tabs.iter().find(|tab| tab.focused))
        .or_else(|| tabs.iter().find(|tab| tab.active))
}
