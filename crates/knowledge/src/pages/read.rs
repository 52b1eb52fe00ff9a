//! Reads pages, one or many.

use rustc_hash::FxHashSet;
use serde::Deserialize;
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _, Row};
use tabwright_wire::knowledge::{KeptPage, PageEntity, PageRelation, PageVersion, PageView};

use super::fields::{Details, StoredPage};
use super::keep::TOPIC_STEP;
use super::{count_of, damaged, named, natural};
use crate::compress::{decompress, decompress_against};
use crate::page::KeyPhrase;

const COLUMNS: &str = "page.id, page.url, page.site, page.title, page.author, page.published,
    page.language, page.kind, page.origin, page.first_seen_ms, page.last_visit_ms, page.visits,
    page.text_hash IS NOT NULL,
    (SELECT group_concat(name, char(31)) FROM page_tag WHERE page_tag.page = page.id)";

fn kept_page(row: &Row<'_>) -> rusqlite::Result<KeptPage> {
    let tags: Option<String> = row.get(13)?;
    Ok(KeptPage {
        id: row.get(0)?,
        url: row.get(1)?,
        site: row.get(2)?,
        title: row.get(3)?,
        author: row.get(4)?,
        published: row.get(5)?,
        language: row.get(6)?,
        kind: named(row.get(7)?),
        origin: named(row.get(8)?),
        first_seen_ms: natural(row.get(9)?),
        last_visit_ms: natural(row.get(10)?),
        visits: count_of(row.get(11)?),
        has_text: row.get(12)?,
        tags: tags
            .map(|tags| tags.split('\u{1f}').map(str::to_owned).collect())
            .unwrap_or_default(),
    })
}

/// In the order of the ids; those that are gone are left out.
pub(crate) fn kept_pages(connection: &Connection, ids: &[i64]) -> rusqlite::Result<Vec<KeptPage>> {
    let mut select =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM page WHERE id = ?1"))?;
    let mut pages = Vec::with_capacity(ids.len());
    for id in ids {
        pages.extend(select.query_row([id], kept_page).optional()?);
    }
    Ok(pages)
}

pub(crate) fn id_of(connection: &Connection, url: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM page WHERE url = ?1")?
        .query_row([url], |row| row.get(0))
        .optional()
}

