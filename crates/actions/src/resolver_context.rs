//! What the resolver asks of browser and network, answered by the host of the client.

use tabwright_wire::knowledge::{AnswerSource, AskParams};
use tabwright_wire::language::{ResolvedSite, ResolverTrial};
use tabwright_wire::verbs::{self, BookmarksParams, SearchProvidersParams, VisitedParams};
use url::Url;

use crate::host::ActionContext;
use crate::resolve::{
    LookupError, Page, Provider, ResolveError, Resolver, ResolverContext, Template, Trial,
};

pub(crate) struct HostResolverContext<'a>(pub(crate) &'a ActionContext<'a>);

impl ResolverContext for HostResolverContext<'_> {
    async fn providers(&self) -> Result<Vec<Provider>, LookupError> {
        let params = SearchProvidersParams { tab: None, choose: None, add: None, remove: None };
        let told = self.0.run_as_given::<verbs::SearchProviders>(params).await;
        let list = told.map_err(|problem| LookupError::Browser(problem.title))?.providers;
        let provider = |it: verbs::SearchProvider| {
            let url = Template::try_from(it.url).ok()?;
            Some(Provider { default: it.is_default, ..Provider::new(it.name, url) })
        };
        Ok(list.into_iter().filter_map(provider).collect())
    }

    async fn fetch(&self, url: &Url) -> Result<String, LookupError> {
        let fetched = self.0.host.fetch(url.as_str()).await;
        fetched.map_err(|problem| LookupError::Network(problem.title))
    }

    async fn visited(&self, words: &str, count_max: usize) -> Result<Vec<Page>, LookupError> {
        let params = VisitedParams {
            tab: None,
            query: words.to_owned(),
            max: u32::try_from(count_max).ok(),
            days: None,
        };
        let told = self.0.run_as_given::<verbs::FindVisitedPages>(params).await;
        let pages = told.map_err(|problem| LookupError::Browser(problem.title))?.pages;
        let page = |it: tabwright_wire::VisitedPage| Page {
            title: it.title,
            url: it.url,
            last_visit_ms: it.last_visit_ms,
            visits: it.visits,
        };
        Ok(pages.into_iter().map(page).collect())
    }

    async fn kept(&self, description: &str) -> Result<Vec<Page>, LookupError> {
        let params = AskParams { question: description.to_owned(), without_model: true };
        let answer = self.0.host.ask_memory(params).await;
        let answer = answer.map_err(|problem| LookupError::Memory(problem.title))?;
        let page = |it: AnswerSource| Page { title: it.title, url: it.url, ..Page::default() };
        Ok(answer.sources.into_iter().map(page).collect())
    }

    async fn bookmarks(&self, words: &str, count_max: usize) -> Result<Vec<Page>, LookupError> {
        let max = u32::try_from(count_max).ok();
        let params = BookmarksParams { tab: None, query: words.to_owned(), max };
        let told = self.0.run_as_given::<verbs::FindPageBookmarks>(params).await;
        let kept = told.map_err(|problem| LookupError::Browser(problem.title))?.bookmarks;
        let page =
            |it: tabwright_wire::Bookmark| Page { title: it.title, url: it.url, ..Page::default() };
        Ok(kept.into_iter().map(page).collect())
    }
}

/// Where the name of a site leads, and what each stage said of it.
pub async fn resolve_site(
    resolver: &Resolver,
    name: &str,
    context: &ActionContext<'_>,
) -> ResolvedSite {
    let trial = |trial: Trial| ResolverTrial {
        stage: trial.stage.name().to_owned(),
        outcome: trial.outcome.to_string(),
    };
    let (url, stage, tried) = match resolver.resolve(name, &HostResolverContext(context)).await {
        Ok(found) => {
            (Some(found.url.to_string()), Some(found.stage.name().to_owned()), found.tried)
        }
        Err(ResolveError::NotFound(unknown)) => (None, None, unknown.tried),
        Err(error) => {
            let refused = ResolverTrial { stage: String::new(), outcome: error.to_string() };
            return ResolvedSite { url: None, stage: None, tried: vec![refused] };
        }
    };
    ResolvedSite { url, stage, tried: tried.into_iter().map(trial).collect() }
}
