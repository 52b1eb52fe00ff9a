//! Search providers that are kept only as long as the process lives, for tests.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::verbs::NewSearchProvider;

use super::store::{SavedProviders, SearchProviderStore};

#[derive(Debug, Default)]
pub(crate) struct MemorySearchProviders(Mutex<SavedProviders>);

impl MemorySearchProviders {
    fn change(&self, change: impl FnOnce(&mut SavedProviders)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[async_trait]
impl SearchProviderStore for MemorySearchProviders {
    async fn load(&self) -> Result<SavedProviders, StoreError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    async fn put(&self, provider: NewSearchProvider) -> Result<(), StoreError> {
        self.change(|saved| {
            saved.own.retain(|own| !own.name.eq_ignore_ascii_case(&provider.name));
            saved.own.push(provider);
        });
        Ok(())
    }

    async fn remove(&self, name: &str, default: Option<&str>) -> Result<(), StoreError> {
        self.change(|saved| {
            saved.own.retain(|own| !own.name.eq_ignore_ascii_case(name));
            saved.default = default.map(str::to_owned);
        });
        Ok(())
    }

    async fn set_default(&self, name: &str) -> Result<(), StoreError> {
        self.change(|saved| saved.default = Some(name.to_owned()));
        Ok(())
    }
}