/// All of a page that its words are made from.
pub(crate) fn load(connection: &Connection, id: i64) -> rusqlite::Result<Option<StoredPage>> {
    let page = connection
        .prepare_cached(
            "SELECT id, url, title, author, language, note, tokenizer FROM page WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(StoredPage {
                id: row.get(0)?,
                url: row.get(1)?,
                title: row.get(2)?,
                author: row.get(3)?,
                language: row.get(4)?,
                note: row.get(5)?,
                tokenizer: row.get(6)?,
                ..StoredPage::default()
            })
        })
        .optional()?;
    let Some(mut page) = page else { return Ok(None) };
    page.tags = connection
        .prepare_cached("SELECT name FROM page_tag WHERE page = ?1")?
        .query_map([id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    page.tags.sort();
    let content = connection
        .prepare_cached("SELECT text, rest, details FROM page_content WHERE page = ?1")?
        .query_row([id], |row| Ok((unpacked(row, 0)?, unpacked(row, 1)?, unpacked(row, 2)?)))
        .optional()?;
    if let Some((text, rest, details)) = content {
        page.text = text;
        page.rest = rest;
        page.details =
            serde_json::from_str::<Details>(&details).map_err(|error| damaged(2, error))?;
    }
    Ok(Some(page))
}

/// The main text of a page.
pub(crate) fn content(connection: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT text FROM page_content WHERE page = ?1")?
        .query_row([id], |row| unpacked(row, 0))
        .optional()
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredKnowledge {
    summary: Vec<String>,
    summary_by_model: bool,
    key_phrases: Vec<KeyPhrase>,
    questions: Vec<String>,
}

pub(crate) fn view(connection: &Connection, id: i64) -> rusqlite::Result<Option<PageView>> {
    let Some(page) = kept_pages(connection, &[id])?.pop() else { return Ok(None) };
    let Some(stored) = load(connection, id)? else { return Ok(None) };
    let knowledge = connection
        .prepare_cached("SELECT knowledge FROM page_content WHERE page = ?1")?
        .query_row([id], |row| unpacked(row, 0))
        .optional()?
        .unwrap_or_else(|| "{}".to_owned());
    let knowledge: StoredKnowledge =
        serde_json::from_str(&knowledge).map_err(|error| damaged(0, error))?;
    Ok(Some(PageView {
        page,
        site_name: stored.details.site_name,
        description: stored.details.description,
        modified: stored.details.modified,
        note: stored.note,
        text: stored.text,
        summary: knowledge.summary,
        summary_by_model: knowledge.summary_by_model,
        key_phrases: knowledge.key_phrases.into_iter().map(|phrase| phrase.phrase).collect(),
        topics: topics(connection, id)?,
        entities: entities(connection, id)?,
        relations: relations(connection, id)?,
        questions: knowledge.questions,
        versions: versions(connection, id)?,
    }))
}

/// The whole ways only: one that is the beginning of another is left out.
fn topics(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Vec<String>>> {
    let paths: Vec<String> = connection
        .prepare_cached(
            "SELECT path FROM topic JOIN page_topic ON topic.id = page_topic.topic
             WHERE page_topic.page = ?1 ORDER BY path",
        )?
        .query_map([id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let is_part = |path: &str| {
        let below = format!("{path}{TOPIC_STEP}");
        paths.iter().any(|other| other.starts_with(&below))
    };
    let whole = paths.iter().filter(|path| !is_part(path));
    Ok(whole.map(|path| path.split(TOPIC_STEP).map(str::to_owned).collect()).collect())
}

fn entities(connection: &Connection, id: i64) -> rusqlite::Result<Vec<PageEntity>> {
    connection
        .prepare_cached(
            "SELECT name, entity.kind, confidence, count, sentences FROM entity_mention
             JOIN entity ON entity.id = entity_mention.entity
             WHERE page = ?1 ORDER BY confidence * count DESC, name",
        )?
        .query_map([id], |row| {
            let sentences = unpacked(row, 4)?;
            Ok(PageEntity {
                name: row.get(0)?,
                kind: named(row.get(1)?),
                confidence: row.get(2)?,
                count: count_of(row.get(3)?),
                sentences: serde_json::from_str(&sentences).map_err(|error| damaged(4, error))?,
            })
        })?
        .collect()
}

fn relations(connection: &Connection, id: i64) -> rusqlite::Result<Vec<PageRelation>> {
    connection
        .prepare_cached(
            "SELECT from_name, relation, to_name, confidence, sentence FROM entity_relation
             WHERE page = ?1 ORDER BY number",
        )?
        .query_map([id], |row| {
            Ok(PageRelation {
                from: row.get(0)?,
                relation: row.get(1)?,
                to: row.get(2)?,
                confidence: row.get(3)?,
                sentence: row.get(4)?,
            })
        })?
        .collect()
}

fn read_version(row: &Row<'_>) -> rusqlite::Result<PageVersion> {
    Ok(PageVersion {
        number: row.get(0)?,
        seen_ms: natural(row.get(1)?),
        title: row.get(2)?,
        chars: row.get(3)?,
    })
}

/// The newest first.
pub(crate) fn versions(connection: &Connection, id: i64) -> rusqlite::Result<Vec<PageVersion>> {
    connection
        .prepare_cached(
            "SELECT number, seen_ms, title, chars FROM page_version WHERE page = ?1 ORDER BY number DESC",
        )?
        .query_map([id], read_version)?
        .collect()
}

/// The text of an earlier version: from the one of now, each version leads to the one before.
pub(crate) fn version_text(
    connection: &Connection,
    id: i64,
    number: u32,
) -> rusqlite::Result<Option<(PageVersion, String)>> {
    let Some(mut text) = content(connection, id)? else { return Ok(None) };
    let mut select = connection.prepare_cached(
        "SELECT number, seen_ms, title, chars, text FROM page_version
         WHERE page = ?1 AND number >= ?2 ORDER BY number DESC",
    )?;
    let mut rows = select.query((id, number))?;
    while let Some(row) = rows.next()? {
        let version = read_version(row)?;
        let delta: Vec<u8> = row.get(4)?;
        text = decompress_against(&delta, &text).map_err(|error| damaged(4, error))?;
        if version.number == number {
            return Ok(Some((version, text)));
        }
    }
    Ok(None)
}

/// The vectors of every page that this encoder made.
pub(crate) fn vectors(
    connection: &Connection,
    encoder: &str,
    then: &mut dyn FnMut(i64, &[u8]),
) -> rusqlite::Result<()> {
    let mut select =
        connection.prepare("SELECT page, vectors FROM page_vectors WHERE encoder = ?1")?;
    let mut rows = select.query([encoder])?;
    while let Some(row) = rows.next()? {
        then(row.get(0)?, row.get_ref(1)?.as_blob().map_err(|error| damaged(1, error))?);
    }
    Ok(())
}

/// What an encoder reads of a page.
#[derive(Debug)]
pub(crate) struct TextOfPage {
    pub(crate) id: i64,
    pub(crate) title: String,
    pub(crate) text: String,
}

/// Pages below this id whose vectors are of other encoders, the newest first.
pub(crate) fn of_other_encoders(
    connection: &Connection,
    encoder: &str,
    below: i64,
    limit: u32,
) -> rusqlite::Result<Vec<TextOfPage>> {
    let mut select = connection.prepare_cached(
        "SELECT page.id, page.title, page_content.text FROM page_vectors
         JOIN page ON page.id = page_vectors.page
         JOIN page_content ON page_content.page = page_vectors.page
         WHERE page_vectors.page < ?1 AND page_vectors.encoder <> ?2
         ORDER BY page_vectors.page DESC LIMIT ?3",
    )?;
    let read = |row: &Row<'_>| {
        Ok(TextOfPage { id: row.get(0)?, title: row.get(1)?, text: unpacked(row, 2)? })
    };
    select.query_map((below, encoder, limit), read)?.collect()
}

/// Gives pages the vectors of this encoder, and says which: one that was forgotten or read anew meanwhile is left.
pub(crate) fn replace_vectors(
    connection: &Connection,
    encoder: &str,
    encoded: &[(i64, Vec<u8>)],
) -> rusqlite::Result<FxHashSet<i64>> {
    let mut update = connection.prepare_cached(
        "UPDATE page_vectors SET encoder = ?2, vectors = ?3 WHERE page = ?1 AND encoder <> ?2",
    )?;
    let mut replaced = FxHashSet::default();
    for (page, vectors) in encoded {
        if update.execute((page, encoder, vectors))? > 0 {
            replaced.insert(*page);
        }
    }
    Ok(replaced)
}

fn unpacked(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_blob().map_err(|error| damaged(column, error))?;
    decompress(bytes).map_err(|error| damaged(column, error))
}
