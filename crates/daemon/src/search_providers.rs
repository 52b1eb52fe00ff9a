//! The search providers: those that people know by name, and the person's own, kept in a file.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tabwright_browser::{ControlError, QUERY_PLACEHOLDER, SearchProviderSource};
use tabwright_wire::verbs::{NewSearchProvider, SearchProvider, SearchProvidersParams};

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

/// One for all browsers of a daemon.
#[derive(Debug, Default)]
pub(crate) struct SearchProviders {
    file: Option<PathBuf>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    chosen: Option<String>,
    own: Vec<NewSearchProvider>,
}

impl SearchProviders {
    /// With what was kept. A file that cannot be read is left alone until something is changed.
    pub(crate) fn kept_in(file: PathBuf) -> Self {
        let kept = match std::fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text).unwrap_or_else(|error| {
                tracing::warn!(file = %file.display(), %error, "the search providers cannot be read");
                Kept::default()
            }),
            Err(_) => Kept::default(),
        };
        Self { file: Some(file), kept: Mutex::new(kept) }
    }

    /// The person's own first, for they may bear the name of a known one.
    pub(crate) fn list(&self) -> Vec<SearchProvider> {
        let kept = self.kept();
        let own = kept.own.iter().map(|own| (own.name.as_str(), own.url.as_str()));
        let is_own = |name: &str| kept.own.iter().any(|own| own.name.eq_ignore_ascii_case(name));
        let known = KNOWN.iter().copied().filter(|(name, _)| !is_own(name));
        let chosen = kept.chosen.as_deref().unwrap_or(KNOWN[0].0);
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

    pub(crate) fn choose(&self, name: &str) -> Result<(), ControlError> {
        let found = self.find(Some(name))?;
        self.change(|kept| kept.chosen = Some(found.name))
    }

    pub(crate) fn add(&self, new: NewSearchProvider) -> Result<(), ControlError> {
        check(&new)?;
        if self.kept().own.len() >= OWN_MAX {
            let message =
                format!("there are {OWN_MAX} providers of your own already; remove one first");
            return Err(ControlError::BadArguments(message));
        }
        self.change(|kept| {
            kept.own.retain(|own| !own.name.eq_ignore_ascii_case(&new.name));
            kept.own.push(new);
        })
    }

    pub(crate) fn remove(&self, name: &str) -> Result<(), ControlError> {
        if !self.kept().own.iter().any(|own| own.name.eq_ignore_ascii_case(name)) {
            let message =
                format!("`{name}` is none of your own providers; only those can be removed");
            return Err(ControlError::BadArguments(message));
        }
        self.change(|kept| {
            kept.own.retain(|own| !own.name.eq_ignore_ascii_case(name));
            let is_gone = |chosen: &String| {
                chosen.eq_ignore_ascii_case(name)
                    && !KNOWN.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
            };
            kept.chosen = kept.chosen.take().filter(|chosen| !is_gone(chosen));
        })
    }

    /// On disk before it counts.
    fn change(&self, change: impl FnOnce(&mut Kept)) -> Result<(), ControlError> {
        let mut kept = self.kept();
        let mut changed = kept.clone();
        change(&mut changed);
        if let Some(file) = &self.file {
            let failed = |source| ControlError::File { path: file.display().to_string(), source };
            let text = serde_json::to_vec_pretty(&changed).map_err(io::Error::other);
            let beside = file.with_extension("new");
            text.and_then(|text| std::fs::write(&beside, text))
                .and_then(|()| std::fs::rename(&beside, file))
                .map_err(failed)?;
        }
        *kept = changed;
        Ok(())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
            self.remove(&name)?;
        }
        if let Some(new) = changes.add {
            self.add(new)?;
        }
        if let Some(name) = changes.choose {
            self.choose(&name)?;
        }
        Ok(self.list())
    }
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
    use super::*;

    fn new(name: &str, url: &str) -> NewSearchProvider {
        NewSearchProvider { name: name.to_owned(), url: url.to_owned() }
    }

    #[test]
    fn what_is_added_and_chosen_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("providers.json");
        let providers = SearchProviders::kept_in(file.clone());
        providers.add(new("Docs", "https://docs.test/?s={query}")).unwrap();
        providers.choose("docs").unwrap();
        let again = SearchProviders::kept_in(file);
        assert_eq!(again.find(None).unwrap().name, "Docs");
        again.remove("docs").unwrap();
        assert_eq!(again.find(None).unwrap().name, "duckduckgo");
    }

    #[test]
    fn an_own_provider_may_bear_a_known_name() {
        let providers = SearchProviders::default();
        providers.add(new("google", "https://own.test/?q={query}")).unwrap();
        assert_eq!(providers.find(Some("Google")).unwrap().url, "https://own.test/?q={query}");
        providers.remove("google").unwrap();
        assert!(providers.find(Some("google")).unwrap().url.contains("www.google.com"));
    }

    #[test]
    fn what_cannot_work_is_refused() {
        let providers = SearchProviders::default();
        for (name, url, word) in [
            ("", "https://a.test/?q={query}", "name"),
            ("a\nb", "https://a.test/?q={query}", "name"),
            ("a", "javascript:alert({query})", "https://"),
            ("a", "https://a.test/", "{query}"),
        ] {
            let refused = providers.add(new(name, url)).unwrap_err().to_string();
            assert!(refused.contains(word), "{refused}");
        }
        assert!(providers.remove("google").is_err());
        assert!(providers.choose("nobody").is_err());
    }
}
