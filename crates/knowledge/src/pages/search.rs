//! What search asks of the database: candidates by words, lists by filters, and what they have in common.

use rustc_hash::FxHashMap;
use tabwright_store::rusqlite::types::Value;
use tabwright_store::rusqlite::{
    self, Connection, OptionalExtension as _, ToSql, params_from_iter,
};
use tabwright_wire::knowledge::{FacetCount, Facets, SearchOrder};

use super::graph::merged_into;
use super::read::load;
use super::{count_of, name_of, whole};
use crate::page::PageKind;
use crate::rank::{PageTerms, TermId};
use crate::words::folded;

/// Counted so far, at most: nobody reads on to the ten-thousandth.
pub(crate) const COUNT_MAX: u32 = 10_000;
/// Pages that the facets are counted over.
pub(crate) const FACET_PAGES_MAX: usize = 2_000;
const FACET_ROWS: u32 = 8;
const FACET_MONTHS: u32 = 24;

/// A bookmark of a file was never read, so that its address alone tells what it is.
const IS_PDF_ADDRESS: &str =
    "substr(url, 1, instr(replace(url, '#', '?') || '?', '?') - 1) LIKE '%/%.pdf'";

/// What a page must be, besides fitting the words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) sites: Vec<String>,
    pub(crate) sites_without: Vec<String>,
    pub(crate) kinds: Vec<PageKind>,
    pub(crate) tags: Vec<String>,
    pub(crate) topic: Option<String>,
    pub(crate) entity: Option<String>,
    /// Read at this time or later.
    pub(crate) from_ms: Option<u64>,
    /// Read before this time.
    pub(crate) until_ms: Option<u64>,
    /// An FTS5 expression that no hit may fit.
    pub(crate) without: Option<String>,
}

impl Filter {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Conditions on `page`, with what they are about. All are true of a page that is let through.
    fn sql(&self) -> (String, Vec<Value>) {
        let mut sql = vec!["1".to_owned()];
        let mut values: Vec<Value> = Vec::new();
        let mut any = |conditions: Vec<String>, is_not: bool| {
            if !conditions.is_empty() {
                let joined = conditions.join(" OR ");
                sql.push(if is_not { format!("NOT ({joined})") } else { format!("({joined})") });
            }
        };
        let site = |site: &String, values: &mut Vec<Value>| {
            let site = site.trim().trim_start_matches("www.").to_lowercase();
            let below: String = site.chars().rev().take(253).collect();
            let below = format!("%.{}", escape_like(&below.chars().rev().collect::<String>()));
            values.extend([Value::from(site), Value::from(below)]);
            "(site = ? OR site LIKE ? ESCAPE '\\')".to_owned()
        };
        any(self.sites.iter().map(|name| site(name, &mut values)).collect(), false);
        any(self.sites_without.iter().map(|name| site(name, &mut values)).collect(), true);
        let kinds = self.kinds.iter().map(|kind| {
            values.push(name_of(kind).into());
            match kind {
                PageKind::Pdf => format!("(kind = ? OR {IS_PDF_ADDRESS})"),
                _ => "kind = ?".to_owned(),
            }
        });
        any(kinds.collect(), false);
        for tag in &self.tags {
            values.push(tag.clone().into());
            sql.push(
                "EXISTS (SELECT 1 FROM page_tag WHERE page = page.id AND name = ?)".to_owned(),
            );
        }
        if let Some(topic) = &self.topic {
            values.push(topic.clone().into());
            sql.push(
                "EXISTS (SELECT 1 FROM page_topic JOIN topic ON topic.id = page_topic.topic
                     WHERE page_topic.page = page.id AND topic.name = ? COLLATE NOCASE)"
                    .to_owned(),
            );
        }
        if let Some(entity) = &self.entity {
            values.push(folded(entity).into());
            sql.push(format!(
                "EXISTS (SELECT 1 FROM entity_mention WHERE page = page.id AND entity IN ({}))",
                with_merged("SELECT id FROM entity WHERE key = ?")
            ));
        }
        if self.from_ms.is_some() || self.until_ms.is_some() {
            values.push(Value::from(whole(self.from_ms.unwrap_or_default())));
            values.push(Value::from(self.until_ms.map_or(i64::MAX, whole)));
            sql.push(
                "EXISTS (SELECT 1 FROM page_visit WHERE page = page.id AND at_ms >= ? AND at_ms < ?)"
                    .to_owned(),
            );
        }
        if let Some(without) = &self.without {
            values.push(without.clone().into());
            sql.push(
                "id NOT IN (SELECT rowid FROM page_words WHERE page_words MATCH ?)".to_owned(),
            );
        }
        (sql.join(" AND "), values)
    }
}

fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// The pages that fit an FTS5 expression best, by the order of the index.
pub(crate) fn matching(
    connection: &Connection,
    expression: &str,
    filter: &Filter,
    limit: usize,
) -> rusqlite::Result<Vec<i64>> {
    let (conditions, values) = filter.sql();
    // Without a filter the index is read alone, which lets it stop early.
    let sql = if filter.is_empty() {
        "SELECT rowid FROM page_words WHERE page_words MATCH ?
         ORDER BY bm25(page_words, 3, 2, 1, 0.2) LIMIT ?"
            .to_owned()
    } else {
        format!(
            "SELECT page.id FROM page_words JOIN page ON page.id = page_words.rowid
             WHERE page_words MATCH ? AND {conditions}
             ORDER BY bm25(page_words, 3, 2, 1, 0.2) LIMIT ?"
        )
    };
    let values = std::iter::once(Value::from(expression.to_owned()))
        .chain(values)
        .chain([Value::from(i64::try_from(limit).unwrap_or(i64::MAX))]);
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| row.get(0))?
        .collect()
}

/// How many pages fit, up to [`COUNT_MAX`].
pub(crate) fn count(
    connection: &Connection,
    expression: Option<&str>,
    filter: &Filter,
) -> rusqlite::Result<u32> {
    let (conditions, values) = filter.sql();
    let from = match expression {
        Some(_) if filter.is_empty() => "page_words WHERE page_words MATCH ?".to_owned(),
        Some(_) => format!(
            "page_words JOIN page ON page.id = page_words.rowid
             WHERE page_words MATCH ? AND {conditions}"
        ),
        None => format!("page WHERE {conditions}"),
    };
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {from} LIMIT {})", COUNT_MAX + 1);
    let values = expression.map(|it| Value::from(it.to_owned())).into_iter().chain(values);
    let count =
        connection.prepare_cached(&sql)?.query_row(params_from_iter(values), |row| row.get(0))?;
    Ok(count_of(count))
}

/// Pages by filters alone.
pub(crate) fn list(
    connection: &Connection,
    filter: &Filter,
    order: SearchOrder,
    limit: u32,
    offset: u32,
) -> rusqlite::Result<Vec<i64>> {
    let (conditions, values) = filter.sql();
    let order = match order {
        SearchOrder::Best | SearchOrder::Newest => "last_visit_ms DESC, id DESC",
        SearchOrder::Oldest => "first_seen_ms, id",
        SearchOrder::MostVisited => "visits DESC, last_visit_ms DESC, id DESC",
    };
    let sql = format!("SELECT id FROM page WHERE {conditions} ORDER BY {order} LIMIT ? OFFSET ?");
    let values = values.into_iter().chain([Value::from(limit), Value::from(offset)]);
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| row.get(0))?
        .collect()
}

/// Those of these pages that a filter lets through.
pub(crate) fn let_through(
    connection: &Connection,
    ids: &[i64],
    filter: &Filter,
) -> rusqlite::Result<Vec<i64>> {
    if filter.is_empty() || ids.is_empty() {
        return Ok(ids.to_vec());
    }
    let (conditions, values) = filter.sql();
    let sql = format!(
        "SELECT id FROM page WHERE id IN (SELECT value FROM json_each(?)) AND {conditions}"
    );
    let values = std::iter::once(Value::from(json(ids))).chain(values);
    let found: std::collections::BTreeSet<i64> = connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(ids.iter().copied().filter(|id| found.contains(id)).collect())
}

fn json(ids: &[i64]) -> String {
    serde_json::to_string(ids).unwrap_or_default()
}

/// What ranking reads of a page.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) id: i64,
    pub(crate) title: String,
    pub(crate) terms: PageTerms,
    pub(crate) last_visit_ms: u64,
    pub(crate) quality: f32,
}

pub(crate) fn candidates(connection: &Connection, ids: &[i64]) -> rusqlite::Result<Vec<Candidate>> {
    let mut select = connection.prepare_cached(
        "SELECT title, terms, last_visit_ms, quality FROM page JOIN page_terms ON page = id WHERE id = ?1",
    )?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let read = |row: &rusqlite::Row<'_>| {
            let terms = PageTerms::from_bytes(row.get_ref(1)?.as_blob()?).unwrap_or_default();
            Ok(Candidate {
                id: *id,
                title: row.get(0)?,
                terms,
                last_visit_ms: super::natural(row.get(2)?),
                quality: row.get(3)?,
            })
        };
        found.extend(select.query_row([id], read).optional()?);
    }
    Ok(found)
}

