//! What of a page is searched, and how it becomes the words of the index. A row of the index is deleted by giving
//! its words again, so they are always made from what is stored, and by this code alone.

use serde::{Deserialize, Serialize};
use tabwright_store::rusqlite::{self, Connection};

use super::{natural, whole};
use crate::page::{Link, Page};
use crate::rank::{Collection, PageTerms};
use crate::words::{self, Language, TOKENIZER_VERSION};

/// What is kept of a page besides its texts and what every list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Details {
    #[serde(default)]
    pub(crate) site_name: Option<String>,
    #[serde(default)]
    pub(crate) description: Option<String>,
    #[serde(default)]
    pub(crate) modified: Option<String>,
    #[serde(default)]
    pub(crate) headings: Vec<String>,
    #[serde(default)]
    pub(crate) links: Vec<Link>,
    #[serde(default)]
    pub(crate) image_texts: Vec<String>,
    #[serde(default)]
    pub(crate) sections: Vec<String>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
}

impl From<&Page> for Details {
    fn from(page: &Page) -> Self {
        Self {
            site_name: page.site_name.clone(),
            description: page.description.clone(),
            modified: page.modified.clone(),
            headings: page.headings.clone(),
            links: page.links.clone(),
            image_texts: page.image_texts.clone(),
            sections: page.sections.clone(),
            tags: page.tags.clone(),
        }
    }
}

/// All of a page that its words are made from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoredPage {
    pub(crate) id: i64,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) author: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) note: Option<String>,
    /// The person's own.
    pub(crate) tags: Vec<String>,
    pub(crate) text: String,
    pub(crate) rest: String,
    pub(crate) details: Details,
    pub(crate) tokenizer: u32,
}

/// The words of a page by field, as the index has them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FieldWords {
    pub(crate) title: String,
    pub(crate) marks: String,
    pub(crate) text: String,
    pub(crate) rest: String,
    /// Without stems, for as-you-type.
    pub(crate) prefixes: String,
}

impl FieldWords {
    fn terms(&self) -> PageTerms {
        PageTerms::of([&self.title, &self.marks, &self.text, &self.rest])
    }
}

impl StoredPage {
    pub(crate) fn spoken(&self) -> Language {
        Language::from_code(self.language.as_deref().unwrap_or_default())
            .unwrap_or_else(|| Language::of(None, ""))
    }

    pub(crate) fn words(&self) -> FieldWords {
        let language = self.spoken();
        let Details { site_name, description, headings, image_texts, sections, tags, .. } =
            &self.details;
        let some = |text: &Option<String>| text.clone().into_iter();
        let marks: Vec<String> = (headings.iter().cloned())
            .chain(self.tags.iter().cloned())
            .chain(tags.iter().cloned())
            .chain(sections.iter().cloned())
            .chain(image_texts.iter().cloned())
            .chain(some(site_name))
            .chain(some(description))
            .chain(some(&self.author))
            .chain(some(&self.note))
            .chain([address_words(&self.url)])
            .collect();
        let prefixes = [&self.title, &address_words(&self.url), &headings.join(" ")];
        let prefixes = prefixes.map(|text| words::folded(text)).join(" ");
        FieldWords {
            title: words::token_string(&self.title, language),
            marks: words::token_string(&marks.join("\n"), language),
            text: words::token_string(&self.text, language),
            rest: words::token_string(&self.rest, language),
            prefixes,
        }
    }
}

/// The host and the path of an address as words.
fn address_words(url: &str) -> String {
    let url = url.split_once("://").map_or(url, |(_, rest)| rest);
    let url = url.strip_prefix("www.").unwrap_or(url);
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = url.split_once('/').unwrap_or((url, ""));
    let path = path.replace(['/', '-', '_', '.', '+', '%'], " ");
    format!("{host} {path}")
}

pub(crate) fn insert_words(connection: &Connection, page: &StoredPage) -> rusqlite::Result<()> {
    let words = page.words();
    connection
        .prepare_cached(
            "INSERT INTO page_words (rowid, title, marks, text, rest) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute((page.id, &words.title, &words.marks, &words.text, &words.rest))?;
    connection
        .prepare_cached("INSERT INTO page_prefixes (rowid, words) VALUES (?1, ?2)")?
        .execute((page.id, &words.prefixes))?;
    connection
        .prepare_cached("UPDATE page SET tokenizer = ?2 WHERE id = ?1")?
        .execute((page.id, TOKENIZER_VERSION))?;
    let terms = words.terms();
    connection
        .prepare_cached("INSERT OR REPLACE INTO page_terms (page, terms) VALUES (?1, ?2)")?
        .execute((page.id, terms.to_bytes()))?;
    let mut totals = read_totals(connection)?;
    totals.add(&terms);
    write_totals(connection, &totals)
}

pub(crate) fn delete_words(connection: &Connection, page: &StoredPage) -> rusqlite::Result<()> {
    let words = page.words();
    connection
        .prepare_cached(
            "INSERT INTO page_words (page_words, rowid, title, marks, text, rest)
             VALUES ('delete', ?1, ?2, ?3, ?4, ?5)",
        )?
        .execute((page.id, &words.title, &words.marks, &words.text, &words.rest))?;
    connection
        .prepare_cached(
            "INSERT INTO page_prefixes (page_prefixes, rowid, words) VALUES ('delete', ?1, ?2)",
        )?
        .execute((page.id, &words.prefixes))?;
    connection.prepare_cached("DELETE FROM page_terms WHERE page = ?1")?.execute([page.id])?;
    let mut totals = read_totals(connection)?;
    totals.remove(&words.terms());
    write_totals(connection, &totals)
}

/// How many pages there are, and how many words their fields have.
pub(crate) fn read_totals(connection: &Connection) -> rusqlite::Result<Collection> {
    connection.prepare_cached("SELECT pages, title, marks, text, rest FROM page_totals")?.query_row(
        (),
        |row| {
            Ok(Collection {
                pages: natural(row.get(0)?),
                tokens: [
                    natural(row.get(1)?),
                    natural(row.get(2)?),
                    natural(row.get(3)?),
                    natural(row.get(4)?),
                ],
            })
        },
    )
}

fn write_totals(connection: &Connection, totals: &Collection) -> rusqlite::Result<()> {
    let [title, marks, text, rest] = totals.tokens.map(whole);
    connection
        .prepare_cached(
            "UPDATE page_totals SET pages = ?1, title = ?2, marks = ?3, text = ?4, rest = ?5",
        )?
        .execute((whole(totals.pages), title, marks, text, rest))?;
    Ok(())
}
