//! The search providers: those that people know by name, and the person's own, kept in the store.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;
mod store;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tabwright_browser::{ControlError, QUERY_PLACEHOLDER, SearchProviderSource};
use tabwright_store::StoreError;
use tabwright_wire::verbs::{NewSearchProvider, SearchProvider, SearchProvidersParams};

pub(crate) use sqlite::SqliteSearchProviders;
pub(crate) use store::{SavedProviders, SearchProviderStore};

const OWN_MAX: usize = 200;
const NAME_CHARS_MAX: usize = 40;
/// The first is the default.
const KNOWN: &[(&str, &str)] = &[
    ("duckduckgo", "https://duckduckgo.com/?q={query}"),
    ("google", "https://www.google.com/search?q={query}"),
    ("bing", "https://www.bing.com/search?q={query}"),
    ("brave", "https://search.brave.com/search?q={query}"),
    ("ecosia", "https://www.ecosia.org/search?q={query}"),
    ("startpage", "https://www.startpage.com/do/search?query={query}"),
    ("wikipedia", "https://en.wikipedia.org/w/index.php?search={query}"),
    ("youtube", "https://www.youtube.com/results?search_query={query}"),
];

/// One for all browsers of a daemon. What is kept is held in memory as well: it is read with every key that
/// is pressed in the side panel.
#[derive(Debug)]
pub(crate) struct SearchProviders {
    store: Arc<dyn SearchProviderStore>,
    saved: Mutex<SavedProviders>,
    /// Held during a change, so that two at a time leave memory and store alike.
    changing: tokio::sync::Mutex<()>,
}

impl SearchProviders {
    /// With what was kept.
    pub(crate) async fn load(store: Arc<dyn SearchProviderStore>) -> Result<Self, StoreError> {
        let saved = Mutex::new(store.load().await?);
        Ok(Self { store, saved, changing: tokio::sync::Mutex::default() })
    }

    /// The person's own first, for they may bear the name of a known one.
    pub(crate) fn list(&self) -> Vec<SearchProvider> {
        let saved = self.saved();
        let own = saved.own.iter().map(|own| (own.name.as_str(), own.url.as_str()));
        let is_own = |name: &str| saved.own.iter().any(|own| own.name.eq_ignore_ascii_case(name));
        let known = KNOWN.iter().copied().filter(|(name, _)| !is_own(name));
        let chosen = saved.default.as_deref().unwrap_or(KNOWN[0].0);
        let provider = |(name, url): (&str, &str)| SearchProvider {
            name: name.to_owned(),
            url: url.to_owned(),
            is_default: name.eq_ignore_ascii_case(chosen),
        };
        own.chain(known).map(provider).collect()
    }

    /// The one that is named, else the default.
    pub(crate) fn find(&self, wanted: Option<&str>) -> Result<SearchProvider, ControlError> {
        let list = self.list();
        let found = list.iter().find(|it| match wanted {
            Some(name) => it.name.eq_ignore_ascii_case(name),
            None => it.is_default,
        });
        found.or(list.first().filter(|_| wanted.is_none())).cloned().ok_or_else(|| {
            let names: Vec<_> = list.iter().map(|it| it.name.as_str()).collect();
            let wanted = wanted.unwrap_or_default();
            ControlError::BadArguments(format!(
                "there is no provider `{wanted}`; known are {}. Add your own with \
                 `tabwright search-providers --add NAME=URL`",
                names.join(", ")
            ))
        })
    }

    pub(crate) async fn choose(&self, name: &str) -> Result<(), ControlError> {
        let _changing = self.changing.lock().await;
        let found = self.find(Some(name))?;
        self.store.set_default(&found.name).await.map_err(|error| unkept(&error))?;
        self.saved().default = Some(found.name);
        Ok(())
    }

    pub(crate) async fn add(&self, new: NewSearchProvider) -> Result<(), ControlError> {
        check(&new)?;
        let _changing = self.changing.lock().await;
        if self.saved().own.len() >= OWN_MAX {
            let message =
                format!("there are {OWN_MAX} providers of your own already; remove one first");
            return Err(ControlError::BadArguments(message));
        }
        self.store.put(new.clone()).await.map_err(|error| unkept(&error))?;
        let mut saved = self.saved();
        saved.own.retain(|own| !own.name.eq_ignore_ascii_case(&new.name));
        saved.own.push(new);
        Ok(())
    }

