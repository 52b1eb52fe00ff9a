//! Keeps the full-text index quick to read.

use tabwright_store::rusqlite::{self, Connection};

/// The index pages that one step writes: about 1 MB, so that nobody waits long for the writer.
const STEP_PAGES: i64 = 256;

/// Of how many parts the index is.
pub(crate) fn index_parts(connection: &Connection) -> rusqlite::Result<u32> {
    connection
        .prepare_cached("SELECT count(DISTINCT segid) FROM page_words_idx")?
        .query_row((), |row| row.get(0))
}

/// Merges a piece of the index. The first step takes in all of its parts. False once there is nothing left to merge.
pub(crate) fn merge_index(connection: &Connection, is_first: bool) -> rusqlite::Result<bool> {
    let before = connection.total_changes();
    let step = if is_first { -STEP_PAGES } else { STEP_PAGES };
    connection
        .prepare_cached("INSERT INTO page_words (page_words, rank) VALUES ('merge', ?1)")?
        .execute([step])?;
    // What SQLite's documentation tells to look at: a step that merges nothing changes at most one row.
    Ok(connection.total_changes().saturating_sub(before) >= 2)
}
