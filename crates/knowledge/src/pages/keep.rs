//! Writes pages: new, changed, or only visited once more.

use std::io;

use sha2::{Digest as _, Sha256};
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _};
use tabwright_wire::knowledge::{KeepOutcome, PageOrigin};

use super::fields::{Details, StoredPage, delete_words, insert_words};
use super::read::load;
use super::{count_of, name_of, whole};
use crate::compress::{compress, compress_against};
use crate::page::{EntityKind, Knowledge, Page};
use crate::words::folded;

/// Earlier texts that are kept of one page. The oldest goes first.
const VERSIONS_MAX: u32 = 50;
/// Notes of several imports are joined up to here.
const NOTE_CHARS_MAX: usize = 20_000;

/// A page with all that is made of it before anything is written.
#[derive(Debug, Clone)]
pub(crate) struct IndexedPage {
    /// As it is compared.
    pub(crate) url: String,
    pub(crate) site: String,
    pub(crate) page: Page,
    pub(crate) knowledge: Knowledge,
    /// By the encoder of this name; none for a page without text.
    pub(crate) vectors: Option<(String, Vec<u8>)>,
    pub(crate) origin: PageOrigin,
    /// A model has said what is known of it: that takes the place of what is known of the same text.
    pub(crate) by_model: bool,
    pub(crate) tags: Vec<String>,
    pub(crate) note: Option<String>,
    /// When it was bookmarked or saved, which is no visit.
    pub(crate) saved_ms: Option<u64>,
    /// The folders of bookmarks that it is in, each from the root down.
    pub(crate) folders: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewVisit {
    pub(crate) at_ms: u64,
    pub(crate) stayed_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) id: i64,
    pub(crate) outcome: KeepOutcome,
}

/// Writes a page. What the page is known by already is only counted as a visit; a page without text never
/// replaces one that has some.
pub(crate) fn keep(
    connection: &Connection,
    new: &IndexedPage,
    visits: &[NewVisit],
) -> rusqlite::Result<Kept> {
    let known: Option<(i64, Option<Vec<u8>>)> = connection
        .prepare_cached("SELECT id, text_hash FROM page WHERE url = ?1")?
        .query_row([&new.url], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let hash = (!new.page.text.is_empty()).then(|| hash_of(&new.page.text));
    let Some((id, known_hash)) = known else {
        let id = insert(connection, new, hash.as_deref(), visits)?;
        return Ok(Kept { id, outcome: KeepOutcome::New });
    };
    add_visits(connection, id, visits)?;
    if let Some(saved_ms) = new.saved_ms {
        seen(connection, id, saved_ms)?;
    }
    let outcome = if hash.is_none() || hash == known_hash {
        KeepOutcome::Unchanged
    } else {
        let now = visits.last().map(|visited| visited.at_ms).max(new.saved_ms);
        replace(connection, id, new, hash.as_deref(), now.unwrap_or_default())?;
        KeepOutcome::Changed
    };
    if outcome == KeepOutcome::Unchanged && new.origin == PageOrigin::Imported {
        merge_words(connection, id, new)?;
    } else if outcome == KeepOutcome::Unchanged && (!new.tags.is_empty() || new.note.is_some()) {
        let mut tags = tags_of(connection, id)?;
        tags.extend(new.tags.iter().cloned());
        edit(connection, id, new.note.as_deref(), Some(&tags))?;
    }
    add_folders(connection, id, &new.folders)?;
    if outcome == KeepOutcome::Unchanged && new.by_model {
        let named = remove_knowledge(connection, id)?;
        write_content(connection, id, new)?;
        remove_orphans(connection, &named)?;
    }
    // What the person asks for stays theirs, however it came first.
    if new.origin == PageOrigin::Remembered {
        connection.execute(
            "UPDATE page SET origin = ?2 WHERE id = ?1",
            (id, name_of(&PageOrigin::Remembered)),
        )?;
    }
    Ok(Kept { id, outcome })
}

fn insert(
    connection: &Connection,
    new: &IndexedPage,
    hash: Option<&[u8]>,
    visits: &[NewVisit],
) -> rusqlite::Result<i64> {
    let seen = || visits.iter().map(|visit| visit.at_ms).chain(new.saved_ms);
    let first = seen().min().unwrap_or_default();
    let last = seen().max().unwrap_or_default();
    connection
        .prepare_cached(
            "INSERT INTO page (url, site, title, author, published, language, kind, origin, quality,
                 first_seen_ms, last_visit_ms, visits, text_seen_ms, note, text_hash, tokenizer)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0, ?11, ?12, ?13, 0)",
        )?
        .execute(rusqlite::params![
            new.url,
            new.site,
            new.page.title,
            new.page.author,
            new.page.published,
            new.page.language,
            name_of(&new.page.kind),
            name_of(&new.origin),
            f64::from(new.page.quality),
            whole(first),
            whole(last),
            new.note,
            hash,
        ])?;
    let id = connection.last_insert_rowid();
    add_visits(connection, id, visits)?;
    set_tags(connection, id, &new.tags)?;
    write_content(connection, id, new)?;
    add_folders(connection, id, &new.folders)?;
    insert_words(connection, &stored(id, new, new.note.clone(), new.tags.clone()))?;
    Ok(id)
}

