//! How sites are found, in SQLite.

use std::path::Path;

use async_trait::async_trait;
use serde::Deserialize;
use tabwright_actions::resolve::{Language, OwnSites, Settings};
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _, Transaction};
use tabwright_store::{Store, StoreError};
use tabwright_wire::language::NamedSite;

use super::store::{ResolverStore, SavedResolver};

#[derive(Debug)]
pub(crate) struct SqliteResolver {
    store: Store,
}

/// The file in which earlier versions kept it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OldFile {
    settings: Settings,
    sites: OwnSites,
}

impl SqliteResolver {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Takes in the file of an earlier version, once.
    pub(crate) async fn import(&self, file: &Path) -> Result<(), StoreError> {
        let read = |bytes: &[u8]| {
            serde_json::from_slice::<OldFile>(bytes).map_err(|error| error.to_string())
        };
        let write = |transaction: &Transaction<'_>, old: OldFile| {
            save_settings(transaction, &old.settings)?;
            for site in old.sites.iter() {
                put_site(transaction, &OwnSites::key(&site.name), &site.name, &site.address)?;
            }
            Ok(())
        };
        self.store.import_once(file, read, write).await?;
        Ok(())
    }
}

#[async_trait]
impl ResolverStore for SqliteResolver {
    async fn load(&self) -> Result<SavedResolver, StoreError> {
        self.store
            .read(|connection| {
                let sites = connection
                    .prepare("SELECT name, url FROM named_site ORDER BY key")?
                    .query_map((), |row| Ok(NamedSite { name: row.get(0)?, url: row.get(1)? }))?
                    .collect::<Result<_, _>>()?;
                Ok(SavedResolver { settings: load_settings(connection)?, sites })
            })
            .await
    }

    async fn save_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let settings = settings.clone();
        self.store.write(move |transaction| save_settings(transaction, &settings)).await
    }

    async fn put_site(&self, key: &str, site: NamedSite) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.store
            .write(move |transaction| put_site(transaction, &key, &site.name, &site.url))
            .await
    }

    async fn remove_site(&self, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        self.store
            .write(move |transaction| {
                transaction.execute("DELETE FROM named_site WHERE key = ?1", [key])
            })
            .await?;
        Ok(())
    }
}

/// A stage or a language that this version does not know counts as not set.
fn load_settings(connection: &Connection) -> rusqlite::Result<Settings> {
    let off: Vec<String> = connection
        .prepare("SELECT stage FROM resolver_stage_off")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let row: Option<(String, Option<String>)> = connection
        .query_row("SELECT language, direct_provider FROM resolver_settings", (), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let (language, direct) = row.unzip();
    Ok(Settings {
        off: off.iter().filter_map(|stage| stage.parse().ok()).collect(),
        language: language.and_then(|name| Language::try_from(name).ok()).unwrap_or_default(),
        direct: direct.flatten(),
    })
}

fn save_settings(transaction: &Transaction<'_>, settings: &Settings) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR REPLACE INTO resolver_settings (only_row, language, direct_provider)
         VALUES (1, ?1, ?2)",
        (settings.language.to_string(), &settings.direct),
    )?;
    transaction.execute("DELETE FROM resolver_stage_off", ())?;
    for stage in &settings.off {
        transaction
            .execute("INSERT INTO resolver_stage_off (stage) VALUES (?1)", [stage.name()])?;
    }
    Ok(())
}

fn put_site(
    transaction: &Transaction<'_>,
    key: &str,
    name: &str,
    url: &str,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR REPLACE INTO named_site (key, name, url) VALUES (?1, ?2, ?3)",
        [key, name, url],
    )?;
    Ok(())
}
