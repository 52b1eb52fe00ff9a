//! What a page says about itself: structured data first, then meta elements, then what stands below the headline.

use url::Url;

use super::blocks::{is_heading, is_invisible};
use super::json_ld::{clean, text_of};
use super::sources::{ABOUT, Sources};
use super::title::TitleSources;
use crate::page::PageKind;

#[derive(Debug, Default)]
pub(crate) struct Metadata {
    pub(crate) title: String,
    pub(crate) author: Option<String>,
    pub(crate) published: Option<String>,
    pub(crate) modified: Option<String>,
    pub(crate) site_name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) sections: Vec<String>,
    pub(crate) tags: Vec<String>,
}

impl Sources<'_> {
    pub(crate) fn read(&self, kind: PageKind) -> Metadata {
        let site_name = self.site_name();
        let author = self.author(site_name.as_deref());
        let title = self.title(site_name.as_deref());
        let modified = self.modified();
        Metadata {
            published: self.published(kind, &title),
            modified,
            description: self
                .meta(&["description", "og:description", "twitter:description", "dc.description"])
                .map(clean),
            language: self.language(),
            sections: self.sections(&title),
            tags: self.tags(),
            site_name,
            author,
            title,
        }
    }

    fn site_name(&self) -> Option<String> {
        let stated = self.meta(&[
            "og:site_name",
            "application-name",
            "citation_journal_title",
            "al:android:app_name",
        ]);
        let publisher = || {
            let value = self.subject(&["publisher"])?;
            self.json_ld.names(value).into_iter().next()
        };
        let site =
            || self.json_ld.of_types(&["WebSite"]).find_map(|object| text_of(object, "name"));
        stated
            .map(clean)
            .or_else(publisher)
            .or_else(|| site().map(clean))
            .filter(|name| !name.is_empty())
    }

    fn title(&self, site_name: Option<&str>) -> String {
        let mut stated: Vec<String> = Vec::new();
        let objects = self.json_ld.of_types(ABOUT);
        stated.extend(
            objects
                .filter_map(|object| {
                    text_of(object, "headline").or_else(|| text_of(object, "name"))
                })
                .map(clean)
                .take(4),
        );
        for name in [
            "citation_title",
            "og:title",
            "parsely-title",
            "sailthru.title",
            "twitter:title",
            "dc.title",
        ] {
            stated.extend(self.meta_all(name).map(clean));
        }
        let headings = self.headings();
        if let Some(index) = self
            .itemprop("headline")
            .or_else(|| self.itemprop("name"))
            .filter(|&index| is_heading(&self.dom.node(index).name))
        {
            stated.push(self.dom.text(index));
        }
        let mut site_names: Vec<String> = site_name.map(str::to_owned).into_iter().collect();
        site_names.extend(
            self.json_ld
                .of_types(&["WebSite", "Organization", "NewsMediaOrganization"])
                .filter_map(|object| text_of(object, "name"))
                .map(clean),
        );
        let document =
            self.dom.named("title").next().map(|index| self.dom.text(index)).unwrap_or_default();
        let host = self
            .url
            .and_then(Url::host_str)
            .unwrap_or_default()
            .trim_start_matches("www.")
            .to_owned();
        TitleSources { stated, document, headings, site_names, host }.choose()
    }

    fn headings(&self) -> Vec<(u8, String)> {
        const HEADINGS_MAX: usize = 60;
        let all = (0..self.dom.len()).filter(|&index| {
            let node = self.dom.node(index);
            is_heading(&node.name) && !is_invisible(node)
        });
        let headings =
            all.map(|index| (self.dom.node(index).name.as_bytes()[1] - b'0', self.dom.text(index)));
        headings
            .map(|(level, text)| (level, text.trim_end_matches(['¶', '#', '§', ' ']).to_owned()))
            .filter(|(_, text)| !text.is_empty())
            .take(HEADINGS_MAX)
            .collect()
    }

    fn language(&self) -> Option<String> {
        let html = self.dom.find(|node| node.is("html"));
        let declared = html.and_then(|index| {
            let node = self.dom.node(index);
            node.attribute("lang").or_else(|| node.attribute("xml:lang"))
        });
        let body = || {
            let index = self.dom.find(|node| {
                matches!(node.name.as_str(), "body" | "main" | "article")
                    && node.attribute("lang").is_some()
            })?;
            self.dom.node(index).attribute("lang")
        };
        let meta = || {
            self.meta(&[
                "content-language",
                "dc.language",
                "dcterms.language",
                "og:locale",
                "language",
                "citation_language",
            ])
        };
        [declared, body(), meta()].into_iter().flatten().find_map(language_code)
    }

    fn sections(&self, title: &str) -> Vec<String> {
        const SECTIONS_MAX: usize = 8;
        let mut sections = self.json_ld.breadcrumbs();
        if sections.is_empty() {
            sections = self.breadcrumb_links();
        }
        let home = |text: &String| {
            matches!(
                text.to_lowercase().as_str(),
                "home"
                    | "homepage"
                    | "start"
                    | "startseite"
                    | "accueil"
                    | "inicio"
                    | "首页"
                    | "›"
                    | "/"
            )
        };
        sections.retain(|text| !home(text) && text != title);
        if sections.is_empty() {
            let stated =
                self.meta(&["article:section", "parsely-section", "og:article:section"]).map(clean);
            let structured =
                || self.json_ld.names(self.subject(&["articleSection"])?).into_iter().next();
            sections.extend(stated.or_else(structured));
        }
        sections.truncate(SECTIONS_MAX);
        sections
    }

    fn breadcrumb_links(&self) -> Vec<String> {
        let trail = self.dom.find(|node| {
            let label = node.attribute("aria-label").unwrap_or_default().to_lowercase();
            let marks = || node.marks().to_lowercase();
            label.contains("breadcrumb")
                || marks().contains("breadcrumb")
                || node.attribute("class") == Some("path")
        });
        let Some(trail) = trail else { return Vec::new() };
        let mut links: Vec<String> = Vec::new();
        for index in self
            .dom
            .inside(trail)
            .filter(|&index| self.dom.node(index).is("a") || self.dom.node(index).is("li"))
        {
            let text = self.dom.text(index);
            if (2..=60).contains(&text.chars().count()) && !links.contains(&text) {
                links.push(text);
            }
        }
        links
    }

    fn tags(&self) -> Vec<String> {
        const TAGS_MAX: usize = 20;
        let mut tags: Vec<String> = Vec::new();
        let mut add = |tag: &str| {
            let tag = clean(tag.trim().trim_start_matches('#'));
            if (1..=50).contains(&tag.chars().count())
                && !tags.contains(&tag)
                && tags.len() < TAGS_MAX
            {
                tags.push(tag);
            }
        };
        for name in ["article:tag", "og:article:tag", "citation_keywords"] {
            self.meta_all(name).for_each(&mut add);
        }
        for name in ["news_keywords", "keywords", "parsely-tags", "sailthru.tags"] {
            self.meta_all(name).flat_map(|all| all.split([',', ';', '，'])).for_each(&mut add);
        }
        if let Some(keywords) = self.subject(&["keywords"]) {
            for name in self.json_ld.names(keywords) {
                name.split(',').for_each(&mut add);
            }
        }
        let links = self.dom.named("a").filter(|&index| {
            let node = self.dom.node(index);
            node.attribute("rel").is_some_and(|rel| rel.split_whitespace().any(|rel| rel == "tag"))
                || node.attribute("class").is_some_and(|class| class.contains("post-tag"))
        });
        links.map(|index| self.dom.text(index)).for_each(|tag| add(&tag));
        tags
    }
}

/// `en-GB`, `en_GB` and `EN` are `en`.
fn language_code(text: &str) -> Option<String> {
    let code = text.trim().split(['-', '_', ',', ';']).next()?.to_ascii_lowercase();
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(code)
}
