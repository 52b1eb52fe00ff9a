//! What the graph of names and topics is made of, the merges that the person made, and where it was drawn.

use rustc_hash::FxHashMap;
use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _, Row};
use tabwright_wire::knowledge::GraphOf;

use super::keep::TOPIC_STEP;
use super::{count_of, named};
use crate::graph::{Merge, MergeId, NODES_PER_PAGE_MAX, NodeKey, NodeKind, NodeRelation, Point};
use crate::words::folded;

/// What a page says of a topic and the one above it.
const IS_PART_OF: &str = "is part of";

/// What one page names, the most important first.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PageNames {
    pub(crate) nodes: Vec<NodeKey>,
    pub(crate) relations: Vec<NodeRelation>,
}

/// Every page that names something.
pub(crate) fn naming_pages(connection: &Connection, of: GraphOf) -> rusqlite::Result<Vec<i64>> {
    let sql = match of {
        GraphOf::Entities => "SELECT DISTINCT page FROM entity_mention",
        GraphOf::Topics => "SELECT DISTINCT page FROM page_topic",
    };
    connection.prepare(sql)?.query_map((), |row| row.get(0))?.collect()
}

pub(crate) fn name_count(connection: &Connection, of: GraphOf) -> rusqlite::Result<u32> {
    let sql = match of {
        GraphOf::Entities => "SELECT count(*) FROM entity",
        GraphOf::Topics => "SELECT count(*) FROM topic",
    };
    Ok(count_of(connection.query_row(sql, (), |row| row.get(0))?))
}

/// What a page names; none for one that names nothing, or is gone. `only_shared` leaves out what no other page names.
pub(crate) fn names_of_page(
    connection: &Connection,
    of: GraphOf,
    page: i64,
    only_shared: bool,
) -> rusqlite::Result<Option<PageNames>> {
    let names = match of {
        GraphOf::Entities => entities_of_page(connection, page, only_shared)?,
        GraphOf::Topics => topics_of_page(connection, page)?,
    };
    Ok((!names.nodes.is_empty()).then_some(names))
}

