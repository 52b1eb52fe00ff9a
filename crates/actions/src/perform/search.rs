//! Searching the web, and opening what was found.

use std::collections::HashSet;

use serde_json::json;
use tabwright_wire::verbs::{
    self, LinksParams, QueryVerbParams, SearchProvider, SearchProvidersParams,
};
use tabwright_wire::{Link, Problem, Tab, Target};
use url::Url;

use super::{ActionResult, lacking, missing, pages};
use crate::host::ActionContext;
use crate::resolve::Template;
use crate::schema::{InTab, OpenSearchResult, SearchImage, SearchWeb};

/// Where pictures are searched for, by provider; the first serves the others.
const PICTURES: [(&str, &str); 3] = [
    ("duckduckgo", "https://duckduckgo.com/?iax=images&ia=images&q={query}"),
    ("google", "https://www.google.com/search?udm=2&q={query}"),
    ("bing", "https://www.bing.com/images/search?q={query}"),
];
const PICTURE: &str = "img[src^=http]";
const LINKS_MAX: u32 = 1_000;

pub(super) async fn search(
    context: &ActionContext<'_>,
    asked: &SearchWeb,
) -> Result<ActionResult, Problem> {
    let providers = providers(context, None).await?;
    let provider = provider(&providers, asked.provider.as_deref())?;
    let address = address(&provider.url, &asked.query)?;
    let visit = pages::visit(context, &address, asked.tab.unwrap_or_default()).await?;
    let message = format!("Searched {} for \"{}\"", provider.name, asked.query);
    Ok(ActionResult::message(message).with(json!({ "url": visit.url })).in_tab(visit.tab))
}

/// Where the default provider answers a question. The web is asked as a person would: with the question as it is.
pub(super) async fn question_address(
    context: &ActionContext<'_>,
    question: &str,
) -> Result<String, Problem> {
    let providers = providers(context, None).await?;
    address(&provider(&providers, None)?.url, question)
}

pub(super) async fn choose(
    context: &ActionContext<'_>,
    name: String,
) -> Result<ActionResult, Problem> {
    let providers = providers(context, Some(name)).await?;
    let chosen = providers.iter().find(|provider| provider.is_default);
    let name = chosen.map_or("", |provider| provider.name.as_str());
    Ok(ActionResult::message(format!("Searches go to {name} from now on")))
}

pub(super) async fn open_result(
    context: &ActionContext<'_>,
    wanted: &OpenSearchResult,
) -> Result<ActionResult, Problem> {
    let there = ActionContext { host: context.host, tab: Some(results_tab(context).await?.id) };
    let found = results(&there, wanted.title.as_deref()).await?;
    let chosen = match (&wanted.url, wanted.position) {
        (Some(url), _) => found.iter().find(|link| link.url.contains(url.as_str())),
        (None, Some(position)) => found.get(position.get() as usize - 1),
        (None, None) if wanted.title.is_some() => found.first(),
        (None, None) => {
            return Err(lacking(
                "it is not clear which result you mean",
                "Give its number, or words of its title",
            ));
        }
    };
    let link = chosen.ok_or_else(|| {
        let title = format!("there is no such result; {} were found", found.len());
        missing(title, "Look at the results and give a number, or words of a title")
    })?;
    let place = match wanted.open_in_new_tab {
        Some(true) => InTab::New,
        _ => InTab::Current,
    };
    let visit = pages::visit(&there, &link.url, place).await?;
    Ok(ActionResult::message(format!("Opened \"{}\" at {}", link.text, visit.url))
        .in_tab(visit.tab))
}

