//! The title of a page without the name of its site.

use super::json_ld::clean;

/// What the pieces of a title are told apart by.
#[derive(Debug, Default)]
pub(crate) struct TitleSources {
    /// What structured data and meta elements say, the most trusted first.
    pub(crate) stated: Vec<String>,
    /// `<title>`.
    pub(crate) document: String,
    /// The level and text of headings, in the order of the page.
    pub(crate) headings: Vec<(u8, String)>,
    pub(crate) site_names: Vec<String>,
    pub(crate) host: String,
}

const SEPARATORS: &[&str] = &[
    " | ", " - ", " – ", " — ", " · ", " • ", " :: ", " : ", " « ", " » ", " › ", "｜", " / ", "_",
];

impl TitleSources {
    pub(crate) fn choose(&self) -> String {
        let document = key(&self.document);
        for stated in self.stated.iter().filter(|stated| !stated.trim().is_empty()) {
            let title = self.without_site(stated);
            let title_key = key(&title);
            let agrees = document.contains(&title_key) || self.heading(&title_key).is_some();
            if agrees && !title_key.is_empty() && !self.is_site(&title) {
                return title;
            }
        }
        if document.is_empty() {
            let first = self.headings.iter().min_by_key(|(level, _)| *level);
            let heading = first.map(|(_, text)| text.clone());
            return self.stated.first().cloned().or(heading).unwrap_or_default();
        }
        let cleaned = self.without_site(&self.document);
        if self.heading(&key(&cleaned)).is_some() {
            return cleaned;
        }
        let mut main =
            self.headings.iter().filter(|(level, text)| *level == 1 && !self.is_site(text));
        if let Some((_, heading)) = main.next()
            && main.next().is_none()
            && (document.contains(&key(heading)) || shares_words(heading, &self.document))
        {
            return heading.clone();
        }
        cleaned
    }

    fn heading(&self, title: &str) -> Option<&str> {
        const MORE_BYTES_MAX: usize = 10;
        let texts = self.headings.iter().map(|(_, text)| text.as_str());
        texts.into_iter().find(|text| {
            let heading = key(text);
            heading == title
                || heading.len() <= title.len() + MORE_BYTES_MAX
                    && title.len() >= 8
                    && heading.starts_with(title)
        })
    }

    fn is_site(&self, text: &str) -> bool {
        const HOST_CHARS_MIN: usize = 4;
        let text = key(text);
        if text.is_empty() {
            return true;
        }
        if self.site_names.iter().any(|name| key(name) == text) {
            return true;
        }
        // `starpage.example` and "Walt's Star Page"; the name of a host is never as long as a title.
        let labels = self.host.split('.').map(key).filter(|label| label.len() >= HOST_CHARS_MIN);
        let mut labels =
            labels.filter(|label| !matches!(label.as_str(), "blog" | "news" | "docs" | "example"));
        labels.any(|label| {
            text == label || text.contains(&label) && text.len() <= label.len() * 2 + 6
        })
    }

    /// The part of a title that a heading repeats, else the title without the site at its ends.
    fn without_site(&self, title: &str) -> String {
        let title = clean(title);
        let parts = parts(&title);
        for count in (1..=parts.len()).rev() {
            for first in 0..=parts.len() - count {
                let joined = &title[parts[first].0..parts[first + count - 1].1];
                if self.heading(&key(joined)).is_some()
                    && (parts.len() == 1 || !self.is_site(joined))
                {
                    return joined.trim().to_owned();
                }
            }
        }
        let text = |at: usize| &title[parts[at].0..parts[at].1];
        let (mut first, mut last) = (0, parts.len().saturating_sub(1));
        while last > first && self.is_site(text(last)) {
            last -= 1;
        }
        while first < last && self.is_site(text(first)) {
            first += 1;
        }
        let cut = parts
            .get(first)
            .zip(parts.get(last))
            .map_or("", |(first, last)| &title[first.0..last.1]);
        match cut.split_once(": ") {
            Some((site, rest)) if self.is_site(site) => rest.trim().to_owned(),
            _ => cut.trim().to_owned(),
        }
    }
}

fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn shares_words(heading: &str, title: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (heading, title) = (words(heading), words(title));
    let shared = heading.iter().filter(|word| title.contains(word)).count();
    !heading.is_empty() && shared * 2 >= heading.len()
}

/// Where the pieces between separators begin and end.
fn parts(title: &str) -> Vec<(usize, usize)> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for separator in SEPARATORS {
        cuts.extend(title.match_indices(separator).map(|(at, text)| (at, at + text.len())));
    }
    cuts.sort_unstable();
    let mut parts = Vec::new();
    let mut from = 0;
    for (start, end) in cuts {
        if start > from {
            parts.push((from, start));
        }
        from = from.max(end);
    }
    if from < title.len() {
        parts.push((from, title.len()));
    }
    parts.truncate(8);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_cut_only_where_it_is_known() {
        let cases = [
            ("Bread at home | Oven Notes", "Oven Notes", "Bread at home", "Bread at home"),
            ("Oven Notes - Bread at home", "", "Bread at home", "Bread at home"),
            ("Bread - a history", "", "", "Bread - a history"),
            ("Bread - a history - Oven Notes", "Oven Notes", "", "Bread - a history"),
            ("Oven Notes: Bread at home", "Oven Notes", "", "Bread at home"),
            ("Oven Notes", "Oven Notes", "", "Oven Notes"),
            ("Ask: why? | ovennotes", "", "", "Ask: why?"),
        ];
        for (document, site, heading, expected) in cases {
            let sources = TitleSources {
                document: document.to_owned(),
                site_names: vec![site.to_owned()],
                headings: vec![(1, heading.to_owned())],
                host: "ovennotes.example".to_owned(),
                ..TitleSources::default()
            };
            assert_eq!(sources.choose(), expected, "{document}");
        }
    }
}