/// Puts a new text in the place of the one before, which is kept as a version.
fn replace(
    connection: &Connection,
    id: i64,
    new: &IndexedPage,
    hash: Option<&[u8]>,
    now_ms: u64,
) -> rusqlite::Result<()> {
    let Some(before) = load(connection, id)? else { return Ok(()) };
    delete_words(connection, &before)?;
    if !before.text.is_empty() {
        add_version(connection, id, &before, &new.page.text)?;
    }
    let mut tags = before.tags.clone();
    tags.extend(new.tags.iter().cloned());
    set_tags(connection, id, &tags)?;
    let tags = tags_of(connection, id)?;
    let note = match new.origin {
        PageOrigin::Imported => joined_note(before.note, new.note.as_deref()),
        _ => new.note.clone().or(before.note),
    };
    connection.execute(
        "UPDATE page SET title = ?2, author = ?3, published = ?4, language = ?5, kind = ?6, quality = ?7,
             note = ?8, text_hash = ?9, text_seen_ms = ?10 WHERE id = ?1",
        rusqlite::params![
            id,
            new.page.title,
            new.page.author,
            new.page.published,
            new.page.language,
            name_of(&new.page.kind),
            f64::from(new.page.quality),
            note,
            hash,
            whole(now_ms),
        ],
    )?;
    let named = remove_knowledge(connection, id)?;
    write_content(connection, id, new)?;
    remove_orphans(connection, &named)?;
    insert_words(connection, &stored(id, new, note, tags))
}

/// Puts an earlier text back, as if no later one had ever been seen.
pub(crate) fn restore(
    connection: &Connection,
    id: i64,
    earlier: &IndexedPage,
    seen_ms: u64,
) -> rusqlite::Result<()> {
    let hash = (!earlier.page.text.is_empty()).then(|| hash_of(&earlier.page.text));
    replace(connection, id, earlier, hash.as_deref(), seen_ms)?;
    // The texts since then are gone: the one that was put aside by this, too.
    connection.execute(
        "DELETE FROM page_version WHERE page = ?1 AND seen_ms >= ?2",
        (id, whole(seen_ms)),
    )?;
    Ok(())
}

fn add_version(
    connection: &Connection,
    id: i64,
    before: &StoredPage,
    later: &str,
) -> rusqlite::Result<()> {
    let last: Option<u32> = connection.query_row(
        "SELECT max(number) FROM page_version WHERE page = ?1",
        [id],
        |row| row.get(0),
    )?;
    let number = last.map_or(1, |number| number.saturating_add(1));
    let seen_ms: i64 =
        connection
            .query_row("SELECT text_seen_ms FROM page WHERE id = ?1", [id], |row| row.get(0))?;
    let text = packed(compress_against(&before.text, later))?;
    connection.execute(
        "INSERT INTO page_version (page, number, seen_ms, title, chars, text)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        rusqlite::params![id, number, seen_ms, before.title, chars_of(&before.text), text],
    )?;
    connection.execute(
        "DELETE FROM page_version WHERE page = ?1 AND number + ?2 <= ?3",
        (id, VERSIONS_MAX, number),
    )?;
    Ok(())
}