/// The words of a page as the index has them, up to a bound.
pub(crate) fn words_of(connection: &Connection, id: i64) -> rusqlite::Result<String> {
    const TEXT_BYTES_MAX: usize = 20_000;
    let Some(mut page) = load(connection, id)? else { return Ok(String::new()) };
    let end =
        (0..=TEXT_BYTES_MAX.min(page.text.len())).rev().find(|at| page.text.is_char_boundary(*at));
    page.text.truncate(end.unwrap_or_default());
    page.rest.clear();
    let words = page.words();
    Ok([words.title, words.marks, words.text].join(" "))
}

/// How many pages have each of these words.
pub(crate) fn document_frequencies<'a>(
    connection: &Connection,
    words: impl Iterator<Item = &'a str>,
) -> rusqlite::Result<FxHashMap<String, u64>> {
    let mut select =
        connection.prepare_cached("SELECT doc FROM page_words_vocabulary WHERE term = ?1")?;
    let mut found = FxHashMap::default();
    for word in words {
        let count: Option<i64> = select.query_row([word], |row| row.get(0)).optional()?;
        found.insert(word.to_owned(), super::natural(count.unwrap_or_default()));
    }
    Ok(found)
}

/// About how many pages have each word that is not rare, from a sample of them; in a small library it is all of them.
pub(crate) fn common_terms(connection: &Connection) -> rusqlite::Result<FxHashMap<TermId, u64>> {
    const SAMPLE: usize = 2_000;
    /// What fewer pages of the sample have tells too little.
    const SAMPLE_PAGES_MIN: u64 = 5;
    let ids: Vec<i64> = connection
        .prepare_cached("SELECT id FROM page")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let step = ids.len().div_ceil(SAMPLE).max(1);
    let mut select = connection.prepare_cached("SELECT terms FROM page_terms WHERE page = ?1")?;
    let mut counts: FxHashMap<TermId, u64> = FxHashMap::default();
    for id in ids.iter().step_by(step) {
        let terms = select.query_row([id], |row| {
            Ok(PageTerms::from_bytes(row.get_ref(0)?.as_blob()?).unwrap_or_default())
        });
        for (term, _) in terms.optional()?.iter().flat_map(PageTerms::iter) {
            *counts.entry(term).or_default() += 1;
        }
    }
    counts.retain(|_, count| *count >= SAMPLE_PAGES_MIN);
    counts.values_mut().for_each(|count| *count *= step as u64);
    Ok(counts)
}

/// Every word of titles, addresses and headings is taken for well spelled, with the number of pages. Words of the
/// texts are there as stems only, which nobody would recognise.
pub(crate) fn vocabulary(
    connection: &Connection,
    limit: u32,
) -> rusqlite::Result<Vec<(String, u32)>> {
    connection
        .prepare("SELECT term, doc FROM page_prefixes_vocabulary ORDER BY doc DESC LIMIT ?1")?
        .query_map([limit], |row| Ok((row.get(0)?, count_of(row.get(1)?))))?
        .collect()
}

/// The languages of the pages, the most frequent first.
pub(crate) fn languages(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT language FROM page WHERE language IS NOT NULL
             GROUP BY language ORDER BY count(*) DESC LIMIT 8",
        )?
        .query_map((), |row| row.get(0))?
        .collect()
}

/// Pages whose title, address or headings have words that begin so.
pub(crate) fn beginning_with(
    connection: &Connection,
    expression: &str,
    limit: u32,
) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached(
            "SELECT page.id FROM page_prefixes JOIN page ON page.id = page_prefixes.rowid
             WHERE page_prefixes MATCH ?1
             ORDER BY min(visits, 20) / 20.0 - bm25(page_prefixes) DESC, last_visit_ms DESC LIMIT ?2",
        )?
        .query_map((expression, limit), |row| row.get(0))?
        .collect()
}

