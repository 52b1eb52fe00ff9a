//! Reads pages with all that is known of them, to be written out.

use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::knowledge::PageView;

use super::keep::folders_of;
use super::natural;
use super::read::{load, view};
use crate::export::ExportedPage;
use crate::import::Visit;
use crate::page::{Entity, KeyPhrase, Knowledge, Page, Relation};

/// The next pages after this id, with the id of the last. None where there are no more.
pub(crate) fn exported(
    connection: &Connection,
    after: i64,
    limit: u32,
) -> rusqlite::Result<Option<(i64, Vec<ExportedPage>)>> {
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM page WHERE id > ?1 ORDER BY id LIMIT ?2")?
        .query_map((after, limit), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let Some(last) = ids.last().copied() else { return Ok(None) };
    let mut pages = Vec::with_capacity(ids.len());
    for id in ids {
        pages.extend(exported_page(connection, id)?);
    }
    Ok(Some((last, pages)))
}

fn exported_page(connection: &Connection, id: i64) -> rusqlite::Result<Option<ExportedPage>> {
    let (Some(view), Some(stored)) = (view(connection, id)?, load(connection, id)?) else {
        return Ok(None);
    };
    let PageView {
        page,
        summary,
        summary_by_model,
        key_phrases,
        topics,
        entities,
        relations,
        questions,
        ..
    } = view;
    let visits: Vec<Visit> = connection
        .prepare_cached("SELECT at_ms, stayed_ms FROM page_visit WHERE page = ?1 ORDER BY at_ms")?
        .query_map([id], |row| {
            let stayed: Option<i64> = row.get(1)?;
            Ok(Visit { at_ms: row.get(0)?, duration_ms: natural(stayed.unwrap_or_default()) })
        })?
        .collect::<Result<_, _>>()?;
    let entities = entities.into_iter().map(|entity| Entity {
        name: entity.name,
        kind: entity.kind,
        confidence: entity.confidence,
        count: entity.count,
        sentences: entity.sentences,
    });
    let relations = relations.into_iter().map(|relation| Relation {
        from: relation.from,
        relation: relation.relation,
        to: relation.to,
        confidence: relation.confidence,
        sentence: relation.sentence,
    });
    let phrases = key_phrases.into_iter().map(|phrase| KeyPhrase { phrase, score: 0.0 });
    let folders = folders_of(connection, id)?;
    // A folder is told once, as such.
    let topics = topics.into_iter().filter(|topic| !folders.contains(topic)).collect();
    let details = stored.details;
    Ok(Some(ExportedPage {
        knowledge: Knowledge {
            entities: entities.collect(),
            relations: relations.collect(),
            key_phrases: phrases.collect(),
            topics,
            summary,
            summary_by_model,
            questions,
        },
        added_ms: i64::try_from(page.first_seen_ms).ok(),
        visit_count: visits.len() as u64,
        visits,
        folders,
        own_tags: stored.tags,
        notes: stored.note.into_iter().collect(),
        highlights: Vec::new(),
        page: Page {
            url: page.url,
            title: page.title,
            author: page.author,
            published: page.published,
            language: page.language,
            kind: page.kind,
            site_name: details.site_name,
            description: details.description,
            modified: details.modified,
            text: stored.text,
            rest: stored.rest,
            headings: details.headings,
            links: details.links,
            image_texts: details.image_texts,
            sections: details.sections,
            tags: details.tags,
            ..Page::default()
        },
    }))
}