/// The text of a page of which only title and address were known, or an older text, as it was read now.
pub(crate) fn fill(
    connection: &Connection,
    id: i64,
    new: &IndexedPage,
    now_ms: u64,
) -> rusqlite::Result<()> {
    replace(connection, id, new, Some(&hash_of(&new.page.text)), now_ms)
}

fn add_visits(connection: &Connection, id: i64, visits: &[NewVisit]) -> rusqlite::Result<()> {
    let Some(last) = visits.iter().map(|visit| visit.at_ms).max() else { return Ok(()) };
    let first = visits.iter().map(|visit| visit.at_ms).min().unwrap_or(last);
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO page_visit (page, at_ms, stayed_ms) VALUES (?1, ?2, ?3)",
    )?;
    let mut added: i64 = 0;
    for visit in visits {
        let is_new = insert.execute((id, whole(visit.at_ms), visit.stayed_ms.map(whole)))? > 0;
        added += i64::from(is_new);
    }
    connection
        .prepare_cached(
            "UPDATE page SET visits = visits + ?2, last_visit_ms = max(last_visit_ms, ?3),
                 first_seen_ms = min(first_seen_ms, ?4) WHERE id = ?1",
        )?
        .execute((id, added, whole(last), whole(first)))?;
    Ok(())
}

/// It was there at this time, whether or not it was visited.
fn seen(connection: &Connection, id: i64, at_ms: u64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE page SET last_visit_ms = max(last_visit_ms, ?2),
                 first_seen_ms = min(first_seen_ms, ?2)
             WHERE id = ?1 AND (last_visit_ms < ?2 OR first_seen_ms > ?2)",
        )?
        .execute((id, whole(at_ms)))?;
    Ok(())
}

/// Adds what an import knows of a page to what is known already, which stays: a title where there was only the
/// address, tags, and a note after the person's own.
fn merge_words(connection: &Connection, id: i64, new: &IndexedPage) -> rusqlite::Result<()> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (title, note, has_text): (String, Option<String>, bool) = connection
        .prepare_cached("SELECT title, note, text_hash IS NOT NULL FROM page WHERE id = ?1")?
        .query_row([id], read)?;
    let better_title = !has_text && title == new.url && new.page.title != new.url;
    let merged = joined_note(note.clone(), new.note.as_deref());
    let own = tags_of(connection, id)?;
    let is_new = |tag: &&String| {
        let tag = tag.trim();
        !tag.is_empty() && !own.iter().any(|own| own.eq_ignore_ascii_case(tag))
    };
    let tags: Vec<String> = new.tags.iter().filter(is_new).cloned().collect();
    if !better_title && merged == note && tags.is_empty() {
        return Ok(());
    }
    let Some(before) = load(connection, id)? else { return Ok(()) };
    delete_words(connection, &before)?;
    let title = if better_title { &new.page.title } else { &title };
    connection
        .prepare_cached("UPDATE page SET title = ?2, note = ?3 WHERE id = ?1")?
        .execute((id, title, merged))?;
    set_tags(connection, id, &[own, tags].concat())?;
    match load(connection, id)? {
        Some(after) => insert_words(connection, &after),
        None => Ok(()),
    }
}

/// Notes of the same page are one below the other, each once.
fn joined_note(before: Option<String>, new: Option<&str>) -> Option<String> {
    let Some(new) = new.filter(|new| !new.trim().is_empty()) else { return before };
    match before {
        Some(before) if before.contains(new) => Some(before),
        Some(before) if before.chars().count() + new.chars().count() >= NOTE_CHARS_MAX => {
            Some(before)
        }
        Some(before) if !before.is_empty() => Some(format!("{before}\n\n{new}")),
        _ => Some(new.to_owned()),
    }
}

/// Changes the person's own words about a page. An empty note is none.
pub(crate) fn edit(
    connection: &Connection,
    id: i64,
    note: Option<&str>,
    tags: Option<&[String]>,
) -> rusqlite::Result<bool> {
    let Some(before) = load(connection, id)? else { return Ok(false) };
    delete_words(connection, &before)?;
    if let Some(note) = note {
        let note = Some(note.trim()).filter(|note| !note.is_empty());
        connection.execute("UPDATE page SET note = ?2 WHERE id = ?1", (id, note))?;
    }
    if let Some(tags) = tags {
        set_tags(connection, id, tags)?;
    }
    if let Some(after) = load(connection, id)? {
        insert_words(connection, &after)?;
    }
    Ok(true)
}

