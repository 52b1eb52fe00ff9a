//! What somebody types into the search field: words, `"a phrase"`, `-word`, `site:`, `after:`, `before:`, `type:`.

use tabwright_wire::knowledge::PageKind;

const QUERY_CHARS_MAX: usize = 1_000;
const TERMS_MAX: usize = 64;

/// A query as it was read. What cannot be read is searched for as words, and told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// What to look for, without filters.
    pub words: String,
    pub phrases: Vec<String>,
    /// Words and phrases that no hit may have.
    pub without: Vec<String>,
    pub sites: Vec<String>,
    pub sites_without: Vec<String>,
    pub kinds: Vec<PageKind>,
    pub tags: Vec<String>,
    /// As they were written; whoever knows the time zone reads them.
    pub after: Option<String>,
    pub before: Option<String>,
    pub notices: Vec<String>,
}

impl Query {
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut query = Self::default();
        let text: String = text.chars().take(QUERY_CHARS_MAX).collect();
        let mut words: Vec<String> = Vec::new();
        for term in terms(&text).into_iter().take(TERMS_MAX) {
            query.take(term, &mut words);
        }
        query.words = words.join(" ");
        query
    }

    #[must_use]
    pub fn has_words(&self) -> bool {
        !self.words.is_empty() || !self.phrases.is_empty()
    }

    fn take(&mut self, term: Term, words: &mut Vec<String>) {
        let Term { is_without, field, value, is_quoted } = term;
        match field.as_deref() {
            Some("site") if is_without => self.sites_without.push(value),
            Some("site") => self.sites.push(value),
            Some("after" | "since") => self.after = Some(value),
            Some("before" | "until") => self.before = Some(value),
            Some("tag") => self.tags.push(value),
            Some("type" | "kind") => match kind_of(&value) {
                Some(kind) => self.kinds.push(kind),
                None => self.notices.push(format!(
                    "There is no type \"{value}\". Types are article, discussion, docs, product, video and pdf."
                )),
            },
            // An address or a time of day is no filter.
            Some(field) => words.push(format!("{field}:{value}")),
            None if is_without => self.without.push(value),
            None if is_quoted => self.phrases.push(value),
            None => words.push(value),
        }
    }
}

struct Term {
    is_without: bool,
    field: Option<String>,
    value: String,
    is_quoted: bool,
}

/// Splits at blanks outside quotes. A quote that is never closed is a character like others.
fn terms(text: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (is_without, after_sign) = match rest.strip_prefix('-') {
            Some(after) if after.starts_with(|c: char| c.is_alphanumeric() || is_quote(c)) => {
                (true, after)
            }
            _ => (false, rest),
        };
        let (field, after_field) = field_of(after_sign);
        let (value, is_quoted, after) = value_of(after_field);
        if !value.is_empty() {
            terms.push(Term { is_without, field, value, is_quoted });
        } else if let Some(field) = field {
            terms.push(Term { is_without, field: None, value: field, is_quoted: false });
        }
        rest = after.trim_start();
    }
    terms
}

const FIELDS: &[&str] = &["site", "after", "since", "before", "until", "type", "kind", "tag"];

fn field_of(text: &str) -> (Option<String>, &str) {
    if let Some((name, after)) = text.split_once(':')
        && name.len() <= 8
        && FIELDS.contains(&name.to_ascii_lowercase().as_str())
    {
        return (Some(name.to_ascii_lowercase()), after);
    }
    (None, text)
}

fn value_of(text: &str) -> (String, bool, &str) {
    let mut chars = text.chars();
    if chars.next().is_some_and(is_quote) {
        let inside = chars.as_str();
        if let Some(end) = inside.find(is_quote) {
            let after = &inside[end..];
            let quote = after.chars().next().map_or(0, char::len_utf8);
            return (inside[..end].trim().to_owned(), true, &after[quote..]);
        }
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (value, after) = text.split_at(end);
    // A quote inside a word begins a new term only after a blank.
    (value.trim_matches(is_quote).to_owned(), false, after)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

fn kind_of(name: &str) -> Option<PageKind> {
    Some(match name.to_ascii_lowercase().as_str() {
        "article" | "articles" | "news" | "blog" | "post" => PageKind::Article,
        "discussion" | "discussions" | "forum" | "thread" => PageKind::Discussion,
        "docs" | "doc" | "documentation" | "reference" | "manual" => PageKind::Documentation,
        "product" | "products" | "shop" => PageKind::Product,
        "list" | "listing" => PageKind::Listing,
        "video" | "videos" => PageKind::Video,
        "pdf" => PageKind::Pdf,
        "other" => PageKind::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Query {
        Query::read(text)
    }

    #[test]
    fn filters_are_told_from_words() {
        let query = read(
            "rust lifetimes site:doc.rust-lang.org -async \"borrow checker\" after:2024-01 type:docs",
        );
        assert_eq!(query.words, "rust lifetimes");
        assert_eq!(query.phrases, ["borrow checker"]);
        assert_eq!(query.without, ["async"]);
        assert_eq!(query.sites, ["doc.rust-lang.org"]);
        assert_eq!(query.after.as_deref(), Some("2024-01"));
        assert_eq!(query.kinds, [PageKind::Documentation]);
        assert!(query.notices.is_empty());
    }

    #[test]
    fn what_only_looks_like_a_filter_is_words() {
        assert_eq!(
            read("https://example.com/a std::vec 10:30").words,
            "https://example.com/a std::vec 10:30"
        );
        assert_eq!(read("well-known -- - e-mail").words, "well-known -- - e-mail");
        assert_eq!(read("say \"unclosed phrase").words, "say unclosed phrase");
        assert_eq!(read("site:").words, "site");
        assert_eq!(read("c++ c#").words, "c++ c#");
    }

    #[test]
    fn quotes_of_other_hands_are_quotes() {
        assert_eq!(read("“borrow checker” „zwei Worte“").phrases, ["borrow checker", "zwei Worte"]);
        assert_eq!(read("-\"two words\" -site:x.com").without, ["two words"]);
        assert_eq!(read("-site:x.com").sites_without, ["x.com"]);
        assert_eq!(read("after:\"two weeks ago\" x").after.as_deref(), Some("two weeks ago"));
    }

    #[test]
    fn an_unknown_type_is_told() {
        let query = read("tea type:cake");
        assert_eq!(query.words, "tea");
        assert_eq!(query.notices.len(), 1);
    }

    #[test]
    fn nothing_is_too_long() {
        let query = read(&"a ".repeat(10_000));
        assert_eq!(query.words.split(' ').count(), TERMS_MAX);
        assert_eq!(read("   ").words, "");
    }
}
