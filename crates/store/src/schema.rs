//! Which version the schema of a file has, and how it gets to the newest one.

use std::path::Path;

use refinery::Runner;
use rusqlite::{Connection, OptionalExtension as _};

use crate::error::StoreError;

/// Where refinery writes down which migrations were applied.
const HISTORY: &str = "refinery_schema_history";

/// `PRAGMA application_id` of our files, set by the first migration.
const APPLICATION_ID: i32 = 0x5461_6257;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The newest version that this program knows, counted by `build.rs`: asking refinery would compile its
/// regular expressions at every start.
pub(crate) fn newest() -> u32 {
    env!("NEWEST_SCHEMA").parse().unwrap_or_default()
}

/// Zero for a file that was only just made.
pub(crate) fn version(connection: &Connection, file: &Path) -> Result<u32, StoreError> {
    let read = || {
        let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let tables: Vec<String> = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?
            .query_map((), |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let has_history = tables.iter().any(|name| name == HISTORY);
        // A process that was killed before the first migration leaves at most the empty history.
        let is_ours = id == APPLICATION_ID || tables.iter().all(|name| name == HISTORY);
        if !has_history || !is_ours {
            return Ok(is_ours.then_some(0));
        }
        let newest = format!("SELECT max(version) FROM {HISTORY}");
        let version: Option<Option<u32>> =
            connection.query_row(&newest, (), |row| row.get(0)).optional()?;
        Ok(Some(version.flatten().unwrap_or_default()))
    };
    match read() {
        Ok(Some(version)) => Ok(version),
        Ok(None) => Err(StoreError::NotOurs(file.to_owned())),
        Err(error) => Err(StoreError::sqlite(file, error)),
    }
}

/// All that are missing are one transaction: if one fails, the file stays as it was.
pub(crate) fn migrate(connection: &mut Connection, file: &Path) -> Result<(), StoreError> {
    // Rebuilding a table means dropping the old one, which must not delete what refers to it.
    let foreign_keys = |connection: &Connection, on: bool| {
        connection
            .pragma_update(None, "foreign_keys", on)
            .map_err(|error| StoreError::sqlite(file, error))
    };
    foreign_keys(connection, false)?;
    runner().set_grouped(true).run(connection).map_err(|error| StoreError::Migration {
        file: file.to_owned(),
        to: newest(),
        why: error.into(),
    })?;
    foreign_keys(connection, true)
}

pub(crate) fn runner() -> Runner {
    embedded::migrations::runner()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::PathBuf;

    use refinery::Target;

    use super::*;
    use crate::check::{Health, check};
    use crate::connection;
    use crate::store::Store;

    /// One row at least for every table that the migration of this version made.
    fn sample(version: u32) -> String {
        let file = format!("{}/tests/samples/V{version}.sql", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!("every migration needs sample rows for its tables, in {file}: {error}")
        })
    }

    /// A file as a program of that version left it, with rows in every table.
    fn file_of(version: u32, folder: &tempfile::TempDir) -> PathBuf {
        let file = folder.path().join(format!("v{version}.db"));
        let mut connection = connection::writer(&file).unwrap();
        for step in 1..=version {
            let target = Target::Version(i32::try_from(step).unwrap());
            runner().set_target(target).run(&mut connection).unwrap();
            connection.execute_batch(&sample(step)).unwrap();
        }
        file
    }

    fn rows(file: &Path) -> BTreeMap<String, u32> {
        let connection = connection::reader(file).unwrap();
        let mut tables = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> ?1")
            .unwrap();
        let tables = tables.query_map([HISTORY], |row| row.get::<_, String>(0)).unwrap();
        tables
            .map(|name| {
                let name = name.unwrap();
                let count = format!("SELECT count(*) FROM \"{name}\"");
                let count = connection.query_row(&count, (), |row| row.get(0)).unwrap();
                (name, count)
            })
            .collect()
    }

    fn schema_of(file: &Path) -> Vec<(String, Option<String>)> {
        let connection = connection::reader(file).unwrap();
        let mut objects =
            connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").unwrap();
        let objects = objects.query_map((), |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        objects.collect::<Result<_, _>>().unwrap()
    }

    #[tokio::test]
    async fn a_file_of_every_earlier_version_is_brought_to_the_newest_with_its_rows() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = folder.path().join("fresh.db");
        Store::open(&fresh).await.unwrap().close().await;
        for version in 1..=newest() {
            let file = file_of(version, &folder);
            let before = rows(&file);
            assert!(
                before.values().all(|count| *count > 0),
                "a table of version {version} has no sample row: {before:?}"
            );

            Store::open(&file).await.unwrap().close().await;

            let Health { schema, .. } = check(&file).unwrap();
            assert_eq!(schema, newest());
            assert_eq!(schema_of(&file), schema_of(&fresh), "from version {version}");
            let after = rows(&file);
            for (table, count) in before {
                if let Some(now) = after.get(&table) {
                    assert_eq!(*now, count, "rows of {table} were lost from version {version}");
                }
            }
        }
    }

    #[test]
    fn migrations_are_numbered_without_gaps_and_the_newest_is_known() {
        let mut versions: Vec<_> = runner()
            .get_migrations()
            .iter()
            .map(|it| u32::try_from(it.version()).unwrap())
            .collect();
        versions.sort_unstable();
        assert_eq!(versions, (1..=newest()).collect::<Vec<_>>());
    }
}