fn tags_of(connection: &Connection, id: i64) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT name FROM page_tag WHERE page = ?1 ORDER BY name")?
        .query_map([id], |row| row.get(0))?
        .collect()
}

fn set_tags(connection: &Connection, id: i64, tags: &[String]) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM page_tag WHERE page = ?1")?.execute([id])?;
    let mut insert =
        connection.prepare_cached("INSERT OR IGNORE INTO page_tag (page, name) VALUES (?1, ?2)")?;
    for tag in tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
        insert.execute((id, tag))?;
    }
    Ok(())
}

/// As `load` would read it.
fn stored(id: i64, new: &IndexedPage, note: Option<String>, mut tags: Vec<String>) -> StoredPage {
    tags.sort();
    StoredPage {
        id,
        url: new.url.clone(),
        title: new.page.title.clone(),
        author: new.page.author.clone(),
        language: new.page.language.clone(),
        note,
        tags,
        text: new.page.text.clone(),
        rest: new.page.rest.clone(),
        details: Details::from(&new.page),
        tokenizer: crate::words::TOKENIZER_VERSION,
    }
}

fn write_content(connection: &Connection, id: i64, new: &IndexedPage) -> rusqlite::Result<()> {
    write_topics(connection, id, &folders_of(connection, id)?)?;
    let details = Details::from(&new.page);
    // A page of which only title and address are known needs no content.
    if new.page.text.is_empty() && details == Details::default() {
        return Ok(());
    }
    let knowledge = serde_json::json!({
        "summary": new.knowledge.summary,
        "summaryByModel": new.knowledge.summary_by_model,
        "keyPhrases": new.knowledge.key_phrases,
        "questions": new.knowledge.questions,
    });
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO page_content (page, text, rest, details, knowledge)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute((
            id,
            packed(compress(&new.page.text))?,
            packed(compress(&new.page.rest))?,
            packed(compress(&serde_json::to_string(&details).unwrap_or_default()))?,
            packed(compress(&knowledge.to_string()))?,
        ))?;
    if let Some((encoder, vectors)) = &new.vectors {
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO page_vectors (page, encoder, vectors) VALUES (?1, ?2, ?3)",
            )?
            .execute((id, encoder, vectors))?;
    }
    write_entities(connection, id, &new.knowledge)?;
    write_topics(connection, id, &new.knowledge.topics)
}

