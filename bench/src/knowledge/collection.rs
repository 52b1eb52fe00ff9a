//! The bookmarks of one person, with their tags: pages, and queries whose answers are known.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use tabwright_knowledge::Captured;

const WORDS_MIN: usize = 20;
/// A tag of fewer pages is luck, and one of more is no question.
const ANSWERS: std::ops::RangeInclusive<usize> = 3..=60;

pub(crate) struct Collection {
    pub(crate) documents: Vec<Document>,
    pub(crate) queries: Vec<(String, HashSet<usize>)>,
}

pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) text: String,
}

impl Document {
    /// As a page that somebody has open.
    pub(crate) fn captured(&self, url: String) -> Captured {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let paragraphs: String =
            self.text.lines().map(|line| format!("<p>{}</p>", escaped(line))).collect();
        let title = escaped(&self.title);
        let html = format!(
            "<!doctype html><html lang=en><head><title>{title}</title></head><body><main><article>\
             <h1>{title}</h1>{paragraphs}</article></main></body></html>"
        );
        Captured { url, title: self.title.clone(), html }
    }
}

impl Collection {
    pub(crate) fn read(folder: &Path) -> Self {
        let read = |name: &str| -> Value {
            let text = fs::read_to_string(folder.join(name)).expect("the bookmarks can be read");
            serde_json::from_str(&text).expect("the bookmarks are JSON")
        };
        let (all, tags) = (read("docs.json"), read("tags.json"));
        let mut documents = Vec::new();
        let mut tagged: BTreeMap<String, HashSet<usize>> = BTreeMap::new();
        for document in all.as_array().into_iter().flatten() {
            let title = text_of(&document["title"]);
            let (comment, summary) =
                (text_of(&document["comment"]), text_of(&document["arxiv_summary"]));
            let text = format!("{comment}\n{summary}");
            if title.trim().is_empty() || text.split_whitespace().count() < WORDS_MIN {
                continue;
            }
            for tag in document["tag"].as_array().into_iter().flatten() {
                tagged.entry(text_of(tag)).or_default().insert(documents.len());
            }
            documents.push(Document { title, text });
        }
        let queries = tagged.into_iter().filter(|(_, answers)| ANSWERS.contains(&answers.len()));
        let queries =
            queries.map(|(tag, answers)| (text_of(&tags[&tag]["prefLabel"]), answers)).collect();
        Self { documents, queries }
    }
}

/// A string, or several in a list.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(texts) => texts.iter().map(text_of).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}