pub(super) async fn pictures(
    context: &ActionContext<'_>,
    asked: &SearchImage,
) -> Result<ActionResult, Problem> {
    let providers = providers(context, None).await?;
    let name = provider(&providers, None)?.name.to_lowercase();
    let (_, template) = PICTURES.iter().find(|(known, _)| *known == name).unwrap_or(&PICTURES[0]);
    let address = address(template, &asked.search_term)?;
    let visit = pages::visit(context, &address, InTab::New).await?;
    let searched =
        ActionResult::message(format!("Searched for pictures of \"{}\"", asked.search_term));
    let searched = searched.in_tab(visit.tab);
    let Some(count) = asked.num_images else { return Ok(searched) };
    let there = ActionContext { host: context.host, tab: Some(visit.tab) };
    let params = QueryVerbParams {
        tab: None,
        target: Target::Selector { selector: PICTURE.to_owned(), nth: None },
        frame: None,
        facts: Some(Vec::new()),
        attribute: Some("src".to_owned()),
        fingerprint: false,
        max: Some(count.get()),
    };
    let found = there.run::<verbs::Query>(params).await?;
    let addresses: Vec<_> =
        found.elements.into_iter().filter_map(|element| element.attribute).collect();
    Ok(searched.with(json!({ "images": addresses })))
}

async fn providers(
    context: &ActionContext<'_>,
    choose: Option<String>,
) -> Result<Vec<SearchProvider>, Problem> {
    let params = SearchProvidersParams { tab: None, choose, add: None, remove: None };
    Ok(context.run_as_given::<verbs::SearchProviders>(params).await?.providers)
}

fn provider<'a>(
    providers: &'a [SearchProvider],
    wanted: Option<&str>,
) -> Result<&'a SearchProvider, Problem> {
    let found = providers.iter().find(|it| match wanted {
        Some(name) => it.name.eq_ignore_ascii_case(name.trim()),
        None => it.is_default,
    });
    found.or(providers.first().filter(|_| wanted.is_none())).ok_or_else(|| {
        let title = format!("there is no search provider \"{}\"", wanted.unwrap_or_default());
        missing(title, "`tabwright search-providers` lists them")
    })
}

fn address(template: &str, words: &str) -> Result<String, Problem> {
    let template = Template::try_from(template.to_owned());
    let filled = template.ok().and_then(|template| template.fill(words));
    filled.map(String::from).ok_or_else(|| {
        let fix = "Remove it with `tabwright search-providers --remove NAME`, then add it again";
        missing("the address of the search provider is broken".to_owned(), fix)
    })
}

/// The tab with results: the one at hand, else the last one of any provider.
async fn results_tab(context: &ActionContext<'_>) -> Result<Tab, Problem> {
    let hosts: Vec<_> =
        providers(context, None).await?.iter().filter_map(|it| host(&it.url)).collect();
    let mut tabs = context.host.tabs().await?;
    tabs.retain(|tab| host(&tab.url).is_some_and(|host| hosts.contains(&host)));
    tabs.sort_by_key(|tab| (Some(tab.id) == context.tab, tab.focused, tab.active, tab.id));
    tabs.pop().ok_or_else(|| {
        missing("no search is open".to_owned(), "Search for something first: \"search for …\"")
    })
}

/// The links of a page of results that lead away from the provider, each once.
pub(super) async fn results(
    context: &ActionContext<'_>,
    words: Option<&str>,
) -> Result<Vec<Link>, Problem> {
    let words = words.map(str::to_owned);
    let params = LinksParams { tab: None, words, max: Some(LINKS_MAX) };
    let list = context.run::<verbs::Links>(params).await?;
    let here = results_tab(context).await.ok().and_then(|tab| site(&tab.url));
    let mut seen = HashSet::new();
    let mut links = list.links;
    links.retain(|link| {
        let there = site(&link.url);
        let leads_away = there.is_some() && there != here;
        leads_away && !link.text.trim().is_empty() && seen.insert(link.url.clone())
    });
    Ok(links)
}

fn host(url: &str) -> Option<String> {
    Url::parse(&url.replace("{query}", "")).ok()?.host_str().map(str::to_owned)
}

/// The last two labels, or the address with its port where there are none.
fn site(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?.to_owned();
    if url.domain().is_none() || !host.contains('.') {
        return Some(format!("{host}:{}", url.port_or_known_default().unwrap_or_default()));
    }
    let labels: Vec<_> = host.rsplit('.').take(2).collect();
    Some(labels.join("."))
}
