//! How the names of sites are found: which stages are asked, and the person's own names. Kept in the store.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;
mod store;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabwright_actions::resolve::{Language, Offer, OwnSites, Resolver, Settings, Stage};
use tabwright_store::StoreError;
use tabwright_wire::language::{NamedSite, ResolverChange, ResolverStage, ResolverState};
use tabwright_wire::{Problem, ProblemCode};

use crate::problems;

pub(crate) use sqlite::SqliteResolver;
pub(crate) use store::ResolverStore;

#[derive(Debug)]
pub(crate) struct Sites {
    store: Arc<dyn ResolverStore>,
    /// What is in the store, for every name that is looked up.
    kept: Mutex<Kept>,
    /// Held during a change, so that two at a time leave memory and store alike.
    changing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone, Default)]
struct Kept {
    settings: Settings,
    sites: OwnSites,
}

impl Sites {
    pub(super) async fn load(store: Arc<dyn ResolverStore>) -> Result<Self, StoreError> {
        let saved = store.load().await?;
        let mut kept = Kept { settings: saved.settings, sites: OwnSites::default() };
        for NamedSite { name, url } in &saved.sites {
            if let Err(error) = kept.sites.add(name, url) {
                tracing::warn!(name, %error, "a name of a site is kept but does not count");
            }
        }
        Ok(Self { store, kept: Mutex::new(kept), changing: tokio::sync::Mutex::default() })
    }

    /// As it is set now.
    pub(super) fn resolver(&self) -> Resolver {
        let kept = self.kept().clone();
        Resolver::new(kept.settings, kept.sites)
    }

    pub(super) fn state(&self) -> ResolverState {
        let kept = self.kept();
        let stage = |stage: Stage| ResolverStage {
            name: stage.name().to_owned(),
            about: stage.about().to_owned(),
            on: kept.settings.is_on(stage),
        };
        let site = |site: &Offer| NamedSite { name: site.name.clone(), url: site.address.clone() };
        ResolverState {
            stages: Stage::ALL.map(stage).to_vec(),
            language: kept.settings.language.to_string(),
            direct: kept.settings.direct.clone(),
            sites: kept.sites.iter().map(site).collect(),
        }
    }

    /// In the store before it counts.
    pub(super) async fn change(&self, change: ResolverChange) -> Result<ResolverState, Problem> {
        let _changing = self.changing.lock().await;
        let mut changed = self.kept().clone();
        let saved = match change {
            ResolverChange::Switch { stage, on } => {
                let stage: Stage = stage.parse().map_err(|error| bad(&error))?;
                changed.settings.switch(stage, on);
                self.store.save_settings(&changed.settings).await
            }
            ResolverChange::Language { name } => {
                changed.settings.language =
                    Language::try_from(name).map_err(|error| bad(&error))?;
                self.store.save_settings(&changed.settings).await
            }
            ResolverChange::Direct { provider } => {
                changed.settings.direct = provider;
                self.store.save_settings(&changed.settings).await
            }
            ResolverChange::AddSite(NamedSite { name, url }) => {
                let url = changed.sites.add(&name, &url).map_err(|error| bad(&error))?;
                let site = NamedSite { name: name.trim().to_owned(), url: url.into() };
                self.store.put_site(&OwnSites::key(&name), site).await
            }
            ResolverChange::RemoveSite { name } => {
                if !changed.sites.remove(&name) {
                    return Err(Problem {
                        code: ProblemCode::NotFound,
                        title: format!("you have no site called \"{name}\""),
                        fix: "`tabwright resolver` lists your sites".to_owned(),
                    });
                }
                self.store.remove_site(&OwnSites::key(&name)).await
            }
        };
        saved.map_err(|error| problems::store(&error))?;
        *self.kept() = changed;
        Ok(self.state())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bad(error: &dyn std::error::Error) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: error.to_string(),
        fix: "`tabwright resolver` shows how sites are found".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tabwright_store::Store;

    use super::memory::MemoryResolver;
    use super::*;

    fn site(name: &str, url: &str) -> NamedSite {
        NamedSite { name: name.to_owned(), url: url.to_owned() }
    }

    #[tokio::test]
    async fn every_change_is_there_after_a_restart() {
        let store = Arc::new(MemoryResolver::default());
        let sites = Sites::load(store.clone()).await.unwrap();
        let direct = Some("docs".to_owned());
        for change in [
            ResolverChange::Switch { stage: "wikipedia".to_owned(), on: false },
            ResolverChange::Language { name: "de".to_owned() },
            ResolverChange::Direct { provider: direct.clone() },
            ResolverChange::AddSite(site("The Wiki", "wiki.acme.internal")),
            ResolverChange::AddSite(site("home", "http://192.168.1.1/")),
            ResolverChange::AddSite(site(" wiki ", "https://other.example/")),
            ResolverChange::RemoveSite { name: "HOME".to_owned() },
        ] {
            sites.change(change).await.unwrap();
        }
        let state = Sites::load(store).await.unwrap().state();
        assert_eq!(state, sites.state());
        assert_eq!((state.language.as_str(), state.direct), ("de", direct));
        assert_eq!(state.sites, [site("wiki", "https://other.example/")]);
        let off: Vec<_> = state.stages.iter().filter(|it| !it.on).map(|it| &it.name).collect();
        assert_eq!(off, ["wikipedia"]);
    }

    #[tokio::test]
    async fn the_file_of_an_earlier_version_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("resolver.json");
        let text = r#"{"settings": {"off": ["history"], "language": "fr"}, "sites": {"Wiki": "https://w.example/"}}"#;
        std::fs::write(&old, text).unwrap();
        let store = Store::open(&folder.path().join("tabwright.db")).await.unwrap();
        let store = Arc::new(SqliteResolver::new(store));
        store.import(&old).await.unwrap();
        let sites = Sites::load(store).await.unwrap();
        let state = sites.change(ResolverChange::Direct { provider: None }).await.unwrap();
        assert_eq!(state.language, "fr");
        assert_eq!(state.sites, [site("Wiki", "https://w.example/")]);
        assert!(!old.exists());
    }
}
