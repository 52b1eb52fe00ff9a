//! Forgets pages for good. With `secure_delete` of the file and of the index, and the log truncated afterwards,
//! no byte of them is left.

use tabwright_store::rusqlite::{self, Connection};

use super::fields::delete_words;
use super::imports::forget_imports;
use super::keep::{remove_knowledge, remove_orphans};
use super::read::{load, version_text, versions};
use super::state::{forgotten_key, mark_forgotten};
use super::whole;
use crate::address::is_on_site;
use crate::page::Page;

/// Which pages go. Whatever was only visited since a time loses those visits and stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Forget {
    Page(i64),
    Address(String),
    Site(String),
    Since(u64),
    Everything,
}

/// Deletes them. Their addresses are noted as keyed hashes, so that no import brings them back. Gives the ids of
/// those that are gone.
pub(crate) fn forget(
    connection: &Connection,
    what: &Forget,
    new_key: &[u8],
) -> rusqlite::Result<Vec<i64>> {
    let key = forgotten_key(connection, new_key)?;
    let ids = chosen(connection, what)?;
    for id in &ids {
        if let Some(page) = load(connection, *id)? {
            delete_words(connection, &page)?;
            mark_forgotten(connection, &key, &page.url)?;
            if matches!(what, Forget::Page(_)) {
                forget_imports(connection, Some(&page.url))?;
            }
        }
        let named = remove_knowledge(connection, *id)?;
        remove_orphans(connection, &named)?;
        connection.prepare_cached("DELETE FROM page WHERE id = ?1")?.execute([id])?;
    }
    match what {
        Forget::Since(at_ms) => forget_visits(connection, *at_ms)?,
        Forget::Site(site) => forget_imports(connection, Some(site))?,
        Forget::Address(url) => forget_imports(connection, Some(url))?,
        Forget::Page(_) => {}
        Forget::Everything => forget_imports(connection, None)?,
    }
    if *what == Forget::Everything {
        // With nothing left there is nothing that an import must not bring back but what it finds itself; the
        // hashes stay. The index is emptied as a whole, too, whatever a damaged row left in it.
        for index in ["page_words", "page_prefixes"] {
            connection
                .execute(&format!("INSERT INTO {index} ({index}) VALUES ('delete-all')"), ())?;
        }
    }
    Ok(ids)
}

fn chosen(connection: &Connection, what: &Forget) -> rusqlite::Result<Vec<i64>> {
    let ids = |sql: &str, params: &[&dyn rusqlite::ToSql]| {
        connection.prepare(sql)?.query_map(params, |row| row.get(0))?.collect()
    };
    match what {
        Forget::Page(id) => ids("SELECT id FROM page WHERE id = ?1", &[id]),
        Forget::Address(url) => ids("SELECT id FROM page WHERE url = ?1", &[url]),
        Forget::Since(at_ms) => {
            ids("SELECT id FROM page WHERE first_seen_ms >= ?1", &[&whole(*at_ms)])
        }
        Forget::Everything => ids("SELECT id FROM page", &[]),
        Forget::Site(site) => {
            let pages: Vec<(i64, String)> = connection
                .prepare("SELECT id, site FROM page")?
                .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            let of_site = pages.into_iter().filter(|(_, page_site)| is_on_site(page_site, site));
            Ok(of_site.map(|(id, _)| id).collect())
        }
    }
}

fn forget_visits(connection: &Connection, since_ms: u64) -> rusqlite::Result<()> {
    let visited: Vec<i64> = connection
        .prepare("SELECT DISTINCT page FROM page_visit WHERE at_ms >= ?1")?
        .query_map([whole(since_ms)], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    connection.execute("DELETE FROM page_visit WHERE at_ms >= ?1", [whole(since_ms)])?;
    for page in visited {
        connection.execute(
            "UPDATE page SET visits = (SELECT count(*) FROM page_visit WHERE page = ?1),
                 last_visit_ms = coalesce((SELECT max(at_ms) FROM page_visit WHERE page = ?1), first_seen_ms)
             WHERE id = ?1",
            [page],
        )?;
    }
    Ok(())
}

/// Pages that were there before, and have a text that was seen since then.
pub(crate) fn changed_since(connection: &Connection, since_ms: u64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare("SELECT id FROM page WHERE text_seen_ms >= ?1 AND first_seen_ms < ?1")?
        .query_map([whole(since_ms)], |row| row.get(0))?
        .collect()
}

/// The newest text of a page that was seen before then, as the page that it was, with when that was. Of the rest only
/// the address and the title are known any more.
pub(crate) fn earlier(
    connection: &Connection,
    id: i64,
    before_ms: u64,
) -> rusqlite::Result<Option<(u64, Page, String)>> {
    let Some(now) = load(connection, id)? else { return Ok(None) };
    let older = versions(connection, id)?.into_iter().find(|version| version.seen_ms < before_ms);
    // A page that had only a title before has that one still, and loses the text.
    let (seen_ms, title, text) = match older {
        None => (0, now.title, String::new()),
        Some(version) => {
            let Some((version, text)) = version_text(connection, id, version.number)? else {
                return Ok(None);
            };
            (version.seen_ms, version.title, text)
        }
    };
    let page = Page {
        url: now.url.clone(),
        title,
        text,
        language: now.language,
        quality: 0.5,
        ..Page::default()
    };
    Ok(Some((seen_ms, page, now.url)))
}