    pub(crate) async fn remove(&self, name: &str) -> Result<(), ControlError> {
        let _changing = self.changing.lock().await;
        if !self.saved().own.iter().any(|own| own.name.eq_ignore_ascii_case(name)) {
            let message =
                format!("`{name}` is none of your own providers; only those can be removed");
            return Err(ControlError::BadArguments(message));
        }
        let is_gone = |default: &String| {
            default.eq_ignore_ascii_case(name)
                && !KNOWN.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        let default = self.saved().default.clone().filter(|default| !is_gone(default));
        self.store.remove(name, default.as_deref()).await.map_err(|error| unkept(&error))?;
        let mut saved = self.saved();
        saved.own.retain(|own| !own.name.eq_ignore_ascii_case(name));
        saved.default = default;
        Ok(())
    }

    fn saved(&self) -> MutexGuard<'_, SavedProviders> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SearchProviderSource for SearchProviders {
    async fn find(&self, name: Option<&str>) -> Result<SearchProvider, ControlError> {
        self.find(name)
    }

    async fn update(
        &self,
        changes: SearchProvidersParams,
    ) -> Result<Vec<SearchProvider>, ControlError> {
        if let Some(name) = changes.remove {
            self.remove(&name).await?;
        }
        if let Some(new) = changes.add {
            self.add(new).await?;
        }
        if let Some(name) = changes.choose {
            self.choose(&name).await?;
        }
        Ok(self.list())
    }
}

fn unkept(error: &StoreError) -> ControlError {
    ControlError::Storage { what: error.to_string(), fix: error.fix() }
}

fn check(new: &NewSearchProvider) -> Result<(), ControlError> {
    let NewSearchProvider { name, url } = new;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.');
    let problem = if name.trim().is_empty() || !name.chars().all(is_word) {
        "the name of a provider is letters, digits, spaces, `-`, `_` and `.`".to_owned()
    } else if name.chars().count() > NAME_CHARS_MAX {
        format!("the name of a provider has at most {NAME_CHARS_MAX} letters")
    } else if !url.starts_with("https://") && !url.starts_with("http://") {
        format!("`{url}` is no address: it must begin with https:// or http://")
    } else if !url.contains(QUERY_PLACEHOLDER) {
        format!("`{url}` does not say where the words go: put {QUERY_PLACEHOLDER} there")
    } else {
        return Ok(());
    };
    Err(ControlError::BadArguments(problem))
}

#[cfg(test)]
mod tests {
    use tabwright_store::Store;

    use super::memory::MemorySearchProviders;
    use super::*;

    fn new(name: &str, url: &str) -> NewSearchProvider {
        NewSearchProvider { name: name.to_owned(), url: url.to_owned() }
    }

    async fn empty() -> SearchProviders {
        SearchProviders::load(Arc::new(MemorySearchProviders::default())).await.unwrap()
    }

    #[tokio::test]
    async fn what_is_added_and_chosen_is_kept() {
        let store = Arc::new(MemorySearchProviders::default());
        let providers = SearchProviders::load(store.clone()).await.unwrap();
        providers.add(new("Docs", "https://docs.test/?s={query}")).await.unwrap();
        providers.choose("docs").await.unwrap();
        let again = SearchProviders::load(store).await.unwrap();
        assert_eq!(again.list(), providers.list());
        assert_eq!(again.find(None).unwrap().name, "Docs");
        again.remove("docs").await.unwrap();
        assert_eq!(again.find(None).unwrap().name, "duckduckgo");
    }

    #[tokio::test]
    async fn the_file_of_an_earlier_version_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("search-providers.json");
        let text =
            r#"{"chosen": "docs", "own": [{"name": "Docs", "url": "https://d.test/?q={query}"}]}"#;
        std::fs::write(&old, text).unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        let store = Arc::new(SqliteSearchProviders::new(store));
        store.import(&old).await.unwrap();
        let providers = SearchProviders::load(store).await.unwrap();
        assert_eq!(providers.find(None).unwrap().url, "https://d.test/?q={query}");
        assert!(!old.exists());
    }

    #[tokio::test]
    async fn an_own_provider_may_bear_a_known_name() {
        let providers = empty().await;
        providers.add(new("google", "https://own.test/?q={query}")).await.unwrap();
        providers.choose("Google").await.unwrap();
        assert_eq!(providers.find(Some("Google")).unwrap().url, "https://own.test/?q={query}");
        providers.remove("google").await.unwrap();
        assert!(providers.find(None).unwrap().url.contains("www.google.com"));
    }

    #[tokio::test]
    async fn what_cannot_work_is_refused() {
        let providers = empty().await;
        for (name, url, word) in [
            ("", "https://a.test/?q={query}", "name"),
            ("a\nb", "https://a.test/?q={query}", "name"),
            ("a", "javascript:alert({query})", "https://"),
            ("a", "https://a.test/", "{query}"),
        ] {
            let refused = providers.add(new(name, url)).await.unwrap_err().to_string();
            assert!(refused.contains(word), "{refused}");
        }
        assert!(providers.remove("google").await.is_err());
        assert!(providers.choose("nobody").await.is_err());
    }
}
