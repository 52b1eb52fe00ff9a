//! The world as the resolver asks it, by the hands of whoever speaks.

use tabwright_wire::language::{ResolvedSite, ResolverTrial};
use tabwright_wire::verbs::{self, BookmarksParams, SearchProvidersParams, VisitedParams};
use url::Url;

use crate::hands::Scene;
use crate::resolve::{
    Page, Provider, ResolveError, Resolver, Surroundings, Template, Trial, Trouble,
};

pub(crate) struct World<'a>(pub(crate) &'a Scene<'a>);

impl Surroundings for World<'_> {
    async fn providers(&self) -> Result<Vec<Provider>, Trouble> {
        let params = SearchProvidersParams { tab: None, choose: None, add: None, remove: None };
        let told = self.0.run_as_told::<verbs::SearchProviders>(&params).await;
        let list = told.map_err(|problem| Trouble::Browser(problem.title))?.providers;
        let provider = |it: verbs::SearchProvider| {
            let url = Template::try_from(it.url).ok()?;
            Some(Provider { default: it.is_default, ..Provider::new(it.name, url) })
        };
        Ok(list.into_iter().filter_map(provider).collect())
    }

    async fn fetch(&self, url: &Url) -> Result<String, Trouble> {
        let fetched = self.0.hands.fetch(url.as_str()).await;
        fetched.map_err(|problem| Trouble::Network(problem.title))
    }

    async fn visited(&self, words: &str, count_max: usize) -> Result<Vec<Page>, Trouble> {
        let params = VisitedParams {
            tab: None,
            query: words.to_owned(),
            max: u32::try_from(count_max).ok(),
            days: None,
        };
        let told = self.0.run_as_told::<verbs::FindVisitedPages>(&params).await;
        let pages = told.map_err(|problem| Trouble::Browser(problem.title))?.pages;
        let page = |it: tabwright_wire::VisitedPage| Page {
            title: it.title,
            url: it.url,
            last_visit_ms: it.last_visit_ms,
            visits: it.visits,
        };
        Ok(pages.into_iter().map(page).collect())
    }

    async fn bookmarks(&self, words: &str, count_max: usize) -> Result<Vec<Page>, Trouble> {
        let max = u32::try_from(count_max).ok();
        let params = BookmarksParams { tab: None, query: words.to_owned(), max };
        let told = self.0.run_as_told::<verbs::FindPageBookmarks>(&params).await;
        let kept = told.map_err(|problem| Trouble::Browser(problem.title))?.bookmarks;
        let page =
            |it: tabwright_wire::Bookmark| Page { title: it.title, url: it.url, ..Page::default() };
        Ok(kept.into_iter().map(page).collect())
    }
}

/// Where the name of a site leads, and what each stage said of it.
pub async fn resolve_site(resolver: &Resolver, name: &str, scene: &Scene<'_>) -> ResolvedSite {
    let trial = |trial: Trial| ResolverTrial {
        stage: trial.stage.name().to_owned(),
        outcome: trial.outcome.to_string(),
    };
    let (url, stage, tried) = match resolver.resolve(name, &World(scene)).await {
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
