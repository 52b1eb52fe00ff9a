//! How much is kept, and from where.

use tabwright_store::rusqlite::{self, Connection};
use tabwright_wire::knowledge::{FacetCount, KnowledgeStats, StatsGroup};

use super::{count_of, natural};

pub(crate) fn stats(
    connection: &Connection,
    group: StatsGroup,
    limit: u32,
) -> rusqlite::Result<KnowledgeStats> {
    let number = |sql: &str| connection.query_row(sql, (), |row| row.get::<_, i64>(0));
    let (first, last): (Option<i64>, Option<i64>) = connection.query_row(
        "SELECT min(first_seen_ms), max(last_visit_ms) FROM page",
        (),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let bytes = number("PRAGMA page_count")?.saturating_mul(number("PRAGMA page_size")?);
    Ok(KnowledgeStats {
        pages: count_of(number("SELECT count(*) FROM page")?),
        with_text: count_of(number("SELECT count(*) FROM page WHERE text_hash IS NOT NULL")?),
        visits: count_of(number("SELECT count(*) FROM page_visit")?),
        sites: count_of(number("SELECT count(DISTINCT site) FROM page")?),
        entities: count_of(number("SELECT count(*) FROM entity")?),
        topics: count_of(number("SELECT count(*) FROM topic")?),
        bytes: natural(bytes),
        first_ms: first.map(natural),
        last_ms: last.map(natural),
        groups: groups(connection, group, limit)?,
    })
}

fn groups(
    connection: &Connection,
    group: StatsGroup,
    limit: u32,
) -> rusqlite::Result<Vec<FacetCount>> {
    let sql = match group {
        StatsGroup::Site => "SELECT site, count(*) FROM page GROUP BY 1",
        StatsGroup::Kind => "SELECT kind, count(*) FROM page GROUP BY 1",
        StatsGroup::Month => {
            "SELECT strftime('%Y-%m', last_visit_ms / 1000, 'unixepoch', 'localtime'), count(*)
             FROM page GROUP BY 1"
        }
        StatsGroup::Topic => {
            "SELECT name, count(*) FROM page_topic JOIN topic ON topic.id = page_topic.topic GROUP BY 1"
        }
        StatsGroup::Entity => {
            "SELECT name, count(*) FROM entity_mention JOIN entity ON entity.id = entity_mention.entity
             GROUP BY entity.id"
        }
    };
    connection
        .prepare(&format!("{sql} ORDER BY 2 DESC, 1 LIMIT ?1"))?
        .query_map([limit], |row| {
            Ok(FacetCount { name: row.get(0)?, count: count_of(row.get(1)?) })
        })?
        .collect()
}
