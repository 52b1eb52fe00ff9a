//! Browsers elsewhere, kept only as long as the process lives, for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::RemoteBrowser;

use super::RemoteBrowserStore;

#[derive(Debug, Default)]
pub(crate) struct MemoryRemoteBrowsers(Mutex<BTreeMap<String, RemoteBrowser>>);

impl MemoryRemoteBrowsers {
    fn saved(&self) -> MutexGuard<'_, BTreeMap<String, RemoteBrowser>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl RemoteBrowserStore for MemoryRemoteBrowsers {
    async fn load(&self) -> Result<Vec<RemoteBrowser>, StoreError> {
        Ok(self.saved().values().cloned().collect())
    }

    async fn put(&self, browser: RemoteBrowser) -> Result<(), StoreError> {
        self.saved().insert(browser.name.clone(), browser);
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.saved().remove(name);
        Ok(())
    }
}