fn write_entities(connection: &Connection, id: i64, knowledge: &Knowledge) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO entity (key, name, kind) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )?;
    let mut word = connection
        .prepare_cached("INSERT OR IGNORE INTO entity_word (word, entity) VALUES (?1, ?2)")?;
    let mut find = connection.prepare_cached("SELECT id, kind FROM entity WHERE key = ?1")?;
    let mut mention = connection.prepare_cached(
        "INSERT OR IGNORE INTO entity_mention (page, entity, kind, count, confidence, sentences)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for entity in &knowledge.entities {
        let key = folded(&entity.name);
        if key.is_empty() {
            continue;
        }
        let kind = name_of(&entity.kind);
        let is_new = insert.execute((&key, &entity.name, &kind))? > 0;
        let (number, known): (i64, String) =
            find.query_row([&key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if is_new {
            for name in key.split(' ') {
                word.execute((name, number))?;
            }
        }
        // The first page that knows what it is tells all others.
        if known == name_of(&EntityKind::Thing) && known != kind {
            connection.execute("UPDATE entity SET kind = ?2 WHERE id = ?1", (number, &kind))?;
        }
        let sentences = serde_json::to_string(&entity.sentences).unwrap_or_default();
        let sentences = packed(compress(&sentences))?;
        mention.execute((
            id,
            number,
            kind,
            entity.count,
            f64::from(entity.confidence),
            sentences,
        ))?;
    }
    let mut relate = connection.prepare_cached(
        "INSERT INTO entity_relation (page, number, from_name, relation, to_name, confidence, sentence)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (number, relation) in (0_u32..).zip(&knowledge.relations) {
        relate.execute(rusqlite::params![
            id,
            number,
            relation.from,
            relation.relation,
            relation.to,
            f64::from(relation.confidence),
            relation.sentence,
        ])?;
    }
    Ok(())
}

/// Between the names of a topic's way from the root.
pub(crate) const TOPIC_STEP: &str = "\u{1f}";

/// A page of a topic is of those above it, too.
fn write_topics(connection: &Connection, id: i64, topics: &[Vec<String>]) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO topic (path, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
    let mut belongs = connection.prepare_cached(
        "INSERT OR IGNORE INTO page_topic (page, topic) SELECT ?1, id FROM topic WHERE path = ?2",
    )?;
    for topic in topics {
        for depth in 1..=topic.len() {
            let path = topic[..depth].join(TOPIC_STEP);
            insert.execute((&path, &topic[depth - 1]))?;
            belongs.execute((id, &path))?;
        }
    }
    Ok(())
}

/// The folders that bookmarks of a page are in are topics of it.
fn add_folders(connection: &Connection, id: i64, folders: &[Vec<String>]) -> rusqlite::Result<()> {
    if folders.is_empty() {
        return Ok(());
    }
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO page_folder (page, path) VALUES (?1, ?2)")?;
    for folder in folders {
        insert.execute((id, folder.join(TOPIC_STEP)))?;
    }
    write_topics(connection, id, folders)
}

pub(crate) fn folders_of(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Vec<String>>> {
    connection
        .prepare_cached("SELECT path FROM page_folder WHERE page = ?1 ORDER BY path")?
        .query_map([id], |row| {
            let path: String = row.get(0)?;
            Ok(path.split(TOPIC_STEP).map(str::to_owned).collect())
        })?
        .collect()
}

/// What a page had named until now.
#[derive(Debug)]
pub(crate) struct Named {
    entities: Vec<i64>,
    topics: Vec<i64>,
}

/// Takes away what was made of a text. What it named is still there: [`remove_orphans`] takes it away, once a new text
/// has taken the place of the old one, so that a name in both stays the same row, with its merges and its place.
pub(crate) fn remove_knowledge(connection: &Connection, id: i64) -> rusqlite::Result<Named> {
    let ids = |sql: &str| -> rusqlite::Result<Vec<i64>> {
        connection.prepare_cached(sql)?.query_map([id], |row| row.get(0))?.collect()
    };
    let named = Named {
        entities: ids("DELETE FROM entity_mention WHERE page = ?1 RETURNING entity")?,
        topics: ids("DELETE FROM page_topic WHERE page = ?1 RETURNING topic")?,
    };
    for table in ["entity_relation", "page_vectors", "page_content"] {
        connection
            .prepare_cached(&format!("DELETE FROM {table} WHERE page = ?1"))?
            .execute([id])?;
    }
    Ok(named)
}

/// Deletes of these entities and topics what no page has any more.
pub(crate) fn remove_orphans(connection: &Connection, named: &Named) -> rusqlite::Result<()> {
    let mut entity = connection.prepare_cached(
        "DELETE FROM entity WHERE id = ?1
             AND NOT EXISTS (SELECT 1 FROM entity_mention WHERE entity = ?1) RETURNING key",
    )?;
    let mut word =
        connection.prepare_cached("DELETE FROM entity_word WHERE word = ?1 AND entity = ?2")?;
    for id in &named.entities {
        let key: Option<String> = entity.query_row([id], |row| row.get(0)).optional()?;
        for name in key.as_deref().unwrap_or_default().split(' ') {
            word.execute((name, id))?;
        }
    }
    let mut topic = connection.prepare_cached(
        "DELETE FROM topic WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM page_topic WHERE topic = ?1)",
    )?;
    for id in &named.topics {
        topic.execute([id])?;
    }
    Ok(())
}

fn hash_of(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

fn chars_of(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

fn packed(compressed: io::Result<Vec<u8>>) -> rusqlite::Result<Vec<u8>> {
    compressed.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// How many versions were put aside since then.
pub(crate) fn versions_since(
    connection: &Connection,
    id: i64,
    since_ms: u64,
) -> rusqlite::Result<u32> {
    let count: i64 = connection.query_row(
        "SELECT count(*) FROM page_version WHERE page = ?1 AND seen_ms >= ?2",
        (id, whole(since_ms)),
        |row| row.get(0),
    )?;
    Ok(count_of(count))
}
