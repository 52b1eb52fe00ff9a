//! Browsers elsewhere, in SQLite.

use async_trait::async_trait;
use tabwright_store::{Store, StoreError};
use tabwright_wire::RemoteBrowser;

use super::RemoteBrowserStore;

#[derive(Debug)]
pub(crate) struct SqliteRemoteBrowsers {
    store: Store,
}

impl SqliteRemoteBrowsers {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }
}

#[async_trait]
impl RemoteBrowserStore for SqliteRemoteBrowsers {
    async fn load(&self) -> Result<Vec<RemoteBrowser>, StoreError> {
        self.store
            .read(|connection| {
                connection
                    .prepare("SELECT name, url FROM remote_browser ORDER BY name")?
                    .query_map((), |row| Ok(RemoteBrowser { name: row.get(0)?, url: row.get(1)? }))?
                    .collect()
            })
            .await
    }

    async fn put(&self, browser: RemoteBrowser) -> Result<(), StoreError> {
        let put = "INSERT OR REPLACE INTO remote_browser (name, url) VALUES (?1, ?2)";
        self.store
            .write(move |transaction| transaction.execute(put, [browser.name, browser.url]))
            .await?;
        Ok(())
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        let (remove, name) = ("DELETE FROM remote_browser WHERE name = ?1", name.to_owned());
        self.store.write(move |transaction| transaction.execute(remove, [name])).await?;
        Ok(())
    }
}
