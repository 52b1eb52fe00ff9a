//! A resolver context for tests, which notes what it was asked.

use std::sync::Mutex;

use tabwright_actions::resolve::{
    LookupError, Page, Provider, ResolveError, Resolved, Resolver, ResolverContext, Settings,
    Stage, Template,
};
use url::Url;

/// Knows nothing and has no network until told otherwise.
#[derive(Debug)]
pub(crate) struct FakeContext {
    pub(crate) providers: Vec<Provider>,
    /// What Wikipedia says to everything.
    pub(crate) wikipedia: Result<String, LookupError>,
    pub(crate) visited: Result<Vec<Page>, LookupError>,
    pub(crate) bookmarks: Result<Vec<Page>, LookupError>,
    pub(crate) kept: Result<Vec<Page>, LookupError>,
    pub(crate) fetched: Mutex<Vec<Url>>,
    pub(crate) searched: Mutex<Vec<String>>,
}

impl Default for FakeContext {
    fn default() -> Self {
        let provider = |name, url: &str| Provider::new(name, template(url));
        let providers = vec![
            provider("duckduckgo", "https://duckduckgo.com/?q={query}"),
            provider("google", "https://www.google.com/search?q={query}"),
            provider("wikipedia", "https://en.wikipedia.org/w/index.php?search={query}"),
            provider("youtube", "https://www.youtube.com/results?search_query={query}"),
        ];
        Self {
            providers,
            wikipedia: Err(LookupError::Network("there is none".to_owned())),
            visited: Ok(Vec::new()),
            bookmarks: Ok(Vec::new()),
            kept: Ok(Vec::new()),
            fetched: Mutex::default(),
            searched: Mutex::default(),
        }
    }
}

impl ResolverContext for FakeContext {
    async fn providers(&self) -> Result<Vec<Provider>, LookupError> {
        Ok(self.providers.clone())
    }

    async fn fetch(&self, url: &Url) -> Result<String, LookupError> {
        self.fetched.lock().expect("nobody panicked").push(url.clone());
        self.wikipedia.clone()
    }

    async fn visited(&self, words: &str, _: usize) -> Result<Vec<Page>, LookupError> {
        self.searched.lock().expect("nobody panicked").push(words.to_owned());
        self.visited.clone()
    }

    async fn kept(&self, description: &str) -> Result<Vec<Page>, LookupError> {
        self.searched.lock().expect("nobody panicked").push(description.to_owned());
        self.kept.clone()
    }

    async fn bookmarks(&self, _: &str, _: usize) -> Result<Vec<Page>, LookupError> {
        self.bookmarks.clone()
    }
}

impl FakeContext {
    pub(crate) async fn resolve(&self, name: &str) -> Result<Resolved, ResolveError> {
        Resolver::default().resolve(name, self).await
    }

    pub(crate) fn was_fetched(&self) -> bool {
        !self.fetched.lock().expect("nobody panicked").is_empty()
    }
}

pub(crate) fn template(text: &str) -> Template {
    Template::try_from(text.to_owned()).expect("a good template")
}

/// With only these stages.
pub(crate) fn only(stages: &[Stage]) -> Resolver {
    let off = Stage::ALL.into_iter().filter(|stage| !stages.contains(stage)).collect();
    Resolver::new(Settings { off, ..Settings::default() }, Default::default())
}

/// What each stage said, a line each.
pub(crate) fn told(resolved: &Resolved) -> Vec<String> {
    resolved.tried.iter().map(|trial| format!("{}: {}", trial.stage, trial.outcome)).collect()
}
