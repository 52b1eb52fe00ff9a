//! The person's own search providers in SQLite.

use std::path::Path;

use async_trait::async_trait;
use serde::Deserialize;
use tabwright_store::rusqlite::{self, OptionalExtension as _, Transaction};
use tabwright_store::{Store, StoreError};
use tabwright_wire::verbs::NewSearchProvider;

use super::store::{SavedProviders, SearchProviderStore};

#[derive(Debug)]
pub(crate) struct SqliteSearchProviders {
    store: Store,
}

/// The file in which earlier versions kept them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OldFile {
    chosen: Option<String>,
    own: Vec<NewSearchProvider>,
}

impl SqliteSearchProviders {
    #[must_use]
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Takes in the file of an earlier version, once.
    pub(crate) async fn import(&self, file: &Path) -> Result<(), StoreError> {
        let read = |bytes: &[u8]| {
            serde_json::from_slice::<OldFile>(bytes).map_err(|error| error.to_string())
        };
        let write = |transaction: &Transaction<'_>, old: OldFile| {
            for provider in &old.own {
                put(transaction, provider)?;
            }
            set_default(transaction, old.chosen.as_deref())
        };
        self.store.import_once(file, read, write).await?;
        Ok(())
    }
}

#[async_trait]
impl SearchProviderStore for SqliteSearchProviders {
    async fn load(&self) -> Result<SavedProviders, StoreError> {
        self.store
            .read(|connection| {
                let default = connection
                    .query_row("SELECT name FROM search_default", (), |row| row.get(0))
                    .optional()?;
                let own = connection
                    .prepare("SELECT name, url FROM search_provider ORDER BY number")?
                    .query_map((), |row| {
                        Ok(NewSearchProvider { name: row.get(0)?, url: row.get(1)? })
                    })?
                    .collect::<Result<_, _>>()?;
                Ok(SavedProviders { default, own })
            })
            .await
    }

    async fn put(&self, provider: NewSearchProvider) -> Result<(), StoreError> {
        self.store.write(move |transaction| put(transaction, &provider)).await
    }

    async fn remove(&self, name: &str, default: Option<&str>) -> Result<(), StoreError> {
        let (name, default) = (name.to_owned(), default.map(str::to_owned));
        self.store
            .write(move |transaction| {
                transaction.execute("DELETE FROM search_provider WHERE name = ?1", [name])?;
                set_default(transaction, default.as_deref())
            })
            .await
    }

    async fn set_default(&self, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.store.write(move |transaction| set_default(transaction, Some(&name))).await
    }
}

fn put(transaction: &Transaction<'_>, provider: &NewSearchProvider) -> rusqlite::Result<()> {
    let NewSearchProvider { name, url } = provider;
    transaction.execute("DELETE FROM search_provider WHERE name = ?1", [name])?;
    transaction.execute("INSERT INTO search_provider (name, url) VALUES (?1, ?2)", [name, url])?;
    Ok(())
}

fn set_default(transaction: &Transaction<'_>, name: Option<&str>) -> rusqlite::Result<()> {
    match name {
        Some(name) => transaction.execute(
            "INSERT OR REPLACE INTO search_default (only_row, name) VALUES (1, ?1)",
            [name],
        )?,
        None => transaction.execute("DELETE FROM search_default", ())?,
    };
    Ok(())
}
