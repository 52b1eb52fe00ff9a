//! A page as it was read, and what is known of it. Made by extraction, kept by the store, and found by search.

use serde::{Deserialize, Serialize};
pub use tabwright_wire::knowledge::{EntityKind, PageKind};

/// What extraction makes of the HTML of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    /// The address that the page itself calls its own, without fragment and tracking parameters.
    pub canonical_url: Option<String>,
    pub title: String,
    pub site_name: Option<String>,
    pub description: Option<String>,
    pub author: Option<String>,
    /// ISO 8601, as exact as the page tells: `2025-04-01` or `2025-04-01T09:30:00Z`.
    pub published: Option<String>,
    pub modified: Option<String>,
    /// ISO 639-1, such as `en`.
    pub language: Option<String>,
    pub kind: PageKind,
    /// The main text: paragraphs, list items and headings, one to a line.
    pub text: String,
    /// What else the page says (menus, comments, sidebars), one block to a line. It weighs little in search.
    pub rest: String,
    pub headings: Vec<String>,
    pub links: Vec<Link>,
    pub image_texts: Vec<String>,
    /// From the root to the page, as breadcrumbs, sections and tags tell.
    pub sections: Vec<String>,
    pub tags: Vec<String>,
    /// What structured data of the page says about people, places and things.
    pub named: Vec<Named>,
    /// From 0 to 1: how much there is to read.
    pub quality: f32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub url: String,
    pub text: String,
}

/// Something that structured data names, with its kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub name: String,
    pub kind: EntityKind,
}

/// What is known of a page beyond its words.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    pub entities: Vec<Entity>,
    pub relations: Vec<Relation>,
    /// The most important first.
    pub key_phrases: Vec<KeyPhrase>,
    /// Each from the root down: `["Programming", "Rust", "Lifetimes"]`.
    pub topics: Vec<Vec<String>>,
    /// Sentences of the page, word for word, in its order, unless a model has written them.
    pub summary: Vec<String>,
    #[serde(default)]
    pub summary_by_model: bool,
    /// What one could ask about it. Only a model makes them.
    pub questions: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    pub name: String,
    pub kind: EntityKind,
    /// From 0 to 1: how sure it is that this is an entity of this kind.
    pub confidence: f32,
    /// How often it is named.
    pub count: u32,
    /// The first sentences that name it, word for word.
    pub sentences: Vec<String>,
}

/// "Ada Lovelace — wrote about — the Analytical Engine".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    pub from: String,
    pub relation: String,
    pub to: String,
    pub confidence: f32,
    pub sentence: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyPhrase {
    pub phrase: String,
    pub score: f32,
}