fn entities_of_page(
    connection: &Connection,
    page: i64,
    only_shared: bool,
) -> rusqlite::Result<PageNames> {
    let entities: Vec<(String, NodeKey)> = connection
        .prepare_cached(
            "SELECT entity.key, entity.name, entity.kind FROM entity_mention AS mine
             JOIN entity ON entity.id = mine.entity
             WHERE mine.page = ?1 AND (NOT ?2 OR EXISTS (
                 SELECT 1 FROM entity_mention AS other
                 WHERE other.entity = mine.entity AND other.page <> ?1))
             ORDER BY mine.confidence * mine.count DESC, entity.key LIMIT ?3",
        )?
        .query_map((page, only_shared, NODES_PER_PAGE_MAX as u32), |row| {
            Ok((row.get(0)?, entity_key(row, 1)?))
        })?
        .collect::<Result<_, _>>()?;
    let stated: Vec<(String, String, String)> = connection
        .prepare_cached(
            "SELECT from_name, relation, to_name FROM entity_relation WHERE page = ?1 ORDER BY number",
        )?
        .query_map([page], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let find = |name: &str| {
        let key = folded(name);
        entities.iter().find(|(other, _)| *other == key).map(|(_, node)| node.clone())
    };
    let relations = stated.into_iter().filter_map(|(from, label, to)| {
        Some(NodeRelation { from: find(&from)?, label, to: find(&to)? })
    });
    let relations = relations.collect();
    Ok(PageNames { nodes: entities.into_iter().map(|(_, node)| node).collect(), relations })
}

fn topics_of_page(connection: &Connection, page: i64) -> rusqlite::Result<PageNames> {
    let paths: Vec<String> = connection
        .prepare_cached(
            "SELECT path FROM page_topic JOIN topic ON topic.id = page_topic.topic
             WHERE page_topic.page = ?1 ORDER BY path LIMIT ?2",
        )?
        .query_map((page, NODES_PER_PAGE_MAX as u32), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut names = PageNames::default();
    for path in paths {
        let mut steps = path.rsplit(TOPIC_STEP).map(NodeKey::topic);
        let Some(topic) = steps.next() else { continue };
        names.relations.extend(steps.next().map(|above| NodeRelation {
            from: topic.clone(),
            label: IS_PART_OF.to_owned(),
            to: above,
        }));
        names.nodes.push(topic);
    }
    Ok(names)
}

fn entity_key(row: &Row<'_>, column: usize) -> rusqlite::Result<NodeKey> {
    let name: String = row.get(column)?;
    Ok(NodeKey::entity(named(row.get(column + 1)?), name))
}

/// Other pages that share a name with this one which only the two have: until now it was no shared name.
pub(crate) fn newly_sharing(connection: &Connection, page: i64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached(
            "SELECT DISTINCT other.page FROM entity_mention AS mine
             JOIN entity_mention AS other ON other.entity = mine.entity AND other.page <> mine.page
             WHERE mine.page = ?1 AND 2 = (SELECT count(*) FROM
                 (SELECT 1 FROM entity_mention WHERE entity = mine.entity LIMIT 3))",
        )?
        .query_map([page], |row| row.get(0))?
        .collect()
}

/// The entity that reads like this.
pub(crate) fn entity_named(
    connection: &Connection,
    key: &str,
) -> rusqlite::Result<Option<NodeKey>> {
    connection
        .prepare_cached("SELECT name, kind FROM entity WHERE key = ?1")?
        .query_row([key], |row| entity_key(row, 0))
        .optional()
}

pub(crate) fn topic_named(
    connection: &Connection,
    name: &str,
) -> rusqlite::Result<Option<NodeKey>> {
    connection
        .prepare_cached(
            "SELECT name FROM topic WHERE name = ?1 COLLATE NOCASE ORDER BY name = ?1 DESC, id LIMIT 1",
        )?
        .query_row([name], |row| row.get(0).map(|name: String| NodeKey::topic(name)))
        .optional()
}

/// The newest pages that name any of these, and how many do.
pub(crate) fn pages_naming(
    connection: &Connection,
    nodes: &[&NodeKey],
    limit: u32,
) -> rusqlite::Result<(Vec<i64>, u32)> {
    let is_topic = nodes.iter().any(|node| node.kind == NodeKind::Topic);
    let (from, names): (_, Vec<String>) = if is_topic {
        let from = "page_topic JOIN topic ON topic.id = page_topic.topic
             WHERE topic.name IN (SELECT value FROM json_each(?1))";
        (from, nodes.iter().map(|node| node.name.clone()).collect())
    } else {
        let from = "entity_mention JOIN entity ON entity.id = entity_mention.entity
             WHERE entity.key IN (SELECT value FROM json_each(?1))";
        (from, nodes.iter().map(|node| folded(&node.name)).collect())
    };
    let names = serde_json::to_string(&names).unwrap_or_default();
    let newest = connection
        .prepare_cached(&format!(
            "SELECT id FROM page WHERE id IN (SELECT page FROM {from})
             ORDER BY last_visit_ms DESC, id DESC LIMIT ?2"
        ))?
        .query_map((&names, limit), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let total = connection
        .prepare_cached(&format!("SELECT count(DISTINCT page) FROM {from}"))?
        .query_row([&names], |row| row.get(0))?;
    Ok((newest, count_of(total)))
}

/// In the order in which they were made.
pub(crate) fn merges(connection: &Connection) -> rusqlite::Result<Vec<Merge>> {
    connection
        .prepare_cached(
            "SELECT merged_name.id, other.name, other.kind, main.name, main.kind FROM merged_name
             JOIN entity AS other ON other.id = from_entity JOIN entity AS main ON main.id = into_entity
             ORDER BY merged_name.id",
        )?
        .query_map((), |row| {
            let id = MergeId(row.get(0)?);
            Ok(Merge { id, from: entity_key(row, 1)?, into: entity_key(row, 3)? })
        })?
        .collect()
}

/// Each entity that is another name, with the one that stands for it after all merges.
pub(super) fn merged_into(connection: &Connection) -> rusqlite::Result<Vec<(i64, i64)>> {
    let merges: Vec<(i64, i64)> = connection
        .prepare_cached("SELECT from_entity, into_entity FROM merged_name ORDER BY id")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut stands_for: FxHashMap<i64, i64> = FxHashMap::default();
    let main = |stands_for: &FxHashMap<i64, i64>, mut entity: i64| {
        while let Some(next) = stands_for.get(&entity) {
            entity = *next;
        }
        entity
    };
    for (from, into) in merges {
        let (from, into) = (main(&stands_for, from), main(&stands_for, into));
        if from != into {
            stands_for.insert(from, into);
        }
    }
    Ok(stands_for.keys().map(|entity| (*entity, main(&stands_for, *entity))).collect())
}

/// None if one of the two is gone.
pub(crate) fn add_merge(
    connection: &Connection,
    from: &NodeKey,
    into: &NodeKey,
) -> rusqlite::Result<Option<MergeId>> {
    let added = connection.execute(
        "INSERT INTO merged_name (from_entity, into_entity)
         SELECT other.id, main.id FROM entity AS other, entity AS main
         WHERE other.key = ?1 AND main.key = ?2",
        (folded(&from.name), folded(&into.name)),
    )?;
    let id = u32::try_from(connection.last_insert_rowid()).ok();
    Ok(id.filter(|_| added > 0).map(MergeId))
}

/// False if there was none.
pub(crate) fn remove_merge(connection: &Connection, id: MergeId) -> rusqlite::Result<bool> {
    Ok(connection.execute("DELETE FROM merged_name WHERE id = ?1", [id.0])? > 0)
}

pub(crate) fn positions(
    connection: &Connection,
    of: GraphOf,
) -> rusqlite::Result<FxHashMap<NodeKey, Point>> {
    let point = |row: &Row<'_>, column: usize| -> rusqlite::Result<Point> {
        Ok(Point { x: row.get(column)?, y: row.get(column + 1)? })
    };
    match of {
        GraphOf::Entities => connection
            .prepare(
                "SELECT name, kind, x, y FROM entity_position
                 JOIN entity ON entity.id = entity_position.entity",
            )?
            .query_map((), |row| Ok((entity_key(row, 0)?, point(row, 2)?)))?
            .collect(),
        GraphOf::Topics => connection
            .prepare(
                "SELECT name, x, y FROM topic_position JOIN topic ON topic.id = topic_position.topic",
            )?
            .query_map((), |row| {
                let name: String = row.get(0)?;
                Ok((NodeKey::topic(name), point(row, 1)?))
            })?
            .collect(),
    }
}

/// Those of what is gone in the meantime are left out.
pub(crate) fn write_positions(
    connection: &Connection,
    of: GraphOf,
    moved: &[(NodeKey, Point)],
) -> rusqlite::Result<()> {
    let mut write = connection.prepare_cached(match of {
        GraphOf::Entities => {
            "INSERT OR REPLACE INTO entity_position (entity, x, y)
             SELECT id, ?2, ?3 FROM entity WHERE key = ?1"
        }
        GraphOf::Topics => {
            "INSERT OR REPLACE INTO topic_position (topic, x, y)
             SELECT min(id), ?2, ?3 FROM topic WHERE name = ?1 HAVING count(*) > 0"
        }
    })?;
    for (node, Point { x, y }) in moved {
        let key = match node.kind {
            NodeKind::Entity(_) => folded(&node.name),
            NodeKind::Topic => node.name.clone(),
        };
        write.execute((key, f64::from(*x), f64::from(*y)))?;
    }
    Ok(())
}
