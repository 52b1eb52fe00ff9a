//! How sites are found, kept only as long as the process lives, for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tabwright_actions::resolve::Settings;
use tabwright_store::StoreError;
use tabwright_wire::language::NamedSite;

use super::store::{ResolverStore, SavedResolver};

#[derive(Debug, Default)]
pub(crate) struct MemoryResolver(Mutex<Saved>);

#[derive(Debug, Default)]
struct Saved {
    settings: Settings,
    sites: BTreeMap<String, NamedSite>,
}

impl MemoryResolver {
    fn saved(&self) -> MutexGuard<'_, Saved> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl ResolverStore for MemoryResolver {
    async fn load(&self) -> Result<SavedResolver, StoreError> {
        let saved = self.saved();
        let sites = saved.sites.values().cloned().collect();
        Ok(SavedResolver { settings: saved.settings.clone(), sites })
    }

    async fn save_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        self.saved().settings = settings.clone();
        Ok(())
    }

    async fn put_site(&self, key: &str, site: NamedSite) -> Result<(), StoreError> {
        self.saved().sites.insert(key.to_owned(), site);
        Ok(())
    }

    async fn remove_site(&self, key: &str) -> Result<(), StoreError> {
        self.saved().sites.remove(key);
        Ok(())
    }
}
