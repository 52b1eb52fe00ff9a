//! What the captures of our grammar may be: open tabs, known sites, search providers, flows.

use std::sync::Arc;

use tabwright_grammar::{Entities, Offer};
use tabwright_wire::Tab;

use crate::resolve::Resolver;

/// What is known where somebody speaks.
#[derive(Debug, Clone, Default)]
pub struct KnownEntities {
    pub tabs: Arc<[Tab]>,
    pub providers: Vec<String>,
    pub flows: Vec<String>,
    pub resolver: Resolver,
}

impl Entities for KnownEntities {
    fn knows(&self, entity: &str) -> bool {
        matches!(entity, "Site" | "OpenTab" | "SearchProvider" | "FlowName")
    }

    fn accepts(&self, entity: &str, text: &str) -> bool {
        match entity {
            "SearchProvider" => self.providers.iter().any(|name| name.eq_ignore_ascii_case(text)),
            // A site may be anything: finding it is the resolver's work. A tab or flow that is not
            // there is told of by name, which is better than not being understood.
            _ => !text.trim().is_empty(),
        }
    }

    fn offer(&self, entity: &str, typed: &str, limit: usize) -> Vec<Offer> {
        match entity {
            "OpenTab" => self.offer_tabs(typed, limit),
            "Site" => self
                .resolver
                .offer(typed, limit)
                .into_iter()
                .map(|site| Offer { text: site.name, about: Some(site.address) })
                .collect(),
            "SearchProvider" => among(&self.providers, typed, limit),
            "FlowName" => among(&self.flows, typed, limit),
            _ => Vec::new(),
        }
    }
}

impl KnownEntities {
    /// By any of its words, the one in front last: nobody goes where they are.
    fn offer_tabs(&self, typed: &str, limit: usize) -> Vec<Offer> {
        let typed = typed.to_lowercase();
        let fits = |tab: &&Tab| {
            let title = tab.title.to_lowercase();
            !title.is_empty()
                && (title.starts_with(&typed)
                    || title
                        .split(|c: char| !c.is_alphanumeric())
                        .any(|word| word.starts_with(&typed)))
        };
        let mut found: Vec<_> = self.tabs.iter().filter(fits).collect();
        found.sort_by_key(|tab| tab.focused);
        let offer = |tab: &Tab| Offer { text: tab.title.clone(), about: Some(tab.url.clone()) };
        found.into_iter().take(limit).map(offer).collect()
    }
}

fn among(names: &[String], typed: &str, limit: usize) -> Vec<Offer> {
    let typed = typed.to_lowercase();
    names
        .iter()
        .filter(|name| name.to_lowercase().starts_with(&typed))
        .take(limit)
        .map(|name| Offer { text: name.clone(), about: None })
        .collect()
}
