//! Which browsers elsewhere a person has added. [`crate::drivers`] connects to them.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use tabwright_store::StoreError;
use tabwright_wire::RemoteBrowser;

pub(crate) use sqlite::SqliteRemoteBrowsers;

#[async_trait]
pub(crate) trait RemoteBrowserStore: fmt::Debug + Send + Sync {
    /// Ordered by name.
    async fn load(&self) -> Result<Vec<RemoteBrowser>, StoreError>;

    /// Adds a browser, in the place of one of the same name.
    async fn put(&self, browser: RemoteBrowser) -> Result<(), StoreError>;

    async fn remove(&self, name: &str) -> Result<(), StoreError>;
}
