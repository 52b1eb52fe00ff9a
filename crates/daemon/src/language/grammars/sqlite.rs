//! The person's own grammars in SQLite.

use std::path::Path;

use async_trait::async_trait;
use tabwright_store::rusqlite::{self, Transaction};
use tabwright_store::{Import, Store, StoreError};
use tabwright_wire::language::NewGrammar;

use super::DamagedFile;
use super::store::GrammarStore;

/// How a file of an earlier version says for which site its grammar is.
const SITE_LINE: &str = "// site: ";
const SUFFIX: &str = "agr";

#[derive(Debug)]
pub(crate) struct SqliteGrammars {
    store: Store,
}

impl SqliteGrammars {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Takes in the folder of an earlier version, each file once. Gives those that cannot be taken in.
    pub(crate) async fn import(&self, folder: &Path) -> Result<Vec<DamagedFile>, StoreError> {
        let mut damaged = Vec::new();
        let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return Ok(damaged) };
        while let Ok(Some(entry)) = entries.next_entry().await {
            let path = entry.path();
            if path.extension().is_none_or(|suffix| suffix != SUFFIX) {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let read = |bytes: &[u8]| match std::str::from_utf8(bytes) {
                Ok(text) => Ok(of_file(name.clone(), text)),
                Err(error) => Err(error.to_string()),
            };
            let write =
                |transaction: &Transaction<'_>, grammar: NewGrammar| put(transaction, &grammar);
            if let Import::Damaged { why } = self.store.import_once(&path, read, write).await? {
                damaged.push(DamagedFile { name, path, why });
            }
        }
        Ok(damaged)
    }
}

#[async_trait]
impl GrammarStore for SqliteGrammars {
    async fn load(&self) -> Result<Vec<NewGrammar>, StoreError> {
        self.store
            .read(|connection| {
                connection
                    .prepare("SELECT name, site, text FROM grammar ORDER BY name")?
                    .query_map((), |row| {
                        Ok(NewGrammar { name: row.get(0)?, site: row.get(1)?, text: row.get(2)? })
                    })?
                    .collect()
            })
            .await
    }

    async fn put(&self, grammar: NewGrammar) -> Result<(), StoreError> {
        self.store.write(move |transaction| put(transaction, &grammar)).await
    }

    async fn remove(&self, name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.store
            .write(move |transaction| {
                transaction.execute("DELETE FROM grammar WHERE name = ?1", [name])
            })
            .await?;
        Ok(())
    }
}

fn put(transaction: &Transaction<'_>, grammar: &NewGrammar) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR REPLACE INTO grammar (name, site, text) VALUES (?1, ?2, ?3)",
        (&grammar.name, &grammar.site, &grammar.text),
    )?;
    Ok(())
}

fn of_file(name: String, text: &str) -> NewGrammar {
    let first = text.split_once('\n').and_then(|(first, rest)| {
        first.strip_prefix(SITE_LINE).map(|site| (site.trim().to_owned(), rest))
    });
    match first {
        Some((site, rest)) => NewGrammar { name, site: Some(site), text: rest.to_owned() },
        None => NewGrammar { name, site: None, text: text.to_owned() },
    }
}