/// What these pages have in common.
pub(crate) fn facets(connection: &Connection, ids: &[i64]) -> rusqlite::Result<Facets> {
    let ids = json(&ids[..ids.len().min(FACET_PAGES_MAX)]);
    let group = |sql: &str, limit: u32| -> rusqlite::Result<Vec<FacetCount>> {
        connection
            .prepare_cached(sql)?
            .query_map((&ids, limit), |row| {
                Ok(FacetCount { name: row.get(0)?, count: count_of(row.get(1)?) })
            })?
            .collect()
    };
    Ok(Facets {
        sites: group(
            "SELECT site, count(*) FROM page WHERE id IN (SELECT value FROM json_each(?1))
             GROUP BY site ORDER BY 2 DESC, 1 LIMIT ?2",
            FACET_ROWS,
        )?,
        months: group(
            "SELECT strftime('%Y-%m', last_visit_ms / 1000, 'unixepoch', 'localtime'), count(*)
             FROM page WHERE id IN (SELECT value FROM json_each(?1)) GROUP BY 1 ORDER BY 1 DESC LIMIT ?2",
            FACET_MONTHS,
        )?,
        topics: group(
            "SELECT topic.name, count(DISTINCT page) FROM page_topic JOIN topic ON topic.id = topic
             WHERE page IN (SELECT value FROM json_each(?1)) GROUP BY topic.name ORDER BY 2 DESC, 1 LIMIT ?2",
            FACET_ROWS,
        )?,
        entities: entity_facets(connection, &ids)?,
    })
}

/// Names that are one are counted as one, by the name that stands for all of them.
fn entity_facets(connection: &Connection, pages: &str) -> rusqlite::Result<Vec<FacetCount>> {
    let merged = merged_into(connection)?;
    let json = serde_json::to_string(&merged).unwrap_or_default();
    let (counted, params): (_, &[&dyn ToSql]) = match merged.is_empty() {
        true => (
            "SELECT entity AS named, count(*) AS pages FROM entity_mention",
            &[&pages, &FACET_ROWS],
        ),
        false => (
            "SELECT coalesce(main, entity) AS named, count(DISTINCT page) AS pages FROM entity_mention
             LEFT JOIN (SELECT value ->> 0 AS other, value ->> 1 AS main FROM json_each(?3))
                 ON other = entity",
            &[&pages, &FACET_ROWS, &json],
        ),
    };
    // The names are read of those that are shown, and not of all that are counted.
    connection
        .prepare_cached(&format!(
            "SELECT name, pages FROM
                 ({counted} WHERE page IN (SELECT value FROM json_each(?1))
                  GROUP BY named ORDER BY pages DESC, named LIMIT ?2)
             JOIN entity ON entity.id = named ORDER BY pages DESC, name",
        ))?
        .query_map(params, |row| {
            Ok(FacetCount { name: row.get(0)?, count: count_of(row.get(1)?) })
        })?
        .collect()
}

/// The entities of a query and all that are one with them by the person's word.
fn with_merged(entities: &str) -> String {
    format!(
        "WITH RECURSIVE same (id) AS (
             {entities}
             UNION SELECT into_entity FROM merged_name JOIN same ON from_entity = same.id
             UNION SELECT from_entity FROM merged_name JOIN same ON into_entity = same.id
         ) SELECT id FROM same"
    )
}

/// Pages that name somebody or something whose name has these words, the last of which may be only begun.
pub(crate) fn pages_of_entities(
    connection: &Connection,
    words: &str,
    limit: u32,
) -> rusqlite::Result<Vec<i64>> {
    let key = folded(words);
    let first = key.split(' ').next().unwrap_or_default();
    if first.is_empty() {
        return Ok(Vec::new());
    }
    // Names with the first word are read from the index, and compared.
    let is_begun = !key.contains(' ');
    let after = if is_begun { format!("{first}\u{10ffff}") } else { first.to_owned() };
    let pattern = format!("% {}%", escape_like(&key));
    let entities = with_merged(
        "SELECT entity FROM entity_word JOIN entity ON entity.id = entity_word.entity
         WHERE word BETWEEN ?2 AND ?3 AND ' ' || key LIKE ?4 ESCAPE '\\'",
    );
    connection
        .prepare_cached(&format!(
            "SELECT page FROM entity_mention JOIN entity ON entity.id = entity
             WHERE entity IN ({entities})
             GROUP BY page ORDER BY max(key = ?1) DESC, sum(confidence * count) DESC LIMIT ?5"
        ))?
        .query_map((&key, first, after, pattern, limit), |row| row.get(0))?
        .collect()
}

pub(crate) fn pages_of_topic(
    connection: &Connection,
    words: &str,
    limit: u32,
) -> rusqlite::Result<Vec<i64>> {
    let pattern = format!("%{}%", escape_like(words.trim()));
    connection
        .prepare_cached(
            "SELECT page_topic.page FROM page_topic JOIN topic ON topic.id = page_topic.topic
                 JOIN page ON page.id = page_topic.page
             WHERE topic.name LIKE ?1 ESCAPE '\\'
             GROUP BY page_topic.page
             ORDER BY max(topic.name = ?2 COLLATE NOCASE) DESC, max(page.last_visit_ms) DESC LIMIT ?3",
        )?
        .query_map((pattern, words.trim(), limit), |row| row.get(0))?
        .collect()
}
